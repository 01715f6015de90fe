"""`alcove play`: a game in the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import OptionError
from alcove.kernel.text import LANGUAGES, Text
from alcove.terminal.console import can_show, compiling, out, prepared
from alcove.terminal.files import read_to_go_on, write_record

if TYPE_CHECKING:
    from alcove.kernel.game import Game
    from alcove.kernel.record import Record

BOT_NAME = re.compile(r"Bot ([1-9][0-9]?)(?: \(([0-9]{1,4}) s\))?")
"""How a record calls a bot, so that a resumed game knows its bots."""
EXAMPLES = """\b
Examples:
  alcove play GAME
  alcove play GAME --option NAME=VALUE --level 1 --seat 2
  alcove play GAME --level 6 --seconds 20
  alcove play GAME --hot-seat
  alcove play GAME --watch --level 1 --level 4
  alcove play --resume evening.alcove
"""
SHORT = "Play in the terminal."

NO_SEAT = Text("There is no seat {seat}.", "Einen Platz {seat} gibt es nicht.")
WHICH_GAME = Text("Say which game, or --resume FILE.", "Sag, welches Spiel, oder --resume DATEI.")
OTHER_GAME = Text("That file holds a game of {title}.", "Diese Datei enthält ein Spiel von {title}.")


def play(
    game: Annotated[
        str | None, typer.Argument(help="Which game; `alcove games` lists them.", show_default=False)
    ] = None,
    level: Annotated[
        list[int] | None,
        typer.Option(
            "--level",
            "-l",
            metavar="N",
            help="Strength of the bots, as `alcove games` lists them. Several times: one for each bot in seat order.",
        ),
    ] = None,
    seconds: Annotated[
        int | None,
        typer.Option(min=1, max=3600, metavar="N", help="How long bots of the last level think; else 10 seconds."),
    ] = None,
    seat: Annotated[str | None, typer.Option(help="Your seat: a number from 1, or its name, such as black.")] = None,
    players: Annotated[int | None, typer.Option(help="How many seats, where the game leaves a choice.")] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="People on every seat, at one keyboard.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Bots on every seat.")] = False,
    stand_in: Annotated[
        int | None,
        typer.Option(metavar="N", help="Strength of the bot that plays on for somebody who leaves."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", metavar="NAME=VALUE", help="An option of the game, such as size=7; several times."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Repeat the same dice, decks and bots.")] = None,
    name: Annotated[str | None, typer.Option(help="Your name in the record.")] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with a saved game, by today's rules.")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the record here, after every move.")] = None,
    pause: Annotated[float, typer.Option(min=0, max=60, help="Seconds between moves while watching.")] = 0.5,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Plain letters instead of drawn signs.")] = False,
    lang: Lang = None,
) -> None:
    """Play in the terminal: against bots, with people at the same keyboard, or watching bots."""
    from alcove.bots.levels import check_level
    from alcove.terminal.session import Session
    from alcove.terminal.table import LocalTable

    if hot_seat and watch:
        raise typer.BadParameter("--hot-seat and --watch exclude each other.")
    wishes = _Wishes(seat, level, hot_seat, watch, name, seconds)
    if resume is None:
        record, bots = _begin(game, players, seed, option or [], wishes)
    else:
        record, bots = _resume(resume, game, wishes)
    if stand_in is not None:
        check_level(record.game, stand_in)
    if save is not None:
        write_record(record, save)
    plain = ascii_only or not can_show("●○┼")
    at_once = seed is None and not watch  # else the bots are all there is to see, or shall repeat themselves
    with compiling(record.game) if at_once else prepared(record.game):
        Session(
            out(plain), LocalTable(record, bots, stand_in, _seconds(record, wishes)), plain, seed, pause, save
        ).run()


class _Wishes:
    """Who shall sit where."""

    def __init__(
        self,
        seat: str | None,
        level: list[int] | None,
        hot_seat: bool,
        watch: bool,
        name: str | None,
        seconds: int | None,
    ) -> None:
        self.seat, self.level, self.hot_seat, self.watch, self.name = seat, level, hot_seat, watch, name
        self.seconds = seconds

    @property
    def any(self) -> bool:
        return bool(self.seat or self.level or self.hot_seat or self.watch)

    def bots(self, game: Game, players: int) -> dict[int, int]:
        from alcove.bots.levels import check_any_level, usual_level

        mine = _seat_number(game, players, self.seat)
        people = range(players) if self.hot_seat else () if self.watch else (mine,)
        levels = self.level or [usual_level(game)]
        for level in levels:
            check_any_level(game, level)
        seats = [seat for seat in range(players) if seat not in people]
        return {seat: levels[min(nth, len(levels) - 1)] for nth, seat in enumerate(seats)}

    def called(self, game: Game, level: int) -> str:
        """What a record calls a bot."""
        from alcove.bots.levels import USUAL_SECONDS, long_level

        return f"Bot {level}" + (f" ({self.seconds or USUAL_SECONDS} s)" if level == long_level(game) else "")


def _begin(
    name: str | None, players: int | None, seed: int | None, options: list[str], wishes: _Wishes
) -> tuple[Record, dict[int, int]]:
    import alcove
    from alcove.kernel.options import read_options
    from alcove.kernel.record import Record

    if name is None:
        raise OptionError(WHICH_GAME)
    game = alcove.game(name.lower())
    count = game.check_players(players if players is not None else game.players.start)
    chosen: dict[str, Any] = read_options(" ".join(options))
    bots = wishes.bots(game, count)
    names = tuple(
        wishes.called(game, bots[seat]) if seat in bots else wishes.name or game.seat_name(seat).en
        for seat in range(count)
    )
    return Record.begin(game.name, count, names, seed, **chosen), bots


def _resume(path: str, name: str | None, wishes: _Wishes) -> tuple[Record, dict[int, int]]:
    from alcove.bots.levels import every_level_of

    record = read_to_go_on(path)
    if name is not None and name.lower() != record.game.name:
        raise OptionError(OTHER_GAME.fill(title=record.game.title))
    if wishes.any:
        return record, wishes.bots(record.game, record.players)
    called = {seat: BOT_NAME.fullmatch(name) for seat, name in enumerate(record.names)}
    levels = every_level_of(record.game)
    bots = {seat: int(match[1]) for seat, match in called.items() if match is not None}
    return record, {seat: level for seat, level in bots.items() if level in levels}


def _seconds(record: Record, wishes: _Wishes) -> int:
    """How long the bots think that are told: as somebody says now, or as the record does."""
    from alcove.bots.levels import USUAL_SECONDS

    called = [BOT_NAME.fullmatch(name) for name in record.names]
    written = [int(match[2]) for match in called if match is not None and match[2] is not None]
    return wishes.seconds or max(written, default=0) or USUAL_SECONDS


def _seat_number(game: Game, players: int, wish: str | None) -> int:
    if wish is None:
        return 0
    for seat in range(players):
        names = {game.seat_name(seat).of(language).lower() for language in LANGUAGES}
        if wish.strip().lower() in {str(seat + 1), *names}:
            return seat
    raise OptionError(NO_SEAT.fill(seat=repr(wish[:40])))
