from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import pytest

from alcove import Record
from alcove.cli.main import main


@dataclass
class Answer:
    code: int
    out: str
    err: str


Alcove = Callable[..., Answer]


@pytest.fixture
def alcove(monkeypatch: pytest.MonkeyPatch) -> Alcove:
    """Run a command in this process, with an input and in a chosen locale."""

    def run(*arguments: object, typed: str | bytes | TextIO = "", locale: str = "en_GB.UTF-8") -> Answer:
        monkeypatch.setenv("LC_ALL", locale)
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
        if isinstance(typed, str | bytes):
            data = typed.encode() if isinstance(typed, str) else typed
            typed = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", typed)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main([str(argument) for argument in arguments])
        texts = []
        for stream in (out, err):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
        assert "Traceback" not in texts[1]
        return Answer(code, *texts)

    return run


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole small game."""
    record = Record.begin("alva", names=("Anna", "Bruno"), seed=7, size=5, pieces=5)
    position = record.start()
    while not position.over:
        [seat] = position.actors
        action = position.legal(seat)[-1]
        position = position.play(seat, action)
        record = record.add(seat, action, position)
    path = tmp_path_factory.mktemp("records") / "finished.alcove"
    path.write_text(str(record), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def heard_ctrl_c() -> Iterator[None]:
    """A shell lets its background jobs ignore Ctrl-C, and programs started by them inherit that."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, signal.SIG_IGN)
