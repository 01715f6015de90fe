"""What a bot of Alva has learned: a weight for every part of a row or column as it stands.

A line is a number in base 3 (board.py), and so are its parts. Weights belong to the side to move; a line counts as the
same read from either end, and lines that lie alike on the board are of one kind. Short parts have weights for each
phase (how much is still in hand) and kind of line; longer parts are the same everywhere; whole lines have a weight for
each kind. So lines that were never seen whole are known in parts. The rest is few numbers: what it is worth to be on
move, and what the hands are. A captured piece is a point.

`features` names the weights of positions, for training. `make_tables` adds up the parts of every line there is: that is
what `evaluation.py` looks up.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from alcove.bots.training import Lesson, Training
from alcove.games.alva.board import BLACK, SIZES, STRIDE
from alcove.games.alva.rules import MAX_PIECES

FILE = "weights.npz"
VERSION = 1

PHASES = 5
PHASE_BOUNDS = {5: (2, 5, 9, 14), 7: (2, 8, 16, 28), 9: (2, 12, 26, 46)}
"""Pieces in both hands: a phase ends with each of these."""
PHASE_OF = np.zeros((STRIDE + 1, 4 * MAX_PIECES), dtype=np.int64)
"""[size, pieces in both hands]"""
for _size, _bounds in PHASE_BOUNDS.items():
    PHASE_OF[_size] = sum(np.arange(4 * MAX_PIECES) > bound for bound in _bounds)

FEW = 8
"""Hands are told apart up to so many pieces."""
HANDS = (FEW + 1) ** 2
KINDS = np.array([(size + 1) // 2 for size in range(STRIDE + 1)], dtype=np.int64)
"""How many kinds of lines a board has: the edge, the next one, and so on to the middle."""
KIND_OF = np.array([[min(at, abs(size - 1 - at)) for at in range(STRIDE)] for size in range(STRIDE + 1)])
LINES = np.array([3**size for size in range(STRIDE + 1)], dtype=np.int64)
SHORT, LONG = 5, 6
UNITS, FINER = 100, 8
"""Units for a point, in tables and in the file."""


def part_length(size: int, length: int) -> int:
    """How long a part is, at the most as long as the line."""
    return min(size, length)


def places_alike(size: int, length: int) -> int:
    """How many places a part has in a line, those alike that are as far from either end."""
    return (size - part_length(size, length)) // 2 + 1


def _lay_out() -> tuple[dict[int, list[slice]], int]:
    """Where the weights are for each size: short parts, long parts, whole lines, being on move, and the hands."""
    places, at = dict[int, list[slice]](), 0
    for size in SIZES:
        kinds = int(KINDS[size])
        counts = (
            PHASES * kinds * places_alike(size, SHORT) * 3 ** part_length(size, SHORT),
            places_alike(size, LONG) * 3 ** part_length(size, LONG),
            kinds * 3**size,
            PHASES,
            HANDS,
        )
        places[size] = list[slice]()
        for count in counts:
            places[size].append(slice(at, at + count))
            at += count
    return places, at


SHORTS, LONGS, WHOLE, MOVE, HAND = range(5)
PLACES, WEIGHTS = _lay_out()


@cache
def _reversed(length: int) -> Any:
    """All lines of a length, read from the other end."""
    digits = np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3
    return (digits[:, ::-1] * 3 ** np.arange(length)).sum(axis=1)


@cache
def exchanged(size: int) -> Any:
    """All lines of a length, with the colours exchanged."""
    digits = np.arange(3**size)[:, None] // 3 ** np.arange(size) % 3
    return ((3 - digits) % 3 * 3 ** np.arange(size)).sum(axis=1)


@cache
def parts(size: int, length: int) -> Any:
    """[place, line]: the number of the part there, among all that lie alike."""
    length = part_length(size, length)
    last = size - length
    found = np.zeros((last + 1, 3**size), dtype=np.int64)
    for place in range(last + 1):
        part = np.arange(3**size) // 3**place % 3**length
        back = _reversed(length)[part]
        if 2 * place > last:
            found[place] = (last - place) * 3**length + back
        else:
            found[place] = place * 3**length + (np.minimum(part, back) if 2 * place == last else part)
    return found


# ---- Learning ----


def start() -> Any:
    """Before anything is learned: a piece at the edge is a point for the other side, if it stays there."""
    weights = np.zeros(WEIGHTS, dtype=np.float32)
    for size in SIZES:
        digits = np.arange(3**size)[:, None] // 3 ** np.arange(size) % 3
        worth = np.full(size, STAYS)
        worth[[0, -1]] /= 2  # a corner is in two edges
        edge = PLACES[size][WHOLE].start
        weights[edge : edge + 3**size] = (np.where(digits == 2, worth, 0) - np.where(digits == 1, worth, 0)).sum(axis=1)
    return weights


STAYS = 0.8
CAUTION = {5: 100, 7: 300, 9: 1500}
"""The longer a line, the more seldom it is seen."""


def caution() -> Any:
    squares = np.full(WEIGHTS, 50, dtype=np.float32)
    for size in SIZES:
        squares[PLACES[size][WHOLE]] = CAUTION[size]
    return squares


def features(rows: Any) -> tuple[Any, Any]:
    """For positions on boards of one size: the weights that make up their values, and the captured pieces."""
    size, seat = int(rows["width"][0]), rows["to_move"].astype(np.int64)
    place, kinds = PLACES[size], int(KINDS[size])
    now = PHASE_OF[size, rows["hands"].sum(axis=1)]
    found = list[Any]()
    for line in range(2 * size):
        at, kind = line % size, int(KIND_OF[size, line % size])
        seen = rows["lines"][:, at if line < size else STRIDE + at]
        seen = np.where(seat == BLACK, exchanged(size)[seen], seen)
        block = places_alike(size, SHORT) * 3 ** part_length(size, SHORT)
        found += [place[SHORTS].start + (now * kinds + kind) * block + part[seen] for part in parts(size, SHORT)]
        found += [place[LONGS].start + part[seen] for part in parts(size, LONG)]
        found.append(place[WHOLE].start + kind * 3**size + parts(size, size)[0][seen])
    own, other = _by_seat(np.minimum(rows["hands"], FEW), seat)
    found += [place[MOVE].start + now, place[HAND].start + (FEW + 1) * own + other]
    taken, lost = _by_seat(rows["captured"], seat)
    return np.stack(found, axis=1).astype(np.int32), (taken - lost).astype(np.float32)


def _by_seat(pair: Any, seat: Any) -> tuple[Any, Any]:
    """What is each side's, as one of them and the other."""
    everybody = np.arange(len(seat))
    return pair[everybody, seat].astype(np.int64), pair[everybody, 1 - seat].astype(np.int64)


def _options(size: int, usual: int) -> list[dict[str, int]]:
    """Mostly the usual number of pieces, and some fewer and more."""
    return [
        {"size": size, "pieces": pieces}
        for pieces in (*[usual] * 6, usual * 6 // 10, usual * 8 // 10, usual * 12 // 10)
    ]


# ---- Tables ----

# For each size all lines as a seat on move sees them, by colour, phase and kind; then being on move, and the hands.
TABLES_FROM = np.zeros(STRIDE + 1, dtype=np.int64)
REST_FROM = np.zeros(STRIDE + 1, dtype=np.int64)
ENTRIES = 0
for _size in SIZES:
    TABLES_FROM[_size] = ENTRIES
    REST_FROM[_size] = TABLES_FROM[_size] + 2 * PHASES * KINDS[_size] * LINES[_size]
    ENTRIES = int(REST_FROM[_size] + PHASES + HANDS)


def make_tables(weights: Any) -> Any:
    """All parts of a line added up, in units."""
    made = np.zeros(ENTRIES, dtype=np.int16)
    for size in SIZES:
        short, long, whole, move, hand = (weights[place] for place in PLACES[size])
        kinds = int(KINDS[size])
        value = sum(short.reshape(PHASES, kinds, -1)[:, :, part] for part in parts(size, SHORT))
        value = value + sum(long[part] for part in parts(size, LONG))
        value = value + whole.reshape(kinds, -1)[:, parts(size, size)[0]]
        value = value[:, :, np.minimum(np.arange(3**size), _reversed(size))]  # the last digit depends on the order
        both = np.stack([value, value[:, :, exchanged(size)]])
        made[TABLES_FROM[size] : REST_FROM[size]] = np.round(UNITS * both).reshape(-1)
        rest = np.round(UNITS * np.concatenate([move, hand]))
        made[REST_FROM[size] : REST_FROM[size] + len(rest)] = rest
    return made


def write(weights: Any, seed: int) -> bytes:
    """The file that ships."""
    file = io.BytesIO()
    whole = np.clip(np.round(UNITS * FINER * weights), -32768, 32767).astype(np.int16)
    np.savez_compressed(file, version=VERSION, seed=seed, weights=whole)
    return file.getvalue()


def read(data: bytes) -> Any:
    with np.load(io.BytesIO(data)) as file:
        return file["weights"].astype(np.float32) / (UNITS * FINER)


def tables() -> Any:
    """What the bots look things up in; where nothing was learned yet, what training begins with."""
    file = resources.files("alcove.games.alva").joinpath(FILE)
    return make_tables(read(file.read_bytes()) if file.is_file() else start())


TRAINING = Training(
    lessons=(
        Lesson(_options(9, 33), rounds=12, games=500, nodes=400, opening=9),
        Lesson(_options(7, 20), rounds=10, games=600, nodes=300, opening=7),
        Lesson(_options(5, 10), rounds=12, games=800, nodes=300, opening=5),
    ),
    start=start,
    caution=caution,
    features=features,
    make_tables=make_tables,
    write=write,
)
