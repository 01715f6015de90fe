"""Analyses as clients are told them: what was decided, and what would have been better."""

from __future__ import annotations

from collections.abc import Sequence

from alcove.analysis import Analysis, Decision, Judged, accuracies
from alcove.kernel.position import Position
from alcove.kernel.story import tell
from alcove.kernel.text import Text
from alcove.server import learning_shapes, shapes
from alcove.server.tables import Table


def analysed(known: Analysis, players: int) -> learning_shapes.Analysis:
    judged = [Decision(one.step, one.seat, one.mark, one.value, one.best, one.better) for one in known.decisions]
    accuracy = accuracies(known.decisions)
    return learning_shapes.Analysis(judged, [accuracy.get(seat) for seat in range(players)], len(judged), known.of)


def line_of(table: Table, decision: Judged, language: str) -> learning_shapes.Line:
    """The better line on the board, as the seat that decided would have seen it."""
    before = table.position_after(decision.step - 1)
    return learning_shapes.Line(line_steps(before, decision.seat, decision.line, language, table.names()))


def line_steps(
    position: Position, viewer: int, line: Sequence[str], language: str, names: Sequence[Text] | None = None
) -> list[learning_shapes.LineStep]:
    """A position and what is done from there on, each step as a viewer sees it. The viewer acts first."""
    steps = [_step(position, viewer)]
    seat = viewer
    for number, text in enumerate(line):
        [(action, after)] = position.play_turn(seat, text)
        story = [one.of(language) for one in tell(position, after, seat, action, viewer, names)]
        turn = shapes.LastTurn(number, seat, action.text, [position.parts(seat, action.index)])
        steps.append(_step(after, viewer, seat, action.text, turn, story))
        position = after
        if len(position.awaited) != 1:
            break
        seat = position.awaited[0]
    return steps


def _step(
    position: Position,
    viewer: int,
    seat: int | None = None,
    text: str | None = None,
    turn: shapes.LastTurn | None = None,
    story: Sequence[str] = (),
) -> learning_shapes.LineStep:
    view: shapes.View = position.view(viewer)  # type: ignore[assignment]
    return learning_shapes.LineStep(seat, text, turn, list(story), view)
