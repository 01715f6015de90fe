"""Self-play written down to learn from: files of so many games each, the same bytes for the same seed.

A row is one decision of a bot that had a choice: what its seat saw, what it could do, what it did, what the search
found, and what the game brought in the end. A folder holds one kind of game; files that are there are not made again,
but for one that holds fewer games than it should now: the last one of a smaller run.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from alcove.bots.engine import search, warm
from alcove.bots.levels import check_level, think
from alcove.executors import Workers, spread
from alcove.kernel.errors import OptionError
from alcove.kernel.position import Position
from alcove.kernel.text import Text
from alcove.rl.single import Setup, rewards

Format = Literal["npz", "parquet"]
ABOUT = "about.json"
UNKNOWN = 0.5
"""The value where nothing was searched."""
GAMES = "games"
"""Under this name a file says how many games it holds: an NPZ as an array, a Parquet file in its notes."""

BY_THE_CLOCK = Text(
    "This level thinks by the clock, and would not say the same twice. Name a number of simulations instead.",
    "Diese Stufe denkt nach der Uhr und würde nicht zweimal dasselbe sagen. Nenne eine Zahl von Simulationen.",
)
OTHER_DATA = Text("{folder} holds other data.", "{folder} enthält andere Daten.")
NO_PARQUET = Text(
    "Parquet needs pyarrow: install alcove[parquet], or write npz.",
    "Parquet braucht pyarrow: installiere alcove[parquet], oder schreibe npz.",
)


class Row(NamedTuple):
    """One decision."""

    game: int
    turn: int
    seat: int
    action: int
    searched: bool
    """Whether a search stands behind it. Weak bots now and then play the first thing that comes to mind."""
    value: float
    """The chances of the seat that the search has found, from 0 to 1; UNKNOWN without one."""
    observation: Any
    mask: Any
    """The legal actions, eight to a byte, the first one in the highest bit."""
    visited: list[int]
    """The actions that the search has tried, ..."""
    visits: list[int]
    """... and how often."""


Played = tuple[list[Row], list[float]]
"""One whole game: its rows, and what every seat got."""


@dataclass(frozen=True)
class Source:
    """What all games of a folder have in common. As a job it plays some of them."""

    setup: Setup
    level: int
    simulations: int | None
    seed: int

    piece = 1
    threads = True

    def __post_init__(self) -> None:
        chosen = check_level(self.setup.game, self.level)
        if self.simulations is None and chosen.simulations is None:
            raise OptionError(BY_THE_CLOCK)

    def about(self) -> dict[str, Any]:
        setup = self.setup
        return {
            "game": setup.game.name,
            "version": setup.game.version,
            "players": setup.players,
            "options": dict(setup.options),
            "level": self.level,
            "simulations": self.simulations,
            "seed": self.seed,
            "actions": setup.actions,
            "observation": setup.layout.describe(),
        }

    def prepare(self) -> None:
        warm(self.setup.game)

    def __call__(self, first: int, last: int) -> list[Played]:
        return [self.play(number) for number in range(first, last)]

    def play(self, number: int) -> Played:
        position = self.setup.start(random.Random(f"{self.seed} {number}").getrandbits(64))
        dice = random.Random(f"{self.seed} bots {number}")
        rows: list[Row] = []
        turn = 0
        while not position.over:
            seat = position.awaited[0]
            action = position.legal_indices(seat)[0]
            if len(position.legal_indices(seat)) > 1:
                rows.append(self._decide(position, seat, number, turn, dice.getrandbits(63)))
                action = rows[-1].action
            position, turn = position.play_legal(seat, action), turn + 1
        return rows, rewards(position)

    def _decide(self, position: Position, seat: int, number: int, turn: int, seed: int) -> Row:
        if self.simulations is None:
            thought = think(position, seat, self.level, seed)
        else:
            thought = search(position, seat, simulations=self.simulations, seed=seed)
        searched = thought.simulations > 0
        tried = thought.visits if searched else {}
        visits = sorted((position.index_of(seat, text), count) for text, count in tried.items() if count)
        return Row(
            number,
            turn,
            seat,
            thought.action.index,
            searched,
            thought.value if searched else UNKNOWN,
            self.setup.row(position, seat),
            np.packbits(self.setup.mask(position, seat)),
            [action for action, _ in visits],
            [count for _, count in visits],
        )


def write(
    source: Source,
    folder: Path,
    games: int,
    per_file: int,
    kind: Format,
    workers: Workers,
    report: Callable[[int, int], None],
) -> list[Path]:
    """Write as many games as are missing. Returns all files."""
    _claim(folder, {**source.about(), "games_in_a_file": per_file, "format": kind, "columns": [*_arrays([])]})
    files = {
        folder / f"games-{first:08d}.{kind}": (first, min(games, first + per_file))
        for first in range(0, games, per_file)
    }
    missing = {
        end: (path, end - first)
        for path, (first, end) in files.items()
        if not path.exists() or _held(path, kind) < end - first
    }
    played: list[Played] = []
    for done, several in spread(source, [(end - count, end) for end, (_, count) in missing.items()], workers):
        played += several
        report(done, games)
        if done in missing:
            path, count = missing[done]
            _whole(path, _write_npz if kind == "npz" else _write_parquet, _arrays(played), count)
            played = []
    report(games, games)
    return list(files)


def _claim(folder: Path, about: dict[str, Any]) -> None:
    """Note what a folder holds; refuse one that holds something else."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / ABOUT
    if note.exists():
        if json.loads(note.read_text("utf-8")) != json.loads(json.dumps(about)):
            raise OptionError(OTHER_DATA.fill(folder=str(folder)))
    elif any(folder.glob("games-*")):
        raise OptionError(OTHER_DATA.fill(folder=str(folder)))
    else:
        note.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _arrays(played: Iterable[Played]) -> dict[str, Any]:
    """Columns of all rows. What searches have tried is written in one line; `visits_from` says where each begins."""
    rows: list[Row] = []
    results: list[list[float]] = []
    for several, result in played:
        rows += several
        results += [result] * len(several)
    lengths = np.array([0, *(len(row.visits) for row in rows)], np.int64)
    return {
        "game": np.array([row.game for row in rows], np.int64),
        "turn": np.array([row.turn for row in rows], np.int32),
        "seat": np.array([row.seat for row in rows], np.int8),
        "action": np.array([row.action for row in rows], np.int32),
        "searched": np.array([row.searched for row in rows], np.bool_),
        "value": np.array([row.value for row in rows], np.float32),
        "result": np.array(results, np.float32),
        "observation": np.array([row.observation for row in rows], np.int8),
        "mask": np.array([row.mask for row in rows], np.uint8),
        "visits_from": np.cumsum(lengths),
        "visited": np.array([action for row in rows for action in row.visited], np.int32),
        "visits": np.array([count for row in rows for count in row.visits], np.int32),
    }


def _whole(path: Path, writer: Callable[[Path, dict[str, Any], int], None], arrays: dict[str, Any], games: int) -> None:
    """A file is there when it is complete, or not at all."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        writer(unfinished, arrays, games)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _held(path: Path, kind: Format) -> int:
    """How many games a file holds."""
    if kind == "npz":
        with np.load(path) as kept:
            return int(kept[GAMES])
    _, parquet = _parquet()
    return int(parquet.read_schema(path).metadata[GAMES.encode()])


def _write_npz(path: Path, arrays: dict[str, Any], games: int) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays | {GAMES: np.int64(games)})


def _write_parquet(path: Path, arrays: dict[str, Any], games: int) -> None:
    """The same columns; observations, masks and results are lists of one length, visits are lists of any."""
    arrow, parquet = _parquet()
    columns: dict[str, Any] = {}
    for name, array in arrays.items():
        if name in ("visited", "visits"):
            columns[name] = arrow.ListArray.from_arrays(arrays["visits_from"].astype(np.int32), arrow.array(array))
        elif array.ndim == 2:
            columns[name] = arrow.FixedSizeListArray.from_arrays(arrow.array(array.ravel()), array.shape[1])
        elif name != "visits_from":
            columns[name] = arrow.array(array)
    noted = arrow.table(columns).replace_schema_metadata({GAMES: str(games)})
    parquet.write_table(noted, path, compression="zstd")


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise OptionError(NO_PARQUET) from None
    return arrow, parquet
