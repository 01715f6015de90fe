"""Scenes of The Alpacalypse: one tribe about to do one thing, everything else out of the way; and what it changed.

The tribe is Peru, in the first of three seats. It has nine of each resource, no cubes, and pawns on −1, so that no
shield is in reach; all milestones are taken by somebody else. What is not so in a scene is said in its words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.games.alpacalypse import actions, cards, frames, position_text, score, table
from alcove.games.alpacalypse.vocabulary import BUILDINGS, CUBE, DECKS, MEMBERS, POWERS, RESOURCES, TRACKS

ALPACALYPSE = alcove.game("alpacalypse")
PLAYERS = 3
GOODS = (*RESOURCES, CUBE)
CARD = {card.id: number for number, card in enumerate(cards.ACTION_CARDS)}
ITEM = {card.id: number for number, card in enumerate(cards.MARKET)}
DAY = {card.id: number for number, card in enumerate(cards.NEW_DAYS)}
AGE_TILE = {card.id: number for number, card in enumerate(cards.AGE_TILES)}
TILE = {card.id: number for number, card in enumerate(cards.WONDER_TILES)}
TRIBE = {tribe.id: number for number, tribe in enumerate(cards.TRIBES)}

TOPS = {
    "MD": ("spit-volley", "night-patrol", "border-hedge"),
    "PC": ("suri-silk", "hay-futures", "sock-empire"),
    "BP": ("town-square", "soup-kitchen", "guest-barn"),
    "AT": ("the-wheel-again", "internet-of-hay", "catapult-two"),
}
"""The cards on top of each deck, as far as they are not elsewhere."""


def scene(
    goods: int = 9,
    cubes: int = 0,
    pawns: int = -1,
    tribe: str = "peru",
    hand: Iterable[str] = (),
    done: Iterable[str] = (),
    kept: Iterable[str] = (),
    discards: Iterable[str] = (),
    built: Iterable[str] = ("labor-union",),
    busy: Iterable[str] = (),
    tiles: Iterable[str] = (),
    wonder: bool = False,
    lap: int = 2,
    ages: Iterable[str] = ("good-citizens", "busy-years", "last-banner-standing"),
) -> Any:
    """A row to be written to: the first seat has what is said, nobody has to choose anything yet."""
    row = ALPACALYPSE.new(players=PLAYERS, seed=1).copy_row()
    state = row[0]
    for name in ("hand", "known", "done", "kept", "discard", "built", "goods", "wonder", "spot", "power", "stack"):
        getattr(state, name)[...] = 0
    state.tribe[:PLAYERS] = [TRIBE[tribe], *[n for n in range(5) if n != TRIBE[tribe]][: PLAYERS - 1]]
    state.lap, state.first, state.depth, state.turn = lap, 0, 0, 0
    state.pawn[:PLAYERS] = state.age_pawn[:PLAYERS] = 0
    state.pawn[0] = state.age_pawn[0] = pawns
    state.goods[0] = [*[goods] * len(RESOURCES), cubes]
    state.milestone[:] = 1
    state.age_tile[:] = [AGE_TILE[name] for name in ages]
    for name in hand:
        state.hand[0, CARD[name]] += 1
    for name in done:
        complete(state, 0, name)
    for name in kept:
        keep(state, 0, name)
    for name in discards:
        state.discard[CARD[name]] += 1
    for name in built:
        state.built[0, BUILDINGS.index(name)] = 1
    for name in busy:
        state.spot[0, MEMBERS.index(name)] = table.AT_MARKET
    for name in tiles:
        state.tile_owner[TILE[name]] = 0
    state.wonder[0] = wonder
    _stack_decks(state)
    return row


def complete(state: Any, seat: int, name: str) -> None:
    state.done[seat, CARD[name]] += 1
    state.power[seat] += cards.POWER[CARD[name]]


def keep(state: Any, seat: int, name: str) -> None:
    state.kept[seat, ITEM[name]] += 1
    state.power[seat] += cards.MARKET_POWER[ITEM[name]]


def _stack_decks(state: Any) -> None:
    state.deck[:] = table.NONE
    for deck, kind in enumerate(DECKS):
        left = {}
        for number in range(cards.FIRST_OF_DECK[deck], cards.FIRST_OF_DECK[deck + 1]):
            gone = state.hand[:, number].sum() + state.done[:, number].sum() + state.discard[number]
            left[number] = int(cards.COPIES[number] - gone)
        tops = [CARD[name] for name in TOPS[kind] if left[CARD[name]]]
        rest = [number for number, count in left.items() if number not in tops for _ in range(count)]
        order = rest + tops[::-1]
        state.deck[deck, : len(order)] = order
        state.deck_left[deck] = len(order)


def ask(row: Any, phase: Any, op: Any, seat: int, turn: int, a: int = 0) -> Position:
    """The position in which a seat has one thing to decide."""
    state = row[0]
    state.phase, state.turn, state.depth = phase, turn, 1
    state.stack[0, frames.OP], state.stack[0, frames.SEAT], state.stack[0, frames.FIRST_FIELD] = op, seat, a
    return position_of(row)


def position_of(row: Any) -> Position:
    position_text.add_sums(row[0])
    return Position(ALPACALYPSE, PLAYERS, ALPACALYPSE.new(players=PLAYERS, seed=1).options, row)


def at_turn(**words: Any) -> Position:
    """The first turn of the Action phase."""
    row = scene(**words)
    row[0].mover, row[0].streak = 0, 0
    return ask(row, table.ACTION, frames.TURN, 0, 0, a=1)


def at_last_turn(**words: Any) -> Position:
    """The last turn of the Action phase, of the third seat: when it passes, the Resolution phase begins."""
    return ask(scene(**words), table.ACTION, frames.TURN, 2, 2 * PLAYERS - 1, a=1)


def at_bids(**words: Any) -> Position:
    """Nobody has bid yet for a market of a Barn Sale, a Rush Job and a Golden Bell."""
    row = scene(**words)
    state = row[0]
    state.phase, state.bid[:], state.taken[:], state.token = table.BIDS, table.NONE, table.NONE, table.NONE
    begin = (state.lap - 1) * PLAYERS
    state.market_order[begin : begin + PLAYERS] = [ITEM["barn-sale"], ITEM["rush-job"], ITEM["golden-bell"]]
    return position_of(row)


def at_market(item: str, **words: Any) -> Position:
    """The first seat takes from a market that has this card."""
    row = scene(**words)
    state = row[0]
    others = [number for number in range(len(cards.MARKET)) if number != ITEM[item]][: PLAYERS - 1]
    begin = (state.lap - 1) * PLAYERS
    state.market_order[begin : begin + PLAYERS] = [ITEM[item], *others]
    state.taken[:], state.token = table.NONE, table.NONE
    state.bid[:PLAYERS], state.strength[:PLAYERS] = [1, 0, 0], [3, 0, 0]
    return ask(row, table.MARKET_TAKES, frames.ITEM, 0, 0)


def at_start() -> Position:
    """The first seat chooses its tribe, before everything else."""
    row = scene(goods=0, built=(), pawns=0, lap=0)
    row[0].tribe[:], row[0].chosen = table.NONE, 1
    return ask(row, table.CHOOSE_TRIBES, frames.TRIBE, 0, 1)


def at_dawn(day: str, **words: Any) -> Position:
    """The first seat responds to a New Day, the others after it."""
    row = scene(**words)
    row[0].day_order[row[0].lap - 1] = DAY[day]
    row[0].met[:] = table.OPEN
    return ask(row, table.EVENT, frames.DAY, 0, 1)


def play(position: Position, choices: str, seat: int = 0) -> Position:
    """Make one choice after the other. A number before a choice is another seat, counted from 1: `2: take coin`."""
    for choice in choices.split(", ") if choices else []:
        who, colon, word = choice.rpartition(": ")
        chooser = int(who) - 1 if colon else seat
        index = number_of(word)
        assert chooser in position.awaited, f"{choice}: it is the turn of {position.awaited}"
        assert index in position.legal_indices(chooser), f"{choice}: {[str(a) for a in position.legal(chooser)]}"
        position = position.play_legal(chooser, index)
    return position


def number_of(choice: str) -> int:
    """The number of an action from a word or two."""
    word, _, what = choice.partition(" ")
    if word == "bid":
        letters, _, coins = what.partition("+")
        members = sum(1 << "WFBRL".index(letter) for letter in letters)
        return int(actions.BID_FROM) + (members - 1) * (actions.MAX_BID_COINS + 1) + int(coins or 0)
    if choice in TRACKS:
        return int(actions.TRACK_FROM + TRACKS.index(choice))
    single = {"pass": actions.PASS, "send": actions.SEND, "stay": actions.STAY, "trade": actions.TRADE_YES}
    single |= {"token": actions.TOKEN, "own": actions.OWN_GOODS, "no bid": actions.NO_BID}
    if choice in single:
        return int(single[choice])
    blocks: dict[str, tuple[Any, dict[str, int] | tuple[str, ...]]] = {
        "take": (actions.RESOURCE_FROM, RESOURCES),
        "pay": (actions.ANY_WITH, GOODS),
        "cube-for": (actions.CUBE_FOR, RESOURCES),
        "spare": (actions.LESS_FROM, RESOURCES),
        "draw": (actions.DECK_FROM, DECKS),
        "complete": (actions.COMPLETE_FROM, CARD),
        "keep": (actions.KEEP_FROM, CARD),
        "scavenge": (actions.SCAVENGE_FROM, CARD),
        "build": (actions.BUILD_FROM, BUILDINGS),
        "tile": (actions.TILE_FROM, TILE),
        "item": (actions.ITEM_FROM, ITEM),
        "play": (actions.ABILITY_FROM, ITEM),
        "go": (actions.MEMBER_FROM, cards.SPACES),
        "help": (actions.HELPER_FROM, cards.SPACES),
        "trot": (actions.TROT_FROM, MEMBERS),
        "tribe": (actions.TRIBE_FROM, TRIBE),
    }
    first, names = blocks[word]
    return int(first) + (names[what] if isinstance(names, dict) else names.index(what))


def changes(before: Position, after: Position) -> dict[str, int]:
    """All that tribes have gained and lost; another seat than the first is named, counted from 1."""
    found: dict[str, int] = {}
    for seat in range(PLAYERS):
        old, new = belongings(before, seat), belongings(after, seat)
        prefix = f"{seat + 1}: " if seat else ""
        found |= {prefix + name: new[name] - old[name] for name in old if new[name] != old[name]}
    piles = zip(CARD, before.state.discard, after.state.discard, strict=True)
    return found | {f"discard {name}": int(new - old) for name, old, new in piles if new != old}


def belongings(position: Position, seat: int) -> dict[str, int]:
    """All that a tribe has, by name."""
    state = position.state
    values: list[tuple[Iterable[str], Any]] = [
        (GOODS, state.goods[seat]),
        (TRACKS, state.pawn[seat]),
        ((f"hand {name}" for name in CARD), state.hand[seat]),
        ((f"done {name}" for name in CARD), state.done[seat]),
        ((f"kept {name}" for name in ITEM), state.kept[seat]),
        ((f"built {name}" for name in BUILDINGS), state.built[seat]),
        ((f"power {name}" for name in POWERS), state.power[seat]),
        ((f"home {name}" for name in MEMBERS), state.spot[seat] == table.HOME),
        ((f"help {name}" for name in cards.SPACES), state.helper[:, seat]),
        ((f"tile {name}" for name in TILE), state.tile_owner == seat),
        ((f"milestone {number}" for number in range(table.MILESTONES)), state.milestone == seat),
        ((f"age {age + 1}" for age in range(table.AGES)), state.age_bonus[seat]),
        (
            ("wonder", "vp", "bonus actions"),
            (state.wonder[seat], printed_points(state, seat), state.bonus[seat]),
        ),
    ]
    return {name: int(value) for names, numbers in values for name, value in zip(names, numbers, strict=True)}


def printed_points(state: Any, seat: int) -> int:
    """The points on cards and tiles, with artifacts and heroes; without tracks, milestones and age bonuses."""
    parts = np.zeros(len(score.PARTS), dtype=np.int64)
    score.breakdown(state, seat, parts)
    return int(parts[len(TRACKS) + 2 :].sum())


def expected(text: str) -> dict[str, int]:
    """`-1 soldier, +2 might, +1 hand suri-silk`; another seat as in `+1 2: coin`."""
    parts = [part.partition(" ") for part in text.split(", ")] if text else []
    return {name: int(number) for number, _, name in parts}
