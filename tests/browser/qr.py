"""Reads a QR code, square by square: a second opinion about what the client draws.

Enough for addresses: bytes in a code of version 1 to 5 with the lowest level of correction, without any damage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

DATA_BYTES = {1: 19, 2: 34, 3: 55, 4: 80, 5: 108}
"""By version, for the lowest level of correction; all in one block."""
LOWEST, FORMAT_MASK = 0b01, 0b101_0100_0001_0010
BYTES = 0b0100
MASKS = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
Grid = list[list[bool]]


def from_path(drawn: str) -> Grid:
    """The dark squares of a path like `M3 4h1v1h-1z…`, without the border."""
    dark = {(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)}
    top, left = min(y for y, _ in dark), min(x for _, x in dark)
    size = max(y for y, _ in dark) - top + 1
    return [[(top + y, left + x) in dark for x in range(size)] for y in range(size)]


def text_of(grid: Grid) -> str:
    size = len(grid)
    version, rest = divmod(size - 17, 4)
    assert not rest
    level, mask = _format(grid)
    assert level == LOWEST
    bits = [grid[y][x] ^ (MASKS[mask](y, x) == 0) for y, x in _places(size, version)]
    numbers = [_number(bits[at : at + 8]) for at in range(0, 8 * DATA_BYTES[version], 8)]
    read = [bool(number >> bit & 1) for number in numbers for bit in range(7, -1, -1)]
    assert _number(read[:4]) == BYTES
    length = _number(read[4:12])
    return bytes(_number(read[at : at + 8]) for at in range(12, 12 + 8 * length, 8)).decode()


def _number(bits: list[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def _format(grid: Grid) -> tuple[int, int]:
    """The level of correction, and which mask lies over the squares."""
    beside = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    read = _number([grid[y][x] for y, x in beside]) ^ FORMAT_MASK
    return read >> 13, read >> 10 & 0b111


def _places(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Where data stands: up and down in columns of two, from the right."""
    upwards = True
    for right in range(size - 1, 0, -2):
        column = right - 1 if right <= 6 else right  # the sixth has marks all the way
        for step in range(size):
            y = size - 1 - step if upwards else step
            for x in (column, column - 1):
                if not _is_mark(y, x, size, version):
                    yield y, x
        upwards = not upwards


def _is_mark(y: int, x: int, size: int, version: int) -> bool:
    corner = (y < 9 and x < 9) or (y < 9 and x >= size - 8) or (y >= size - 8 and x < 9)
    centre = size - 7
    small = version > 1 and abs(y - centre) <= 2 and abs(x - centre) <= 2
    return corner or small or 6 in (y, x)
