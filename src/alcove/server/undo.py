"""Taking back: freely, or when everybody whom it concerns agrees."""

from __future__ import annotations

from collections.abc import Callable

from alcove.server.limits import Buckets
from alcove.server.refusals import NOBODY_ASKED, NOTHING_TO_UNDO, UnavailableError
from alcove.server.shapes import UndoState
from alcove.server.tables import Plan, Table


class UndoRequest:
    """The wish of a seat to take back its last turn, and who agrees to it."""

    def __init__(self, table: Table, requests_per_minute: int, now: Callable[[], float]) -> None:
        self._table, self._now = table, now
        self._requests = Buckets(requests_per_minute / 60, requests_per_minute)
        self._asked_by: int | None = None
        self._agreed: frozenset[int] = frozenset()

    def ask(self, mine: frozenset[int]) -> Plan | None:
        """What is taken back at once, None if the others are asked first."""
        may, count, asker = self._table.undo(mine)
        if may == "no":
            raise UnavailableError(NOTHING_TO_UNDO)
        if may == "free":
            return self._plan(asker, count)
        self._requests.take(str(asker))
        self._asked_by, self._agreed = asker, mine
        return None

    def answer(self, mine: frozenset[int], yes: bool) -> Plan | None:
        """What is taken back now that somebody has answered, None if nothing is, or not yet."""
        asker = self._asked_by
        if asker is None or asker in mine:
            raise UnavailableError(NOBODY_ASKED)
        if not yes:
            self.forget()
            return None
        self._agreed |= mine
        if not self._table.people <= self._agreed:
            return None
        _, count, _ = self._table.undo(frozenset([asker]))
        return self._plan(asker, count)

    def forget(self) -> None:
        self._asked_by, self._agreed = None, frozenset()

    def out(self, mine: frozenset[int]) -> UndoState:
        """What somebody who holds these seats may do, and who asks."""
        return UndoState(self._table.undo(mine)[0], self._asked_by)

    def _plan(self, seat: int, count: int) -> Plan:
        return self._table.plan_undo(seat, count, self._now())
