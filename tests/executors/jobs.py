"""Jobs for tests of executors. They are sent to other processes, so they live where those can import them."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from alcove.kernel.errors import OptionError


@dataclass(frozen=True)
class Counting:
    """Returns the numbers it was given, and who has prepared what is noted in a folder."""

    folder: Path
    threads: bool = False
    piece: int = 3

    def prepare(self) -> None:
        (self.folder / f"prepared by {os.getpid()}").touch()

    def __call__(self, first: int, last: int) -> list[int]:
        return list(range(first, last))


@dataclass(frozen=True)
class Deadly(Counting):
    """Takes its own process with it where a number is unlucky: once, or whenever it comes to it."""

    unlucky: int = 5
    always: bool = False

    def __call__(self, first: int, last: int) -> list[int]:
        mark = self.folder / "was here"
        if first <= self.unlucky < last and (self.always or not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(first, last)


@dataclass(frozen=True)
class Refusing(Counting):
    def __call__(self, first: int, last: int) -> list[int]:
        raise OptionError(f"{first} is no number.")
