"""What is owed to whom when a table changes: statements that are stored together with the change.

Somebody is told that it is their turn if they were not awaited and now are, by somebody else's doing. Bots answer at
once: what they do after one's own move is no news, and where one person plays with bots alone nothing is owed at all.
As soon as somebody is not awaited any more, because they have acted, something was taken back, a bot has taken their
seat or the game is over, what was not sent yet is withdrawn.

That time runs short is owed from the moment at which a clock begins to run, for later: the moment follows from what is
stored, and it is looked at again before it is told, because clocks stand while the server is away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from sqlalchemy import text

from alcove.kernel.time_control import DAY_MS, SECOND_MS, TimeControl
from alcove.server.notifications.events import Event
from alcove.server.notifications.subscribers import Subscribers
from alcove.server.tables import Table, moment_of
from alcove.server.writer import Filled

Held = Mapping[str, frozenset[int]]

SHORTEST_MS = 30 * SECOND_MS
"""Where less than that is short, a notification comes too late."""
LOOKED_BACK = 100
"""So many actions back it is looked who acted last of the people."""
MOST_WHO = 200

OWE = text(
    "INSERT INTO owed (channel, table_id, event, mark, who, at, due)"
    " SELECT id, CAST(:table AS VARCHAR(16)), CAST(:event AS VARCHAR(8)), :mark, CAST(:who AS TEXT), :at, :due"
    " FROM channels WHERE holder = :holder AND state = 'on'"
    " ON CONFLICT (channel, table_id, event) DO UPDATE SET mark = excluded.mark, at = excluded.at, sent = NULL,"
    " who = CASE WHEN owed.sent IS NULL AND owed.event = 'joined'"
    f" THEN substr(owed.who || ', ' || excluded.who, 1, {MOST_WHO}) ELSE excluded.who END,"
    " due = CASE WHEN owed.sent IS NULL AND owed.event = 'joined' THEN owed.due ELSE excluded.due END"
    " WHERE excluded.mark > owed.mark"
)
"""The same event of the same table is never owed twice; a newer one takes the place of an older one."""
WITHDRAW = text(
    "DELETE FROM owed WHERE table_id = :table AND event IN ('turn', 'short') AND sent IS NULL"
    " AND channel IN (SELECT id FROM channels WHERE holder = :holder)"
)


def short_ms(control: TimeControl) -> int | None:
    """What is little time: a quarter of it, a day at most; None where that is too little to tell anybody."""
    short = min(control.first // 4, DAY_MS)
    return short if short >= SHORTEST_MS else None


def runs_short_at(table: Table, seats: Iterable[int], moment: int) -> int | None:
    """When time begins to be short in the first of some awaited seats; None if it is, or never will be."""
    short = None if table.clock is None else short_ms(table.clock.control)
    if table.clock is None or short is None:
        return None
    left = table.clock.left_at(max(moment, table.clock.at))
    least = min((left[seat] for seat in seats if seat in table.clock.running), default=0)
    return table.clock.control.moment_after(moment, least - short) if least > short else None


class Owing:
    """`wait` is for how many seconds notifications gather."""

    def __init__(self, subscribers: Subscribers, wait: float) -> None:
        self._subscribers, self._wait = subscribers, wait

    def concerns(self, held: Held) -> list[str]:
        """Those at a table to whom something can be owed."""
        if self._subscribers.none:
            return []
        return [holder for holder in held if self._subscribers.has(holder)]

    def of_change(
        self, before: Table, after: Table, held: Held, told: Iterable[str], by: str, seat: int, now: float
    ) -> list[Filled]:
        """What a change of the game brings to those who are to be `told`. `by` is whoever did it, empty for a bot."""
        people = before.people | after.people
        several = sum(bool(seats & people) for seats in held.values()) > 1
        who = after.person(seat) if by else ""
        statements: list[Filled] = []
        for holder in told:
            seats = held[holder]
            waited, waits = bool(seats & before.timed()), seats & after.timed()
            if waited and not waits:
                statements.append(Filled(WITHDRAW, {"table": after.id, "holder": holder}))
            if waits and not waited and several and not _is_own(after, seats, holder, by):
                statements += self._owe(holder, after, "turn", after.version, who, now)
            if waits:
                statements += self._owe_short(holder, after, waits, now)
        if after.over and not before.over and several:
            statements += self.of_end(after, held, told, by, who, now)
        return statements

    def of_end(self, table: Table, held: Held, told: Iterable[str], by: str, who: str, now: float) -> list[Filled]:
        """What the end of a game brings to all who still played but whoever has brought it about."""
        statements: list[Filled] = []
        for holder in told:
            if holder != by and held[holder] & table.people:
                statements += self._owe(holder, table, "over", table.version, who, now)
        return statements

    def of_newcomer(
        self, before: Table, after: Table, held: Held, told: Iterable[str], by: str, seat: int, now: float
    ) -> list[Filled]:
        """What somebody's coming brings to the others; with the last one the game begins."""
        statements: list[Filled] = []
        for holder in told:
            if holder != by and held[holder] & before.people:
                statements += self._owe(holder, after, "joined", moment_of(now), after.person(seat), now)
        everybody = {**held, by: held.get(by, frozenset()) | {seat}}
        return statements + self.of_change(before, after, everybody, self.concerns(everybody), by, seat, now)

    def of_new_table(self, table: Table, held: Held, by: str, now: float) -> list[Filled]:
        """What a table brings at which a game begins at once, as a rematch does."""
        statements: list[Filled] = []
        for holder in self.concerns(held):
            waits = held[holder] & table.timed()
            if waits and holder != by:
                statements += self._owe(holder, table, "turn", table.version, "", now)
            if waits:
                statements += self._owe_short(holder, table, waits, now)
        return statements

    def _owe(self, holder: str, table: Table, event: Event, mark: int, who: str, now: float) -> list[Filled]:
        return self._put(holder, table.id, event, mark, who, now, now + self._wait)

    def _owe_short(self, holder: str, table: Table, seats: frozenset[int], now: float) -> list[Filled]:
        due = runs_short_at(table, seats, moment_of(now))
        return [] if due is None else self._put(holder, table.id, "short", table.version, "", now, due / SECOND_MS)

    def _put(self, holder: str, table: str, event: Event, mark: int, who: str, now: float, due: float) -> list[Filled]:
        if not self._subscribers.of(holder).wants(table, event):
            return []
        values = {"table": table, "event": event, "mark": mark, "who": who[:MOST_WHO], "at": now, "due": due}
        return [Filled(OWE, {**values, "holder": holder})]


def _is_own(table: Table, seats: frozenset[int], holder: str, by: str) -> bool:
    """Whether somebody is awaited because of what they did themselves, or bots after them."""
    if by:
        return by == holder
    last = next((one.seat for one in islice(reversed(table.played), LOOKED_BACK) if one.human), None)
    return last in seats
