"""A game in the terminal with nothing compiled yet: it begins at once, and bots answer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from alcove import Record
from alcove.kernel import jit
from alcove.kernel.game import game, games
from alcove.ready import children
from tests.cli.conftest import Alcove
from tests.cli.test_play import NumberTypist, Typist
from tests.plain import as_plain_python

pytestmark = pytest.mark.skipif(not jit.CUT, reason="nothing is waited for")

WAITS = (sys.executable, "-c", "import sys; sys.stdin.read()")
"""What compiles and never comes to an end."""


class Impatient(Typist):
    """Leaves when it has had a turn, and a bot too. Sees to it that nothing was compiled by then."""

    def readline(self, *arguments: object) -> str:  # type: ignore[override]
        record = Record.read(self.path.read_bytes())
        assert not record.game.has_code
        if self.typed and any(seat != self.seat for seat, _ in record.actions):
            return ""
        return super().readline(*arguments)


class ImpatientNumbers(Impatient, NumberTypist):
    pass


@pytest.mark.parametrize("name", games())
def test_a_game_begins_while_it_is_being_compiled(
    alcove: Alcove, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr(children, "COMMAND", WAITS)
    path = tmp_path / "game.alcove"
    typist = (Impatient if name == "alva" else ImpatientNumbers)(path, 0, seed=1)
    with as_plain_python():
        answer = alcove("play", name, "--players", max(2, game(name).players.start), "--save", path, typed=typist)
    assert answer.code == 0
    assert typist.typed
    assert {seat for seat, _ in Record.read(path.read_bytes()).actions} > {0}
    assert not list((tmp_path / "empty").rglob("*.nbc")), "nothing was compiled here"
