"""What is known for certain of the start on the board of five points (`solve.py`), for those who play to win."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from alcove.kernel.position import Position

SIZE = 5
PATH = Path(__file__).with_name("book.json")


class Solved(msgspec.Struct, frozen=True):
    value: float
    """What the start is worth to whoever begins: 1, 0.5 or 0."""
    best: list[str]
    """The first placements that reach it."""


class Book(msgspec.Struct, frozen=True):
    solved: dict[str, Solved]
    """By the number of pieces that each side has."""

    def written(self) -> bytes:
        ordered = Book(dict(sorted(self.solved.items(), key=lambda one: int(one[0]))))
        return msgspec.json.format(msgspec.json.encode(ordered), indent=0) + b"\n"


@cache
def read_book() -> Book:
    return msgspec.json.decode(PATH.read_bytes(), type=Book) if PATH.is_file() else Book({})


def known(position: Position) -> tuple[float, list[str]] | None:
    """The value to the side to move and its best actions, where the book has them."""
    if position.options["size"] != SIZE or position.state.stones.any() or position.state.captured.any():
        return None
    hands = set(map(int, position.state.hands))
    found = read_book().solved.get(str(hands.pop())) if len(hands) == 1 else None
    return None if found is None else (found.value, found.best)
