"""One set of lock files serves every Python that we run on: what a package asks for under any of them is locked."""

from __future__ import annotations

import re
import tomllib
from copy import copy
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11.0", "3.12.0", "3.13.0", "3.14.0")
"""The first of each: what a later one has taken into its library is asked for there."""
EXTRAS = {"requirements.lock": (), "requirements-hosting.lock": ("hosting",), "requirements-dev.lock": ("dev",)}


def locked(file: str) -> set[str]:
    names = re.findall(r"^([A-Za-z0-9._-]+)==", (ROOT / file).read_text("utf-8"), re.MULTILINE)
    return {canonicalize_name(name) for name in names}


def asked_for(marker: Marker | None, extras: set[str], version: str) -> bool:
    if marker is None:
        return True
    environment = {**default_environment(), "python_full_version": version, "python_version": version[: -len(".0")]}
    return any(marker.evaluate({**environment, "extra": extra}) for extra in extras or {""})


@cache
def further_wishes(name: str) -> list[Requirement]:
    return [Requirement(line) for line in metadata.distribution(name).requires or []]


def missing(first: list[str], names: set[str], version: str) -> list[str]:
    """What is asked for and not locked, beginning with our own wishes."""
    open_ends, known, found = [("alcove", Requirement(wish)) for wish in first], set[str](), list[str]()
    while open_ends:
        by, wish = open_ends.pop()
        if not asked_for(wish.marker, set(), version):
            continue
        if canonicalize_name(wish.name) not in names:
            found.append(f"{wish.name}, for {by}")
        elif str(wish) not in known:
            known.add(str(wish))
            for further in further_wishes(wish.name):
                if asked_for(further.marker, wish.extras, version):
                    asked = copy(further)
                    asked.marker = None  # it has been asked, with the extras at hand
                    open_ends.append((wish.name, asked))
    return found


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("file", EXTRAS)
def test_all_that_is_asked_for_is_locked(file: str, version: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wishes = [*project["dependencies"]]
    for extra in EXTRAS[file]:
        wishes += project["optional-dependencies"][extra]
    assert missing(wishes, locked(file), version) == []


def test_what_only_an_old_python_needs_is_missed() -> None:
    names = locked("requirements-hosting.lock") - {"async-timeout"}
    assert missing(["redis"], names, "3.11.0") == ["async-timeout, for redis"]
    assert missing(["redis"], names, "3.12.0") == []
