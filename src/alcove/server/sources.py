"""Where the values of settings come from: a flag, else the environment, else the file, else the default.

Whatever is wrong is told with the place it stands at, and the server does not start.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from alcove.kernel.text import Text, same
from alcove.server.declare import ENVIRONMENT, Setting
from alcove.server.limit_settings import Limits
from alcove.server.refusals import BadSettingError
from alcove.server.settings import Settings, all_settings

CONFIG_VARIABLE = "ALCOVE_CONFIG"
FILE_NAME = "alcove.toml"
SYSTEM_FILE = Path("/etc/alcove") / FILE_NAME
ALIKE = 0.85
"""A variable whose name is so much like a setting's was meant to be one."""

DEFAULT = Text("default", "Vorgabe")
NO_FILE = Text(
    "The file of settings {path} cannot be read: {reason}.", "Die Einstellungen in {path} sind nicht lesbar: {reason}."
)
NO_TOML = Text("{path} is not written in TOML: {reason}.", "{path} ist kein TOML: {reason}.")
UNKNOWN = Text(
    "{where}: there is no such setting.{meant} The list: alcove settings",
    "{where}: Diese Einstellung gibt es nicht.{meant} Die Liste: alcove settings",
)
MEANT = Text(" Is {name} meant?", " Ist {name} gemeint?")
NO_SECTION = Text("{where} is a section of its own: [{name}]", "{where} ist ein eigener Abschnitt: [{name}]")
TOO_WATCHFUL = Text(
    "limits.connections_watching ({watching}) is more than limits.connections ({all}).",
    "limits.connections_watching ({watching}) ist mehr als limits.connections ({all}).",
)


@dataclass(frozen=True)
class Value:
    value: Any
    source: Text
    """Where it comes from, in words."""


@dataclass(frozen=True)
class Found:
    settings: Settings
    values: dict[str, Value]
    """By key."""
    file: Path | None


def find(
    flags: Mapping[str, Any] | None = None, config: Path | None = None, environment: Mapping[str, str] | None = None
) -> Found:
    """All settings. `flags` has texts, lists of texts, truth values, or None, by key."""
    env = os.environ if environment is None else environment
    known = {one.key: one for one in all_settings()}
    path = config_file(config, env)
    values = {key: Value(one.default, DEFAULT) for key, one in known.items()}
    if path is not None:
        values |= _from_file(path, known)
    values |= _from_environment(env, known)
    values |= _from_flags(flags or {}, known)
    return Found(_settings(values), values, path)


def config_file(config: Path | None, env: Mapping[str, str]) -> Path | None:
    """The file that was named, else the user's own, else the machine's; None if there is none."""
    if config is not None or env.get(CONFIG_VARIABLE):
        return config or Path(env[CONFIG_VARIABLE])
    home = Path(env.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return next((path for path in (home / "alcove" / FILE_NAME, SYSTEM_FILE) if path.is_file()), None)


def _settings(values: Mapping[str, Value]) -> Settings:
    prefix = "limits."
    plain = {key: one.value for key, one in values.items() if not key.startswith(prefix)}
    limits = Limits(**{key.removeprefix(prefix): one.value for key, one in values.items() if key.startswith(prefix)})
    if limits.connections_watching > limits.connections:
        if values["limits.connections_watching"].source is not DEFAULT:
            raise BadSettingError(TOO_WATCHFUL.fill(watching=limits.connections_watching, all=limits.connections))
        limits = replace(limits, connections_watching=limits.connections)
    return Settings(**plain, limits=limits)


def _from_flags(flags: Mapping[str, Any], known: Mapping[str, Setting]) -> dict[str, Value]:
    found = {}
    for key, given in flags.items():
        one = known[key]
        if given is None or given == []:
            continue
        if isinstance(given, str):
            value = one.read(given, one.flag)
        else:
            value = one.take(given, one.flag)
        found[key] = Value(value, same(one.flag))
    return found


def _from_environment(env: Mapping[str, str], known: Mapping[str, Setting]) -> dict[str, Value]:
    """An empty variable counts as none."""
    variables = {one.variable: one for one in known.values()}
    for name in env:
        if name.startswith(ENVIRONMENT) and name not in variables and env[name]:
            meant = get_close_matches(name, variables, 1, ALIKE)
            if meant or name.startswith(f"{ENVIRONMENT}LIMITS_"):
                raise _unknown(name, meant)
    return {one.key: Value(one.read(env[name], name), same(name)) for name, one in variables.items() if env.get(name)}


def _from_file(path: Path, known: Mapping[str, Setting]) -> dict[str, Value]:
    found = {}
    groups = {one.group for one in known.values()} - {""}
    for name, value in _toml(path).items():
        if name in groups:
            if not isinstance(value, dict):
                raise BadSettingError(NO_SECTION.fill(where=f"{path}: {name}", name=name))
            inside = {f"{name}.{key}": one for key, one in value.items()}
        else:
            inside = {name: value}
        for key, one in inside.items():
            where = f"{path}: {key}"
            if key not in known:
                raise _unknown(where, get_close_matches(key, known, 1, 0.6))
            found[key] = Value(known[key].take(one, where), same(str(path)))
    return found


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSettingError(NO_FILE.fill(path=path, reason=error.strerror or error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettingError(NO_TOML.fill(path=path, reason=error)) from None


def _unknown(where: str, meant: list[str]) -> BadSettingError:
    asked = MEANT.fill(name=meant[0]) if meant else same("")
    return BadSettingError(UNKNOWN.fill(where=where, meant=asked))
