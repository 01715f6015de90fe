"""`alcove arena` and `alcove bench`: tables of figures."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import msgspec
import pytest

from alcove import Position
from alcove.bots import Thought, arena
from alcove.bots.arena import Pairing
from alcove.bots.scale import Scale
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


def test_bots_meet_at_a_table_of_two_where_one_can_play_alone(alcove: Alcove) -> None:
    quick = ("arena", "alvos", "--games", 4, "--threads", 1, "--levels", "random,1")
    rows = [line for line in alcove(*quick).out.splitlines() if "Random – 1 Child" in line]
    assert sum(int(n) for n in rows[0].split("│")[2].split(",")) == 4
    alone = alcove(*quick, "--players", 1)
    assert (alone.code, alone.out) == (2, "")
    assert "Nobody meets anybody alone." in alone.err


def test_the_last_level_plays_for_as_long_as_it_is_told(alcove: Alcove, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def think_long(position: Position, seat: int, seconds: float, threads: int, seed: int) -> Thought:
        asked.add((seconds, threads))
        return Thought(position.legal(seat)[0], 0.5, {}, [], 1)

    monkeypatch.setattr(arena, "think_long", think_long)
    answer = alcove(*QUICK[:-1], "1,6", "--seconds", 3)
    assert "1 Child – 6 Oracle" in answer.out
    assert asked == {(3, 1)}


def test_all_levels_on_one_scale_are_written(alcove: Alcove, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pages, folder = tmp_path / "docs" / "games", tmp_path / "alva"
    pages.mkdir(parents=True)
    folder.mkdir()
    (pages / "alva.md").write_text("# Alva\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resources, "files", lambda package: folder)
    answer = alcove(*QUICK, "--all", "--write")
    assert answer.code == 0
    assert "| 1 Child |" in (pages / "alva.md").read_text()
    scale = msgspec.json.decode((folder / "elo.json").read_bytes(), type=Scale)
    assert [(rung.entrant, rung.games) for rung in scale.rungs] == [("random", 6), (1, 6)]
    assert len((tmp_path / "arena" / "alva-2.jsonl").read_text().splitlines()) == 7
    refused = alcove(*QUICK, "--all", "--seed", 3)
    assert (refused.code, "games of another kind" in refused.err) == (2, True)


@pytest.mark.parametrize("arguments", [[], ["alva", "--write"], ["alva", "--keep", "x"]], ids=str)
def test_a_scale_is_only_written_with_all_levels(alcove: Alcove, arguments: list[str]) -> None:
    assert alcove("arena", *arguments).code == 2


def test_bench(alcove: Alcove) -> None:
    answer = alcove("bench", "--game", "alva", "--seconds", "0.05")
    assert answer.code == 0
    assert "Simulations/s" in answer.out
    assert "alva" in answer.out
    assert alcove("bench", "--game", "elva").code == 2
