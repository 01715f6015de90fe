"""Things that designers ask about: cards, tiles, hexes, forms, actions. A game's `lab.py` lists them in groups.

The things of a game are numbered through all its groups, in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.kernel.game import Game

Kind = Literal["choice", "dealt", "event"]
"""What a seat takes by choice; what it is dealt whatever it does; what befalls it."""


@dataclass(frozen=True)
class Group:
    """Things of one kind. `ids` are for those who type, `names` for those who read."""

    key: str
    title: Text
    ids: Sequence[str]
    names: Sequence[Text]
    kind: Kind = "choice"
    finished_by: str | None = None
    """The group whose things finish those of this one, in the same order: a card is taken, then completed."""
    repeats: bool = False
    """Whether they come again and again. Their worth is that of the first time they are offered."""

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Style:
    """A way to play: some things are liked so many times as much as the quick bot likes them."""

    title: Text
    favour: Mapping[str, float]
    """By the name of a group, or of a thing: `group.thing`."""
    sharpness: float | None = None


@dataclass(frozen=True)
class Number:
    """A number of the rules that a designer may change: a constant in a file of the game, or one entry of a table."""

    title: Text
    file: str
    constant: str
    least: int
    most: int
    place: tuple[int, ...] = field(default_factory=tuple)


def count_things(game: Game) -> int:
    return sum(map(len, game.lab.THINGS))


def first_of(game: Game, key: str) -> int:
    """The number of the first thing of a group."""
    at = 0
    for group in game.lab.THINGS:
        if group.key == key:
            return at
        at += len(group)
    raise KeyError(key)


def group_of(game: Game, thing: int) -> tuple[Group, int]:
    """The group of a thing, and its place in it."""
    for group in game.lab.THINGS:
        if thing < len(group):
            return group, thing
        thing -= len(group)
    raise KeyError(thing)


def things_named(game: Game, word: str) -> range:
    """The numbers of what a word names: a whole group, or one thing as `group.thing`."""
    key, _, wanted = word.partition(".")
    for group in game.lab.THINGS:
        if group.key == key:
            first = first_of(game, key)
            if not wanted:
                return range(first, first + len(group))
            if wanted in group.ids:
                at = first + list(group.ids).index(wanted)
                return range(at, at + 1)
            raise OptionError(
                Text("{group} has no {name}. It has: {ids}.", "{group} hat kein {name}. Es hat: {ids}.").fill(
                    group=key, name=repr(wanted[:40]), ids=", ".join(group.ids)
                )
            )
    raise OptionError(
        Text(
            "{title} has no things of that name: {name}. It has: {keys}.",
            "{title} hat nichts, was so heißt: {name}. Es hat: {keys}.",
        ).fill(
            title=game.title,
            name=repr(word[:40]),
            keys=", ".join(f"{group.key}.…" for group in game.lab.THINGS) or "–",
        )
    )


def style_named(game: Game, word: str) -> Style:
    if word not in game.lab.STYLES:
        raise OptionError(
            Text(
                "{title} has no style {name}. It has: {styles}.", "{title} hat keinen Stil {name}. Es hat: {styles}."
            ).fill(title=game.title, name=repr(word[:40]), styles=", ".join(game.lab.STYLES) or "–")
        )
    return game.lab.STYLES[word]
