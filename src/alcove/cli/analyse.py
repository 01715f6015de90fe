"""`alcove analyse`: what could have gone better in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import SealedError
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.files import read_record
from alcove.terminal.language import say

if TYPE_CHECKING:
    from alcove.analysis import Judged
    from alcove.kernel.match import Played
    from alcove.kernel.record import Record

EXAMPLES = """\b
Examples:
  alcove analyse evening.alcove
  alcove analyse evening.alcove --costly
"""
SHORT = "Say what could have gone better in a finished game."

JUDGING = Text("Judging decisions", "Entscheidungen werden beurteilt")
NOT_OVER = Text("This game is not over yet.", "Dieses Spiel ist noch nicht zu Ende.")
STEP, WHO, DONE = Text("Action", "Aktion"), Text("Who", "Wer"), Text("Done", "Getan")
MARK, CHANCES, BETTER = Text("Mark", "Urteil"), Text("Chances", "Chancen"), Text("Better", "Besser")
ACCURACY = Text("{name}: accuracy {accuracy:.0f} %", "{name}: Genauigkeit {accuracy:.0f} %")
MARKS = {
    "best": Text("best", "bester Zug"),
    "good": Text("good", "gut"),
    "doubtful": Text("doubtful", "fraglich"),
    "mistake": Text("mistake", "Fehler"),
}


def analyse(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A file, or - for stdin.")],
    costly: Annotated[bool, typer.Option("--costly", help="Only decisions that cost something.")] = False,
    lang: Lang = None,
) -> None:
    """Judge every decision of a finished game by what its seat could know: what it cost, and what was better."""
    from alcove.analysis import accuracies, decisions, judged

    read = read_record(record)
    if read.outcome is None:
        raise SealedError(NOT_OVER)
    prepare(read.game)
    found: list[Judged] = []
    with progress(say(JUDGING)) as report:
        moments = list(decisions(read.start(), _played(read)))
        for one in judged(moments):
            if one is not None:
                found.append(one)
                report(len(found), len(moments))
    _show(read, [one for one in found if one.better is not None or not costly])
    for seat, accuracy in sorted(accuracies(found).items()):
        out().print(say(ACCURACY, name=read.names[seat], accuracy=accuracy))


def _played(read: Record) -> list[Played]:
    """The actions of a record. It does not say who was a person, so everybody is judged."""
    from alcove.kernel.match import Played

    steps = [(seat, action) for seat, action, _ in read.positions() if seat is not None and action is not None]
    return [Played(seat, action, action.text, 0, True) for seat, action in steps]


def _show(read: Record, shown: list[Judged]) -> None:
    from rich.table import Table as Grid

    grid = Grid()
    for number, heading in enumerate((STEP, WHO, DONE, MARK, CHANCES, BETTER)):
        grid.add_column(say(heading), justify="right" if number in (0, 4) else "left")
    for one in shown:
        chances = f"{100 * one.value:.0f} / {100 * one.best:.0f} %"
        done = read.actions[one.step - 1][1]
        grid.add_row(str(one.step), read.names[one.seat], done, say(MARKS[one.mark]), chances, " ".join(one.line))
    out().print(grid)
