"""How Python calls a game's rules.

What is asked for at every move goes through these few functions, several questions in one call. They take the array of
one row that a record lies in, so nobody has to make the record. They are a template, as the search is:
`jit.specialise` copies them for each game and puts in its rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Row = Any

    def rules_actors(state: Any) -> int: ...
    def rules_awaited(state: Any) -> int: ...
    def rules_legal(state: Any, seat: int, out: Any) -> int: ...
    def rules_play(state: Any, seat: int, action: int) -> None: ...


NEEDED = ("actors", "awaited", "legal", "play")
FUNCTIONS = ("who", "turn", "choices")
AWAITED_FROM = 8
"""Bits 0 to 7 of `who` are the actors, the bits from here on those who are awaited."""


def who(row: Row) -> int:
    """Who may act, and who is awaited, as two sets of seats in one number."""
    return rules_actors(row[0]) | rules_awaited(row[0]) << AWAITED_FROM


def turn(row: Row, seat: int, action: int) -> int:
    """Carry out a legal action, and say who acts then."""
    rules_play(row[0], seat, action)
    return rules_actors(row[0]) | rules_awaited(row[0]) << AWAITED_FROM


def choices(row: Row, seat: int, out: Any) -> int:
    return rules_legal(row[0], seat, out)
