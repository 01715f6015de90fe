"""The server's time, by which players' clocks run, and when the server was away.

Within a process time is monotonic: whatever becomes of the machine's clock meanwhile costs nobody anything. A process
begins with the machine's clock, or with the database's where several share one, and never before the last sign of life
of the one before it. While there are clocks to keep, a sign of life is stored every few seconds. From the last one on
until a server was there again nobody's clock has run; nor while the process, or the machine, was stopped.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from alcove.kernel.errors import AlcoveError
from alcove.server.database import UNREACHABLE
from alcove.server.store import Store
from alcove.server.tasks import Tasks
from alcove.server.timekeeping import EVERYWHERE, Absence

log = logging.getLogger("alcove.server")

PULSE_SECONDS = 1.0
PAUSE_SECONDS = 4.0
"""A process whose pulse was away for so long was stopped; a little less may be a busy machine."""
SIGN_SECONDS = 5.0
"""How often a sign of life is stored: a server that is killed gives back at most so much that was used."""
TAKE_OVER_SECONDS = 1.0
"""How long it takes people, beside the lease, to come to another process."""

MAY_PASS: tuple[type[Exception], ...] = (AlcoveError, *UNREACHABLE)


class Moments:
    """`away` is told of each time that the server was away, before anything else is done."""

    def __init__(self, store: Store, away: Callable[[Absence], None]) -> None:
        self._store, self._away = store, away
        self._leases = store.leases
        self._tasks = Tasks()
        self._timer: asyncio.Handle | None = None
        self._signed = float("-inf")
        self.unsaved: list[Absence] = []
        """Absences that go along with whatever is stored next."""
        self._wall, self._monotonic = time.time, time.monotonic
        self._pulse = self._monotonic()
        self._base = self._wall() - self._pulse
        """What is to be added to monotonic time."""
        self._since = self.now()

    @property
    def process(self) -> str:
        return "server" if self._leases is None else self._leases.me

    @property
    def keeps(self) -> bool:
        """Whether there are clocks to keep."""
        return self._timer is not None

    def now(self) -> float:
        """Seconds since 1970. They never go back, and go on as the process does."""
        monotonic = self._monotonic()
        if self.keeps and monotonic - self._pulse >= PAUSE_SECONDS and self._leases is None:
            self._was_away(self._base + self._pulse, self._base + monotonic)
            self.pulse()
        return self._base + monotonic

    def _was_away(self, since: float, until: float) -> None:
        absence = Absence(EVERYWHERE, since, until)
        self.unsaved.append(absence)
        self._away(absence)

    def saved(self, absences: Sequence[Absence]) -> None:
        """These were stored along with something else."""
        if absences:
            self.unsaved = [one for one in self.unsaved if one not in absences]

    # Signs of life

    async def open(self) -> None:
        """Find out since when no server was there, if any clock runs."""
        if self._leases is None and not await self._store.keeping.has_clocks():
            return
        last = await self._store.keeping.last_sign()
        if self._leases is not None:
            self._base = await self._store.keeping.database_time() - self._monotonic()
        if last is not None:
            self._base = max(self._base, last - self._monotonic())
            self._since = self.now()
            if self._leases is None or await self._leases.count() == 1:
                await self._store.keeping.keep([Absence(EVERYWHERE, last, self.now())])
        self.keep()

    def keep(self) -> None:
        """Give signs of life from now on."""
        if self._timer is None:
            self.pulse()
            self._timer = asyncio.get_running_loop().call_soon(self.tick)

    def pulse(self) -> None:
        """The process goes on."""
        self._pulse = self._monotonic()

    def tick(self) -> None:
        now = self.now()
        jump = self._wall() - now if self._leases is None else 0.0
        if jump >= PAUSE_SECONDS:  # the machine was asleep, or its clock was set
            self._base += jump
            self._was_away(now, now + jump)
            now += jump
        self.pulse()
        if now - self._signed >= SIGN_SECONDS:
            self._signed = now
            self._tasks.do(self._sign(now))
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(PULSE_SECONDS, self.tick)

    async def _sign(self, now: float) -> None:
        absences = list(self.unsaved)
        try:
            await self._store.keeping.sign(self.process, now, absences)
            self.saved(absences)
        except MAY_PASS as error:
            log.warning("No sign of life could be stored: %s", error)

    async def begin(self) -> None:
        """There is a clock to keep: it begins with a sign of life."""
        if not self.keeps:
            self._signed = self.now()
            await self._store.keeping.sign(self.process, self._signed, ())
            self.keep()

    async def take_over(self, table: str, before: str | None) -> bool:
        """A table comes from another process: nobody could act there between its last sign of life and the end of its
        lease; if there was no other process, until this one began. Says whether time is given back."""
        if self._leases is None or not before or before == self.process:
            return False
        last = await self._store.keeping.sign_of(before)
        if last is None:
            return False
        until = last + SIGN_SECONDS + self._leases.seconds + TAKE_OVER_SECONDS
        if await self._leases.count() == 1:
            until = max(until, self._since)
        await self._store.keeping.keep([Absence(table, last, min(until, self.now()))])
        return True

    def begin_again(self) -> None:
        """The process was stopped for so long that it has lost all its tables."""
        self._since = self.now()

    async def close(self) -> None:
        """The last sign of life."""
        if self._timer is not None:
            self._timer.cancel()
            self._tasks.do(self._sign(self.now()))
        await self._tasks.finish()
