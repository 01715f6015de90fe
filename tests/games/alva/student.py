"""Who has done the lesson of Alva: counts captures, looks before placing, keeps to pairs and off the edge."""

from __future__ import annotations

from alcove import Position

SAMPLE = 5
LINES = ((1, 0), (0, 1))
SAFE_RUN = 2


def choose(position: Position, seat: int) -> str:
    actions = [action.text for action in position.legal(seat)]
    jumps = [text for text in actions if "x" in text]
    if jumps:
        return max(jumps, key=lambda text: _catch(position.play(seat, text), seat)[0])
    placements = [text for text in actions if "-" not in text]
    return min(placements, key=lambda text: (_loss(position.play(seat, text), seat), _cost(position, seat, text), text))


def _catch(position: Position, seat: int) -> tuple[int, Position]:
    """The most that this side can have captured after its turn, and the position then. What goes back is left out."""
    jumps = [action.text for action in position.legal(seat) if "x" in action.text] if seat in position.actors else []
    if not jumps:
        return position.view(None)["table"]["captured"][seat], position
    return max((_catch(position.play(seat, text), seat) for text in jumps), key=lambda caught: caught[0])


def _loss(position: Position, seat: int) -> int:
    """What the other side could capture at once, less what could be taken in return: a bait pays if that is more."""
    other = 1 - seat
    caught, after = _catch(position, other)
    lost = caught - int(position.view(None)["table"]["captured"][other])
    if not lost:
        return 0
    gained = _catch(after, seat)[0] - int(position.view(None)["table"]["captured"][seat])
    return lost - gained


def _cost(position: Position, seat: int, point: str) -> int:
    """The edge costs; a pair is a gain; a run of three is a danger."""
    board: list[str] = position.view(None)["table"]["board"]
    size = len(board)
    column, row = ord(point[0]) - ord("a"), int(point[1:]) - 1
    on_edge = column in (0, size - 1) or row in (0, size - 1)
    runs = [_run(board, column, row, line, "wb"[seat]) for line in LINES]
    return 2 * on_edge - (SAFE_RUN in runs) + 4 * (max(runs) > SAFE_RUN)


def _run(board: list[str], column: int, row: int, line: tuple[int, int], mine: str) -> int:
    """How many would stand side by side in this line."""
    length = 1
    for way in (1, -1):
        steps = 1
        while _at(board, column + way * steps * line[0], row + way * steps * line[1]) == mine:
            steps += 1
        length += steps - 1
    return length


def _at(board: list[str], column: int, row: int) -> str:
    size = len(board)
    inside = 0 <= column < size and 0 <= row < size
    return board[row][column] if inside else ""
