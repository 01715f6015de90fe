"""The state as a class: its annotations make the record, and the type checker knows its fields."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest

from alcove.kernel.state import Cube, GameState, Int8, Int16, Matrix, Rng, Vector, Word, Words, int8, int16

ROOT = Path(__file__).resolve().parents[2]
SEATS, CARDS = 4, 12


class State(GameState):
    rng: Rng
    turn: Int8
    pot: Int16
    seen: Word
    deck: Annotated[Vector, int16, CARDS]
    hand: Annotated[Matrix, int8, SEATS, CARDS]
    board: Annotated[Cube, int8, 2, 3, SEATS + 1]
    stones: Annotated[Words, 2, 2]


def test_the_record_has_the_fields_of_the_class_in_their_order() -> None:
    assert State.dtype == np.dtype(
        (
            np.void,
            [
                ("rng", np.uint64, (3,)),
                ("turn", np.int8),
                ("pot", np.int16),
                ("seen", np.uint64),
                ("deck", np.int16, (12,)),
                ("hand", np.int8, (4, 12)),
                ("board", np.int8, (2, 3, 5)),
                ("stones", np.uint64, (2, 2)),
            ],
        )
    )
    state = np.zeros(1, State.dtype)[0]
    state.hand[1, 2] = 7
    assert state.hand[1, 2] == 7
    state.pot = 300
    assert state.pot == 300
    with pytest.raises(AttributeError):
        state.pott = 300  # in plain Python a slip of the pen is no new field


@pytest.mark.parametrize(
    ("annotation", "says"),
    [
        ("size: Int16", "every record has a size of its own"),
        ("pot: int", "say how large its numbers are"),
        ("deck: Vector", "say how large its numbers are"),
        ("deck: Annotated[Vector, int16]", "do not fit"),
        ("deck: Annotated[Vector, int16, 2, 3]", "do not fit"),
        ("hand: Annotated[Matrix, int16, 2]", "do not fit"),
        ("stones: Words", "do not fit"),
    ],
)
def test_what_makes_no_field_is_told(annotation: str, says: str) -> None:
    with pytest.raises(TypeError, match=says):
        exec(f"class Broken(GameState):\n    {annotation}", globals())


CHECKED = """
def look(state: State, seat: int, card: int) -> None:
    reveal_type(state.pot)
    reveal_type(state.deck[card])
    reveal_type(state.hand[seat, card])
    reveal_type(state.hand[seat][card])
    reveal_type(state.board[0, 1, seat])
    state.hand[seat, card] += 1
    state.hnd[seat, card]
    state.pot = "many"
"""


def test_the_type_checker_knows_the_fields(tmp_path: Path) -> None:
    head, declared = Path(__file__).read_text("utf-8").split("class State(GameState):", 1)
    names = "\n".join(line for line in head.splitlines() if "typing" in line or "alcove" in line or "SEATS" in line)
    fields = declared.split("\n\n\n", 1)[0]
    (tmp_path / "checked.py").write_text(f"{names}\nclass State(GameState):{fields}\n{CHECKED}")
    done = subprocess.run(  # by our settings, so that what it knows of the rest serves here, too
        [sys.executable, "-m", "mypy", str(tmp_path / "checked.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.findall(r'Revealed type is "(\S+)"', done.stdout) == ["int"] * 5, done.stdout
    assert '"State" has no attribute "hnd"' in done.stdout
    assert 'expression has type "str", variable has type "int"' in done.stdout
    assert done.stdout.count("error:") == 2
