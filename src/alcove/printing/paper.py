"""Sheets of paper, and where cards lie on them. Lengths are millimetres, from the upper left corner."""

from __future__ import annotations

from dataclasses import dataclass

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 8.0
"""What printers leave white, and a little more."""
FOOT = 9.0
"""Below: what to know for printing, and the bar to measure."""
BLEED = 2.0
"""How far a card's colours reach beyond its edge, so that a cut beside the line shows no white."""
GAP = 2 * BLEED


@dataclass(frozen=True)
class Place:
    """Where a card lies: the corner of its cut, and its size there."""

    x: float
    y: float
    width: float
    height: float
    turned: bool

    def behind(self, paper: str) -> Place:
        """The same card's place on the back of the sheet, which is turned over its long edge."""
        return Place(PAPERS[paper][0] - self.x - self.width, self.y, self.width, self.height, self.turned)


def places(paper: str, size: tuple[float, float]) -> list[Place]:
    """As many cards as a sheet holds, upright or all turned, in the middle of it."""
    upright, turned = _grid(paper, size), _grid(paper, size[::-1])
    columns, rows = max(upright, turned, key=lambda grid: grid[0] * grid[1])
    is_turned = (columns, rows) != upright
    width, height = size[::-1] if is_turned else size
    across, down = PAPERS[paper]
    left = (across - columns * (width + GAP) + GAP) / 2
    top = (down - FOOT - rows * (height + GAP) + GAP) / 2
    return [
        Place(left + column * (width + GAP), top + row * (height + GAP), width, height, is_turned)
        for row in range(rows)
        for column in range(columns)
    ]


def _grid(paper: str, size: tuple[float, float]) -> tuple[int, int]:
    across, down = PAPERS[paper]
    columns = int((across - 2 * MARGIN + GAP) // (size[0] + GAP))
    rows = int((down - 2 * MARGIN - FOOT + GAP) // (size[1] + GAP))
    return columns, rows
