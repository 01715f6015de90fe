"""Alva's board in the terminal: points where lines meet, coordinates on all sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alcove.kernel.text import Text
from alcove.terminal.language import say
from alcove.terminal.scene import Scene

if TYPE_CHECKING:
    from rich.console import RenderableType

SIGNS = {"w": "○", "b": "●"}
SIDES = "wb"
BOARD_STYLE = "black on #d9b47c"

IN_HAND = Text("in hand", "Vorrat")
CAPTURED = Text("captured", "geschlagen")
PENDING = Text("({n} pending)", "({n} offen)")
ON_EDGE = Text("edge", "Rand")
SCORE = Text("score", "Wertung")
TO_MOVE = Text("to move", "am Zug")
MUST_CAPTURE = Text("must capture", "muss schlagen")
MUST_JUMP_ON = Text("{point} must jump on", "{point} muss weiterspringen")
MUST_PLACE = Text("must place", "muss setzen")


def draw(scene: Scene) -> RenderableType:
    from rich.console import Group
    from rich.text import Text as Styled

    lines = board_lines(scene)
    style = "" if scene.ascii_only else BOARD_STYLE
    board = Styled("\n").join(Styled(line, style=style) for line in lines)
    return Group(board, "", _sides(scene))


def board_lines(scene: Scene) -> list[str]:
    rows: list[str] = scene.view["table"]["board"]
    size = len(rows)
    marked = {move["to"] for move in scene.last}
    letters = "    " + "".join(f" {letter} " for letter in "abcdefghi"[:size]) + "    "
    lines = [letters]
    for number in range(size, 0, -1):
        points = "".join(_point(scene, rows, number - 1, column, marked) for column in range(size))
        lines.append(f"  {number} {points} {number}  ")
    return [*lines, letters]


def _point(scene: Scene, rows: list[str], row: int, column: int, marked: set[str]) -> str:
    last = len(rows) - 1
    piece = rows[row][column]
    if scene.ascii_only:
        left, sign, right = " ", piece, " "
    else:
        left, right = "─" if column else " ", "─" if column < last else " "
        sign = SIGNS.get(piece) or _crossing(row, column, last)
    if piece != "." and f"{'abcdefghi'[column]}{row + 1}" in marked:
        left, right = "(", ")"
    return left + sign + right


def _crossing(row: int, column: int, last: int) -> str:
    line = 0 if row == last else 2 if row == 0 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[line][0 if column == 0 else 2 if column == last else 1]


def _sides(scene: Scene) -> RenderableType:
    from rich.table import Table as Grid

    table = scene.view["table"]
    grid = Grid.grid(padding=(0, 2))
    for seat in range(2):
        sign = SIDES[seat] if scene.ascii_only else SIGNS[SIDES[seat]]
        pending = table["pending"][seat]
        grid.add_row(
            f"{sign} {say(scene.game.seat_name(seat))}",
            f"{say(IN_HAND)} {table['hands'][seat]}",
            f"{say(CAPTURED)} {table['captured'][seat]}" + (f" {say(PENDING, n=pending)}" if pending else ""),
            f"{say(ON_EDGE)} {table['edge'][seat]}",
            f"{say(SCORE)} {table['score'][seat]}",
            _turn(scene.view, seat),
        )
    return grid


def _turn(view: dict[str, Any], seat: int) -> str:
    if seat not in view["actors"]:
        return ""
    table = view["table"]
    if table["jumper"]:
        return say(MUST_JUMP_ON, point=table["jumper"])
    if table["shifted"]:
        return say(MUST_PLACE)
    return say(MUST_CAPTURE if table["must_capture"] else TO_MOVE)
