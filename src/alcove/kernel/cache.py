"""Where compiled code is kept, and for how long.

Numba's own cache does not see a change in a called function of another file, and sees one in every comment. So each
function that Python calls has a folder named after it and after the key of all that it is made of (`reach.py`). The
oldest folders of a function are removed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from alcove.kernel import reach
from alcove.kernel.cache_root import cache_root

PACKAGE = Path(__file__).resolve().parent.parent
COMPILER = [
    PACKAGE / "kernel" / f"{name}.py"
    for name in ("jit", "compiler", "libraries", "lowering", "loops", "unboxing", "unburdened", "casts")
]
SOURCES = {".py", ".toml", ".csv", ".json"}
CHANGED = "changed_"
"""What packages of changed games are called, before their hash (`changed.py`)."""
KEPT_CACHES = 3
"""How many folders are kept for each function, and for each set of sources."""


def versions() -> str:
    """All that makes the same function another piece of code: the compiler, ours and theirs."""
    ours = hashlib.sha256(b"".join(path.read_bytes() for path in COMPILER)).hexdigest()
    return f"{numba.__version__} {np.__version__} {sys.version} {ours}"


def cache_folder(function: Callable[..., Any]) -> Path | None:
    """Where the code of a function is kept; None where nothing can be kept."""
    function = reach.plain(function)
    name = function.__qualname__.replace("<", "").replace(">", "")
    try:
        key = reach.key(function, versions())
    except reach.UnknownValueError:
        return None  # it cannot be told from other code: compiled anew in each process
    return _kept(_root(function), name, key)


def _root(function: Callable[..., Any]) -> Path:
    """A changed game's code has a place of its own, and pushes nothing of the real one out."""
    _, _, digest = function.__module__.partition(f".{CHANGED}")
    digest = digest.partition(".")[0] or function.__qualname__.partition("~")[2]
    if digest:
        return cache_root() / CHANGED.strip("_") / digest / function.__module__.rpartition(".")[2]
    return cache_root() / "compiled" / function.__module__


def folder_of_sources(module: str) -> Path | None:
    """The same, kept by all the sources there are: where nothing is known of what code is made of."""
    return _kept(cache_root() / "compiled", "plain", digest_of_sources(module.rpartition(".")[0]))


@cache
def digest_of_sources(package: str) -> str:
    """A hash of all the sources there are, those of a package from elsewhere included."""
    beside = getattr(sys.modules.get(package), "__path__", ())  # a game from elsewhere, or a test
    digest = hashlib.sha256(versions().encode())
    for folder in dict.fromkeys([PACKAGE, *map(Path, beside)]):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES and "static" not in path.parts):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def _kept(root: Path, name: str, key: str) -> Path | None:
    folder = root / f"{name}-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        keep_newest(root, f"{name}-" + "?" * len(key))
    except OSError:
        return None  # a read-only home: compiled anew in each process
    return folder


def keep_newest(root: Path, pattern: str) -> None:
    """Remove the oldest of what fits a pattern."""
    kept = sorted(root.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in kept[KEPT_CACHES:]:
        if old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
        else:
            old.unlink(missing_ok=True)
