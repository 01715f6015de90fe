"""A table: a game in progress, and who sits where. No input or output, and no look at the time.

Whatever changes the game is an Entry. `plan_…` checks it against the rules and changes nothing; `take` carries it out,
once it is safely stored. Folding the entries gives the table back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Self

import msgspec

from alcove.bots.levels import stand_in_level
from alcove.kernel.ending import names_at, tell_end
from alcove.kernel.errors import StaleError, TamperedError
from alcove.kernel.game import Game
from alcove.kernel.match import Match, PlannedAction, Played
from alcove.kernel.outcome import ABANDONED, OUT_OF_TIME, RESIGNED, Outcome
from alcove.kernel.position import Action, NamedAction, Refusal
from alcove.kernel.record import Record
from alcove.kernel.text import Text
from alcove.kernel.time_control import SECOND_MS
from alcove.server.refusals import (
    BOT_PLAYS,
    MOVED_ON,
    NOT_LEFT,
    NOTHING_TO_UNDO,
    TABLE_UNREADABLE,
    WAITS_FOR_PLAYERS,
    NotReadyError,
    UnavailableError,
)

Kind = Literal["action", "undo", "resign", "abandon", "timeout", "leave", "return", "rules"]
RULES: Kind = "rules"
Status = Literal["waiting", "running", "over"]
ENDS: dict[Kind, str] = {"resign": RESIGNED, "abandon": ABANDONED, "timeout": OUT_OF_TIME}
"""Entries that end a game beside its rules, with the reason that the record gives."""


class Entry(NamedTuple):
    """One change of the game. `action` is an action's index, how many actions an undo takes back, the level of the
    bot that plays on for somebody who leaves, or the version of the rules that the game goes on under."""

    table: str
    version: int
    kind: Kind
    seat: int
    action: int
    text: str
    reveals: int
    at: float


class StoredPosition(NamedTuple):
    """The last position that was kept, in words (`positions.py`)."""

    version: int
    """The table's, when it was kept."""
    rules: int
    actions: int
    """That led to it, since the rules have changed last."""
    text: str


def moment_of(at: float) -> int:
    """A time in whole milliseconds, as clocks have it."""
    return round(at * SECOND_MS)


class SeatAt(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: int | None = None
    seconds: int | None = None
    """How long a bot thinks that was told."""


def names_of(game: Game, seats: Sequence[SeatAt]) -> list[Text]:
    """What the seats are called: people by their names, bots by their seats."""
    return names_at(game, [seat.name if seat.kind == "human" else None for seat in seats])


class Plan(NamedTuple):
    """An entry that the rules allow, with the action's step."""

    entry: Entry
    step: PlannedAction | None = None


class Table(Match):
    followable = True
    """Whether its rules are at hand, so that positions can be found again."""

    def __init__(
        self, table_id: str, record: Record, seats: Sequence[SeatAt], created: float, stand_in: int | None = None
    ) -> None:
        super().__init__(record, ())
        self.id = table_id
        self.stand_in = stand_in_level(self.game) if stand_in is None else stand_in
        """The level of the bots that take over when somebody leaves."""
        self.created = created
        self.touched = created
        self.version = 0
        self.rematch: str | None = None
        self.kept_version = 0
        """The version whose position is kept in words."""
        self._seen_at = [0] * record.players
        self.seat(seats)

    def seat(self, seats: Sequence[SeatAt]) -> None:
        """Say who sits where."""
        self._sat = list(seats)
        self._reseat()
        self.hold(number for number, seat in enumerate(seats) if seat.kind == "human")
        self.incomplete = any(seat.kind == "open" for seat in seats)

    def _reseat(self) -> None:
        """Who sits where now: bots for those who have left."""
        left = self.stand_ins
        self.seats = [SeatAt("bot", at.name, left[seat]) if seat in left else at for seat, at in enumerate(self._sat)]
        self.has_bots = any(at.kind == "bot" for at in self.seats)
        self._names = names_of(self.game, self.seats)

    def change_seat(self, seat: int, level: int | None, moment: int = 0) -> None:
        super().change_seat(seat, level, moment)
        self._reseat()

    def person(self, seat: int) -> str:
        """The name of whoever the seat belongs to, although they may have left."""
        return self._sat[seat].name

    @property
    def status(self) -> Status:
        if self.over:
            return "over"
        return "waiting" if self.incomplete else "running"

    @property
    def resigned(self) -> int | None:
        """Who has ended the game by resigning."""
        outcome = self.outcome if self.over else None
        return outcome.seat if outcome is not None and outcome.reason == RESIGNED else None

    def _outcome_of(self, plan: Plan) -> Outcome | None:
        if plan.entry.kind in ENDS:
            return self.position.ended(*_end_of(plan.entry))
        return None if plan.step is None else plan.step.position.outcome

    def ending_of(self, plan: Plan) -> tuple[Outcome, Text] | None:
        """How the game ends with what is planned, and the sentence for it; None if it goes on."""
        outcome = self._outcome_of(plan)
        if outcome is None:
            return None
        return outcome, tell_end(outcome, plan.step.position if plan.step else self.position, self.names())

    def ending(self) -> tuple[Outcome, Text] | None:
        """How the game has ended, and the sentence for it; None while it goes on."""
        outcome, sentence = self.outcome, self.sentence(self.names())
        return None if outcome is None or sentence is None else (outcome, sentence)

    def is_fresh(self, seat: int, version: int) -> bool:
        """Whether an answer to that version still counts: this seat could notice nothing of what happened since."""
        return self._seen_at[seat] <= version <= self.version

    def names(self) -> list[Text]:
        """What the seats are called: people by their names, bots by their seats."""
        return self._names

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
        """Somebody leaves. With one or two players, or if nobody else is left, that ends the game."""
        self.check_running()
        self.check_playing(seat)
        return Plan(self._entry("resign", seat, now)) if self.ends_without(seat) else self.plan_stand_in(seat, now)

    def plan_abandon(self, seat: int, now: float) -> Plan:
        """Somebody ends the game without a result."""
        self.check_running()
        self.check_playing(seat)
        return Plan(self._entry("abandon", seat, now))

    def plan_claim(self, seat: int, now: float) -> Plan:
        """Somebody has run out of time, and the other one wins."""
        self.check_running()
        return Plan(self._entry("timeout", seat, now))

    def plan_stand_in(self, seat: int, now: float) -> Plan:
        """Let a bot play on in somebody's seat."""
        self.check_running()
        self.check_playing(seat)
        return self.plan_leave(seat, self.stand_in, now)

    def plan_leave(self, seat: int, level: int, now: float) -> Plan:
        return Plan(self._entry("leave", seat, now, level))

    def plan_return(self, seat: int, now: float) -> Plan:
        """Let somebody come back to their seat."""
        self.check_running()
        if seat not in self.stand_ins:
            raise UnavailableError(NOT_LEFT)
        return Plan(self._entry("return", seat, now))

    def check_playing(self, seat: int) -> None:
        if seat in self.stand_ins:
            raise UnavailableError(BOT_PLAYS)

    def _entry(self, kind: Kind, seat: int, now: float, action: int = 0, text: str = "", reveals: int = 0) -> Entry:
        return Entry(self.id, self.version + 1, kind, seat, action, text, reveals, now)

    def take(self, plan: Plan) -> None:
        """Carry out what was planned for the table as it is now."""
        entry, unnoticed = plan.entry, 0
        self.version, self.touched = entry.version, entry.at
        if entry.kind in ("leave", "return"):
            self._change_seat(entry)
            self._seen_at[entry.seat] = entry.version
            return
        if plan.step is not None:
            self.add(plan.step, moment_of(entry.at))
            unnoticed = plan.step.unnoticed
        elif entry.kind == "undo":
            self.take_back(entry.action, moment_of(entry.at))
        else:
            self.end(*_end_of(entry), moment_of(entry.at))
        if not unnoticed:
            self._seen_at = [entry.version] * self.players
            return
        for viewer in range(self.players):
            if not unnoticed >> viewer & 1:
                self._seen_at[viewer] = entry.version

    def after(self, plan: Plan) -> Table:
        """The table as it will be when that is carried out; this one stays as it is."""
        later = self._apart()
        later.take(plan)
        return later

    def with_seats(self, seats: Sequence[SeatAt], moment: int) -> Table:
        """The table as it will be when people sit like that."""
        later = self._apart()
        later.seat(seats)
        later.run_clock(moment)
        return later

    def _apart(self) -> Self:
        copied = self.snapshot()
        copied.stand_ins, copied._seen_at = dict(self.stand_ins), list(self._seen_at)
        return copied

    def _change_seat(self, entry: Entry) -> None:
        level = entry.action if entry.kind == "leave" else None
        self.change_seat(entry.seat, level, moment_of(entry.at))

    def restore(self, entries: Iterable[Entry]) -> None:
        """Fold the stored entries."""
        end: Entry | None = None
        for entry in entries:
            if entry.kind == "action":
                self._restore_action(entry)
            elif entry.kind == "undo" and 0 < entry.action <= len(self.played):
                self._restore_undo(entry)
            elif entry.kind in ENDS and 0 <= entry.seat < self.players:
                end = entry
            elif entry.kind in ("leave", "return") and 0 <= entry.seat < self.players:
                self._change_seat(entry)
            elif entry.kind == RULES and not self.played:
                self._begin_again(entry)  # the record says where these rules begin
            else:
                raise TamperedError(TABLE_UNREADABLE)
            self.version, self.touched = entry.version, entry.at
        self._seen_at = [self.version] * self.players
        if self.clock is None:
            self.refresh()
        if end is not None:
            self.end(*_end_of(end), moment_of(end.at))

    def _restore_action(self, entry: Entry) -> None:
        """Where time counts each position is followed at once, also those that were taken back later: they say whose
        clocks ran."""
        action = Action(entry.text, entry.action)
        if self.clock is None:
            self.note(entry.seat, action, entry.reveals)
            return
        before = self.position
        if entry.seat not in before.actors or entry.action not in before.legal_indices(entry.seat):
            raise TamperedError(TABLE_UNREADABLE)
        public = before.public_text(entry.seat, entry.action)
        played = Played(entry.seat, action, public, entry.reveals, entry.seat in self.people)
        self.add(PlannedAction(played, before.play_legal(entry.seat, entry.action)), moment_of(entry.at))

    def _restore_undo(self, entry: Entry) -> None:
        if self.clock is None:
            self.forget(entry.action)
        else:
            self.take_back(entry.action, moment_of(entry.at))

    def _begin_again(self, entry: Entry) -> None:
        """Under other rules clocks begin anew."""
        if (clock := self.clock) is not None:
            self.start_clock(clock.control, max(clock.at, moment_of(entry.at)), clock.absences)

    def check_running(self) -> None:
        super().check_running()
        if self.incomplete:
            raise NotReadyError(WAITS_FOR_PLAYERS)

    def why_not(self, seat: int, action: NamedAction, language: str) -> Refusal | None:
        if self.status == "waiting":
            raise NotReadyError(WAITS_FOR_PLAYERS)
        return super().why_not(seat, action, language)

    def proof(self) -> Record:
        """The whole record by the names at the table."""
        return self.full_record([seat.name or self.game.seat_name(number).en for number, seat in enumerate(self._sat)])


def _end_of(entry: Entry) -> tuple[str, int | None]:
    """For which reason an entry ends the game, and whose doing that is; nobody's if the game is abandoned."""
    reason = ENDS[entry.kind]
    return reason, None if reason == ABANDONED else entry.seat


def ended_view(view: dict[str, Any], table: Table) -> dict[str, Any]:
    """A view of the table's last position, an end beside the rules included."""
    if table.over and view["outcome"] is None and table.outcome is not None:
        view |= {"actors": [], "awaited": [], "outcome": table.outcome.described()}
    return view
