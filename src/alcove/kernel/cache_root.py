"""Where everything is kept that can be made again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path:
    if chosen := os.environ.get("ALCOVE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "alcove"


def compiled_games() -> Path:
    """The folder of the lists of all that is compiled for a game."""
    return cache_root() / "compiled" / "games"
