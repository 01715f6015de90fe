"""Who is let in to the whole server, where its owner keeps strangers out.

An invitation of the owner is a link. Like a seat's link it is made from the server's key, so that only its id is
stored. Whoever opens one is let in for good, until the owner revokes it together with those who came by it. Whoever
holds a seat is never kept from it.
"""

from __future__ import annotations

import base64
import hmac
import re
import time
from collections import OrderedDict
from typing import Any

from sqlalchemy import delete, func, insert, literal, or_, select, text, union_all, update

from alcove.kernel.errors import StaleError
from alcove.kernel.record import clean_name
from alcove.server import schema
from alcove.server.holders import MAC_LETTERS, TABLE_ID, new_table_id
from alcove.server.limits import MAX_KEYS
from alcove.server.notices import member_notes
from alcove.server.owner_shapes import Pass
from alcove.server.questions import Questions
from alcove.server.refusals import NO_PASS, TOO_MANY_PASSES, NotFoundError, TooManyError
from alcove.server.writer import Decisive, Filled, Writer

DAY = 24 * 3600
PASSES_MOST = 100
KNOWN_SECONDS = 5.0
"""How long it is remembered who is let in: so long a revoked invitation may still open the door."""
UNKNOWN_SECONDS = 0.5
SECRET = re.compile(rf"({TABLE_ID.pattern})\.([a-z2-7]{{{MAC_LETTERS}}})", re.ASCII)
JOIN = text(
    "INSERT INTO members (holder, pass_id, at) VALUES (:holder, :pass_id, :at)"
    " ON CONFLICT (holder) DO UPDATE SET pass_id = excluded.pass_id, at = excluded.at"
)


def pass_secret(key: bytes, name: str) -> str:
    mac = hmac.digest(key, f"pass {name}".encode(), "sha256")
    return f"{name}.{base64.b32encode(mac[:16]).decode().lower().rstrip('=')}"


def read_pass_secret(key: bytes, secret: str) -> str | None:
    """The id of an invitation, None if this server has not made it."""
    match = SECRET.fullmatch(secret)
    return match[1] if match and hmac.compare_digest(pass_secret(key, match[1]), secret) else None


def new_pass(label: str, days: int | None, uses: int | None) -> Any:
    """Another invitation: for so long, and for so many people."""
    now = time.time()
    until = None if days is None else now + days * DAY
    return insert(schema.passes).values(id=new_table_id(), label=clean_name(label), made=now, until=until, uses=uses)


def revoking(name: str, members: bool) -> list[Any]:
    """End an invitation; with `members` nobody is let in any more who came by it, and whoever of them is here goes."""
    statements = [delete(schema.passes).where(schema.passes.c.id == name)]
    if members:
        statements += [delete(schema.members).where(schema.members.c.pass_id == name), *member_notes()]
    return statements


def all_passes() -> Any:
    """Invitations, the newest first, and how many came by each."""
    came = select(func.count()).where(schema.members.c.pass_id == schema.passes.c.id).scalar_subquery()
    return select(schema.passes, came.label("members")).order_by(schema.passes.c.made.desc())


def told_pass(key: bytes, row: Any) -> Pass:
    link = f"/enter/{pass_secret(key, row.id)}"
    return Pass(row.id, row.label, row.made, row.until, row.uses, row.members, link)


class Entrance:
    def __init__(self, questions: Questions, writer: Writer, key: bytes, invited_only: bool) -> None:
        self._questions, self._writer, self._key = questions, writer, key
        self.closed = invited_only
        """Whether strangers are kept out."""
        self._known: OrderedDict[str, tuple[bool, float]] = OrderedDict()

    async def lets_in(self, holder: str) -> bool:
        """Whether somebody has come by an invitation, or holds a seat."""
        if not self.closed:
            return True
        known, until = self._known.get(holder, (False, 0.0))
        if time.monotonic() >= until:
            known = bool(holder) and await self._is_known(holder)
            self._remember(holder, known)
        return known

    def _remember(self, holder: str, known: bool) -> None:
        self._known[holder] = known, time.monotonic() + (KNOWN_SECONDS if known else UNKNOWN_SECONDS)
        self._known.move_to_end(holder)
        if len(self._known) > MAX_KEYS:
            self._known.popitem(last=False)

    async def _is_known(self, holder: str) -> bool:
        came = select(literal(1)).where(schema.members.c.holder == holder)
        sits = select(literal(1)).where(schema.holders.c.holder == holder)
        return await self._questions.first(union_all(came, sits).limit(1)) is not None

    async def enter(self, holder: str, secret: str) -> None:
        """Let somebody in who has opened an invitation. Who is in already uses up nothing of it."""
        name = read_pass_secret(self._key, secret)
        if name is None:
            raise NotFoundError(NO_PASS)
        if await self._is_known(holder):
            return
        passes = schema.passes.c
        good = or_(passes.until.is_(None), passes.until > time.time()), or_(passes.uses.is_(None), passes.uses > 0)
        used = update(schema.passes).where(passes.id == name, *good).values(uses=passes.uses - 1)
        joined = Filled(JOIN, {"holder": holder, "pass_id": name, "at": time.time()})
        try:
            await self._writer.store(statements=[Decisive(used), joined])
        except StaleError:
            raise NotFoundError(NO_PASS) from None
        self._remember(holder, True)

    # The owner

    async def passes(self) -> list[Pass]:
        return [told_pass(self._key, row) for row in await self._questions.rows(all_passes())]

    async def make(self, label: str, days: int | None, uses: int | None) -> None:
        if len(await self.passes()) >= PASSES_MOST:
            raise TooManyError(TOO_MANY_PASSES)
        await self._writer.store(statements=[new_pass(label, days, uses)])

    async def revoke(self, name: str, members: bool) -> None:
        if name not in {one.id for one in await self.passes()}:
            raise NotFoundError(NO_PASS)
        await self._writer.store(statements=revoking(name, members))
        self.doubt()

    def doubt(self) -> None:
        """Ask anew who is let in."""
        self._known.clear()
