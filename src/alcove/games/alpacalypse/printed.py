"""What is printed on the cards of The Alpacalypse, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from alcove.games.alpacalypse.components import SPACE_NAMES, components
from alcove.games.alpacalypse.faces import plain
from alcove.games.alpacalypse.vocabulary import MEMBERS
from alcove.games.alpacalypse.wording import BUILDING_NAMES, MEMBER_NAMES, TRACK_NAMES, resources
from alcove.terminal.language import say, spoken

Component = dict[str, Any]

LETTERS = {member: member[0].upper() for member in MEMBERS}
"""How a member is written in a bid."""
SOURCES = ("cards", "market", "days", "wonders", "tribes", "spaces", "buildings", "ages")
"""What a choice can come from."""


@cache
def printed(kind: str) -> Mapping[str, Component]:
    """The components of a kind by their ids."""
    return {component["id"]: component for component in components()[kind]}


def name(kind: str, component: str) -> str:
    return str(printed(kind)[component]["name"][spoken()])


def names(kind: str, components: Iterable[str]) -> str:
    return ", ".join(name(kind, component) for component in components)


def text(kind: str, component: str) -> str:
    return str(printed(kind)[component]["text"][spoken()])


def card(component: str) -> str:
    """`1 soldier, 1 material: +1 Might, +1 Wealth.`"""
    cost = say(plain(printed("cards")[component]["cost"]))
    return f"{cost}: {text('cards', component)}" if cost else text("cards", component)


def deck(component: str) -> str:
    return str(printed("cards")[component]["deck"])


def price(tribe: str, building: str) -> str:
    return say(plain(printed("tribes")[tribe]["costs"][building]))


def goods(held: Mapping[Any, int]) -> str:
    return ", ".join(say(resources(kind, number, as_object=False)) for kind, number in held.items())


def member(who: str) -> str:
    return say(MEMBER_NAMES[who])


def building(which: str) -> str:
    return say(BUILDING_NAMES[which])


def track(which: str) -> str:
    return say(TRACK_NAMES[which])


def space(which: str) -> str:
    return say(SPACE_NAMES[which])


def source(component: str) -> str:
    """The name of whatever a choice comes from."""
    return next((name(kind, component) for kind in SOURCES if component in printed(kind)), "")


def source_text(component: str) -> str:
    return next((text(kind, component) for kind in SOURCES if component in printed(kind)), "")


def wears_its_id(kind: str, component: str) -> bool:
    """Whether the name is the id in other letters, so that it need not be told."""
    letters = "".join(c for c in name(kind, component).lower() if c.isalnum())
    return letters == component.replace("-", "")
