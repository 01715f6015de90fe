"""One person, all devices: taking somebody along to another device, and signing devices out.

A browser alone is nobody in particular: it holds its seats under its own token. Whoever makes a link for another device
becomes a person: a holder of seats that no token stands for. The browser is given a device's token, and so is whoever
opens the link. What either held before is moved in one transaction. A device that was given a new token may have been
anybody's before: whoever else knows the old one holds nothing by it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from alcove.kernel.errors import AlcoveError, StaleError
from alcove.kernel.game import game
from alcove.kernel.record import clean_name
from alcove.server.devices import Devices
from alcove.server.holders import Visitor, holder_of, new_device_token
from alcove.server.limit_settings import Limits
from alcove.server.limits import Buckets
from alcove.server.notices import NOTICED_SECONDS
from alcove.server.people_store import Device, Passkey, PeopleStore, Person, Ticket, today
from alcove.server.refusals import (
    JUST_CHANGED,
    LAST_DEVICE,
    LINK_SPENT,
    NO_DEVICE,
    SAME_PERSON,
    TOO_MANY_OF_A_PERSON,
    TWO_HANDS,
    LastDeviceError,
    NotFoundError,
    SamePersonError,
    SpentError,
    TooManyError,
    TwoHandsError,
)
from alcove.server.tasks import Tasks

log = logging.getLogger("alcove.server")

ALONG = "along"
LINK_SECONDS = 600.0
SECRET_BYTES = 24
SECRET = re.compile(r"[A-Za-z0-9_-]{32}", re.ASCII)
DOUBLE_CLICK_SECONDS = 60.0
ID_LETTERS = 16
"""Of a device's hash, as much as its owner is told."""

Rehold = Callable[[str, str], Awaitable[None]]


class Asker(NamedTuple):
    """Who asks, with which device, and what kind of browser that is."""

    visitor: Visitor
    device: str
    label: str

    @property
    def holder(self) -> str:
        return self.visitor.holder

    @property
    def is_person(self) -> bool:
        """Whether the device belongs to somebody. A browser alone is its own holder."""
        return self.device != self.holder


class Link(NamedTuple):
    secret: str
    token: str | None
    """What the browser is to keep from now on, if it has just become a person."""


class Offer(NamedTuple):
    """What a link would do for whoever opens it."""

    person: Person
    ticket: Ticket
    same: bool
    brought: int
    others: int
    in_two_hands: list[str]


class Joined(NamedTuple):
    person: Person
    token: str


class People:
    def __init__(self, store: PeopleStore, key: bytes, devices: Devices, limits: Limits, rehold: Rehold) -> None:
        self.store, self.devices = store, devices
        self._key, self._limits, self._rehold = key, limits, rehold
        changes, by_address = limits.person_changes_per_minute, limits.address_person_changes_per_minute
        self._changes = Buckets(changes / 60, changes)
        self._address_changes = Buckets(by_address / 60, by_address)
        self._tickets = Buckets(limits.tickets_per_minute / 60, limits.tickets_per_minute)
        self._sweeping = Tasks()

    async def close(self) -> None:
        await self._sweeping.end()
        await self.devices.close()

    def count_change(self, asker: Asker) -> None:
        self._changes.take(asker.holder)
        self._address_changes.take(asker.visitor.address)

    def count_ticket(self, asker: Asker) -> None:
        self._tickets.take(asker.visitor.address)

    def known_by(self, asker: Asker, token: str) -> Asker:
        """Whoever asks, by a token that they have just been given."""
        device = holder_of(token)
        person = self.devices.known_person(device)
        return Asker(asker.visitor._replace(holder=person), device, asker.label)

    # Becoming a person

    async def become(self, asker: Asker, name: str) -> tuple[str, str | None]:
        """The person who asks, and a token for the browser if it has just become one."""
        if asker.is_person:
            return asker.holder, None
        began = await self.store.began_at(asker.holder)
        if began is not None and began > time.time() - DOUBLE_CLICK_SECONDS:
            raise StaleError(JUST_CHANGED)
        person = Person(secrets.token_hex(32), clean_name(name), time.time())
        token = new_device_token(self._key)
        device = self._device(token, person.id, asker.label)
        await self.store.add_person(person, asker.holder, device, keep_origin=began is None)
        await self._moved(asker.holder, device)
        log.info("A browser has become a person")
        return person.id, token

    def _device(self, token: str, person: str, label: str) -> Device:
        return Device(holder_of(token), person, label, today(), today())

    async def _moved(self, before: str, device: Device) -> None:
        """What was stored is known here at once, and everywhere else in a moment."""
        self.devices.learn(device.device, device.person, device.seen)
        self.devices.doubt(before)
        await self._rehold(before, device.person)
        self.devices.send_off(before)
        self._sweeping.do(self._sweep(before, device.person))

    async def _sweep(self, before: str, person: str) -> None:
        """Another page of the same browser may have sat down under the old name meanwhile, anywhere."""
        await asyncio.sleep(NOTICED_SECONDS)
        try:
            await self.store.sweep(before, person)
        except AlcoveError as error:  # a second hand at a table with secrets, or the person is gone
            log.info("Nothing more was moved: %s", error.code)
            return
        await self._rehold(before, person)

    async def hear(self, before: str, after: str) -> None:
        """Another process has moved somebody's seats, or signed devices out."""
        self.devices.doubt(before)
        if after:
            await self._rehold(before, after)
            self.devices.send_off(before)
        else:
            self.devices.keep_only(before, [one.device for one in await self.store.devices(before)])

    # Taking along

    async def make_link(self, asker: Asker, name: str) -> Link:
        """A link that brings another device to whoever asks. The last one counts."""
        self.count_change(asker)
        person, token = await self.become(asker, name)
        secret = secrets.token_urlsafe(SECRET_BYTES)
        until = time.time() + LINK_SECONDS
        await self.store.add_ticket(Ticket(_hash(secret), ALONG, person, "", until))
        return Link(secret, token)

    async def offer(self, asker: Asker, secret: str) -> Offer:
        """What a link would do. To look changes nothing."""
        self.count_ticket(asker)
        ticket = await self.store.ticket(_hash(secret), ALONG) if SECRET.fullmatch(secret) else None
        person = None if ticket is None else await self.store.person(ticket.person)
        if ticket is None or person is None:
            raise SpentError(LINK_SPENT)
        before, same = asker.holder, asker.holder == person.id
        devices = await self.store.devices(before) if asker.is_person else []
        hands = [] if same else await self.store.in_two_hands(before, person.id)
        return Offer(person, ticket, same, await self.store.tables_held(before), max(0, len(devices) - 1), hands)

    async def accept(self, asker: Asker, secret: str) -> Joined:
        """Let this device, and all that it has held, be the person's who made the link."""
        self.count_change(asker)
        offer = await self.offer(asker, secret)
        if offer.same:
            raise SamePersonError(SAME_PERSON)
        device, token = await self.newcomer(asker, offer.person.id)
        try:
            await self.store.join(offer.ticket, asker.holder, asker.device, device)
        except StaleError:
            await self.check_hands(asker.holder, offer.person.id)
            raise SpentError(LINK_SPENT) from None
        await self._moved(asker.holder, device)
        log.info("A device has joined a person")
        return Joined(offer.person, token)

    async def sign_in(self, asker: Asker, passkey: Passkey, count: int) -> Joined:
        """The same by a passkey that was used so many times."""
        person = await self.store.person(passkey.person)
        device, token = await self.newcomer(asker, passkey.person)
        try:
            await self.store.sign_in(passkey, count, asker.holder, asker.device, device)
        except StaleError:
            await self.check_hands(asker.holder, passkey.person)
            raise
        await self._moved(asker.holder, device)
        log.info("Somebody has signed in with a passkey")
        assert person is not None  # else nothing could have been joined
        return Joined(person, token)

    async def newcomer(self, asker: Asker, person: str) -> tuple[Device, str]:
        """A device that may join somebody, and its token."""
        await self.check_hands(asker.holder, person)
        brought = len(await self.store.devices(asker.holder)) if asker.is_person else 1
        if len(await self.store.devices(person)) + brought > self._limits.devices_per_person:
            raise TooManyError(TOO_MANY_OF_A_PERSON)
        token = new_device_token(self._key)
        return self._device(token, person, asker.label), token

    async def check_hands(self, before: str, person: str) -> None:
        """Two who play against each other with secrets do not become one by the way."""
        for name in await self.store.in_two_hands(before, person):
            raise TwoHandsError(TWO_HANDS.fill(game=game(name).title))

    # Devices

    async def rename(self, asker: Asker, name: str) -> None:
        self.count_change(asker)
        await self.store.rename(asker.holder, clean_name(name))

    async def sign_out(self, asker: Asker, known_as: str) -> None:
        """Sign out one device, perhaps the one that asks."""
        self.count_change(asker)
        devices = await self.store.devices(asker.holder) if asker.is_person else []
        gone = next((one.device for one in devices if known_as == public_id(one.device)), None)
        if gone is None:
            raise NotFoundError(NO_DEVICE)
        if len(devices) == 1 and not await self.store.passkeys(asker.holder):
            raise LastDeviceError(LAST_DEVICE)
        await self.store.sign_out(asker.holder, [gone])
        self.devices.learn(gone, "", 0)
        self.devices.keep_only(asker.holder, [one.device for one in devices if one.device != gone])

    async def sign_out_others(self, asker: Asker) -> str:
        """Sign out all other devices, and whoever has a copy of this one's token; the new token."""
        self.count_change(asker)
        if not asker.is_person:
            raise NotFoundError(NO_DEVICE)
        token = new_device_token(self._key)
        anew = holder_of(token)
        await self.store.sign_out_but(asker.holder, asker.device, anew)
        self.devices.doubt(asker.holder)
        self.devices.learn(anew, asker.holder, today())
        self.devices.replace(asker.holder, asker.device, anew)
        self.devices.keep_only(asker.holder, [anew])
        return token


def public_id(device: str) -> str:
    """What the owner of a device is told of it."""
    return device[:ID_LETTERS]


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
