"""How much time players have: chosen with the table, written into the record, and the same for all of them.

    live 300 5                                          five minutes for the game, five seconds more after each move
    correspondence 86400                                a day for each move
    correspondence 86400 sleep 22:00-07:00 utc+01:00 off 6,7    ... that stands at night and at weekends

Hours of sleep and days off are told by a fixed offset from UTC, not by a time zone: zones change with laws, and a
record must mean the same for ever. Moments are whole milliseconds since 1970, and so is all that is counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text

Kind = Literal["live", "correspondence"]
SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
DAY_MS = 24 * 60 * MINUTE_MS
WEEK_MS = 7 * DAY_MS
DAY_MINUTES = 24 * 60
MONDAY_MS = 3 * DAY_MS
"""1970 began on a Thursday: so much later, weeks would have begun with it."""
MIN_LIVE, MAX_LIVE = 1, 24 * 3600
MAX_ADDED = 3600
MIN_MOVE, MAX_MOVE = 3600, 60 * 24 * 3600
MAX_SLEEP_MINUTES = 16 * 60
MIN_OFFSET, MAX_OFFSET = -12 * 60, 14 * 60
MAX_DAYS_OFF = 5

BAD_LIVE = Text(
    "A live game has {least} to {most} seconds, and at most {added} more after each move.",
    "Ein Spiel mit laufender Uhr hat {least} bis {most} Sekunden und höchstens {added} dazu nach jedem Zug.",
).fill(least=MIN_LIVE, most=MAX_LIVE, added=MAX_ADDED)
BAD_MOVE = Text(
    "A move has one hour to 60 days, and nothing is added.",
    "Ein Zug hat eine Stunde bis 60 Tage, und nichts kommt dazu.",
)
BAD_SLEEP = Text(
    "Sleep is from one minute of the day to another, at most 16 hours, and at most five days a week are off.",
    "Der Schlaf geht von einer Minute des Tages zu einer anderen, höchstens 16 Stunden, und höchstens fünf Tage der "
    "Woche sind frei.",
)
BAD_OFFSET = Text("A day begins 12 hours before UTC to 14 hours after.", "Ein Tag beginnt 12 h vor bis 14 h nach UTC.")
ONLY_LONG = Text("Only correspondence has sleep and days off.", "Schlaf und freie Tage gibt es nur bei Fernpartien.")
UNREADABLE = Text("That is no time control.", "Das ist keine Bedenkzeit.")

_CLOCK_TIME = r"([01][0-9]|2[0-3]):([0-5][0-9])"
_WRITTEN = re.compile(
    r"(?:live ([0-9]{1,6}) ([0-9]{1,4})|correspondence ([0-9]{1,7})"
    rf"(?: sleep {_CLOCK_TIME}-{_CLOCK_TIME})?(?: utc([+-])([0-9]{{2}}):([0-5][0-9]))?(?: off ([1-7](?:,[1-7])*))?)"
)


@dataclass(frozen=True)
class TimeControl:
    """`seconds` are for the whole game if it is live, else for each move. `sleep` is from one minute of the day to
    another, `days_off` are days of the week from 0 for Monday; both by a clock `offset` minutes ahead of UTC."""

    kind: Kind
    seconds: int
    added: int = 0
    sleep: tuple[int, int] | None = None
    offset: int = 0
    days_off: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.kind == "live":
            if not (MIN_LIVE <= self.seconds <= MAX_LIVE and 0 <= self.added <= MAX_ADDED):
                raise OptionError(BAD_LIVE)
            if self.sleep or self.days_off or self.offset:
                raise OptionError(ONLY_LONG)
            return
        if not MIN_MOVE <= self.seconds <= MAX_MOVE or self.added:
            raise OptionError(BAD_MOVE)
        if not MIN_OFFSET <= self.offset <= MAX_OFFSET:
            raise OptionError(BAD_OFFSET)
        days = self.days_off
        if len(days) > MAX_DAYS_OFF or list(days) != sorted(set(days)) or any(not 0 <= day < 7 for day in days):
            raise OptionError(BAD_SLEEP)
        if self.sleep is not None:
            begin, end = self.sleep
            inside = 0 <= begin < DAY_MINUTES and 0 <= end < DAY_MINUTES
            if not inside or not 0 < (end - begin) % DAY_MINUTES <= MAX_SLEEP_MINUTES:
                raise OptionError(BAD_SLEEP)

    # Text

    @classmethod
    def read(cls, text: str) -> TimeControl:
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise OptionError(UNREADABLE)
        live, added, move, *sleep, sign, hours, minutes, off = found.groups()
        if live is not None:
            return cls("live", int(live), int(added))
        begin, end = (int(sleep[at]) * 60 + int(sleep[at + 1]) if sleep[at] else 0 for at in (0, 2))
        offset = 0 if sign is None else int(f"{sign}1") * (int(hours) * 60 + int(minutes))
        days = tuple(int(day) - 1 for day in off.split(",")) if off else ()
        return cls("correspondence", int(move), 0, (begin, end) if sleep[0] else None, offset, days)

    def __str__(self) -> str:
        if self.kind == "live":
            return f"live {self.seconds} {self.added}"
        words = [f"correspondence {self.seconds}"]
        if self.sleep is not None:
            words.append(f"sleep {clock_time(self.sleep[0])}-{clock_time(self.sleep[1])}")
        if self.offset:
            words.append(f"utc{'-' if self.offset < 0 else '+'}{clock_time(abs(self.offset))}")
        if self.days_off:
            words.append(f"off {','.join(str(day + 1) for day in self.days_off)}")
        return " ".join(words)

    # What a clock shows

    @property
    def first(self) -> int:
        """Milliseconds that everybody begins with."""
        return self.seconds * SECOND_MS

    def after_move(self, left: int) -> int:
        """What somebody has, when so much was left at the end of a move."""
        return left + self.added * SECOND_MS if self.kind == "live" else self.first

    @property
    def after_return(self) -> int:
        """What somebody has who had run out, and comes back to the seat in which a bot has played."""
        return self.first // 4

    # What is counted

    @cached_property
    def _waking(self) -> list[tuple[int, int]]:
        """Of a week that begins on Monday, the times in which clocks run."""
        days = (day for day in range(7) if day not in self.days_off)
        return [(begin, end) for day in days for begin, end in self._waking_of(day) if begin < end]

    def _waking_of(self, day: int) -> Iterator[tuple[int, int]]:
        first = day * DAY_MS
        if self.sleep is None:
            yield first, first + DAY_MS
            return
        begin, end = (first + minute * MINUTE_MS for minute in self.sleep)
        if begin > end:
            yield end, begin
        else:
            yield first, begin
            yield end, first + DAY_MS

    @cached_property
    def _waking_week(self) -> int:
        return sum(end - begin for begin, end in self._waking)

    @property
    def stands_at_times(self) -> bool:
        return self.sleep is not None or bool(self.days_off)

    def _in_week(self, moment: int) -> tuple[int, int]:
        """The number of a week, and how late in it a moment is."""
        return divmod(moment + self.offset * MINUTE_MS + MONDAY_MS, WEEK_MS)

    def _counted_until(self, moment: int) -> int:
        week, late = self._in_week(moment)
        return week * self._waking_week + sum(min(late, end) - begin for begin, end in self._waking if begin < late)

    def counted(self, begin: int, end: int) -> int:
        """How much of the time between two moments counts: without sleep and days off."""
        if not self.stands_at_times:
            return end - begin
        return self._counted_until(end) - self._counted_until(begin)

    def moment_after(self, begin: int, counted: int) -> int:
        """The first moment at which so much (more than nothing) has counted since another one."""
        if not self.stands_at_times:
            return begin + counted
        week, rest = divmod(self._counted_until(begin) + counted - 1, self._waking_week)
        for since, until in self._waking:
            if rest < until - since:
                return week * WEEK_MS + since + rest + 1 - MONDAY_MS - self.offset * MINUTE_MS
            rest -= until - since
        raise AssertionError("a week is longer than that")

    def stands(self, moment: int) -> tuple[bool, int | None]:
        """Whether clocks stand at a moment, and after how many milliseconds that changes; None if it never does."""
        if not self.stands_at_times:
            return False, None
        _, late = self._in_week(moment)
        edges = self._edges
        at = bisect_right(edges, late)
        return at % 2 == 0, edges[at] - late

    @cached_property
    def _edges(self) -> list[int]:
        """When clocks begin to run and to stand, by turns, in two weeks."""
        edges: list[int] = []
        for week in (0, WEEK_MS):
            for begin, end in self._waking:
                if edges and edges[-1] == begin + week:
                    edges.pop()
                else:
                    edges.append(begin + week)
                edges.append(end + week)
        return edges


def clock_time(minutes: int) -> str:
    """A minute of the day as clocks show it."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
