"""One scale a game: what is written, and games that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import alcove
from alcove import OptionError
from alcove.bots.arena import Entrant, run
from alcove.bots.kept_games import KeptGames, Kind
from alcove.bots.scale import Scale, elo_of, put_into, scale_of, told

ALVA = alcove.game("alva")
SMALL = {"size": 5, "pieces": 3}
KIND = Kind("alva", 1, 2, SMALL, 0, 10)
ENTRANTS: list[Entrant] = ["random", 1, 2]


def played(path: Path, games: int) -> tuple[Scale, int]:
    """A scale from so many games, and how many of them were kept before."""
    kept = KeptGames(path, KIND)
    before = sum(map(len, kept.known.values()))
    result = run("alva", ENTRANTS, games, neighbours=True, options=SMALL, workers=1, kept=kept)
    return Scale.of(ALVA, 2, SMALL, result), before


def test_whoever_goes_on_gets_the_same_as_who_never_stopped(tmp_path: Path) -> None:
    whole, _ = played(tmp_path / "whole.jsonl", 6)
    played(tmp_path / "parts.jsonl", 2)
    cut = tmp_path / "parts.jsonl"
    cut.write_bytes(cut.read_bytes()[:-7])  # stopped in the middle of a line
    again, before = played(cut, 6)
    assert before == 3
    assert again == whole
    assert played(cut, 6)[1] == 12
    assert played(cut, 4)[0] == whole  # what was played counts, also if fewer are asked for


def test_games_of_another_kind_are_not_mixed_in(tmp_path: Path) -> None:
    KeptGames(tmp_path / "kept.jsonl", KIND)
    with pytest.raises(OptionError, match="games of another kind"):
        KeptGames(tmp_path / "kept.jsonl", Kind("alva", 1, 2, {"size": 7}, 0, 10))


def test_a_scale_begins_with_whoever_plays_at_random(tmp_path: Path) -> None:
    scale, _ = played(tmp_path / "kept.jsonl", 6)
    assert [rung.entrant for rung in scale.rungs] == ENTRANTS
    assert (scale.rungs[0].elo, scale.rungs[0].score) == (0, None)
    for rung in scale.rungs[1:]:
        assert rung.score is not None
        assert rung.interval is not None
        assert rung.interval[0] <= rung.score <= rung.interval[1]
        assert rung.margin > 0
    table = told(ALVA, scale)
    assert "Elo with 2 players, size 5, pieces 3" in table
    assert f"| 2 Beginner | {scale.rungs[2].elo} |" in table


def test_a_page_gets_its_table_and_keeps_the_rest() -> None:
    page = "# Game\n\n## Bots\n\nThey play.\n\n## Puzzles\n\nMany.\n"
    once = put_into(page, told(ALVA, Scale(1, 2, {}, [])))
    assert once.startswith("# Game\n\n## Bots\n\nThey play.\n\n<!-- elo")
    assert once.endswith("<!-- /elo -->\n\n## Puzzles\n\nMany.\n")
    again = put_into(once, told(ALVA, Scale(1, 3, {}, [])))
    assert again == once.replace("2 players", "3 players")
    assert put_into("# Game\n", "table") == "# Game\n\n## Bots\n\ntable\n"


@pytest.mark.parametrize("name", [name for name in alcove.games() if scale_of(alcove.game(name))])
def test_what_ships_is_of_the_rules_and_levels_that_ship(name: str) -> None:
    game, scale = alcove.game(name), scale_of(alcove.game(name))
    assert scale is not None
    assert scale.rules == game.version
    rising = [rung.elo for rung in scale.rungs[1:]]  # who plays at random is the zero, and may beat whoever hoards
    assert rising == sorted(rising)
    assert elo_of(game, 1) == scale.rungs[1].elo
    assert elo_of(game, 6) is None
