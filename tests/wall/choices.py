"""Two deals that look the same to a viewer, and what is done in them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from alcove import Game, Position
from alcove.kernel.errors import UnreadableError
from tests.conformance.tables import setups, walk
from tests.conformance.wall_checks import with_rng_of, without_rng

FROM_THE_START = 0.4
MAX_WALK = 150
AT_A_SECRET = 0.6
"""How often play begins where somebody's choice is hidden from the viewer."""
MANY = 40
"""Enough of a seat's choices to see whether some are hidden."""
UNKNOWN_CHOICES = "one of what only this seat knows"
IMAGINED = 200
TRIES = 6
"""Actions that are tried to find one that looks the same in both worlds, and as many that are tried in place of it."""


@dataclass
class Secrets:
    """What others may read of an action, for texts that stand for several: how often one was chosen, and how often
    another was chosen in the other world without the viewer seeing it."""

    chosen: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Deals:
    viewer: int | None
    one: Position
    two: Position
    bots: frozenset[int] = frozenset()


def dealt(game: Game, seed: int, number: int) -> tuple[Deals, random.Random]:
    """The two deals of a trial, and what the rest of it is drawn from."""
    found, luck = _dealt(game, seed, number)
    rng = random.Random()
    rng.setstate(luck)
    return found, rng


@lru_cache(maxsize=16)
def _dealt(game: Game, seed: int, number: int) -> tuple[Deals, tuple[Any, ...]]:
    rng = random.Random(f"{game.name} {seed} {number}")
    return deals(rng, game), rng.getstate()


def deals(rng: random.Random, game: Game) -> Deals:
    """A position of a game from its start or later, and another that looks the same to some viewer."""
    while True:
        one = rng.choice(setups(game)).new(game, rng.getrandbits(64))
        if rng.random() > FROM_THE_START:
            for _, _, after in walk(rng, one, rng.randrange(1, MAX_WALK)):
                one = after
        viewer = rng.choice([None, *range(one.players)])
        if game.rules.SECRETS and rng.random() < AT_A_SECRET:
            one = at_a_secret(rng, one, viewer)
        if not one.over:
            break
    two = next((two for _ in range(TRIES) if can_be(two := another(rng, one, viewer))), one)
    if rng.random() < (0.8 if game.rules.SECRETS else 0.5):
        two = with_rng_of(two, one)  # the same dice from here on: the worlds stay alike for longer
    return Deals(viewer, one, two)


def can_be(position: Position) -> bool:
    """Whether the rules can lead there. A game that imagines what is hidden may fail now and then: a sheet with a given
    score is hard to draw."""
    try:
        position.game.read(str(position))
    except UnreadableError:
        return False
    return True


def another(rng: random.Random, one: Position, viewer: int | None) -> Position:
    """A position that looks the same. Where one seat is to choose in secret, of many the one in which it may choose
    nearly the same: if it lays open what it did not choose, only such a one can still look the same afterwards."""
    two = one.conceal(viewer, rng.getrandbits(64))
    if len(one.awaited) > 1 or viewer in one.awaited or not hidden_choices(one, viewer):
        return two
    [seat] = one.awaited
    legal = set(one.legal_indices(seat))

    def in_common(position: Position) -> int:
        common = len(legal.intersection(position.legal_indices(seat)))
        return common if common < len(legal) else 0

    return max([two, *(one.conceal(viewer, rng.getrandbits(64)) for _ in range(IMAGINED))], key=in_common)


def at_a_secret(rng: random.Random, position: Position, viewer: int | None) -> Position:
    """A later position in which somebody's choice is hidden: everybody chooses at once, or one seat alone. The last
    of all to choose at once is not such a one: then everything is shown."""
    at_once: set[str] = set()
    for _, _, after in walk(rng, position, MAX_WALK):
        hidden = hidden_choices(position, viewer)
        if len(position.awaited) > 1:
            at_once |= hidden
            if hidden and rng.random() < 0.2:
                return position
        elif hidden - at_once:
            return position
        position = after
    return position


def hidden_choices(position: Position, viewer: int | None) -> set[str]:
    """Public texts that stand for several choices of an awaited seat. A text that tells too much hides not where the
    secrets are: what a seat may choose from is one as well, if the viewer cannot know it."""
    found: set[str] = set()
    imagined = position.conceal(viewer, 0)
    for seat in position.awaited:
        if seat != viewer:
            if set(position.legal_indices(seat)) != set(imagined.legal_indices(seat)):
                found.add(UNKNOWN_CHOICES)
            texts = Counter(position.public_text(seat, index) for index in position.legal_indices(seat)[:MANY])
            found |= {text for text, times in texts.items() if times > 1}
    return found


def is_hidden(position: Position, seat: int, index: int, legal: list[int]) -> bool:
    """Whether the public text of an action hides which one it is."""
    text = position.public_text(seat, index)
    return any(position.public_text(seat, other) == text for other in legal[:MANY] if other != index)


@lru_cache(maxsize=256)  # what is tried in vain is tried again
def looks(position: Position, viewer: int | None) -> bytes:
    return msgspec.json.encode(position.view(viewer))


def choose(rng: random.Random, deal: Deals, differ: float, secrets: Secrets) -> tuple[int, int, int] | None:
    """A seat and its actions in the two worlds, after which they still look the same to the viewer.

    The viewer's own are the same. Another seat's differ as often as possible: whatever looks the same must be told in
    the same way, so the public text is not asked.
    """
    one = deal.one
    again = [seat for seat in one.actors if seat not in deal.bots]  # a bot does not change its mind
    noted: set[str] = set()
    for _ in range(TRIES):
        seat = rng.choice(again if again and rng.random() < 0.1 else one.awaited)
        legal = one.legal_indices(seat)
        index = rng.choice(legal)
        text = one.public_text(seat, index)
        hidden = seat != deal.viewer and is_hidden(one, seat, index, legal)
        if hidden and text not in noted:
            noted.add(text)
            secrets.chosen[text] += 1
        other = alike(rng, deal, seat, index, differ)
        if other is not None:
            if hidden and other != index:
                secrets.compared[text] += 1
            return seat, index, other
    return None


def alike(rng: random.Random, deal: Deals, seat: int, index: int, differ: float) -> int | None:
    """What looks the same in the other world as an action in this one.

    Where both lead to the same state, one is not taken for the other: then nothing is hidden, and the text may well say
    which it was.
    """
    one, two, viewer = deal.one, deal.two, deal.viewer
    after = one.play_legal(seat, index)
    seen = looks(after, viewer)
    for other in [index] if seat == viewer else others(rng, index, two.legal_indices(seat), differ):
        if looks(two.play_legal(seat, other), viewer) != seen:
            continue
        possible = other != index and other in one.legal_indices(seat)
        if not possible or without_rng(one.play_legal(seat, other)) != without_rng(after):
            return other
    return None


def others(rng: random.Random, index: int, legal: list[int], differ: float) -> list[int]:
    """What is tried in the other world, in this order."""
    different = [other for other in rng.sample(legal, min(TRIES, len(legal))) if other != index]
    same = [index] if index in legal else []
    return [*different, *same] if rng.random() < differ else [*same, *different]
