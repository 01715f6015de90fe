"""The cache of compiled code: what changes it, and what does not."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

import alcove
from alcove.bots.engine import compile_for
from alcove.games.alva import rules
from alcove.kernel import cache, jit
from alcove.lab.simulate import compiled as compile_lab
from alcove.rl.compiling import compile_for as compile_batch

pytestmark = pytest.mark.skipif(not jit.COMPILING, reason="nothing is compiled")


PLAY = "from alcove.games.alva.rules import play as entry"
SEARCH = "import alcove; from alcove.bots.engine import compile_for; entry = compile_for(alcove.game('alva')).run"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package's sources, and of what Python made of them: it makes anew what has changed."""
    copy = tmp_path / "lib" / "alcove"
    ignored = shutil.ignore_patterns("static", "node_modules")
    shutil.copytree(cache.PACKAGE, copy, ignore=ignored)
    return copy


def run(package: Path, code: str, **env: str) -> str:
    """What a fresh process says that imports the copy."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("ALCOVE_", "NUMBA_"))}
    clean["PYTHONDONTWRITEBYTECODE"] = "1"  # two changes within a second leave the same time and size
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=package.parent,
        env=clean | {"PYTHONPATH": str(package.parent), "ALCOVE_CACHE": str(package.parent / "cache")} | env,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def folders(package: Path, *entries: str, **env: str) -> list[str]:
    """Where the code of functions is kept."""
    lines = ["from alcove.kernel.cache import cache_folder"]
    for entry in entries:
        lines += [entry, "print(cache_folder(entry))"]
    return run(package, "\n".join(lines), **env).splitlines()


def keys(package: Path) -> list[str]:
    return [Path(folder).name for folder in folders(package, PLAY, SEARCH)]


def unchanged() -> list[str]:
    """The keys of the sources as they are, from this process."""
    entries = rules.play, compile_for(alcove.game("alva")).run
    return [Path(str(cache.cache_folder(entry))).name for entry in entries]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_code_is_kept_by_all_that_it_is_made_of(package: Path) -> None:
    """The same in two processes, wherever the sources lie."""
    play, search = folders(package, PLAY, SEARCH)
    assert Path(play).parent == package.parent / "cache" / "compiled" / "alcove.games.alva.rules"
    assert Path(search).parent.name == "alcove.bots.search"
    assert [Path(play).name, Path(search).name] == unchanged()


def test_sentences_drawings_and_comments_compile_nothing_anew(package: Path) -> None:
    alva = package / "games" / "alva"
    change(alva / "rules.py", '"""Carry out', '"""Do')
    change(alva / "rules.py", "from __future__", "# A comment.\n\nfrom __future__")
    change(alva / "terminal.py", "●", "x")
    change(alva / "narrate.py", "from __future__", "# Any.\nfrom __future__")
    (alva / "rulebook.en.md").write_text("Nothing.")
    change(alva / "__init__.py", "Place, shift and jump.", "Shift, place and jump.")
    change(package / "bots" / "levels.py", "simulations=40", "simulations=41")
    change(package / "kernel" / "text.py", "Sentences", "Words")
    assert keys(package) == unchanged()


@pytest.mark.parametrize(
    ("file", "old", "new", "changes"),
    [
        ("games/alva/rules.py", "JUMP_FROM = SHIFT_FROM + 4", "JUMP_FROM = SHIFT_FROM + 5", [True, True]),
        ("games/alva/rules.py", "word * ONES", "ONES * word", [False, True]),  # counting is no part of playing
        ("games/alva/board.py", "STRIDE = 9", "STRIDE = 8 + 1", [False, False]),
        ("games/alva/board.py", "WHITE, BLACK = ", "BLACK, WHITE = ", [False, True]),
        ("games/alva/bot.py", "BOLDNESS = 0.8", "BOLDNESS = 0.7", [False, True]),
        ("bots/search.py", "MAX_DEPTH = 512", "MAX_DEPTH = 256", [False, True]),
        ("kernel/random.py", "0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5B7", [False, True]),
        ("kernel/compiler.py", "from __future__", "# Another compiler.\nfrom __future__", [True, True]),
    ],
)
def test_whatever_becomes_part_of_the_code_compiles_it_anew(
    package: Path, file: str, old: str, new: str, changes: list[bool]
) -> None:
    change(package / file, old, new)
    assert [key != before for key, before in zip(keys(package), unchanged(), strict=True)] == changes


RULES = """
import numpy as np
from alcove.kernel.jit import compiled
from toy import helper, words

TABLE = np.array([int(word) for word in open("table.txt").read().split()])
LIMIT = 5

@compiled
def entry(number: int) -> int:
    \"\"\"A sentence.\"\"\"
    return helper.twice(number) + TABLE[0] + LIMIT
"""
HELPER = """
from alcove.kernel.jit import compiled

@compiled
def twice(number: int) -> int:
    return 2 * number
"""


def test_a_process_never_runs_code_of_old_sources_and_compiles_no_more_than_it_must(package: Path) -> None:
    toy = package.parent / "toy"
    toy.mkdir()
    for name, text in {"__init__": "", "rules": RULES, "helper": HELPER, "words": "HELLO = 'Hello'"}.items():
        (toy / f"{name}.py").write_text(text)
    table = package.parent / "table.txt"
    table.write_text("100")

    def asked() -> tuple[str, int]:
        answer = run(package, "from toy.rules import entry; print(entry(1))")
        return answer, len(list((package.parent / "cache").rglob("*.nbc")))

    assert asked() == ("107", 1)
    change(toy / "words.py", "Hello", "Bye")
    change(toy / "rules.py", "A sentence.", "Another.")
    assert asked() == ("107", 1)
    change(toy / "helper.py", "2 * number", "3 * number")
    assert asked() == ("108", 2)
    table.write_text("200")
    assert asked() == ("208", 3)
    change(toy / "rules.py", "LIMIT = 5", "LIMIT = 6")
    assert asked() == ("209", 3 + 1 - 1)  # the oldest is gone


def test_old_code_is_removed(tmp_path: Path) -> None:
    for number in range(5):
        last = cache._kept(tmp_path, "play", f"{number:024x}")
        assert last is not None
        beside = cache._kept(tmp_path, "play_on", f"{number:024x}")
        kept = sorted(tmp_path.glob("play-*"))
        assert last in kept
        os.utime(last, (number, number))  # the clock of files is too coarse to tell which came first
    assert kept == [tmp_path / f"play-{number:024x}" for number in range(5 - cache.KEPT_CACHES, 5)]
    assert beside is not None
    assert beside.exists(), "the code of other functions is left alone"


@pytest.mark.skipif(not jit.CUT, reason="Numba reads its own files")
@pytest.mark.parametrize("written", [b"ca_module_that_is_gone\nType\n.", b"cut off", b""])
@pytest.mark.parametrize("file", ["code.nbi", "code.1.nbc"])
def test_files_that_cannot_be_read_are_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, written: bytes
) -> None:
    """Damaged ones, and those of a version that knew other types."""
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path))
    exec("def half(x: int) -> int:\n    return x // 2", scope := {"__name__": __name__})
    assert jit.compiled(scope["half"])(9) == 4
    [path] = tmp_path.rglob(file)
    whole = path.read_bytes()
    version = pickle.dumps(numba.__version__) if file == "code.nbi" else b""
    path.write_bytes(version + written)
    again: Any = jit.compiled(scope["half"])
    assert again(9) == 4
    assert again.entry.stats.cache_misses
    assert len(path.read_bytes()) == pytest.approx(len(whole), rel=0.1)
    once_more: Any = jit.compiled(scope["half"])
    assert once_more(9) == 4
    assert once_more.entry.stats.cache_hits


def test_a_home_that_cannot_be_written_to_is_no_error(package: Path) -> None:
    (package.parent / "file").write_text("not a folder")
    assert folders(package, PLAY, ALCOVE_CACHE=str(package.parent / "file")) == ["None"]


def test_all_code_of_all_games_can_be_kept() -> None:
    for name in alcove.games():
        game = alcove.game(name)
        entries = [*vars(compile_for(game)).values(), *vars(game.entry_points).values(), game.lab.watch]
        entries += [*vars(compile_lab(game)).values(), *vars(compile_batch(game, None)).values()]
        entries += [getattr(game.rules, rule) for rule in ("setup", "play", "legal", "scores", "conceal", "sample")]
        for entry in entries:
            if entry is not None:
                assert re.fullmatch(r".+-[0-9a-f]{24}", str(cache.cache_folder(entry))), entry
