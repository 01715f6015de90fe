"""Alluvium as numbers: every sheet as the viewer has last seen it, the one before it first, and what lies open.

Colours and seats are counted from the viewer on. Sheets are counted from the one that lies before the viewer; `owner`
says whose each of them is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.sheet import (
    AROUND,
    BOXES,
    COVER,
    COVERED,
    FORMS,
    MAX_FORM_BOXES,
    ORIENTATION_COUNT,
    PASS,
    WIDTH,
    count,
)
from alcove.games.alluvium.table import (
    COLOURS,
    DUMMY,
    MAX_CHANGES,
    MAX_ROUNDS,
    NONE,
    OVER,
    SEATS,
    SLOTS,
    State,
    card_of_round,
    cards_shown,
    has_dummy,
    rounds,
    seen,
    sheet_before,
    slots_filled,
    way,
    wrapped,
)
from alcove.kernel.jit import compiled
from alcove.kernel.layout import Block, Feature, Layout
from alcove.kernel.text import Text

MAX_CHECKS = 100
KINDS = len(FORMS)
BOXES_OF = np.array(
    [(boxes or [0]) + (boxes or [0])[-1:] * (MAX_FORM_BOXES - len(boxes or [0])) for boxes in COVERED], dtype=np.uint8
)
"""[action]: the boxes that it covers, the last one as often as it takes to fill the row."""


def _plane(players: int, owner: int, slot: int) -> int:
    """The place of a slot's colour, by the timetable of `table.py`, counted from the viewer's as its owner is."""
    dummy = players == 3
    lap, turn = divmod(max(0, slot - 1), players + dummy)
    if dummy and turn == 1:
        return DUMMY
    hops = max(0, turn - dummy)
    return (owner + (hops if lap % 2 == 0 else -hops)) % players


PLANES = np.array(
    [
        [[_plane(max(1, players), owner, slot) for slot in range(SLOTS)] for owner in range(SEATS)]
        for players in range(SEATS + 1)
    ]
)
"""[players, place of the owner, slot]: in which plane of a sheet a slot is drawn."""

LAYOUT = Layout(
    version=1,
    features=(
        Feature(
            "sheets",
            (SEATS, COLOURS, WIDTH, WIDTH),
            1,
            Text(
                "each sheet as last seen, by colour, row and column from a1; the one before the viewer first",
                "jeder Zettel, wie zuletzt gesehen, nach Farbe, Reihe und Spalte von a1; der vorliegende zuerst",
            ),
        ),
        Feature("owner", (SEATS, SEATS), 1, Text("whose each sheet is", "wem jeder Zettel gehört")),
        Feature(
            "checks",
            (SEATS, COLOURS),
            MAX_CHECKS,
            Text("the Helper Track of each sheet, as last seen", "die Helferleiste jedes Zettels, wie zuletzt gesehen"),
        ),
        Feature(
            "drawn",
            (2, WIDTH, WIDTH),
            1,
            Text("drawn in this step, and begun anew", "in diesem Schritt gezeichnet, und neu begonnen"),
        ),
        Feature(
            "card",
            (2, KINDS),
            1,
            Text("the form to draw, and the secret one", "die Form zum Zeichnen, und die geheime"),
        ),
        Feature(
            "shown",
            (COLOURS, KINDS),
            1,
            Text("the form of each colour in this round", "die Form jeder Farbe jetzt"),
        ),
        Feature("revealed", (COLOURS, KINDS), 1, Text("all forms that lie open", "alle Formen, die offen liegen")),
        Feature("round", (MAX_ROUNDS,), 1, Text("the round", "die Runde")),
        Feature("rounds", (1,), MAX_ROUNDS, Text("how many there are", "wie viele es sind")),
        Feature(
            "stage",
            (OVER + 1,),
            1,
            Text("own sheet, the dummy, sheets of others, over", "eigener Zettel, Strohmann, fremde Zettel, vorbei"),
        ),
        Feature("hop", (1,), SEATS - 1, Text("how often the sheets have moved", "wie oft die Zettel weitergingen")),
        Feature("direction", (1,), 1, Text("where the sheets go next", "wohin die Zettel als Nächstes gehen"), low=-1),
        Feature("there", (SEATS,), 1, Text("seats of this game", "Plätze dieser Partie")),
        Feature("forms_drawn", (SEATS,), 2, Text("forms drawn in this step", "in diesem Schritt gezeichnete Formen")),
        Feature(
            "changes",
            (SEATS,),
            MAX_CHANGES,
            Text("how often drawn anew in this step", "in diesem Schritt geändert"),
        ),
        Feature("points", (SEATS, MAX_ROUNDS), BOXES, Text("points of each round", "Punkte jeder Runde")),
        Feature("viewer", (1,), 1, Text("a seat, not a spectator", "ein Platz, kein Publikum")),
    ),
    blocks=(
        Block(
            "draw",
            (ORIENTATION_COUNT, BOXES),
            Text(
                "draw a form in one of its orientations at a box, from a1",
                "eine Form zeichnen: wie gedreht, an welchem Kästchen, ab a1",
            ),
        ),
        Block("plug", (BOXES,), Text("fill a hole", "ein Loch füllen")),
        Block("pass", (1,), Text("draw nothing", "nichts zeichnen")),
    ),
)
SHEETS, OWNER, CHECKS, DRAWN, CARD = (LAYOUT.start(name) for name in ("sheets", "owner", "checks", "drawn", "card"))
SHOWN, REVEALED, ROUND, ROUNDS_AT = (LAYOUT.start(name) for name in ("shown", "revealed", "round", "rounds"))
STAGE, HOP, DIRECTION, THERE = (LAYOUT.start(name) for name in ("stage", "hop", "direction", "there"))
FORMS_DRAWN, CHANGES, POINTS, VIEWER = (LAYOUT.start(name) for name in ("forms_drawn", "changes", "points", "viewer"))


@compiled
def observe(state: State, seat: int, out: Any) -> None:
    own = max(seat, 0)
    before = sheet_before(state, own) if seat >= 0 else 0
    for place in range(state.players):
        sheet = wrapped(before + place, state.players)
        out[OWNER + SEATS * place + wrapped(sheet - own, state.players)] = 1
        _observe_sheet(state, seat, sheet, place, out)
    _observe_round(state, out)
    for colour in range(state.players + has_dummy(state)):
        _observe_cards(state, colour, _from(state, own, colour), out)
    for place in range(state.players):
        _observe_seat(state, wrapped(own + place, state.players), place, out)
    if seat >= 0:
        out[VIEWER] = 1
        if state.stage != OVER:
            _observe_own(state, seat, out)


@compiled
def _from(state: State, own: int, colour: int) -> int:
    """The place of a colour, counted from the viewer's; the dummy's stays behind the others."""
    if has_dummy(state) == 1 and colour == DUMMY:
        return DUMMY
    return wrapped(colour - own, state.players)


@compiled
def _observe_sheet(state: State, seat: int, sheet: int, place: int, out: Any) -> None:
    """ALLUV-13: what was on it when the viewer last had it."""
    own, known = max(seat, 0), seen(state, seat, sheet)
    planes = PLANES[state.players, wrapped(sheet - own, state.players)]
    for slot in range(known):
        action = state.drawn[sheet, slot]
        if action != PASS:
            _draw(action, SHEETS + BOXES * (COLOURS * place + planes[slot]), out)
    if known > 0:
        for colour in range(state.players + has_dummy(state)):
            out[CHECKS + COLOURS * place + _from(state, own, colour)] = state.checks[sheet, colour]
        _take_back_checks(state, sheet, known, planes, out[CHECKS + COLOURS * place :])


@compiled
def _take_back_checks(state: State, sheet: int, known: int, planes: Any, checks: Any) -> None:
    """ALLUV-12: those that the viewer has not seen being earned, from the last one on.

    What a helper has earned fits into a byte: four drawings have at most twelve neighbours each.
    """
    low, high = state.land[sheet, sheet, 0], state.land[sheet, sheet, 1]
    for slot in range(slots_filled(state) - 1, known - 1, -1):
        action = state.drawn[sheet, slot]
        if planes[slot] == planes[0]:  # the owner's own
            low, high = low & ~COVER[action, 0], high & ~COVER[action, 1]
        else:
            checks[planes[slot]] -= count(AROUND[action, 0] & low, AROUND[action, 1] & high)


@compiled
def _draw(action: int, at: int, out: Any) -> None:
    for nth in range(MAX_FORM_BOXES):
        out[at + int(BOXES_OF[action, nth])] = 1


@compiled
def _observe_round(state: State, out: Any) -> None:
    out[ROUND + state.lap - 1] = 1
    out[ROUNDS_AT] = rounds(state)
    out[STAGE + state.stage] = 1
    out[HOP] = state.hop
    out[DIRECTION] = way(state.lap)


@compiled
def _observe_cards(state: State, colour: int, place: int, out: Any) -> None:
    """The forms that lie open, round by round."""
    shown = cards_shown(state, colour)
    for lap in range(1, state.lap + 1):
        card = card_of_round(state, colour, lap)
        if card < shown:
            form = state.deck[colour, card]
            out[REVEALED + KINDS * place + form] = 1
            if lap == state.lap:
                out[SHOWN + KINDS * place + form] = 1


@compiled
def _observe_seat(state: State, seat: int, place: int, out: Any) -> None:
    out[THERE + place] = 1
    for lap in range(MAX_ROUNDS):
        out[POINTS + MAX_ROUNDS * place + lap] = state.points[seat, lap]
    if state.stage == OVER:
        return
    out[CHANGES + place] = state.changes[seat]
    if state.first[seat] == NONE:
        out[FORMS_DRAWN + place] = state.draft[seat] != NONE
    else:
        out[FORMS_DRAWN + place] = 2 if rules.first_land(state) else 1


@compiled
def _observe_own(state: State, seat: int, out: Any) -> None:
    """What the viewer alone knows: its cards, and what it has drawn in this step."""
    out[CARD + rules.form_to_draw(state, seat)] = 1
    if rules.first_land(state):  # ALLUV-8
        out[CARD + KINDS + state.deck[seat, 1]] = 1
    if state.first[seat] != NONE and state.first[seat] != PASS:
        _draw(state.first[seat], DRAWN, out)
    if state.second[seat] != NONE:
        _draw(state.second[seat], DRAWN, out)
    if state.draft[seat] != NONE:
        _draw(state.draft[seat], DRAWN + BOXES, out)
