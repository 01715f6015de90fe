"""Positions of Alva from drawings."""

from __future__ import annotations

import re

import alcove
from alcove import Position

ALVA = alcove.game("alva")
PIECES = {5: 10, 7: 20, 9: 34}


def board(
    drawing: str,
    side: str = "w",
    hands: tuple[int, int] | None = None,
    captured: tuple[int, int] = (0, 0),
    before: str = "0",
    word: str = "",
) -> Position:
    """A position from a drawing: the highest row first, `w` and `b` for pieces, a dot for a vacant point.

    Without hands, all pieces that are neither on the board nor captured are in hand.
    """
    return ALVA.read(line(drawing, side, hands, captured, before, word))


def line(
    drawing: str,
    side: str = "w",
    hands: tuple[int, int] | None = None,
    captured: tuple[int, int] = (0, 0),
    before: str = "0",
    word: str = "",
) -> str:
    """The same as text."""
    rows = drawing.split()
    if hands is None:
        pieces = PIECES[len(rows)]
        hands = pieces - drawing.count("w") - captured[1], pieces - drawing.count("b") - captured[0]
    points = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return f"{points} {side} {hands[0]}-{hands[1]} {captured[0]}-{captured[1]} {before} {word}".strip()


def seat_to_move(position: Position) -> int:
    return int(position.state.to_move)


def texts(position: Position) -> set[str]:
    """All that the side to move may do."""
    return {action.text for action in position.legal(seat_to_move(position))}


def jumps(position: Position) -> set[str]:
    return {text for text in texts(position) if "x" in text}


def shifts(position: Position) -> set[str]:
    return {text for text in texts(position) if "-" in text}


def places(position: Position) -> set[str]:
    return {text for text in texts(position) if len(text) == 2}


def play(position: Position, *turns: str) -> Position:
    """Whole turns, by the sides in order."""
    for turn in turns:
        position = position.play_turn(seat_to_move(position), turn)[-1][1]
    return position


def refused(position: Position, text: str, language: str = "en") -> tuple[str, str]:
    """The clause and the sentence."""
    refusal = position.why_not(seat_to_move(position), text, language)
    assert refusal is not None, f"{text} is legal"
    return tuple(refusal)
