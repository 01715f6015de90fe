"""What the package names is there, and loaded when it is asked for."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import alcove


def test_all_that_it_names_is_there() -> None:
    for name in alcove.__all__:
        assert getattr(alcove, name) is not None
    assert set(alcove.__all__) <= set(dir(alcove))


def test_its_games_stay_a_function_when_the_folder_of_that_name_is_imported() -> None:
    importlib.reload(importlib.import_module("alcove.games"))
    assert "alva" in alcove.games()


def test_what_it_does_not_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'alcove' has no attribute 'chess'"):
        getattr(alcove, "chess")  # noqa: B009  mypy knows that it is not there
    with pytest.raises(ImportError):
        exec("from alcove import chess")


@pytest.mark.parametrize(
    "first", ["import alcove.games.alva", "from alcove import games", "from alcove import *", "import alcove.games"]
)
def test_games_are_found_whatever_is_imported_first(first: str) -> None:
    code = f"{first}\nimport alcove\nprint('alva' in alcove.games())"
    assert _said_by(code) == "True"


def test_to_import_it_loads_no_compiler() -> None:
    assert _said_by("import alcove, sys\nprint('numba' in sys.modules, bool(alcove.__version__))") == "False True"


def _said_by(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()
