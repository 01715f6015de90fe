"""Steps of many games at once, written once and compiled for each game (see `batch.py`).

The functions are a template: `kernel.jit.specialise` copies them for each game and puts in what the game brings. They
run without the interpreter's lock, each call over a part of the games, and no game reads what belongs to another: so
threads share a batch, and their number changes nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.kernel.random import U0, U1, U32, pick, sip
from alcove.kernel.shares import share_of_win
from alcove.rl.crew import BEHIND, CHOSEN, FIRST, TASK, more_work, take
from alcove.rl.prefetch import prefetch

# What a game brings.
rules_setup: Any = None
rules_awaited: Any = None
rules_legal: Any = None
rules_play: Any = None
rules_winners: Any = None
rules_conceal: Any = None
rules_sample: Any = None
game_observe: Any = None
bot_priors: Any = None
seed_state: Any = None
opponent: Any = None

FUNCTIONS = (
    "next_seat",
    "may_play",
    "let_others_play",
    "begin_game",
    "show",
    "look",
    "pay",
    "finish",
    "step",
    "copy_game",
    "fetch",
    "go_on",
    "do",
    "run",
    "redraw",
)
INLINED = ("next_seat", "may_play", "pay", "finish", "step", "copy_game", "look", "begin_game", "fetch", "go_on", "do")

STEP, START, LOOK, OBSERVE, SAMPLE, COPY = range(6)
"""What `run` can do. It is one function, so that the rules become part of it once: compiling takes long."""
LOWEST = -1.0
"""The reward of a seat that has lost, or that has ended its game by a wrong action."""
EVERYBODY = -1
"""In place of a learner's seat: all seats are played by whoever steps the batch."""
PLAYERS, TOGETHER = 0, 1
FEW = 32
"""Of so many actions at least one was legal: then a mask is quicker cleared as a whole."""
BLOCK = 32
"""So many games go through each part of a step together, and a thread takes as many at a time."""
LINE, LARGE, VAST = 64, 1024, 8192
"""Memory comes in lines of so many bytes. Rows of this size are asked for ahead; of longer ones little is used."""


class Games(NamedTuple):
    """The arrays of a batch, a row for each game."""

    rows: Any  # the states
    blank: Any  # one row of zeros
    key: Any  # what the chance of every game is drawn from
    table: Any  # players, and whether all play as one
    options: Any
    learners: Any  # the seat that is asked, or EVERYBODY
    numbers: Any  # which game of its row it is, from 0
    lengths: Any  # actions in it so far
    luck: Any  # a generator for random choices, for each game its own
    legal: Any  # the legal actions of the seat to move; what lies behind their count means nothing
    counts: Any
    asked: Any  # the seat to move, which nobody outside can write to ...
    seats: Any  # ... and the same for all to read
    observations: Any  # small whole numbers ...
    normalised: Any  # ... or from -1 to 1; the other one has no columns
    last: Any  # what the acting seat saw at the end of its game, ...
    last_normalised: Any  # ... if that is kept
    masks: Any
    rewards: Any
    ended: Any
    illegal: Any


class Source(NamedTuple):
    """What is taken over from another batch. Each array of a call costs time, so it has no more than these."""

    rows: Any
    numbers: Any
    lengths: Any
    learners: Any


class Desk(NamedTuple):
    """Room to work in, for one thread."""

    row: Any  # an observation
    scale: Any
    mind: Any  # a state as the acting seat knows it
    actions: Any
    weights: Any
    costs: Any


# ---- Chance ----


def seed_chance(state: Any, key: Any, game: int, number: int) -> None:
    """Each game of each row has a key of its own, drawn from the batch's."""
    which = (np.uint64(number) << U32 | np.uint64(game)) << U1
    state.rng[0] = sip(key[0], key[1], which)
    state.rng[1] = sip(key[0], key[1], which | U1)
    state.rng[2] = U0


def seed_nothing(state: Any, key: Any, game: int, number: int) -> None:
    """A game without chance."""


# ---- Opponents ----


def choose_randomly(state: Any, seat: int, luck: Any, desk: Desk) -> int:
    return rules_sample(state, seat, luck)


def choose_quickly(state: Any, seat: int, luck: Any, desk: Desk) -> int:
    """By what the game's bot thinks of the choices at first sight, from what the seat knows."""
    count, best = rules_legal(state, seat, desk.actions), 0
    if count > 1:
        desk.mind[0] = state
        rules_conceal(desk.mind[0], seat, luck)
        bot_priors(desk.mind[0], seat, desk.actions, count, desk.weights, desk.costs)
        best = pick(luck, count)  # of equal ones any
        for nth in range(count):
            if desk.weights[nth] > desk.weights[best]:
                best = nth
    return desk.actions[best]


def let_others_play(games: Games, game: int, desk: Desk) -> int:
    """Let the other seats act until the learner is awaited. Returns who is awaited then."""
    state, learner = games.rows[game], games.learners[game]
    while True:
        awaited = rules_awaited(state)
        if learner == EVERYBODY or awaited == 0 or (awaited >> learner) & 1:
            return awaited
        seat = next_seat(awaited)
        rules_play(state, seat, opponent(state, seat, games.luck[game], desk))
        games.lengths[game] += 1


# ---- Steps ----


def next_seat(awaited: int) -> int:
    """Of seats that choose at the same time one after the other is asked, and none sees what the others chose."""
    seat = 0
    while not (awaited >> seat) & 1:
        seat += 1
    return seat


def may_play(games: Games, game: int, action: int) -> bool:
    legal = games.legal[game]
    for nth in range(games.counts[game]):
        if legal[nth] == action:
            return True
    return False


def begin_game(games: Games, game: int) -> None:
    games.rows[game] = games.blank[0]
    seed_state(games.rows[game], games.key, game, games.numbers[game])
    rules_setup(games.rows[game], games.table[PLAYERS], games.options)
    games.lengths[game] = 0


def show(games: Games, observations: Any, normalised: Any, game: int, seat: int, desk: Desk) -> None:
    """What a seat sees, as small whole numbers, from -1 to 1, or not at all: whichever arrays have columns."""
    if observations.shape[1] > 0:
        observations[game, :] = 0
        game_observe(games.rows[game], seat, observations[game])
    elif normalised.shape[1] > 0:
        desk.row[:] = 0
        game_observe(games.rows[game], seat, desk.row)
        for at in range(len(desk.row)):
            normalised[game, at] = desk.row[at] * desk.scale[at]


def look(games: Games, game: int) -> None:
    """Who is asked, and what may be done."""
    state, masked = games.rows[game], games.masks.shape[1] > 0
    seat = games.learners[game]
    if seat == EVERYBODY:
        seat = next_seat(rules_awaited(state))
    games.asked[game] = seat
    games.seats[game] = seat
    legal, mask = games.legal[game], games.masks[game]
    if masked and FEW * games.counts[game] > len(mask):
        mask[:] = False
    elif masked:
        for nth in range(games.counts[game]):
            mask[legal[nth]] = False
    games.counts[game] = rules_legal(state, seat, legal)
    if masked:
        for nth in range(games.counts[game]):
            mask[legal[nth]] = True


def pay(games: Games, game: int) -> None:
    """What everybody gets: from LOWEST for nothing to 1 for the whole win."""
    winners = rules_winners(games.rows[game])
    share = share_of_win(winners, games.table[PLAYERS], games.table[TOGETHER] != 0)
    for seat in range(games.table[PLAYERS]):
        games.rewards[game, seat] = 2.0 * share - 1.0 if (winners >> seat) & 1 else LOWEST


def finish(games: Games, game: int, desk: Desk) -> None:
    """The old game is over: what everybody gets, unless a wrong action has said so, and what the acting seat sees."""
    if not games.ended[game]:
        games.ended[game] = True
        pay(games, game)
    show(games, games.last, games.last_normalised, game, games.asked[game], desk)


def step(games: Games, game: int, action: int) -> None:
    """The action of the seat that is asked. A wrong one ends the game."""
    games.rewards[game, :] = 0.0
    games.illegal[game] = not may_play(games, game, action)
    games.ended[game] = games.illegal[game]
    if games.illegal[game]:
        games.rewards[game, games.asked[game]] = LOWEST
    else:
        rules_play(games.rows[game], games.asked[game], action)
        games.lengths[game] += 1


def copy_game(games: Games, game: int, source: Source, which: int) -> None:
    """Take a game over from another batch. Nothing has happened in it here."""
    games.rows[game] = source.rows[which]
    games.numbers[game] = source.numbers[which]
    games.lengths[game] = source.lengths[which]
    games.learners[game] = source.learners[which]
    games.rewards[game, :] = 0.0
    games.ended[game] = False
    games.illegal[game] = False


def fetch(array: Any, row: int, width: int) -> None:
    """Have a row fetched while another is worked on, if that pays. Beyond the last one nothing is read."""
    if LARGE <= width <= VAST:
        for at in range(row * width, (row + 1) * width, LINE):
            prefetch(array, at)


def go_on(games: Games, source: Source, numbers: Any, task: int, game: int, desk: Desk) -> None:
    """Bring a game to where a seat is asked next; one that ends begins anew."""
    if task == STEP:
        step(games, game, numbers[game])
    elif task == COPY:
        copy_game(games, game, source, numbers[game])
    begins, broken_off = task == START, task == STEP and games.illegal[game]
    while True:
        if begins:
            begin_game(games, game)
        if not broken_off and let_others_play(games, game, desk) != 0:
            return
        if task == STEP and not begins:
            finish(games, game, desk)
        games.numbers[game] += 1
        begins, broken_off = True, False


def do(games: Games, source: Source, numbers: Any, task: int, chosen: int, first: int, behind: int, desk: Desk) -> None:
    """Do one thing with some games.

    `numbers` are the actions of a step, those that are drawn, or which games of the source are copied. `chosen` is the
    seat that observes. All play, then all of them list what may be done, then all are observed: the code of each stays
    at hand, and so do their states.
    """
    if task == SAMPLE:
        for game in range(first, behind):
            numbers[game] = games.legal[game, pick(games.luck[game], games.counts[game])]
        return
    if task != OBSERVE:
        for game in range(first, behind):
            fetch(games.rows, game + 1, games.rows.itemsize)
            go_on(games, source, numbers, task, game, desk)
        for game in range(first, behind):
            fetch(games.masks, game + 1, games.masks.shape[1])
            look(games, game)
    for game in range(first, behind):
        fetch(games.observations, game + 1, games.observations.shape[1])
        seat = chosen if task == OBSERVE else games.asked[game]
        show(games, games.observations, games.normalised, game, seat, desk)


def run(games: Games, source: Source, numbers: Any, words: Any, thread: int, desk: Desk, control: Any) -> None:
    """Do what the words of a thread say, and what they say after that (see `crew.py`)."""
    while True:
        while take(words, thread, BLOCK):
            do(games, source, numbers, control[TASK], control[CHOSEN], control[FIRST], control[BEHIND], desk)
        if not more_work(control):
            return


def redraw(games: Games, begin: int, end: int) -> None:
    """Draw anew what the seats to move cannot know."""
    for game in range(begin, end):
        rules_conceal(games.rows[game], games.asked[game], games.luck[game])
