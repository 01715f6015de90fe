"""A game in the terminal, from the first move to the last, with everything a person may type in between."""

from __future__ import annotations

import io
import os
import random
import select
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import alcove as package
from alcove import Record
from alcove.kernel import game as shelf
from alcove.kernel.proof import prove
from tests.changed_rules import changing_rules
from tests.cli.conftest import Alcove

SMALL = ("play", "alva", "--option", "size=5", "--option", "pieces=5", "--level", "1", "--seed", "3")
SCRIPT = [sys.executable, "-c", "from alcove.cli.main import run; run()"]


class Typist(io.StringIO):
    """Types whole turns, chosen by looking at the record that the game keeps."""

    def __init__(self, path: Path, seat: int, seed: int) -> None:
        super().__init__()
        self.path, self.seat, self.dice = path, seat, random.Random(seed)
        self.typed: list[str] = []

    def readline(self, *_: object) -> str:  # type: ignore[override]
        position = Record.read(self.path.read_bytes()).position()
        texts: list[str] = []
        while self.seat in position.actors:
            action = self.dice.choice(position.legal(self.seat))
            texts.append(action.text)
            position = position.play(self.seat, action)
        if not texts:
            return ""
        self.typed.append(position.game.notation.join(texts))
        return self.typed[-1] + "\n"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_game_against_a_bot(alcove: Alcove, tmp_path: Path, seat: int) -> None:
    path = tmp_path / "game.alcove"
    typist = Typist(path, seat, seed=2)
    answer = alcove(
        "play", "alva", "-o", "size=5", "--level", 1, "--seed", 5, "--seat", seat + 1, "--save", path, typed=typist
    )
    assert answer.code == 0
    assert "The game is over." in answer.out
    assert len(typist.typed) > 5
    assert any(" " in turn or "x" in turn for turn in typist.typed)
    record = Record.read(path.read_bytes())
    assert record.verify() is not None
    assert [turn for who, turn in record.turns() if who == seat] == typist.typed
    assert record.names[1 - seat] == "Bot 1"


def test_a_whole_game_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    command = [*SCRIPT, *SMALL, "--save", str(path), "--name", "Zoë"]
    done = subprocess.run(command, input=b"1\n" * 100, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr == b""
    record = Record.read(path.read_bytes())
    assert record.verify() is not None
    assert record.names == ("Zoë", "Bot 1")


def test_the_same_seed_gives_the_same_game(alcove: Alcove) -> None:
    typed = "c3\n1\n2\n3\n"  # a hint thinks for a time, so its figures need not be the same
    assert alcove(*SMALL, typed=typed).out == alcove(*SMALL, typed=typed).out


def test_the_board_shows_coordinates_stones_and_the_last_move(alcove: Alcove) -> None:
    out = alcove("play", "alva", "-o", "size=5", "--hot-seat", typed="c1\na2\n").out
    assert "     a  b  c  d  e     \n" in out
    assert "  2 (●)─┼──┼──┼──┤  2  \n  1  └──┴──○──┴──┘  1  \n" in out
    assert "○ White  in hand 9  captured 0  edge 1  score 1  to move" in out
    plain = alcove("play", "alva", "-o", "size=5", "--hot-seat", "--ascii", typed="c1\na2\n").out
    assert "  2 (b) .  .  .  .  2  \n  1  .  .  w  .  .  1  \n" in plain
    assert plain.isascii()


def test_captures_pending_pieces_and_the_exchange(alcove: Alcove) -> None:
    """The even trade of the rulebook (ALVA-14, ALVA-17)."""
    out = alcove("play", "alva", "-o", "size=5", "--hot-seat", typed="c1\na2\nb2\nd5\na2xc2\nc1xc3\n").out
    assert "A capture is open, so a capture must be made. (ALVA-4: help ALVA-4)" in out
    assert "captured 1 (1 pending)" in out
    assert "An even exchange: the piece goes back to Black." in out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("zz", "A move is written like e5, c3-c4 or a3xc3."),
        ("c3 c4", "It is not White's turn."),
        ("0", "A move is written like"),
        ("999999999999999999999", "A move is written like"),
        ("x" * 5000, "That is too long for a move."),
        ("i9", "This board has no point i9. (ALVA-3: help ALVA-3)"),
        ("\x1b[2J\x00", "A move is written like"),
        ("²", "A move is written like"),
        ("help 99", "There is no rule 99."),
        ("undo", "There is nothing to take back."),
        ("save", "Save to which file? save FILE"),
        ("save /no/such/folder/x", "cannot be written (No such file or directory)"),
        ("save .", "holds something else already"),
        ("save \x00", "cannot be written"),
    ],
)
def test_garbage_at_the_prompt_is_answered_and_changes_nothing(alcove: Alcove, typed: str, said: str) -> None:
    answer = alcove(*SMALL, typed=f"{typed}\nmoves\n")
    assert answer.code == 0
    assert said in answer.out.replace("\n", " ")
    assert "\x1b" not in answer.out
    assert "25 e5" in answer.out  # still the first move


def test_bytes_that_are_no_text(alcove: Alcove) -> None:
    answer = alcove(*SMALL, typed=b"\xff\xfe\x80\n\n   \nc3\n")
    assert answer.code == 0
    assert "A move is written like" in answer.out
    assert "White places a piece on c3." in answer.out


def test_a_whole_turn_is_played_or_nothing_of_it(alcove: Alcove) -> None:
    out = alcove("play", "alva", "-o", "size=5", "--hot-seat", typed="c3\na1\nc3-c4 a1\nmoves\nc3-c4 e5\n").out
    assert "a1 is taken" in out
    assert "c3-c4" in out.split("a1 is taken")[1]
    assert "White: c3-c4\n  White shifts a piece from c3 to c4.\nWhite: e5\n" in out


def test_undo_takes_back_the_answer_of_the_bot_too(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    alcove(*SMALL, "--save", path, typed="c3\n1\nundo\n")
    assert len(Record.read(path.read_bytes()).actions) == 2
    alcove("play", "--resume", path, "--save", path, typed="undo\nundo\n")
    assert Record.read(path.read_bytes()).actions == ()


def test_nothing_is_taken_back_after_the_end(alcove: Alcove) -> None:
    """As at the table in the browser."""
    answer = alcove("play", "alva", "-o", "pieces=1", "--hot-seat", typed="c3\na1\nsave\nundo\n\n")
    assert answer.out.count("The game is over. White wins with 1 to 0: White's hand is empty.") == 1
    assert "Taken back" not in answer.out
    assert answer.out.count("save FILE keeps the game, Enter leaves.") == 2


def test_a_win_together_is_no_draw(alcove: Alcove) -> None:
    typed = "\n".join(f"\n{number % 2 + 1}" for number in range(60))
    wish = ("--players", 2, "-o", "mode=together", "-o", "target=1", "--seed", 1)
    out = alcove("play", "tollgate", "--watch", "--level", 1, *wish, typed=typed).out
    assert "The game is over. Player 1 and Player 2 win together: the target is reached." in out
    assert "draw" not in out.split("The game is over.")[1]


def test_who_leaves_three_players_is_followed_by_a_bot(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    out = alcove(
        *("play", "tollgate", "--players", 3, "--hot-seat", "--seed", 1, "--save", path),
        typed="\nresign\n\n1\n\n1\nquit\n",
    ).out
    assert "Player 1 leaves. A bot of level 3 plays on in that seat." in out
    assert "The game is over" not in out
    record = Record.read(path.read_bytes())
    assert record.verify() is None
    assert "leaves 1 bot 3" in path.read_text()
    assert {seat for seat, _ in record.actions} >= {0, 1}
    assert "Player 1" in alcove("play", "--resume", path, typed="\nquit\n").out


def test_whoever_has_left_three_players_comes_back(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    out = alcove(
        *("play", "tollgate", "--players", 3, "--hot-seat", "--seed", 1, "--save", path, "--stand-in", 1),
        typed="\nresign\n\nreturn 3\nreturn nobody\nreturn 1\nreturn\n1\n\nquit\n",
    ).out
    assert "Player 1 leaves. A bot of level 1 plays on in that seat." in out
    assert out.count("Nobody has left that seat.") == 3
    assert out.count("Player 1 is back.") == 1
    assert [line for line in path.read_text().splitlines() if line.startswith(("leaves", "returns"))] == [
        "leaves 1 bot 1",
        "returns 1",
    ]
    assert "Player 1 >" in alcove("play", "--resume", path, "--hot-seat", typed="\n1\n\n1\n\n1\n").out


def test_a_stand_in_has_a_level_of_the_game(alcove: Alcove) -> None:
    answer = alcove("play", "tollgate", "--players", 3, "--stand-in", 9)
    assert answer.code == 2
    assert "level from" in answer.err


def test_an_abandoned_game_is_in_the_record(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    answer = alcove(*SMALL, "--save", path, typed="c3\nabandon\nabandon\n")
    assert answer.code == 0
    assert "The game is over. The game was abandoned." in answer.out
    answer = alcove("verify", path)
    assert answer.code == 0
    assert answer.out.endswith("The game was abandoned.\n")
    assert "Das Spiel wurde abgebrochen." in alcove("replay", path, "--all", "--lang", "de").out


def test_save_and_resume(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "evening.alcove"
    assert "Saved to" in alcove(*SMALL, typed=f"c3\nsave {path}\nquit\n").out
    saved = Record.read(path.read_bytes())
    assert saved.seed == 3
    assert saved.verify() is None
    assert not list(tmp_path.glob(".*"))
    answer = alcove("play", "--resume", path, typed=f"1\nsave {path}\n")
    assert answer.code == 0
    assert "(Bot 1)" in answer.out
    assert Record.read(path.read_bytes()).actions[:2] == saved.actions[:2]
    assert len(Record.read(path.read_bytes()).actions) > len(saved.actions)


def test_resume_knows_the_seats_or_is_told_them(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    alcove("play", "alva", "--hot-seat", typed=f"c3\nsave {path}\n")
    assert "Black > " in alcove("play", "--resume", path).out
    assert "White > " in alcove("play", "--resume", path, "--level", "1", "--seed", "1").out
    assert alcove("play", "tollgate", "--resume", path).code == 2


def test_resume_refuses_a_changed_record(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    alcove("play", "alva", "--hot-seat", typed=f"c3\nd4\nsave {path}\n")
    path.write_text(path.read_text().replace("2 d4", "2 c3"))
    answer = alcove("play", "--resume", path)
    assert answer.code == 1
    assert "[tampered]" in answer.err


def test_resume_goes_on_under_new_rules(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    alcove("play", "alva", "-o", "size=5", "--hot-seat", typed=f"c3\na1\nc3-c4\nsave {path}\nquit\n")
    assert "\nposition: 2 " in path.read_text()
    with changing_rules() as change:
        new = change("alva", forgotten=("c3-c4",))
        answer = alcove("play", "--resume", path, "--save", path, typed="e5\nquit\n")
        assert answer.code == 0
        assert f"it goes on under version {new.version}. 2 actions" in " ".join(answer.out.split())
        assert "does not fit the new rules and is lost: 1 of White." in " ".join(answer.out.split())
        assert "White: e5" in answer.out
        text = path.read_text()
        assert f"rules {new.version} after 2 lost 1,0 from " in text
        proof = prove(text)
        assert [part.unproven is None for part in proof.parts] == [False, True]
        assert alcove("play", "--resume", path, typed="quit\n").code == 0
    assert alcove("play", "--resume", path).code == 0  # the older rules again: it goes on under those


def test_resume_without_a_kept_position_follows_every_action(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    alcove("play", "tollgate", "--players", 3, "--hot-seat", "--seed", 1, typed=f"\n1\n\n1\n\nsave {path}\nquit\n")
    saved = Record.read(path.read_bytes())
    path.write_text(str(replace(saved, last=None)))
    with changing_rules() as change:
        change("tollgate", unread=True)
        answer = alcove("play", "--resume", path, "--save", path, typed="\nquit\n")
        assert answer.code == 1
        assert "cannot read its position" in answer.err
    with changing_rules() as change:
        change("tollgate")
        assert "goes on under version" in alcove("play", "--resume", path, "--save", path, typed="\nquit\n").out
        assert Record.read(path.read_bytes()).actions == saved.actions


def test_resume_of_changed_rules_believes_nothing(alcove: Alcove, tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "game.alcove"
    alcove("play", "alva", "--hot-seat", typed=f"c3\nd4\nsave {path}\n")
    path.write_text(path.read_text().replace("2 d4", "2 d5"))
    with changing_rules() as change:
        change("alva")
        assert "[tampered]" in alcove("play", "--resume", path).err
        assert alcove("play", "--resume", finished).code == 1  # what is over is not played on


def test_resume_of_a_finished_game_shows_the_end(alcove: Alcove, finished: Path) -> None:
    answer = alcove("play", "--resume", finished)
    assert answer.code == 0
    assert "The game is over." in answer.out


def test_saving_does_not_overwrite_anything_else(alcove: Alcove, tmp_path: Path, finished: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    answer = alcove(*SMALL, typed=f"save {letter}\nsave {finished}\n")
    assert "".join(answer.out.split()).count("holdssomethingelsealready") == 2  # a long path breaks lines
    assert letter.read_text() == "Dear Anna"
    assert alcove(*SMALL, "--save", letter).code == 1


def test_hint_rules_help_and_clauses(alcove: Alcove) -> None:
    out = alcove(*SMALL, typed="hint\nhelp\nhelp ALVA-8\nhelp 9\nrules\n").out
    assert "Try " in out
    assert "save FILE     keep the game" in out
    assert "[ALVA-8] You capture by jumping." in out
    assert "[ALVA-9] You can jump over a run of one" in out
    assert "Alvydas Jakeliunas" in out


def test_resign(alcove: Alcove) -> None:
    answer = alcove(*SMALL, typed="resign\n")
    assert answer.code == 0
    assert "The game is over. Black wins: White has resigned." in answer.out


def test_a_resigned_game_is_in_the_record(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    alcove(*SMALL, "--name", "Anna", "--save", path, typed="c3\nresign\n")
    answer = alcove("verify", path)
    assert answer.code == 0
    assert "proven" in answer.out
    assert "Bot 1 wins: Anna has resigned." in answer.out
    assert "Bot 1 gewinnt: Anna hat aufgegeben." in alcove("verify", path, "--lang", "de").out


def test_german(alcove: Alcove) -> None:
    typed = "hilfe\nzüge\nc3\nc3\nhilfe ALVA-6\na1\ntipp\nzurück\naufgeben\n"
    out = alcove("play", "alva", "-o", "size=5", "--hot-seat", "--seed", "1", "--lang", "de", typed=typed).out
    assert "Weiß > " in out
    assert "Weiß setzt einen Stein auf c3." in out
    assert "c3 ist besetzt; gesetzt wird auf einen freien Punkt. (ALVA-6: hilfe ALVA-6)" in out
    assert "[ALVA-6] " in out
    assert "Vorrat 9" in out
    assert "Versuche " in out
    assert "Zurückgenommen: a1" in out
    assert "Das Spiel ist zu Ende. Weiß gewinnt: Schwarz hat aufgegeben." in out
    assert "White" not in out


def test_watching_bots(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "game.alcove"
    answer = alcove(*SMALL[:-2], "--level", "2", "--watch", "--save", path)
    assert answer.code == 0
    assert "The game is over." in answer.out
    assert " > " not in answer.out
    record = Record.read(path.read_bytes())
    assert record.names == ("Bot 1", "Bot 2")
    assert record.verify() is not None


def test_any_game_is_playable_by_numbers(alcove: Alcove, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undrawn = replace(package.game("tollgate"), terminal=None)
    monkeypatch.setitem(shelf._registered, "tollgate", undrawn)
    path = tmp_path / "game.alcove"
    answer = alcove("play", "tollgate", "--players", 3, "--seed", 1, "--level", 1, "--save", path, typed="1\n" * 30)
    assert answer.code == 0
    assert "hand_sizes: 4 4 4" in answer.out
    assert "1 bank" in answer.out or "The game is over." in answer.out
    assert Record.read(path.read_bytes()).verify() is not None


class NumberTypist(Typist):
    """Types the number of a choice, looking at the record that the game keeps."""

    def readline(self, *_: object) -> str:  # type: ignore[override]
        position = Record.read(self.path.read_bytes()).position()
        if position.over:
            return ""
        self.typed.append(str(self.dice.randint(1, len(position.legal(self.seat)))))
        return self.typed[-1] + "\n"


@pytest.mark.parametrize(
    ("name", "players", "options", "language"),
    [
        ("alvos", 3, (), "en"),
        ("alvos", 1, ("-o", "solitaire=sopavre"), "de"),
        ("alvos", 2, ("-o", "mode=cooperative"), "de"),
        ("alluvium", 3, (), "de"),
        ("alluvium", 5, (), "en"),
        ("alpacalypse", 2, ("-o", "tribes=chosen"), "de"),
        ("alpacalypse", 4, (), "en"),
    ],
)
def test_a_whole_game_by_numbers(
    alcove: Alcove, tmp_path: Path, name: str, players: int, options: tuple[str, ...], language: str
) -> None:
    path = tmp_path / "game.alcove"
    typist = NumberTypist(path, 0, seed=4)
    arguments = ("--players", players, "--seed", 5, "--level", 1, "--lang", language, "--save", path)
    answer = alcove("play", name, *options, *arguments, "--ascii", typed=typist)
    assert answer.code == 0
    assert {"en": "The game is over.", "de": "Das Spiel ist zu Ende."}[language] in answer.out
    assert len(typist.typed) >= 5
    assert Record.read(path.read_bytes()).verify() is not None
    assert max(len(line) for line in answer.out.splitlines()) <= 80
    assert set(answer.out) - set("äöüÄÖÜß") <= {chr(code) for code in range(128)}


def test_alone(alcove: Alcove) -> None:
    answer = alcove("play", "tollgate", "--players", 1, "--seed", 1, typed="1\n" * 30)
    assert answer.code == 0
    assert "The game is over." in answer.out


def test_on_one_keyboard_nobody_sees_the_cards_of_others(alcove: Alcove) -> None:
    game = package.game("tollgate")
    hands = [game.new(2, 5).view(seat)["table"]["hand"] for seat in range(2)]
    typed = f"\n{hands[0][0]}\n\nmoves\n"
    out = alcove("play", "tollgate", "--players", 2, "--seed", 5, "--hot-seat", typed=typed).out
    first, second = out.split("Pass the device to Player 2, then press Enter.")
    shown = f"hand: {' '.join(hands[0])}\n"
    assert shown in first
    assert shown not in second
    assert f"hand: {' '.join(hands[1])}\n" in second
    assert "Player 1: card\n  Player 1 lays a card face down.\n" in second
    assert hands[0][0] not in second.split("shown")[0].replace(" ", "\n").split("\n")


def test_what_was_revealed_is_not_taken_back(alcove: Alcove) -> None:
    answer = alcove("play", "tollgate", "--players", 1, "--seed", 1, typed="1\nundo\n")
    assert "That has revealed something hidden" in answer.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_at_a_real_terminal() -> None:
    shown, code = at_terminal([*SCRIPT, *SMALL], ["c3\n", "hint\n", "\x04"])
    assert code == 0
    assert "White places a piece on c3." in shown
    assert "Try " in shown
    assert "left unfinished" in shown
    assert "Traceback" not in shown
    shown, code = at_terminal([*SCRIPT, *SMALL], ["\x03"])
    assert code == 130
    assert "Traceback" not in shown


def at_terminal(command: list[str], typed: list[str]) -> tuple[str, int]:
    """Run a command at a pseudo terminal; type the next thing at each prompt."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PAGER": "cat"}
    with subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    ) as process:
        os.close(theirs)
        shown, waiting, until = b"", list(typed), time.monotonic() + 60
        seen = 0
        while time.monotonic() < until:
            if select.select([ours], [], [], 0.2)[0]:
                try:
                    part = os.read(ours, 65536)
                except OSError:
                    break
                if not part:
                    break
                shown += part
            if waiting and shown.count(b"White > ") > seen:
                seen = shown.count(b"White > ")
                time.sleep(0.3)  # the prompt is out a moment before the line editor listens
                os.write(ours, waiting.pop(0).encode())
        os.close(ours)
        code = process.wait(timeout=10)
    return shown.decode(errors="replace"), code
