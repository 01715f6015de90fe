"""A game in progress: its record, its positions, what can be taken back, and what is secret.

The table in the browser and the one in the terminal are built on it. It has no input and no output, and never looks at
the time: whoever plays with clocks says at which moment something is done.
An action is planned first, which changes nothing, and taken when whoever planned it is ready, once it is stored for
example. Seats are held by people or by bots; a bot may stand in for somebody who has left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Literal, NamedTuple, Self

from alcove.kernel.ending import tell_end
from alcove.kernel.errors import OverError, TamperedError
from alcove.kernel.outcome import Outcome
from alcove.kernel.position import Action, NamedAction, Position, Refusal
from alcove.kernel.recent import NEWEST, OlderPositions
from alcove.kernel.record import Record, begins_turn, in_turns
from alcove.kernel.record_parts import SeatChange
from alcove.kernel.reveal import revealed, unnoticed
from alcove.kernel.text import Text
from alcove.kernel.timed import Timed

KEPT = 60
"""Positions at the end of a game that are kept, so that its last actions can be told."""
GAME_OVER = Text("The game is over.", "Das Spiel ist zu Ende.")
NOT_POSSIBLE = Text("Action {n} is not possible.", "Aktion {n} ist nicht möglich.")
UNKNOWN = -1
"""What an action has revealed, where it was not asked yet."""

Undoing = Literal["free", "ask", "no"]


class Played(NamedTuple):
    """An action that was done. `public` is what others may read of it, `reveals` the seats to which it has shown
    something hidden, and `human` says that a person has done it."""

    seat: int
    action: Action
    public: str
    reveals: int
    human: bool
    serial: int = 0
    """A number that no other action of the match has, those taken back included."""


class PlannedAction(NamedTuple):
    """An action that the rules allow, and where it leads. It does not make the answers of `unnoticed` seats late."""

    played: Played
    position: Position
    unnoticed: int = 0


def _older_kept(kept: int | None) -> int | None:
    return None if kept is None else max(0, kept + 1 - NEWEST)


def unplayed(record: Record) -> Record:
    """A record as it was before anything was done."""
    return replace(record, actions=(), outcome=None, changes=(), last=None, times=None)


class Match(Timed):
    """`kept` is how many positions are kept, None for all of them. `people` are the seats that people hold now."""

    def __init__(self, record: Record, people: Iterable[int], kept: int | None = KEPT) -> None:
        self.record = record
        """As it was at the start; `full_record` has what happened since."""
        self.game, self.players = record.game, record.players
        self.start: Position = record.start()
        """Where the game begins; where the last change of its rules took it over, if they have changed."""
        self.options = self.start.options
        self.played: list[Played] = []
        self.changes: list[SeatChange] = []
        self.stand_ins: dict[int, int] = {}
        """Seats whose people have left, with the level of the bot that plays on for them."""
        self.incomplete = False
        """Whether it waits for players; nobody may act before."""
        self._ended: Outcome | None = None
        self._kept = kept
        self._serial = 0
        self._recent: deque[Position] = deque([self.start])
        """The newest positions, in a table that keeps few; all of them in one that keeps all."""
        self._older = OlderPositions(len(bytes(self.start)), _older_kept(kept))
        self._legal: dict[int, list[int]] = {}
        self._settle()
        self.hold(people)

    @classmethod
    def of(cls, record: Record, people: Iterable[int]) -> Match:
        """The game that a record tells, with every position."""
        match = cls(unplayed(record), people, None)
        match.follow(record)
        return match

    def follow(self, record: Record) -> None:
        """Carry out all that a record tells."""
        changes = deque(record.changes)
        for seat, action, position in record.positions():
            if seat is not None and action is not None:
                public = self.position.public_text(seat, action.index)
                self.add(PlannedAction(Played(seat, action, public, UNKNOWN, seat in self.people), position))
            while changes and changes[0].at == len(self.played):
                change = changes.popleft()
                self.change_seat(change.seat, change.level)
        if record.outcome is not None and not self.over:
            self.end(record.outcome.reason, record.outcome.seat)

    def hold(self, people: Iterable[int]) -> None:
        """Say which seats people hold; those who have left included."""
        self.persons = frozenset(people)
        self.people = self.persons - self.stand_ins.keys()

    # Now

    @property
    def position(self) -> Position:
        return self._recent[-1]

    @property
    def outcome(self) -> Outcome | None:
        return self._ended or self.position.outcome

    def actors(self) -> tuple[int, ...]:
        return () if self.over or self.incomplete else self._recent[-1].actors

    def awaited(self) -> tuple[int, ...]:
        return () if self.over or self.incomplete else self._recent[-1].awaited

    def legal_indices(self, seat: int) -> list[int]:
        """What a seat may do now."""
        if seat not in self.actors():
            return []
        known = self._legal.get(seat)
        if known is None:
            known = self._legal[seat] = self.position.legal_indices(seat)
        return known

    def why_not(self, seat: int, action: NamedAction, language: str) -> Refusal | None:
        """Why a seat may not do something now, None if it may."""
        if self._ended is not None:
            return Refusal(self.game.end_clause, GAME_OVER.of(language))
        return self.position.why_not(seat, action, language)

    def sentence(self, names: Sequence[Text]) -> Text | None:
        """How the game ended and why, by the names at the table; None while it goes on."""
        outcome = self.outcome
        return None if outcome is None else tell_end(outcome, self.position, names)

    # Changes

    def plan(self, seat: int, choice: str | int) -> PlannedAction:
        """Check an action. It changes nothing."""
        self.check_running()
        before = self.position
        if seat not in before.actors:
            before.play(seat, choice)  # says whose turn it is
        legal = self.legal_indices(seat)
        index = choice if isinstance(choice, int) else self._read(seat, choice, legal)
        if index in legal:
            after = before.play_legal(seat, index)
        else:
            after = before.play(seat, index)  # says what forbids it
        action = before.action(seat, index)
        public = before.public_text(seat, index) if self.game.rules.SECRETS else action.text
        reveals = revealed(before, after, seat, index, self.persons)  # who has left still looks through the seat
        played = Played(seat, action, public, reveals, seat in self.people, self._serial + 1)
        return PlannedAction(played, after, unnoticed(before, after, seat, index))

    def _read(self, seat: int, text: str, legal: list[int]) -> int:
        """The action that a text names. What reads the same in every position is found without taking it apart."""
        index = self.game.static_actions.get(text)
        if index is not None and index in legal:
            return index
        return self.game.notation.read_action(self.position, seat, text)

    def add(self, step: PlannedAction, moment: int = 0) -> None:
        """Carry out what was planned for the game as it is now."""
        before = self._recent[-1]
        self._append(step.played)
        self._recent.append(step.position)
        if len(self._recent) > NEWEST and self._kept is not None:
            self._older.add(self._recent.popleft(), self._recent[0])
        self._settle()
        if self.clock is not None:
            self.clock.act(step.played.seat, self.timed(), self.ends_move(before, step.played), moment)

    def note(self, seat: int, action: Action, reveals: int) -> None:
        """Add an action that is known to be legal. When all are noted, `refresh` finds the positions."""
        self._append(Played(seat, action, action.text, reveals, seat in self.people))

    def _append(self, played: Played) -> None:
        self._serial += 1
        self.played.append(played if played.serial == self._serial else played._replace(serial=self._serial))

    def _settle(self) -> None:
        """Note what follows from a change, because it is asked for often."""
        self.over = self._ended is not None or not self._recent[-1].actors
        self._legal.clear()

    def _put_away(self) -> None:
        """Keep older positions in less room."""
        while self._kept is not None and len(self._recent) > NEWEST:
            self._older.add(self._recent.popleft(), self._recent[0])

    def _keep_last(self, positions: deque[Position]) -> None:
        """Keep these, and no others."""
        self._recent, self._older = positions, OlderPositions(len(bytes(self.start)), _older_kept(self._kept))
        self._put_away()
        self._settle()

    def forget(self, count: int) -> None:
        """Drop the last actions; `refresh` finds the positions."""
        del self.played[len(self.played) - count :]
        self.changes = [change._replace(at=min(change.at, len(self.played))) for change in self.changes]

    def refresh(self) -> None:
        """Follow what was noted, and believe nothing: rules are compiled, and what no rule allows would make them write
        where they must not."""
        positions: deque[Position] = deque([self.start], maxlen=self._kept and self._kept + 1)
        for number, (seat, action, *_) in enumerate(self.played):
            before = positions[-1]
            if seat not in before.actors or action.index not in before.legal_indices(seat):
                raise TamperedError(NOT_POSSIBLE.fill(n=number + 1))
            self.played[number] = self.played[number]._replace(public=before.public_text(seat, action.index))
            positions.append(before.play_legal(seat, action.index))
        self._keep_last(positions)

    def take_back(self, count: int, moment: int = 0) -> None:
        self.forget(count)
        self._keep_last(deque(self._last_positions()))
        if self.clock is not None:
            self.clock.take_back(count, self.timed(), moment)

    def end(self, reason: str, seat: int | None, moment: int = 0) -> None:
        """End a game that its rules have not ended."""
        self._ended = self.position.ended(reason, seat)
        self._settle()
        self.run_clock(moment)

    def change_seat(self, seat: int, level: int | None, moment: int = 0) -> None:
        """Let a bot of a level play on in a seat whose person has left, or (with None) let the person come back."""
        if level is None:
            self.stand_ins.pop(seat, None)
        else:
            self.stand_ins[seat] = level
        self.changes.append(SeatChange(len(self.played), seat, level))
        self.people = self.persons - self.stand_ins.keys()
        self.run_clock(moment, seat if level is None else None)

    def ends_without(self, seat: int) -> bool:
        """Whether the game is over if the person in a seat resigns: with one or two players, or without other people.
        Else a bot can take the seat, and the others play on."""
        return self.players < 3 or self.people <= {seat}

    def check_running(self) -> None:
        if self.over:
            raise OverError(GAME_OVER)

    # Taking back

    def undo(self, mine: frozenset[int]) -> tuple[Undoing, int, int]:
        """Whether somebody who holds these seats may take back, how many actions, and which seat asks.

        Free while nothing hidden was revealed and no other person has acted since; else by consent of the others.
        """
        if self.over or not mine:
            return "no", 0, -1
        asker, count, acted = -1, 0, False
        for seat, _, _, _, human, _ in reversed(self.played):
            if asker >= 0:
                if seat != asker or not human or self.players == 1:
                    break  # here the asker's last turn began
            elif human:
                if seat not in mine:
                    acted = True
                elif seat in self.people:
                    asker = seat
            count += 1
        if asker < 0:
            return "no", 0, -1
        if not acted and not self._has_revealed(mine, len(self.played) - count):
            return "free", count, asker
        if not self.people <= mine:
            return "ask", count, asker
        if len(self.people) == 1:
            return "no", 0, -1  # bots give no consent to a look behind the scenes
        return "free", count, asker

    def _has_revealed(self, mine: frozenset[int], begin: int) -> bool:
        """Whether somebody who holds these seats was shown something hidden since then, through any of them."""
        if not (self.game.rules.CHANCE or self.game.rules.SECRETS):
            return False
        seats = sum(1 << seat for seat in mine)
        return any(self._reveals(number) & seats for number in range(begin, len(self.played)))

    def _reveals(self, number: int) -> int:
        one = self.played[number]
        if one.reveals == UNKNOWN:
            before, after = self.position_after(number), self.position_after(number + 1)
            one = one._replace(reveals=revealed(before, after, one.seat, one.action.index, self.persons))
            self.played[number] = one
        return one.reveals

    # The past

    def position_after(self, count: int) -> Position:
        """The position after that many actions."""
        back = len(self.played) - count
        if back < len(self._recent):
            return self._recent[-1 - back]
        if (older := back + 1 - len(self._recent)) <= len(self._older):
            return self._older.before(self._recent[0], older)[0]
        return self._position_after_all(self.played[:count])

    def _position_after_all(self, played: Iterable[Played]) -> Position:
        """The position after some actions, without the ones between."""
        row, turn = self.start.copy_row(), self.game.entry_points.turn
        for one in played:
            turn(row, one.seat, one.action.index)
        return Position(self.game, self.players, self.options, row)

    def _last_positions(self) -> list[Position]:
        first = 0 if self._kept is None else max(0, len(self.played) - self._kept)
        positions = [self._position_after_all(self.played[:first])]
        for one in self.played[first:]:
            positions.append(positions[-1].play_legal(one.seat, one.action.index))
        return positions

    def recent(self) -> list[tuple[Position, Played, Position]]:
        """The last actions with the positions before and after each."""
        positions = [*self._older.before(self._recent[0], len(self._older)), *self._recent]
        played = self.played[len(self.played) - len(positions) + 1 :]
        return list(zip(positions, played, positions[1:], strict=False))

    def last(self) -> tuple[Position, Played, Position]:
        """The last action, with the positions before and after it."""
        return self._recent[-2], self.played[-1], self._recent[-1]

    def text_for(self, played: Played, viewer: int | None) -> str:
        """An action as a viewer may read it. After the end everything is open."""
        return played.action.text if viewer == played.seat or self.over else played.public

    def may_know(self, played: Played, viewer: int | None) -> bool:
        """Whether a viewer may know all about an action: its own, any without secrets, and all after the end."""
        return viewer == played.seat or not self.game.rules.SECRETS or self.over

    def turns(self, viewer: int | None) -> list[tuple[int, str]]:
        """Seat and text of each turn, as a viewer may read them."""
        return [(run[0].seat, self.turn_text(run, viewer)) for run in self.runs()]

    def runs(self) -> list[list[Played]]:
        """The actions, put together by turns. Everybody knows where a turn begins."""
        shown = iter(self.played)
        runs = in_turns(self.game, ((one.seat, one.public) for one in self.played))
        return [[next(shown) for _ in run] for run in runs]

    def turn_text(self, turn: Iterable[Played], viewer: int | None) -> str:
        """The actions of a turn in one piece, as a viewer may read it."""
        return self.game.notation.join([self.text_for(one, viewer) for one in turn])

    def last_begins_turn(self) -> bool:
        """Whether the last action opens a turn or goes on with the one before."""
        before = self.played[-2] if len(self.played) > 1 else None
        return begins_turn(self.game, before and (before.seat, before.public), self.played[-1].seat)

    def full_record(self, names: Sequence[str] = ()) -> Record:
        """The record with all that happened, seed and nonce. Not for anybody's eyes before the end."""
        return replace(
            self.record,
            names=tuple(names) or self.record.names,
            actions=tuple((one.seat, one.action.text) for one in self.played),
            changes=tuple(self.changes),
            outcome=self.outcome,
            times=None if self.clock is None else self.clock.times(),
        )

    def snapshot(self) -> Self:
        """The game as it is now, for another thread to read."""
        copied = copy(self)
        copied.played = list(self.played)
        copied.changes = list(self.changes)
        copied._recent, copied._older = self._recent.copy(), self._older.copy()
        copied._legal = {}
        copied.clock = self.clock and self.clock.copy()
        return copied
