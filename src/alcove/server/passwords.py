"""Passwords of tables: kept salted and slowly hashed, and guessed a few times only.

Whoever has said the right one is let in for good. Who holds a seat never needs it: a seat's link is a better secret.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Awaitable, Callable

from sqlalchemy import select, text

from alcove.server import schema
from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.limits import Buckets
from alcove.server.questions import Questions
from alcove.server.refusals import NO_TABLE, WRONG_PASSWORD, NotFoundError, WrongPasswordError
from alcove.server.wishes import Wish
from alcove.server.workers import Workers
from alcove.server.writer import Filled, Writer

WORK, BLOCK, SALT_BYTES = 14, 8, 16
"""About 50 ms and 16 MB for each try."""
ADMIT = text("INSERT INTO admitted (table_id, holder) VALUES (:table_id, :holder) ON CONFLICT DO NOTHING")


def hash_password(word: str) -> str:
    salt = secrets.token_bytes(SALT_BYTES)
    return f"scrypt {WORK} {salt.hex()} {_hash(word, salt, WORK).hex()}"


def fits(word: str, stored: str) -> bool:
    _, work, salt, known = stored.split(" ")
    return hmac.compare_digest(_hash(word, bytes.fromhex(salt), int(work)), bytes.fromhex(known))


def _hash(word: str, salt: bytes, work: int) -> bytes:
    """However a keyboard writes it."""
    plain = unicodedata.normalize("NFKC", word).encode("utf-8", "replace")
    return hashlib.scrypt(plain, salt=salt, n=2**work, r=BLOCK, p=1, maxmem=2**26, dklen=32)


class Passwords:
    def __init__(self, questions: Questions, writer: Writer) -> None:
        self._questions, self._writer = questions, writer

    async def of(self, table: str) -> str | None:
        """The stored password of a table, if it has one."""
        row = await self._questions.first(select(schema.tables.c.password).where(schema.tables.c.id == table))
        if row is None:
            raise NotFoundError(NO_TABLE)
        stored: str | None = row.password
        return stored

    async def lets_in(self, table: str, holder: str) -> bool:
        """Whether somebody has said it."""
        known = schema.admitted.c
        query = select(known.holder).where(known.table_id == table, known.holder == holder)
        return bool(holder) and await self._questions.first(query) is not None

    async def let_in(self, table: str, holder: str) -> None:
        await self._writer.store(statements=[Filled(ADMIT, {"table_id": table, "holder": holder})])


class Doorkeeper:
    """Hears passwords. `wish` has each try counted by the process that has the table, so that there are no more of them
    where there are several processes."""

    def __init__(
        self, passwords: Passwords, readers: Workers, limits: Limits, wish: Callable[[Wish], Awaitable[None]]
    ) -> None:
        self._passwords, self._readers, self._wish = passwords, readers, wish
        tries = limits.password_tries
        self._by_address = Buckets(tries / 60, tries)
        self._by_table = Buckets(limits.table_password_tries / 60, limits.table_password_tries)

    async def hear(self, visitor: Visitor, table: str, word: str) -> None:
        """Let somebody in who says the password of a table."""
        stored = await self._passwords.of(table)
        if stored is None:
            return
        await self._wish(Wish("try", table, 0, "", *visitor))
        if not await self._readers.do(visitor, lambda: fits(word, stored)):
            raise WrongPasswordError(WRONG_PASSWORD)
        await self._passwords.let_in(table, visitor.holder)

    def count(self, visitor: Visitor, table: str) -> None:
        """One more try at a table of ours."""
        self._by_address.take(visitor.address)
        self._by_table.take(table)
