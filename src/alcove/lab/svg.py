"""Plots as SVG, drawn by hand: dots with their intervals, columns, and lines with bands. Both languages are in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape

from alcove.kernel.text import LANGUAGES, Text
from alcove.lab.section import Line, Plot, in_language

WIDTH = 640
NAMES = 210
"""Room for the names of bars."""
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 10, 40
ROW = 22
HEIGHT = 230
TICKS = 5
MAX_BARS = 60
MAX_NAME = 34
LEGEND = 20
PLOT_STYLE = """
svg text { fill: var(--ink); font-size: 12px; } svg .scale, svg .axis { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .level { stroke: var(--soft); stroke-dasharray: 4 3; }
svg .interval { stroke: var(--accent); stroke-width: 2; } svg .dot, svg .bar { fill: var(--accent); }
svg .line { fill: none; stroke-width: 2.5; } svg .line.line-0 { stroke: var(--accent); }
svg .line.line-1 { stroke: var(--other); stroke-dasharray: 7 4; }
svg .band { opacity: 0.16; } svg .band.line-0 { fill: var(--accent); } svg .band.line-1 { fill: var(--other); }
"""
ALONE = """
svg { --paper: #fdf9f0; --ink: #2a2018; --soft: #675746; --line: #e2d6c1; --accent: GAME; --other: #1f5fa8;
  background: var(--paper); font-family: Ubuntu, Calibri, 'DejaVu Sans', sans-serif; }
.HIDDEN { display: none; }
"""


def drawn(plot: Plot) -> str:
    return {"bars": _bars, "columns": _columns, "lines": _lines}[plot.kind](plot)


def picture(plot: Plot, colour: str, language: str) -> str:
    """A plot as a file of its own, in one language, on paper."""
    hidden = next(other for other in LANGUAGES if other != language)
    style = ALONE.replace("GAME", colour).replace("HIDDEN", hidden) + PLOT_STYLE
    opening, rest = drawn(plot).split(">", 1)
    return f'{opening} xmlns="http://www.w3.org/2000/svg" lang="{language}"><style>{style}</style>{rest}\n'


def _svg(height: float, label: Text, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label.en)} / {escape(label.de)}">'
        + "".join(parts)
        + "</svg>"
    )


def _words(x: float, y: float, text: Text | str, anchor: str = "middle", kind: str = "") -> str:
    """A text at a place, once for each language."""
    both = text if isinstance(text, Text) else Text(text, text)
    if both.en == both.de:
        return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="{kind}">{escape(both.en)}</text>'
    return "".join(
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="{kind} {language}">{escape(both.of(language))}</text>'
        for language in LANGUAGES
    )


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two bounds."""
    if not high > low:
        return [low]
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    first = math.ceil(low / step - 1e-9)
    return [round(step * number, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _number(value: float, percent: bool) -> Text:
    shown = f"{100 * value:.4g}" if percent else f"{value:.4g}"
    return Text(*(in_language(shown, language) + (" %" if percent else "") for language in LANGUAGES))


def _bars(plot: Plot) -> str:
    bars = list(plot.bars)[:MAX_BARS]
    finite = [bound for _, one in bars for bound in (one.value, one.low, one.high) if math.isfinite(bound)]
    level = [] if plot.level is None else [plot.level]
    low, high = min([*finite, *level], default=0.0), max([*finite, *level], default=1.0)
    margin = (high - low) * 0.05 or 0.5
    low, high = low - margin, high + margin
    height = TOP + ROW * len(bars) + BOTTOM

    def at(value: float) -> float:
        return NAMES + (WIDTH - RIGHT - NAMES) * (min(max(value, low), high) - low) / (high - low)

    parts = list(_across(plot, _ticks(low, high), at, TOP, height - BOTTOM))
    if plot.level is not None:
        parts.append(_rule(at(plot.level), TOP, at(plot.level), height - BOTTOM, "level"))
    for number, (name, one) in enumerate(bars):
        y = TOP + ROW * (number + 0.5)
        parts.append(f"<g><title>{escape(_both(name))}</title>{_words(NAMES - 10, y + 4, _short(name), 'end')}</g>")
        if math.isfinite(one.value):
            parts.append(_rule(at(one.low), y, at(one.high), y, "interval"))
            parts.append(f'<circle cx="{at(one.value):.1f}" cy="{y:g}" r="4" class="dot"/>')
    return _svg(height, plot.across, parts)


def _both(name: Text | str) -> str:
    return name if isinstance(name, str) else name.en if name.en == name.de else f"{name.en} / {name.de}"


def _short(name: Text | str) -> Text:
    both = name if isinstance(name, Text) else Text(name, name)
    return Text(*(text if len(text) <= MAX_NAME else text[: MAX_NAME - 1] + "…" for text in both))


def _rule(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _across(
    plot: Plot,
    ticks: Sequence[float],
    at: Callable[[float], float],
    top: float,
    bottom: float,
    percent: bool | None = None,
) -> Iterator[str]:
    """The scale below a plot."""
    for tick in ticks:
        yield _rule(at(tick), top, at(tick), bottom, "grid")
        yield _words(at(tick), bottom + 15, _number(tick, plot.percent if percent is None else percent), kind="scale")
    yield _words((at(ticks[0]) + at(ticks[-1])) / 2, bottom + 33, plot.across, kind="axis")


def _upwards(plot: Plot, ticks: Sequence[float], at: Callable[[float], float]) -> Iterator[str]:
    for tick in ticks:
        yield _rule(LEFT, at(tick), WIDTH - RIGHT, at(tick), "grid")
        yield _words(LEFT - 6, at(tick) + 4, _number(tick, plot.percent), "end", "scale")


def _columns(plot: Plot) -> str:
    points = plot.lines[0].points
    width = points[1][0] - points[0][0] if len(points) > 1 else 1.0
    low, high = points[0][0] - width / 2, points[-1][0] + width / 2
    most = max(value for _, value in points) or 1.0

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most

    parts = list(_upwards(plot, _ticks(0.0, most), y))
    for at, value in points:
        left, wide = x(at - width / 2), x(at + width / 2) - x(at - width / 2)
        size = f'width="{max(wide - 1, 0.5):.1f}" height="{y(0) - y(value):.1f}"'
        parts.append(f'<rect x="{left + 0.5:.1f}" y="{y(value):.1f}" {size} class="bar"/>')
    for tick in _ticks(low, high):
        parts.append(_words(x(tick), HEIGHT - BOTTOM + 15, _number(tick, False), kind="scale"))
    parts.append(_words(WIDTH / 2, HEIGHT - 7, plot.across, kind="axis"))
    return _svg(HEIGHT, plot.across, parts)


def _lines(plot: Plot) -> str:
    points = [point for line in plot.lines for point in line.points if math.isfinite(point[1])]
    bounds = [bound for line in plot.lines for pair in line.bounds for bound in pair if math.isfinite(bound)]
    low, high = min((x for x, _ in points), default=0.0), max((x for x, _ in points), default=1.0)
    most = max([y for _, y in points] + bounds, default=1.0) or 1.0
    least = min([0.0, *(y for _, y in points)])
    top = TOP + LEGEND * len(plot.lines)
    height = HEIGHT + LEGEND * len(plot.lines)

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / ((high - low) or 1.0)

    def y(value: float) -> float:
        return height - BOTTOM - (height - BOTTOM - top) * (value - least) / ((most - least) or 1.0)

    parts = list(_upwards(plot, _ticks(least, most), y))
    parts += [_words(x(tick), height - BOTTOM + 15, _number(tick, False), kind="scale") for tick in _ticks(low, high)]
    parts.append(_words(WIDTH / 2, height - 7, plot.across, kind="axis"))
    for number, line in enumerate(plot.lines):
        parts += _line(line, number, x, y)
        at = TOP + LEGEND * (number + 0.5)
        parts.append(_rule(LEFT, at, LEFT + 22, at, f"line line-{number % 2}"))
        parts.append(_words(LEFT + 30, at + 4, line.name, "start"))
    return _svg(height, plot.across, parts)


def _line(line: Line, number: int, x: Callable[[float], float], y: Callable[[float], float]) -> Iterator[str]:
    if line.bounds:
        upper = [(at, high) for (at, _), (_, high) in zip(line.points, line.bounds, strict=True)]
        lower = [(at, low) for (at, _), (low, _) in zip(line.points, line.bounds, strict=True)]
        corners = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in [*upper, *reversed(lower)])
        yield f'<polygon points="{corners}" class="band line-{number % 2}"/>'
    way = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in line.points)
    yield f'<polyline points="{way}" class="line line-{number % 2}"/>'
