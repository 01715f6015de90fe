"""What is kept of people: who they are, their devices, and what is good once. Read here, written by the writer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, text, update

from alcove.kernel.game import game, games
from alcove.server import schema
from alcove.server.notices import people_notes
from alcove.server.questions import Questions
from alcove.server.writer import Decisive, Filled, Statement, Writer

DAY = 24 * 3600


class Person(NamedTuple):
    id: str
    name: str
    created: float


class Device(NamedTuple):
    device: str
    person: str
    label: str
    since: int
    seen: int


@dataclass(frozen=True)
class Passkey:
    id: str
    credential: bytes
    person: str
    site: str
    key: bytes
    count: int
    name: str
    since: int
    seen: int


class Ticket(NamedTuple):
    """Something that is good once: its hash, whom it is of, which device may use it, and until when."""

    id: str
    kind: str
    person: str
    device: str
    until: float


def today() -> int:
    return int(time.time() // DAY)


class PeopleStore:
    def __init__(self, questions: Questions, writer: Writer) -> None:
        self._questions, self._writer = questions, writer

    # Reading

    async def person(self, person: str) -> Person | None:
        people = schema.people.c
        found = await self._questions.first(select(people.id, people.name, people.created).where(people.id == person))
        return None if found is None else Person(*found)

    async def began_at(self, browser: str) -> float | None:
        """When a browser has become a person, if it has."""
        people = schema.people.c
        found = await self._questions.first(select(people.created).where(people.origin == browser))
        return None if found is None else float(found.created)

    async def device(self, device: str) -> Device | None:
        found = await self._questions.first(select(schema.devices).where(schema.devices.c.device == device))
        return None if found is None else Device(*found)

    async def devices(self, person: str) -> list[Device]:
        """Those of a person, the oldest first."""
        devices = schema.devices.c
        query = select(schema.devices).where(devices.person == person).order_by(devices.since, devices.device)
        return [Device(*row) for row in await self._questions.rows(query)]

    async def recent_devices(self, most: int) -> list[Device]:
        """Those that were here last."""
        query = select(schema.devices).order_by(schema.devices.c.seen.desc()).limit(most)
        return [Device(*row) for row in await self._questions.rows(query)]

    async def passkeys(self, person: str) -> list[Passkey]:
        """Those of a person, the oldest first."""
        passkeys = schema.passkeys.c
        query = select(schema.passkeys).where(passkeys.person == person).order_by(passkeys.since, passkeys.id)
        return [_passkey(row) for row in await self._questions.rows(query)]

    async def passkey(self, known_as: str) -> Passkey | None:
        found = await self._questions.first(select(schema.passkeys).where(schema.passkeys.c.id == known_as))
        return None if found is None else _passkey(found)

    async def ticket(self, ticket: str, kind: str) -> Ticket | None:
        """One that is still good."""
        found = await self._questions.first(select(schema.tickets).where(*_good(ticket, kind)))
        return None if found is None else Ticket(*found)

    async def tables_held(self, holder: str) -> int:
        holders = schema.holders.c
        query = select(func.count(holders.table_id.distinct())).where(holders.holder == holder)
        return await self._questions.number(query)

    async def in_two_hands(self, one: str, other: str) -> list[str]:
        """The games of running tables with secrets at which the two hold different seats."""
        return await self._questions.column(_in_two_hands(one, other).distinct())

    # Writing

    async def add_person(self, person: Person, origin: str, device: Device, keep_origin: bool) -> None:
        """A browser becomes a person. Raises an UnavailableError if it has become one meanwhile."""
        row = {**person._asdict(), "origin": origin if keep_origin else None}
        await self._writer.store(
            statements=[
                insert(schema.people).values(**row),
                insert(schema.devices).values(**device._asdict()),
                *moving(origin, person.id),
                *people_notes(origin, person.id),
            ]
        )

    async def rename(self, person: str, name: str) -> None:
        changed = update(schema.people).where(schema.people.c.id == person).values(name=name)
        await self._writer.store(statements=[changed])

    async def add_ticket(self, ticket: Ticket) -> None:
        """In place of those of its kind that the same person or device has, and of those that are over."""
        tickets = schema.tickets
        same = (tickets.c.kind == ticket.kind, tickets.c.person == ticket.person, tickets.c.device == ticket.device)
        await self._writer.store(
            statements=[
                delete(tickets).where(*same),
                delete(tickets).where(tickets.c.until < time.time()),
                insert(tickets).values(**ticket._asdict()),
            ]
        )

    async def join(self, ticket: Ticket, before: str, replaced: str, device: Device) -> None:
        """All that was held before is the person's of a ticket from now on, and so are all devices of whoever it was.
        `replaced` is the device that the new one stands for. Raises a StaleError if the ticket is spent, the person
        gone, or seats would come into one hand that must not."""
        await self._writer.store(statements=[_spend(ticket), *joining(before, replaced, device)])

    async def sign_in(self, passkey: Passkey, count: int, before: str, replaced: str, device: Device) -> None:
        """The same by a passkey, which says how often it was used. Raises a StaleError also if it was meanwhile."""
        passkeys = schema.passkeys
        used = update(passkeys).where(passkeys.c.id == passkey.id, passkeys.c.count == passkey.count)
        noted = Decisive(used.values(count=count, seen=today()))
        await self._writer.store(statements=[noted, *joining(before, replaced, device)])

    async def add_passkey(self, passkey: Passkey) -> None:
        await self._writer.store(statements=[insert(schema.passkeys).values(**asdict(passkey))])

    async def rename_passkey(self, known_as: str, name: str) -> None:
        changed = update(schema.passkeys).where(schema.passkeys.c.id == known_as)
        await self._writer.store(statements=[changed.values(name=name)])

    async def remove_passkey(self, known_as: str) -> None:
        await self._writer.store(statements=[delete(schema.passkeys).where(schema.passkeys.c.id == known_as)])

    async def spend(self, ticket: Ticket) -> None:
        """Raises a StaleError if it is spent, over, or another device's."""
        await self._writer.store(statements=[_spend(ticket)])

    async def sweep(self, before: str, person: str) -> None:
        """Move what somebody still got under the old name, in the moment of joining."""
        await self._writer.store(statements=[_may_join(before, person), *moving(before, person)])

    async def see(self, device: str, day: int) -> None:
        changed = update(schema.devices).where(schema.devices.c.device == device).values(seen=day)
        await self._writer.store(statements=[changed])

    async def sign_out(self, person: str, devices: Sequence[str]) -> None:
        """Links that one of them may have made are good no more."""
        gone = schema.devices.c
        await self._writer.store(
            statements=[
                delete(schema.devices).where(gone.person == person, gone.device.in_(devices)),
                delete(schema.tickets).where(schema.tickets.c.person == person),
                *people_notes(person),
            ]
        )

    async def sign_out_but(self, person: str, device: str, anew: str) -> None:
        """Sign out all devices but one, which is given a new token."""
        devices = schema.devices
        kept = update(devices).where(devices.c.person == person, devices.c.device == device)
        await self._writer.store(
            statements=[
                Decisive(kept.values(device=anew)),
                delete(devices).where(devices.c.person == person, devices.c.device != anew),
                delete(schema.tickets).where(schema.tickets.c.person == person),
                *people_notes(person),
            ]
        )


def joining(before: str, replaced: str, device: Device) -> list[Statement]:
    """The statements by which a device comes to a person, with all that it was before."""
    person, devices, passkeys = device.person, schema.devices, schema.passkeys
    return [
        _may_join(before, person),
        delete(devices).where(devices.c.device == replaced),
        update(devices).where(devices.c.person == before).values(person=person),
        update(passkeys).where(passkeys.c.person == before).values(person=person),
        delete(schema.tickets).where(schema.tickets.c.person == before),
        delete(schema.people).where(schema.people.c.id == before),
        insert(devices).values(**device._asdict()),
        *moving(before, person),
        *people_notes(before, person),
    ]


def moving(before: str, after: str) -> list[Statement]:
    """The statements by which all that is kept under one holder is kept under another."""
    named = [one for table in schema.metadata.sorted_tables for one in table.c if one.name in schema.NAME_HOLDERS]
    return [statement for column in named for statement in _moving(column, before, after)]


def _moving(column: Any, before: str, after: str) -> list[Statement]:
    table = column.table
    if not column.primary_key:
        noted = {"changed": time.time()} if "changed" in table.c else {}
        return [update(table).where(column == before).values(**{column.name: after}, **noted)]
    return [_copy(table, column.name, before, after), delete(table).where(column == before)]


def _copy(table: Any, column: str, before: str, after: str) -> Filled:
    """What both have is there once."""
    names = [one.name for one in table.c]
    chosen = ", ".join(":after" if name == column else name for name in names)
    copied = f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {chosen} FROM {table.name}"
    return Filled(text(f"{copied} WHERE {column} = :before ON CONFLICT DO NOTHING"), {"before": before, "after": after})


def _passkey(row: Any) -> Passkey:
    return Passkey(**{**row._asdict(), "credential": bytes(row.credential), "key": bytes(row.key)})


def _good(ticket: str, kind: str) -> tuple[ColumnElement[bool], ...]:
    tickets = schema.tickets.c
    return tickets.id == ticket, tickets.kind == kind, tickets.until > time.time()


def _spend(ticket: Ticket) -> Decisive:
    same = schema.tickets.c.device == ticket.device
    return Decisive(delete(schema.tickets).where(*_good(ticket.id, ticket.kind), same))


def _may_join(before: str, person: str) -> Decisive:
    """The person is there, and both may know what the other one knows."""
    people = schema.people
    there = update(people).where(people.c.id == person, ~exists(_in_two_hands(before, person)))
    return Decisive(there.values(name=people.c.name))


def _in_two_hands(one: str, other: str) -> Any:
    """Tables where each of the two holds a seat that the other one does not hold."""
    mine, theirs, tables = schema.holders.alias("mine"), schema.holders.alias("theirs"), schema.tables
    secret = [name for name in games() if game(name).rules.SECRETS]
    return (
        select(tables.c.game)
        .join(mine, mine.c.table_id == tables.c.id)
        .join(theirs, theirs.c.table_id == tables.c.id)
        .where(
            mine.c.holder == one,
            theirs.c.holder == other,
            tables.c.ended.is_(None),
            tables.c.game.in_(secret),
            ~_holds(other, mine),
            ~_holds(one, theirs),
        )
    )


def _holds(holder: str, seat: Any) -> Any:
    """Whether somebody holds a seat that another row names."""
    same = schema.holders.alias()
    return exists().where(same.c.holder == holder, same.c.table_id == seat.c.table_id, same.c.seat == seat.c.seat)
