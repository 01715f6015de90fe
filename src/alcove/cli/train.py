"""`alcove train`: learn what a position is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.language import say

if TYPE_CHECKING:
    from alcove.bots.training import Round

EXAMPLES = """\b
Examples:
  alcove train GAME
  alcove train GAME --seed 7 --to weights.npz
  alcove train GAME --rounds 2
"""
SHORT = "Learn what positions are worth."

LEARNING = Text("Learning", "Es wird gelernt")
NOTHING_TO_LEARN = Text("{title} has no evaluation that is learned.", "{title} hat keine Bewertung, die gelernt wird.")
LESSON = Text("Lesson", "Lektion")
ROUND = Text("Round", "Runde")
POSITIONS = Text("Positions", "Stellungen")
LOSS = Text("Error", "Fehler")
UNTRAINED = Text("Untrained", "Ungelernt")
CURVE = Text("Learned", "Gelernt")
WRITTEN = Text("The weights are in {path}.", "Die Gewichte stehen in {path}.")
CAPTION = Text(
    "The error is measured on new games, before anything is learned from them.",
    "Der Fehler wird an neuen Spielen gemessen, bevor aus ihnen gelernt wird.",
)
BAR = 30
"""The length of a bar for an error as large as without any learning."""
MOST_ROWS = 50
"""Of more rounds only some are shown."""


def train(
    game: Annotated[str, typer.Argument(help="Which game; `alcove games` lists them.")],
    seed: Annotated[int, typer.Option(min=0, help="The same seed learns the same weights.")] = 1,
    rounds: Annotated[int | None, typer.Option(min=1, max=10_000, help="Rounds of each lesson.")] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Where they go; else weights-GAME.npz.")] = None,
    lang: Lang = None,
) -> None:
    """Let a game's search play against itself and learn from it what positions are worth."""
    import alcove

    chosen = alcove.game(game.lower())
    plan = chosen.bot.TRAINING
    if plan is None:
        raise OptionError(NOTHING_TO_LEARN.fill(title=chosen.title))
    if rounds is not None:
        plan = plan.with_rounds(rounds)
    path = to or Path(f"weights-{chosen.name}.npz")
    prepare(chosen)
    told: list[Round] = []
    of = sum(lesson.rounds for lesson in plan.lessons)
    with progress(say(LEARNING)) as report:

        def keep(one: Round) -> None:
            told.append(one)
            report(len(told), of)

        weights = plan.train(chosen, seed, keep)
    path.write_bytes(plan.write(weights, seed))
    _tell(told)
    out().print(say(WRITTEN, path=path), soft_wrap=True)


def _tell(rounds: list[Round]) -> None:
    """The curve: what the error was in each round."""
    from rich.table import Table as Grid

    grid = Grid(caption=say(CAPTION))
    for heading in (LESSON, ROUND, POSITIONS, UNTRAINED, LOSS):
        grid.add_column(say(heading), justify="right")
    grid.add_column(say(CURVE))
    for one in rounds[:: -(-len(rounds) // MOST_ROWS)]:
        bar = "█" * round(BAR * min(1.0, one.before / one.untrained))
        counts = (one.lesson + 1, one.number + 1, one.positions)
        grid.add_row(*map(str, counts), f"{one.untrained:.3f}", f"{one.before:.3f}", bar)
    out().print(grid)
