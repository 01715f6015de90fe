"""`alcove replay`: stepping through a record."""

from __future__ import annotations

from pathlib import Path

from alcove import Record
from tests.cli.conftest import Alcove


def count(path: Path) -> int:
    return len(Record.read(path.read_bytes()).actions)


def test_all_positions(alcove: Alcove, finished: Path) -> None:
    answer = alcove("replay", finished, "--all")
    of = count(finished)
    assert answer.code == 0
    for number in range(of + 1):
        assert f"{number}/{of}  " in answer.out
    assert "The game ends: Anna " in answer.out


def test_one_position(alcove: Alcove, finished: Path) -> None:
    answer = alcove("replay", finished, "--at", 1)
    assert answer.out.startswith(f"1/{count(finished)}  Anna: ")
    begin = alcove("replay", finished, "--at", 0)
    assert begin.code == 0
    assert begin.out.startswith(f"0/{count(finished)}  The start: White (Anna), Black (Bruno)\n")
    assert alcove("replay", finished, "--at", count(finished) + 1).code == 2
    assert alcove("replay", finished, "--at", -1).code == 2


def test_stepping(alcove: Alcove, finished: Path) -> None:
    of = count(finished)
    answer = alcove("replay", finished, typed=f"n\n\np\np\np\n{of}\nn\n999\nnonsense\nq\nn\n")
    shown = [line.split("/")[0] for line in answer.out.splitlines() if f"/{of}  " in line and " > " not in line]
    assert shown == ["0", "1", "2", "1", "0", "0", str(of), str(of)]
    assert answer.out.count(f"The record has {of} actions.") == 2
    assert answer.code == 0


def test_from_stdin_and_in_german(alcove: Alcove, finished: Path) -> None:
    answer = alcove("replay", "-", "--at", 1, "--lang", "de", typed=finished.read_bytes())
    assert answer.code == 0
    assert "Anna setzt einen Stein auf" in answer.out


def test_a_changed_record_is_refused(alcove: Alcove, finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "changed.alcove"
    path.write_text(finished.read_text().replace("\n1 ", "\n2 ", 1))
    answer = alcove("replay", path, "--all")
    assert answer.code == 1
    assert "[tampered]" in answer.err


def test_an_unfinished_game_with_secrets_stays_secret(alcove: Alcove, tmp_path: Path) -> None:
    record = Record.begin("tollgate", players=2, seed=1)
    start = record.start()
    action = start.legal(0)[0]
    path = tmp_path / "secret.alcove"
    path.write_text(str(record.add(0, action, start.play(0, action))))
    assert action.text not in alcove("replay", path, "--all").out.split()
    assert action.text in alcove("replay", path, "--all", "--seat", 1).out.split()
    assert action.text not in alcove("replay", path, "--all", "--seat", 2).out.split()
    assert alcove("replay", path, "--seat", 3).code == 2


def test_the_drawings_of_the_games(alcove: Alcove, tmp_path: Path) -> None:
    for name, players, sign in (("alvos", 2, "│ 10 □□□"), ("alluvium", 3, "[·]"), ("alpacalypse", 2, "Hand  ")):
        record = Record.begin(name, players=players, seed=1)
        position = record.start()
        seat = position.awaited[0]
        action = position.legal(seat)[0]
        path = tmp_path / f"{name}.alcove"
        path.write_text(str(record.add(seat, action, position.play(seat, action))))
        own = alcove("replay", path, "--at", 0, "--seat", seat + 1).out
        assert sign in own
        assert alcove("replay", path, "--all", "--ascii").out.isascii()
        if position.game.rules.SECRETS:
            assert sign not in alcove("replay", path, "--all").out
