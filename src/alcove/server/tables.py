"""A table: who sits where, and the game as it stands. No input or output, and no clock of its own.

Whatever changes the game is an Entry. `plan_…` checks it against the rules and changes nothing; `take` carries it out,
once it is safely stored. Folding the entries gives the table back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import msgspec

from alcove.kernel.errors import OverError, StaleError, TamperedError
from alcove.kernel.position import Action, Outcome, Position, Refusal
from alcove.kernel.record import Record, begins_turn, in_turns
from alcove.kernel.reveal import revealed, unnoticed
from alcove.server.refusals import (
    GAME_OVER,
    MOVED_ON,
    NOTHING_TO_UNDO,
    TABLE_UNREADABLE,
    WAITS_FOR_PLAYERS,
    NotReadyError,
    UnavailableError,
)

KEPT = 60
"""Positions at the end of a game that are kept, so that its last actions can be told."""

Kind = Literal["action", "undo", "resign"]
Status = Literal["waiting", "running", "over"]
Undoing = Literal["free", "ask", "no"]


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


class Played(NamedTuple):
    """An action, and `public`, what others may read of it."""

    seat: int
    action: Action
    public: str
    reveals: int
    version: int


class Plan(NamedTuple):
    """An entry that the rules allow, and where it leads. It does not make the answers of `unnoticed` seats late."""

    entry: Entry
    position: Position
    played: Played | None = None
    unnoticed: int = 0


class Table:
    def __init__(self, table_id: str, record: Record, seats: Sequence[SeatAt], created: float) -> None:
        self.id = table_id
        self.record = record
        self.game, self.players, self.options = record.game, record.players, record.options
        self.created = created
        self.touched = created
        self.start: Position = record.start()
        self.version = 0
        self.played: list[Played] = []
        self.resigned: int | None = None
        self.rematch: str | None = None
        self._recent: deque[Position] = deque([self.start], maxlen=KEPT + 1)
        self._seen_at = [0] * record.players
        self._legal: dict[int, list[int]] = {}
        self.seat(seats)

    def seat(self, seats: Sequence[SeatAt]) -> None:
        """Say who sits where."""
        self.seats = list(seats)
        self.people = frozenset(number for number, seat in enumerate(seats) if seat.kind == "human")
        self._incomplete = any(seat.kind == "open" for seat in seats)
        self._settle()

    def _settle(self) -> None:
        """Note what follows from a change, because it is asked for often."""
        self.status: Status = "running"
        if self.resigned is not None or not self.position.actors:
            self.status = "over"
        elif self._incomplete:
            self.status = "waiting"
        self._legal.clear()

    @property
    def position(self) -> Position:
        return self._recent[-1]

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome if self.resigned is None else self._resigned_outcome(self.resigned)

    def outcome_of(self, plan: Plan) -> Outcome | None:
        """How the game ends with what is planned, None if it goes on."""
        return self._resigned_outcome(plan.entry.seat) if plan.entry.kind == "resign" else plan.position.outcome

    def _resigned_outcome(self, loser: int) -> Outcome:
        winners = tuple(seat for seat in range(self.players) if seat != loser)
        return Outcome(self.position.scores, winners, "resigned")

    def actors(self) -> tuple[int, ...]:
        return self.position.actors if self.status == "running" else ()

    def awaited(self) -> tuple[int, ...]:
        return self.position.awaited if self.status == "running" else ()

    def is_fresh(self, seat: int, version: int) -> bool:
        """Whether an answer to that version still counts: what happened since was a secret from this seat."""
        return self._seen_at[seat] <= version <= self.version

    # Planning

    def plan_action(self, seat: int, version: int, action: str | int, now: float) -> Plan:
        if not self.is_fresh(seat, version):
            raise StaleError(MOVED_ON)
        self._check_running()
        before = self.position
        if seat not in before.actors:
            before.play(seat, action)  # says whose turn it is
        index = action if isinstance(action, int) else self.game.notation.read_action(before, seat, action)
        if index in self.legal_indices(seat):
            after = before.play_legal(seat, index)
        else:
            after = before.play(seat, index)  # says what forbids it
        text = self.game.notation.write_action(before, seat, index)
        reveals = revealed(before, after, seat, index, self.people)
        entry = Entry(self.id, self.version + 1, "action", seat, index, text, reveals, now)
        public = before.public_text(seat, index)
        return Plan(entry, after, _played(entry, public), unnoticed(before, after, seat, index))

    def plan_undo(self, seat: int, count: int, now: float) -> Plan:
        self._check_running()
        if not 0 < count <= len(self.played):
            raise UnavailableError(NOTHING_TO_UNDO)
        entry = Entry(self.id, self.version + 1, "undo", seat, count, "", 0, now)
        return Plan(entry, self._position_after(len(self.played) - count))

    def plan_resign(self, seat: int, now: float) -> Plan:
        self._check_running()
        return Plan(Entry(self.id, self.version + 1, "resign", seat, 0, "", 0, now), self.position)

    def take(self, plan: Plan) -> None:
        """Carry out what was planned for the table as it is now."""
        entry = plan.entry
        self.version, self.touched = entry.version, entry.at
        if entry.kind == "action" and plan.played is not None:
            self.played.append(plan.played)
            self._recent.append(plan.position)
            for viewer in range(self.players):
                if not plan.unnoticed >> viewer & 1:
                    self._seen_at[viewer] = entry.version
        elif entry.kind == "undo":
            del self.played[len(self.played) - entry.action :]
            self._recent = deque(self._last_positions(), maxlen=KEPT + 1)
            self._seen_at = [entry.version] * self.players
        else:
            self.resigned = entry.seat
            self._seen_at = [entry.version] * self.players
        self._settle()

    def _check_running(self) -> None:
        if self.status == "over":
            raise OverError(GAME_OVER)
        if self.status == "waiting":
            raise NotReadyError(WAITS_FOR_PLAYERS)

    # What a seat may do

    def legal_indices(self, seat: int) -> list[int]:
        """What a seat may do now."""
        if self.status != "running" or seat not in self.position.actors:
            return []
        known = self._legal.get(seat)
        if known is None:
            known = self._legal[seat] = self.position.legal_indices(seat)
        return known

    def why_not(self, seat: int, action: str | int, language: str) -> Refusal | None:
        """Why a seat may not do something now, None if it may."""
        if self.status == "waiting":
            raise NotReadyError(WAITS_FOR_PLAYERS)
        if self.resigned is not None:
            return Refusal(self.game.end_clause, GAME_OVER.of(language))
        return self.position.why_not(seat, action, language)

    def undo(self, mine: frozenset[int]) -> tuple[Undoing, int, int]:
        """Whether somebody who holds these seats may take back, how many actions, and which seat asks.

        Free while nothing hidden was revealed and no other person has acted since; else by consent of the others.
        """
        asker, reveals, acted = -1, 0, False
        count = 0
        for one in reversed(self.played):
            human = one.seat in self.people
            if asker >= 0:
                if one.seat != asker or self.players == 1:
                    break  # here the asker's last turn began
            elif human and one.seat in mine:
                asker = one.seat
            count += 1
            reveals |= one.reveals
            acted = acted or (human and one.seat not in mine)
        if asker < 0 or self.status != "running":
            return "no", 0, -1
        if not acted and not reveals >> asker & 1:
            return "free", count, asker
        if not self.people <= mine:
            return "ask", count, asker
        if len(self.people) == 1:
            return "no", 0, -1  # bots give no consent to a look behind the scenes
        return "free", count, asker

    # The past

    def _position_after(self, count: int) -> Position:
        back = len(self.played) - count
        if back < len(self._recent):
            return self._recent[-1 - back]
        return self._fold(self.start, self.played[:count])

    @staticmethod
    def _fold(start: Position, played: Iterable[Played]) -> Position:
        """The position after some actions, without the ones between."""
        row = start.thaw()
        state, play = row[0], start.game.rules.play
        for one in played:
            play(state, one.seat, one.action.index)
        return Position(start.game, start.players, start.options, row)

    def _last_positions(self) -> list[Position]:
        first = max(0, len(self.played) - KEPT)
        positions = [self._fold(self.start, self.played[:first])]
        for one in self.played[first:]:
            positions.append(positions[-1].play_legal(one.seat, one.action.index))
        return positions

    def recent(self) -> list[tuple[Position, Played, Position]]:
        """The last actions with the positions before and after each."""
        positions = list(self._recent)
        played = self.played[len(self.played) - len(positions) + 1 :]
        return list(zip(positions, played, positions[1:], strict=False))

    def last(self) -> tuple[Position, Played, Position]:
        """The last action, with the positions before and after it."""
        return self._recent[-2], self.played[-1], self._recent[-1]

    def text_for(self, played: Played, viewer: int | None) -> str:
        """An action as a viewer may read it. After the end everything is open."""
        return played.action.text if viewer == played.seat or self.status == "over" else played.public

    def turns(self, viewer: int | None) -> list[tuple[int, str]]:
        """Seat and text of each turn, as a viewer may read them."""
        return [(run[0].seat, self.turn_text(run, viewer)) for run in self.runs()]

    def runs(self) -> list[list[Played]]:
        """The actions, put together by turns."""
        shown = iter(self.played)
        runs = in_turns(self.game, ((one.seat, one.public) for one in self.played))
        return [[next(shown) for _ in run] for run in runs]

    def turn_text(self, turn: Iterable[Played], viewer: int | None) -> str:
        """The actions of a turn in one piece, as a viewer may read it."""
        return self.game.notation.join([self.text_for(one, viewer) for one in turn])

    def last_begins_turn(self) -> bool:
        before = self.played[-2] if len(self.played) > 1 else None
        return begins_turn(self.game, before and (before.seat, before.public), self.played[-1].seat)

    def snapshot(self) -> Table:
        """The table as it is now, for another thread to read."""
        copied = copy(self)
        copied.played = list(self.played)
        copied._recent = self._recent.copy()
        return copied

    def full_record(self) -> Record:
        """The record with all its actions, seed and nonce. Not for anybody's eyes before the end."""
        actions = tuple((one.seat, one.action.text) for one in self.played)
        names = tuple(seat.name or self.game.seat_name(number).en for number, seat in enumerate(self.seats))
        return replace(self.record, names=names, actions=actions, outcome=self.position.outcome)

    def restore(self, entries: Iterable[Entry]) -> None:
        """Fold the stored entries."""
        for entry in entries:
            if entry.kind == "action":
                self.played.append(_played(entry, entry.text))
            elif entry.kind == "undo" and 0 < entry.action <= len(self.played):
                del self.played[len(self.played) - entry.action :]
            elif entry.kind == "resign" and 0 <= entry.seat < self.players:
                self.resigned = entry.seat
            else:
                raise TamperedError(TABLE_UNREADABLE)
            self.version, self.touched = entry.version, entry.at
        self._seen_at = [self.version] * self.players
        self._follow_played()
        self._recent = deque(self._last_positions(), maxlen=KEPT + 1)
        self._settle()

    def _follow_played(self) -> None:
        """Find what others may read of each action, and believe nothing: rules are compiled, and what no rule allows
        would make them write where they must not."""
        position = self.start
        for number, one in enumerate(self.played):
            if one.seat not in position.actors or one.action.index not in position.legal_indices(one.seat):
                raise TamperedError(TABLE_UNREADABLE)
            if self.game.rules.SECRETS:
                self.played[number] = one._replace(public=position.public_text(one.seat, one.action.index))
            position = position.play_legal(one.seat, one.action.index)


def _played(entry: Entry, public: str) -> Played:
    return Played(entry.seat, Action(entry.text, entry.action), public, entry.reveals, entry.version)


def view_of(table: Table, viewer: int | None) -> dict[str, Any]:
    """What a viewer may know of the table's position, the end by resignation included."""
    return ended_view(table.position.view(viewer), table)


def ended_view(view: dict[str, Any], table: Table) -> dict[str, Any]:
    if table.resigned is not None and table.outcome is not None:
        outcome = table.outcome
        view |= {
            "actors": [],
            "awaited": [],
            "outcome": {
                "scores": list(outcome.scores),
                "winners": list(outcome.winners),
                "reason": outcome.reason,
            },
        }
    return view
