"""The clocks of a game in progress. No input, no output, and no look at the time: every call is given the moment.

A clock runs for each person whose choice is awaited, where all choose at once for all of them, and for nobody else:
bots have none. While the server was away nobody's runs. Whoever has run out stays out of time until something is done:
the person acts, a bot takes the seat, or the game ends.

Taking back gives no time back: what was used stays used, and what was added for the moves that are taken back is taken
away again. So nobody gains by acting and taking back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from alcove.kernel.time_control import TimeControl
from alcove.kernel.times import Times


class Absences:
    """When the server was away: moments from and to, in their order, none of which meet."""

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._spans: list[tuple[int, int]] = []
        for begin, end in spans:
            self.add(begin, end)

    def add(self, begin: int, end: int) -> None:
        if begin >= end:
            return
        apart = [span for span in self._spans if span[1] < begin or span[0] > end]
        met = [span for span in self._spans if span not in apart]
        begin = min([begin, *(span[0] for span in met)])
        end = max([end, *(span[1] for span in met)])
        self._spans = sorted([*apart, (begin, end)])

    def between(self, begin: int, end: int) -> Iterable[tuple[int, int]]:
        """Those that have ended between two moments, from the first moment on. At a moment at which something was done
        the server was there, although its last sign of life may be older."""
        for since, until in self._spans[bisect_right(self._spans, begin, key=lambda span: span[1]) :]:
            if until > end:
                return
            yield max(since, begin), until


class Stint(NamedTuple):
    """What an action took: the milliseconds that its seat has used for it. `left` is what the clock showed then, before
    anything was added for a move, and `total` all that the seat had used until then."""

    seat: int
    used: int
    left: int
    total: int


class Clock:
    """The clocks of all seats, as of the moment `at`."""

    def __init__(self, control: TimeControl, seats: int, at: int, absences: Absences | None = None) -> None:
        self.control, self.at = control, at
        self.absences = Absences() if absences is None else absences
        self.left = [control.first] * seats
        self.used = [0] * seats
        self.running: frozenset[int] = frozenset()
        self.stints: list[Stint] = []
        """One for each action that was not taken back."""
        self._used_now = [0] * seats
        """What each seat has used since it acted or was awaited."""

    def copy(self) -> Clock:
        copied = Clock(self.control, len(self.left), self.at, self.absences)
        copied.left, copied.used, copied._used_now = list(self.left), list(self.used), list(self._used_now)
        copied.running, copied.stints = self.running, list(self.stints)
        return copied

    # What it shows

    def left_at(self, moment: int) -> list[int]:
        """What each seat has left at a moment, not before the last change."""
        passed = self._passed(moment)
        return [max(0, left - passed) if seat in self.running else left for seat, left in enumerate(self.left)]

    def out(self, moment: int) -> list[int]:
        """The awaited seats that have run out of time."""
        left = self.left_at(moment)
        return [seat for seat in sorted(self.running) if not left[seat]]

    def due(self, moment: int) -> int | None:
        """When the next seat will run out, if nothing changes; None if none will."""
        left = [left for seat, left in enumerate(self.left_at(moment)) if seat in self.running and left]
        return self.control.moment_after(moment, min(left)) if left else None

    def times(self) -> Times:
        """For the record, as of the last change."""
        return Times(self.control, tuple(stint.used for stint in self.stints), tuple(self.left))

    def _passed(self, moment: int) -> int:
        """What counts of the time since the last change."""
        if moment <= self.at:
            return 0
        counted = self.control.counted
        away = sum(counted(*span) for span in self.absences.between(self.at, moment))
        return counted(self.at, moment) - away

    # What changes it

    def run(self, awaited: Iterable[int], moment: int) -> None:
        """These seats are awaited from now on."""
        self._count_until(moment)
        self.running = frozenset(awaited)
        for seat in range(len(self.left)):
            if seat not in self.running:
                self._used_now[seat] = 0

    def act(self, seat: int, awaited: Iterable[int], ends_move: bool, moment: int) -> None:
        """A seat has acted, and these are awaited now."""
        was_awaited = seat in self.running
        self._count_until(moment)
        before = self._last_stint(seat)
        self.stints.append(Stint(seat, self._used_now[seat], self.left[seat], self.used[seat]))
        self._used_now[seat] = 0
        self.run(awaited, moment)
        if not was_awaited and seat in self.running and before is not None:
            self._go_back_to(before)  # it has changed its mind, and goes on with the same move
        elif was_awaited and ends_move:
            self.left[seat] = self.control.after_move(self.left[seat])

    def take_back(self, count: int, awaited: Iterable[int], moment: int) -> None:
        """The last actions are taken back, and these seats are awaited now."""
        self._count_until(moment)
        kept = len(self.stints) - count
        for stint in reversed(self.stints[kept:]):
            self._go_back_to(stint)
        del self.stints[kept:]
        self._used_now = [0] * len(self.left)
        self.run(awaited, moment)

    def come_back(self, seat: int) -> None:
        """A person has taken the seat back from a bot. Whoever had run out has a little again."""
        self.left[seat] = self.left[seat] or self.control.after_return

    def _go_back_to(self, stint: Stint) -> None:
        """A seat has what it had then, without all that it has used since."""
        self.left[stint.seat] = max(0, stint.left - (self.used[stint.seat] - stint.total))

    def _last_stint(self, seat: int) -> Stint | None:
        return next((stint for stint in reversed(self.stints) if stint.seat == seat), None)

    def _count_until(self, moment: int) -> None:
        passed = self._passed(moment)
        for seat in self.running:
            self.used[seat] += passed
            self._used_now[seat] += passed
            self.left[seat] = max(0, self.left[seat] - passed)
        self.at = max(self.at, moment)
