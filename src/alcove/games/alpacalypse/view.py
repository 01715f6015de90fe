"""What a seat may know: all that lies open, its own hand, its own bid, and the cards it has just drawn.

The backs of cards show their deck, so how many cards of each deck a hand holds is open. Components stand here by id
only; what is printed on them is in `components.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    AGE_TILES,
    DECK_OF,
    INFLUENCE,
    MARKET,
    NEW_DAYS,
    PROGRAMS,
    SPACES,
    STEPS,
    TRIBES,
    WONDER_TILES,
)
from alcove.games.alpacalypse.components import MILESTONE_NAMES
from alcove.games.alpacalypse.score import PARTS, breakdown
from alcove.games.alpacalypse.table import (
    ACTION,
    BID_COINS_MOST,
    BIDS,
    DRAWN_CARD,
    DUMMY_SPACE,
    FRAMES,
    KEEP,
    LAY,
    MARKET_TAKES,
    NONE,
    OBTAIN,
    ON_SPACE,
    OP,
    OVER,
    PASSED,
    PAY,
    PHASES,
    PICK,
    PROGRAM,
    RAISE,
    RESOLUTION_PHASE,
    ROUNDS,
    SEAT,
    SHIELDS,
    TRACK,
    TRADE_ONE,
    TURN,
    A,
    age_of,
)
from alcove.games.alpacalypse.vocabulary import ANY, BUILDINGS, CUBE, DECKS, MEMBERS, POWERS, RESOURCES, TRACKS
from alcove.kernel.position import Position

Fields = SimpleNamespace
GOODS = (*RESOURCES, CUBE)
SPOTS = ("home", "event", "market", "trot", *SPACES)
STEPS_OF_RESOLUTION = ("wonders", "tiles", "abilities", "production", "return")
MILESTONES = tuple(MILESTONE_NAMES)


def view(position: Position, seat: int | None) -> dict[str, Any]:
    f = position.fields()
    seats = range(position.players)
    return {
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
        "bids": _bids(f, seat),
        "spaces": [_space(f, number) for number in range(len(SPACES))],
        "tracks": {name: [f.pawn[other][track] for other in seats] for track, name in enumerate(TRACKS)},
        "dummy": DUMMY_SPACE if position.players == 2 else None,
        "shields": list(SHIELDS),
        "milestones": [{"id": name, "owner": _seat(f.milestone[at])} for at, name in enumerate(MILESTONES)],
        "ages": [_age(f, number) for number in range(3)],
        "decks": {name: _deck(f, number) for number, name in enumerate(DECKS)},
        "wonder_tiles": [WONDER_TILES[tile].id for tile, owner in enumerate(f.tile_owner) if owner == NONE],
        "tribes": [_tribe(position, f, other, seat) for other in seats],
        "turn": _turn(f),
        "stack": [_frame(f, frame, seat) for frame in f.stack[: f.depth]],
        "choice": _choice(f, seat),
    }


def _seat(number: int) -> int | None:
    return None if number == NONE else number


def _counted(cards: tuple[Any, ...], counts: Iterable[int]) -> list[str]:
    """The ids of cards, copies one after the other."""
    return [card.id for card, count in zip(cards, counts, strict=True) for _ in range(count)]


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
    waiting = [frame[A] for frame in f.stack[: f.depth] if frame[OP] == OBTAIN]
    stalls = []
    if BIDS <= f.phase < OVER:
        stalls = [
            {"card": MARKET[f.market_order[begin + stall]].id, "taken_by": _seat(f.taken[stall])}
            for stall in range(f.players)
        ]
    seen = Counter(f.market_order[: dealt * f.players])
    seen.subtract(card for kept in f.kept for card, count in enumerate(kept) for _ in range(count))
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
    members, coins = divmod(bid - 1, BID_COINS_MOST + 1)
    return {"members": [name for at, name in enumerate(MEMBERS) if members + 1 >> at & 1], "coins": coins}


def _bids(f: Fields, seat: int | None) -> dict[str, Any] | None:
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
    }


def _space(f: Fields, number: int) -> dict[str, Any]:
    """ALPAC-22, 33: who stands there; assistants fill places as well."""
    capacity = 1 if f.players < 4 else 2
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
        "capacity": capacity,
        "occupants": on_it,
        "full": len(on_it) >= capacity,
    }


def _age(f: Fields, number: int) -> dict[str, Any]:
    holders = [seat for seat in range(f.players) if f.age_bonus[seat][number]]
    return {"tile": AGE_TILES[f.age_tile[number]].id, "holders": holders}


def _deck(f: Fields, number: int) -> dict[str, Any]:
    counts = [count if DECK_OF[card] == number else 0 for card, count in enumerate(f.discard)]
    return {"left": f.deck_left[number], "discards": _counted(ACTION_CARDS, counts)}


def _tribe(position: Position, f: Fields, owner: int, viewer: int | None) -> dict[str, Any]:
    tribe = f.tribe[owner]
    named = (*DECKS, "starter")
    sizes = dict.fromkeys(named, 0)
    for card, count in enumerate(f.hand[owner]):
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
    return {name: int(number) for name, number in zip(PARTS, out, strict=True)} | {"total": int(out.sum())}


def _turn(f: Fields) -> dict[str, Any] | None:
    """Of the action phase: whose turn of which, how many actions are left in it, and what comes after it."""
    if f.phase != ACTION:
        return None
    return {
        "seat": (f.first + f.turn) % f.players,
        "number": min(f.turn // f.players, 2) + 1,
        "bonus": bool(f.turn >= 2 * f.players),
        "actions": f.stack[0][A],
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


def _frame(f: Fields, frame: list[int], viewer: int | None) -> dict[str, Any]:
    """One of the things that are still to be done; cards that were drawn are named to their owner alone."""
    found: dict[str, Any] = {"kind": FRAMES[frame[OP]], "seat": frame[SEAT], "source": _source(frame)}
    op, values = frame[OP], frame[A:]
    if op == KEEP:
        drawn = [ACTION_CARDS[card] for card in values[:3] if card != NONE]
        found |= {"deck": DECKS[DECK_OF[values[0]]], "count": len(drawn)}
        found["cards"] = [card.id for card in drawn] if viewer == frame[SEAT] else None
    elif op == DRAWN_CARD:
        found["deck"] = DECKS[DECK_OF[values[0]]]
        found["cards"] = [ACTION_CARDS[values[0]].id] if viewer == frame[SEAT] else None
    elif op == LAY:
        found["cards"] = [ACTION_CARDS[values[0]].id]
    elif op == OBTAIN:
        found["item"] = MARKET[f.market_order[(f.lap - 1) * f.players + values[0]]].id
    elif op == RAISE:
        found["building"] = BUILDINGS[values[0]]
    elif op == PAY:
        found["cost"] = {name: n for name, n in zip((*RESOURCES, ANY), values[:5], strict=True) if n}
        found["less"] = values[5]
    elif op == TRADE_ONE:
        price = STEPS[values[0], 1:6].tolist()
        found["cost"] = {name: n for name, n in zip((*RESOURCES, ANY), price, strict=True) if n}
    elif op == TRACK:
        found["amount"] = values[1]
    elif op == PICK:
        found["count"] = values[1]
    elif op == TURN:
        found["actions"] = values[0]
    return found


def _choice(f: Fields, viewer: int | None) -> dict[str, Any] | None:
    """What the game waits for."""
    if f.phase == OVER:
        return None
    if f.depth == 0:
        return {"kind": "bid", "seat": None, "source": None}
    return _frame(f, f.stack[f.depth - 1], viewer)
