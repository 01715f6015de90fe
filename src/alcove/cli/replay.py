"""`alcove replay`: step through a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text
from alcove.terminal.console import can_show, out, printable
from alcove.terminal.files import STDIN, read_record
from alcove.terminal.language import say

if TYPE_CHECKING:
    from rich.console import Console

    from alcove.terminal.table import LocalTable

EXAMPLES = """\b
Examples:
  alcove replay evening.alcove
  alcove replay evening.alcove --at 12
  alcove replay evening.alcove --all | less
"""
SHORT = "Step through a record."

PROMPT = Text("{at}/{of}   n next, p back, a number, q quit > ", "{at}/{of}   n weiter, p zurück, eine Zahl, q Ende > ")
START = Text("The start", "Der Beginn")
NO_SUCH_STEP = Text("The record has {of} actions.", "Die Aufzeichnung hat {of} Aktionen.")
NO_SEAT = Text("There is no seat {seat}.", "Einen Platz {seat} gibt es nicht.")
STDIN_TWICE = Text(
    "A record from stdin needs --all or --at N.", "Eine Aufzeichnung von stdin braucht --all oder --at N."
)


def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A file, or - for stdin.")],
    every: Annotated[bool, typer.Option("--all", help="Print every position and stop.")] = False,
    at: Annotated[int | None, typer.Option(help="Print the position after this many actions and stop.")] = None,
    seat: Annotated[int | None, typer.Option(help="Look through this seat, from 1; else as a spectator.")] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Plain letters instead of drawn signs.")] = False,
    lang: Lang = None,
) -> None:
    """Step through a record, position by position."""
    from alcove.terminal.table import LocalTable

    if record == STDIN and not every and at is None:
        raise OptionError(STDIN_TWICE)
    read = read_record(record)
    if seat is not None and not 1 <= seat <= read.players:
        raise OptionError(NO_SEAT.fill(seat=seat))
    viewer = None if seat is None else seat - 1
    plain = ascii_only or not can_show("●○┼")
    walk = _Walk(out(plain), LocalTable(read, {}), viewer, plain)
    if every:
        for number in range(walk.last + 1):
            walk.show(number)
    elif at is not None:
        if not 0 <= at <= walk.last:
            raise OptionError(NO_SUCH_STEP.fill(of=walk.last))
        walk.show(at)
    else:
        walk.step_through()


class _Walk:
    def __init__(self, console: Console, table: LocalTable, viewer: int | None, ascii_only: bool) -> None:
        self.console, self.table, self.viewer, self.ascii_only = console, table, viewer, ascii_only
        self.names = table.names()
        self.last = len(table.steps)

    def show(self, number: int) -> None:
        from alcove.kernel.story import tell_change
        from alcove.terminal.draw import draw
        from alcove.terminal.scene import Scene

        step = self.table.steps[number - 1] if number else None
        position = step.after if step else self.table.start
        if step is None:
            self.console.print(f"0/{self.last}  {say(START)}: {self._who_plays()}", style="bold")
        else:
            text = step.text_for(self.viewer)
            self.console.print(f"{number}/{self.last}  {say(self.names[step.seat])}: {text}", style="bold")
            for sentence in step.story(self.viewer, self.names):
                self.console.print(f"  {say(sentence)}")
        for change in self.table.match.changes:
            if change.at == number:
                self.console.print(f"  {say(tell_change(self.names[change.seat], change.level))}")
        last = [step.parts_for(self.viewer)] if step else []
        self.console.print()
        self.console.print(draw(Scene.of(position, self.viewer, last, self.ascii_only)))
        self.console.print()
        ending = self.table.match.sentence(self.names) if number == self.last else None
        if ending is not None:
            self.console.print(say(ending), style="bold")

    def _who_plays(self) -> str:
        seats = [say(self.table.game.seat_name(seat)) for seat in range(self.table.match.players)]
        called = [say(name) for name in self.names]
        return ", ".join(seat if name == seat else f"{seat} ({name})" for seat, name in zip(seats, called, strict=True))

    def step_through(self) -> None:
        at = 0
        self.show(at)
        while True:
            self.console.print(say(PROMPT, at=at, of=self.last), end="")
            line = sys.stdin.readline()
            word = line.strip().lower()
            if not sys.stdin.isatty():
                self.console.print(printable(word))
            if not line or word in ("q", "quit", "ende"):
                return
            wanted = self._wanted(word, at)
            if wanted is None:
                self.console.print(say(NO_SUCH_STEP, of=self.last))
            else:
                at = wanted
                self.show(at)

    def _wanted(self, word: str, at: int) -> int | None:
        if word in ("", "n"):
            return min(at + 1, self.last)
        if word == "p":
            return max(at - 1, 0)
        if word.isascii() and word.isdigit() and len(word) < 9 and int(word) <= self.last:
            return int(word)
        return None
