"""Tollgate as numbers: what lies open, and the own cards."""

from __future__ import annotations

from typing import Any

from alcove.kernel.jit import compiled
from alcove.kernel.layout import Feature, Layout
from alcove.kernel.text import Text
from tests.toys.tollgate.rules import CARDS, DUMMY, MAX_DEALT, OVER, SEATS, State

MAX_POINTS = 60

LAYOUT = Layout(
    version=1,
    features=(
        Feature("hand", (CARDS,), 1, Text("own cards", "eigene Karten")),
        Feature("chosen", (CARDS,), 1, Text("the own card that lies face down", "die eigene verdeckte Karte")),
        Feature("shown", (SEATS + 1, CARDS), 1, Text("cards shown last, own first", "zuletzt gezeigt, eigene zuerst")),
        Feature("points", (SEATS + 1,), MAX_POINTS, Text("points, own first", "Punkte, eigene zuerst")),
        Feature("pot", (1,), MAX_POINTS, Text("what lies in the pot", "was im Topf liegt")),
        Feature("round", (2,), MAX_DEALT, Text("the round, and of how many", "die Runde, und wie viele es gibt")),
        Feature("stage", (OVER + 1,), 1, Text("choose, decide, over", "wählen, entscheiden, vorbei")),
        Feature("deck", (1,), CARDS, Text("cards in the deck", "Karten im Stapel")),
    ),
)
HAND, CHOSEN, SHOWN, POINTS = (LAYOUT.start(name) for name in ("hand", "chosen", "shown", "points"))
POT, ROUND, STAGE, DECK_LEFT = (LAYOUT.start(name) for name in ("pot", "round", "stage", "deck"))


@compiled
def observe(state: State, seat: int, out: Any) -> None:
    """Seats are counted from the viewer on; a spectator (-1) sees them from the first, and no hand."""
    own = max(seat, 0)
    for who in range(state.players):
        _observe_shown(state, who, (who - own) % state.players, out)
    _observe_shown(state, DUMMY, DUMMY, out)
    out[POT] = min(state.pot, MAX_POINTS)
    out[ROUND], out[ROUND + 1] = state.lap, state.dealt
    out[STAGE + state.stage] = 1
    out[DECK_LEFT] = state.deck_left
    if seat >= 0:
        for card in range(CARDS):
            out[HAND + card] = state.place[card] == seat
        if state.chosen[seat] >= 0:
            out[CHOSEN + state.chosen[seat]] = 1


@compiled
def _observe_shown(state: State, who: int, place: int, out: Any) -> None:
    out[POINTS + place] = min(state.points[who], MAX_POINTS)
    if state.shown[who] >= 0:
        out[SHOWN + CARDS * place + state.shown[who]] = 1
