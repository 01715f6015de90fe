"""The folder in which a server keeps its tables: for its owner's eyes only, and for one server at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

from alcove.server.refusals import IN_USE, NOT_WRITABLE, CannotStartError

FOLDER_MODE, FILE_MODE = 0o700, 0o600
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""What lies in the folder: the database, SQLite's files beside it, and our lock."""


class DataFolder:
    """Open it before the database, close it after."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._lock: IO[str] | None = None

    def open(self) -> None:
        folder = self.database.parent
        try:
            folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            self._lock = open(self._beside(".lock"), "a+", opener=_private)  # noqa: SIM115  held until the end
            os.close(_private(str(self.database), os.O_CREAT | os.O_RDWR))  # SQLite's other files take its mode
        except OSError as error:
            self.close()
            raise CannotStartError(NOT_WRITABLE.fill(path=folder, reason=error.strerror or error)) from None
        if not _lock(self._lock):
            self.close()
            raise CannotStartError(IN_USE.fill(path=folder))
        _make_private(folder, FOLDER_MODE)
        for suffix in BESIDE:
            _make_private(self._beside(suffix), FILE_MODE)

    def is_used(self) -> bool:
        """Whether a server has it open."""
        try:
            with open(self._beside(".lock"), "a+", opener=_private) as lock:
                return not _lock(lock)
        except OSError:
            return False

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def _beside(self, suffix: str) -> Path:
        return self.database.with_name(self.database.name + suffix)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, FILE_MODE)


def _make_private(path: Path, mode: int) -> None:
    """Take from others what they may do with it. A folder that is somebody else's is not ours to change."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        known = path.stat()
        if known.st_uid == os.geteuid() and known.st_mode & 0o077:
            path.chmod(mode)


def _lock(file: IO[str]) -> bool:
    """Take the lock, which ends with the process, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
