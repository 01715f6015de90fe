"""Help, languages, exit codes, and the ways a command can be cut off."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import alcove as package
from alcove.cli.main import app
from tests.cli.conftest import Alcove

COMMANDS = ["serve", "play", "games", "replay", "verify", "arena", "bench"]
SCRIPT = [sys.executable, "-c", "from alcove.cli.main import run; run()"]


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=lambda words: " ".join(words) or "alcove")
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_has_help_with_examples(command: list[str], flag: str) -> None:
    result = CliRunner().invoke(app, [*command, flag])
    assert result.exit_code == 0
    assert "Usage: " in result.output
    assert f"Examples:\n    alcove {' '.join(command)}".rstrip() in result.output


def test_help_lists_every_command() -> None:
    result = CliRunner().invoke(app, ["--help"])
    for name in COMMANDS:
        assert f"  {name} " in result.output


def test_version(alcove: Alcove) -> None:
    assert alcove("--version").out == f"{package.__version__}\n"


def test_games_lists_every_game_with_its_options(alcove: Alcove) -> None:
    answer = alcove("games")
    assert answer.code == 0
    for name in package.games():
        assert f"{name}  {package.game(name).title.en}, " in answer.out
        for option in package.game(name).options:
            assert f"--option {option.name}=" in answer.out
    assert "10 (size=5)" in answer.out


def test_games_tells_what_a_seat_sees_as_numbers(alcove: Alcove) -> None:
    for name in package.games():
        layout = package.game(name).observe.LAYOUT
        told = json.loads(alcove("games", name, "--observation", "--json").out)
        assert told["size"] == layout.size
        assert told["actions"] == package.game(name).rules.ACTIONS
        assert [one["name"] for one in told["features"]] == list(layout.places)
        shown = alcove("games", name, "--observation", "--lang", "de").out
        assert f"{layout.size} Zahlen" in shown
        assert all(one.name in shown for one in (*layout.features, *layout.blocks))
        assert [one["name"] for one in told["blocks"]] == [one.name for one in layout.blocks]
    assert alcove("games", "tollgate").out.count("--level") == 1
    refused = alcove("games", "--observation")
    assert (refused.code, "which game" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("locale", "flags", "sentence"),
    [
        ("en_GB.UTF-8", [], "Points on each side."),
        ("C", [], "Points on each side."),
        ("de_AT.UTF-8", [], "Punkte auf jeder Seite."),
        ("en_GB.UTF-8", ["--lang", "de"], "Punkte auf jeder Seite."),
        ("de_DE.UTF-8", ["--lang", "en"], "Points on each side."),
    ],
)
def test_the_language_is_that_of_the_flag_or_else_of_the_locale(
    alcove: Alcove, locale: str, flags: list[str], sentence: str
) -> None:
    assert sentence in alcove("games", *flags, locale=locale).out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["nonsense"],
        ["play", "nonsense"],
        ["play"],
        ["play", "alva", "--level", "x"],
        ["play", "alva", "--level", "7"],
        ["play", "alva", "--seat", "3"],
        ["play", "alva", "--seat", "green"],
        ["play", "alva", "--option", "size=6"],
        ["play", "alva", "--option", "size"],
        ["play", "alva", "--option", "colour=red"],
        ["play", "alva", "--players", "3"],
        ["play", "alva", "--seed", "-1"],
        ["play", "alva", "--lang", "fr"],
        ["play", "alva", "--hot-seat", "--watch"],
        ["play", "--resume", "no/such/file"],
        ["replay", "no/such/file"],
        ["replay", "."],
        ["replay", "-"],
        ["replay"],
        ["verify"],
        ["arena", "nonsense"],
        ["arena", "alva", "--levels", "9"],
    ],
    ids=" ".join,
)
def test_what_is_not_understood_ends_with_code_2_and_a_sentence(alcove: Alcove, arguments: list[str]) -> None:
    answer = alcove(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.strip()


def test_an_error_is_one_line_with_its_code(alcove: Alcove) -> None:
    assert alcove("play", "alva", "--option", "size=6").err == "alcove: size must be one of: 5, 7, 9. [bad-option]\n"
    german = alcove("play", "alva", "--option", "size=6", "--lang", "de")
    assert german.err == "alcove: size muss eines davon sein: 5, 7, 9. [bad-option]\n"


def test_control_characters_in_an_error_do_not_reach_the_terminal(alcove: Alcove) -> None:
    answer = alcove("replay", "no\x1b[31m/such\nfile")
    assert "\x1b" not in answer.err
    assert answer.err.count("\n") == 1


def test_a_closed_pipe_is_quiet(finished: Path) -> None:
    shell = f'{sys.executable} -c "from alcove.cli.main import run; run()" replay {finished} --all | head -n 1'
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("0/")
    assert done.stderr == ""


def test_ctrl_c_is_quiet() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*SCRIPT, "play", "alva"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        shown = b""
        until = time.monotonic() + 60
        while b" > " not in shown and time.monotonic() < until:
            shown += process.stdout.read() or b""
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)
    assert process.returncode == 130
    assert complaint == b""
