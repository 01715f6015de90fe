"""Whose a device is: known in memory, and right within seconds wherever something changes.

A device's token names nobody. Who it belongs to is read from the database when it is first seen, and kept until a note
says that something has changed (`notices.py`). A browser alone is never looked up. Open sockets are known by who holds
their seats: those of a device that was signed out are ended.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Protocol

from alcove.server.people_store import PeopleStore, today
from alcove.server.refusals import SIGNED_OUT, SignedOutError
from alcove.server.tasks import Tasks

MAX_KNOWN = 100_000
"""Devices that are known at once; others are looked up when they come."""
MOVING_SECONDS = 10.0
"""How long an answer may take to reach a browser that is given another token."""


class Line(Protocol):
    """A connection that can be ended."""

    def send_off(self) -> None:
        """Have it come again: it is somebody else's by then."""

    def sign_out(self) -> None:
        """Have it come again as nobody, and say why."""

    def shut_out(self) -> None:
        """Its person is let in no more."""


class _Known:
    __slots__ = ("person", "seen")

    def __init__(self, person: str, seen: int) -> None:
        self.person, self.seen = person, seen


class Devices:
    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._of_person: dict[str, set[str]] = {}
        self._lines: dict[str, dict[Line, str]] = {}
        """By holder, each with its device."""
        self._moved: OrderedDict[str, float] = OrderedDict()
        """Who has just been given another name, and until when that is so."""
        self._noting = Tasks()

    async def open(self) -> None:
        for device in await self._store.recent_devices(MAX_KNOWN):
            self.learn(device.device, device.person, device.seen)

    async def close(self) -> None:
        await self._noting.finish()

    async def person_of(self, device: str) -> str:
        """Whom a device belongs to; nothing if it was signed out."""
        known = self._known.get(device)
        if known is None:
            found = await self._store.device(device)
            known = self.learn(device, *(("", 0) if found is None else (found.person, found.seen)))
        if known.person and known.seen != (day := today()):
            known.seen = day
            self._noting.do(self._store.see(device, day))
        return known.person

    def known_person(self, device: str) -> str:
        """The same, as far as that is known without asking."""
        known = self._known.get(device)
        return "" if known is None else known.person

    def learn(self, device: str, person: str, seen: int) -> _Known:
        self._forget(device)
        known = self._known[device] = _Known(person, seen)
        if person:
            self._of_person.setdefault(person, set()).add(device)
        if len(self._known) > MAX_KNOWN:
            self._forget(next(iter(self._known)))
        return known

    def _forget(self, device: str) -> None:
        known = self._known.pop(device, None)
        if known is not None and known.person:
            others = self._of_person[known.person]
            others.discard(device)
            if not others:
                del self._of_person[known.person]

    def doubt(self, person: str) -> None:
        """Look up anew whoever has belonged to somebody."""
        for device in list(self._of_person.get(person, ())):
            self._forget(device)

    # Sockets

    @contextlib.contextmanager
    def here(self, device: str, holder: str, line: Line) -> Iterator[None]:
        """A socket is open. One that was signed out while it opened is refused."""
        if device != holder and (known := self._known.get(device)) is not None and known.person != holder:
            raise SignedOutError(SIGNED_OUT)
        self._lines.setdefault(holder, {})[line] = device
        try:
            yield
        finally:
            lines = self._lines.get(holder, {})
            lines.pop(line, None)
            if not lines:
                self._lines.pop(holder, None)

    def send_off(self, holder: str) -> None:
        """Whoever held seats under this name holds them under another one, and comes again by it."""
        now = monotonic()
        self._moved[holder] = now + MOVING_SECONDS
        while self._moved and next(iter(self._moved.values())) < now:
            self._moved.popitem(last=False)
        for line in list(self._lines.get(holder, ())):
            line.send_off()

    def has_moved(self, holder: str) -> bool:
        """Whether somebody comes by a name that they have just lost: their new token is on its way to them."""
        return self._moved.get(holder, 0.0) > monotonic()

    def keep_only(self, person: str, devices: Iterable[str]) -> None:
        """End the sockets of all other devices."""
        kept = set(devices)
        for line, device in list(self._lines.get(person, {}).items()):
            if device not in kept:
                line.sign_out()

    def present(self) -> list[str]:
        """Who has a socket open here."""
        return list(self._lines)

    def shut_out(self, holder: str) -> None:
        """End all sockets of somebody."""
        for line in list(self._lines.get(holder, ())):
            line.shut_out()

    def replace(self, person: str, device: str, anew: str) -> None:
        """A device has a new token: its sockets stay."""
        lines = self._lines.get(person, {})
        lines.update((line, anew) for line, known in lines.items() if known == device)
