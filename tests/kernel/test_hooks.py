"""A game is found by the fixed names in its folder, and a slip of the pen is told at once."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import alcove
from alcove.bots import scale
from alcove.kernel import explain, lesson
from alcove.kernel.hooks import DATA, DeclarationError
from alcove.kernel.text import LANGUAGES
from alcove.printing import compose
from alcove.puzzles import collection

RULES = """
STATE = ACTIONS = MAX_CHOICES = MAX_GAME_ACTIONS = 1
CHANCE = SECRETS = False
REASONS = ()
def setup(state, players, options): ...
def actors(state): ...
def awaited(state): ...
def legal(state, seat, out): ...
def play(state, seat, action): ...
def scores(state, out): ...
def winners(state): ...
def reason(state): ...
def conceal(state, seat, search_rng): ...
def sample(state, seat, search_rng): ...
"""
NOTATION = """
def write_action(position, seat, action): ...
def read_action(position, seat, text): ...
def join(actions): ...
def split(turn): ...
def write_position(position): ...
def read_position(game, text): ...
"""
VIEW = "def view(position, seat): ..."
FOLDER = {
    "__init__": """
from alcove.kernel.game import Game
from alcove.kernel.text import same
GAME = Game.from_package(
    __name__, title=same("Toy"), summary=same("Toy."), version=1, players=range(2, 3), seat_names=(), reasons={},
    clause_prefix="TOY", turn_clause="TOY-1", end_clause="TOY-2",
)
""",
    "rules": RULES,
    "notation": NOTATION,
    "view": VIEW,
    "narrate": "def tell(before, after, seat, action, viewer, names): ...",
    "refuse": "def refuse(position, seat, action): ...",
    "bot": "",
}
Declare = Callable[..., alcove.Game]


@pytest.fixture
def declare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Declare]:
    """Import a game made of a folder that is whole but for what is given; None takes a file away."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made = []

    def folder(**files: str | None) -> alcove.Game:
        name = f"toy{len(made)}"
        made.append(name)
        (tmp_path / name).mkdir()
        for file, text in {**FOLDER, **files}.items():
            if text is not None:
                (tmp_path / name / (file if "." in file else f"{file}.py")).write_text(text, "utf-8")
        importlib.invalidate_caches()
        game: alcove.Game = importlib.import_module(name).GAME
        return game

    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] in made]:
        del sys.modules[name]


def test_what_a_folder_brings_is_found_by_its_names(declare: Declare) -> None:
    game = declare(
        bot="EXPLORATION = 2.0\ndef priors(state, seat, actions, count, out, costs): ...",
        terminal="def draw(scene): ...\ndef fold(scene, texts): ...",
        lab="NOTES = 3",
        components="def components(): return {'cards': []}",
    )
    assert game.name == game.package == "toy0"
    assert game.bot.EXPLORATION == 2.0
    assert game.bot.priors is not None
    assert game.bot.rollout is None
    assert game.terminal is not None
    assert game.terminal.fold is not None
    assert game.terminal.brief is None
    assert game.lab.NOTES == 3
    assert game.components() == {"cards": []}
    assert game.card_page is None


def test_what_need_not_be_there_may_be_missing(declare: Declare) -> None:
    game = declare()
    assert game.terminal is None
    assert game.lab.NOTES == 1
    assert game.components() == {}
    assert game.options == ()


@pytest.mark.parametrize(
    ("files", "says"),
    [
        (
            {"bot": "def prior(state, seat, actions, count, out, costs): ..."},
            r"toy0.bot: is prior meant to be priors",
        ),
        ({"bot": "def roll_out(state, searcher, rng, actions, out): ..."}, "is roll_out meant to be rollout"),
        ({"bot": "LEVEL = {}"}, "is LEVEL meant to be LEVELS"),
        ({"terminal": "def draw(scene): ...\ndef meanings(scene, text): ..."}, "is meanings meant to be meaning"),
        ({"terminal": "def drawn(scene): ..."}, "is drawn meant to be draw"),
        ({"lab": "def measur(finished, sums): ..."}, "is measur meant to be measure"),
        ({"notation": NOTATION + "def end_turn(text): ..."}, "is end_turn meant to be ends_turn"),
        ({"notation": NOTATION + "STATIC_TEXT = []"}, "is STATIC_TEXT meant to be STATIC_TEXTS"),
        ({"rules": RULES.replace("conceal", "concael")}, "is concael meant to be conceal"),
        ({"terminals": "def draw(scene): ..."}, r"is terminals.py meant to be terminal.py"),
        ({"view": f"{VIEW}\nclass Views: ..."}, "toy0.view: is Views meant to be View"),
        ({"view": f"{VIEW}\nclass Veiw: ..."}, "is Veiw meant to be View"),
        ({"view": f"{VIEW}\nChoise = dict | None"}, "is Choise meant to be Choice"),
        ({"lessons.toml": ""}, "toy0: is lessons.toml meant to be lesson.toml"),
        ({"explian.toml": ""}, "is explian.toml meant to be explain.toml"),
        ({"puzzle.json": ""}, "is puzzle.json meant to be puzzles.json"),
        ({"rulebook_en.md": ""}, "is rulebook_en.md meant to be rulebook.en.md"),
        ({"terminal": "def meaning(scene, text): ..."}, "toy0.terminal: draw is missing"),
        ({"rules": RULES.replace("def sample", "def _x")}, "toy0.rules: sample is missing"),
        ({"view": None}, "toy0: there is no view.py"),
        ({"bot": "def rewards(state): ..."}, "toy0.bot: rewards must take 2 arguments"),
        ({"view": "def view(position, seat, more): ..."}, "view must take 2 arguments"),
        ({"__init__": FOLDER["__init__"].replace("title", "titel")}, "a game does not say titel; is title meant"),
        (
            {"__init__": FOLDER["__init__"].replace("version=1,", "rules=1,")},
            "does not say rules; there are title",
        ),
        ({"__init__": FOLDER["__init__"].replace("version=1,", "")}, "toy0: version is missing"),
    ],
)
def test_a_slip_of_the_pen_is_told_at_once(declare: Declare, files: dict[str, str | None], says: str) -> None:
    with pytest.raises(DeclarationError, match=says):
        declare(**files)


def test_names_that_mean_something_else_are_free(declare: Declare) -> None:
    game = declare(
        bot="WEIGHT = 1\ndef outlook(state): ...\ndef _prior(state): ...",
        terminal="DRAW = 'draw'\ndef draw(scene): ...\ndef title(scene): ...",
        view=f"{VIEW}\nfrom tests.kernel.test_hooks import Views\nclass Choices: ...\nclass Choice: ...",
        cards="",
        **{"tolls.toml": "", "notes.md": "", "lesson.toml": ""},
    )
    assert game.bot.priors is None


class Views:
    """Named like a hook, and no game's."""


def test_the_files_that_are_read_by_name_are_those_that_are_checked() -> None:
    rulebooks = {f"rulebook.{word}.md" for word in LANGUAGES}
    assert {lesson.FILE, explain.FILE, collection.FILE, scale.FILE, compose.FACES} | rulebooks == DATA
