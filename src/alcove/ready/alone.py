"""One process at a time has a game compiled into a cache that several share; the others see how far it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from alcove.kernel.cache_root import compiled_games


class Alone:
    """A lock that ends with its process, however that ends. Its file says how many functions are compiled."""

    def __init__(self, game: str) -> None:
        self._path = compiled_games() / f"{game}.lock"
        self._file: IO[str] | None = None

    def take(self) -> bool:
        """Whether it is ours now. Where there are no such locks, or no such folder, everybody has it."""
        try:
            import fcntl
        except ImportError:  # Windows
            return True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = open(self._path, "a+", encoding="utf-8")  # noqa: SIM115  held until it is left
        except OSError:
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    def leave(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def tell(self, done: int, of: int) -> None:
        if self._file is not None:
            try:
                os.truncate(self._file.fileno(), 0)
                self._file.write(f"{done} {of}")
                self._file.flush()
            except OSError:  # a full disk: those who wait see less
                pass

    def told(self) -> tuple[int, int] | None:
        """How far whoever has it says to be."""
        try:
            done, of = Path(self._path).read_text("utf-8").split()
            return int(done), max(1, int(of))
        except (OSError, ValueError):
            return None
