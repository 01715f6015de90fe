"""Who is let in with a request, and who asks for too much."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.limits import MAX_KEYS, Buckets, Work
from alcove.server.refusals import TOO_FAST, TooFastError
from alcove.server.store import Store

MAX_EXPECTED = 100_000
"""People who sat at tables before the start and are known at once when they come back."""


class Seated:
    """Those who were seen at a table of theirs, so many of each address. Whoever came first stays: a neighbour with
    many seats pushes nobody out."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._addresses: OrderedDict[str, set[str]] = OrderedDict()
        self._expected: set[int] = set()

    def expect(self, holders: Iterable[str]) -> None:
        """These sat when the server ended, and come back from addresses that it does not know yet."""
        self._expected.update(hash(holder) for holder in holders)

    def note(self, visitor: Visitor) -> None:
        here = self._addresses.setdefault(visitor.address, set())
        self._addresses.move_to_end(visitor.address)
        if len(here) < self._each:
            here.add(visitor.holder)
        if len(self._addresses) > MAX_KEYS:
            self._addresses.popitem(last=False)

    def forget(self, visitor: Visitor) -> None:
        self._addresses.get(visitor.address, set()).discard(visitor.holder)
        self._expected.discard(hash(visitor.holder))

    def knows(self, visitor: Visitor) -> bool:
        here = self._addresses.get(visitor.address, ())
        return visitor.holder in here or (len(here) < self._each and hash(visitor.holder) in self._expected)


class Admission:
    def __init__(self, store: Store, work: Work, limits: Limits) -> None:
        self._store, self._work = store, work
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._address_requests = Buckets(limits.address_requests_per_second, limits.address_request_burst)
        self._returns = Buckets(limits.returns_per_second, limits.return_burst)
        self._address_returns = Buckets(limits.address_requests_per_second, limits.address_request_burst)
        self.seated = Seated(limits.connections_per_address)

    async def open(self) -> None:
        self.seated.expect(await self._store.sitting(MAX_EXPECTED))

    async def admit(self, visitor: Visitor, by_browser: bool = True) -> None:
        """Let a request through. Somebody who sits at a table gets in although others of their address ask for too
        much, but no more often than that takes."""
        crowded = not self._address_requests.allows(visitor.address)
        spent = by_browser and self._work.of(visitor.address).empty
        if spent and (not visitor.holder or self._work.reserve(visitor.holder).empty):
            raise TooFastError(TOO_FAST)
        if (crowded or spent) and not await self._returns_to_seat(visitor):
            raise TooFastError(TOO_FAST)
        if by_browser:
            self._requests.take(visitor.person)

    async def _returns_to_seat(self, visitor: Visitor) -> bool:
        """An address may have it looked up only so often who sits; who is known to has no need of that, so nobody can
        use it up against them."""
        if not visitor.holder or not self._returns.allows(visitor.holder):
            return False
        if not (self.seated.knows(visitor) or self._address_returns.allows(visitor.address)):
            return False
        sits = await self._store.sits(visitor.holder)
        (self.seated.note if sits else self.seated.forget)(visitor)
        return sits
