"""A game at the keyboard: everybody who plays it shares one device."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alcove.bots.levels import USUAL_SECONDS, stand_in_level
from alcove.kernel.ending import names_at, names_in
from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import Game
from alcove.kernel.match import Match, Played
from alcove.kernel.other_rules import tell_other_rules, with_position
from alcove.kernel.outcome import ABANDONED, RESIGNED
from alcove.kernel.position import Action, Position
from alcove.kernel.record import Record
from alcove.kernel.story import tell
from alcove.kernel.text import Text

NOTHING_TO_UNDO = Text("There is nothing to take back.", "Es gibt nichts zurückzunehmen.")
NOBODY_LEFT = Text("Nobody has left that seat.", "Diesen Platz hat niemand verlassen.")
REVEALED = Text(
    "That has revealed something hidden, so it cannot be taken back.",
    "Das hat etwas Verdecktes gezeigt und lässt sich nicht zurücknehmen.",
)


class UndoError(AlcoveError):
    code = "no-undo"


class NotLeftError(AlcoveError):
    code = "not-left"


@dataclass(frozen=True)
class Moment:
    """One action, with the positions before and after it."""

    match: Match
    before: Position
    played: Played
    after: Position

    @property
    def seat(self) -> int:
        return self.played.seat

    @property
    def action(self) -> Action:
        return self.played.action

    def text_for(self, viewer: int | None) -> str:
        return self.match.text_for(self.played, viewer)

    def parts_for(self, viewer: int | None) -> Any:
        """The action as data, None for what the viewer may not know."""
        known = self.match.may_know(self.played, viewer)
        return self.before.parts(self.seat, self.action.index) if known else None

    def story(self, viewer: int | None, names: Sequence[Text] | None = None) -> list[Text]:
        return [line.text for line in tell(self.before, self.after, self.seat, self.action, viewer, names)]


class LocalTable:
    def __init__(
        self,
        record: Record,
        bots: Mapping[int, int],
        stand_in: int | None = None,
        seconds: float = USUAL_SECONDS,
    ) -> None:
        self.match = Match.of(record, [seat for seat in range(record.players) if seat not in bots])
        self.bots = {**bots, **self.match.stand_ins}
        self.stand_in = stand_in_level(record.game) if stand_in is None else stand_in
        """The level of the bots that take over when somebody leaves."""
        self.seconds = seconds
        """How long bots think that are told."""

    @property
    def record(self) -> Record:
        return self.match.full_record()

    def saved(self) -> Record:
        """The record to go on with later, under other rules if need be."""
        return with_position(self.match)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def start(self) -> Position:
        return self.match.start

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def steps(self) -> list[Moment]:
        return [Moment(self.match, *moment) for moment in self.match.recent()]

    @property
    def people(self) -> list[int]:
        return sorted(self.match.people)

    def last_turn(self, viewer: int | None) -> list[Any]:
        """The actions of the seat that acted last, in a row, as data, as far as a viewer may know them."""
        parts: list[Any] = []
        for step in reversed(self.steps):
            if step.seat != self.match.played[-1].seat:
                break
            parts.insert(0, step.parts_for(viewer))
        return parts

    def play(self, seat: int, turn: str) -> None:
        """A turn as it was typed, or part of one: all of it or nothing."""
        for action, _ in self.position.play_turn(seat, turn):
            self.play_action(seat, action)

    def play_action(self, seat: int, action: Action) -> None:
        self.match.add(self.match.plan(seat, action.index))

    def undo(self) -> int:
        """Take back the last turn of whoever acted last, with all that followed; return how many actions that were.

        Everybody at the keyboard agrees to it. Bots do not, if something hidden was shown.
        """
        may, count, _ = self.match.undo(self.match.people)
        if may == "no":
            acted = not self.over and any(one.human for one in self.match.played)
            raise UndoError(REVEALED if acted else NOTHING_TO_UNDO)
        self.match.take_back(count)
        return count

    def resign(self, seat: int) -> bool:
        """Give up a seat. Return whether that ends the game; else a bot plays on for those who stay."""
        if self.match.ends_without(seat):
            self.match.end(RESIGNED, seat)
            return True
        self.match.change_seat(seat, self.stand_in)
        self.bots[seat] = self.stand_in
        return False

    def come_back(self, seat: int) -> None:
        """Let somebody who has left play on in their seat."""
        if seat not in self.match.stand_ins:
            raise NotLeftError(NOBODY_LEFT)
        self.match.change_seat(seat, None)
        del self.bots[seat]

    def abandon(self) -> None:
        """End the game without a result. Everybody at the keyboard agrees to it, and bots do not mind."""
        self.match.end(ABANDONED, None)

    def other_rules(self) -> list[Text]:
        """What is to be said of a game whose rules have changed since it began."""
        return tell_other_rules(self.record, self.record.names)

    def names(self) -> list[Text]:
        """What the seats are called in the record, bots and those who have left included."""
        return names_in(self.game, self.match.record.names)

    def sentence(self) -> Text | None:
        """How the game ended, by the names of those who have one."""
        given = [name if name != self.game.seat_name(seat).en else None for seat, name in enumerate(self.record.names)]
        called = [None if seat in self.bots else name for seat, name in enumerate(given)]
        return self.match.sentence(names_at(self.game, called))
