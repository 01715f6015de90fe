"""What the client must know to make its drawings for paper when it is built: what is seen at the steps of the lessons
that rulebooks show, and what a game's `print.py` adds.

python -m alcove.printing.positions FILE
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from alcove.kernel.game import Game, game, games
from alcove.kernel.lesson import Stage

STEP = re.compile(r"^step: (\S+)$", re.MULTILINE)


def known(one: Game) -> dict[str, Any]:
    drawn_from = one.print.DRAWN_FROM if one.print else None
    return {"steps": shown(one), "print": drawn_from or {}}


def shown(one: Game) -> dict[str, Any]:
    """By the names of the steps."""
    named = set(STEP.findall(one.rulebook("en")))
    if not named or one.lesson is None:
        return {}
    scenes = Stage(one, one.lesson).scenes
    return {name: scenes[name].position.view(scenes[name].step.seat) for name in sorted(named)}


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(msgspec.json.encode({name: known(game(name)) for name in games()}))
