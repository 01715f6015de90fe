"""Compile the rules with Numba, and keep what was compiled.

Numba's own cache does not see a change in a called function of another file. So each game has a cache folder of its
own, named after a hash of all sources its compiled code may reach: the kernel, the game, and for its search the bots.
Any edit there starts a fresh folder, and the oldest ones are removed.

With NUMBA_DISABLE_JIT=1 every function stays plain Python, for debugging and for line coverage.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

from alcove.kernel.parts import DoorCompiler, Part

F = TypeVar("F", bound=Callable[..., Any])

int64: Any = np.int64
"""For compiled code: a whole number of the one type that functions are compiled for. To the type checker, an int."""

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL, GAMES, BOTS = PACKAGE / "kernel", PACKAGE / "games", PACKAGE / "bots"
SOURCES = {".py", ".toml", ".csv", ".json"}
"""Tables count as well: what is read from them becomes part of the compiled code."""
KEPT_CACHES = 3
"""How many folders are kept for each game."""

config: Any = importlib.import_module("numba.core.config")
COMPILING: bool = not config.DISABLE_JIT

if not COMPILING:
    np.seterr(over="ignore")  # hashes and generators wrap around on purpose, as they do when compiled


def extra_game_modules() -> list[str]:
    """Modules named in ALCOVE_EXTRA_GAMES, each with a GAME of its own."""
    return [name for name in os.environ.get("ALCOVE_EXTRA_GAMES", "").split(",") if name]


def fingerprint(folders: Iterable[Path]) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    if chosen := os.environ.get("ALCOVE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "alcove"


@cache
def cache_folder(name: str, *sources: Path) -> Path | None:
    """Where code compiled from these folders is kept; None where nothing can be kept."""
    root = cache_root() / "compiled"
    folder = root / f"{name}-{fingerprint(sources)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        kept = sorted(root.glob(f"{name}-" + "?" * 16), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in kept[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None  # a read-only home: compiled anew in each process
    return folder


def _folder_of(module: str) -> Path | None:
    """The cache folder for the functions of a module."""
    package = module.rpartition(".")[0]
    if package == "alcove.kernel":
        return cache_folder("kernel", KERNEL)
    if package.startswith("alcove.games."):
        return cache_folder(package.split(".")[2], KERNEL, GAMES / package.split(".")[2])
    own = getattr(sys.modules.get(package), "__path__", None)  # a game from elsewhere, or a test: it may call anything
    beside = [Path(folder) for folder in own] if own else []
    return cache_folder(package.rpartition(".")[2] or "main", KERNEL, GAMES, BOTS, *beside)


def _compile(function: F, folder: Path | None, inline: bool = False) -> F:
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

    def open_door() -> Any:
        config.CACHE_DIR = str(folder or "")
        return numba.njit(cache=folder is not None, pipeline_class=DoorCompiler, **options)(function)

    return cast(F, Part(function, {**options, "inline": "always" if inline else "never"}, open_door))


def compiled(function: F) -> F:
    """Compile a function of the rules. It must run the same way as plain Python."""
    return _compile(function, _folder_of(function.__module__)) if COMPILING else function


def specialise(
    template: types.ModuleType, names: Iterable[str], game: str, package: str, parts: Mapping[str, Any]
) -> types.SimpleNamespace:
    """Compile a module's functions for one game, whose sources lie in `package`.

    Those that the template names in INLINED become part of the function that calls them. A compiled function carries
    along all that it calls, so a chain of calls from one place each would be compiled once for every link.

    The functions reach the game's parts, and each other, as globals: Numba's cache never hits for closures. Each
    copy carries the game in its name, because the cache tells functions apart by name.
    """
    scope: dict[str, Any] = {**vars(template), **parts}
    plain = any(isinstance(part, types.FunctionType) for part in parts.values())  # as tests put in place of a rule
    for name in names:
        function = getattr(template, name)
        copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__ = f"{name}_{game}"
        copy.__module__ = template.__name__
        scope[name] = copy
        if COMPILING and not plain:
            home = Path(template.__file__ or "").parent
            near = (KERNEL,) if home == KERNEL else (KERNEL, BOTS, home)  # the bots' defaults serve the lab as well
            sources = dict.fromkeys((*near, *map(Path, sys.modules[package].__path__)))
            inline = name in getattr(template, "INLINED", ())
            scope[name] = _compile(copy, cache_folder(f"{game}-{home.name}", *sources), inline)
    return types.SimpleNamespace(**{name: scope[name] for name in names})
