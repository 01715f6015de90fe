"""What the best bot would do in somebody's place."""

from __future__ import annotations

from alcove.bots.levels import hint_level
from alcove.kernel.errors import NotYourTurnError, StaleError
from alcove.server.bot_seats import BotSeats
from alcove.server.refusals import (
    MOVED_ON,
    NO_HINTS,
    NO_SEAT_HELD,
    NOTHING_TO_DECIDE,
    NotYoursError,
    UnavailableError,
)
from alcove.server.shapes import Choice, HintMessage
from alcove.server.tables import Table

FORESEEN = 2
"""How many actions a hint looks ahead."""


async def hint(table: Table, bots: BotSeats, mine: frozenset[int], seat: int | None, version: int) -> HintMessage:
    """A choice, from what the seat knows. Not against other people: that would be playing with a bot's head."""
    if seat is None:
        raise NotYoursError(NO_SEAT_HELD)
    if not table.people <= mine:
        raise UnavailableError(NO_HINTS)
    _check_fresh(table, seat, version)
    table.check_playing(seat)
    if seat not in table.awaited():
        raise NotYourTurnError(NOTHING_TO_DECIDE)
    position = table.position
    thought = await bots.hint(seat, version, hint_level(table.game))
    _check_fresh(table, seat, version)
    value = None if thought.guessed else thought.value
    return HintMessage(version, Choice.of(position, seat, thought.action.index), value, thought.following(FORESEEN))


def _check_fresh(table: Table, seat: int, version: int) -> None:
    if not table.is_fresh(seat, version):
        raise StaleError(MOVED_ON)
