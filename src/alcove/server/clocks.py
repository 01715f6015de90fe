"""What is told of the clocks at a table."""

from __future__ import annotations

import msgspec

from alcove.server.tables import Table, moment_of


class ClockState(msgspec.Struct):
    """What the clocks show at the moment of the message. Whoever reads it lets them run from there."""

    left: list[int | None]
    """Milliseconds for each seat; null for a bot's."""
    running: list[int]
    """Seats whose clocks run: those awaited."""
    out: list[int]
    """Of these, who has no time left."""
    stands: bool
    """Whether clocks stand, at night or on a day off, although somebody is awaited."""
    changes_in: int | None
    """After how many milliseconds they go on or stand; null if they never stand."""


def clock_state(table: Table, now: float) -> ClockState | None:
    """What everybody may know: nothing but who is awaited, and since when."""
    if table.clock is None:
        return None
    moment = max(moment_of(now), table.clock.at)
    left = [left if seat in table.people else None for seat, left in enumerate(table.clock.left_at(moment))]
    stands, changes_in = table.clock.control.stands(moment)
    return ClockState(left, sorted(table.clock.running), table.clock.out(moment), stands, changes_in)


def next_change(table: Table, now: float) -> int | None:
    """The next moment at which clocks change although nobody does anything: somebody runs out, or they stand."""
    if table.clock is None or not table.clock.running:
        return None
    moment = max(moment_of(now), table.clock.at)
    due = table.clock.due(moment)
    _, changes_in = table.clock.control.stands(moment)
    if due is None or changes_in is None:
        return due
    return min(due, moment + changes_in)


def least_left(table: Table, now: float) -> int | None:
    """What the next of those who are awaited has left."""
    if table.clock is None or not table.clock.running:
        return None
    left = table.clock.left_at(max(moment_of(now), table.clock.at))
    return min(left[seat] for seat in table.clock.running)
