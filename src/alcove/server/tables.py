"""A table: a game in progress, and who sits where. No input or output, and no clock of its own.

Whatever changes the game is an Entry. `plan_…` checks it against the rules and changes nothing; `take` carries it out,
once it is safely stored. Folding the entries gives the table back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from alcove.kernel.ending import names_at, tell_end
from alcove.kernel.errors import StaleError, TamperedError
from alcove.kernel.match import Match, Step
from alcove.kernel.outcome import RESIGNED, Outcome
from alcove.kernel.position import Action, Refusal
from alcove.kernel.record import Record
from alcove.kernel.text import Text
from alcove.server.refusals import (
    MOVED_ON,
    NOTHING_TO_UNDO,
    TABLE_UNREADABLE,
    WAITS_FOR_PLAYERS,
    NotReadyError,
    UnavailableError,
)

Kind = Literal["action", "undo", "resign"]
Status = Literal["waiting", "running", "over"]


class Entry(NamedTuple):
    """One change of the game. `action` is an action's index, or how many actions an undo takes back."""

    table: str
    version: int
    kind: Kind
    seat: int
    action: int
    text: str
    reveals: int
    at: float


class SeatAt(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: int | None = None


class Plan(NamedTuple):
    """An entry that the rules allow, with the action's step."""

    entry: Entry
    step: Step | None = None


class Table(Match):
    def __init__(self, table_id: str, record: Record, seats: Sequence[SeatAt], created: float) -> None:
        super().__init__(record, ())
        self.id = table_id
        self.created = created
        self.touched = created
        self.version = 0
        self.rematch: str | None = None
        self._seen_at = [0] * record.players
        self.seat(seats)

    def seat(self, seats: Sequence[SeatAt]) -> None:
        """Say who sits where."""
        self.seats = list(seats)
        self.hold(number for number, seat in enumerate(seats) if seat.kind == "human")
        self._incomplete = any(seat.kind == "open" for seat in seats)

    @property
    def status(self) -> Status:
        if self.over:
            return "over"
        return "waiting" if self._incomplete else "running"

    @property
    def resigned(self) -> int | None:
        """Who has ended the game by resigning."""
        outcome = self.outcome if self.over else None
        return outcome.seat if outcome is not None and outcome.reason == RESIGNED else None

    def _outcome_of(self, plan: Plan) -> Outcome | None:
        if plan.entry.kind == "resign":
            return self.position.ended(RESIGNED, plan.entry.seat)
        return None if plan.step is None else plan.step.position.outcome

    def ending_of(self, plan: Plan) -> tuple[Outcome, Text] | None:
        """How the game ends with what is planned, and the sentence for it; None if it goes on."""
        outcome = self._outcome_of(plan)
        if outcome is None:
            return None
        return outcome, tell_end(outcome, plan.step.position if plan.step else self.position, self.names())

    def actors(self) -> tuple[int, ...]:
        return () if self._incomplete else super().actors()

    def awaited(self) -> tuple[int, ...]:
        return () if self._incomplete else super().awaited()

    def is_fresh(self, seat: int, version: int) -> bool:
        """Whether an answer to that version still counts: this seat could notice nothing of what happened since."""
        return self._seen_at[seat] <= version <= self.version

    def names(self) -> list[Text]:
        """What the seats are called: people by their names, bots by their seats."""
        return names_at(self.game, [seat.name if seat.kind == "human" else None for seat in self.seats])

    # Planning

    def plan_action(self, seat: int, version: int, action: str | int, now: float) -> Plan:
        if not self.is_fresh(seat, version):
            raise StaleError(MOVED_ON)
        step = self.plan(seat, action)
        done = step.played.action
        return Plan(self._entry("action", seat, now, done.index, done.text, step.played.reveals), step)

    def plan_undo(self, seat: int, count: int, now: float) -> Plan:
        self.check_running()
        if not 0 < count <= len(self.played):
            raise UnavailableError(NOTHING_TO_UNDO)
        return Plan(self._entry("undo", seat, now, count))

    def plan_resign(self, seat: int, now: float) -> Plan:
        self.check_running()
        return Plan(self._entry("resign", seat, now))

    def _entry(self, kind: Kind, seat: int, now: float, action: int = 0, text: str = "", reveals: int = 0) -> Entry:
        return Entry(self.id, self.version + 1, kind, seat, action, text, reveals, now)

    def take(self, plan: Plan) -> None:
        """Carry out what was planned for the table as it is now."""
        entry, unnoticed = plan.entry, 0
        self.version, self.touched = entry.version, entry.at
        if plan.step is not None:
            self.add(plan.step)
            unnoticed = plan.step.unnoticed
        elif entry.kind == "undo":
            self.take_back(entry.action)
        else:
            self.end(RESIGNED, entry.seat)
        for viewer in range(self.players):
            if not unnoticed >> viewer & 1:
                self._seen_at[viewer] = entry.version

    def restore(self, entries: Iterable[Entry]) -> None:
        """Fold the stored entries."""
        resigned: int | None = None
        for entry in entries:
            if entry.kind == "action":
                self.note(entry.seat, Action(entry.text, entry.action), entry.reveals)
            elif entry.kind == "undo" and 0 < entry.action <= len(self.played):
                self.forget(entry.action)
            elif entry.kind == "resign" and 0 <= entry.seat < self.players:
                resigned = entry.seat
            else:
                raise TamperedError(TABLE_UNREADABLE)
            self.version, self.touched = entry.version, entry.at
        self._seen_at = [self.version] * self.players
        self.refresh()
        if resigned is not None:
            self.end(RESIGNED, resigned)

    def check_running(self) -> None:
        super().check_running()
        if self._incomplete:
            raise NotReadyError(WAITS_FOR_PLAYERS)

    def why_not(self, seat: int, action: str | int, language: str) -> Refusal | None:
        if self.status == "waiting":
            raise NotReadyError(WAITS_FOR_PLAYERS)
        return super().why_not(seat, action, language)

    def proof(self) -> Record:
        """The whole record by the names at the table."""
        return self.full_record([seat.name or self.game.seat_name(number).en for number, seat in enumerate(self.seats)])


def view_of(table: Table, viewer: int | None) -> dict[str, Any]:
    """What a viewer may know of the table's position, an end beside the rules included."""
    return ended_view(table.position.view(viewer), table)


def ended_view(view: dict[str, Any], table: Table) -> dict[str, Any]:
    if table.over and view["outcome"] is None and table.outcome is not None:
        view |= {"actors": [], "awaited": [], "outcome": table.outcome.described()}
    return view
