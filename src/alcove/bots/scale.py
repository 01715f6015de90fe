"""How strong the levels of a game are, on one scale: measured by the arena (`alcove arena --all`), kept in `elo.json`
in the game's folder, told wherever somebody chooses a level.

Whoever plays at random is the zero of each scale. Scales of different games have nothing to do with each other.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from alcove.bots.arena import RANDOM, Entrant, Result
from alcove.bots.levels import check_any_level
from alcove.kernel.game import Game

FILE = "elo.json"
BEGIN, END = "<!-- elo: written by alcove arena --all --write -->", "<!-- /elo -->"
BOTS = "\n## Bots\n"


class Rung(msgspec.Struct, frozen=True):
    entrant: Entrant
    elo: int
    margin: int
    """Half of the 95 % interval."""
    games: int
    score: float | None = None
    """What it got against the one below, ..."""
    interval: tuple[float, float] | None = None
    """... with 95 % certainty."""


class Scale(msgspec.Struct, frozen=True):
    rules: int
    """The version of the rules that it was measured under."""
    players: int
    options: dict[str, int | str]
    rungs: list[Rung]

    @classmethod
    def of(cls, game: Game, players: int, options: dict[str, Any], result: Result) -> Scale:
        below = {one.second: one for one in result.pairings}
        rungs = []
        for rating in result.ratings:
            met = below.get(rating.entrant)
            score = None if met is None else 1.0 - met.score
            interval = None if met is None else (1.0 - met.interval[1], 1.0 - met.interval[0])
            rungs.append(Rung(rating.entrant, round(rating.elo), round(rating.margin), rating.games, score, interval))
        return cls(game.version, players, options, rungs)

    def write(self, path: Path) -> None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")


@cache
def scale_of(game: Game) -> Scale | None:
    """What was measured; nothing if nobody has, or if the rules have changed since."""
    found = resources.files(game.package).joinpath(FILE)
    if not found.is_file():
        return None
    scale = msgspec.json.decode(found.read_bytes(), type=Scale)
    return scale if scale.rules == game.version else None


def elo_of(game: Game, level: int) -> int | None:
    scale = scale_of(game)
    return None if scale is None else next((rung.elo for rung in scale.rungs if rung.entrant == level), None)


def told(game: Game, scale: Scale) -> str:
    """The table for the game's page."""
    options = "".join(f", {name} {value}" for name, value in scale.options.items())
    lines = [
        BEGIN,
        "",
        f"Elo with {scale.players} players{options}; whoever plays at random is the zero of the scale.",
        "",
        "| level | Elo | 95 % interval | against the one below | games |",
        "|---|---|---|---|---|",
        *(_row(game, rung) for rung in reversed(scale.rungs)),
        "",
        END,
    ]
    return "\n".join(lines)


def _row(game: Game, rung: Rung) -> str:
    title = RANDOM if rung.entrant == RANDOM else f"{rung.entrant} {check_any_level(game, int(rung.entrant)).title.en}"
    around = f"{rung.elo - rung.margin} to {rung.elo + rung.margin}" if rung.margin else ""
    met = ""
    if rung.score is not None and rung.interval is not None:
        low, high = rung.interval
        met = f"{100 * rung.score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    return f"| {title} | {rung.elo} | {around} | {met} | {rung.games} |"


def put_into(page: str, table: str) -> str:
    """A page with its table anew, or with it at the end of what it says about bots."""
    if BEGIN in page and END in page:
        before, _, rest = page.partition(BEGIN)
        return before + table + rest.partition(END)[2]
    before, found, rest = page.partition(BOTS)
    said, heading, after = rest.partition("\n## ")
    if not found:
        return f"{page.rstrip()}\n{BOTS}\n{table}\n"
    return before + found + f"{said.rstrip()}\n\n{table}\n" + heading + after
