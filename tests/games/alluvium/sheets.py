"""Sheets of Alluvium as drawings: row 10 at the top, `.` for an empty box, a letter for a colour."""

from __future__ import annotations

import random
from textwrap import dedent
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.games.alluvium.sheet import FORMS, WIDTH, words
from alcove.games.alluvium.table import DUMMY, card_of_round

ALLUVIUM = alcove.game("alluvium")
LETTERS = "rbgyn"

NEARLY_FULL = """
    rrrrrrrrrr
    rrrrrrrrrr
    rrrrrrrrrr
    rrrrrrrrrr
    rrrrrrrrrr
    rrrrrrrrrr
    rrrr...rrr
    rrrr.rrrrr
    rrrr.rrrrr
    rrrrrrrrrr
"""
PLUGGABLE = """
    gg........
    g.g.......
    rgg.......
"""
HOLES = """
    .r........
    r.rr......
    .rr.r.....
    r..r......
    .rr.......
    rbb.......
    .r.r.gg...
    rrgggg....
"""


def parse(drawing: str) -> dict[int, str]:
    """The coloured boxes. A drawing with fewer rows shows the lowest ones."""
    rows = [row.strip() for row in dedent(drawing).strip().splitlines()]
    assert all(len(row) == WIDTH for row in rows), drawing
    return {
        WIDTH * (len(rows) - 1 - y) + x: sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."
    }


def place(position: Position, owner: int, drawing: str, checks: dict[str, int] | None = None) -> Position:
    """The position with a sheet as drawn, whatever was on it before."""
    row = position.copy_row()
    paint(row[0], owner, parse(drawing), checks or {})
    return Position(position.game, position.players, position.options, row)


def colour_of(state: Any, sign: str) -> int:
    return DUMMY if sign == "d" and state.players == 3 else LETTERS.index(sign)


def paint(state: Any, owner: int, boxes: dict[int, str], checks: dict[str, int]) -> None:
    state.land[owner] = 0
    for sign in set(boxes.values()):
        state.land[owner, colour_of(state, sign)] = words([box for box in boxes if boxes[box] == sign])
    state.filled[owner] = words(list(boxes))
    state.checks[owner] = 0
    for sign, number in checks.items():
        state.checks[owner, colour_of(state, sign)] = number


def at(players: int, lap: int, stage: int, hop: int = 0, seed: int = 1, **cards: str) -> Position:
    """A position at some step with empty sheets. `cards` gives seats (r, b, …, d) the form they have to draw."""

    row = ALLUVIUM.new(players, seed).copy_row()
    state = row[0]
    state.lap, state.stage, state.hop = lap, stage, hop
    for sign, form in cards.items():
        colour = colour_of(state, sign)
        deck, card = state.deck[colour].tolist(), int(card_of_round(state, colour, lap))
        other = deck.index(FORMS.index(form))
        deck[card], deck[other] = deck[other], deck[card]
        state.deck[colour] = deck
    return Position(ALLUVIUM, players, {}, row)


def texts(position: Position, seat: int) -> set[str]:
    return {action.text for action in position.legal(seat)}


def everybody(position: Position, *actions: str) -> Position:
    """Each seat in turn draws what it is told; `*` for anything."""
    for seat, action in enumerate(actions):
        position = position.play(seat, position.legal(seat)[0] if action == "*" else action)
    return position


def to_the_end_of_the_step(position: Position, rng: random.Random) -> Position:
    step = (int(position.state.lap), int(position.state.stage), int(position.state.hop))
    while (int(position.state.lap), int(position.state.stage), int(position.state.hop)) == step and not position.over:
        seat = position.awaited[0]
        position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
    return position


def pair(boxes: set[int]) -> Any:
    return np.array(words(sorted(boxes)), dtype=np.uint64)
