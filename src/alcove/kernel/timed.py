"""What a match has to do with time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alcove.kernel.clock import Absences, Clock
from alcove.kernel.time_control import TimeControl

if TYPE_CHECKING:
    from alcove.kernel.game import Game
    from alcove.kernel.match import Played
    from alcove.kernel.position import Position


class Timed:
    """A game in which time may count."""

    game: Game
    players: int
    people: frozenset[int]
    clock: Clock | None = None
    """What everybody has left, where time counts."""

    def awaited(self) -> tuple[int, ...]:
        raise NotImplementedError

    def start_clock(self, control: TimeControl, moment: int, absences: Absences | None = None) -> None:
        """Let time count from a moment on."""
        self.clock = Clock(control, self.players, moment, absences)
        self.run_clock(moment)

    def run_clock(self, moment: int, returning: int | None = None) -> None:
        """Let the clocks run of all who are awaited now. A person may have taken a seat back from a bot."""
        if self.clock is None:
            return
        self.clock.run(self.timed(), moment)
        if returning is not None:
            self.clock.come_back(returning)

    def timed(self) -> frozenset[int]:
        """The people who are awaited."""
        return self.people.intersection(self.awaited())

    def ends_move(self, before: Position, last: Played) -> bool:
        """Whether the last action has ended a move, by what everybody knows: its seat is not awaited any more, others
        are awaited anew, or its turn is over."""
        awaited, ends_turn = self.awaited(), self.game.notation.ends_turn
        if last.seat not in awaited or not set(awaited) <= set(before.awaited):
            return True
        return ends_turn is not None and ends_turn(last.public)
