"""Restricted play: a seat that is forbidden something, always takes something, or plays in a style of its own."""

from __future__ import annotations

from collections.abc import Sequence

from alcove.kernel.game import Game
from alcove.lab.policy import FORCED
from alcove.lab.simulate import SHARPNESS, Player
from alcove.lab.things import style_named, things_named


def restricted(
    game: Game,
    level: int | None,
    forbid: Sequence[str] = (),
    greedy: Sequence[str] = (),
    style: str | None = None,
    simulations: int | None = None,
) -> Player | None:
    """Such a player, None where nothing is restricted."""
    favour: dict[int, float] = {}
    sharpness = SHARPNESS
    if style is not None:
        chosen = style_named(game, style)
        sharpness = chosen.sharpness or SHARPNESS
        for word, times in chosen.favour.items():
            favour |= dict.fromkeys(things_named(game, word), times)
    for words, times in ((greedy, FORCED), (forbid, 0.0)):
        for word in words:
            favour |= dict.fromkeys(things_named(game, word), times)
    if not favour:
        return None
    return Player(level, simulations, sharpness, tuple(sorted(favour.items())))
