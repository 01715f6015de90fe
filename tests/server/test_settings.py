"""Settings: one list, four sources, and a sentence for whatever is wrong."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from alcove.server.declare import Setting
from alcove.server.limit_settings import Limits
from alcove.server.refusals import BadSettingError
from alcove.server.settings import Settings, all_settings
from alcove.server.sources import config_file, find

SOURCES = Path(__file__).resolve().parents[2] / "src" / "alcove"
DECLARED = "settings.py", "limit_settings.py"


def other(one: Setting) -> tuple[str, object]:
    """A value that is not the default: as text, and as it is read."""
    if one.about.one_of:
        word = next(word for word in one.about.one_of if word != one.default)
        return word, word
    if one.kind is bool:
        return str(not one.default).lower(), not one.default
    if one.kind in (int, float):
        value = one.kind(one.about.least if one.default != one.about.least else one.about.most)
        return str(value), value
    special = {
        "public_url": "https://games.example.org",
        "trusted_proxies": "10.0.0.0/8",
        "notify": "push",
        "smtp_from": "alcove@example.org",
    }
    text = special.get(one.name, "somewhere-else-or-nowhere")
    return text, (text,) if one.many else one.kind(text)


def in_toml(one: Setting, text: str) -> str:
    if one.kind in (int, float, bool):
        return f"{one.name} = {text}"
    return f'{one.name} = ["{text}"]' if one.many else f'{one.name} = "{text}"'


def value_of(settings: Settings, one: Setting) -> object:
    return getattr(settings.limits if one.group else settings, one.name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "alcove.toml"


def test_every_field_is_declared_and_says_what_it_is_for() -> None:
    declared = {one.key: one for one in all_settings()}
    named = {one.name for one in fields(Settings)} - {"limits"} | {f"limits.{one.name}" for one in fields(Limits)}
    assert set(declared) == named
    for one in declared.values():
        assert one.about.text.en != one.about.text.de, one.key
        if one.kind in (int, float):
            assert one.about.least is not None, one.key
            assert one.about.most is not None, one.key
            assert one.about.least <= one.default <= one.about.most, one.key
    assert len({one.flag for one in declared.values()}) == len(declared)
    assert len({one.variable for one in declared.values()}) == len(declared)


def test_no_setting_is_forgotten_by_the_code() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py") if path.name not in DECLARED)
    for one in all_settings():
        assert re.search(rf"\.{one.name}\b", code), f"nothing asks for {one.key}"


@pytest.mark.parametrize("one", all_settings(), ids=lambda one: one.key)
def test_each_comes_from_file_environment_and_flag(one: Setting, file: Path) -> None:
    text, value = other(one)
    file.write_text((f"[{one.group}]\n" if one.group else "") + in_toml(one, text), "utf-8")
    by_file = find(config=file, environment={})
    by_variable = find(environment={one.variable: text}, config=_empty(file))
    given = [text] if one.many else value if one.kind is bool else text
    by_flag = find({one.key: given}, config=_empty(file), environment={})
    for found, source in ((by_file, str(file)), (by_variable, one.variable), (by_flag, one.flag)):
        if one.key == "limits.connections":
            assert found.settings.limits.connections_watching == 1, "there are no more to watch"
        assert value_of(found.settings, one) == value
        assert found.values[one.key].source.en == source


def _empty(file: Path) -> Path:
    empty = file.with_name("empty.toml")
    empty.write_text("")
    return empty


def test_a_flag_goes_before_the_environment_and_that_before_the_file(file: Path) -> None:
    file.write_text("port = 1\nbot_pause = 1\nabsent_after = 1\n")
    env = {"ALCOVE_PORT": "2", "ALCOVE_BOT_PAUSE": "2"}
    found = find({"port": "3"}, file, env).settings
    assert (found.port, found.bot_pause, found.absent_after) == (3, 2.0, 1)


def test_lists(file: Path) -> None:
    file.write_text('names = ["a.example", "b.example"]')
    assert find(config=file, environment={}).settings.names == ("a.example", "b.example")
    assert find(config=file, environment={"ALCOVE_NAMES": "c, d  e"}).settings.names == ("c", "d", "e")
    assert find({"names": []}, file, {}).settings.names == ("a.example", "b.example"), "no flag was given"


def test_an_empty_variable_counts_as_none(file: Path) -> None:
    found = find(config=_empty(file), environment={"ALCOVE_PORT": "", "ALCOVE_PUBLIC_URL": ""})
    assert (found.settings.port, found.settings.public_url) == (8642, None)


WRONG_FILES = {
    "port = 70000": "alcove.toml: port: 70000 is not allowed. It must be a whole number from 0 to 65535.",
    "port = '80'": 'alcove.toml: port: "80" is not allowed.',
    "port = true": "alcove.toml: port: true is not allowed.",
    "bot_pause = nan": "alcove.toml: bot_pause: nan is not allowed.",
    "warm = 1": "alcove.toml: warm: 1 is not allowed. It must be true or false.",
    "names = 'a'": 'alcove.toml: names: "a" is not allowed. It must be a list of texts.',
    "names = [1]": "alcove.toml: names: [1] is not allowed.",
    "data = ''": 'alcove.toml: data: "" is not allowed.',
    "public_url = 'games'": "alcove.toml: public_url: games is no address of a site",
    "trusted_proxies = ['10.0.0.0/99']": "alcove.toml: trusted_proxies: 10.0.0.0/99 is no address and no network",
    "prot = 80": "alcove.toml: prot: there is no such setting. Is port meant? The list: alcove settings",
    "[limits]\ntable = 80": "alcove.toml: limits.table: there is no such setting. Is limits.tables meant?",
    "[limits]\ntables = 0": "alcove.toml: limits.tables: 0 is not allowed. It must be a whole number from 1 to",
    "[others]\nx = 0": "alcove.toml: others: there is no such setting.",
    "limits = 5": "is a section of its own: [limits]",
    "port = ": "is not written in TOML",
    "[limits]\nconnections = 5\nconnections_watching = 9": "connections_watching (9) is more than",
}


@pytest.mark.parametrize("text", WRONG_FILES)
def test_a_wrong_file_is_told(file: Path, text: str) -> None:
    file.write_text(text)
    with pytest.raises(BadSettingError) as refused:
        find(config=file, environment={})
    assert WRONG_FILES[text] in str(refused.value)
    assert refused.value.say("de") != str(refused.value)


def test_a_file_that_is_not_there_or_not_text_is_told(file: Path) -> None:
    with pytest.raises(BadSettingError, match=r"alcove\.toml cannot be read: No such file"):
        find(config=file, environment={})
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettingError, match="is not written in TOML"):
        find(environment={"ALCOVE_CONFIG": str(file)})


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("ALCOVE_PORT", "web", 'ALCOVE_PORT: "web" is not allowed. It must be a whole number from 0 to 65535.'),
        ("ALCOVE_WARM", "perhaps", 'ALCOVE_WARM: "perhaps" is not allowed. It must be true or false.'),
        ("ALCOVE_PUBLC_URL", "x", "ALCOVE_PUBLC_URL: there is no such setting. Is ALCOVE_PUBLIC_URL meant?"),
        ("ALCOVE_LIMITS_PARROTS", "1", "ALCOVE_LIMITS_PARROTS: there is no such setting."),
    ],
)
def test_a_wrong_variable_is_told(file: Path, variable: str, value: str, said: str) -> None:
    with pytest.raises(BadSettingError) as refused:
        find(config=_empty(file), environment={variable: value})
    assert said in str(refused.value)


def test_variables_that_are_no_settings_do_not_matter(file: Path) -> None:
    find(config=_empty(file), environment={"ALCOVE_CACHE": "x", "ALCOVE_EXTRA_GAMES": "y", "ALCOVE_SOMETHING": "z"})


def test_a_password_is_shown_to_nobody(file: Path) -> None:
    [database] = [one for one in all_settings() if one.key == "database"]
    assert database.show("postgresql://me:se/cr@et@host/games") == '"postgresql://me:***@host/games"'
    assert database.show("postgresql://host/games?password=secret&x=1") == '"postgresql://host/games?password=***&x=1"'
    assert database.show("secret") == "***"
    file.write_text('database = ["postgresql://me:secret@host/games"]')
    with pytest.raises(BadSettingError) as refused:
        find(config=file, environment={})
    assert "secret" not in str(refused.value)


def test_which_file_is_read(tmp_path: Path) -> None:
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    own = tmp_path / "alcove" / "alcove.toml"
    assert config_file(None, home) != own
    own.parent.mkdir()
    own.write_text("port = 5")
    assert config_file(None, home) == own
    assert config_file(None, home | {"ALCOVE_CONFIG": "x.toml"}) == Path("x.toml")
    assert config_file(Path("y.toml"), home | {"ALCOVE_CONFIG": "x.toml"}) == Path("y.toml")
    assert find(environment=home).settings.port == 5


def test_what_stands_in_a_file_is_valid_toml() -> None:
    strange = 'a "quoted" \\ path'
    [data] = [one for one in all_settings() if one.key == "data"]
    assert tomllib.loads(f"data = {data.show(Path(strange))}") == {"data": strange}
