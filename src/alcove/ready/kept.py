"""What the cache has of a game: which functions Python calls, and their code.

The list of these functions is a file of its own, named after all the sources there are. Whatever of them has changed,
the game is rehearsed anew; most of its code is found in the cache then.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from numba.core.compiler_lock import global_compiler_lock

from alcove.bots.engine import searching_code
from alcove.kernel import jit
from alcove.kernel.cache import digest_of_sources, keep_newest
from alcove.kernel.cache_root import cache_root, compiled_games
from alcove.kernel.compiler import CompiledFunction, EntryPoint
from alcove.kernel.game import Game
from alcove.kernel.takeover import Loaded
from alcove.kernel.unburdened import look_into_registries


class Part(NamedTuple):
    """A function that Python calls, and the folder that its code is kept in."""

    module: str
    name: str
    folder: str


def make_ready_to_load() -> None:
    """Do what is done when code is loaded for the first time, before anybody plays."""
    with global_compiler_lock:
        look_into_registries()


def load(game: Game) -> Loaded | None:
    """The code of a game from the cache; None if not all of it is there."""
    parts = read_manifest(game)
    if not parts:
        return None
    _make_templates(game)
    loaded = [_load(part) for part in parts]
    found = [one for several in loaded for one in several or ()]
    return Loaded(game.name, found) if all(loaded) else None


def _make_templates(game: Game) -> None:
    assert game.entry_points
    searching_code(game)


def _load(part: Part) -> list[tuple[CompiledFunction, EntryPoint]] | None:
    folder = _folder(part)
    functions = CompiledFunction.known.get((part.module, part.name))
    if not functions or not folder.is_dir():
        return None
    entry = functions[0].made_entry
    if entry is None or entry.folder != folder or not entry.overloads:
        entry = EntryPoint(functions[0].py_func, jit.OPTIONS, folder, functions[0].hot)
        if not entry.load():
            return None
    with suppress(OSError):
        os.utime(folder)  # it is in use: `cache` removes the oldest
    return [(function, entry) for function in functions]


def functions_of(game: Game) -> list[CompiledFunction]:
    """All functions that are compiled for a table, and not as part of those that call them. Tables do not observe."""
    _make_templates(game)
    own = [
        functions[-1]
        for (module, name), functions in CompiledFunction.known.items()
        if module.startswith(game.package + ".") or name.endswith(f"_{game.name}")
    ]
    return [one for one in own if not one.inlined and one.py_func.__module__ != f"{game.package}.observe"]


# ---- What belongs to a game ----


def _folder(part: Part) -> Path:
    return cache_root() / "compiled" / part.module / part.folder


def manifest(game: Game) -> Path:
    """The list of a game's parts, for the sources as they are."""
    return compiled_games() / f"{game.name}-{digest_of_sources(game.package)}.json"


def read_manifest(game: Game) -> list[Part]:
    try:
        told: Any = json.loads(manifest(game).read_text("utf-8"))
        return [Part(*map(str, part)) for part in told]
    except (OSError, ValueError, TypeError):
        return []


def forget(game: Game) -> None:
    """What is kept of a game cannot be used."""
    for part in read_manifest(game):
        shutil.rmtree(_folder(part), ignore_errors=True)
    manifest(game).unlink(missing_ok=True)


def check_writable(game: Game) -> None:
    """Raises OSError where nothing can be kept, before half a minute is spent on it."""
    probe = manifest(game).with_suffix(f".{os.getpid()}")
    try:
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError:
        raise _not_writable() from None


def _not_writable() -> OSError:
    return OSError(f"{cache_root()} cannot be written to")


def write_manifest(game: Game, functions: Iterable[CompiledFunction]) -> None:
    """Note that all code of a game is in the cache. Raises OSError where nothing can be kept."""
    parts = []
    for function in functions:
        folder = function.entry.folder
        if folder is None:
            raise _not_writable()
        parts.append(Part(function.py_func.__module__, function.py_func.__qualname__, folder.name))
    path = manifest(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.write_text(json.dumps(parts), "utf-8")
    fresh.replace(path)
    keep_newest(path.parent, f"{game.name}-*.json")
