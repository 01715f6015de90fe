"""`alcove arena`: how strong the bots are, measured by letting them play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from alcove.cli.options import Cluster, Lang, Threads, at_work
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.language import say

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from alcove.bots.arena import Entrant, Result
    from alcove.kernel.game import Game

EXAMPLES = """\b
Examples:
  alcove arena GAME
  alcove arena GAME --levels random,1,2 --games 50
  alcove arena GAME --levels 3,4,5 --option NAME=VALUE --threads 4
  alcove arena GAME --players 4 --levels 5,1 --lone
  alcove arena GAME --games 5000 --cluster auto
"""
SHORT = "Measure how strong the bots are."

PLAYING = Text("Playing", "Es wird gespielt")
ENTRANT = Text("Bot", "Bot")
GAMES = Text("Games", "Spiele")
ELO = Text("Elo", "Elo")
INTERVAL = Text("95 % interval", "95-%-Bereich")
PAIR = Text("Pairing", "Paarung")
SCORE = Text("Score", "Punkte")
WINS = Text("Won, drawn, lost", "Gewonnen, remis, verloren")
RANDOM = Text("Random", "Zufall")
ALONE = Text("Alone", "Allein")
AMONG = Text("{first} among {second}", "{first} unter {second}")
WON = Text("Won", "Gewonnen")
DECIDED = Text("Games with a winner", "Spiele mit Sieg")
BY_SEAT = Text("Won by seat", "Gewonnen je Platz")
NEVER_FIXED = Text("{first} is the zero of the scale.", "{first} ist der Nullpunkt der Skala.")


def arena(
    game: Annotated[str, typer.Argument(help="Which game; `alcove games` lists them.")],
    levels: Annotated[str, typer.Option(help="Who plays: levels with commas between, and `random`.")] = "1,2,3",
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games for each pairing.")] = 200,
    neighbours: Annotated[bool, typer.Option("--neighbours", help="Only neighbours in the list meet.")] = False,
    lone: Annotated[
        bool, typer.Option("--lone", help="The first of each pairing sits alone, at a table of three or more.")
    ] = False,
    size: Annotated[int | None, typer.Option(help="Short for --option size=N.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; several times."),
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many seats, where the game leaves a choice.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Repeat the same games.")] = 0,
    threads: Threads = None,
    cluster: Cluster = None,
    lang: Lang = None,
) -> None:
    """Let bots play each other; print their strength as Elo with 95 % intervals."""
    import alcove
    from alcove.bots import arena as hall
    from alcove.kernel.options import complete, read_options

    chosen = alcove.game(game.lower())
    entrants = hall.read_entrants(chosen, [word.strip() for word in levels.split(",")])
    given: dict[str, Any] = read_options(" ".join(option or []))
    if size is not None:
        given["size"] = size
    complete(chosen.options, given)
    with at_work(cluster, threads) as workers:
        if cluster is None:
            prepare(chosen)
        with progress(say(PLAYING)) as report:
            result = hall.run(chosen.name, entrants, games, neighbours, lone, players, given, seed, workers, report)
    console = out()
    console.print(_ratings(chosen, result))
    console.print(_pairings(chosen, result))
    if result.lone:
        console.print(_lone(chosen, result))


def _title(game: Game, entrant: Entrant) -> str:
    from alcove.bots.levels import check_level

    return say(RANDOM) if isinstance(entrant, str) else f"{entrant} {say(check_level(game, entrant).title)}"


def _grid(*headings: Text) -> Grid:
    from rich.table import Table as Grid

    grid = Grid()
    for number, heading in enumerate(headings):
        grid.add_column(say(heading), justify="right" if number else "left", no_wrap=True)
    return grid


def _ratings(game: Game, result: Result) -> Grid:
    grid = _grid(ENTRANT, ELO, INTERVAL, GAMES)
    for rating in sorted(result.ratings, key=lambda rating: -rating.elo):
        interval = f"{rating.elo - rating.margin:+.0f} … {rating.elo + rating.margin:+.0f}" if rating.margin else "–"
        grid.add_row(_title(game, rating.entrant), f"{rating.elo:+.0f}", interval, str(rating.games))
    grid.caption = say(NEVER_FIXED, first=_title(game, result.ratings[0].entrant))
    return grid


def _pairings(game: Game, result: Result) -> Grid:
    grid = _grid(PAIR, WINS, SCORE, INTERVAL)
    for pairing in result.pairings:
        low, high = pairing.interval
        lost = pairing.games - pairing.wins - pairing.draws
        grid.add_row(
            f"{_title(game, pairing.first)} – {_title(game, pairing.second)}",
            f"{pairing.wins}, {pairing.draws}, {lost}",
            f"{100 * pairing.score:.1f} %",
            f"{100 * low:.1f} … {100 * high:.1f} %",
        )
    return grid


def _lone(game: Game, result: Result) -> Grid:
    grid = _grid(ALONE, WON, DECIDED, SCORE, BY_SEAT)
    for one in result.lone:
        grid.add_row(
            say(AMONG, first=_title(game, one.first), second=_title(game, one.second)),
            f"{one.won:g}",
            f"{one.decided} / {one.games}",
            f"{100 * one.won / one.decided:.1f} %" if one.decided else "–",
            ", ".join(f"{won:g}" for won in one.by_seat),
        )
    return grid
