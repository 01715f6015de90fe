"""What a seat may know: its own hand and choice, and all that lies open."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from alcove.kernel.position import Position
from tests.toys.tollgate import rules
from tests.toys.tollgate.notation import STAGES, card_name, hand

NUMBER_OF = [card % rules.NUMBERS + 1 for card in range(rules.CARDS)]


class View(TypedDict):
    round: int
    rounds: int
    stage: Literal["choose", "decide", "over"]
    die: int
    pot: int
    points: list[int]
    dummy_points: int | None
    hand: list[str] | None
    """The own cards; a spectator has none."""
    hand_sizes: list[int]
    chosen: str | None
    shown: list[str]
    dummy_card: str | None
    deck: int


class Choice(TypedDict):
    """A card to choose and its number, or what to do with the pot: how much is banked, or left."""

    kind: Literal["card", "bank", "draw"]
    card: NotRequired[str]
    number: NotRequired[int]
    pot: NotRequired[int]


def choice(position: Position, seat: int, action: int) -> Choice:
    if action < rules.CARDS:
        return {"kind": "card", "card": card_name(action), "number": NUMBER_OF[action]}
    return {"kind": "bank" if action == rules.BANK else "draw", "pot": int(position.state.pot)}


def view(position: Position, seat: int | None) -> View:
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
