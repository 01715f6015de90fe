"""What a seat may know: its own hand and choice, and all that lies open."""

from __future__ import annotations

from typing import Any

from alcove.kernel.position import Position
from tests.toys.tollgate import rules
from tests.toys.tollgate.notation import STAGES, card_name, hand


def view(position: Position, seat: int | None) -> dict[str, Any]:
    state = position.state
    seats = range(position.players)
    dummy = position.players == 1
    return {
        "round": int(state.lap),
        "rounds": int(state.dealt),
        "stage": STAGES[state.stage],
        "die": int(state.die),
        "pot": int(state.pot),
        "points": [int(state.points[other]) for other in seats],
        "dummy_points": int(state.points[rules.DUMMY]) if dummy else None,
        "hand": hand(state, seat) if seat is not None else None,
        "hand_sizes": [len(hand(state, other)) for other in seats],
        "chosen": card_name(state.chosen[seat]) if seat is not None else None,
        "shown": [card_name(state.shown[other]) for other in seats],
        "dummy_card": card_name(state.shown[rules.DUMMY]) if dummy else None,
        "deck": int(state.deck_left),
    }
