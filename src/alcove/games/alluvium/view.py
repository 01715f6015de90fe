"""What a seat may know: the sheet before it, every other sheet as it last saw it, and what lies open (ALLUV-13)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.choices import as_one, before, box_names, choice, read_choice
from alcove.games.alluvium.notation import TEXTS, other_step, scored_rounds, step_name
from alcove.games.alluvium.shapes import (
    Bonus,
    Card,
    Choice,
    Choices,
    Chosen,
    Drawing,
    Helper,
    Letter,
    Moment,
    Rectangle,
    Scored,
    Share,
    Sheet,
    Stage,
    View,
)
from alcove.games.alluvium.sheet import (
    COVER,
    DRAWINGS,
    FORMS,
    ORIENTATIONS,
    PASS,
    SOLID,
    WIDTH,
    box_name,
    largest_area,
    largest_part,
    largest_rectangle,
)
from alcove.games.alluvium.table import (
    CARDS,
    DUMMY,
    DUMMY_DRAWS,
    MAX_CHANGES,
    NONE,
    OTHERS,
    OVER,
    OWN,
    STATE,
    State,
    card_of_round,
    cards_shown,
    colour_of_slot,
    cut_back,
    has_dummy,
    hop_of_slot,
    round_of_slot,
    rounds,
    seen,
    sheet_before,
    slot_at,
    slots_filled,
    way,
)
from alcove.kernel.position import Position

__all__ = ["Choice", "View", "choice", "read_choice", "view"]

LETTERS: tuple[Letter, ...] = ("r", "b", "g", "y", "n")
DUMMY_LETTER: Letter = "d"
EMPTY = "."
STAGES: dict[int, Stage] = {OWN: "own", DUMMY_DRAWS: "dummy", OTHERS: "other", OVER: "over"}
SHARES: dict[int, Share] = {0: "none", 1: "all", 2: "half", 4: "quarter"}
"""What part of a helper's area counts, by the parts that it is divided into."""


def view(position: Position, seat: int | None) -> View:
    state = position.state
    seats = range(position.players)
    over = state.stage == OVER
    revealed = [_revealed(state, colour) for colour in _colours(state)]
    return {
        "round": int(state.lap),
        "rounds": int(rounds(state)),
        "step": step_name(state),
        "steps": _steps(position.players),
        "stage": STAGES[int(state.stage)],
        "hop": int(state.hop),
        "direction": "clockwise" if way(int(state.lap)) == 1 else "counterclockwise",
        "colours": letters(state),
        "revealed": revealed,
        "card": [forms[-1] if len(forms) == state.lap else None for forms in revealed],
        "deck": [CARDS - _cards_gone(state, colour) for colour in _colours(state)],
        "solid": [box_name(box) for box in SOLID],
        "forms": {form: list(drawing) for form, drawing in zip(FORMS, DRAWINGS, strict=True)},
        "sheet_before": [None if over else int(sheet_before(state, other)) for other in seats],
        "forms_drawn": [0 if over else _forms_drawn(state, other) for other in seats],
        "round_scores": [[int(n) for n in state.points[other, : scored_rounds(state)]] for other in seats],
        "points": [int(rules.round_points(state, other)) for other in seats],
        "to_draw": None if seat is None or over else _to_draw(state, seat),
        "due": None if seat is None or over else _due(state, seat),
        "before": None if seat is None or over else before(position, seat),
        "chosen": None if seat is None or over else _chosen(position, seat),
        "changes_left": [0 if over else MAX_CHANGES - int(state.changes[other]) for other in seats],
        "sheet": None if seat is None or over else _sheet(position, seat, int(sheet_before(state, seat))),
        "memories": [] if seat is None or over else _memories(position, seat),
        "sheets": [_sheet(position, None, sheet) for sheet in seats] if over else None,
        "bonus": bonus(state) if over else None,
    }


# What depends on the number of players alone is asked for once: a view needs it for every drawing on every sheet.


@cache
def _table_for(players: int) -> State:
    row = np.zeros(1, STATE)
    state: State = row[0]
    state.players = players
    return state


@cache
def _letters(players: int) -> list[Letter]:
    return [*LETTERS[:players]] + [DUMMY_LETTER] * int(has_dummy(_table_for(players)))


@cache
def _steps(players: int) -> list[str]:
    dummy = ["dummy"] if has_dummy(_table_for(players)) else []
    return ["own", *dummy, *(other_step(hop) for hop in range(1, players))]


@cache
def _when(players: int, slot: int) -> Moment:
    """The round of a drawing, and how often the sheet had moved in it."""
    table = _table_for(players)
    return {"round": int(round_of_slot(table, slot)), "hop": int(hop_of_slot(table, slot))}


@cache
def _colour(players: int, sheet: int, slot: int) -> Letter:
    return _letters(players)[int(colour_of_slot(_table_for(players), sheet, slot))]


@cache
def _cards(players: int, colour: int, lap: int) -> list[int]:
    """Which cards of a deck are revealed up to a round."""
    table = _table_for(players)
    return [int(card_of_round(table, colour, earlier)) for earlier in range(1, lap + 1)]


def _drawing(players: int, sheet: int, slot: int, action: int) -> Drawing:
    return {
        "colour": _colour(players, sheet, slot),
        "text": TEXTS[action],
        "boxes": box_names(action),
        **_when(players, slot),
    }


def letters(state: State) -> list[Letter]:
    """A letter for each colour in play; the dummy's is the last one with three players."""
    return _letters(int(state.players))


def _colours(state: State) -> range:
    return range(len(letters(state)))


def _is_dummy(state: State, colour: int) -> bool:
    return letters(state)[-1] == DUMMY_LETTER and colour == DUMMY


def _cards_gone(state: State, colour: int) -> int:
    """Cards taken from a deck: those that lie open, and the secret one (ALLUV-8)."""
    shown = int(cards_shown(state, colour))
    return shown if _is_dummy(state, colour) else max(2, shown)


def _revealed(state: State, colour: int) -> list[str]:
    """The forms of a colour that lie open, round by round."""
    shown, deck = int(cards_shown(state, colour)), state.deck[colour].tolist()
    return [FORMS[deck[card]] for card in _cards(int(state.players), colour, int(state.lap)) if card < shown]


def _forms_drawn(state: State, seat: int) -> int:
    """How many forms a seat has drawn in this step: all can see that, but not which and where."""
    if state.first[seat] == NONE:
        return int(state.draft[seat] != NONE)
    return 2 if rules.first_land(state) else 1


def _to_draw(state: State, seat: int) -> list[Card]:
    """The forms that a seat has to draw now, with the boxes of each rotation, right and up from the anchor."""
    forms = [(int(rules.form_to_draw(state, seat)), False)]
    if rules.first_land(state):
        forms.append((int(state.deck[seat, 1]), True))  # ALLUV-8
    return [
        {
            "form": FORMS[form],
            "secret": secret,
            "rotations": {str(turn): [[x, y] for x, y in cells] for of, turn, cells in ORIENTATIONS if of == form},
        }
        for form, secret in forms
    ]


def _due(state: State, seat: int) -> int | None:
    """ALLUV-8: the open card first, then the secret one; a change that has begun is finished."""
    if state.draft[seat] != NONE:
        return 1
    if state.first[seat] == NONE:
        return 0
    return None


def _chosen(position: Position, seat: int) -> Choices:
    """What the seat has drawn in this step; it may still be changed (ALLUV-14)."""
    state = position.state
    return {
        "first": _drawn(position, seat, int(state.first[seat])),
        "second": _drawn(position, seat, int(state.second[seat])),
        "draft": _drawn(position, seat, int(state.draft[seat])),
    }


def _drawn(position: Position, seat: int, action: int) -> Chosen | None:
    if action == NONE:
        return None
    return {**choice(position, seat, action), "text": TEXTS[action], "boxes": box_names(action)}


def _memories(position: Position, seat: int) -> list[Sheet]:
    """The other sheets as the seat last saw them; none that it has never had."""
    state = position.state
    before = int(sheet_before(state, seat))
    return [
        _sheet(position, seat, sheet)
        for sheet in range(position.players)
        if sheet != before and seen(state, seat, sheet) > 0
    ]


def _sheet(position: Position, seat: int | None, sheet: int) -> Sheet:
    """A sheet as a seat has last seen it, with all that stands on the paper."""
    row = position.copy_row()
    state = row[0]
    known = int(seen(state, -1 if seat is None else seat, sheet))
    players, drawn = position.players, state.drawn[sheet, :known].tolist()
    drawings = [_drawing(players, sheet, slot, action) for slot, action in enumerate(drawn) if action != PASS]
    scored: list[Scored] = []
    for lap in range(1, scored_rounds(state) + 1):
        if (end := int(slot_at(state, lap + 1, 0))) <= known:
            scored.append({**_rectangle_of(tuple(drawn[:end])), "round": lap})
    current = known == int(slots_filled(state))
    if not current:
        cut_back(state, sheet, known)
    return {
        "owner": sheet,
        "current": current,
        "seen": _when(players, known - 1) if known else None,
        "rows": sheet_rows(state, sheet),
        "drawings": drawings,
        "checks": state.checks[sheet, : len(letters(state))].tolist(),
        "area": None if seat is None else int(largest_area(*state.land[sheet, seat])),
        "rectangle": rectangle(state, sheet),
        "scored": scored,
    }


def sheet_rows(state: State, sheet: int) -> list[str]:
    """The sheet from row 10 down to row 1, a letter for each box."""
    signs = [EMPTY] * (WIDTH * WIDTH)
    for colour, letter in enumerate(letters(state)):
        for box in _coloured(state, sheet, colour):
            signs[box] = letter
    return ["".join(signs[WIDTH * row : WIDTH * row + WIDTH]) for row in reversed(range(WIDTH))]


def _coloured(state: State, sheet: int, colour: int) -> list[int]:
    return _boxes_in(*state.land[sheet, colour])


def _boxes_in(low: Any, high: Any) -> list[int]:
    boxes, found = as_one(low, high), []
    while boxes:
        lowest = boxes & -boxes
        found.append(lowest.bit_length() - 1)
        boxes ^= lowest
    return found


def rectangle(state: State, sheet: int) -> Rectangle:
    """ALLUV-15: the largest coloured rectangle, by its lowest left and its highest right box."""
    return _rectangle(*state.filled[sheet])


def _rectangle(low: Any, high: Any) -> Rectangle:
    boxes, first, last = (int(n) for n in largest_rectangle(low, high))
    return {
        "boxes": boxes,
        "from": box_name(first) if boxes else None,
        "to": box_name(last) if boxes else None,
    }


@lru_cache(maxsize=4096)
def _rectangle_of(drawn: tuple[int, ...]) -> Rectangle:
    """The same of a sheet with these drawings. A scored round is shown in every view to the end of the game."""
    return _rectangle(*np.bitwise_or.reduce(COVER[list(drawn)]))


def bonus(state: State) -> list[Bonus]:
    """ALLUV-16, 17: sheet by sheet, each helper's checks, rank, largest area and VP."""
    return [
        {"owner": sheet, "helpers": [_helper(state, sheet, colour) for colour in _colours(state) if colour != sheet]}
        for sheet in range(int(state.players))
    ]


def _helper(state: State, sheet: int, colour: int) -> Helper:
    rank = int(rules.rank(state, sheet, colour))
    area = _boxes_in(*largest_part(*state.land[sheet, colour]))
    return {
        "colour": letters(state)[colour],
        "checks": int(state.checks[sheet, colour]),
        "rank": rank,
        "area": len(area),
        "boxes": [box_name(box) for box in area],
        "share": SHARES[int(rules.parts_of_area(state, rank))],
        "vp": int(rules.helper_points(state, sheet, colour)),
        "counts": not _is_dummy(state, colour),  # ALLUV-20
    }
