"""Processes that begin with everything loaded: forks of one that has imported all and loaded the games (`zygote.py`).

To import Alcove and to load the games takes four seconds of a core. How a process does that is tested elsewhere.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
Order = dict[str, Any]


class Forked:
    """A process, in part like `subprocess.Popen`. `words` begin with what it runs, as module:function."""

    def __init__(
        self, zygote: str, *words: object, piped: bool = False, environment: dict[str, str] | None = None
    ) -> None:
        self.returncode: int | None = None
        self._zygote, self._line = zygote, socket.socket(socket.AF_UNIX)
        theirs, self.stdin, self.stdout = _files(piped)
        order = {
            "words": [str(word) for word in words],
            "folder": os.getcwd(),
            "environment": environment or dict(os.environ),
        }
        self._line.connect(zygote)
        socket.send_fds(self._line, [json.dumps(order).encode()], theirs)
        for file in theirs:
            os.close(file)
        self.pid = int(self._line.recv(20))

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._line], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a fork", timeout or 0.0)
            self._line.close()
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(self._zygote)
                line.sendall(json.dumps({"ended": self.pid}).encode())
                self.returncode = int(line.recv(20))
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __exit__(self, *_: object) -> None:
        for file in (self.stdin, self.stdout):
            if file is not None:
                with suppress(BrokenPipeError):
                    file.close()
        self.wait()


def _files(piped: bool) -> tuple[list[int], IO[bytes] | None, IO[bytes] | None]:
    """Input, output and errors of a process, and our ends of the first two."""
    if not piped:
        return [os.open(os.devnull, os.O_RDWR), os.open(os.devnull, os.O_RDWR), os.dup(2)], None, None
    heard, told = os.pipe(), os.pipe()
    return [heard[0], told[1], os.dup(2)], os.fdopen(heard[1], "wb"), os.fdopen(told[0], "rb")


@pytest.fixture(scope="session")
def zygote() -> Iterator[str]:
    """Where forks are asked for. One for all tests of a worker."""
    with tempfile.TemporaryDirectory(prefix="alcove-zygote-") as folder:
        path = f"{folder}/asked"
        command = [sys.executable, "-m", "tests.zygote", path]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield path
