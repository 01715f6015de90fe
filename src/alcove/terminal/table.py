"""A game at the keyboard: its record, the positions so far, who sits where, and what undo takes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import Game
from alcove.kernel.position import Action, Position
from alcove.kernel.record import Record, in_turns
from alcove.kernel.reveal import revealed
from alcove.kernel.text import Text

NOTHING_TO_UNDO = Text("There is nothing to take back.", "Es gibt nichts zurückzunehmen.")
REVEALED = Text(
    "That has revealed something hidden, so it cannot be taken back.",
    "Das hat etwas Verdecktes gezeigt und lässt sich nicht zurücknehmen.",
)


class UndoError(AlcoveError):
    code = "no-undo"


@dataclass(frozen=True)
class Step:
    seat: int
    action: Action
    before: Position
    after: Position

    def shows(self, seat: int) -> bool:
        """Whether a seat has learned something hidden from it."""
        return revealed(self.before, self.after, self.seat, self.action.index, [seat]) != 0

    def text_for(self, viewer: int | None) -> str:
        """The action as a viewer may read it while the game lasts."""
        return self.action.text if viewer == self.seat else self.before.public_text(self.seat, self.action.index)

    def parts_for(self, viewer: int | None) -> Any:
        """The action as data, None for what the viewer may not know."""
        secret = self.before.game.rules.SECRETS and viewer != self.seat
        return None if secret else self.before.parts(self.seat, self.action.index)

    def story(self, viewer: int | None) -> list[Text]:
        return self.before.game.narrate.tell(self.before, self.after, self.seat, self.action, viewer)


class Table:
    def __init__(self, record: Record, bots: Mapping[int, int]) -> None:
        self.record = record
        self.bots = dict(bots)
        self.steps: list[Step] = []
        self.start = position = record.start()
        for seat, action, after in record.positions():
            if seat is not None and action is not None:
                self.steps.append(Step(seat, action, position, after))
            position = after
        self.inputs = self._guess_inputs()

    def _guess_inputs(self) -> list[tuple[int, int]]:
        """Seat and number of the first action of each thing typed. A record does not tell; each turn counts as one."""
        inputs, number = [], 0
        for run in in_turns(self.game, ((step.seat, step.action.text) for step in self.steps)):
            if run[0][0] not in self.bots:
                inputs.append((run[0][0], number))
            number += len(run)
        return inputs

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def position(self) -> Position:
        return self.steps[-1].after if self.steps else self.start

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.record.players) if seat not in self.bots]

    def last_turn(self, viewer: int | None) -> list[Any]:
        """The actions of the seat that acted last, in a row, as data, as far as a viewer may know them."""
        parts: list[Any] = []
        for step in reversed(self.steps):
            if step.seat != self.steps[-1].seat:
                break
            parts.insert(0, step.parts_for(viewer))
        return parts

    def play(self, seat: int, turn: str) -> None:
        """A turn as it was typed, or part of one: all of it or nothing."""
        begin = len(self.steps)
        for action, after in self.position.play_turn(seat, turn):
            self._add(seat, action, after)
        self.inputs.append((seat, begin))

    def play_action(self, seat: int, action: Action) -> None:
        if seat not in self.bots:
            self.inputs.append((seat, len(self.steps)))
        self._add(seat, action, self.position.play_legal(seat, action.index))

    def _add(self, seat: int, action: Action, after: Position) -> None:
        self.steps.append(Step(seat, action, self.position, after))
        self.record = self.record.add(seat, action, after)

    def undo(self, seat: int) -> int:
        """Take back what a seat typed last and all that followed; return how many actions that were."""
        own = [begin for who, begin in self.inputs if who == seat]
        if not own:
            raise UndoError(NOTHING_TO_UNDO)
        undone = self.steps[own[-1] :]
        if any(step.shows(seat) for step in undone):
            raise UndoError(REVEALED)
        del self.steps[own[-1] :]
        self.inputs = [entry for entry in self.inputs if entry[1] < own[-1]]
        self.record = self.record.without_last(len(undone))
        return len(undone)
