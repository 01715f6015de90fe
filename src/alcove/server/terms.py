"""Whose table it is, who may come, and who is silenced there."""

from __future__ import annotations

from typing import NamedTuple


class Terms(NamedTuple):
    creator: str
    """Whoever has opened the table."""
    is_open: bool = False
    """Whether everybody can find it in the lobby."""
    password: str | None = None
    """What newcomers are asked for, as it is stored."""
    muted: frozenset[int] = frozenset()
    """Seats whose people may not talk."""
