"""What is told of simulated games: sections with a table each, and perhaps a plot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from alcove.kernel.text import LANGUAGES, Text
from alcove.lab.statistics import Estimate

Unit = Literal["", "percent", "points"]
"""A plain number; a rate; a difference of rates, in percentage points."""
NOTHING_KNOWN = "–"
GERMAN = str.maketrans(",.", ".,")


class Value(NamedTuple):
    """A figure with its interval, as a cell."""

    estimate: Estimate
    unit: Unit = ""
    digits: int = 2
    marked: bool = False
    """Whether it is believed to differ from what would be expected, among all that are compared with it."""

    def say(self, language: str) -> str:
        figure, interval = self.parts(language)
        return f"{figure} ({interval})" if interval else figure

    def parts(self, language: str) -> tuple[str, str]:
        """The figure, and its interval without brackets, empty where there is none."""
        value, low, high, count = self.estimate
        if not count or math.isnan(value):
            return NOTHING_KNOWN, ""
        star = " *" if self.marked else ""
        if not math.isfinite(low) or not math.isfinite(high):
            return self._number(value, language) + self._sign + star, ""
        dash = " … " if self.unit == "points" or low < 0 else "–"
        interval = f"{self._number(low, language)}{dash}{self._number(high, language)}"
        return self._number(value, language) + self._sign + star, interval

    @property
    def _sign(self) -> str:
        return {"": "", "percent": " %", "points": ""}[self.unit]

    def _number(self, value: float, language: str) -> str:
        shown = 100 * value if self.unit else value
        text = f"{shown:+.{self.digits}f}" if self.unit == "points" else f"{shown:,.{self.digits}f}"
        return in_language(text, language)


def in_language(number: str, language: str) -> str:
    """A number as it is written in English, in another language."""
    if language == "de":
        return number.translate(GERMAN)
    return number


class Download(NamedTuple):
    """A file that goes with a report, as a cell: its name, and what is in it."""

    name: str
    content: str


Cell = Text | str | Value | Download
Row = Sequence[Cell]


def rate(estimate: Estimate, marked: bool = False) -> Value:
    return Value(estimate, "percent", 1, marked)


def mean(estimate: Estimate, digits: int = 2) -> Value:
    return Value(estimate, "", digits)


def gap(estimate: Estimate, marked: bool = False) -> Value:
    """A difference of rates."""
    return Value(estimate, "points", 1, marked)


def count(number: int) -> Text:
    return plain(number, 0)


def plain(number: float, digits: int = 2, sign: str = "") -> Text:
    """A number without an interval."""
    return Text(*(in_language(f"{number:,.{digits}f}{sign}", language) for language in LANGUAGES))


def say(cell: Cell, language: str) -> str:
    if isinstance(cell, Text):
        return cell.of(language)
    if isinstance(cell, Download):
        return cell.name
    return cell.say(language) if isinstance(cell, Value) else cell


@dataclass(frozen=True)
class Line:
    """A row of points in a plot; with their intervals, if they have any."""

    name: Text
    points: Sequence[tuple[float, float]]
    bounds: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class Plot:
    """A drawing of figures: lines over numbers, columns over numbers, or bars with a name and an interval each."""

    kind: Literal["lines", "columns", "bars"]
    across: Text
    up: Text
    lines: Sequence[Line] = ()
    bars: Sequence[tuple[Text | str, Estimate]] = ()
    percent: bool = False
    level: float | None = None
    """Where a line is drawn to compare with: a fair share, no difference."""


@dataclass(frozen=True)
class Section:
    """One table. The first column says what a row is about."""

    key: str
    title: Text
    headings: Sequence[Text | str]
    rows: Sequence[Row]
    note: Text | None = None
    plots: Sequence[Plot] = field(default_factory=tuple)

    def noted(self, note: Text) -> Section:
        return replace(self, note=note)
