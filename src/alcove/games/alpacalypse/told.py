"""An action and what it changed, for those who tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from alcove.games.alpacalypse import actions, frames, table
from alcove.kernel.position import Position
from alcove.kernel.text import Text

NAMED = Text("{who}: {what}", "{who}: {what}")
TAKES = Text("{who} takes {what}.", "{who} nimmt {what}.")
TOKEN = Text("the first-player token", "den Startspielstein")


class Told:
    """One action, with both records as plain numbers."""

    def __init__(
        self, before: Position, after: Position, seat: int, index: int, viewer: int | None, names: Sequence[Text]
    ) -> None:
        self.before, self.after = before, after
        self.old, self.new = before.fields(), after.fields()
        self.seat, self.index, self.viewer, self.names = seat, index, viewer, names
        self.players = range(before.players)
        self.frame = self.old.stack[self.old.depth - 1] if self.old.depth else [-1] * frames.FRAME
        self.new_round = self.new.lap > self.old.lap
        self.round_ended = self.old.lap > 0 and (self.new_round or self.new.phase == table.OVER)

    def name(self, seat: int) -> Text:
        return self.names[seat]

    @property
    def who(self) -> Text:
        return self.name(self.seat)

    @property
    def sends_somebody(self) -> bool:
        """Whether a member or an assistant is sent, who is busy then."""
        return actions.MEMBER_FROM <= self.index < actions.ABILITY_FROM

    def chosen(self, first: int, count: int) -> int:
        """Which of a block of actions it was; -1 if none."""
        return self.index - first if first <= self.index < first + count else -1


def day_of(state: SimpleNamespace) -> int:
    return int(state.day_order[state.lap - 1])
