"""What the lab tells of Alva."""

from __future__ import annotations

import numpy as np

import alcove
from alcove.games.alva import lab
from alcove.lab import play_games, set_up, simulate
from alcove.lab.figures import figures
from alcove.lab.things import first_of


def named(position: alcove.Position, text: str) -> list[int]:
    seat, out = position.awaited[0], np.empty(8, np.int64)
    count = lab.things(position.state, seat, position.index_of(seat, text), out)
    return out[:count].tolist()


def test_points_that_a_turn_of_the_board_makes_equal_are_one() -> None:
    position = alcove.game("alva").new(2)
    corner = lab.OPENING_FROM + lab.CLASS_NAMES.index("a1")
    for text in ("a1", "a9", "i1", "i9"):
        assert named(position, text) == [lab.PLACE, lab.RINGS_FROM, corner]
    assert named(position, "b4") == named(position, "f2") == named(position, "h6")
    assert named(position, "e5")[1:] == [lab.RINGS_FROM + 4, lab.OPENING_FROM + lab.CLASS_NAMES.index("e5")]
    small = alcove.game("alva").new(2, size=5)
    assert named(small, "c3")[1] == lab.RINGS_FROM + 2


def test_only_the_first_piece_is_an_opening() -> None:
    position = alcove.game("alva").new(2).play(0, "e5")
    assert len(named(position, "c3")) == 3  # Black's first
    assert len(named(position.play(1, "c3"), "c7")) == 2
    assert first_of(alcove.game("alva"), "opening") == lab.OPENING_FROM


def test_the_points_are_captures_and_the_edge() -> None:
    setup = set_up("alva", 2, {"size": 7}, seed=5)
    sums = simulate(setup, 40).sums
    finished = play_games(setup, range(40))
    assert sums.of("sources", 0).mean == finished.rows["captured"].mean()
    whole = sums.of("sources", 0).total + sums.of("sources", 1).total
    assert whole * 2 == finished.scores.sum()
    sections = {section.key: section for section in figures(simulate(setup, 40))}
    assert {"sources", "moves", "rings", "opening"} <= {*sections}
