"""What the book says of the start on the board of five points is proven anew, as far as that is quick."""

from __future__ import annotations

import pytest

import alcove
from alcove import Position
from alcove.bots import search, think
from alcove.games.alva.book import known, read_book
from alcove.games.alva.solve import key_alike

ALVA = alcove.game("alva")
DIFFERENT = ("a1", "b1", "c1", "b2", "c2", "c3")
"""All first placements are one of these, but for turning and mirroring."""


def proven(position: Position, seat: int, simulations: int) -> float:
    """What a position is worth to a seat, as alpha-beta proves it without knowing of the book or of symmetry."""
    mover = position.awaited[0]
    thought = search(position, mover, simulations=simulations, seed=1)
    assert thought.proven
    return thought.value if mover == seat else 1 - thought.value


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_the_book_holds(pieces: int) -> None:
    start = ALVA.new(size=5, pieces=pieces)
    told = read_book().solved[str(pieces)]
    values = {text: proven(start.play(0, text), 0, 200_000) for text in DIFFERENT}
    assert max(values.values()) == told.value
    assert {text for text, value in values.items() if value == told.value} == set(told.best) & set(DIFFERENT)


def test_the_book_is_as_symmetrical_as_the_board() -> None:
    for told in read_book().solved.values():
        turned = {f"{'abcde'[int(text[1]) - 1]}{6 - ('abcde'.index(text[0]) + 1)}" for text in told.best}
        mirrored = {f"{'edcba'['abcde'.index(text[0])]}{text[1]}" for text in told.best}
        assert set(told.best) == turned == mirrored


def test_whoever_plays_to_win_follows_the_book() -> None:
    """With one piece each, a piece at the edge loses a point (ALVA-19)."""
    start = ALVA.new(size=5, pieces=1)
    for seed in range(5):
        thought = think(start, 0, 5, seed=seed)
        assert thought.proven
        assert thought.action.text in read_book().solved["1"].best
        assert (thought.value, thought.line) == (0.5, [thought.action.text])
    assert {think(start, 0, 4, seed=seed).action.text for seed in range(30)} > {"c3"}
    assert not think(start, 0, 1, seed=1).proven


@pytest.mark.parametrize(
    "position",
    [
        ALVA.new(size=7, pieces=2),
        ALVA.new(size=5, pieces=40),
        ALVA.new(size=5, pieces=2).play(0, "c3"),
        ALVA.read("5/5/5/5/5 w 2-1 1-0 0"),
    ],
    ids=str,
)
def test_the_book_speaks_of_the_start_alone(position: Position) -> None:
    assert known(position) is None


def test_a_bot_finishes_an_end_without_a_mistake() -> None:
    """The solver takes over where it can finish: from there on every level that plays to win says so, and keeps it."""
    position = ALVA.new(size=5, pieces=3)
    for text in ("a1", "e5", "c2", "c5"):
        position = position.play(position.awaited[0], text)
    seat, told = position.awaited[0], None
    while not position.over:
        mover = position.awaited[0]
        thought = think(position, mover, 4, seed=1)
        value = thought.value if mover == seat else 1 - thought.value
        if thought.proven:
            assert told in (None, value)
            told = value
        position = position.play_legal(mover, thought.action.index)
    assert position.outcome is not None
    assert told == position.outcome.shares[seat]


def test_turned_and_mirrored_positions_are_one_to_the_solver() -> None:
    def key_of(*points: str) -> int:
        position = ALVA.new(size=5, pieces=4)
        for text in points:
            position = position.play(position.awaited[0], text)
        return int(key_alike(position.state))

    alike = [
        ("a1", "d3"),
        ("e1", "b3"),
        ("a5", "d3"),
        ("e5", "b3"),
        ("a1", "c4"),
        ("e1", "c4"),
        ("a5", "c2"),
        ("e5", "c2"),
    ]
    assert len({key_of(*points) for points in alike}) == 1
    others = [("a1", "d3"), ("d3", "a1"), ("a1", "b3"), ("b1", "d3"), ("a1",), ("a1", "d3", "e5")]
    assert len({key_of(*points) for points in others}) == len(others)
