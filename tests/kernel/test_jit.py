"""Rules compiled and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from alcove.kernel import jit
from alcove.kernel.random import sip
from tests.games import NOT_OF_RULES, TOO_LONG_AS_PLAIN_PYTHON

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path.parent.name for path in (ROOT / "tests" / "games").glob("*/__init__.py"))
PLAIN = [
    " ".join(f"games/{name}" for name in FOLDERS[::2]),
    " ".join([*(f"games/{name}" for name in FOLDERS[1::2]), "toys/test_tollgate.py", "kernel/test_random.py"]),
]
"""What is tested as plain Python, in as few processes as there are cores in most machines."""


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
@pytest.mark.parametrize("folders", PLAIN)
def test_the_rules_pass_their_tests_as_plain_python(folders: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--numprocesses=0",
            *(f"--ignore-glob=tests/games/*/test_{other}.py" for other in (*NOT_OF_RULES, *TOO_LONG_AS_PLAIN_PYTHON)),
            *(f"tests/{folder}" for folder in folders.split()),
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
    assert inner.made_entry is None  # type: ignore[attr-defined]  # part of the other, with no machine code of its own
    assert outer.entry.signatures  # type: ignore[attr-defined]
    assert inner(np.int64(20)) == 40
    assert inner.made_entry is not None  # type: ignore[attr-defined]
