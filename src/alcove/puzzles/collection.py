"""Puzzles as data: `puzzles.json` in a game's folder."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from alcove.kernel.game import Game

FILE = "puzzles.json"


class Puzzle(msgspec.Struct, frozen=True):
    """A position as one seat knows it, and the one best thing to do there."""

    position: str
    seat: int
    answer: str
    values: dict[str, float]
    """The seat's chances with the answer, and with its rivals, by a deep search."""
    line: list[str]
    """The answer, and what may follow where nothing is hidden or left to chance."""
    theme: str
    level: int
    """The lowest level of the bots that finds the answer more often than not."""
    setup: int
    """Which of the game's set-ups for puzzles it comes from."""

    @property
    def id(self) -> str:
        return hashlib.sha256(f"{self.seat} {self.position}".encode()).hexdigest()[:8]

    @property
    def margin(self) -> float:
        """How far the answer is ahead of the next best."""
        others = [value for text, value in self.values.items() if text != self.answer]
        return self.values[self.answer] - max(others)


class Collection(msgspec.Struct):
    game: str
    rules: int
    """The version of the rules that they were found under."""
    seed: int
    games: int = 0
    """How many games were looked through."""
    puzzles: list[Puzzle] = []

    def write(self, path: Path) -> None:
        """Write beside the place, then move there: a run that is stopped loses nothing but its last game."""
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_readable(self))
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise

    @classmethod
    def read(cls, path: Path) -> Collection:
        return msgspec.json.decode(path.read_bytes(), type=cls)


def _readable(collection: Collection) -> bytes:
    """A puzzle a line."""
    head = msgspec.json.encode(msgspec.structs.replace(collection, puzzles=[]))
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in collection.puzzles)
    return head.removesuffix(b"[]}") + b"[\n" + lines + b"\n]}\n"


@cache
def collection_of(game: Game) -> Collection:
    """The puzzles that a game brings; none if it has none, or if its rules have changed since."""
    found = resources.files(game.package).joinpath(FILE)
    empty = Collection(game.name, game.version, 0)
    if not found.is_file():
        return empty
    collection = msgspec.json.decode(found.read_bytes(), type=Collection)
    return collection if collection.rules == game.version else empty
