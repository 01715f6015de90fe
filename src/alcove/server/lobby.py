"""The open tables, as everybody in the lobby sees them, live.

The database has the truth: the list is read from it, never put together from messages. A change is a reason to read it
anew, here at once and in other processes when they hear of it. Messages may be lost, and time passes: so while somebody
looks, the list is read now and then in any case. Who looks is told only if the list has changed. Nothing of a table
that is not open ever comes near it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Protocol

from alcove.kernel.errors import AlcoveError
from alcove.server.database import UNREACHABLE
from alcove.server.holders import Visitor
from alcove.server.incoming import encode
from alcove.server.limits import Buckets
from alcove.server.lobby_shapes import InvitedMessage, OpenTable, OpenTablesMessage
from alcove.server.openings import HERE_SECONDS, Openings
from alcove.server.refusals import LOBBY_FULL, TOO_MANY_OPEN, TooManyError
from alcove.server.settings import Settings
from alcove.server.tasks import Tasks

log = logging.getLogger("alcove.server")

PAUSE_SECONDS = 0.3
"""Between two readings: what changes in the meantime is told together."""
LOOK_SECONDS = 2.0
"""How old the list may be, whatever messages were lost."""
INVITED = encode(InvitedMessage())
SIGN_SECONDS = HERE_SECONDS / 3
MAY_PASS: tuple[type[Exception], ...] = (AlcoveError, *UNREACHABLE)
"""Why the list cannot be read that may be read later."""


class Onlooker(Protocol):
    """Somebody in the lobby: a browser's connection."""

    holder: str
    gone: asyncio.Event

    def tell(self, message: bytes) -> None: ...

    def send_off(self) -> None: ...


class Lobby:
    """Open it with `start`, close it with `close`. `present` gives the open tables of this process at which somebody is
    who sits there."""

    def __init__(self, openings: Openings, settings: Settings, present: Callable[[], list[str]]) -> None:
        limits = settings.limits
        self._openings, self._limits, self._present = openings, limits, present
        self._changes = Buckets(limits.openings_per_minute / 60, limits.openings_per_minute)
        self.onlookers: set[Onlooker] = set()
        self.tell_others: Callable[[str], None] = lambda invited: None
        """Says to other processes that the list has changed, or who is invited."""
        self._listed: list[OpenTable] = []
        self._told = encode(OpenTablesMessage([]))
        self._read_at = self._signed_at = -LOOK_SECONDS - SIGN_SECONDS
        self._addresses: dict[str, str] = {}
        """From where the open tables of this process were opened."""
        self._reading = asyncio.Lock()
        self._wake = asyncio.Event()
        self._tasks = Tasks()

    def start(self) -> None:
        self._tasks.do(self._keep())

    async def close(self) -> None:
        await self._tasks.end()

    # Looking

    async def tables(self) -> list[OpenTable]:
        if time.monotonic() - self._read_at > LOOK_SECONDS:
            await self._read()
        return self._listed

    async def enter(self, onlooker: Onlooker) -> None:
        """Somebody looks, and is told the list at once."""
        await self.tables()
        onlooker.tell(self._told)
        self.onlookers.add(onlooker)
        self._wake.set()

    def leave(self, onlooker: Onlooker) -> None:
        self.onlookers.discard(onlooker)

    # Opening

    async def check(self, visitor: Visitor) -> None:
        """Whether somebody may open one more table to everybody."""
        listed = {table.id for table in await self.tables()}
        if len(listed) >= self._limits.open_tables:
            raise TooManyError(LOBBY_FULL)
        self._addresses = {table: address for table, address in self._addresses.items() if table in listed}
        here = sum(address == visitor.address for address in self._addresses.values())
        if here >= self._limits.open_tables_per_address:
            raise TooManyError(TOO_MANY_OPEN)
        if await self._openings.count(visitor.holder) >= self._limits.open_tables_per_browser:
            raise TooManyError(TOO_MANY_OPEN)

    def take_turn(self, visitor: Visitor) -> None:
        """Everybody is told of a change: so one person makes few of them."""
        self._changes.take(visitor.person)

    def note_opened(self, table: str, visitor: Visitor) -> None:
        self._addresses[table] = visitor.address
        self.changed()

    def changed(self) -> None:
        """Something about an open table is otherwise now, in the database already."""
        self.hear_change()
        self.tell_others("")

    def hear_change(self) -> None:
        self._read_at = -LOOK_SECONDS
        self._wake.set()

    def invite(self, holder: str) -> None:
        """Somebody is invited, in the database already."""
        self.hear_invitation(holder)
        self.tell_others(holder)

    def hear_invitation(self, holder: str) -> None:
        for onlooker in self.onlookers:
            if onlooker.holder == holder:
                onlooker.tell(INVITED)

    def note_presence(self, table: str, here: bool) -> None:
        """The first of those who sit at an open table has come, or the last has gone."""
        self._tasks.do(self._note_presence(table, here))

    # Keeping

    async def _keep(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):  # `wait_for` would forget that it is cancelled if just woken
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._sign()
                if self.onlookers:
                    await self._read()
            except MAY_PASS as error:
                log.debug("Open tables could not be read: %r", error)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _read(self) -> None:
        async with self._reading:
            self._read_at = time.monotonic()
            self._listed = await self._openings.listed()
            told = encode(OpenTablesMessage(self._listed))
        if told != self._told:
            self._told = told
            for onlooker in list(self.onlookers):
                onlooker.tell(told)

    async def _sign(self) -> None:
        """Say in the database at which tables somebody is."""
        now = time.monotonic()
        if now - self._signed_at >= SIGN_SECONDS and (present := self._present()):
            await self._openings.note_seen(present, here=True)
            self._signed_at = now

    async def _note_presence(self, table: str, here: bool) -> None:
        with contextlib.suppress(*MAY_PASS):
            await self._openings.note_seen([table], here)
            self.changed()
