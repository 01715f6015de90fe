"""The examples run, for seconds; the one that needs PyTorch only where it is installed."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCRIPTS = {
    "tournament.py": ["tollgate", "--players", "3", "--games", "4"],
    "search.py": ["--rounds", "2", "--games", "6"],
    "ppo.py": ["--steps", "16384", "--games", "64", "--opponents", "random"],
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_an_example_runs_and_saves_its_curve(script: str, tmp_path: Path) -> None:
    if script == "ppo.py" and importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed.")
    plot = tmp_path / "curve.svg"
    done = subprocess.run(
        [sys.executable, EXAMPLES / script, *SCRIPTS[script], "--plot", plot],
        cwd=tmp_path,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(EXAMPLES.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 2
    assert plot.read_text("utf-8").count("<polyline") == 1


def test_examples_are_short() -> None:
    for script in SCRIPTS:
        assert len((EXAMPLES / script).read_text("utf-8").splitlines()) <= 150, script
