"""Documents that were made once: kept as files, by all that they are made of."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from alcove.kernel.cache import keep_newest
from alcove.kernel.cache_root import cache_root
from alcove.printing import compose

if TYPE_CHECKING:
    from alcove.kernel.game import Game
    from alcove.printing.sheets import Document


def kept(game: Game, document: Document, wish: compose.Wish) -> bytes:
    """A document as PDF, from an earlier time if nothing has changed since."""
    root = cache_root() / "print"
    key = digest(game.package)
    path = root / f"{game.name}-{key}" / wish.file_name(game, document.name)
    with contextlib.suppress(OSError):
        return path.read_bytes()
    made = compose.make(game, document, wish)
    with contextlib.suppress(OSError):  # a full disk, or a home that cannot be written to: made anew each time
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".part")
        beside.write_bytes(made)
        beside.replace(path)
        keep_newest(root, f"{game.name}-{'?' * len(key)}")
    return made


@cache
def digest(package: str) -> str:
    """Of the game's folder, of ours, and of Typst."""
    summed = hashlib.sha256(metadata.version("typst").encode())
    for folder in ("alcove.printing", package):
        for file in _files(resources.files(folder)):
            summed.update(file.read_bytes())
    return summed.hexdigest()[:24]


def _files(folder: Traversable) -> Iterator[Traversable]:
    for found in sorted(folder.iterdir(), key=lambda one: one.name):
        if found.is_dir() and found.name != "__pycache__":
            yield from _files(found)
        elif found.is_file():
            yield found
