"""What the lab counts in Alva: where pieces are placed, how turns are taken, where the points come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from alcove.games.alva import rules
from alcove.games.alva.board import COLUMN_OF, POINTS, ROW_OF, STEP, STRIDE, point_name
from alcove.games.alva.rules import State
from alcove.kernel.jit import compiled
from alcove.kernel.text import Text, same
from alcove.lab.section import Section
from alcove.lab.simulate import FinishedGames, Simulated
from alcove.lab.sources import add_sources, by_source
from alcove.lab.sums import Sums
from alcove.lab.things import Group, Style

MOVE_IDS = ("place", "shift", "jump-one", "jump-three", "jump-four")
PLACE, SHIFT, JUMP_ONE = range(3)
MOVE_NAMES = (
    Text("place a piece", "einen Stein setzen"),
    Text("shift first", "zuerst schieben"),
    Text("jump over one", "über einen springen"),
    Text("jump over three", "über drei springen"),
    Text("jump over four or more", "über vier oder mehr springen"),
)
RINGS = (STRIDE + 1) // 2
RING_NAMES = (
    Text("on the edge", "am Rand"),
    Text("one from the edge", "eins vom Rand"),
    Text("two from the edge", "zwei vom Rand"),
    Text("three from the edge", "drei vom Rand"),
    Text("in the middle of nine", "in der Mitte von neun"),
)
CORNER = [(near, far) for far in range(RINGS) for near in range(far + 1)]
"""The points of a board that no turning or mirroring makes equal, by how far they are from the nearer and the farther
edge; they are named as they are called in the corner at a1."""
CLASS_OF = np.zeros((RINGS, RINGS), np.int64)
for _number, (_near, _far) in enumerate(CORNER):
    CLASS_OF[_near, _far] = _number
CLASS_NAMES = tuple(point_name(near + STRIDE * far) for near, far in CORNER)

THINGS = (
    Group("moves", Text("Ways to take a turn", "Arten zu ziehen"), MOVE_IDS, MOVE_NAMES, repeats=True),
    Group(
        "rings",
        Text("Where pieces are placed", "Wohin gesetzt wird"),
        tuple(str(ring) for ring in range(RINGS)),
        RING_NAMES,
        repeats=True,
    ),
    Group("opening", Text("First placement", "Erster Stein"), CLASS_NAMES, tuple(map(same, CLASS_NAMES))),
)
RINGS_FROM = len(MOVE_IDS)
OPENING_FROM = RINGS_FROM + RINGS
MANY = 4

STYLES = {
    "shifter": Style(Text("shifts where it can", "schiebt, wo es geht"), {"moves.shift": 6.0}),
    "settler": Style(Text("hardly ever shifts", "schiebt fast nie"), {"moves.shift": 0.05}),
    "middle": Style(Text("keeps to the middle", "bleibt in der Mitte"), {"rings.0": 0.1, "rings.3": 3, "rings.4": 3}),
}

CAPTURED, ON_EDGE = Text("captured", "geschlagen"), Text("on the edge", "am Rand")


@compiled
def ring_of(state: State, point: int) -> tuple[int, int]:
    """How far a point is from the nearer edge, and from the nearer one of the other two."""
    row, column = ROW_OF[point], COLUMN_OF[point]
    row, column = min(row, state.width - 1 - row), min(column, state.width - 1 - column)
    return min(row, column), max(row, column)


@compiled
def things(state: State, seat: int, action: int, out: Any) -> int:
    if action < rules.SHIFT_FROM:
        near, far = ring_of(state, action - rules.PLACE_FROM)
        out[0], out[1] = PLACE, RINGS_FROM + near
        if rules.stones_on_board(state, seat) > 0 or state.captured[1 - seat] > 0:
            return 2
        out[2] = OPENING_FROM + CLASS_OF[near, far]
        return 3
    if action < rules.JUMP_FROM:
        out[0] = SHIFT
        return 1
    point, step = (action - rules.JUMP_FROM) >> 2, STEP[(action - rules.JUMP_FROM) & 3]
    run = 0
    while run < POINTS and rules.stands(state, 1 - seat, point + (run + 1) * step):
        run += 1
    out[0] = JUMP_ONE if run == 1 else JUMP_ONE + min(run, MANY) - 2
    return 1


def measure(finished: FinishedGames, sums: Sums) -> None:
    captured = finished.rows["captured"].astype(np.int64)
    add_sources(finished, sums, np.stack([captured, finished.scores - captured], axis=2))


def sections(simulated: Simulated) -> Sequence[Section]:
    return [by_source(simulated, (CAPTURED, ON_EDGE))]
