"""With a Numba that our compiler does not know, rules are compiled by the plain one, and play the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import alcove
from alcove.kernel import jit
from tests.conformance.digests import digests

ROOT = Path(__file__).resolve().parents[2]
OTHER_NUMBA = """
import numba, sys
numba.__version__ = "0.99.0"
sys.argv = ["digests", "tollgate"]
import runpy
runpy.run_module("tests.conformance.digests", run_name="__main__")
from alcove.bots import search
import alcove
thought = search(alcove.game("tollgate").new(players=2, seed=1), 0, simulations=30)
print(thought.action.text, thought.simulations)
print("alcove.kernel.compiler" in sys.modules)
"""


def said(code: str, **env: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])} | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(not jit.CUT, reason="compares with our own compiler")
def test_another_numba_compiles_the_same_rules_and_search() -> None:
    played, thought, cut = said(OTHER_NUMBA)
    toy = alcove.game("tollgate")
    assert json.loads(played) == {"compiled": True, "digests": digests(toy)}
    ours = alcove_search(toy)
    assert thought == ours
    assert cut == "False"


def alcove_search(game: alcove.Game) -> str:
    from alcove.bots import search

    thought = search(game.new(players=2, seed=1), 0, simulations=30)
    return f"{thought.action.text} {thought.simulations}"


def test_the_plain_compiler_can_be_asked_for() -> None:
    code = "from alcove.kernel import jit; print(jit.COMPILING, jit.CUT)"
    assert said(code, ALCOVE_PLAIN_NUMBA="1", NUMBA_DISABLE_JIT="0") == ["True False"]
