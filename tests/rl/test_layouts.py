"""What was learnt fits as long as a layout keeps its version: another encoding needs another version.

`layouts.json` has positions of every game, and fingerprints of what their seats see and of how their actions are
numbered. After a change that is meant: raise the version of the game's LAYOUT, then `python -m tests.rl.test_layouts`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import alcove
from alcove import Game, Position
from tests.conformance.tables import viewers, walk
from tests.conformance.wall_checks import observed

KEPT = Path(__file__).with_name("layouts.json")
GAMES = ("alva", "alvos", "alluvium", "alpacalypse")
STEPS = (0, 7, 45, 120)
"""After so many actions a position is kept."""


def positions(game: Game) -> list[Position]:
    """Of the fewest and of the most players."""
    found = []
    for players in sorted({game.players.start, game.players.stop - 1}):
        start = game.new(players, 1)
        played = [start, *(after for _, _, after in walk(random.Random(players), start, max(STEPS)))]
        found += [played[step] for step in STEPS if step < len(played)]
    return found


def described(game: Game) -> dict[str, Any]:
    """What makes a row of numbers mean something; the words for people may change."""
    assert game.observe is not None
    layout = game.observe.LAYOUT
    features = [[one.name, one.shape, one.low, one.high] for one in layout.features]
    return {"version": layout.version, "layout": fingerprint(features), "actions": game.rules.ACTIONS}


def seen(position: Position) -> str:
    rows = [observed(position, viewer).hex() for viewer in viewers(position)]
    choices = [[seat, one.index, one.text] for seat in position.awaited for one in position.legal(seat)]
    return fingerprint([rows, choices])


def fingerprint(what: Any) -> str:
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", GAMES)
def test_another_encoding_has_another_version(name: str) -> None:
    game, kept = alcove.game(name), json.loads(KEPT.read_text("utf-8"))[name]
    assert described(game) == {key: kept[key] for key in ("version", "layout", "actions")}
    assert len(kept["positions"]) >= 3
    for text, numbers in kept["positions"]:
        assert seen(game.read(text)) == numbers, text


def write() -> None:
    before = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    after = {}
    for name in GAMES:
        game, old = alcove.game(name), before.get(name)
        new = described(game) | {"positions": [[str(one), seen(one)] for one in positions(game)]}
        if old and old["version"] == new["version"]:
            same = [[text, seen(game.read(text))] for text, _ in old["positions"]]
            if described(game) | {"positions": same} != old:
                sys.exit(f"{name} has another encoding: raise the version of its layout first.")
            new = old
        after[name] = new
    KEPT.write_text(json.dumps(after, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    write()
