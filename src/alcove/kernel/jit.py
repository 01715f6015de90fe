"""Compile the rules with Numba, and keep what was compiled.

Numba's own cache does not see a change in a called function of another file. So the cache folder is named after a
hash of all sources: any edit starts a fresh folder, and the oldest folders are removed.

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
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_CACHES = 3
NOT_COMPILED = ("cli", "server")
"""Parts of the package that compiled code never calls."""

config: Any = importlib.import_module("numba.core.config")
COMPILING: bool = not config.DISABLE_JIT

if not COMPILING:
    np.seterr(over="ignore")  # hashes and generators wrap around on purpose, as they do when compiled


def _sources() -> Iterable[Path]:
    """All Python files that compiled code may call: the package, and the games that were added to it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] not in NOT_COMPILED:
            yield path
    for module in extra_game_modules():
        spec = _find(module)
        if spec is not None:
            yield from sorted(spec.parent.rglob("*.py")) if spec.name == "__init__.py" else [spec]


def _find(module: str) -> Path | None:
    """Where a module lies, without importing it."""
    relative = Path(*module.split("."))
    for folder in sys.path:
        for candidate in (relative / "__init__.py", relative.with_suffix(".py")):
            path = Path(folder or ".") / candidate
            if path.is_file():
                return path.resolve()
    return None


def extra_game_modules() -> list[str]:
    """Modules named in ALCOVE_EXTRA_GAMES, each with a GAME of its own."""
    return [name for name in os.environ.get("ALCOVE_EXTRA_GAMES", "").split(",") if name]


def fingerprint() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    if chosen := os.environ.get("ALCOVE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "alcove"


def _open_cache() -> None:
    root = cache_root() / "compiled"
    folder = root / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for old in sorted(root.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return  # a read-only home: compiled anew in each process
    config.CACHE_DIR = str(folder)


if COMPILING:
    _open_cache()


def compiled(function: F) -> F:
    """Compile a function of the rules. It must run the same way as plain Python."""
    if not COMPILING:
        return function
    dispatcher: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(F, dispatcher)


def specialise(
    template: types.ModuleType, names: Iterable[str], suffix: str, parts: Mapping[str, Any]
) -> types.SimpleNamespace:
    """Compile a module's functions for one game.

    The functions reach the game's parts, and each other, as globals: Numba's cache never hits for closures. Each
    copy carries the game in its name, because the cache tells functions apart by name.
    """
    scope: dict[str, Any] = {**vars(template), **parts}
    for name in names:
        plain = getattr(template, name)
        copy = types.FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__)
        copy.__qualname__ = f"{name}_{suffix}"
        copy.__module__ = template.__name__
        scope[name] = compiled(copy)
    return types.SimpleNamespace(**{name: scope[name] for name in names})
