"""`alcove puzzles` and `alcove analyse`."""

from __future__ import annotations

from pathlib import Path

from alcove import Record
from alcove.puzzles import Collection
from tests.cli.conftest import Alcove


def finished() -> Record:
    record = Record.begin("alva", names=("Anna", "Bruno"), seed=1, size=5, pieces=2)
    position = record.start()
    for seat, text in ((0, "c3"), (1, "a1"), (0, "c2"), (1, "e4")):
        [(action, position)] = position.play_turn(seat, text)
        record = record.add(seat, action, position)
    return record


def test_puzzles_are_found_and_kept_in_a_file(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "few.json"
    answer = alcove("puzzles", "alva", "--count", 1, "--seed", 4, "--to", path)
    assert answer.code == 0
    assert f"are in {path}" in " ".join(answer.out.split())
    found = Collection.read(path)
    assert (found.game, found.seed, len(found.puzzles)) == ("alva", 4, 1)
    again = alcove("puzzles", "alva", "--count", 1, "--seed", 4, "--to", path, "--lang", "de")
    assert again.code == 0
    assert "Thema" in again.out
    assert Collection.read(path) == found


def test_puzzles_of_another_seed_are_not_written_over(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "few.json"
    Collection("alva", 1, 5).write(path)
    before = path.read_bytes()
    assert alcove("puzzles", "alva", "--seed", 6, "--to", path).code == 2
    path.with_name("other.json").write_text("no puzzles")
    assert alcove("puzzles", "alva", "--to", path.with_name("other.json")).code == 2
    assert path.read_bytes() == before
    assert alcove("puzzles", "tollgate").code == 2  # it does not say what makes a puzzle


def test_a_record_is_analysed(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    path.write_text(str(finished()))
    answer = alcove("analyse", path)
    assert answer.code == 0
    assert "Anna: accuracy" in answer.out
    assert "Bruno: accuracy" in answer.out
    assert sum("│" in line for line in answer.out.splitlines()) == 4
    assert "Genauigkeit" in alcove("analyse", path, "--costly", "--lang", "de").out


def test_a_game_that_is_not_over_is_not_analysed(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    path.write_text(str(finished().without_last(1)))
    answer = alcove("analyse", path)
    assert (answer.code, answer.out) == (1, "")
    assert "not over" in answer.err
