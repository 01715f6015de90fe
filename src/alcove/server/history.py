"""Finished games as somebody's own page tells them."""

from __future__ import annotations

from alcove.kernel.outcome import ABANDONED
from alcove.server.learning_shapes import PastGame, Result
from alcove.server.stored import FinishedTable, Past


def past_game(past: Past) -> PastGame:
    table, held = past.table, past.table.held
    known = [value for seat, value in past.accuracy.items() if seat in held]
    return PastGame(
        id=table.id,
        game=table.game,
        ended=table.ended,
        result=_result(table),
        levels=sorted(seat.level for seat in table.seats if seat.kind == "bot" and seat.level is not None),
        people=sum(seat.kind == "human" and number not in held for number, seat in enumerate(table.seats)),
        accuracy=round(sum(known) / len(known), 1) if known else None,
        tried=past.tried,
    )


def _result(table: FinishedTable) -> Result | None:
    """How it went for whoever held these seats; nothing if they had all of several, or nobody played it out."""
    if table.ending is None or 1 < len(table.seats) == len(table.held):
        return None
    outcome = table.ending[0]
    if outcome.reason == ABANDONED:
        return None
    if not table.held & set(outcome.winners):
        return "lost"
    return "drawn" if outcome.kind == "drawn" else "won"
