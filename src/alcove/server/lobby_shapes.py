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
    locked: bool
    """Whether newcomers are asked for a password."""


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
    locked: bool
    """Whether newcomers are asked for a password."""


class OpenTables(msgspec.Struct, frozen=True):
    tables: list[OpenTable]


class OpenTablesMessage(msgspec.Struct, tag_field="t", tag="open-tables", frozen=True):
    """All open tables, the newest first; said again whenever something about one of them changes."""

    tables: list[OpenTable]


class WatchingMessage(msgspec.Struct, tag_field="t", tag="watching", frozen=True):
    """Who watches a table: the names of those who have given one, at most 20, and how many there are in all."""

    names: list[str]
    count: int


class ReportedMessage(msgspec.Struct, tag_field="t", tag="reported", frozen=True):
    """The owner was told."""


class InvitedMessage(msgspec.Struct, tag_field="t", tag="invited", frozen=True):
    """Somebody has invited whoever looks at the lobby."""


class Companion(msgspec.Struct):
    """Somebody one has shared a table with."""

    handle: str
    """Means them to one person alone."""
    name: str
    """What they called themselves last."""
    games: int
    """Tables shared, as far back as anybody looks."""
    at: float
    """Unix seconds."""
    blocked: bool
    """Whether one does not want their invitations."""


class CompanionList(msgspec.Struct):
    people: list[Companion]


class Invitation(msgspec.Struct):
    table: OpenTable
    by: str
    """What whoever has sent it is called at the table; empty if they sit there no more."""
    handle: str
    at: float
    """Unix seconds."""


class InvitationList(msgspec.Struct):
    invitations: list[Invitation]
