"""How actions are written: `warrior MD: complete torpedos, pay cube for coin`, `bid WL+3`.

Positions are in `position_text.py`.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from alcove.games.alpacalypse import position_text
from alcove.games.alpacalypse.actions import (
    ACTION_KINDS,
    BID_FROM,
    COMPLETE_FROM,
    DECK_FROM,
    HELPER_FROM,
    KEEP_FROM,
    MAX_BID_COINS,
    MEMBER_FROM,
    SCAVENGE_FROM,
    TROT_FROM,
    plain_text,
)
from alcove.games.alpacalypse.frames import ASK_DRAW, OP
from alcove.games.alpacalypse.vocabulary import DECKS, MEMBERS
from alcove.kernel.errors import UnreadableError
from alcove.kernel.position import Position
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.kernel.game import Game

LETTERS = "".join(member[0].upper() for member in MEMBERS)

HOW_TO_WRITE = Text(
    "Write it like warrior MD, complete torpedos, keep torpedos, pay cube for coin, gain soldier, track might, "
    "bid WL+3, no bid, send, stay or pass.",
    "Schreibe so: warrior MD, complete torpedos, keep torpedos, pay cube for coin, gain soldier, track might, "
    "bid WL+3, no bid, send, stay oder pass.",
)


def bid_text(members: int, coins: int) -> str:
    letters = "".join(letter for at, letter in enumerate(LETTERS) if members >> at & 1)
    return f"bid {letters}+{coins}" if coins else f"bid {letters}"


def _texts() -> tuple[str, ...]:
    """The text of every action, by its number."""
    texts = []
    for block in ACTION_KINDS:
        if block.kind == "bid":
            texts += [bid_text(members, coins) for members in range(1, 32) for coins in range(MAX_BID_COINS + 1)]
        else:
            texts += [plain_text(block, place) for place in range(len(block.names))]
    return tuple(texts)


TEXTS = _texts()
DRAWS = tuple(f"draw {deck}" for deck in DECKS)
"""A deck is named for a drawing in the same way as for an acquisition; only the word is another."""
INDEX = {text.lower(): action for action, text in enumerate(TEXTS)} | {
    text.lower(): int(DECK_FROM) + at for at, text in enumerate(DRAWS)
}
PLACEMENTS = {*TEXTS[MEMBER_FROM:HELPER_FROM], *TEXTS[HELPER_FROM:TROT_FROM]}
SEALED_BID, KEPT_UNSEEN = "bid ?", "keep ?"
"""In place of a choice that the others must not know; no bid is written like any bid."""
BETWEEN = re.compile(r": |, ")


def write_action(position: Position, seat: int, action: int) -> str:
    state = position.state
    if DECK_FROM <= action < COMPLETE_FROM and state.depth and state.stack[state.depth - 1, OP] == ASK_DRAW:
        return DRAWS[action - int(DECK_FROM)]
    return TEXTS[action]


def public_text(position: Position, seat: int, action: int) -> str:
    """What everybody else may read of an action.

    What is laid open, paid, moved or taken from an open pile is named. A bid is sealed (ALPAC-16), and of three cards
    drawn only the two that are discarded are seen (ALPAC-8, 24).
    """
    if action >= BID_FROM:
        return SEALED_BID
    if KEEP_FROM <= action < SCAVENGE_FROM:
        return KEPT_UNSEEN
    return write_action(position, seat, action)


def read_action(position: Position, seat: int, text: str) -> int:
    action = INDEX.get(" ".join(text.lower().split()))
    if action is None:
        raise UnreadableError(HOW_TO_WRITE)
    return action


def join(actions: list[str]) -> str:
    """What follows from placing a member stands after a colon."""
    turn = actions[0]
    for before, action in pairwise(actions):
        turn += (": " if before in PLACEMENTS else ", ") + action
    return turn


def split(turn: str) -> list[str]:
    return [action.strip() for action in BETWEEN.split(turn) if action.strip()]


def write_position(position: Position) -> str:
    return position_text.write(position.state)


def read_position(game: Game, text: str) -> Position:
    row, options = position_text.read(text)
    return Position(game, int(row[0].players), options, row)
