"""The cache of compiled code, and the rules as plain Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from alcove.kernel import jit
from alcove.kernel.random import sip
from tests.games import NOT_OF_RULES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package's sources."""
    copy = tmp_path / "lib" / "alcove"
    ignored = shutil.ignore_patterns("__pycache__", "static", "node_modules")
    shutil.copytree(jit.PACKAGE, copy, ignore=ignored)
    return copy


def run(package: Path, code: str, **env: str) -> str:
    """What a fresh process says that imports the copy."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("ALCOVE_", "NUMBA_"))}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=package.parent,
        env=clean | {"PYTHONPATH": str(package.parent), "ALCOVE_CACHE": str(package.parent / "cache")} | env,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def folder(package: Path, module: str, **env: str) -> str:
    """Where code of a module is kept."""
    code = f"import importlib; from alcove.kernel import jit; importlib.import_module({module!r})\n"
    code += f"print(jit._folder_of({module!r}))"
    return run(package, code, **env)


def change(path: Path) -> None:
    with open(path, "a") as source:
        source.write("# a change\n")


def test_the_cache_folder_changes_with_the_kernel_and_the_game(package: Path) -> None:
    rules = "alcove.games.alva.rules"
    first = folder(package, rules)
    assert Path(first).parent == package.parent / "cache" / "compiled"
    assert folder(package, rules) == first
    change(package / "kernel" / "random.py")
    second = folder(package, rules)
    change(package / "games" / "alva" / "board.py")
    third = folder(package, rules)
    assert len({first, second, third}) == 3


def test_what_compiled_rules_never_reach_does_not_matter(package: Path) -> None:
    first = folder(package, "alcove.games.alva.rules")
    change(package / "bots" / "levels.py")
    change(package / "__init__.py")
    assert folder(package, "alcove.games.alva.rules") == first


def test_the_search_of_a_game_has_a_folder_that_changes_with_the_bots(package: Path) -> None:
    code = (
        "from alcove.kernel import jit; from alcove.games.alva import GAME\n"
        "print(jit.cache_folder('alva-search', jit.KERNEL, jit.BOTS, jit.GAMES / 'alva'))"
    )
    first = run(package, code)
    change(package / "bots" / "search.py")
    assert run(package, code) != first


def test_the_cache_folder_changes_with_a_game_from_elsewhere(package: Path) -> None:
    toy = package.parent / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text("")
    (toy / "rules.py").write_text("A = 1\n")
    first = folder(package, "toy.rules")
    (toy / "rules.py").write_text("A = 2\n")
    second = folder(package, "toy.rules")
    change(package / "games" / "alva" / "rules.py")
    assert len({first, second, folder(package, "toy.rules")}) == 3


def test_old_cache_folders_are_removed(package: Path) -> None:
    for _ in range(5):
        change(package / "kernel" / "random.py")
        last = folder(package, "alcove.games.alva.rules")
    kept = list((package.parent / "cache" / "compiled").glob("alva-*"))
    assert len(kept) == jit.KEPT_CACHES
    assert Path(last) in kept


def test_a_home_that_cannot_be_written_to_is_no_error(package: Path) -> None:
    (package.parent / "file").write_text("not a folder")
    assert folder(package, "alcove.games.alva.rules", ALCOVE_CACHE=str(package.parent / "file")) == "None"


def test_plain_python_wraps_around_as_compiled_code_does() -> None:
    code = (
        "import numpy as np; from alcove.kernel.jit import COMPILING; from alcove.kernel.random import sip\n"
        "assert not COMPILING\n"
        "print(int(sip(np.uint64(2**64 - 1), np.uint64(2**64 - 1), np.uint64(2**64 - 1))))"
    )
    most = np.uint64(2**64 - 1)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == int(sip(most, most, most))


@pytest.mark.skipif(not jit.COMPILING, reason="already plain Python")
def test_the_rules_pass_their_tests_as_plain_python() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            *(f"--ignore-glob=tests/games/*/test_{other}.py" for other in NOT_OF_RULES),
            "tests/games",
            "tests/toys",
            "tests/kernel/test_random.py",
        ],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


@jit.compiled
def _twice(number: int) -> int:
    return 2 * number


@jit.compiled
def _twice_and_one(number: int) -> int:
    return _twice(number) + 1


@pytest.mark.skipif(not jit.COMPILING, reason="nothing is compiled")
def test_what_only_rules_call_is_made_callable_by_nobody_else() -> None:
    inner, outer = _twice, _twice_and_one
    assert outer(np.int64(20)) == 41
    assert inner._door is None  # type: ignore[attr-defined]  # part of the other, with no machine code of its own
    assert outer.door.signatures  # type: ignore[attr-defined]
    assert inner(np.int64(20)) == 40
    assert inner._door is not None  # type: ignore[attr-defined]
