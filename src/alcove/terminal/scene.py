"""What a game's drawing gets and is made with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from alcove.terminal.language import say

if TYPE_CHECKING:
    from rich.box import Box
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.table import Table as Grid

    from alcove.kernel.game import Game
    from alcove.kernel.position import Position


@dataclass(frozen=True)
class Scene:
    """All that a drawing gets: a view and the viewer's choices, never the position behind them."""

    game: Game
    view: dict[str, Any]
    last: Sequence[Any]
    """The actions of the last turn as data; None for what is secret."""
    ascii_only: bool
    choices: Mapping[str, int] = field(default_factory=dict)
    """What the viewer is asked to choose from, as it is typed."""
    _parts: Callable[[int], Any] = field(default=lambda index: None, repr=False)

    @classmethod
    def of(cls, position: Position, viewer: int | None, last: Sequence[Any], ascii_only: bool) -> Scene:
        view = position.view(viewer)
        if viewer is None or viewer not in position.awaited:
            return cls(position.game, view, last, ascii_only)
        choices = {action.text: action.index for action in position.legal(viewer)}
        return cls(position.game, view, last, ascii_only, choices, lambda index: position.parts(viewer, index))

    def parts(self, text: str) -> Any:
        """A choice as data: what it consists of and what it does."""
        return self._parts(self.choices[text])

    @property
    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.view["table"]
        return table

    @property
    def viewer(self) -> int | None:
        seat: int | None = self.view["seat"]
        return seat

    @property
    def seats(self) -> range:
        return range(self.view["players"])

    @property
    def box(self) -> Box:
        from rich import box

        return box.ASCII if self.ascii_only else box.ROUNDED

    @cached_property
    def signs(self) -> list[str]:
        """One sign for each seat: the number in its name, or a letter of it that no other has."""
        found: list[str] = []
        for seat in self.seats:
            name = self.name(seat)
            letters = [name[-1]] if name[-1].isdigit() else [*name.upper()]
            found.append(next(letter for letter in letters if letter not in found))
        return found

    def name(self, seat: int) -> str:
        return say(self.game.seat_name(seat))

    def names(self, seats: Sequence[int]) -> str:
        return ", ".join(self.name(seat) for seat in seats) or "–"

    def sign(self, drawn: str, plain: str) -> str:
        """A sign, and the letter for it where only letters can be shown."""
        return plain if self.ascii_only else drawn


class Fitted:
    """A drawing that knows how many rows and columns there are."""

    def __init__(self, build: Callable[[int, int], RenderableType]) -> None:
        self.build = build

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.build(options.max_width, console.height)


class Folded(NamedTuple):
    """Many choices told in a few lines, and those that are still to be listed."""

    lines: list[tuple[str, str]]
    """What to type, and what it does."""
    rest: list[str]


def columns(*sides: str, gap: int = 2, first: str = "") -> Grid:
    """A table without lines. A column begins left (`<`) or right (`>`); `~` may wrap, `+` wraps and takes the rest.

    `first` is the style of the first column.
    """
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, gap, 0, 0))
    for nth, side in enumerate(sides):
        grid.add_column(
            justify="right" if side == ">" else "left",
            no_wrap=side not in "~+",
            ratio=1 if side == "+" else None,
            style="" if nth else first,
        )
    return grid
