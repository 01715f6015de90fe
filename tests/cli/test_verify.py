"""`alcove verify`: what is proven, what is not, and why."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from alcove import Record
from alcove.kernel.match import Match
from alcove.kernel.outcome import ABANDONED, OUT_OF_TIME, RESIGNED
from alcove.kernel.time_control import TimeControl
from tests.cli.conftest import Alcove
from tests.kernel.test_endings import RECORDS as FIRST_FORMAT
from tests.kernel.test_endings import of_version
from tests.kernel.test_other_rules import changed

PROVEN, BROKEN, OPEN, OTHER = 0, 1, 3, 4


def test_a_finished_record_is_proven(alcove: Alcove, finished: Path) -> None:
    answer = alcove("verify", finished)
    assert answer.code == PROVEN
    assert f"{finished}: proven. Alva, " in answer.out
    assert "Bruno wins with 5 to 4: Bruno's hand is empty." in answer.out
    assert answer.err == ""
    assert "bewiesen" in alcove("verify", finished, "--lang", "de").out


def test_from_stdin(alcove: Alcove, finished: Path) -> None:
    answer = alcove("verify", "-", typed=finished.read_bytes())
    assert answer.code == PROVEN
    assert answer.out.startswith("-: proven.")


def edits(text: str) -> dict[str, str]:
    lines = text.splitlines(keepends=True)
    return {
        "another seed": text.replace("seed: 7", "seed: 8"),
        "another result": text.replace("scores: ", "scores: 1"),
        "other options": text.replace("pieces=5", "pieces=6"),
        "a turn less": "".join(line for nth, line in enumerate(lines) if nth != 9),
        "another commitment": text.replace("commitment: ", "commitment: 0")[:-1],
        "no result": "".join(line for line in lines if not line.startswith(("scores", "winners", "reason"))),
        "cut off in the header": text[:150],
        "cut off in the seed": text[: text.find("nonce")],
        "nothing": "",
        "another file": "Dear Anna,\n",
        "an unknown game": text.replace("game: alva 1", "game: elva 1"),
        "another version": text.replace("game: alva 1", "game: alva 9"),
        "an escape sequence": text.replace("1 ", "1 \x1b[31m", 1),
    }


@pytest.mark.parametrize("edit", list(edits("")))
def test_an_edited_record_is_not_proven(alcove: Alcove, finished: Path, tmp_path: Path, edit: str) -> None:
    path = tmp_path / "edited.alcove"
    path.write_text(edits(finished.read_text())[edit])
    answer = alcove("verify", path)
    assert answer.code == BROKEN
    assert answer.out == ""
    assert answer.err.startswith(f"alcove: {path}: ")
    assert answer.err.count("\n") == 1
    assert "\x1b" not in answer.err


def test_a_sealed_and_an_unfinished_record_are_open(alcove: Alcove, tmp_path: Path) -> None:
    record = Record.begin("alva", size=5)
    path = tmp_path / "open.alcove"
    path.write_text(str(record))
    assert alcove("verify", path).code == OPEN
    assert "unfinished" in alcove("verify", path).out
    path.write_text(str(record.without_seed()))
    answer = alcove("verify", path)
    assert answer.code == OPEN
    assert "[sealed]" in answer.err


def test_files_that_cannot_be_read(alcove: Alcove, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"Alcove record 1\n\xff\xfe")
    for path, said in {
        tmp_path / "missing": "there is no such file.",
        tmp_path: "that is a folder.",
        tmp_path / "bytes": "A record is UTF-8 text.",
        tmp_path / "a\x00b": "cannot be read",
    }.items():
        answer = alcove("verify", path)
        assert answer.code == BROKEN
        assert said in answer.err
        assert "[unreadable]" in answer.err


def test_a_huge_file_is_refused_before_it_is_read(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with open(path, "wb") as file:
        file.truncate(10**12)  # a hole: it takes no room, and reading it would take minutes
    assert "too long" in alcove("verify", path).err
    assert "too long" in alcove("verify", "-", typed=b"x" * 5_000_000).err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without end")
def test_a_file_without_end_is_refused(alcove: Alcove) -> None:
    answer = alcove("verify", "/dev/zero")
    assert answer.code == BROKEN
    assert "too long" in answer.err


def of_three(tmp_path: Path, reason: str, seat: int | None) -> Path:
    """Three people, one of whom goes and comes back; the game ends beside its rules."""
    match = Match(Record.begin("tollgate", 3, ("Anna", "Bruno", "Clara"), 3), range(3))
    match.change_seat(1, 3)
    for seat_now in match.awaited():
        match.add(match.plan(seat_now, match.legal_indices(seat_now)[0]))
    match.change_seat(1, None)
    match.end(reason, seat)
    path = tmp_path / f"{reason}.alcove"
    path.write_text(str(match.full_record()))
    return path


def test_the_time_control_is_told(alcove: Alcove, tmp_path: Path) -> None:
    match = Match(Record.begin("alva", 2, ("Anna", "Bruno"), 3), range(2))
    match.start_clock(TimeControl("live", 300, 5), 0)
    path = tmp_path / "timed.alcove"
    path.write_text(str(match.full_record()))
    assert alcove("verify", path).out.endswith(
        "the game goes on. Time: 5 minutes for the game and 5 seconds more after each move.\n"
    )
    match.end(OUT_OF_TIME, 0, 300_000)
    path.write_text(str(match.full_record()))
    answer = alcove("verify", path)
    assert answer.code == PROVEN
    assert "Bruno wins: Anna has run out of time. Time: 5 minutes for the game" in answer.out


@pytest.mark.parametrize(
    ("reason", "seat", "says"),
    [
        (RESIGNED, 0, "Bruno and Clara win: Anna has resigned."),
        (OUT_OF_TIME, 2, "Anna and Bruno win: Clara has run out of time."),
        (ABANDONED, None, "The game was abandoned."),
    ],
)
def test_an_end_beside_the_rules_is_proven_and_told(
    alcove: Alcove, tmp_path: Path, reason: str, seat: int | None, says: str
) -> None:
    path = of_three(tmp_path, reason, seat)
    answer = alcove("verify", path)
    assert answer.code == PROVEN
    assert answer.out.endswith(f"{says}\n")
    shown = alcove("replay", path, "--all").out
    assert "Player 1 (Anna), Player 2 (Bruno), Player 3 (Clara)" in shown
    assert shown.index("Bruno has left. A bot of level 3 plays on in that seat.") < shown.index("1/3  Anna: ")
    assert shown.index("3/3  Clara: ") < shown.index("Bruno is back.") < shown.index(says)
    assert shown.endswith(f"{says}\n")
    german = alcove("replay", path, "--at", 3, "--lang", "de").out
    assert "Bruno ist wieder da." in german
    path.write_text(path.read_text().replace("returns 2\n", ""))
    assert alcove("verify", path).code == BROKEN


@pytest.mark.parametrize("path", sorted(FIRST_FORMAT.glob("*.txt")), ids=lambda path: path.stem)
def test_records_of_the_first_format_are_proven_and_replayed(alcove: Alcove, path: Path) -> None:
    unfinished = "unfinished" in path.stem
    answer = alcove("verify", path)
    assert answer.code == (OPEN if unfinished else PROVEN)
    shown = alcove("replay", path, "--all").out
    record = Record.read(path.read_text())
    assert f"{len(record.actions)}/{len(record.actions)}  " in shown
    assert unfinished or answer.out.split("the result follows from them. ")[1] == f"{shown.splitlines()[-1]}\n"


def test_several_records_each_get_a_line_and_the_worst_decides(alcove: Alcove, finished: Path, tmp_path: Path) -> None:
    unfinished = tmp_path / "open.alcove"
    unfinished.write_text(str(Record.begin("alva")))
    assert alcove("verify", finished, finished).code == PROVEN
    assert alcove("verify", finished, unfinished).code == OPEN
    answer = alcove("verify", unfinished, tmp_path / "missing", finished)
    assert answer.code == BROKEN
    assert answer.out.count("\n") == 2
    assert answer.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_saved_games_are_for_their_owner_alone(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "own.alcove"
    alcove("play", "alva", "--hot-seat", typed=f"save {path}\n")
    assert path.stat().st_mode & 0o077 == 0


def test_a_record_of_other_rules_is_told_apart(alcove: Alcove, finished: Path, tmp_path: Path) -> None:
    path, changed = tmp_path / "old.alcove", tmp_path / "changed.alcove"
    path.write_text(of_version(finished.read_text(), 7))
    changed.write_text(of_version(finished.read_text(), 7).replace("Anna", "Anne"))
    answer = alcove("verify", path)
    assert answer.code == OTHER
    assert "[other-rules]" in answer.err
    assert "version 7" in answer.err
    assert alcove("verify", changed).code == BROKEN
    assert alcove("verify", path, changed).code == BROKEN


def test_of_a_game_whose_rules_have_changed_each_part_is_proven_by_itself(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "changed.alcove"
    path.write_text(str(changed("alva", 7, 1, size=5, pieces=4, before=4)))
    answer = alcove("verify", path)
    assert answer.code == OTHER
    assert f"{path}: proven in part. Alva, " in answer.out
    assert (
        "4 actions under version 7 are not proven here: this program has version 1 of the rules of Alva." in answer.out
    )
    assert "actions under version 1 follow its rules." in answer.out
    assert " wins with " in answer.out
    german = alcove("verify", path, "--lang", "de").out
    assert "4 Aktionen unter Fassung 7 sind hier nicht bewiesen" in german
