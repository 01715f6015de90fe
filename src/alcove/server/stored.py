"""Tables as they lie in the database, and what is made of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row

from alcove.kernel.clock import Absences
from alcove.kernel.ending import NO_MORE, end_sentence
from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import Game, game
from alcove.kernel.outcome import RESIGNED, Outcome
from alcove.kernel.record import Record
from alcove.kernel.text import Text
from alcove.kernel.time_control import TimeControl
from alcove.server.other_rules import cut, take_over
from alcove.server.past import PastTable
from alcove.server.refusals import TABLE_UNREADABLE, UnavailableError
from alcove.server.tables import Entry, SeatAt, StoredPosition, Table, moment_of, names_of

log = logging.getLogger("alcove.server")


@dataclass(frozen=True)
class FinishedTable:
    """A table that is over, as a list shows it."""

    id: str
    game: str
    seats: list[SeatAt]
    ended: float
    ending: tuple[Outcome, Text] | None
    """The outcome, and the sentence for it."""
    held: frozenset[int]


@dataclass(frozen=True)
class Unreadable:
    """A table that cannot be opened, as a list shows it."""

    id: str
    game: str
    at: float
    why: Text


class Past(NamedTuple):
    """A finished game, and how well each seat has decided in it, as far as that is known."""

    table: FinishedTable
    accuracy: dict[int, float]
    tried: bool
    """Whether it began with a position from elsewhere."""


class Listed(NamedTuple):
    """A table in a list, before it is opened."""

    id: str
    game: str
    created: float


class Loaded(NamedTuple):
    table: Table
    entries: Sequence[Entry]
    """What is to be stored before anybody sees the table, because its rules have changed."""


class Stored(NamedTuple):
    row: Any
    entries: Sequence[Sequence[Any]]
    position: StoredPosition | None
    """The last one that was kept."""
    absences: Sequence[tuple[float, float]] = ()
    """When the server was away."""

    def table(self) -> Loaded:
        """The table, every entry folded. That takes long if there are many."""
        row = self.row
        try:
            loaded = self._load()
        except AlcoveError:
            raise
        except Exception as error:  # whatever lies on the disk
            log.error("Table %s cannot be read: %r", row.id, error)
            raise UnavailableError(TABLE_UNREADABLE) from error
        loaded.table.rematch = row.rematch
        loaded.table.kept_version = -1 if self.position is None else self.position.version
        return loaded

    def _load(self) -> Loaded:
        row, chosen, seats = self.row, game(self.row.game), read_seats(self.row.seats)
        parts = cut(chosen, row.rules, (Entry(*entry) for entry in self.entries))
        record, at = _record(row, chosen, seats), (row.id, seats, row.created, row.stand_in)
        if parts.rules != chosen.version and row.ended is not None:
            past = replace(record, earlier=parts.earlier, rules=parts.rules)
            return Loaded(PastTable(past, *at, parts.entries, _ending(row)), ())
        if parts.rules != chosen.version:
            return Loaded(*take_over(record, parts, self.position, *at, self._start_clock))
        if parts.earlier:
            record = replace(record, earlier=parts.earlier)
        table = Table(row.id, record, seats, row.created, row.stand_in)
        self._start_clock(table)
        table.restore(parts.entries)
        return Loaded(table, ())

    def _start_clock(self, table: Table) -> None:
        row = self.row
        if row.time is not None:
            absences = Absences((moment_of(since), moment_of(until)) for since, until in self.absences)
            began = row.created if row.began is None else row.began
            table.start_clock(TimeControl.read(row.time), moment_of(began), absences)


def finished_table(row: Row[Any]) -> FinishedTable | Unreadable:
    try:
        game(row.game)
        held = frozenset(int(seat) for seat in str(row.held).split(","))
        return FinishedTable(row.id, row.game, read_seats(row.seats), row.ended, _ending(row), held)
    except AlcoveError as error:
        return Unreadable(row.id, row.game, row.ended, error.text)
    except (ValueError, msgspec.MsgspecError):
        return Unreadable(row.id, row.game, row.ended, TABLE_UNREADABLE)


def read_seats(said: str) -> list[SeatAt]:
    return msgspec.json.decode(said, type=list[SeatAt])


def read_options(said: str) -> dict[str, int | str]:
    return msgspec.json.decode(said, type=dict[str, int | str])


class StoredOutcome(msgspec.Struct):
    """An outcome as it stands in the database. Older ones have neither seat nor sentence."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    seat: int | None = None
    ending: Text | None = None


def _ending(row: Row[Any]) -> tuple[Outcome, Text] | None:
    if not row.outcome:
        return None
    chosen, said = game(row.game), msgspec.json.decode(row.outcome, type=StoredOutcome)
    if said.reason == RESIGNED and said.seat is None:
        said.seat = next((seat for seat in range(row.players) if seat not in said.winners), None)
    together = chosen.plays_together(row.players, read_options(row.options))
    outcome = Outcome(said.scores, said.winners, said.reason, together, said.seat)
    names = names_of(chosen, read_seats(row.seats))
    return outcome, said.ending or end_sentence(outcome, names, chosen.reasons.get(said.reason, NO_MORE))


def _record(row: Row[Any], chosen: Game, seats: list[SeatAt]) -> Record:
    """The set-up."""
    names = tuple(seat.name or chosen.seat_name(number).en for number, seat in enumerate(seats))
    options = read_options(row.options)
    return Record(chosen, row.players, options, names, row.commitment, int(row.seed), row.nonce, origin=row.origin)
