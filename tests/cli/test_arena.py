"""`alcove arena` and `alcove bench`: tables of figures."""

from __future__ import annotations

import pytest

from alcove.bots.arena import Pairing
from tests.cli.conftest import Alcove

QUICK = ("arena", "alva", "--size", 5, "-o", "pieces=3", "--games", 6, "--threads", 1, "--levels", "random,1")


def test_arena_prints_elo_and_intervals(alcove: Alcove) -> None:
    answer = alcove(*QUICK)
    assert answer.code == 0
    assert answer.err == ""
    for words in ("Elo", "95 % interval", "Random", "1 Child", "Random – 1 Child", "is the zero of the scale."):
        assert words in answer.out
    rows = [line for line in answer.out.splitlines() if "Random – 1 Child" in line]
    won, drawn, lost = (int(n) for n in rows[0].split("│")[2].split(","))
    assert won + drawn + lost == 6
    assert f"{100 * Pairing('random', 1, 6, won, drawn).score:.1f} %" in rows[0]


def test_arena_repeats_itself(alcove: Alcove) -> None:
    assert alcove(*QUICK).out == alcove(*QUICK).out


def test_arena_in_german(alcove: Alcove) -> None:
    assert "Zufall – 1 Kind" in alcove(*QUICK, "--lang", "de").out


@pytest.mark.parametrize(
    "arguments",
    [["--levels", "1"], ["--levels", "1,x"], ["--levels", ""], ["--size", 6], ["--players", 3], ["--games", 0]],
    ids=str,
)
def test_arena_complains_before_it_plays(alcove: Alcove, arguments: list[object]) -> None:
    answer = alcove("arena", "alva", *arguments)
    assert answer.code == 2
    assert answer.out == ""


def test_bench(alcove: Alcove) -> None:
    answer = alcove("bench", "--game", "alva", "--seconds", "0.05")
    assert answer.code == 0
    assert "Simulations/s" in answer.out
    assert "alva" in answer.out
    assert alcove("bench", "--game", "elva").code == 2
