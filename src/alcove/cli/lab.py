"""`alcove lab`: what happens in many games, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from alcove.cli.options import Cluster, Lang, Threads, at_work
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.language import say, spoken

if TYPE_CHECKING:
    from alcove.kernel.game import Game
    from alcove.lab.section import Section
    from alcove.lab.simulate import Report, Setup
    from alcove.lab.study import Stage

EXAMPLES = """\b
Examples:
  alcove lab GAME --players 4 --games 20000
  alcove lab GAME --players 4 --until 0.5%
  alcove lab GAME --worth 500 --drama 30 --ladder 100 --to report.html
  alcove lab GAME --forbid GROUP.THING --style NAME
  alcove lab GAME --set cards.CARD.FIELD=VALUE
  alcove lab compare GAME as-is "numbers.NAME=VALUE"
  alcove lab search GAME --vary numbers.NAME=1..9 --goal seats --goal minutes=45..60
"""
SHORT = "Simulate many games and report what happens in them."
GAME_EXAMPLES = """\b
Examples:
  alcove lab GAME --players 4 --games 20000
  alcove lab GAME --players 2 --option NAME=VALUE --level 3 --games 50
  alcove lab GAME --until 0.5% --to report.html --to figures.csv
  alcove lab GAME --things
  alcove lab GAME --worth 500 --worth-of GROUP
  alcove lab GAME --greedy GROUP.THING
  alcove lab GAME --cards FOLDER --set numbers.NAME=VALUE
  alcove lab GAME --games 1000000 --worth 5000 --cluster auto
"""
COMPARE_EXAMPLES = """\b
Examples:
  alcove lab compare GAME as-is "NAME=VALUE"                        an option
  alcove lab compare GAME as-is "cards.CARD.FIELD=VALUE"            a card
  alcove lab compare GAME as-is "folder=FOLDER; numbers.NAME=VALUE" tables of cards, a number
  alcove lab compare GAME "level=2" "level=3" --games 400           a bot, in one seat among quick ones
  alcove lab compare GAME "style=ONE" "style=OTHER" --margin 2%
"""
SEARCH_EXAMPLES = """\b
Examples:
  alcove lab search GAME --vary numbers.NAME=1..9 --goal seats
  alcove lab search GAME --vary "cards.CARD.cost=2 coins|3 coins" --goal "cards<=1.3" --goal minutes=45..60
  alcove lab search GAME --vary numbers.NAME=1..9 --goal won=40..60 --study balance.db --trials 100
"""
DEFAULT = "simulate"
WHO_WORKS = ("--threads", "--cluster")

PLAYING = Text("Playing", "Es wird gespielt")
SEARCHING = Text("Searching", "Es wird gesucht")
NO_PERCENT = Text("{text} is no precision. Write it like 0.5%.", "{text} ist keine Genauigkeit. Schreibe sie so: 0.5%.")
NO_FILE_KIND = Text(
    "A report is .html, .md, .csv, .parquet or .svg, not {name}.",
    "Ein Bericht ist .html, .md, .csv, .parquet oder .svg, nicht {name}.",
)
NO_PICTURE = Text(
    "There is no plot {name}. There are: {known}.", "Eine Zeichnung {name} gibt es nicht. Es gibt: {known}."
)
CANNOT_WRITE = Text("{path} cannot be written: {why}.", "{path} lässt sich nicht schreiben: {why}.")
WRITTEN = Text("Written: {path}", "Geschrieben: {path}")


class GamesGroup(TyperGroup):
    """A word that is no command is the name of a game: `alcove lab GAME` is short for `alcove lab simulate GAME`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            args = [DEFAULT, *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=GamesGroup,
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(help="Which game; `alcove games` lists them.")]
Players = Annotated[int | None, typer.Option(help="How many seats, where the game leaves a choice.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; several times."),
]
Seed = Annotated[int, typer.Option(min=0, help="Repeat the same games.")]
Cards = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Other tables of cards, those that are there.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a card or a number for a trial; several times."),
]
To = Annotated[
    list[Path] | None,
    typer.Option(help="Write the report: .html, .md, .csv, .parquet, or a plot as PLOT.svg; several times."),
]


@app.command(epilog=GAME_EXAMPLES, short_help="Play many games of one setting and report on them; the default.")
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games, at most.")] = 1000,
    until: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="Stop when the main rates are known to within so much.")
    ] = None,
    option: Options = None,
    level: Annotated[int | None, typer.Option(help="Bots of this level; else quick ones that do not search.")] = None,
    forbid: Annotated[
        list[str] | None, typer.Option(metavar="THING", help="One seat never takes it; several times.")
    ] = None,
    greedy: Annotated[
        list[str] | None, typer.Option(metavar="THING", help="One seat always takes it; several times.")
    ] = None,
    style: Annotated[
        str | None, typer.Option(help="One seat plays in a style of its own; --things lists them.")
    ] = None,
    worth: Annotated[
        int, typer.Option(min=0, max=1_000_000, help="Force and forbid every thing, in so many games each.")
    ] = 0,
    worth_of: Annotated[
        list[str] | None, typer.Option(metavar="THING", help="Only for this thing or group; several times.")
    ] = None,
    drama: Annotated[
        int, typer.Option(min=0, max=100_000, help="Follow everybody's chances through so many games.")
    ] = 0,
    ladder: Annotated[
        int, typer.Option(min=0, max=100_000, help="Games for each rung of a ladder of bots that think twice as long.")
    ] = 0,
    cards: Cards = None,
    change: Set = None,
    seed: Seed = 0,
    threads: Threads = None,
    cluster: Cluster = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tables in Markdown.")] = False,
    to: To = None,
    things: Annotated[bool, typer.Option("--things", help="Only list what can be named.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots of one strength play each other; print how the games went, with 95 % intervals."""
    import alcove
    from alcove.kernel.options import read_options
    from alcove.lab import set_up
    from alcove.lab.changes import read_changes
    from alcove.lab.restrict import restricted
    from alcove.lab.study import Study, carry_out
    from alcove.lab.things import things_named

    chosen = alcove.game(game.lower())
    if things:
        _list_things(chosen)
        return
    tested = restricted(chosen, level, forbid or [], greedy or [], style)
    given: dict[str, Any] = read_options(" ".join(option or []))
    changes = read_changes(chosen, cards, change or [])
    setup = set_up(chosen.name, players, given, seed, level, tested, changes)
    asked = None if worth_of is None else tuple(at for word in worth_of for at in things_named(chosen, word))
    has_page = any(path.suffix == ".html" for path in to or [])
    study = Study(setup, games, read_percent(until), has_page, worth, asked, drama, ladder)
    for path in to or []:
        check_file_kind(path)
    with at_work(cluster, threads) as workers:
        if not setup.quick and cluster is None:
            prepare(setup.game)
        with stages() as begin:
            findings = carry_out(study, workers, begin)
    tell(findings.sections, setup, to, markdown)


@app.command(epilog=COMPARE_EXAMPLES, short_help="Compare two settings on the same games, until the answer is clear.")
def compare(
    game: GameName,
    one: Annotated[str, typer.Argument(metavar="A", help="The first setting: NAME=VALUE; NAME=VALUE … or as-is.")],
    other: Annotated[str, typer.Argument(metavar="B", help="The second one.")],
    players: Players = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many pairs of games, at most.")] = 20_000,
    measure: Annotated[
        list[str] | None, typer.Option(help="What is compared; the first one says when it is clear.")
    ] = None,
    margin: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="A difference below this counts as none (of a rate).")
    ] = None,
    level: Annotated[int | None, typer.Option(help="Bots of this level in all other seats; else quick ones.")] = None,
    seed: Seed = 0,
    threads: Threads = None,
    cluster: Cluster = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tables in Markdown.")] = False,
    to: To = None,
    lang: Lang = None,
) -> None:
    """Play the same games in two settings and tell the difference, with an interval that holds at every look."""
    import alcove
    from alcove.lab import compare as comparing
    from alcove.lab import set_up
    from alcove.lab.setting import read_setting

    chosen = alcove.game(game.lower())
    base = set_up(chosen.name, players, {}, seed, level)
    first, second = (read_setting(chosen, base, text) for text in (one, other))
    for path in to or []:
        check_file_kind(path)
    for name in measure or []:
        comparing.read_measure(chosen, name)
    with at_work(cluster, threads) as workers, progress(say(PLAYING)) as report:
        found = comparing.compare(first, second, measure or (), games, read_percent(margin) or 0.0, workers, report)
    tell(comparing.sections(found, (one, other)), first, to, markdown)


@app.command(epilog=SEARCH_EXAMPLES, short_help="Look for better numbers: vary some within bounds towards goals.")
def search(
    game: GameName,
    vary: Annotated[
        list[str],
        typer.Option(metavar="NAME=FROM..TO", help="A card's field or a number, or ONE|OTHER; repeatable."),
    ],
    goal: Annotated[
        list[str], typer.Option(metavar="NAME=FROM..TO", help="What should lie in a range; several times.")
    ],
    players: Players = None,
    option: Options = None,
    trials: Annotated[int, typer.Option(min=1, max=100_000, help="How many trials the study has in the end.")] = 30,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games in each trial.")] = 1000,
    study: Annotated[Path | None, typer.Option(help="The file of the study; it goes on where it stopped.")] = None,
    pace: Annotated[
        float | None, typer.Option(min=0.1, max=3600, help="Seconds a decision; else by how long the game says it is.")
    ] = None,
    cards: Cards = None,
    change: Set = None,
    seed: Seed = 0,
    threads: Threads = None,
    cluster: Cluster = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tables in Markdown.")] = False,
    to: To = None,
    lang: Lang = None,
) -> None:
    """Vary numbers within bounds with Optuna until the goals are met as well as can be; print the trade-offs."""
    import alcove
    from alcove.kernel.options import read_options
    from alcove.lab import search as searching
    from alcove.lab import set_up
    from alcove.lab.changes import read_changes
    from alcove.lab.goals import read_goal, read_knob

    chosen = alcove.game(game.lower())
    goals = tuple(read_goal(chosen, word) for word in goal)
    knobs = tuple(read_knob(word) for word in vary)
    given: dict[str, Any] = read_options(" ".join(option or []))
    setup = set_up(chosen.name, players, given, seed, changes=read_changes(chosen, cards, change or []))
    for path in to or []:
        check_file_kind(path)
    with at_work(cluster, threads) as workers, progress(say(SEARCHING)) as report:
        if pace is None:
            pace = searching.seconds_a_decision(setup, workers) if any(one.name == "minutes" for one in goals) else 1.0
        quest = searching.Quest(setup, knobs, goals, games, pace)
        found = searching.look(quest, study or Path(f"{chosen.name}-study.db"), trials, workers, report)
    tell(searching.sections(found), setup, to, markdown)


def tell(sections: Sequence[Section], setup: Setup, to: list[Path] | None, as_markdown: bool) -> None:
    from alcove.lab.export import markdown

    if to:
        write_all(sections, to, setup)
    elif as_markdown:
        print(markdown(sections, spoken()))
    else:
        for section in sections:
            show(section)


def _list_things(chosen: Game) -> None:
    for group in chosen.lab.THINGS:
        print(f"{group.key}  {say(group.title)}")
        for name, title in zip(group.ids, group.names, strict=True):
            print(f"  {group.key}.{name}  {say(title)}")
    for name, style in chosen.lab.STYLES.items():
        print(f"--style {name}  {say(style.title)}")
    for name, number in chosen.lab.NUMBERS.items():
        print(f"numbers.{name}  {say(number.title)} ({number.least}–{number.most})")


def read_percent(text: str | None) -> float | None:
    from alcove.kernel.errors import OptionError

    if text is None:
        return None
    try:
        share = float(text.strip().removesuffix("%")) / 100
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise OptionError(NO_PERCENT.fill(text=repr(text[:20])))
    return share


@contextmanager
def stages() -> Iterator[Stage]:
    """A bar for each stage of some work, one after the other."""
    with ExitStack() as open_bars:

        def begin(title: Text) -> Report:
            open_bars.close()
            return open_bars.enter_context(progress(say(title)))

        yield begin


def check_file_kind(path: Path) -> None:
    from alcove.kernel.errors import OptionError

    if path.suffix not in (".html", ".md", ".csv", ".parquet", ".svg"):
        raise OptionError(NO_FILE_KIND.fill(name=repr(path.name[:40])))


def write_all(sections: Sequence[Section], paths: list[Path], setup: Setup) -> None:
    from alcove.kernel.errors import OptionError
    from alcove.lab import export
    from alcove.lab.study import told_of

    for path in paths:
        try:
            if path.suffix == ".parquet":
                export.write_parquet(sections, spoken(), path)
            elif path.suffix == ".html":
                path.write_text(_page(sections, setup), "utf-8")
            elif path.suffix == ".svg":
                path.write_text(_picture(sections, setup, path.stem), "utf-8")
            elif path.suffix == ".md":
                path.write_text(
                    export.document(sections, setup.game.title, told_of(setup), _command(), spoken()), "utf-8"
                )
            else:
                path.write_text(export.comma_separated(sections, spoken()), "utf-8")
        except OSError as error:
            raise OptionError(CANNOT_WRITE.fill(path=str(path)[:80], why=error.strerror or "?")) from error
        out().print(say(WRITTEN, path=str(path)))


def _picture(sections: Sequence[Section], setup: Setup, name: str) -> str:
    """The plot of the section that a file is named after: NAME.svg, or ANYTHING-NAME.svg."""
    from alcove.kernel.errors import OptionError
    from alcove.lab.svg import picture

    drawn = {section.key: section.plots[0] for section in sections if section.plots}
    named = [key for key in drawn if name == key or name.endswith(f"-{key}")]
    if not named:
        raise OptionError(NO_PICTURE.fill(name=repr(name[:40]), known=", ".join(drawn)))
    return picture(drawn[max(named, key=len)], setup.game.colour, spoken())


def _page(sections: Sequence[Section], setup: Setup) -> str:
    from alcove.lab.page import HERE, page
    from alcove.lab.study import told_of

    chosen = setup.game
    return page(sections, chosen.title, told_of(setup), _command(), chosen.colour, spoken(), HERE)


def _command() -> str:
    """What was typed, without who has done the work: nothing in a report depends on that."""
    import shlex
    import sys

    words = iter(sys.argv[1:])
    told = []
    for word in words:
        if word in WHO_WORKS:
            next(words, None)
        elif not word.startswith(tuple(f"{name}=" for name in WHO_WORKS)):
            told.append(word)
    return shlex.join(["alcove", *told])


def show(section: Section) -> None:
    from rich.table import Table as Grid

    from alcove.lab.section import say as say_cell

    grid = Grid(title=say(section.title))
    for number, heading in enumerate(section.headings):
        grid.add_column(say_cell(heading, spoken()), justify="right" if number else "left")
    for row in section.rows:
        grid.add_row(*(say_cell(cell, spoken()) for cell in row))
    if section.note is not None:
        grid.caption = say(section.note)
    out().print(grid)
