"""Finds puzzles: positions in games between strong bots where one choice is clearly better than all others.

Cheap questions come first. The search by which a bot has just chosen says whether a position is worth a look. Then the
choice and its rivals are judged with equal effort, and each level of the bots is asked for the answer. What is neither
too easy nor one more of many alike is searched much deeper, with other random numbers: the answer must be the same.
Then the answer and its rivals are judged several times, each time with random numbers of its own. The answer must be
ahead of every rival by the margin that the game asks for, and by so many standard errors that chance does not explain
it. The same seed finds the same puzzles, also if the work is interrupted and taken up again.

A level that thinks by the clock is asked with as many simulations as the deep search has: a second is another number of
them on every machine, and the same puzzle must be as hard everywhere. What no level finds more often than not is none.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import mean, stdev
from typing import NamedTuple

import msgspec

from alcove.bots.engine import search
from alcove.bots.judge import judge
from alcove.bots.levels import levels_of, think
from alcove.bots.thought import Thought
from alcove.kernel.game import Game
from alcove.kernel.hooks import Puzzles
from alcove.kernel.position import Position
from alcove.kernel.record import begins_turn
from alcove.puzzles.collection import Collection, Puzzle

LEAST_CHOICES = 3
SEEN = 8
"""Visits from which on a rival's value at a glance is taken seriously."""
HOPEFUL = 0.25
"""Chances below which a position is lost anyway, and no fun."""
FIRST_LOOK, FIRST_RIVALS = 800, 3
DEEP_RIVALS = 5
ROUNDS, SURE = 5, 3.0
"""How often a deep search judges the answer and its rivals, and by how many standard errors the answer must lead."""
TRIES = 5
"""How often each level is asked for the answer."""
APART = 6
"""Actions between two puzzles of one game."""
MAX_OF_A_GAME = 3
EASIEST_SHARE, THEME_SHARE = 0.3, 0.4
"""How many of the puzzles may be those that the lowest level solves, and how many of one theme."""


class Found(NamedTuple):
    """A position of a game, with the search by which it was played on."""

    position: Position
    seat: int
    thought: Thought
    number: int


def find(
    game: Game, wanted: Puzzles, collection: Collection, count: int, report: Callable[[Collection], None]
) -> Collection:
    """Look through game after game until there are enough puzzles; `report` is told after each."""
    setups = len(wanted.SETUPS)
    quota = [count // setups + (number < count % setups) for number in range(setups)]
    while len(collection.puzzles) < count:
        number = collection.games
        setup = number % setups
        if sum(puzzle.setup == setup for puzzle in collection.puzzles) < quota[setup]:
            known = {puzzle.id for puzzle in collection.puzzles}
            for puzzle in _in_game(game, wanted, collection, number, setup, count):
                full = sum(one.setup == setup for one in collection.puzzles) >= quota[setup]
                if not full and puzzle.id not in known:
                    collection.puzzles.append(puzzle)
        collection.games += 1
        report(collection)
    return collection


def review(
    game: Game, wanted: Puzzles, collection: Collection, report: Callable[[int], None] = lambda done: None
) -> Collection:
    """The puzzles whose answer is still clear to the bots of today, with what they say of them; `report` counts."""
    kept = list[Puzzle]()
    for number, puzzle in enumerate(collection.puzzles):
        position, seed = game.read(puzzle.position), int(puzzle.id, 16)
        level = _level(position, puzzle.seat, puzzle.answer, wanted.DEEP, seed)
        confirmed = None if level is None else confirm(position, puzzle.seat, puzzle.answer, wanted, seed + 1)
        if level is not None and confirmed is not None:
            kept.append(msgspec.structs.replace(puzzle, values=confirmed.values, line=confirmed.line, level=level))
        report(number + 1)
    return msgspec.structs.replace(collection, puzzles=kept)


def _is_welcome(theme: str, level: int, puzzles: Sequence[Puzzle], count: int) -> bool:
    """Not too many easy ones, and not too many of a kind."""
    easy = sum(one.level == 1 for one in puzzles)
    alike = sum(one.theme == theme for one in puzzles)
    return (level > 1 or easy < EASIEST_SHARE * count) and alike < THEME_SHARE * count


def _in_game(
    game: Game, wanted: Puzzles, collection: Collection, number: int, setup: int, count: int
) -> Iterator[Puzzle]:
    dice = random.Random(f"{game.name} {collection.seed} {number}")
    players, options = wanted.SETUPS[setup]
    start = game.new(players, dice.getrandbits(64), **options)
    last, found = -APART, 0
    for moment in _played(start, wanted.LEVEL, dice):
        if moment.number - last < APART or not _promises(moment, wanted.MARGIN):
            continue
        seed = dice.getrandbits(32)
        puzzle = _confirmed(
            moment, wanted, setup, seed, lambda theme, level: _is_welcome(theme, level, collection.puzzles, count)
        )
        if puzzle is not None:
            last, found = moment.number, found + 1
            yield puzzle
        if found == MAX_OF_A_GAME:
            return


def _played(position: Position, level: int, dice: random.Random) -> Iterator[Found]:
    """A game of the bots, wherever a turn begins."""
    simulations = levels_of(position.game)[level].simulations
    assert simulations is not None
    before: tuple[int, str] | None = None
    number = 0
    while not position.over:
        seat = position.awaited[0]
        legal = position.legal_indices(seat)
        if len(legal) == 1:
            action = position.action(seat, legal[0])
        else:
            thought = search(position, seat, simulations=simulations, seed=dice.getrandbits(32))
            action = thought.action
            if len(legal) >= LEAST_CHOICES and begins_turn(position.game, before, seat):
                yield Found(position, seat, thought, number)
        position, before, number = position.play_legal(seat, action.index), (seat, action.text), number + 1


def _promises(moment: Found, margin: float) -> bool:
    """Whether the bot's own search sees something."""
    thought = moment.thought
    best = thought.values.get(thought.action.text, 0.0)
    others = [
        value for text, value in thought.values.items() if text != thought.action.text and thought.visits[text] >= SEEN
    ]
    return best >= HOPEFUL and best - max(others, default=0.0) >= 0.7 * margin


def _confirmed(
    moment: Found, wanted: Puzzles, setup: int, seed: int, is_welcome: Callable[[str, int], bool]
) -> Puzzle | None:
    seat, answer = moment.seat, moment.thought.action
    position = moment.position.conceal(seat, seed)
    first = _values(position, seat, answer.text, moment.thought, FIRST_RIVALS, FIRST_LOOK, seed)
    if first is None or _lead(first, answer.text) < wanted.MARGIN:
        return None
    words = str(position)
    position = position.game.read(words)
    theme, level = wanted.theme(position, seat, answer.index), _level(position, seat, answer.text, wanted.DEEP, seed)
    if level is None or not is_welcome(theme, level):
        return None
    confirmed = confirm(position, seat, answer.text, wanted, seed + 1)
    if confirmed is None:
        return None
    return Puzzle(words, seat, answer.text, confirmed.values, confirmed.line, theme, level, setup)


class Confirmed(NamedTuple):
    values: dict[str, float]
    """The chances with the answer and with its rivals."""
    line: list[str]


def confirm(position: Position, seat: int, answer: str, wanted: Puzzles, seed: int) -> Confirmed | None:
    """Whether a much deeper search finds the same answer, and round after round sees it clearly ahead."""
    deep = search(position, seat, simulations=wanted.DEEP, seed=seed)
    if deep.action.text != answer:
        return None
    rounds = list[dict[str, float]]()
    for number in range(ROUNDS):
        values = _values(position, seat, answer, deep, DEEP_RIVALS, 5 * wanted.DEEP // 24, seed + 1 + number)
        if values is None or _lead(values, answer) < 0.5 * wanted.MARGIN:
            return None
        rounds.append(values)
    if not all(is_clear(rounds, answer, rival, wanted.MARGIN) for rival in rounds[0] if rival != answer):
        return None
    return Confirmed({text: round(mean(one[text] for one in rounds), 3) for text in rounds[0]}, deep.line)


def is_clear(rounds: Sequence[dict[str, float]], answer: str, rival: str, margin: float) -> bool:
    leads = [values[answer] - values[rival] for values in rounds]
    return mean(leads) >= max(margin, SURE * stdev(leads) / math.sqrt(len(leads)))


def _values(
    position: Position, seat: int, answer: str, thought: Thought, rivals: int, simulations: int, seed: int
) -> dict[str, float] | None:
    """What the answer and the choices that come next are worth; nothing if there is no rival."""
    legal = {position.action(seat, index).text: index for index in position.legal_indices(seat)}
    others = [text for text in thought.visits if text != answer and text in legal]
    by_value = sorted(others, key=lambda text: -thought.values.get(text, 0.0))
    asked = dict.fromkeys([answer, *others[:rivals], *by_value[: rivals // 2]])
    if answer not in legal or len(asked) < 2:
        return None
    return {text: judge(position, seat, legal[text], simulations, seed) for text in asked}


def _lead(values: dict[str, float], answer: str) -> float:
    return values[answer] - max(value for text, value in values.items() if text != answer)


def _level(position: Position, seat: int, answer: str, deep: int, seed: int) -> int | None:
    """The lowest level that finds the answer more often than not."""
    for number in sorted(levels_of(position.game)):
        solved = sum(_asked(position, seat, number, deep, seed + attempt) == answer for attempt in range(TRIES))
        if 2 * solved > TRIES:
            return number
    return None


def _asked(position: Position, seat: int, number: int, deep: int, seed: int) -> str:
    """What a level does; with a number of simulations in place of its time."""
    if levels_of(position.game)[number].simulations is None:
        return search(position, seat, simulations=deep, seed=seed).action.text
    return think(position, seat, number, seed).action.text
