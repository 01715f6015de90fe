"""Changed games: what is changed is changed, all else stays, and nobody takes one for the real one."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

import alcove
from alcove.kernel.cache import cache_folder
from alcove.kernel.cache_root import cache_root
from alcove.kernel.errors import OptionError, UnknownGameError
from alcove.lab import play_games, set_up
from alcove.lab.changes import AS_IS, changed_game, read_changes
from alcove.lab.setting import read_setting

CARDS = Path(alcove.__file__).parent / "games" / "alpacalypse" / "cards"


def test_a_number_is_changed_and_what_follows_from_it() -> None:
    game = alcove.game("alvos")
    other = changed_game("alvos", read_changes(game, None, ["numbers.health=2", "numbers.points-4=7"]))
    assert other.new(2, seed=1).state.health.tolist()[:2] == [2, 2]
    assert game.new(2, seed=1).state.health.tolist()[:2] == [3, 3]
    points = other.rules.play.py_func.__globals__["POINTS"]
    assert points.tolist() == [0, 1, 3, 6, 7]
    assert other.new(2, seed=1).state.dice.tolist() == game.new(2, seed=1).state.dice.tolist()  # the same seeds


def test_a_card_is_changed_and_only_there() -> None:
    game = alcove.game("alpacalypse")
    other = changed_game("alpacalypse", read_changes(game, None, ["cards.torpedos.cost=3 soldiers"]))
    mine, theirs = (
        {
            card["id"]: card
            for deck in one.components().values()
            if isinstance(deck, list)
            for card in deck
            if "id" in card
        }
        for one in (game, other)
    )
    assert mine.keys() == theirs.keys()
    assert [name for name in mine if mine[name] != theirs[name]] == ["torpedos"]
    real, changed = (one.rules.legal.py_func.__globals__ for one in (game, other))
    assert real is not changed
    assert real["__name__"] == "alcove.games.alpacalypse.asking"
    assert changed["__name__"].startswith("alcove.changed_")


def test_what_is_as_it_was_is_no_change() -> None:
    game = alcove.game("alpacalypse")
    there_and_back = ["cards.torpedos.cost=9 soldiers", "cards.torpedos.cost=1 soldier, 1 material"]
    changes = read_changes(game, None, there_and_back)
    assert not changes
    assert changes.told == tuple(there_and_back)
    assert changed_game("alpacalypse", changes) is game


def test_a_changed_game_is_never_taken_for_the_real_one() -> None:
    changes = read_changes(alcove.game("alvos"), None, ["numbers.health=2"])
    other = changed_game("alvos", changes)
    assert other.name.startswith("alvos~")
    assert other.variant_of == "alvos"
    assert alcove.game("alvos") is not other
    assert other.name not in alcove.games()
    with pytest.raises(UnknownGameError):
        alcove.game(other.name)
    with pytest.raises(UnknownGameError):
        pickle.loads(pickle.dumps(other.new(2, seed=1)))
    assert other.new(2, seed=1) != alcove.game("alvos").new(2, seed=1)
    assert changed_game("alvos", changes) is other
    assert changed_game("alvos", AS_IS) is alcove.game("alvos")


def test_its_code_has_a_place_of_its_own() -> None:
    other = changed_game("alvos", read_changes(alcove.game("alvos"), None, ["numbers.health=2"]))
    digest = other.name.partition("~")[2]
    mine, theirs = cache_folder(alcove.game("alvos").rules.setup), cache_folder(other.rules.setup)
    assert mine is not None
    assert theirs is not None
    assert theirs.is_relative_to(cache_root() / "changed" / digest)
    assert mine.is_relative_to(cache_root() / "compiled")


def test_a_folder_of_tables_takes_the_place_of_those_it_has(tmp_path: Path) -> None:
    shutil.copy(CARDS / "military.toml", tmp_path)
    text = (tmp_path / "military.toml").read_text("utf-8")
    game = alcove.game("alpacalypse")
    as_it_is = read_changes(game, tmp_path)
    assert changed_game("alpacalypse", as_it_is).components() == game.components()
    (tmp_path / "military.toml").write_text(text.replace('cost = "2 soldiers"', 'cost = "4 soldiers"', 1), "utf-8")
    both = read_changes(game, tmp_path, ["cards.torpedos.cost=3 soldiers"])
    assert len(both.tables) == 1
    assert '"4 soldiers"' in both.tables[0][1]
    assert both.told == (f"folder={tmp_path}", "cards.torpedos.cost=3 soldiers")
    assert read_changes(game, None, both.told) == both  # as a search tells it again with what it varies


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cards.torpedos.cost=3 llamas"], "military.toml: torpedos: cost: "),
        (["cards.torpedos.price=3"], "torpedos: price: is not known here"),
        (["cards.torpedo.cost=3 soldiers"], "no card 'torpedo'"),
        (["cards.torpedos=3"], "torpedos: there is no field"),
        (["cards.peru.costs.palace=3 llamas"], "peru: costs: "),
        (["cards.peru.place.palace=3"], "peru: there is no field place.palace"),
        (["cards.torpedos.vp=9"], "torpedos: vp: 9 is not from 0 to 3"),
        (["cards.tribal-wonder.copies=6"], "building.toml: 20 instead of 19"),
        (["numbers.first=99"], "first is a number from 0 to 20"),
        (["numbers.first=many"], "first is a number from 0 to 20"),
        (["numbers.luck=1"], "no number 'luck'"),
        (["torpedos.cost=3"], "changes nothing"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_told_by_card_and_field(words: list[str], says: str) -> None:
    with pytest.raises(OptionError) as told:
        read_changes(alcove.game("alpacalypse"), None, words)
    assert says in told.value.say("en")
    assert told.value.say("de")


def test_folders_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    game = alcove.game("alpacalypse")
    with pytest.raises(OptionError, match="no folder"):
        read_changes(game, tmp_path / "none")
    (tmp_path / "monsters.toml").write_text("")
    with pytest.raises(OptionError, match=r"no table 'monsters.toml'"):
        read_changes(game, tmp_path)
    (tmp_path / "monsters.toml").rename(tmp_path / "military.toml")
    (tmp_path / "military.toml").write_text("[[card")
    with pytest.raises(OptionError, match=r"military.toml: "):
        read_changes(game, tmp_path)
    with pytest.raises(OptionError, match="no tables"):
        read_changes(alcove.game("alva"), None, ["cards.torpedos.cost=1"])


def test_a_setting_is_read_from_a_line() -> None:
    game = alcove.game("alvos")
    base = set_up("alvos", 3)
    assert read_setting(game, base, "as-is") is base
    found = read_setting(game, base, "mode=cooperative; difficulty=hard; forbid=hexes.1; forbid=pass")
    assert dict(found.options) == {"mode": "cooperative", "difficulty": "hard"}
    assert found.tested is not None
    assert len(found.tested.favour) == 2
    assert read_setting(game, base, "simulations=30").tested == read_setting(game, base, "simulations=30;").tested
    for wrong in ("cooperative", "mode=none", "level=9", "level=x", "simulations=0", "style=lazy", "luck=3"):
        with pytest.raises(OptionError):
            read_setting(game, base, wrong)


def test_the_same_games_are_played_until_a_change_makes_a_difference() -> None:
    """ALVOS-5: with another health nothing differs before somebody is hurt."""
    game = alcove.game("alvos")
    base = set_up("alvos", 2, seed=3)
    other = read_setting(game, base, "numbers.health=2")
    one, two = (play_games(setup, range(40)) for setup in (base, other))
    same = (one.rows["track"] == two.rows["track"]).all(axis=1)
    assert 5 < same.sum() < 40
