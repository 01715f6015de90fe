"""What the texts of positions are made of, read strictly: every value has one way to be written."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from alcove.kernel.errors import UnreadableError
from alcove.kernel.text import Text

RNG_WORDS = re.compile(r"([0-9a-f]{16})\.([0-9a-f]{16})\.(0|[1-9][0-9]{0,9})", re.ASCII)


def bad(key: str) -> UnreadableError:
    return UnreadableError(
        Text("Unreadable position: {key} does not fit.", "Unlesbare Stellung: {key} passt nicht.").fill(key=key)
    )


def read_number(key: str, word: str, least: int, most: int) -> int:
    """A number from 0 up, without signs or leading zeros."""
    plain = word.isascii() and word.isdigit() and len(word) <= len(str(most)) and (word == "0" or word[0] != "0")
    if not plain or not least <= int(word) <= most:
        raise bad(key)
    return int(word)


def read_rng(word: str) -> Any:
    """A state's `rng` field."""
    match = RNG_WORDS.fullmatch(word)
    if match is None:
        raise bad("rng")
    return np.array([int(match[1], 16), int(match[2], 16), int(match[3])], dtype=np.uint64)
