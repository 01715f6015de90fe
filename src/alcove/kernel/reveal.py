"""What an action gives away.

Two questions decide who is told what, and what can be taken back freely:

- `sealed`: is the action itself a secret from a viewer? In a game with secrets, whatever is chosen while several seats
  choose at once is. It stays so until the end; what comes to light before that is told by view and narration.
- `revealed`: has the action shown something that was hidden? Asked for each seat, and answered from what that seat
  knows alone: imagined positions that look the same to it (`conceal`) must lead to what it sees. So the answer itself
  gives nothing away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from alcove.kernel.position import Position

IMAGINED = 3
"""How many positions are imagined for each question."""


def sealed(before: Position, seat: int, viewer: int | None) -> bool:
    """Whether an action of a seat is a secret from a viewer."""
    return viewer != seat and before.game.rules.SECRETS and len(before.actors) > 1


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


def _known(position: Position, viewer: int) -> bytes:
    return msgspec.json.encode(position.view(viewer))


def _seed(known: bytes, number: int) -> int:
    """A seed made of nothing but what a viewer knows."""
    return int.from_bytes(hashlib.sha256(known + bytes([number])).digest()[:8], "little")


def _shown_to(viewer: int, before: Position, after: Position, seat: int, action: int) -> bool:
    known, seen = _known(before, viewer), after.view(viewer)
    for number in range(IMAGINED):
        imagined = before.conceal(viewer, _seed(known, number))
        choice = action
        if sealed(before, seat, viewer):
            choice = imagined.legal_indices(seat)[0]
        elif action not in imagined.legal_indices(seat):
            return True
        following = imagined.play_legal(seat, choice)
        if following.view(viewer) != seen or _chance_drawn(imagined, following):
            return True
    return False


def _shown_to_others(before: Position, seat: int, action: int) -> bool:
    """Whether the others learn something, in the world as the acting seat imagines it."""
    world = before.conceal(seat, _seed(_known(before, seat), IMAGINED))
    after = world.play_legal(seat, action)
    return any(_shown_to(other, world, after, seat, action) for other in range(before.players) if other != seat)


def _chance_drawn(before: Position, after: Position) -> bool:
    return before.game.rules.CHANCE and bool((before.state.rng != after.state.rng).any())
