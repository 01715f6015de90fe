"""How often and how many: buckets and counters that refuse with a code."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from alcove.server.refusals import TOO_FAST, TOO_MANY_CONNECTIONS, TooFastError, TooManyError

KEYS_KEPT = 20_000


class Bucket:
    """Allows `rate` things a second, and `burst` at once."""

    __slots__ = ("burst", "left", "rate", "since")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left = burst
        self.since = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each key; those not used for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> None:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
            if len(self._buckets) > KEYS_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take():
            raise TooFastError(TOO_FAST)


class Places:
    """Room for so many at once, by key and in all."""

    def __init__(self, each: int, in_all: int) -> None:
        self.each, self.in_all = each, in_all
        self._taken: Counter[str] = Counter()
        self._all = 0

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        if self._all >= self.in_all or self._taken[key] >= self.each:
            raise TooManyError(TOO_MANY_CONNECTIONS)
        self._all += 1
        self._taken[key] += 1
        try:
            yield
        finally:
            self._all -= 1
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
