"""`alcove arena`: how strong the bots are, measured by letting them play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from alcove.cli.options import Cluster, Lang, Threads, at_work
from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.language import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table as Grid

    from alcove.bots.arena import Entrant, Result
    from alcove.bots.scale import Scale
    from alcove.executors import Workers
    from alcove.kernel.game import Game

    Report = Callable[[int, int], None]

EXAMPLES = """\b
Examples:
  alcove arena GAME
  alcove arena GAME --levels random,1,2 --games 50
  alcove arena GAME --levels 3,4,5 --option NAME=VALUE --threads 4
  alcove arena GAME --players 4 --levels 5,1 --lone
  alcove arena GAME --games 5000 --cluster auto
  alcove arena GAME --levels 5,6 --seconds 3 --games 20
  alcove arena --all --games 100                one scale a game; stop it, and go on with the same words
  alcove arena GAME --all --games 200 --write   ... and put it into the game's page and folder
"""
SHORT = "Measure how strong the bots are."

USUAL_LEVELS = "1,2,3"
KEPT = Path("arena")
PAGES = Path("docs/games")
PLAYING = Text("Playing", "Es wird gespielt")
WHICH_GAME = Text("Say which game, or --all.", "Sag, welches Spiel, oder --all.")
ONLY_WITH_ALL = Text("--write and --keep go with --all.", "--write und --keep gehören zu --all.")
WRITTEN = Text("The figures are in {path}.", "Die Zahlen stehen in {path}.")
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
    game: Annotated[
        str | None, typer.Argument(help="Which game; `alcove games` lists them.", show_default=False)
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option(
            help=f"Who plays: levels with commas between, and `random`; else {USUAL_LEVELS}.", show_default=False
        ),
    ] = None,
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
    seconds: Annotated[
        int, typer.Option(min=1, max=3600, help="How long bots of the last level think, on one core.")
    ] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Repeat the same games.")] = 0,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="One scale for each game: random and all levels that are always equally strong, by neighbours.",
        ),
    ] = False,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=f"Where --all keeps its games to go on with; else {KEPT}/.", show_default=False
        ),
    ] = None,
    write: Annotated[
        bool,
        typer.Option("--write", help="Put the scales into the games' folders, and into their pages in docs/games."),
    ] = False,
    threads: Threads = None,
    cluster: Cluster = None,
    lang: Lang = None,
) -> None:
    """Let bots play each other; print their strength as Elo with 95 % intervals."""
    import alcove
    from alcove.kernel.options import complete, read_options

    if game is None and not every:
        raise OptionError(WHICH_GAME)
    if (write or keep is not None) and not every:
        raise OptionError(ONLY_WITH_ALL)
    chosen = (
        [alcove.game(game.lower())]
        if game is not None
        else [one for one in map(alcove.game, alcove.games()) if players is None or players in one.players]
    )
    given: dict[str, Any] = read_options(" ".join(option or []))
    if size is not None:
        given["size"] = size
    for one in chosen:
        complete(one.options, given)
    asked = Asked(games, players, given, seed, seconds)
    with at_work(cluster, threads) as workers:
        for one in chosen:
            entrants = _entrants(one, _usual_levels(one, every) if levels is None else levels)
            if cluster is None:
                prepare(one)
            if every:
                _measure_scale(one, entrants, asked, workers, keep or KEPT, write)
            else:
                with progress(say(PLAYING)) as report:
                    _print(one, asked.run(one, entrants, workers, report, neighbours=neighbours, lone=lone))


class Asked(NamedTuple):
    """What all games of an arena have in common."""

    games: int
    players: int | None
    options: dict[str, Any]
    seed: int
    seconds: int

    def run(self, game: Game, entrants: list[Entrant], workers: Workers, report: Report, **more: Any) -> Result:
        from alcove.bots.arena import run

        return run(
            game.name,
            entrants,
            self.games,
            players=self.players,
            options=self.options,
            seed=self.seed,
            workers=workers,
            report=report,
            seconds=self.seconds,
            **more,
        )


def _entrants(game: Game, levels: str) -> list[Entrant]:
    from alcove.bots.arena import read_entrants

    return read_entrants(game, [word.strip() for word in levels.split(",")])


def _usual_levels(game: Game, every: bool) -> str:
    from alcove.bots.levels import levels_of

    return USUAL_LEVELS if not every else ",".join(["random", *map(str, sorted(levels_of(game)))])


def _measure_scale(
    game: Game, entrants: list[Entrant], asked: Asked, workers: Workers, keep: Path, write: bool
) -> None:
    """All levels of a game on one scale, at a table of two if there is one."""
    from alcove.bots.arena import seats_of
    from alcove.bots.kept_games import KeptGames, Kind
    from alcove.bots.scale import Scale

    players = seats_of(game, asked.players)
    asked = asked._replace(players=players)
    kind = Kind(game.name, game.version, players, asked.options, asked.seed, asked.seconds)
    kept = KeptGames(keep / f"{game.name}-{players}.jsonl", kind)
    with progress(say(game.title)) as report:
        result = asked.run(game, entrants, workers, report, neighbours=True, kept=kept)
    _print(game, result)
    if write:
        _write(game, Scale.of(game, players, asked.options, result))


def _write(game: Game, scale: Scale) -> None:
    from importlib import resources

    from alcove.bots.scale import FILE, put_into, told

    path = Path(str(resources.files(game.package))) / FILE
    scale.write(path)
    out().print(say(WRITTEN, path=path))
    page = PAGES / f"{game.name}.md"
    if page.is_file():
        page.write_text(put_into(page.read_text("utf-8"), told(game, scale)), "utf-8")
        out().print(say(WRITTEN, path=page))


def _print(game: Game, result: Result) -> None:
    console = out()
    console.print(_ratings(game, result))
    console.print(_pairings(game, result))
    if result.lone:
        console.print(_lone(game, result))


def _title(game: Game, entrant: Entrant) -> str:
    from alcove.bots.levels import check_any_level

    return say(RANDOM) if isinstance(entrant, str) else f"{entrant} {say(check_any_level(game, entrant).title)}"


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
