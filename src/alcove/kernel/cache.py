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
from pathlib import Path
from typing import Any

import numba
import numpy as np

from alcove.kernel import reach

PACKAGE = Path(__file__).resolve().parent.parent
COMPILER = [PACKAGE / "kernel" / name for name in ("jit.py", "parts.py")]
KEPT_CACHES = 3
"""How many folders are kept for each function."""


def cache_root() -> Path:
    if chosen := os.environ.get("ALCOVE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "alcove"


def versions() -> str:
    """All that makes the same function another piece of code: the compiler, ours and theirs."""
    ours = hashlib.sha256(b"".join(path.read_bytes() for path in COMPILER)).hexdigest()
    return f"{numba.__version__} {np.__version__} {sys.version} {ours}"


def cache_folder(function: Callable[..., Any], *more: str) -> Path | None:
    """Where the code of a function is kept; None where nothing can be kept."""
    function = reach.plain(function)
    root = cache_root() / "compiled" / function.__module__
    try:
        name = function.__qualname__.replace("<", "").replace(">", "")
        folder = root / f"{name}-{reach.key(function, versions(), *more)}"
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        kept = sorted(root.glob(f"{name}-" + "?" * 24), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in kept[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    except (OSError, reach.UnknownValueError):
        return None  # a read-only home, or code that cannot be told from other code: compiled anew in each process
    return folder
