"""Browsers from the time before tokens were signed."""

from __future__ import annotations

from collections import OrderedDict

from alcove.server.limits import Buckets
from alcove.server.store import Store

MAX_OLD_BROWSERS = 10_000


class OldBrowsers:
    """Browsers whose tokens are from the time before tokens were signed: known by the seats that they hold."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, None] = OrderedDict()
        self._questions = Buckets(5, 50)

    async def knows(self, holder: str, address: str) -> bool:
        """Whether that holder has a seat. An address may ask that only so often: most such tokens are invented."""
        if holder not in self._known:
            if not self._questions.allows(address) or not await self._store.holds_any(holder):
                return False
            if len(self._known) >= MAX_OLD_BROWSERS:
                self._known.popitem(last=False)
            self._known[holder] = None
        return True
