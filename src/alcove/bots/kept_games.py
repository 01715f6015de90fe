"""Games of the arena that are kept in a file, so that whoever stops can go on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from alcove.bots.arena import Entrant, PlayedGame
from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text

OTHER_GAMES = Text(
    "{path} holds games of another kind: other rules, players, options or seed. Name another folder, or remove it.",
    "{path} enthält Spiele anderer Art: andere Regeln, Personen, Optionen oder ein anderer Startwert. Nenne einen "
    "anderen Ordner oder entferne die Datei.",
)


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all games of a file have in common."""

    game: str
    rules: int
    players: int
    options: dict[str, Any]
    seed: int
    seconds: float


class Line(msgspec.Struct, frozen=True, array_like=True):
    pair: tuple[Entrant, Entrant]
    number: int
    entrants: tuple[Entrant, ...]
    shares: tuple[float, ...]


class KeptGames:
    """A line a game, by pair and number; the first line says of what kind they are."""

    def __init__(self, path: Path, kind: Kind) -> None:
        self._path = path
        self.known: dict[tuple[Entrant, Entrant], dict[int, PlayedGame]] = {}
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(kind) + b"\n")
        head, *lines = path.read_bytes().split(b"\n")
        if head != msgspec.json.encode(kind):
            raise OptionError(OTHER_GAMES.fill(path=str(path)))
        for line in lines[:-1]:  # what follows the last newline was cut off in the middle, or is nothing
            self._take(msgspec.json.decode(line, type=Line))
        self._path.write_bytes(b"\n".join([head, *lines[:-1], b""]))

    def add(self, pair: tuple[Entrant, Entrant], played: Iterable[tuple[int, PlayedGame]]) -> None:
        lines = [Line(pair, number, one.entrants, one.shares) for number, one in played]
        with self._path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        for line in lines:
            self._take(line)

    def _take(self, line: Line) -> None:
        self.known.setdefault(line.pair, {})[line.number] = PlayedGame(line.entrants, line.shares)
