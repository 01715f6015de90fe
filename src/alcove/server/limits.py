"""How often and how many: buckets and places that refuse with a code.

A limit binds the browser and the address. Browsers are cheap: whoever sends no cookie is given a new one. Addresses are
not, but many people may share one: so an address may do more than a browser, and whoever sits at a table goes first.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic

from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.refusals import TOO_FAST, TOO_MANY_CONNECTIONS, TooFastError, TooManyError

MAX_KEYS = 20_000


class Bucket:
    """Allows `rate` things a second, and `burst` at once."""

    __slots__ = ("burst", "left", "rate", "since")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left = burst
        self.since = monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = monotonic()
        left = self.left + (now - self.since) * self.rate
        if left > self.burst:
            left = self.burst
        self.since = now
        enough = left >= cost
        self.left = left - cost if enough else left
        return enough

    def spend(self, cost: float) -> None:
        """Take what has been used already, also beyond what is left."""
        now = monotonic()
        left = self.left + (now - self.since) * self.rate
        self.left = (left if left < self.burst else self.burst) - cost
        self.since = now

    @property
    def empty(self) -> bool:
        return self.left < 0.0 and not self.take(0.0)


class Buckets:
    """A bucket for each key; those not used for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
            if len(self._buckets) > MAX_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket

    def allows(self, key: str) -> bool:
        return self.of(key).take()

    def take(self, key: str) -> None:
        if not self.allows(key):
            raise TooFastError(TOO_FAST)


class Work:
    """The event loop's time. Every address has a share of it, and so has, in reserve, whoever sits at a table: a
    neighbour at the same address can spend the one, but never the other."""

    def __init__(self, limits: Limits) -> None:
        rate, burst = limits.address_work, limits.address_work_burst
        each = 1 / limits.connections_per_address  # all reserves of an address together are as much again
        self._addresses, self._reserves = Buckets(rate, burst), Buckets(rate * each, burst * each)

    def spend(self, visitor: Visitor, seconds: float) -> None:
        share = self._addresses.of(visitor.address)
        share.spend(seconds)
        if share.left < 0.0 and visitor.holder:
            self._reserves.of(visitor.holder).spend(seconds)

    def of(self, address: str) -> Bucket:
        return self._addresses.of(address)

    def reserve(self, holder: str) -> Bucket:
        return self._reserves.of(holder)


class Place:
    """Somebody's place among the connections. Whoever has it may have to yield."""

    def __init__(self, visitor: Visitor, seated: bool) -> None:
        self.visitor = visitor
        self.seated = seated
        self.leave: Callable[[], None] = lambda: None


class Places:
    """Room for so many at once: of a browser, of an address, of those who only watch, and in all.

    Where there is none left, somebody who sits at the table takes the place of one who does not, or of one who has
    more places.
    """

    def __init__(self, each: int, by_address: int, in_all: int, watching: int) -> None:
        self.each, self.by_address, self.in_all, self.watching = each, by_address, in_all, watching
        self._people: Counter[str] = Counter()
        self._addresses: dict[str, dict[Place, None]] = {}
        self._all = self._watching = 0

    @contextmanager
    def one(self, visitor: Visitor, seated: bool) -> Iterator[Place]:
        place = Place(visitor, seated)
        self._make_room(place)
        self._enter(place)
        try:
            yield place
        finally:
            self._leave(place)

    @property
    def count(self) -> int:
        return self._all

    @property
    def watching_now(self) -> int:
        return self._watching

    def _make_room(self, place: Place) -> None:
        here = self._addresses.get(place.visitor.address, {})
        if self._people[place.visitor.person] >= self.each:
            raise TooManyError(TOO_MANY_CONNECTIONS)
        if len(here) >= self.by_address:
            self._send_away(self._yielding(place, here))
        elif self._all >= self.in_all or (not place.seated and self._watching >= self.watching):
            crowded = sorted(self._addresses.values(), key=len, reverse=True)
            self._send_away(next((one for there in crowded if (one := self._yielding(place, there))), None))

    def _yielding(self, newcomer: Place, there: Iterable[Place]) -> Place | None:
        """Who goes: a spectator, else one of those of whom most are there."""
        if not newcomer.seated:
            return None
        most: Place | None = None
        for place in there:
            if not place.seated:
                return place
            if most is None or self._people[place.visitor.person] > self._people[most.visitor.person]:
                most = place
        spare = most is not None and self._people[most.visitor.person] > self._people[newcomer.visitor.person] + 1
        return most if spare else None

    def _send_away(self, place: Place | None) -> None:
        if place is None:
            raise TooManyError(TOO_MANY_CONNECTIONS)
        self._leave(place)
        place.leave()

    def _enter(self, place: Place) -> None:
        self._addresses.setdefault(place.visitor.address, {})[place] = None
        self._people[place.visitor.person] += 1
        self._all += 1
        self._watching += not place.seated

    def _leave(self, place: Place) -> None:
        """Once only, though one that was sent away comes here again when it has gone."""
        here = self._addresses.get(place.visitor.address, {})
        if place not in here:
            return
        del here[place]
        if not here:
            del self._addresses[place.visitor.address]
        self._people[place.visitor.person] -= 1
        if not self._people[place.visitor.person]:
            del self._people[place.visitor.person]
        self._all -= 1
        self._watching -= not place.seated
