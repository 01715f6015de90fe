"""Alva, written a second time: dicts and lists, one rule after the other.

This module shares no code with the fast engine, so the two can be compared. The ids in the
comments (ALVA-4 and so on) name the clause of the rules that the line enforces.

A position is never changed; `play` returns a new one. The unit of play is one action: a placement
`e5`, a shift `c3-c4` or a single jump `a3xc3`. A turn is one or more actions of the same player.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

Point = tuple[int, int]
"""Column and row, both counted from 1: a1 is (1, 1)."""

WHITE = 0
BLACK = 1
LETTERS = "wb"
COLUMNS = "abcdefghi"
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # ALVA-5, ALVA-8: never diagonal

DEFAULT_PIECES = {5: 10, 7: 20, 9: 34}  # ALVA-1, ALVA-2, ALVA-3

NUMBER = "(0|[1-9][0-9]*)"
LINE = re.compile(
    f"([wb1-9/]+) ([wb]) {NUMBER}-{NUMBER} {NUMBER}-{NUMBER} {NUMBER}(r?)(?: x:([a-i][1-9]):{NUMBER}| (shifted))?"
)


def name_of(point: Point) -> str:
    column, row = point
    return f"{COLUMNS[column - 1]}{row}"


def point_of(name: str) -> Point:
    return COLUMNS.index(name[0]) + 1, int(name[1])


def changed(pair: tuple[int, int], player: int, amount: int) -> tuple[int, int]:
    """The pair with `amount` added to the number of one player."""
    white, black = pair
    return (white + amount, black) if player == WHITE else (white, black + amount)


@dataclass(frozen=True)
class Alva:
    size: int
    board: Mapping[Point, int]
    """The occupied points only, with the colour of the piece."""
    to_move: int
    hands: tuple[int, int]
    captured: tuple[int, int]
    """Captured by White, captured by Black; pending ones (ALVA-17) and those of an open chain included."""
    before: int
    """How many pieces the turn just before captured."""
    returned: bool
    """Whether those were given back."""
    jumper: Point | None = None
    """The piece that must go on jumping."""
    taken: int = 0
    """How many pieces the open chain has captured so far."""
    shifted: bool = False
    """Whether the player to move has shifted in this turn."""

    # Making and writing positions

    @staticmethod
    def start(size: int = 9, pieces: int | None = None) -> Alva:
        if size not in DEFAULT_PIECES:  # ALVA-1, ALVA-3
            raise ValueError(f"size must be 5, 7 or 9, not {size}")
        if pieces is None:
            pieces = DEFAULT_PIECES[size]  # ALVA-2, ALVA-3
        if pieces < 1:
            raise ValueError("each player needs at least one piece")
        # ALVA-1: the board starts empty. ALVA-2: White begins, all pieces are in hand.
        return Alva(size, {}, WHITE, (pieces, pieces), (0, 0), 0, False)

    @staticmethod
    def read(text: str) -> Alva:
        match = LINE.fullmatch(text)
        if match is None:
            raise ValueError(f"not a position: {text!r}")
        rows, side, hand_w, hand_b, captured_w, captured_b, before, r, jumper, taken, shifted = match.groups()
        size, board = read_rows(rows)
        position = Alva(
            size,
            board,
            LETTERS.index(side),
            (int(hand_w), int(hand_b)),
            (int(captured_w), int(captured_b)),
            int(before),
            r == "r",
            point_of(jumper) if jumper else None,
            int(taken) if taken else 0,
            shifted is not None,
        )
        position.check()
        return position

    def check(self) -> None:
        """Raise ValueError when the numbers and words of the position do not fit together."""
        me, other = self.to_move, 1 - self.to_move
        if self.total(WHITE) != self.total(BLACK):  # ALVA-2
            raise ValueError(f"{self.total(WHITE)} white but {self.total(BLACK)} black pieces in all")
        if self.total(WHITE) < 1:
            raise ValueError("there are no pieces")
        if self.returned:
            if self.before == 0:
                raise ValueError("nothing was captured, so nothing was given back")
            if self.hands[me] < self.before:  # ALVA-15
                raise ValueError("the pieces given back are not in the hand")
        elif self.captured[other] < self.before:  # ALVA-14
            raise ValueError("the turn before captured more than its player holds")
        if self.jumper is not None:
            if self.board.get(self.jumper) != me:
                raise ValueError("the piece that must go on jumping is not there")
            if self.taken == 0:
                raise ValueError("an open chain has captured at least one piece")
            if self.taken > self.captured[me]:
                raise ValueError("the open chain captured more than its player holds")
            if not self.jumps_of(self.jumper):  # ALVA-11
                raise ValueError("the piece that must go on jumping cannot jump")
        if self.shifted:
            if self.hands[me] == 0:  # ALVA-7
                raise ValueError("a shift needs a piece in hand")
            if not self.shifts():  # the shifted piece stands next to the point that it left
                raise ValueError("no piece can have been shifted")

    def text(self) -> str:
        words = [
            "/".join(self.row_text(row) for row in range(self.size, 0, -1)),
            LETTERS[self.to_move],
            f"{self.hands[WHITE]}-{self.hands[BLACK]}",
            f"{self.captured[WHITE]}-{self.captured[BLACK]}",
            f"{self.before}r" if self.returned else f"{self.before}",
        ]
        if self.jumper is not None:
            words.append(f"x:{name_of(self.jumper)}:{self.taken}")
        if self.shifted:
            words.append("shifted")
        return " ".join(words)

    def row_text(self, row: int) -> str:
        text = ""
        vacant = 0
        for column in range(1, self.size + 1):
            if (column, row) not in self.board:
                vacant += 1
                continue
            if vacant:
                text += str(vacant)
                vacant = 0
            text += LETTERS[self.board[column, row]]
        return text + str(vacant) if vacant else text

    # Looking at the board

    def points(self) -> list[Point]:
        return [(column, row) for row in range(1, self.size + 1) for column in range(1, self.size + 1)]

    def on_board(self, point: Point) -> bool:
        return 1 <= point[0] <= self.size and 1 <= point[1] <= self.size

    def on_edge(self, point: Point) -> bool:
        return point[0] in (1, self.size) or point[1] in (1, self.size)

    def vacant(self) -> list[Point]:
        return [point for point in self.points() if point not in self.board]

    def pieces_of(self, player: int) -> list[Point]:
        return [point for point in self.points() if self.board.get(point) == player]

    def total(self, player: int) -> int:
        """All pieces of one colour: in hand, on the board, and captured by the other side."""
        return self.hands[player] + len(self.pieces_of(player)) + self.captured[1 - player]

    # What the player to move can do

    def jumps_of(self, piece: Point) -> dict[Point, list[Point]]:
        """The jumps of one piece: landing point, and the pieces jumped over."""
        jumps = {}
        for right, up in DIRECTIONS:  # ALVA-8: straight along a line
            run = []
            point = (piece[0] + right, piece[1] + up)  # ALVA-8: the run starts on the neighbouring point
            while self.board.get(point) == 1 - self.to_move:  # ALVA-8: unbroken, opposing pieces only
                run.append(point)
                point = (point[0] + right, point[1] + up)
            if len(run) != 1 and len(run) < 3:  # ALVA-9
                continue
            if not self.on_board(point):  # ALVA-13
                continue
            if point in self.board:  # ALVA-8: the point directly behind must be vacant
                continue
            jumps[point] = run
        return jumps

    def jumps(self) -> list[str]:
        # ALVA-11: the same piece goes on. ALVA-12: any piece may begin, any jump may be chosen.
        movers = self.pieces_of(self.to_move) if self.jumper is None else [self.jumper]
        return [f"{name_of(piece)}x{name_of(landing)}" for piece in movers for landing in self.jumps_of(piece)]

    def shifts(self) -> list[str]:
        texts = []
        for piece in self.pieces_of(self.to_move):  # ALVA-5: one own piece
            for right, up in DIRECTIONS:
                point = (piece[0] + right, piece[1] + up)  # ALVA-5: one step
                if self.on_board(point) and point not in self.board:  # ALVA-5: to a vacant point
                    texts.append(f"{name_of(piece)}-{name_of(point)}")
        return texts

    def places(self) -> list[str]:
        return [name_of(point) for point in self.vacant()]  # ALVA-6

    @cached_property
    def actions(self) -> tuple[str, ...]:
        if self.shifted:  # ALVA-5: one shift at most. ALVA-7: what it opens is not captured now.
            return tuple(self.places())
        jumps = self.jumps()
        if jumps:  # ALVA-4, ALVA-11
            return tuple(jumps)
        if self.hands[self.to_move] == 0:  # ALVA-7, ALVA-18
            return ()
        return tuple(self.places() + self.shifts())  # ALVA-4; nothing on a full board, ALVA-18

    def legal(self) -> list[str]:
        return list(self.actions)

    @property
    def over(self) -> bool:
        return not self.actions  # ALVA-18

    def scores(self) -> tuple[int, int]:
        """Points of White and Black as they stand: captured pieces, and opposing pieces on the edge."""
        white_edge = len([point for point in self.pieces_of(WHITE) if self.on_edge(point)])
        black_edge = len([point for point in self.pieces_of(BLACK) if self.on_edge(point)])
        return self.captured[WHITE] + black_edge, self.captured[BLACK] + white_edge  # ALVA-19

    # Doing it

    def play(self, text: str) -> Alva:
        if text not in self.actions:
            raise ValueError(f"{text!r} is not legal in {self.text()}")
        if "x" in text:
            piece, landing = text.split("x")
            return self.play_jump(point_of(piece), point_of(landing))
        if "-" in text:
            piece, target = text.split("-")
            return self.play_shift(point_of(piece), point_of(target))
        return self.play_place(point_of(text))

    def play_place(self, point: Point) -> Alva:
        board = dict(self.board)
        board[point] = self.to_move
        hands = changed(self.hands, self.to_move, -1)  # ALVA-6
        # A placement ends the turn. It captured nothing, so there is nothing to exchange (ALVA-14).
        return Alva(self.size, board, 1 - self.to_move, hands, self.captured, 0, False)

    def play_shift(self, piece: Point, target: Point) -> Alva:
        board = dict(self.board)
        board[target] = board.pop(piece)
        return replace(self, board=board, shifted=True)  # ALVA-5: the placement is still to come

    def play_jump(self, piece: Point, landing: Point) -> Alva:
        me, other = self.to_move, 1 - self.to_move
        run = self.jumps_of(piece)[landing]
        board = dict(self.board)
        for point in run:  # ALVA-10
            del board[point]
        board[landing] = board.pop(piece)
        taken = self.taken + len(run)
        captured = changed(self.captured, me, len(run))

        landed = replace(self, board=board, captured=captured, jumper=landing, taken=taken)
        if landed.jumps_of(landing):  # ALVA-11
            return landed

        # The turn is over. ALVA-14: the whole chain is compared with the whole turn before, and
        # ALVA-16: it does not matter whether the turn before could keep its pieces.
        give_back = taken == self.before
        hands = self.hands
        if give_back:
            captured = changed(captured, me, -taken)  # ALVA-14
            hands = changed(hands, other, taken)  # ALVA-15
        return Alva(self.size, board, other, hands, captured, taken, give_back)


def read_rows(text: str) -> tuple[int, dict[Point, int]]:
    """The size and the pieces of a board written as rows, the highest row first."""
    rows = text.split("/")
    size = len(rows)
    if size not in DEFAULT_PIECES:  # ALVA-1, ALVA-3
        raise ValueError(f"a board has 5, 7 or 9 rows, not {size}")
    board = {}
    for index, letters in enumerate(rows):
        row = size - index
        if re.search("[1-9][1-9]", letters):
            raise ValueError(f"two numbers side by side in row {row}: {letters!r}")
        column = 1
        for letter in letters:
            if letter in LETTERS:
                board[column, row] = LETTERS.index(letter)
                column += 1
            else:
                column += int(letter)
        if column != size + 1:
            raise ValueError(f"row {row} has {column - 1} points instead of {size}: {letters!r}")
    return size, board


def random_game(rng: random.Random, size: int = 9, pieces: int | None = None) -> int:
    """Play uniformly random actions to the end; return how many there were."""
    position = Alva.start(size, pieces)
    count = 0
    while not position.over:
        position = position.play(rng.choice(position.legal()))
        count += 1
    return count
