"""Who is let in with a request, and who asks for too much."""

from __future__ import annotations

from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.limits import Buckets, Work
from alcove.server.refusals import TOO_FAST, TooFastError
from alcove.server.store import Store


class Admission:
    def __init__(self, store: Store, work: Work, limits: Limits) -> None:
        self._store, self._work = store, work
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._address_requests = Buckets(limits.address_requests_per_second, limits.address_request_burst)
        self._returns = Buckets(limits.returns_per_second, limits.return_burst)
        self._address_returns = Buckets(limits.address_requests_per_second, limits.address_request_burst)

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
        if not visitor.holder or not self._returns.allows(visitor.holder):
            return False
        return self._address_returns.allows(visitor.address) and await self._store.sits(visitor.holder)
