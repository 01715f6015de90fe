"""Alva as numbers: the board in planes, the own pieces first, and what lies beside it."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alva import rules
from alcove.games.alva.board import ALL, BLACK, LOW_POINTS, POINTS, STRIDE, WHITE
from alcove.games.alva.rules import MAX_PIECES, State
from alcove.kernel.jit import compiled
from alcove.kernel.layout import Block, Feature, Layout
from alcove.kernel.state import Word
from alcove.kernel.text import Text

EDGE_POINTS = 4 * (STRIDE - 1)

LAYOUT = Layout(
    version=1,
    features=(
        Feature(
            "board",
            (4, STRIDE, STRIDE),
            1,
            Text(
                "by row and column from a1: own pieces, the other's, points off the board, the piece that jumps on",
                "nach Reihe und Spalte von a1: eigene Steine, fremde, Punkte außerhalb, der Stein, der weiterspringt",
            ),
        ),
        Feature(
            "hands",
            (2,),
            MAX_PIECES,
            Text("pieces in hand: own, the other's", "Steine auf der Hand: eigene, die des anderen"),
        ),
        Feature(
            "captured", (2,), MAX_PIECES, Text("pieces captured: own, the other's", "geschlagen: selbst, vom anderen")
        ),
        Feature(
            "edge",
            (2,),
            EDGE_POINTS,
            Text("opposing pieces on the edge: for oneself, for the other", "fremde Steine am Rand: für sich, für ihn"),
        ),
        Feature("before", (1,), MAX_PIECES, Text("captured in the turn before", "im Zug davor geschlagen")),
        Feature("returned", (1,), 1, Text("... and given back", "… und zurückgegeben")),
        Feature("taken", (1,), MAX_PIECES, Text("captured in this turn", "in diesem Zug geschlagen")),
        Feature("shifted", (1,), 1, Text("the shift of this turn is made", "in diesem Zug wurde geschoben")),
        Feature("must_capture", (1,), 1, Text("a capture is open", "es muss geschlagen werden")),
        Feature("to_move", (1,), 1, Text("the viewer is to move", "wer zusieht, ist am Zug")),
        Feature(
            "viewer", (3,), 1, Text("White, Black, or a spectator (as White)", "Weiß, Schwarz oder Publikum (wie Weiß)")
        ),
    ),
    blocks=(
        Block("place", (POINTS,), Text("place a piece on a point, from a1", "einen Stein setzen, ab a1")),
        Block(
            "shift",
            (POINTS, 4),
            Text(
                "shift the piece on a point: right, left, up, down", "den Stein schieben: rechts, links, hoch, hinunter"
            ),
        ),
        Block("jump", (POINTS, 4), Text("jump with it, in the same directions", "mit ihm springen, ebenso gerichtet")),
    ),
)
BOARD, HANDS, CAPTURED, EDGE = (LAYOUT.start(name) for name in ("board", "hands", "captured", "edge"))
BEFORE, RETURNED, TAKEN, SHIFTED = (LAYOUT.start(name) for name in ("before", "returned", "taken", "shifted"))
MUST_CAPTURE, TO_MOVE, VIEWER = (LAYOUT.start(name) for name in ("must_capture", "to_move", "viewer"))
SPECTATOR = 2


@compiled
def observe(state: State, seat: int, out: Any) -> None:
    own = BLACK if seat == BLACK else WHITE
    _draw(state.stones[own, 0], state.stones[own, 1], BOARD, out)
    _draw(state.stones[1 - own, 0], state.stones[1 - own, 1], BOARD + POINTS, out)
    _draw(ALL[STRIDE, 0] & ~ALL[state.width, 0], ALL[STRIDE, 1] & ~ALL[state.width, 1], BOARD + 2 * POINTS, out)
    if state.jumper >= 0:
        out[BOARD + 3 * POINTS + state.jumper] = 1
    for place in range(2):
        side = own if place == 0 else 1 - own
        out[HANDS + place] = state.hands[side]
        out[CAPTURED + place] = state.captured[side]
        out[EDGE + place] = rules.edge_points(state, side)
    out[BEFORE] = state.before
    out[RETURNED] = state.before_returned
    out[TAKEN] = state.taken
    out[SHIFTED] = state.shifted
    out[MUST_CAPTURE] = rules.must_capture(state)
    out[TO_MOVE] = seat == state.to_move
    out[VIEWER + (SPECTATOR if seat < 0 else own)] = 1


@compiled
def _draw(low: Word, high: Word, start: int, out: Any) -> None:
    """A set of points as a plane."""
    while low != 0:
        out[start + rules.lowest(low)] = 1
        low &= low - np.uint64(1)
    while high != 0:
        out[start + LOW_POINTS + rules.lowest(high)] = 1
        high &= high - np.uint64(1)
