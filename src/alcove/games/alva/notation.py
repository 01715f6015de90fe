"""How Alva is written: `e5`, `c3-c4`, `a3xc3`, whole turns, and a position in one line."""

from __future__ import annotations

import re
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np

from alcove.games.alva import rules
from alcove.games.alva.board import (
    BLACK,
    POINTS,
    SIZES,
    STEP,
    STRIDE,
    WHITE,
    point_name,
    point_named,
)
from alcove.kernel.errors import IllegalError, UnreadableError
from alcove.kernel.position import NO_SUCH_ACTION, Position
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.kernel.game import Game

ACTION = re.compile(r"([a-i][1-9])(?:([-x])([a-i][1-9]))?", re.ASCII)
POINT = re.compile(r"[a-i][1-9]", re.ASCII)
TURN_WORD = re.compile(r"[a-i][1-9](?:-[a-i][1-9]|(?:x[a-i][1-9])+)?", re.ASCII)
NUMBER = r"(0|[1-9][0-9]?)"
POSITION = re.compile(
    rf"([wb1-9/]+) ([wb]) {NUMBER}-{NUMBER} {NUMBER}-{NUMBER} {NUMBER}(r?)(?: (shifted|x:([a-i][1-9]):([1-9][0-9]?)))?",
    re.ASCII,
)
VACANT_RUN = re.compile(r"\.+")
SIDES = "wb"


def landing(position: Position, seat: int, point: int, direction: int) -> int:
    """The point directly behind the run of opposing pieces."""
    at = point + int(STEP[direction])
    while rules.stands(position.state, 1 - seat, at):
        at += int(STEP[direction])
    return at


def _static_text(action: int) -> str:
    if action < rules.SHIFT_FROM:
        return point_name(action)
    point, direction = divmod(action - rules.SHIFT_FROM, 4)
    return f"{point_name(point)}-{point_name((point + int(STEP[direction])) % POINTS)}"


STATIC_TEXTS = [_static_text(action) for action in range(rules.JUMP_FROM)]
"""Placements and shifts read the same in every position; where a jump lands depends on it."""


def write_action(position: Position, seat: int, action: int) -> str:
    if action < rules.JUMP_FROM:
        return STATIC_TEXTS[action]
    point, direction = divmod(action - rules.JUMP_FROM, 4)
    return f"{point_name(point)}x{point_name(landing(position, seat, point, direction))}"


def read_action(position: Position, seat: int, text: str) -> int:
    """The action that a text names. Raises IllegalError where the words are clear but name nothing on this board."""
    match = ACTION.fullmatch(text.strip().lower())
    if match is None:
        raise UnreadableError(
            Text(
                "A move is written like e5, c3-c4 or a3xc3.",
                "Ein Zug wird so geschrieben: e5, c3-c4 oder a3xc3.",
            )
        )
    if match[2] is None:
        return placement(position, match[1])
    return (shift if match[2] == "-" else jump)(position, seat, match[1], match[3])


def placement(position: Position, to: str) -> int:
    return rules.PLACE_FROM + _point(to, position)


def shift(position: Position, seat: int, origin: str, to: str) -> int:
    start, end, direction = _line(position, origin, to)
    if direction is None or start + STEP[direction] != end:
        raise IllegalError(
            "ALVA-5",
            Text(
                "A piece is shifted one step along a line.",
                "Ein Stein wird einen Schritt weit auf einer Linie verschoben.",
            ),
        )
    return rules.SHIFT_FROM + 4 * start + direction


def jump(position: Position, seat: int, origin: str, to: str) -> int:
    start, end, direction = _line(position, origin, to)
    if direction is None:
        raise IllegalError(
            "ALVA-8",
            Text("A jump goes straight along a line.", "Ein Sprung geht gerade auf einer Linie entlang."),
        )
    action = rules.JUMP_FROM + 4 * start + direction
    if action in position.legal_indices(seat) and landing(position, seat, start, direction) != end:
        raise IllegalError(
            "ALVA-8",
            Text(
                "A jump ends directly behind the run, here on {point}.",
                "Ein Sprung endet direkt hinter der Reihe, hier auf {point}.",
            ).fill(point=point_name(landing(position, seat, start, direction))),
        )
    return action


def _line(position: Position, origin: str, to: str) -> tuple[int, int, int | None]:
    """From where, to where, and in which direction; None off the lines."""
    start, end = _point(origin, position), _point(to, position)
    return start, end, _direction(start, end)


def _point(name: str, position: Position) -> int:
    size = int(position.options["size"])
    point = point_named(name, size)
    if point is None and not POINT.fullmatch(name):
        raise UnreadableError(NO_SUCH_ACTION)
    if point is None:
        raise IllegalError(
            "ALVA-3" if size < STRIDE else "ALVA-1",
            Text("This board has no point {name}.", "Dieses Brett hat keinen Punkt {name}.").fill(name=name),
        )
    return point


def _direction(start: int, end: int) -> int | None:
    rows, columns = end // STRIDE - start // STRIDE, end % STRIDE - start % STRIDE
    if (rows == 0) == (columns == 0):
        return None
    if rows == 0:
        return 0 if columns > 0 else 1
    return 2 if rows > 0 else 3


def join(actions: list[str]) -> str:
    """A turn in one piece: `c3-c4 e5`, `a3xc3xc5`."""
    turn = actions[0]
    for text in actions[1:]:
        start, is_jump, end = text.partition("x")
        turn += f"x{end}" if is_jump and turn.endswith(start) else f" {text}"
    return turn


def split(turn: str) -> list[str]:
    actions: list[str] = []
    for word in turn.split():
        if TURN_WORD.fullmatch(word.lower()) is None:
            actions.append(word)
            continue
        points = word.lower().split("x")
        actions += [f"{a}x{b}" for a, b in pairwise(points)] or [word]
    return actions


def write_position(position: Position) -> str:
    state = position.state
    signs = reversed(board_rows(position.fields()))
    rows = "/".join(VACANT_RUN.sub(lambda run: str(len(run[0])), row) for row in signs)
    words = [
        rows,
        SIDES[state.to_move],
        f"{state.hands[WHITE]}-{state.hands[BLACK]}",
        f"{state.captured[WHITE]}-{state.captured[BLACK]}",
        f"{state.before}{'r' if state.before_returned else ''}",
    ]
    if state.jumper >= 0:
        words.append(f"x:{point_name(int(state.jumper))}:{state.taken}")
    elif state.shifted:
        words.append("shifted")
    return " ".join(words)


def board_rows(fields: SimpleNamespace) -> list[str]:
    """The board from row 1 up, a sign for each point: `w`, `b`, or `.` if vacant."""
    size = fields.width
    return list(map(ROWS[size].__getitem__, fields.lines[:size]))


class _Rows(dict[int, str]):
    """Rows by their numbers in base 3, each written when it is first asked for."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __missing__(self, code: int) -> str:
        row = self[code] = "".join(".wb"[code // 3**column % 3] for column in range(self._size))
        return row


ROWS = {size: _Rows(size) for size in SIZES}


def read_position(game: Game, text: str) -> Position:
    match = POSITION.fullmatch(text.strip())
    if match is None:
        raise _bad(
            "a position looks like 9/9/9/9/9/9/9/9/9 w 34-34 0-0 0.",
            "eine Stellung sieht so aus: 9/9/9/9/9/9/9/9/9 w 34-34 0-0 0.",
        )
    rows = match[1].split("/")
    size = len(rows)
    if size not in SIZES:
        raise _bad("a board has 5, 7 or 9 rows.", "ein Brett hat 5, 7 oder 9 Reihen.")
    row = np.zeros(1, dtype=rules.STATE)
    state = row[0]
    state.width = size
    for number, line in zip(reversed(range(size)), rows, strict=True):
        _read_row(state, number, line)
    state.to_move = SIDES.index(match[2])
    state.hands[:] = int(match[3]), int(match[4])
    state.captured[:] = int(match[5]), int(match[6])
    state.before = int(match[7])
    state.before_returned = match[8] == "r"
    state.jumper = -1
    _read_unfinished_turn(state, match)
    pieces = _check(state)
    return Position(game, 2, {"size": size, "pieces": pieces}, row)


def _read_row(state: rules.State, row: int, line: str) -> None:
    column = 0
    size = int(state.width)
    after_digit = False
    for sign in line:
        if sign.isdigit():
            if after_digit:
                raise _bad("two numbers side by side.", "zwei Zahlen nebeneinander.")
            column += int(sign)
        elif column < size:
            rules.put(state, SIDES.index(sign), row * STRIDE + column)
            column += 1
        else:
            column = size + 1
        after_digit = sign.isdigit()
    if column != size:
        raise _bad(f"row {row + 1} needs {size} points.", f"Reihe {row + 1} braucht {size} Punkte.")


def _read_unfinished_turn(state: rules.State, match: re.Match[str]) -> None:
    side = int(state.to_move)
    if match[9] == "shifted":
        if state.hands[side] == 0:
            raise _bad("a shift needs a piece in hand (ALVA-7).", "Schieben braucht einen Stein im Vorrat (ALVA-7).")
        if not any(rules.shifts(state, direction, word) for direction in range(4) for word in range(2)):
            raise _bad("no piece can have been shifted.", "kein Stein kann verschoben worden sein.")
        state.shifted = 1
    elif match[9]:
        point = point_named(match[10], int(state.width))
        taken = int(match[11])
        if point is None or not rules.stands(state, side, point):
            raise _bad("the jumping piece is not there.", "der springende Stein steht nicht da.")
        if not any(rules.can_jump(state, side, point, direction) for direction in range(4)):
            raise _bad("the jumping piece cannot jump.", "der springende Stein kann nicht springen.")
        if taken > state.captured[side]:
            raise _bad("more captured in this turn than in all.", "in diesem Zug mehr geschlagen als insgesamt.")
        state.jumper = point
        state.taken = taken


def _check(state: rules.State) -> int:
    """Pieces are never lost: each side's add up, and to the same number (ALVA-2)."""
    sums = [
        int(state.hands[side]) + rules.stones_on_board(state, side) + int(state.captured[1 - side]) for side in (0, 1)
    ]
    if sums[0] != sums[1] or not 1 <= sums[0] <= rules.MAX_PIECES:
        raise _bad(
            f"White has {sums[0]} pieces, Black {sums[1]}; both need the same number, at most {rules.MAX_PIECES}.",
            f"Weiß hat {sums[0]} Steine, Schwarz {sums[1]}; beide brauchen gleich viele, bis {rules.MAX_PIECES}.",
        )
    other = 1 - int(state.to_move)
    kept_before = 0 if state.before_returned else int(state.before)
    if kept_before > state.captured[other]:
        raise _bad("more captured in the turn before than in all.", "im Zug davor mehr geschlagen als insgesamt.")
    if state.before_returned and state.before > state.hands[int(state.to_move)]:
        raise _bad(
            "pieces given back must be in hand (ALVA-15).", "zurückgegebene Steine müssen im Vorrat sein (ALVA-15)."
        )
    if state.before_returned and state.before == 0:
        raise _bad("nothing was given back.", "nichts wurde zurückgegeben.")
    return sums[0]


def _bad(en: str, de: str) -> UnreadableError:
    return UnreadableError(Text(f"Unreadable position: {en}", f"Unlesbare Stellung: {de}"))
