"""Tables that lie in a game's folder as data: as they are, or as they were changed for a trial (`kernel.changed`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

_changed: dict[str, Mapping[str, Any]] = {}
"""What packages of changed games find in place of their files."""


class TableError(ValueError):
    """A table that does not hold what it should; names the table, the card and the field."""


def read(package: str, path: str) -> dict[str, Any]:
    """The content of a TOML file in a game's folder."""
    changed = _changed.get(package, {})
    if path in changed:
        content: dict[str, Any] = changed[path]
        return content
    return tomllib.loads(resources.files(package).joinpath(path).read_text("utf-8"))


def names(package: str, folder: str) -> list[str]:
    """The TOML files of a folder, without their ending."""
    files = resources.files(package).joinpath(folder).iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def put_in_place(package: str, changed: Mapping[str, Any]) -> None:
    _changed[package] = changed
