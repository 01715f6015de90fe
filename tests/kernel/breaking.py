"""Positions written down and broken, in all the ways that may keep a reader busy."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from alcove import Game, Position
from alcove.kernel.game import MAX_POSITION_TEXT

LETTERS = "0123456789abcdefwxyzABC-=:;,./|+*!?~ _()[]"
NUMBERS = ["-1", "0", "7", "99", "255", "256", "32768", "65535", "4294967296", "9" * 40, "9" * 4000]


def positions(game: Game, dice: random.Random, moments: int) -> Iterator[Position]:
    """Positions from all parts of random games with every number of players."""
    for players in game.players:
        position, path = game.new(players, dice.getrandbits(64)), list[Position]()
        while not position.over:
            path.append(position)
            seat = dice.choice(position.awaited)
            position = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        yield position
        yield from (path[round(step * (len(path) - 1) / moments)] for step in range(moments))


def broken(text: str, dice: random.Random) -> Iterator[str]:
    """One text, broken in each of these ways."""
    at, to = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
    yield text[:at]
    yield text[at:]
    yield text[:at] + text[to:]
    yield text[:to] + text[at:]
    yield text[:at] + dice.choice(LETTERS) + text[at + 1 :]
    yield text[:at] + "".join(dice.choices(LETTERS, k=8)) + text[at:]
    yield text[:at] + dice.choice(LETTERS) * (MAX_POSITION_TEXT - len(text)) + text[at:]
    yield (text[at:to] or text) * (MAX_POSITION_TEXT // max(1, to - at or len(text)))
    words = re.split(r"(\W+)", text)
    dice.shuffle(words)
    yield "".join(words)
    numbers = [match.span() for match in re.finditer(r"\d+", text)]
    for begin, end in dice.sample(numbers, min(4, len(numbers))):
        yield text[:begin] + dice.choice(NUMBERS) + text[end:]
    for one, other in ((" ", ""), (" ", "  "), ("0", "1"), ("1", "0"), ("-", "")):
        yield text.replace(one, other, dice.randrange(1, 4))
