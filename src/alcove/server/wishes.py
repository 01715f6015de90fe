"""What one process asks of another that has the table."""

from __future__ import annotations

from typing import Literal

import msgspec

from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text


class Wish(msgspec.Struct, frozen=True):
    """Somebody takes an open seat, opens a seat's link, leaves for good, or tries a password; or another process would
    have the table."""

    do: Literal["sit", "give", "leave", "try", "release"]
    table: str
    seat: int
    name: str
    address: str
    holder: str


class Reply(msgspec.Struct, frozen=True):
    """Done, or why it was refused."""

    code: str | None = None
    text: Text | None = None


class PassedOnError(AlcoveError):
    """What another process has refused."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(text)
        self.code = code
