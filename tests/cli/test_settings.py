"""`alcove settings`: the list, the file to begin with, and what a wrong setting does to a command."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

from alcove.cli.settings import VARIABLES
from alcove.server.settings import all_settings
from alcove.server.sources import find
from tests.cli.conftest import Alcove

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "empty.toml"
    path.write_text("")
    monkeypatch.setenv("ALCOVE_CONFIG", str(path))
    return path


def test_all_are_listed_with_their_sources(alcove: Alcove, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty.write_text('names = ["games.example"]')
    monkeypatch.setenv("ALCOVE_BOT_PAUSE", "2")
    answer = alcove("settings", "--port", 99)
    assert answer.code == 0
    for one in all_settings():
        assert f"\n{one.key} = " in f"\n{answer.out}"
        assert one.about.text.en in answer.out
        assert one.variable in answer.out
        assert one.flag in answer.out
    assert "port = 99  (from --port)" in answer.out
    assert "bot_pause = 2  (from ALCOVE_BOT_PAUSE)" in answer.out
    assert f'names = ["games.example"]  (from {empty})' in answer.out
    assert 'host = "127.0.0.1"  (default)' in answer.out
    assert f"The file of settings is {empty}." in answer.out


def test_variables_that_are_read_before_any_file_are_listed(alcove: Alcove, monkeypatch: pytest.MonkeyPatch) -> None:
    read = {
        word
        for path in (ROOT / "src").rglob("*.py")
        for word in re.findall(r'"(ALCOVE_[A-Z_]+)"', path.read_text("utf-8"))
    }
    assert read == {*VARIABLES, "ALCOVE_DATA"}  # the last of them is a setting like any other
    monkeypatch.setenv("ALCOVE_CACHE", "/var/cache/alcove")
    monkeypatch.delenv("ALCOVE_PLAIN_NUMBA", raising=False)
    out = alcove("settings").out
    assert "ALCOVE_CACHE: /var/cache/alcove\n    The folder of compiled code" in out
    assert "ALCOVE_PLAIN_NUMBA: not set" in out
    assert alcove("settings", "cache", "--lang", "de").out.startswith("ALCOVE_CACHE: /var/cache/alcove\n    Der Ordner")


def test_some_of_them_in_german(alcove: Alcove) -> None:
    answer = alcove("settings", "trusted-proxy", "--lang", "de")
    assert answer.out.splitlines()[0] == "trusted_proxies = []  (Vorgabe)"
    assert "Adressen oder Netze von Proxys" in answer.out
    assert "port =" not in answer.out
    none = alcove("settings", "parrot")
    assert (none.code, none.out) == (1, "No setting has parrot in its name.\n")


def test_passwords_are_not_listed(alcove: Alcove, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALCOVE_DATABASE", "postgresql://me:hush@host/games")
    assert "hush" not in alcove("settings").out


def test_a_file_to_begin_with(alcove: Alcove, empty: Path, tmp_path: Path) -> None:
    empty.write_text('names = ["games.example"]\n[limits]\ntables = 7')
    text = alcove("settings", "--toml", "--port", 99).out
    assert tomllib.loads(text) == {"port": 99, "names": ["games.example"], "limits": {"tables": 7}}
    every = "\n".join(line.removeprefix("# ") if " = " in line else line for line in text.splitlines())
    every = "\n".join(line for line in every.splitlines() if not line.endswith(' = ""'))
    filled = tmp_path / "filled.toml"
    filled.write_text(every, "utf-8")
    assert find(config=filled, environment={}).settings.limits.tables == 7


def test_a_wrong_setting_ends_a_command_that_needs_it(alcove: Alcove, empty: Path) -> None:
    empty.write_text("port = 'web'")
    for words in (["settings"], ["serve"], []):
        answer = alcove(*words)
        assert answer.code == 2
        assert f'alcove: {empty}: port: "web" is not allowed.' in answer.err
        assert answer.err.endswith("[bad-setting]\n")
    german = alcove("settings", "--lang", "de")
    assert "geht nicht. Nötig ist eine ganze Zahl von 0 bis 65535." in german.err
    assert alcove("games").code == 0, "others do not care"


def test_the_page_in_the_documentation_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("write_settings", ROOT / "scripts" / "write_settings.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PAGE.read_text("utf-8") == script.page(), "run scripts/write_settings.py"


def test_a_worker_without_a_queue_is_told(alcove: Alcove) -> None:
    answer = alcove("worker")
    assert answer.code == 2
    assert "--redis" in answer.err
    answer = alcove("worker", "--redis", "redis://localhost")
    assert answer.code == 2
    assert "worker_secret" in answer.err
