"""The Alpacalypse as numbers: what lies open, tribe by tribe from the viewer's on, and what the viewer alone knows."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.bids import coins_of, members_of
from alcove.games.alpacalypse.cards import (
    AGE_TILES,
    CARDS,
    SPACES,
    STEPS,
    TRIBES,
)
from alcove.games.alpacalypse.frames import (
    ASK_DRAW,
    ASK_TRADE,
    DRAW_LEFT,
    DRAWN,
    DRAWN_CARD,
    KEEP,
    KEEP_CARDS,
    LAY,
    LAY_CARD,
    OBTAIN,
    OBTAIN_STALL,
    OP,
    PAY,
    PAY_COST,
    PAY_LESS,
    PICK,
    PICK_LEFT,
    PROGRAM,
    RAISE,
    RAISE_BUILDING,
    SEAT,
    TRACK,
    TRACK_STEPS,
    TRADE_STEP,
    TURN_ACTIONS,
)
from alcove.games.alpacalypse.layout import (
    FEW_GOODS,
    LAYOUT,
    MAX_GOODS,
    MAX_ITEMS,
    MAX_POINTS,
    MAX_POWER,
    MAX_STRENGTH,
    SPOTS,
)
from alcove.games.alpacalypse.score import points
from alcove.games.alpacalypse.table import (
    ACTION,
    AGES,
    BIDS,
    DRAWN_AT_ONCE,
    GOODS,
    KINDS,
    MARKET_TYPES,
    MILESTONES,
    NONE,
    ON_SPACE,
    OVER,
    RESOLUTION_PHASE,
    SEATS,
    TILES,
    TRACK_COUNT,
    State,
    age_of,
    day_now,
    item_at,
    seat_at,
)
from alcove.games.alpacalypse.vocabulary import BUILDINGS, MEMBERS, POWERS
from alcove.kernel.jit import compiled

__all__ = ["LAYOUT", "observe"]

ROUND, AGE, PHASE, STEP, NEW_DAY, PAST_DAYS = (
    LAYOUT.start(name) for name in ("round", "age", "phase", "step", "new_day", "past_days")
)
STALLS, TAKEN, TOKEN, MARKET, AGE_TILE, MILESTONE = (
    LAYOUT.start(name) for name in ("stalls", "taken", "token", "market", "age_tiles", "milestones")
)
WONDER_TILE, DECK_LEFT, DISCARDS, HELPERS = (
    LAYOUT.start(name) for name in ("wonder_tiles", "deck_left", "discards", "helpers")
)
THERE, FIRST, TRIBE, MET, GOODS_AT, FEW_AT, PAWNS = (
    LAYOUT.start(name) for name in ("there", "first", "tribe", "met", "goods", "few_goods", "pawns")
)
MEMBERS_AT, BUILT, WONDER, COMPLETED, KEPT, HAND_SIZES = (
    LAYOUT.start(name) for name in ("members", "built", "wonder", "completed", "kept", "hand_sizes")
)
KNOWN, BONUS, POWERS_AT, AGE_BONUS, THIS_AGE, ADVANCED, POINTS = (
    LAYOUT.start(name) for name in ("known", "bonus", "powers", "age_bonus", "this_age", "advanced", "points")
)
BID_MADE, BID_MEMBERS, BID_COINS, BID_STRENGTH = (
    LAYOUT.start(name) for name in ("bid_made", "bid_members", "bid_coins", "bid_strength")
)
TURN, TURN_NUMBER, ACTIONS_LEFT, DEPTH, ASKED = (
    LAYOUT.start(name) for name in ("turn", "turn_number", "actions", "depth", "asked")
)
QUESTION, SOURCE, PRICE, AMOUNT, STEPS_AT = (
    LAYOUT.start(name) for name in ("question", "source", "price", "amount", "steps")
)
STREAK, RAISED, LAID, OBTAINED = (LAYOUT.start(name) for name in ("streak", "raised", "laid", "obtained"))
HAND, OFFERED, VIEWER = (LAYOUT.start(name) for name in ("hand", "offered", "viewer"))
TURNS = 2
AGE_TILE_COUNT, TRIBE_COUNT = len(AGE_TILES), len(TRIBES)


@compiled
def observe(state: State, seat: int, out: Any) -> None:
    own = max(seat, 0)
    _observe_round(state, out)
    _observe_market(state, own, out)
    _observe_supply(state, own, out)
    for other in range(state.players):
        place = _counted(state, own, other)
        _observe_tribe(state, other, place, out)
        _observe_bid(state, other, place, other == seat, out)
    _observe_turn(state, own, out)
    if state.depth > 0 and state.phase != OVER:
        _observe_question(state, own, out)
    if seat >= 0:
        out[VIEWER] = 1
        _observe_own(state, seat, out)


@compiled
def _counted(state: State, own: int, seat: int) -> int:
    """The place of a seat, counted from the viewer's on."""
    return seat - own if seat >= own else seat - own + state.players


@compiled
def _copy_cards(numbers: Any, out: Any) -> None:
    """As many as the compiler knows beforehand: it copies them many at a time."""
    for card in range(CARDS):
        out[card] = numbers[card]


@compiled
def _copy_items(numbers: Any, out: Any) -> None:
    for item in range(MARKET_TYPES):
        out[item] = numbers[item]


@compiled
def _observe_round(state: State, out: Any) -> None:
    out[ROUND] = state.lap
    out[AGE + age_of(state)] = 1
    out[PHASE + state.phase] = 1
    if state.phase == RESOLUTION_PHASE:
        out[STEP + (state.step if state.turn else max(state.step - 1, 0))] = 1
    if state.lap > 0:
        out[NEW_DAY + day_now(state)] = 1
    for lap in range(state.lap - 1):
        out[PAST_DAYS + state.day_order[lap]] = 1


@compiled
def _observe_market(state: State, own: int, out: Any) -> None:
    """ALPAC-15: the cards of this round, once they are dealt, and all that were dealt before."""
    dealt = state.lap if state.phase >= BIDS else max(0, state.lap - 1)
    for card in range(dealt * state.players):
        out[MARKET + state.market_order[card]] += 1
    if BIDS <= state.phase < OVER:
        for stall in range(state.players):
            out[STALLS + MARKET_TYPES * stall + item_at(state, stall)] = 1
            if state.taken[stall] != NONE:
                out[TAKEN + SEATS * stall + _counted(state, own, state.taken[stall])] = 1
        if state.token != NONE:
            out[TOKEN + _counted(state, own, state.token)] = 1


@compiled
def _observe_supply(state: State, own: int, out: Any) -> None:
    for age in range(AGES):
        out[AGE_TILE + AGE_TILE_COUNT * age + state.age_tile[age]] = 1
    for milestone in range(MILESTONES):
        if state.milestone[milestone] != NONE:
            out[MILESTONE + SEATS * milestone + _counted(state, own, state.milestone[milestone])] = 1
    for tile in range(TILES):
        owner = state.tile_owner[tile]
        place = SEATS if owner == NONE else _counted(state, own, owner)
        out[WONDER_TILE + (SEATS + 1) * tile + place] = 1
    for deck in range(KINDS):
        out[DECK_LEFT + deck] = state.deck_left[deck]
    _copy_cards(state.discard, out[DISCARDS:])
    for space in range(len(SPACES)):
        for seat in range(state.players):
            if state.helper[space, seat] > 0:
                place = _counted(state, own, seat)
                out[HELPERS + SEATS * space + place] = min(state.helper[space, seat], MAX_ITEMS)


@compiled
def _observe_tribe(state: State, seat: int, place: int, out: Any) -> None:
    out[THERE + place] = 1
    out[FIRST + place] = state.first == seat
    if state.tribe[seat] != NONE:
        out[TRIBE + TRIBE_COUNT * place + state.tribe[seat]] = 1
    if state.lap > 0 and state.met[seat] > 0:
        out[MET + 2 * place + state.met[seat] - 1] = 1
    for good in range(GOODS):
        out[GOODS_AT + GOODS * place + good] = min(state.goods[seat, good], MAX_GOODS)
        out[FEW_AT + GOODS * place + good] = min(state.goods[seat, good], FEW_GOODS)
    for building in range(len(BUILDINGS)):
        out[BUILT + len(BUILDINGS) * place + building] = state.built[seat, building]
    out[WONDER + place] = state.wonder[seat]
    at = CARDS * place
    _copy_cards(state.done[seat], out[COMPLETED + at :])
    _copy_cards(state.known[seat], out[KNOWN + at :])
    _copy_items(state.kept[seat], out[KEPT + MARKET_TYPES * place :])
    for deck in range(KINDS + 1):
        out[HAND_SIZES + (KINDS + 1) * place + deck] = state.hand_size[seat, deck]
    out[BONUS + place] = min(state.bonus[seat], MAX_ITEMS)
    for power in range(len(POWERS)):
        out[POWERS_AT + len(POWERS) * place + power] = min(state.power[seat, power], MAX_POWER)
    out[POINTS + place] = min(points(state, seat), MAX_POINTS)
    _observe_members(state, seat, place, out)
    _observe_age(state, seat, place, out)


@compiled
def _observe_members(state: State, seat: int, place: int, out: Any) -> None:
    for member in range(len(MEMBERS)):
        spot = state.spot[seat, member]
        if spot >= ON_SPACE:
            spot = ON_SPACE + (spot - ON_SPACE) % 2
        out[MEMBERS_AT + SPOTS * (len(MEMBERS) * place + member) + spot] = 1


@compiled
def _observe_age(state: State, seat: int, place: int, out: Any) -> None:
    """What counts for a bonus of the age that is open, and the pawns."""
    for age in range(AGES):
        out[AGE_BONUS + AGES * place + age] = state.age_bonus[seat, age]
    at = THIS_AGE + (KINDS + 2) * place
    for deck in range(KINDS):
        out[at + deck] = min(state.age_done[seat, deck], MAX_POWER)
    out[at + KINDS] = min(state.age_built[seat], MAX_POWER)
    out[at + KINDS + 1] = min(state.age_passed[seat], MAX_POWER)
    for track in range(TRACK_COUNT):
        out[PAWNS + TRACK_COUNT * place + track] = state.pawn[seat, track]
        out[ADVANCED + TRACK_COUNT * place + track] = state.pawn[seat, track] > state.age_pawn[seat, track]


@compiled
def _observe_bid(state: State, seat: int, place: int, own: bool, out: Any) -> None:
    """ALPAC-16: secret while they are made, open from then on to the end of the round."""
    if not BIDS <= state.phase < OVER or state.bid[seat] == NONE:
        return
    out[BID_MADE + place] = 1
    is_open = state.phase > BIDS
    if is_open:
        out[BID_STRENGTH + place] = min(state.strength[seat], MAX_STRENGTH)
    if (own or is_open) and state.bid[seat] > 0:
        members = members_of(state.bid[seat])
        for member in range(len(MEMBERS)):
            out[BID_MEMBERS + len(MEMBERS) * place + member] = (members >> member) & 1
        out[BID_COINS + place] = min(coins_of(state.bid[seat]), MAX_GOODS)


@compiled
def _observe_turn(state: State, own: int, out: Any) -> None:
    if state.phase == ACTION:
        out[TURN + _counted(state, own, seat_at(state, state.turn))] = 1
        out[TURN_NUMBER + min(state.turn // state.players, TURNS)] = 1
        out[ACTIONS_LEFT] = state.stack[0, TURN_ACTIONS]
        out[STREAK] = state.streak
    out[DEPTH] = state.depth


@compiled
def _observe_question(state: State, own: int, out: Any) -> None:
    """The frame on top: what is asked, of whom, where it comes from, and what everybody may know of it."""
    frame = state.stack[state.depth - 1]
    kind = frame[OP]
    out[ASKED + _counted(state, own, frame[SEAT])] = 1
    out[QUESTION + kind] = 1
    out[SOURCE + frame[PROGRAM]] = 1
    if kind == PAY:
        for part in range(PAY_LESS - PAY_COST + 1):
            out[PRICE + part] = frame[PAY_COST + part]
    elif kind == ASK_TRADE:
        for part in range(PAY_LESS - PAY_COST):
            out[PRICE + part] = STEPS[frame[TRADE_STEP], 1 + part]
    elif kind == TRACK:
        out[STEPS_AT] = frame[TRACK_STEPS]
    elif kind == PICK:
        out[AMOUNT] = min(frame[PICK_LEFT], MAX_ITEMS)
    elif kind == ASK_DRAW:
        out[AMOUNT] = min(frame[DRAW_LEFT], MAX_ITEMS)
    _observe_chosen(state, out)


@compiled
def _observe_chosen(state: State, out: Any) -> None:
    """What was chosen, and waits below for a price to be paid or a text to be carried out."""
    for at in range(state.depth):
        frame = state.stack[at]
        if frame[OP] == RAISE:
            out[RAISED + frame[RAISE_BUILDING]] = 1
        elif frame[OP] == LAY:
            out[LAID + frame[LAY_CARD]] += 1
        elif frame[OP] == OBTAIN:
            out[OBTAINED + frame[OBTAIN_STALL]] = 1


@compiled
def _observe_own(state: State, seat: int, out: Any) -> None:
    """ALPAC-8, 24: the own hand, and the cards that the viewer has just drawn."""
    _copy_cards(state.hand[seat], out[HAND:])
    for at in range(state.depth):
        frame = state.stack[at]
        if frame[SEAT] == seat and frame[OP] == KEEP:
            for nth in range(DRAWN_AT_ONCE):
                if frame[KEEP_CARDS + nth] != NONE:
                    out[OFFERED + frame[KEEP_CARDS + nth]] += 1
        elif frame[SEAT] == seat and frame[OP] == DRAWN:
            out[OFFERED + frame[DRAWN_CARD]] += 1
