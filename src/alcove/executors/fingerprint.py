"""What results depend on, as one hash: two machines that agree in it compute the same."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numba
import numpy as np

from alcove.kernel.cache import PACKAGE, SOURCES
from alcove.kernel.jit import extra_game_modules

LEARNED = {".npz"}


@cache
def fingerprint() -> str:
    digest = hashlib.sha256(f"{platform.python_version()} {numba.__version__} {np.__version__}".encode())
    for folder in (PACKAGE, *_extra_folders()):
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES | LEARNED and "static" not in path.parts:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _extra_folders() -> list[Path]:
    """Of games from elsewhere."""
    found = [find_spec(name) for name in extra_game_modules()]
    return [Path(folder) for spec in found if spec is not None for folder in spec.submodule_search_locations or ()]
