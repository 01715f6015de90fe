"""What a seat may know: the sheet before it, every other sheet as it last saw it, and what lies open (ALLUV-13)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.notation import TEXTS, scored_rounds, step_name
from alcove.games.alluvium.sheet import (
    COVERED,
    DRAWINGS,
    FORMS,
    ORIENTATIONS,
    PASS,
    SOLID,
    WIDTH,
    box_name,
    largest_rectangle,
    neighbours,
)
from alcove.games.alluvium.table import (
    CARDS,
    DUMMY,
    MAX_CHANGES,
    NONE,
    OVER,
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

LETTERS = "rbgyn"
DUMMY_LETTER = "d"
EMPTY = "."
SHARES = ("none", "all", "half", "quarter")
"""What part of a helper's area counts, by rank."""


def view(position: Position, seat: int | None) -> dict[str, Any]:
    state = position.state
    seats = range(position.players)
    over = state.stage == OVER
    return {
        "round": int(state.lap),
        "rounds": int(rounds(state)),
        "step": step_name(state),
        "direction": "clockwise" if way(int(state.lap)) == 1 else "counterclockwise",
        "colours": letters(state),
        "revealed": [_revealed(state, colour) for colour in _colours(state)],
        "card": [_card_now(state, colour) for colour in _colours(state)],
        "deck": [CARDS - _cards_gone(state, colour) for colour in _colours(state)],
        "solid": [box_name(box) for box in SOLID],
        "forms": {form: list(drawing) for form, drawing in zip(FORMS, DRAWINGS, strict=True)},
        "sheet_before": [None if over else int(sheet_before(state, other)) for other in seats],
        "forms_drawn": [0 if over else _forms_drawn(state, other) for other in seats],
        "round_scores": [[int(n) for n in state.points[other, : scored_rounds(state)]] for other in seats],
        "points": [int(rules.round_points(state, other)) for other in seats],
        "to_draw": None if seat is None or over else _to_draw(state, seat),
        "chosen": None if seat is None or over else _chosen(state, seat),
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
    row[0].players = players
    return row[0]


@cache
def _letters(players: int) -> list[str]:
    return [*LETTERS[:players]] + [DUMMY_LETTER] * int(has_dummy(_table_for(players)))


@cache
def _when(players: int, slot: int) -> dict[str, int]:
    """The round of a drawing, and how often the sheet had moved in it."""
    table = _table_for(players)
    return {"round": int(round_of_slot(table, slot)), "hop": int(hop_of_slot(table, slot))}


@lru_cache(maxsize=1 << 15)
def _drawing(players: int, sheet: int, slot: int, action: int) -> dict[str, Any]:
    return {
        "colour": _letters(players)[int(colour_of_slot(_table_for(players), sheet, slot))],
        "text": TEXTS[action],
        "boxes": [box_name(box) for box in COVERED[action]],
        **_when(players, slot),
    }


def letters(state: State) -> list[str]:
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
    laps = range(1, int(state.lap) + 1)
    cards = [int(card_of_round(state, colour, lap)) for lap in laps]
    shown = int(cards_shown(state, colour))
    return [FORMS[state.deck[colour, card]] for card in cards if card < shown]


def _card_now(state: State, colour: int) -> str | None:
    """The form that a colour has revealed in this round."""
    revealed = _revealed(state, colour)
    return revealed[-1] if len(revealed) == state.lap else None


def _forms_drawn(state: State, seat: int) -> int:
    """How many forms a seat has drawn in this step: all can see that, but not which and where."""
    if state.first[seat] == NONE:
        return int(state.draft[seat] != NONE)
    return 2 if rules.first_land(state) else 1


def _to_draw(state: State, seat: int) -> list[dict[str, Any]]:
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


def _chosen(state: State, seat: int) -> dict[str, Any]:
    """What the seat has drawn in this step; it may still be changed (ALLUV-14)."""
    return {
        name: None if action == NONE else {"text": TEXTS[action], "boxes": [box_name(box) for box in COVERED[action]]}
        for name, action in (
            ("first", int(state.first[seat])),
            ("second", int(state.second[seat])),
            ("draft", int(state.draft[seat])),
        )
    }


def _memories(position: Position, seat: int) -> list[dict[str, Any]]:
    """The other sheets as the seat last saw them; none that it has never had."""
    state = position.state
    before = int(sheet_before(state, seat))
    return [
        _sheet(position, seat, sheet)
        for sheet in range(position.players)
        if sheet != before and seen(state, seat, sheet) > 0
    ]


def _sheet(position: Position, seat: int | None, sheet: int) -> dict[str, Any]:
    """A sheet as a seat has last seen it, with all that stands on the paper."""
    row = position.thaw()
    state = row[0]
    known = int(seen(state, -1 if seat is None else seat, sheet))
    players, drawn = position.players, state.drawn[sheet, :known].tolist()
    drawings = [_drawing(players, sheet, slot, action) for slot, action in enumerate(drawn) if action != PASS]
    scored = []
    for lap in range(1, scored_rounds(state) + 1):
        if (end := int(slot_at(state, lap + 1, 0))) <= known:
            part = position.thaw()
            cut_back(part[0], sheet, end)
            scored.append({"round": lap, **rectangle(part[0], sheet)})
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
    low, high = state.land[sheet, colour].tolist()
    return _boxes_in(low | high << (WIDTH * WIDTH // 2))


def _boxes_in(boxes: int) -> list[int]:
    found = []
    while boxes:
        lowest = boxes & -boxes
        found.append(lowest.bit_length() - 1)
        boxes ^= lowest
    return found


def rectangle(state: State, sheet: int) -> dict[str, Any]:
    """ALLUV-15: the largest coloured rectangle, by its lowest left and its highest right box."""
    boxes, first, last = (int(n) for n in largest_rectangle(state.filled[sheet, 0], state.filled[sheet, 1]))
    return {
        "boxes": boxes,
        "from": box_name(first) if boxes else None,
        "to": box_name(last) if boxes else None,
    }


def bonus(state: State) -> list[dict[str, Any]]:
    """ALLUV-16, 17: sheet by sheet, each helper's checks, rank, largest area and VP."""
    return [
        {"owner": sheet, "helpers": [_helper(state, sheet, colour) for colour in _colours(state) if colour != sheet]}
        for sheet in range(int(state.players))
    ]


def _helper(state: State, sheet: int, colour: int) -> dict[str, Any]:
    rank = int(rules.rank(state, sheet, colour))
    share = rank if rank < 3 or (rank == 3 and state.players == 5) else 0
    area = largest_part(_coloured(state, sheet, colour))
    return {
        "colour": letters(state)[colour],
        "checks": int(state.checks[sheet, colour]),
        "rank": rank,
        "area": len(area),
        "boxes": [box_name(box) for box in area],
        "share": SHARES[share],
        "vp": int(rules.helper_points(state, sheet, colour)),
        "counts": not _is_dummy(state, colour),  # ALLUV-20
    }


def largest_part(boxes: list[int]) -> list[int]:
    """ALLUV-17: the boxes of the largest connected part, the first one of several."""
    left, best = set(boxes), set[int]()
    for start in boxes:
        part, edge = set[int](), {start} & left
        while edge:
            part |= edge
            edge = {near for box in edge for near in neighbours(box)} & left - part
        left -= part
        best = max(best, part, key=len)
    return sorted(best)
