"""Why an action is refused: the clause, and a sentence."""

from __future__ import annotations

from alcove.games.alva import rules
from alcove.games.alva.board import STEP, STRIDE, point_name
from alcove.kernel.position import Position
from alcove.kernel.text import Text

MUST_CAPTURE = (
    "ALVA-4",
    Text("A capture is open, so a capture must be made.", "Ein Schlag ist möglich, also muss geschlagen werden."),
)
MUST_GO_ON = Text(
    "The piece on {point} can jump again, so it must.",
    "Der Stein auf {point} kann weiterspringen, also muss er.",
)
ONE_SHIFT = (
    "ALVA-5",
    Text("Only one shift in a turn; now place a piece.", "Nur einmal schieben in einem Zug; setze nun einen Stein."),
)
NO_JUMP_AFTER_SHIFT = (
    "ALVA-7",
    Text(
        "A capture opened by the shift waits for a later turn; now place a piece.",
        "Ein Schlag, den das Schieben öffnet, wartet auf einen späteren Zug; setze nun einen Stein.",
    ),
)
OFF_BOARD = Text("{point} is not on this board.", "{point} liegt nicht auf diesem Brett.")
HAND_EMPTY = Text("No piece is left in hand.", "Im Vorrat ist kein Stein mehr.")


def refuse(position: Position, seat: int, action: int) -> tuple[str, Text]:
    """The reason for an action that is not legal, given by a seat whose turn it is."""
    state = position.state
    if action >= rules.JUMP_FROM:
        return _refuse_jump(position, seat, *divmod(action - rules.JUMP_FROM, 4))
    if state.jumper >= 0:
        return "ALVA-11", MUST_GO_ON.fill(point=point_name(int(state.jumper)))
    if rules.must_capture(state):
        return MUST_CAPTURE
    if action < rules.SHIFT_FROM:
        return _refuse_place(position, action - rules.PLACE_FROM)
    return _refuse_shift(position, seat, *divmod(action - rules.SHIFT_FROM, 4))


def _off_board(position: Position, point: int) -> bool:
    size = int(position.state.width)
    return not 0 <= point < STRIDE * STRIDE or point // STRIDE >= size or point % STRIDE >= size


def _step_leaves_board(position: Position, point: int, direction: int) -> bool:
    target = point + int(STEP[direction])
    crosses_side = direction < 2 and target // STRIDE != point // STRIDE
    return crosses_side or _off_board(position, target)


def _size_clause(position: Position) -> str:
    return "ALVA-1" if position.state.width == STRIDE else "ALVA-3"


def _refuse_place(position: Position, point: int) -> tuple[str, Text]:
    if _off_board(position, point):
        return _size_clause(position), OFF_BOARD.fill(point=point_name(point))
    return "ALVA-6", Text(
        "{point} is taken; a piece is placed on a vacant point.",
        "{point} ist besetzt; gesetzt wird auf einen freien Punkt.",
    ).fill(point=point_name(point))


def _refuse_shift(position: Position, seat: int, point: int, direction: int) -> tuple[str, Text]:
    state = position.state
    if _off_board(position, point) or _step_leaves_board(position, point, direction):
        return _size_clause(position), Text("That leads off the board.", "Das führt vom Brett.")
    if state.shifted:
        return ONE_SHIFT
    if not rules.stands(state, seat, point):
        return "ALVA-5", Text("There is no piece of yours on {point}.", "Auf {point} steht kein Stein von dir.").fill(
            point=point_name(point)
        )
    return "ALVA-5", Text(
        "{point} is taken; a piece is shifted to a vacant point.",
        "{point} ist besetzt; geschoben wird auf einen freien Punkt.",
    ).fill(point=point_name(point + int(STEP[direction])))


def _refuse_jump(position: Position, seat: int, point: int, direction: int) -> tuple[str, Text]:
    state = position.state
    if state.shifted:
        return NO_JUMP_AFTER_SHIFT
    if state.jumper >= 0 and point != state.jumper:
        return "ALVA-11", MUST_GO_ON.fill(point=point_name(int(state.jumper)))
    if _off_board(position, point) or not rules.stands(state, seat, point):
        return "ALVA-8", Text(
            "There is no piece of yours on {point} that could jump.",
            "Auf {point} steht kein Stein von dir, der springen könnte.",
        ).fill(point=point_name(point))
    run, at = 0, point
    while not _step_leaves_board(position, at, direction):
        at += int(STEP[direction])
        if not rules.stands(state, 1 - seat, at):
            break
        run += 1
    return _refuse_run(position, run, at)


def _refuse_run(position: Position, run: int, at: int) -> tuple[str, Text]:
    if run == 0:
        return "ALVA-8", Text(
            "A jump goes over opposing pieces that start on the neighbouring point.",
            "Ein Sprung geht über gegnerische Steine, die auf dem Nachbarpunkt beginnen.",
        )
    if rules.stands(position.state, 1 - position.state.to_move, at):
        return "ALVA-13", Text(
            "Behind the run the board ends; there is no point to land on.",
            "Hinter der Reihe endet das Brett; dort ist kein Punkt zum Landen.",
        )
    if rules.stands(position.state, position.state.to_move, at):
        return "ALVA-8", Text("The point behind the run is taken.", "Der Punkt hinter der Reihe ist besetzt.")
    return "ALVA-9", Text(
        "Exactly two pieces cannot be jumped: only one, or three and more.",
        "Genau zwei Steine kann man nicht überspringen: nur einen, oder drei und mehr.",
    )
