"""What a seat cannot know, drawn anew: cards, choices, and what was drawn on a sheet since the seat last had it.

What comes out depends only on what the seat knows: the forms that lie open, the round scores, and each sheet as far as
it has seen it. Drawings that it has not seen are replaced by random ones that the rules allow. As the round scores are
known (ALLUV-13), a sheet is tried again until its largest rectangle is the one that was scored: first at random, then
with a rectangle of that size in mind, then one drawing after the other. All of that has a limit, for a search conceals
thousands of times; where it is reached, about once in ten thousand sheets, the last try stays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alluvium.sheet import (
    ALL,
    BOXES,
    COVER,
    FIRST_ORIENTATION,
    HALF,
    MAX_FORM_BOXES,
    ON_SOLID,
    PASS,
    PLUG_FROM,
    U0,
    U1,
    WIDTH,
    count,
    fits,
    holes,
    largest_rectangle,
    list_boxes,
    nth_box,
)
from alcove.games.alluvium.table import (
    CARDS,
    DUMMY,
    NONE,
    OWN,
    SLOTS,
    State,
    cards_shown,
    cut_back,
    form_of_slot,
    has_dummy,
    hop_of_slot,
    put,
    seen,
    sheet_before,
    slot_at,
    slots_filled,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import pick, rekey
from alcove.kernel.state import Word

RANDOM_TRIES = 8
GUIDED_TRIES = 12
SLACK_TRIES = 6
MAX_SEARCHED = 4000
RESTARTS = 16
MAX_DRAWINGS = 352


@compiled
def redraw(state: State, seat: int, rng: Any) -> None:
    """Draw anew all that a seat (-1: a spectator) cannot know."""
    rekey(state.rng, rng)
    for colour in range(state.players + has_dummy(state)):
        shuffle_unknown_cards(state, seat, colour, rng)
    for sheet in range(state.players):
        known, filled = seen(state, seat, sheet), slots_filled(state)
        if known < filled:
            _redraw_sheet(state, sheet, known, filled, rng)
    for other in range(state.players):
        if other != seat:
            _redraw_choice(state, other, rng)


@compiled
def shuffle_unknown_cards(state: State, seat: int, colour: int, rng: Any) -> None:
    shown = cards_shown(state, colour)
    dummy = has_dummy(state) == 1 and colour == DUMMY
    known_secret = dummy or seat == colour or seen(state, seat, colour) > 1  # both forms were on the sheet
    places = np.empty(CARDS, dtype=np.int64)
    forms = np.empty(CARDS, dtype=np.int64)
    known, unknown = 0, 0  # the forms that lie open, as a set; the cards that do not
    for card in range(CARDS):
        secret = card == 1 and not dummy
        if (secret and not known_secret) or (card >= shown and not secret):
            places[unknown] = card
            unknown += 1
        else:
            known |= 1 << state.deck[colour, card]
    at = 0
    for form in range(CARDS):  # in their own order, which tells nothing about the deck's
        if not (known >> form) & 1:
            forms[at] = form
            at += 1
    for at in range(unknown):
        chosen = at + pick(rng, unknown - at)
        form = forms[chosen]
        forms[chosen] = forms[at]
        state.deck[colour, places[at]] = form


@compiled
def _redraw_sheet(state: State, sheet: int, known: int, filled: int, rng: Any) -> None:
    for _ in range(RESTARTS if known == 0 else 1):
        start, right = known, True
        for lap in range(1, state.lap):
            end = slot_at(state, lap + 1, 0)
            if end > start and right:
                right = _redraw_round(state, sheet, start, end, state.points[sheet, lap - 1], rng)
                start = end
        if right:
            break
    cut_back(state, sheet, start)
    for slot in range(start, filled):
        put(state, sheet, slot, random_drawing(state, sheet, slot, rng))


@compiled
def _redraw_round(state: State, sheet: int, start: int, end: int, points: int, rng: Any) -> bool:
    """Fill the rest of a round so that the sheet scores what it did (ALLUV-15); tell whether it does."""
    for attempt in range(RANDOM_TRIES + GUIDED_TRIES):
        cut_back(state, sheet, start)
        low, high = U0, U0
        if attempt >= RANDOM_TRIES:
            slack = attempt % SLACK_TRIES
            low, high, _ = _rectangle_in_reach(state, sheet, points, slack, rng)
        for slot in range(start, end):
            action = random_drawing(state, sheet, slot, rng)
            if attempt >= RANDOM_TRIES:
                action = _drawing_towards(state, sheet, slot, low, high, points, action, rng)
            put(state, sheet, slot, action)
        if rectangle_with(state, sheet, PASS) == points:
            return True
    return _search_round(state, sheet, start, end, points, rng)


@compiled
def _search_round(state: State, sheet: int, start: int, end: int, points: int, rng: Any) -> bool:
    """Try drawing after drawing, in turn and from a random one on, as long as the score stays in reach."""
    last = end - 1
    actions = np.empty((SLOTS, MAX_DRAWINGS), dtype=np.int32)
    length = np.zeros(SLOTS, dtype=np.int64)
    tried = np.zeros(SLOTS, dtype=np.int64)
    first = np.zeros(SLOTS, dtype=np.int64)
    slot, fresh = start, True
    for _ in range(MAX_SEARCHED):
        cut_back(state, sheet, slot)
        if fresh:
            length[slot] = drawings(state, sheet, slot, actions[slot])
            tried[slot], first[slot] = 0, pick(rng, length[slot])
            fresh = False
        if tried[slot] == length[slot]:
            slot -= 1
            if slot < start:
                break
            continue
        put(state, sheet, slot, actions[slot, (first[slot] + tried[slot]) % length[slot]])
        tried[slot] += 1
        boxes = rectangle_with(state, sheet, PASS)
        if slot == last:
            if boxes == points:
                return True
        elif boxes <= points:
            _, _, lacking = _rectangle_in_reach(state, sheet, points, 0, rng)
            if lacking <= MAX_FORM_BOXES * (last - slot):
                slot, fresh = slot + 1, True
    cut_back(state, sheet, start)
    for missing in range(start, end):
        put(state, sheet, missing, random_drawing(state, sheet, missing, rng))
    return False


@compiled
def rectangle_with(state: State, sheet: int, action: int) -> int:
    """The largest rectangle of a sheet after one more drawing."""
    low, high = state.filled[sheet, 0], state.filled[sheet, 1]
    if action != PASS:
        low, high = low | COVER[action, 0], high | COVER[action, 1]
    return largest_rectangle(low, high)[0]


@compiled
def rectangle_words(column: int, row: int, width: int, height: int) -> tuple[Word, Word]:
    low, high = U0, U0
    line = ((U1 << np.uint64(width)) - U1) << np.uint64(column)
    for at in range(row, row + height):
        if at < HALF // WIDTH:
            low |= line << np.uint64(WIDTH * at)
        else:
            high |= line << np.uint64(WIDTH * at - HALF)
    return low, high


@compiled
def _rectangle_in_reach(state: State, sheet: int, boxes: int, slack: int, rng: Any) -> tuple[Word, Word, int]:
    """A rectangle of that many boxes that lacks few of them: the fewest, or up to `slack` more; and the fewest."""
    fewest, chosen_low, chosen_high = BOXES, U0, U0
    for finding in range(2):
        among = 0
        for width in range(1, WIDTH + 1):
            height = boxes // width
            if width * height != boxes or height > WIDTH or height == 0:
                continue
            for row in range(WIDTH + 1 - height):
                for column in range(WIDTH + 1 - width):
                    low, high = rectangle_words(column, row, width, height)
                    lacking = count(low & ~state.filled[sheet, 0], high & ~state.filled[sheet, 1])
                    if finding == 0:
                        fewest = min(fewest, lacking)
                    elif lacking <= fewest + slack:
                        among += 1
                        if pick(rng, among) == 0:
                            chosen_low, chosen_high = low, high
    return chosen_low, chosen_high, fewest


@compiled
def _drawing_towards(
    state: State, sheet: int, slot: int, low: Word, high: Word, points: int, otherwise: int, rng: Any
) -> int:
    """The drawing that colours most of what a rectangle lacks; if none does, one that makes none too large."""
    lack_low, lack_high = low & ~state.filled[sheet, 0], high & ~state.filled[sheet, 1]
    if lack_low | lack_high != U0:
        actions = np.empty(MAX_DRAWINGS, dtype=np.int32)
        most, among = 0, 0
        for at in range(drawings(state, sheet, slot, actions)):
            action = actions[at]
            gain = count(COVER[action, 0] & lack_low, COVER[action, 1] & lack_high)
            if gain > most:
                most, among, otherwise = gain, 1, action
            elif gain == most and gain > 0:
                among += 1
                if pick(rng, among) == 0:
                    otherwise = action
        if most > 0:
            return otherwise
    for _ in range(SLACK_TRIES):
        if rectangle_with(state, sheet, otherwise) <= points:
            break
        otherwise = random_drawing(state, sheet, slot, rng)
    return otherwise


@compiled
def _anchors(state: State, sheet: int, slot: int, orientation: int) -> tuple[Word, Word]:
    low, high = fits(ALL & ~state.filled[sheet, 0], ALL & ~state.filled[sheet, 1], orientation)
    if slot <= 1:  # ALLUV-8
        low, high = low & ON_SOLID[orientation, 0], high & ON_SOLID[orientation, 1]
    return low, high


@compiled
def _holes(state: State, sheet: int, slot: int) -> tuple[Word, Word]:
    low, high = holes(state.filled[sheet, 0], state.filled[sheet, 1])
    if hop_of_slot(state, slot) == 0:  # ALLUV-9, 19
        low, high = low & ~ALL, high & ~ALL
    return low, high


@compiled
def drawings(state: State, sheet: int, slot: int, out: Any) -> int:
    """All that the rules allow in a slot, if it is the next one on its sheet."""
    form = form_of_slot(state, sheet, slot)
    length = 0
    for orientation in range(FIRST_ORIENTATION[form], FIRST_ORIENTATION[form + 1]):
        low, high = _anchors(state, sheet, slot, orientation)
        length = list_boxes(low, high, BOXES * orientation, out, length)
    low, high = _holes(state, sheet, slot)
    length = list_boxes(low, high, PLUG_FROM, out, length)
    if length == 0:
        out[0] = PASS
        length = 1
    return length


@compiled
def random_drawing(state: State, sheet: int, slot: int, rng: Any) -> int:
    """One of them, each as likely."""
    form = form_of_slot(state, sheet, slot)
    start, end = FIRST_ORIENTATION[form], FIRST_ORIENTATION[form + 1]
    hole_low, hole_high = _holes(state, sheet, slot)
    total = count(hole_low, hole_high)
    for orientation in range(start, end):
        low, high = _anchors(state, sheet, slot, orientation)
        total += count(low, high)
    if total == 0:
        return PASS
    nth = pick(rng, total)
    for orientation in range(start, end):
        low, high = _anchors(state, sheet, slot, orientation)
        here = count(low, high)
        if nth < here:
            return BOXES * orientation + nth_box(low, high, nth)
        nth -= here
    return PLUG_FROM + nth_box(hole_low, hole_high, nth)


@compiled
def _redraw_choice(state: State, seat: int, rng: Any) -> None:
    """What another seat has drawn in this step, as far as it has. A change that is not complete is not known of."""
    sheet, slot = sheet_before(state, seat), slots_filled(state)
    if state.first[seat] == NONE:
        if state.draft[seat] != NONE:  # the first of two forms
            state.draft[seat] = random_drawing(state, sheet, slot, rng)
        return
    state.draft[seat] = NONE
    state.first[seat] = random_drawing(state, sheet, slot, rng)
    if state.lap == 1 and state.stage == OWN:
        put(state, sheet, slot, state.first[seat])
        state.second[seat] = random_drawing(state, sheet, slot + 1, rng)
        cut_back(state, sheet, 0)
