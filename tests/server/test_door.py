"""The door between processes of one machine."""

from __future__ import annotations

import asyncio
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from alcove.server import door
from alcove.server.door import Door, ask, hand_over


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir="/tmp") as short:  # such a path may have only some hundred letters
        monkeypatch.setattr(tempfile, "tempdir", short)
        yield Path(short)


async def nothing(message: bytes, connection: socket.socket) -> None:
    connection.close()


async def echo(message: bytes) -> bytes:
    return message[::-1]


def test_a_connection_is_handed_over_as_it_is() -> None:
    async def main() -> None:
        taken: asyncio.Future[tuple[bytes, socket.socket]] = asyncio.get_running_loop().create_future()

        async def adopt(message: bytes, connection: socket.socket) -> None:
            taken.set_result((message, connection))

        one = Door(adopt, echo)
        one.open()
        ours, theirs = socket.socketpair()
        assert await hand_over(one.path, b"x" * 100_000, os.dup(theirs.fileno()))
        theirs.close()
        message, connection = await asyncio.wait_for(taken, 20)
        ours.sendall(b"hello")
        assert (len(message), connection.recv(5)) == (100_000, b"hello")
        assert await ask(one.path, b"abc") == b"cba"
        one.close()
        connection.close()
        ours.close()
        assert not Path(one.path).exists()

    asyncio.run(main())


def test_nobody_else_may_knock() -> None:
    async def main() -> None:
        one = Door(nothing, echo)
        one.open()
        assert Path(one.path).parent.stat().st_mode & 0o077 == 0
        one.close()

    asyncio.run(main())


def test_a_process_that_is_stopped_takes_nothing(monkeypatch: pytest.MonkeyPatch, own_folder: Path) -> None:
    """It is asked, does not answer in time, and finds nothing when it goes on."""
    monkeypatch.setattr(door, "ANSWER_SECONDS", 0.1)

    async def main() -> None:
        path = str(own_folder / "stopped")
        with socket.socket(socket.AF_UNIX) as stopped:
            stopped.bind(path)
            stopped.listen()
            ours, theirs = socket.socketpair()
            assert not await hand_over(path, b"x", os.dup(theirs.fileno()))
            assert await ask(path, b"x") is None
            theirs.close()
            line, _ = stopped.accept()
            _, files, _, _ = socket.recv_fds(line, 100, 1)
            line.close()
            os.close(files[0])
            ours.close()

    asyncio.run(main())
    assert asyncio.run(ask(str(own_folder / "none"), b"x")) is None


def test_doors_of_the_dead_are_swept_away(own_folder: Path) -> None:
    async def main() -> None:
        living = Door(nothing, echo)
        living.open()
        dead, young = (own_folder / f"{door.PREFIX}{name}" for name in ("dead", "young"))
        for folder in (dead, young):
            folder.mkdir()
            with socket.socket(socket.AF_UNIX) as line:
                line.bind(str(folder / "door"))
        for folder in (dead, Path(living.path).parent):
            os.utime(folder, (0, 0))
        another = Door(nothing, echo)
        another.open()
        assert not dead.exists()
        assert young.exists()
        assert await ask(living.path, b"ab") == b"ba"
        living.close()
        another.close()

    asyncio.run(main())
