"""The rules of Alluvium, ALLUV-1 to ALLUV-20, over one record."""

from __future__ import annotations

from typing import Any

from alcove.games.alluvium import table
from alcove.games.alluvium.redraw import redraw
from alcove.games.alluvium.sheet import (
    ALL,
    BOXES,
    COVER,
    FIRST_ORIENTATION,
    ON_SOLID,
    ORIENTATION_COUNT,
    PASS,
    PLUG_FROM,
    count,
    fits,
    holes,
    largest_area,
    largest_rectangle,
    list_boxes,
    nth_box,
)
from alcove.games.alluvium.table import (
    CARDS,
    COLOURS,
    DUMMY,
    DUMMY_DRAWS,
    MAX_CHANGES,
    NONE,
    OTHERS,
    OVER,
    OWN,
    SEATS,
    State,
    card_of_round,
    cards_shown,
    cut_back,
    has_dummy,
    put,
    rounds,
    sheet_before,
    slots_filled,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import pick, shuffle
from alcove.kernel.state import Word

STATE = table.STATE
ACTIONS = PASS + 1
MAX_CHOICES = 352  # the form with most places on an empty sheet has 288, and a sheet has 64 inner boxes
# Each seat draws once in every step, and twice in the first one; in each step it may change that (ALLUV-14).
MAX_GAME_ACTIONS = max(seats * (steps * (1 + MAX_CHANGES) + 1) for seats, steps in ((3, 4 * 4), (4, 4 * 4), (5, 3 * 5)))

OPEN_CARD, SECRET_CARD = 0, 1
SECOND_PARTS, THIRD_PARTS = 2, 4  # ALLUV-17

CHANCE = True
SECRETS = True
REASONS: tuple[str, ...] = ("most-points", "most-bonus", "shared")


@compiled
def setup(state: State, players: int, options: Any) -> None:
    """ALLUV-2, 4, 5: a shuffled deck for each colour, an empty sheet for each player."""
    state.players = players
    state.lap = 1
    state.stage = OWN
    for sheet in range(SEATS):
        cut_back(state, sheet, 0)
    _forget_choices(state)
    for colour in range(COLOURS):
        in_play = colour < players + has_dummy(state)
        for card in range(CARDS):
            state.deck[colour, card] = card if in_play else NONE
        if in_play:
            shuffle(state.rng, state.deck[colour], CARDS)


@compiled
def _forget_choices(state: State) -> None:
    for seat in range(SEATS):
        state.first[seat] = NONE
        state.second[seat] = NONE
        state.draft[seat] = NONE
        state.changes[seat] = 0


@compiled
def first_land(state: State) -> bool:
    """ALLUV-8: the step in which everybody draws two forms."""
    return state.lap == 1 and state.stage == OWN


@compiled
def actors(state: State) -> int:
    """ALLUV-6, 14: everybody draws at once, and may change it until the step closes, as a set of seats."""
    seats = 0
    if state.stage != OVER:
        for seat in range(state.players):
            if not has_drawn(state, seat) or state.changes[seat] < MAX_CHANGES:
                seats |= 1 << seat
    return seats


@compiled
def has_drawn(state: State, seat: int) -> bool:
    """Whether a seat has drawn all that this step asks for."""
    return (state.second[seat] if first_land(state) else state.first[seat]) != NONE


@compiled
def awaited(state: State) -> int:
    """Of the actors, those who have not drawn yet."""
    seats = 0
    if state.stage != OVER:
        for seat in range(state.players):
            if not has_drawn(state, seat):
                seats |= 1 << seat
    return seats


@compiled
def form_to_draw(state: State, seat: int) -> int:
    """ALLUV-6, 10, 19: the form that a seat draws in this step."""
    colour = DUMMY if state.stage == DUMMY_DRAWS else seat
    return state.deck[colour, card_of_round(state, colour, state.lap)]


@compiled
def anchors(state: State, seat: int, orientation: int, card: int) -> tuple[Word, Word]:
    """ALLUV-7, 8: where a seat may draw an orientation, of its open or its secret card."""
    sheet = sheet_before(state, seat)
    low, high = ALL & ~state.filled[sheet, 0], ALL & ~state.filled[sheet, 1]
    if card == SECRET_CARD:
        other = state.draft[seat] if state.draft[seat] != NONE else state.first[seat]
        low, high = low & ~COVER[other, 0], high & ~COVER[other, 1]
    low, high = fits(low, high, orientation)
    if first_land(state):  # ALLUV-8
        low, high = low & ON_SOLID[orientation, 0], high & ON_SOLID[orientation, 1]
    return low, high


@compiled
def may_draw_first(state: State, seat: int) -> bool:
    """In round 1 a first form waits for the second before it can be drawn anew."""
    return not first_land(state) or state.second[seat] != NONE or state.draft[seat] == NONE


@compiled
def may_draw_second(state: State, seat: int) -> bool:
    return first_land(state) and (state.second[seat] != NONE or state.draft[seat] != NONE)


@compiled
def plugs(state: State, seat: int) -> tuple[Word, Word]:
    """ALLUV-11: the boxes a seat may plug; only on the sheets of others (ALLUV-9)."""
    sheet = sheet_before(state, seat)
    low, high = holes(state.filled[sheet, 0], state.filled[sheet, 1])
    if state.stage != OTHERS:
        low, high = low & ~ALL, high & ~ALL
    return low, high


@compiled
def legal(state: State, seat: int, out: Any) -> int:
    """Write the actions of a seat that may act; return how many there are."""
    length = 0
    if may_draw_first(state, seat):
        form = form_to_draw(state, seat)
        for orientation in range(FIRST_ORIENTATION[form], FIRST_ORIENTATION[form + 1]):
            low, high = anchors(state, seat, orientation, OPEN_CARD)
            length = list_boxes(low, high, BOXES * orientation, out, length)
    if may_draw_second(state, seat):
        form = state.deck[seat, 1]
        for orientation in range(FIRST_ORIENTATION[form], FIRST_ORIENTATION[form + 1]):
            low, high = anchors(state, seat, orientation, SECRET_CARD)
            length = list_boxes(low, high, BOXES * orientation, out, length)
    low, high = plugs(state, seat)
    length = list_boxes(low, high, PLUG_FROM, out, length)
    if length == 0:  # ALLUV-7, 9: only if nothing can be drawn
        out[0] = PASS
        length = 1
    return length


@compiled
def play(state: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if has_drawn(state, seat):  # ALLUV-14
        state.changes[seat] += 1
    if first_land(state):
        draw_one_of_two(state, seat, action)
        if state.changes[seat] == MAX_CHANGES:  # nothing can complete it any more
            state.draft[seat] = NONE
    else:
        state.first[seat] = action
    if awaited(state) == 0:
        _close_step(state)


@compiled
def draw_one_of_two(state: State, seat: int, action: int) -> None:
    """ALLUV-8, 14: the two forms of round 1. A pair that is complete stands until another is complete."""
    if action // BOXES >= FIRST_ORIENTATION[state.deck[seat, 1]] and (
        action // BOXES < FIRST_ORIENTATION[state.deck[seat, 1] + 1]
    ):
        if state.draft[seat] != NONE:
            state.first[seat] = state.draft[seat]
        state.second[seat] = action
        state.draft[seat] = NONE
        return
    other = state.second[seat]
    if other != NONE and ((COVER[action, 0] & COVER[other, 0]) | (COVER[action, 1] & COVER[other, 1])) == 0:
        state.first[seat] = action
        state.draft[seat] = NONE
    else:
        state.draft[seat] = action


@compiled
def _close_step(state: State) -> None:
    """ALLUV-14: what everybody has drawn is permanent now. Then the next step begins."""
    slot = slots_filled(state)
    for seat in range(state.players):
        sheet = sheet_before(state, seat)
        put(state, sheet, slot, state.first[seat])
        if first_land(state):
            put(state, sheet, slot + 1, state.second[seat])
    _forget_choices(state)
    if state.stage == OWN and has_dummy(state) == 1:  # ALLUV-19
        state.stage = DUMMY_DRAWS
    elif state.hop < state.players - 1:  # ALLUV-9: on to the next seat, until every sheet is home
        state.stage = OTHERS
        state.hop += 1
    else:
        _end_round(state)


@compiled
def _end_round(state: State) -> None:
    """ALLUV-15: every sheet is home and is scored; then the Direction card is turned (ALLUV-4)."""
    for seat in range(state.players):
        state.points[seat, state.lap - 1] = largest_rectangle(state.filled[seat, 0], state.filled[seat, 1])[0]
    state.hop = 0
    if state.lap == rounds(state):  # ALLUV-5
        state.stage = OVER
    else:
        state.lap += 1
        state.stage = OWN


@compiled
def rank(state: State, sheet: int, colour: int) -> int:
    """ALLUV-16, 20: the helper's rank on a sheet, without checks as well, and the dummy's; 0 for the owner."""
    if colour == sheet or colour >= state.players + has_dummy(state):
        return 0
    better = 0
    for other in range(COLOURS):
        better += other != sheet and state.checks[sheet, other] > state.checks[sheet, colour]
    return better + 1


@compiled
def parts_of_area(state: State, place: int) -> int:
    """ALLUV-17: into how many parts an area is divided, of which a rank gets one; 0 if it gets nothing."""
    if place == 1:
        return 1
    if place == 2:
        return SECOND_PARTS
    return THIRD_PARTS if place == 3 and state.players == 5 else 0


@compiled
def helper_points(state: State, sheet: int, colour: int) -> int:
    """ALLUV-17: for the first the largest area, for the second half, with five players for the third a quarter."""
    parts = parts_of_area(state, rank(state, sheet, colour))
    if parts == 0:
        return 0
    return largest_area(state.land[sheet, colour, 0], state.land[sheet, colour, 1]) // parts


@compiled
def bonus(state: State, seat: int) -> int:
    """ALLUV-17: the VP a player gets as a helper, over all sheets. Nobody gets the dummy's (ALLUV-20)."""
    total = 0
    for sheet in range(state.players):
        total += helper_points(state, sheet, seat)
    return total


@compiled
def round_points(state: State, seat: int) -> int:
    total = 0
    for lap in range(rounds(state)):
        total += state.points[seat, lap]
    return total


@compiled
def scores(state: State, out: Any) -> None:
    """ALLUV-18: the round scores, and at the end the bonus VP."""
    for seat in range(state.players):
        out[seat] = round_points(state, seat) + (bonus(state, seat) if state.stage == OVER else 0)


@compiled
def _leaders(state: State) -> tuple[int, int]:
    """ALLUV-18: who has the most, and who of them has the most bonus VP, as sets of seats."""
    most, most_bonus, level, best = -1, -1, 0, 0
    for seat in range(state.players):
        extra = bonus(state, seat)
        total = round_points(state, seat) + extra
        if total > most:
            most, most_bonus, level, best = total, extra, 1 << seat, 1 << seat
        elif total == most:
            level |= 1 << seat
            if extra > most_bonus:
                most_bonus, best = extra, 1 << seat
            elif extra == most_bonus:
                best |= 1 << seat
    return level, best


@compiled
def winners(state: State) -> int:
    """Who has won a finished game, as a set of seats."""
    return _leaders(state)[1]


@compiled
def reason(state: State) -> int:
    level, best = _leaders(state)
    if best & (best - 1):
        return 2
    return 0 if level == best else 1


conceal = redraw  # ALLUV-13: all that a seat cannot know


def undealt(state: State) -> list[Any]:
    """ALLUV-8: the cards that lie face down, without the secret ones, which their players know."""
    decks = [state.deck[colour, max(2, cards_shown(state, colour)) :] for colour in range(state.players)]
    return [*decks, state.deck[DUMMY, cards_shown(state, DUMMY) :]] if has_dummy(state) else decks


@compiled
def sample(state: State, seat: int, search_rng: Any) -> int:
    """One legal action, each as likely, without listing them all."""
    begin, end = 0, 0
    if may_draw_first(state, seat):
        form = form_to_draw(state, seat)
        begin, end = FIRST_ORIENTATION[form], FIRST_ORIENTATION[form + 1]
    begin_second, end_second = 0, 0
    if may_draw_second(state, seat):
        form = state.deck[seat, 1]
        begin_second, end_second = FIRST_ORIENTATION[form], FIRST_ORIENTATION[form + 1]
    hole_low, hole_high = plugs(state, seat)
    total = count(hole_low, hole_high)
    for orientation in range(begin, end):
        low, high = anchors(state, seat, orientation, OPEN_CARD)
        total += count(low, high)
    for orientation in range(begin_second, end_second):
        low, high = anchors(state, seat, orientation, SECRET_CARD)
        total += count(low, high)
    if total == 0:
        return PASS
    nth = pick(search_rng, total)
    for number in range(2 * ORIENTATION_COUNT):
        orientation, card = number % ORIENTATION_COUNT, number // ORIENTATION_COUNT
        if card == SECRET_CARD:
            inside = begin_second <= orientation < end_second
        else:
            inside = begin <= orientation < end
        if inside:
            low, high = anchors(state, seat, orientation, card)
            here = count(low, high)
            if nth < here:
                return BOXES * orientation + nth_box(low, high, nth)
            nth -= here
    return PLUG_FROM + nth_box(hole_low, hole_high, nth)
