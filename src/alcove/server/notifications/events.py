"""What somebody can be told of, and on which ways."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

Event = Literal["turn", "short", "joined", "over"]
"""It is their turn; their time runs short; somebody has joined; the game is over."""
Kind = Literal["push", "mail", "webhook", "chat"]
State = Literal["new", "on", "off"]

EVENTS: tuple[Event, ...] = get_args(Event)
KINDS: tuple[Kind, ...] = get_args(Kind)
WITHDRAWN: tuple[Event, ...] = ("turn", "short")
"""What is no longer true as soon as its person is not awaited any more."""


def write_events(events: Iterable[str]) -> str:
    wanted = set(events)
    return ",".join(event for event in EVENTS if event in wanted)


def read_events(text: str) -> frozenset[Event]:
    return frozenset(event for event in EVENTS if event in text.split(","))
