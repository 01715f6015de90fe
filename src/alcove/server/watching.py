"""Who watches a table: the names that spectators have given themselves, and how many they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from alcove.kernel.record import clean_name
from alcove.server.holders import Visitor
from alcove.server.incoming import encode
from alcove.server.lobby_shapes import WatchingMessage
from alcove.server.refusals import NAMED_ALREADY, NOBODY_CALLED_SO, NotFoundError, TooManyError

NAMES_TOLD = 20
NO_NAME = "?"


class Watcher(Protocol):
    visitor: Visitor
    holder: str
    name: str
    """What a spectator is called; empty without a name."""

    def tell(self, message: bytes) -> None: ...


class Watching:
    """`present` gives everybody at the table, `sits` says who of them has a seat."""

    def __init__(self, present: Callable[[], Iterable[Watcher]], sits: Callable[[str], bool]) -> None:
        self._present, self._sits = present, sits
        self._told: dict[Watcher, bytes] = {}

    def message(self) -> WatchingMessage:
        watchers = [one for one in self._present() if not self._sits(one.holder)]
        names = sorted({one.name for one in watchers if one.name})
        return WatchingMessage(names[:NAMES_TOLD], len({one.visitor.person for one in watchers}))

    def tell(self) -> tuple[int, int]:
        """Tell those who do not know it yet; how many messages that were, and of what size."""
        present = list(self._present())
        message = encode(self.message())
        ignorant = [one for one in present if self._told.get(one, NOBODY_WATCHES) != message]
        for one in ignorant:
            one.tell(message)
        self._told = dict.fromkeys(present, message)
        return len(ignorant), len(ignorant) * len(message)

    def name(self, watcher: Watcher, name: str) -> None:
        """A spectator says once who they are."""
        if watcher.name:
            raise TooManyError(NAMED_ALREADY)
        known = clean_name(name)
        watcher.name = "" if known == NO_NAME else known

    def find(self, name: str) -> str:
        """The name of a spectator who is there."""
        if name not in {one.name for one in self._present() if one.name and not self._sits(one.holder)}:
            raise NotFoundError(NOBODY_CALLED_SO)
        return name


NOBODY_WATCHES = encode(WatchingMessage([], 0))
