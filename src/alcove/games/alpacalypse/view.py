"""What a seat may know: all that lies open, its own hand, its own bid, and the cards it has just drawn.

The backs of cards show their deck, so how many cards of each deck a hand holds is open. Components stand here by id
only; what is printed on them is in `components.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.games.alpacalypse.bids import bid_order, coins_of, members_of
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    AGE_ENDS,
    AGE_TILES,
    DECK_OF,
    FIRST_OF_DECK,
    INFLUENCE,
    MARKET,
    NEW_DAYS,
    PROGRAMS,
    ROUNDS_OF_AGE,
    SPACES,
    TRIBES,
    WONDER_TILES,
)
from alcove.games.alpacalypse.components import MILESTONE_NAMES
from alcove.games.alpacalypse.frames import FRAMES, OBTAIN, OBTAIN_STALL, OP, PROGRAM, SEAT, TURN_ACTIONS
from alcove.games.alpacalypse.offered import choice, read_choice
from alcove.games.alpacalypse.pending import PENDING
from alcove.games.alpacalypse.score import PARTS, breakdown
from alcove.games.alpacalypse.shapes import Choice, View
from alcove.games.alpacalypse.table import (
    ACTION,
    BIDS,
    DUMMY_SPACE,
    MARKET_TAKES,
    NONE,
    ON_SPACE,
    OVER,
    PASSED,
    PHASES,
    RESOLUTION_PHASE,
    ROUNDS,
    SHIELDS,
    TRACK_BOTTOM,
    TRACK_TOP,
    age_of,
    capacity,
)
from alcove.games.alpacalypse.vocabulary import BUILDINGS, CUBE, DECKS, MEMBERS, POWERS, RESOURCES, TIEBREAK, TRACKS
from alcove.kernel.position import Position

__all__ = ["Choice", "View", "choice", "read_choice", "view"]

Fields = SimpleNamespace
GOODS = (*RESOURCES, CUBE)
SPOTS = ("home", "event", "market", "trot", *SPACES)
STEPS_OF_RESOLUTION = ("wonders", "tiles", "abilities", "production", "return")
MILESTONES = tuple(MILESTONE_NAMES)


def view(position: Position, seat: int | None) -> View:
    f = position.fields()
    seats = range(position.players)
    found: Any = {
        "round": f.lap,
        "rounds": ROUNDS,
        "age": int(age_of(position.state)) + 1,
        "phase": PHASES[f.phase],
        "step": _step(f),
        "first": f.first,
        "order": [(f.first + turn) % position.players for turn in seats],
        "new_day": _new_day(f),
        "days_left": ROUNDS - f.lap,
        "market": _market(f),
        "bids": _bids(position, f, seat),
        "spaces": _spaces(f, int(capacity(position.state))),
        "tracks": {name: [f.pawn[other][track] for other in seats] for track, name in enumerate(TRACKS)},
        "track_spaces": list(range(TRACK_BOTTOM, TRACK_TOP + 1)),
        "dummy": DUMMY_SPACE if position.players == 2 else None,
        "shields": list(SHIELDS),
        "milestones": [{"id": name, "owner": _seat(f.milestone[at])} for at, name in enumerate(MILESTONES)],
        "ages": [_age(f, number) for number in range(3)],
        "decks": {name: _deck(f, number) for number, name in enumerate(DECKS)},
        "wonder_tiles": [WONDER_TILES[tile].id for tile, owner in enumerate(f.tile_owner) if owner == NONE],
        "tribes": [_tribe(position, f, other, seat) for other in seats],
        "turn": _turn(f),
        "stack": [_frame(f, frame, seat) for frame in f.stack[: f.depth]],
        "choice": _asked(f, seat),
    }
    shown: View = found
    return shown


def _seat(number: int) -> int | None:
    return None if number == NONE else number


def _counted(cards: Sequence[Any], counts: Sequence[int]) -> list[str]:
    """The ids of cards, copies one after the other."""
    there = compress(zip(cards, counts, strict=True), counts)  # few of many: quicker than to look at each
    return [card.id for card, count in there for _ in range(count)]


def _new_day(f: Fields) -> dict[str, Any] | None:
    if f.lap == 0:
        return None
    day = NEW_DAYS[f.day_order[f.lap - 1]]
    met = [None if how == 0 else "passed" if how == PASSED else "failed" for how in f.met[: f.players]]
    return {"card": day.id, "responder": day.responder, "met": met, "past": _past_days(f)}


def _past_days(f: Fields) -> list[str]:
    return [NEW_DAYS[day].id for day in f.day_order[: f.lap - 1]]


def _market(f: Fields) -> dict[str, Any]:
    """The cards of this round once they are dealt, the token, and what has been discarded so far."""
    dealt = f.lap if f.phase >= BIDS else max(0, f.lap - 1)
    begin = (f.lap - 1) * f.players
    is_open = bool(BIDS <= f.phase <= MARKET_TAKES)
    waiting = [frame[OBTAIN_STALL] for frame in f.stack[: f.depth] if frame[OP] == OBTAIN]
    stalls = []
    if BIDS <= f.phase < OVER:
        stalls = [
            {"card": MARKET[f.market_order[begin + stall]].id, "taken_by": _seat(f.taken[stall])}
            for stall in range(f.players)
        ]
    seen = Counter(f.market_order[: dealt * f.players])
    seen.subtract(card for kept in f.kept for card, count in compress(enumerate(kept), kept) for _ in range(count))
    if stalls:
        seen.subtract(f.market_order[begin + stall] for stall in range(f.players) if is_open or stall in waiting)
    return {
        "open": is_open,
        "stalls": stalls,
        "token": {"taken_by": _seat(f.token) if BIDS <= f.phase < OVER else None},
        "deck": (ROUNDS - dealt) * f.players,
        "discards": _counted(MARKET, [seen[card] for card in range(len(MARKET))]),
    }


def _step(f: Fields) -> str | None:
    """Where the resolution phase is. The state says what comes next, even while the last seat is still choosing."""
    if f.phase != RESOLUTION_PHASE:
        return None
    return STEPS_OF_RESOLUTION[f.step if f.turn else max(f.step - 1, 0)]


def _bid(f: Fields, seat: int) -> dict[str, Any]:
    """What a bid is made of; no members are no bid."""
    bid = f.bid[seat]
    if bid <= 0:
        return {"members": [], "coins": 0}
    members = int(members_of(bid))
    return {"members": [name for at, name in enumerate(MEMBERS) if members >> at & 1], "coins": int(coins_of(bid))}


def _bids(position: Position, f: Fields, seat: int | None) -> dict[str, Any] | None:
    """ALPAC-16: secret while they are made, open from then on to the end of the round."""
    if not BIDS <= f.phase < OVER:
        return None
    sealed = bool(f.phase == BIDS)
    seats = range(f.players)
    return {
        "sealed": sealed,
        "made": [bool(f.bid[other] != NONE) for other in seats],
        "own": _bid(f, seat) if seat is not None and f.bid[seat] != NONE else None,
        "shown": None if sealed else [_bid(f, other) | {"strength": f.strength[other]} for other in seats],
        "order": [] if sealed else _order_of_bids(position),
    }


def _order_of_bids(position: Position) -> list[int]:
    """ALPAC-17"""
    order = np.zeros(position.players, dtype=np.int64)
    bidders = bid_order(position.state, order)
    return [int(seat) for seat in order[:bidders]]


def _spaces(f: Fields, places: int) -> list[dict[str, Any]]:
    return [_space(f, places, number) for number in range(len(SPACES))]


def _space(f: Fields, places: int, number: int) -> dict[str, Any]:
    """ALPAC-22, 33: who stands there; assistants fill places as well."""
    on_it: list[dict[str, Any]] = [
        {"seat": seat, "by": MEMBERS[number // 2]}
        for seat in range(f.players)
        if f.spot[seat][number // 2] == ON_SPACE + number
    ]
    for seat in range(f.players):
        on_it += [{"seat": seat, "by": "assistant"}] * f.helper[number][seat]
    return {
        "id": SPACES[number],
        "member": MEMBERS[number // 2],
        "capacity": places,
        "occupants": on_it,
        "full": len(on_it) >= places,
    }


def _age(f: Fields, number: int) -> dict[str, Any]:
    holders = [seat for seat in range(f.players) if f.age_bonus[seat][number]]
    rounds = range(AGE_ENDS[number] - ROUNDS_OF_AGE[number] + 1, AGE_ENDS[number] + 1)
    return {"tile": AGE_TILES[f.age_tile[number]].id, "holders": holders, "rounds": list(rounds)}


def _deck(f: Fields, number: int) -> dict[str, Any]:
    cards = slice(FIRST_OF_DECK[number], FIRST_OF_DECK[number + 1])
    return {"left": f.deck_left[number], "discards": _counted(ACTION_CARDS[cards], f.discard[cards])}


def _tribe(position: Position, f: Fields, owner: int, viewer: int | None) -> dict[str, Any]:
    tribe = f.tribe[owner]
    named = (*DECKS, "starter")
    sizes = dict.fromkeys(named, 0)
    for card, count in compress(enumerate(f.hand[owner]), f.hand[owner]):
        sizes[named[DECK_OF[card]]] += count
    return {
        "tribe": None if tribe == NONE else TRIBES[tribe].id,
        "goods": dict(zip(GOODS, f.goods[owner], strict=True)),
        "members": [
            {
                "id": member,
                "where": SPOTS[f.spot[owner][at]],
                "influence": None if tribe == NONE else int(INFLUENCE[tribe, at]),
            }
            for at, member in enumerate(MEMBERS)
        ],
        "buildings": [name for at, name in enumerate(BUILDINGS) if f.built[owner][at]],
        "wonder": bool(f.wonder[owner]),
        "wonder_tiles": [WONDER_TILES[tile].id for tile, of in enumerate(f.tile_owner) if of == owner],
        "completed": _counted(ACTION_CARDS, f.done[owner]),
        "kept": _counted(MARKET, f.kept[owner]),
        "hand": _counted(ACTION_CARDS, f.hand[owner]) if owner == viewer else None,
        "hand_sizes": sizes,
        "known": _counted(ACTION_CARDS, f.known[owner]),
        "bonus_actions": f.bonus[owner],
        "powers": {name: amount for name, amount in zip(POWERS, f.power[owner], strict=True) if amount},
        "wins_ties": bool(f.power[owner][TIEBREAK]),
        "this_age": {
            "completed": dict(zip(DECKS, f.age_done[owner], strict=True)),
            "built": f.age_built[owner],
            "passed": f.age_passed[owner],
            "advanced": [name for at, name in enumerate(TRACKS) if f.pawn[owner][at] > f.age_pawn[owner][at]],
        },
        "points": _points(position, owner),
    }


def _points(position: Position, seat: int) -> dict[str, int]:
    """As things stand; the third age is added when the game ends."""
    out = np.zeros(len(PARTS), dtype=np.int64)
    breakdown(position.state, seat, out)
    points: list[int] = out.tolist()
    return dict(zip(PARTS, points, strict=True)) | {"total": sum(points)}


def _turn(f: Fields) -> dict[str, Any] | None:
    """Of the action phase: whose turn of which, how many actions are left in it, and what comes after it."""
    if f.phase != ACTION:
        return None
    return {
        "seat": (f.first + f.turn) % f.players,
        "number": min(f.turn // f.players, 2) + 1,
        "bonus": bool(f.turn >= 2 * f.players),
        "actions": f.stack[0][TURN_ACTIONS],
        "to_come": [(f.first + turn) % f.players for turn in range(f.turn + 1, 2 * f.players)] + _bonus_turns(f),
    }


def _bonus_turns(f: Fields) -> list[int]:
    """ALPAC-48: who still has a bonus action, in the order in which they are taken."""
    begin = max(f.turn + 1, 2 * f.players)
    order = [(f.first + turn) % f.players for turn in range(begin, begin + f.players)]
    return [seat for lap in range(max(f.bonus)) for seat in order if f.bonus[seat] > lap]


def _source(frame: list[int]) -> dict[str, str] | None:
    """Where it comes from: the id of a card, tile, tribe or space, and which of its texts."""
    owner, part = PROGRAMS[frame[PROGRAM]]
    return {"id": owner, "part": part} if owner else None


def _frame(f: Fields, frame: list[int], viewer: int | None) -> Any:
    """One of the things that are still to be done."""
    kind = FRAMES[frame[OP]]
    shown = PENDING[kind].show(f, frame, viewer == frame[SEAT])
    return {"kind": kind, "seat": frame[SEAT], "source": _source(frame), **shown}


def _asked(f: Fields, viewer: int | None) -> Any:
    """What the game waits for."""
    if f.phase == OVER:
        return None
    if f.depth == 0:
        return {"kind": "bid", "seat": None, "source": None}
    return _frame(f, f.stack[f.depth - 1], viewer)
