"""What an action gives away.

Others read an action's public text and see their own view, and nothing else. Two questions are answered from that:

- `revealed`: has the action shown a seat something that was hidden from it? Then it is not taken back freely.
- `unnoticed`: could a seat that may act, too, tell this action from any other? If not, its own answer is not late.

Both are asked for a seat and answered from what that seat knows alone: imagined positions that look the same to it
(`conceal`), continued by any action of the same public text, must lead to what it sees. So the answers themselves
give nothing away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from alcove.kernel.position import Position

IMAGINED = 3
"""How many positions are imagined for each question."""


def revealed(before: Position, after: Position, seat: int, action: int, askers: Iterable[int]) -> int:
    """Those of the asking seats for which the action has shown something hidden, as a bit mask."""
    rules = before.game.rules
    if not (rules.CHANCE or rules.SECRETS):
        return 0
    mask = 0
    for asker in askers:
        if _shown_to(asker, before, after, seat, action) or (asker == seat and _shown_to_others(before, seat, action)):
            mask |= 1 << asker
    return mask


def unnoticed(before: Position, after: Position, seat: int, action: int) -> int:
    """The other seats that could act before and can still, and to whom any other choice would have looked the same."""
    if not before.game.rules.SECRETS:
        return 0
    if not (_goes_on(before.actors, after.actors, seat) and _goes_on(before.awaited, after.awaited, seat)):
        return 0
    others = [other for other in before.actors if other != seat]
    return sum(1 << viewer for viewer in others if _looks_like_any(viewer, before, after, seat, action))


def _goes_on(before: tuple[int, ...], after: tuple[int, ...], seat: int) -> bool:
    """Whether the same seats are left, but for the one that has acted."""
    return after in (before, tuple(other for other in before if other != seat))


@lru_cache(maxsize=32)  # both questions are asked of the same seats
def _known(position: Position, viewer: int) -> bytes:
    return msgspec.json.encode(position.view(viewer))


def _look_the_same(one: Position, two: Position, viewer: int) -> bool:
    """What is concealed looks as it did, so what is concealed alike looks alike. Compiled code finds that out much
    sooner than two views do; these decide where it is not so."""
    return one.conceal(viewer, 0) == two.conceal(viewer, 0) or one.view(viewer) == two.view(viewer)


def _seed(known: bytes, number: int) -> int:
    """A seed made of nothing but what a viewer knows."""
    return int.from_bytes(hashlib.sha256(known + bytes([number])).digest()[:8], "little")


def _shown_to(viewer: int, before: Position, after: Position, seat: int, action: int) -> bool:
    known = _known(before, viewer)
    for number in range(IMAGINED):
        imagined = before.conceal(viewer, _seed(known, number))
        choice = _same_choice(imagined, before, seat, action, viewer)
        if choice is None:
            return True
        following = imagined.play_legal(seat, choice)
        if _chance_drawn(imagined, following) or not _look_the_same(following, after, viewer):
            return True
    return False


def _same_choice(imagined: Position, before: Position, seat: int, action: int, viewer: int) -> int | None:
    """What a viewer may take the action for: the acting seat knows it, others know its public text."""
    legal = imagined.legal_indices(seat)
    if viewer == seat or not before.game.rules.SECRETS:
        return action if action in legal else None
    told = before.public_text(seat, action)
    return next((index for index in legal if imagined.public_text(seat, index) == told), None)


def _looks_like_any(viewer: int, before: Position, after: Position, seat: int, action: int) -> bool:
    imagined = before.conceal(viewer, _seed(_known(before, viewer), 0))
    told = before.public_text(seat, action)
    legal = imagined.legal_indices(seat)
    if any(imagined.public_text(seat, index) != told for index in legal):
        return False
    followings = (imagined.play_legal(seat, index) for index in {legal[0], legal[-1]})
    return all(_look_the_same(following, after, viewer) for following in followings)


def _shown_to_others(before: Position, seat: int, action: int) -> bool:
    """Whether the others learn something, in the world as the acting seat imagines it."""
    world = before.conceal(seat, _seed(_known(before, seat), IMAGINED))
    after = world.play_legal(seat, action)
    return any(_shown_to(other, world, after, seat, action) for other in range(before.players) if other != seat)


def _chance_drawn(before: Position, after: Position) -> bool:
    return before.game.rules.CHANCE and bool((before.state.rng != after.state.rng).any())
