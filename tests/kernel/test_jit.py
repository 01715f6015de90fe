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


FOLDER = "import alcove.kernel.jit as jit; print(jit.config.CACHE_DIR)"


def test_the_cache_folder_changes_with_any_source(package: Path) -> None:
    first = run(package, FOLDER)
    assert Path(first).parent == package.parent / "cache" / "compiled"
    assert run(package, FOLDER) == first
    with open(package / "kernel" / "random.py", "a") as source:
        source.write("# a change\n")
    second = run(package, FOLDER)
    assert second != first


def test_the_cache_folder_changes_with_an_added_game(package: Path) -> None:
    toy = package.parent / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text("")
    (toy / "rules.py").write_text("A = 1\n")
    folders = [run(package, FOLDER), run(package, FOLDER, ALCOVE_EXTRA_GAMES="toy")]
    (toy / "rules.py").write_text("A = 2\n")
    folders.append(run(package, FOLDER, ALCOVE_EXTRA_GAMES="toy"))
    assert len(set(folders)) == 3


def test_old_cache_folders_are_removed(package: Path) -> None:
    for number in range(5):
        with open(package / "kernel" / "random.py", "a") as source:
            source.write(f"# {number}\n")
        last = run(package, FOLDER)
    kept = list((package.parent / "cache" / "compiled").iterdir())
    assert len(kept) == jit.KEPT_CACHES
    assert Path(last) in kept


def test_a_home_that_cannot_be_written_to_is_no_error(package: Path) -> None:
    (package.parent / "file").write_text("not a folder")
    assert run(package, FOLDER, ALCOVE_CACHE=str(package.parent / "file")) == ""


def test_the_toy_is_part_of_the_fingerprint() -> None:
    names = {path.name for path in jit._sources() if "tollgate" in path.parts}
    assert {"rules.py", "notation.py"} <= names


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
            "tests/rules",
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
