"""The engine against the slow oracle, step by step in random play."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alcove import Position, UnreadableError
from alcove.kernel.jit import COMPILING
from tests.games.alva.drawings import ALVA, seat_to_move
from tests.games.alva.oracle import Alva

SIZES = {5: 80, 7: 40, 9: 20} if COMPILING else {5: 6, 7: 3, 9: 1}
"""Board sizes, and the games played on each."""
POSITIONS = 900 if COMPILING else 40


def compare(position: Position, oracle: Alva) -> None:
    assert str(position) == oracle.text()
    assert position.over == oracle.over
    assert position.scores == oracle.scores()
    legal = [action.text for action in position.legal(seat_to_move(position))]
    assert len(set(legal)) == len(legal)
    assert set(legal) == set(oracle.legal())


@pytest.mark.parametrize("size", SIZES)
def test_random_play_agrees_at_every_step(size: int) -> None:
    @settings(max_examples=SIZES[size])
    @given(st.one_of(st.none(), st.integers(1, 40)), st.randoms(use_true_random=False))
    def agree(pieces: int | None, rng: object) -> None:
        options = {"size": size} if pieces is None else {"size": size, "pieces": pieces}
        position, oracle = ALVA.new(**options), Alva.start(size, pieces)
        compare(position, oracle)
        while not oracle.over:
            text = rng.choice(sorted(oracle.legal()))
            position, oracle = position.play(oracle.to_move, text), oracle.play(text)
            compare(position, oracle)
        assert position.outcome.winners == winners(oracle)

    agree()


def winners(oracle: Alva) -> tuple[int, ...]:
    white, black = oracle.scores()
    return (0, 1) if white == black else ((0,) if white > black else (1,))


@st.composite
def lines(draw: st.DrawFn) -> str:
    """Position lines, most of which are consistent."""
    size = draw(st.sampled_from([5, 7]))
    signs = draw(
        st.lists(
            st.sampled_from(draw(st.sampled_from(["..wb", "wb", ".wwbbbwwbb"]))),
            min_size=size * size,
            max_size=size * size,
        )
    )
    white, black = signs.count("w"), signs.count("b")
    captured = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    spare = draw(st.integers(0, 4))
    most = max(white + captured[1], black + captured[0])
    hands = most - white - captured[1] + spare, most - black - captured[0] + spare
    rows = "/".join("".join(signs[i : i + size]) for i in range(0, size * size, size))
    for length in range(size, 0, -1):
        rows = rows.replace("." * length, str(length))
    point = f"{draw(st.sampled_from('abcdefg'[:size]))}{draw(st.integers(1, size))}"
    word = draw(st.sampled_from(["", "", " shifted", f" x:{point}:{draw(st.integers(1, 3))}"]))
    before = draw(st.sampled_from(["0", "0", "1", "2", "1r", "2r", "3"]))
    side = draw(st.sampled_from("wb"))
    return f"{rows} {side} {hands[0]}-{hands[1]} {captured[0]}-{captured[1]} {before}{word}"


@settings(max_examples=POSITIONS)
@given(lines(), st.randoms(use_true_random=False))
def test_any_position_agrees_for_some_actions(text: str, rng: object) -> None:
    """Crowded boards that play from the start seldom reaches."""
    try:
        oracle = Alva.read(text)
    except ValueError:
        return
    if oracle.total(0) > 40:
        return
    position = ALVA.read(text)
    compare(position, oracle)
    for _ in range(4):
        if oracle.over:
            return
        action = rng.choice(sorted(oracle.legal()))
        position, oracle = position.play(oracle.to_move, action), oracle.play(action)
        compare(position, oracle)


@settings(max_examples=POSITIONS)
@given(lines())
def test_the_engine_reads_no_line_that_the_oracle_refuses(text: str) -> None:
    try:
        position = ALVA.read(text)
    except UnreadableError:
        return
    assert Alva.read(text).text() == str(position)
