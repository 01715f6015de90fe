"""Records as files: read with care, written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from alcove.kernel.errors import AlcoveError, UnreadableError
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.kernel.record import Record

STDIN = "-"
BYTES_A_CHARACTER = 4

TOO_LONG = Text("{path}: that is too long for a record.", "{path}: Das ist zu lang für eine Aufzeichnung.")
NO_FILE = Text("{path}: there is no such file.", "{path}: Diese Datei gibt es nicht.")
FOLDER = Text("{path}: that is a folder.", "{path}: Das ist ein Ordner.")
NOT_READ = Text("{path}: cannot be read ({reason}).", "{path}: lässt sich nicht lesen ({reason}).")
NOT_WRITTEN = Text("{path}: cannot be written ({reason}).", "{path}: lässt sich nicht schreiben ({reason}).")
OTHER_FILE = Text(
    "{path} holds something else already; choose another name.",
    "{path} enthält schon etwas anderes; wähle einen anderen Namen.",
)


class NotWrittenError(AlcoveError):
    code = "not-written"


def read_record(path: str) -> Record:
    """The record in a file, or from stdin with `-`. What is wrong with it comes as UnreadableError."""
    from alcove.kernel.record import Record

    return Record.read(read_text(path))


def read_to_go_on(path: str) -> Record:
    """The same, taken over to the rules at hand where they have changed since and the game is not over."""
    from alcove.kernel import other_rules

    return other_rules.read_to_go_on(read_text(path))


def read_text(path: str) -> bytes:
    """What stands in a file, or comes from stdin with `-`, as far as it can be a record."""
    from alcove.kernel.record import MAX_RECORD

    most = MAX_RECORD * BYTES_A_CHARACTER
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read(most + 1)
        else:
            if stat.S_ISREG(os.stat(path).st_mode) and os.path.getsize(path) > most:
                raise UnreadableError(TOO_LONG.fill(path=path))
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except FileNotFoundError:
        raise UnreadableError(NO_FILE.fill(path=path)) from None
    except IsADirectoryError:
        raise UnreadableError(FOLDER.fill(path=path)) from None
    except (OSError, ValueError) as error:
        raise UnreadableError(NOT_READ.fill(path=path, reason=_reason(error))) from None
    if len(data) > most:
        raise UnreadableError(TOO_LONG.fill(path=path))
    return data


def write_record(record: Record, path: Path) -> None:
    """Write beside the place, then move there: the file is the old one or the new one, never half of it.

    A file that holds anything but this very game is left alone.
    """
    try:
        if path.exists() and not _holds(record, path):
            raise NotWrittenError(OTHER_FILE.fill(path=path))
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(str(record))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except (OSError, ValueError) as error:
        raise NotWrittenError(NOT_WRITTEN.fill(path=path, reason=_reason(error))) from None


def _holds(record: Record, path: Path) -> bool:
    from alcove.kernel.record_reader import Reader

    try:
        reader = Reader(read_text(str(path)))
        reader.sort_lines()
        return reader.commitment() == record.commitment
    except AlcoveError:
        return False


def _reason(error: Exception) -> str:
    return error.strerror or type(error).__name__ if isinstance(error, OSError) else str(error)
