"""The tutorial builds Tollgate: its pieces are put together, compared with the toy, and played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOY = ROOT / "tests" / "toys" / "tollgate"
PIECE = re.compile(r"^```python (\w+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pieces() -> dict[str, str]:
    """The code of each file in the tutorial, its pieces in their order. Blank lines between them are not told."""
    found: dict[str, str] = {}
    for name, code in PIECE.findall((ROOT / "docs" / "adding-a-game.md").read_text("utf-8")):
        found[name] = f"{found[name]}\n\n{code}" if name in found else code
    return found


def lines(code: str) -> list[str]:
    return [line for line in code.splitlines() if line]


@pytest.mark.parametrize("name", sorted(path.name for path in TOY.glob("*.py")))
def test_the_tutorial_has_all_of_the_toy_s_code(name: str) -> None:
    assert lines(pieces()[name]) == lines((TOY / name).read_text("utf-8"))


def test_the_tutorial_names_no_file_that_is_not_there() -> None:
    assert {*pieces()} == {path.name for path in TOY.glob("*.py")}


def test_the_game_of_the_tutorial_is_played(tmp_path: Path) -> None:
    """In a folder of its own, as somebody who has typed it all."""
    game = tmp_path / "gate"
    game.mkdir()
    for name, code in pieces().items():
        (game / name).write_text(code.replace("tests.toys.tollgate", "gate"), "utf-8")
    for rulebook in TOY.glob("rulebook.*.md"):
        shutil.copy(rulebook, game)
    command = "from alcove.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", command, "play", "gate", "--players", "2", "--watch", "--pause", "0", "--level", "1"],
        cwd=tmp_path,
        env=os.environ | {"ALCOVE_EXTRA_GAMES": "gate", "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Round 4 of 4" in done.stdout
    assert "The last round is played." in done.stdout
