"""Puzzles as clients are told them. They are data that never changes, so nothing is kept of who solves them."""

from __future__ import annotations

import hashlib
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from alcove.kernel.game import Game
from alcove.kernel.text import Text
from alcove.puzzles import Puzzle, collection_of
from alcove.server import learning_shapes, shapes
from alcove.server.better import line_steps
from alcove.server.incoming import encode, named_action
from alcove.server.refusals import NotFoundError

NO_PUZZLE = Text("There is no such puzzle.", "Diese Aufgabe gibt es nicht.")
PLAYERS = Text("{n} players", "{n} Personen")
ALONE = Text("alone", "allein")
REMEMBERED = 256
"""Puzzles that are remembered as they were told."""


class Known(NamedTuple):
    game: Game
    puzzle: Puzzle


def listed(game: Game, language: str, day: date) -> learning_shapes.PuzzleList:
    themes = {} if game.puzzles is None else game.puzzles.THEMES
    found = collection_of(game).puzzles
    setups = _setups(game, language)
    return learning_shapes.PuzzleList(
        game.title.of(language),
        [learning_shapes.PuzzleTheme(name, title.of(language)) for name, title in themes.items()],
        [learning_shapes.PuzzleLine(one.id, one.theme, one.level, setups[one.setup]) for one in found],
        day.isoformat(),
        _of_the_day(game, day),
    )


def _of_the_day(game: Game, day: date) -> str | None:
    found = sorted(one.id for one in collection_of(game).puzzles)
    if not found:
        return None
    drawn = hashlib.sha256(f"{game.name} {day.isoformat()}".encode()).digest()
    return found[int.from_bytes(drawn[:8]) % len(found)]


def _setups(game: Game, language: str) -> list[str]:
    """What the games were like that puzzles come from: the options that differ from the usual ones."""
    if game.puzzles is None:
        return []
    titles = {option.name: option for option in game.options}
    told = []
    for players, options in game.puzzles.SETUPS:
        words = [titles[name].choices[value].of(language) for name, value in options.items()]
        if len(game.players) > 1:
            words.insert(0, (ALONE if players == 1 else PLAYERS.fill(n=players)).of(language))
        told.append(", ".join(words))
    return told


def find(game: Game, puzzle: str) -> Known:
    for one in collection_of(game).puzzles:
        if one.id == puzzle:
            return Known(game, one)
    raise NotFoundError(NO_PUZZLE)


def reason(known: Known, action: str, language: str) -> learning_shapes.PuzzleReason:
    """What forbids an action."""
    refusal = known.game.read(known.puzzle.position).why_not(known.puzzle.seat, named_action(action), language)
    return learning_shapes.PuzzleReason(*refusal) if refusal else learning_shapes.PuzzleReason(None, None)


def described(known: Known, language: str) -> bytes:
    return _described(known.game, known.puzzle.id, language)


@lru_cache(REMEMBERED)
def _described(game: Game, puzzle: str, language: str) -> bytes:
    one = find(game, puzzle).puzzle
    position = game.read(one.position)
    line = line_steps(position, one.seat, one.line, language)
    legal = shapes.Choice.all_of(position, one.seat)
    view = line[0].view
    return encode(
        learning_shapes.Puzzle(one.id, one.theme, one.level, one.seat, view, legal, one.answer, one.values, line)
    )
