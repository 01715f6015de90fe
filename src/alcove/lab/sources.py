"""Where the points of a game come from: for all, and for those who win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alcove.kernel.text import Text
from alcove.lab.section import Section, mean, plain
from alcove.lab.simulate import FinishedGames, Simulated
from alcove.lab.sums import SHARE_UNIT, Sums

TITLE = Text("Where the points come from", "Woher die Punkte kommen")
SOURCE = Text("source", "Quelle")
ALL = Text("all", "alle")
WINNERS = Text("winners", "Siegende")
PART = Text("of all gained", "von allem Gewonnenen")


def add_sources(finished: FinishedGames, sums: Sums, parts: Any, key: str = "sources") -> None:
    """Points by [game, seat, source]. Seats of one game are no independent observations: they are counted as one."""
    sums.add(key, parts.sum(axis=1), unit=finished.players)
    winners = finished.won.sum(axis=1)
    won = (parts * finished.won[:, :, None]).sum(axis=1) * SHARE_UNIT // winners.clip(1)[:, None]
    sums.add(f"{key}_won", won, winners > 0, SHARE_UNIT)


def by_source(simulated: Simulated, names: Sequence[Text]) -> Section:
    sums = simulated.sums
    gained = sum(figure.total for figure in sums.each("sources") if figure.total > 0)
    rows = []
    for name, figure, won in zip(names, sums.each("sources"), sums.each("sources_won"), strict=True):
        rows.append((name, mean(figure.average), plain(100 * figure.total / (gained or 1), 1, " %"), mean(won.average)))
    return Section("sources", TITLE, (SOURCE, ALL, PART, WINNERS), rows)


def mean_table(
    simulated: Simulated, key: str, title: Text, heading: Text, names: Sequence[Text], digits: int = 2
) -> Section:
    """The same for other numbers of every seat: what all have, and what winners have."""
    rows = [
        (name, mean(one.average, digits), mean(won.average, digits))
        for name, one, won in zip(names, simulated.sums.each(key), simulated.sums.each(f"{key}_won"), strict=True)
    ]
    return Section(key, title, (heading, ALL, WINNERS), rows)
