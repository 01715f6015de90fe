"""The shapes of what clients are told of open tables, and of who may do what at a table beside the game."""

from __future__ import annotations

from typing import Literal

import msgspec

from alcove.server.incoming import TimeControl


class Hosting(msgspec.Struct, frozen=True):
    """Whose table it is, and who may come."""

    host: int | None
    """The seat of whoever has opened the table; null if they sit there no more."""
    open: bool
    """Whether the table can be found in the lobby."""


class OpenSeat(msgspec.Struct, frozen=True):
    kind: Literal["human", "bot", "open"]
    name: str
    level: int | None


class OpenTable(msgspec.Struct, frozen=True):
    """A table in the lobby that waits for players. It says the same to everybody."""

    id: str
    game: str
    options: dict[str, int | str]
    seats: list[OpenSeat]
    time: TimeControl | None
    since: float
    """Unix seconds."""
    here: bool
    """Whether somebody who sits there is at the table now."""


class OpenTables(msgspec.Struct, frozen=True):
    tables: list[OpenTable]


class OpenTablesMessage(msgspec.Struct, tag_field="t", tag="open-tables", frozen=True):
    """All open tables, the newest first; said again whenever something about one of them changes."""

    tables: list[OpenTable]
