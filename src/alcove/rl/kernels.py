"""Steps of many games at once, written once and compiled for each game (see `batch.py`).

The functions are a template: `kernel.jit.specialise` copies them for each game and puts in what the game brings. They
run without the interpreter's lock, each call over a part of the games, and no game reads what belongs to another: so
threads share a batch, and their number changes nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.kernel.random import U0, U1, U32, pick, sip

# What a game brings, and what a batch chooses: how observations are written, and who plays the other seats.
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
show: Any = None
answer: Any = None

FUNCTIONS = (
    "next_seat",
    "may_play",
    "set_up",
    "begin_game",
    "look",
    "pay",
    "step",
    "start",
    "look_again",
    "observe_all",
    "sample",
    "copy_games",
)
INLINED = ("next_seat", "may_play", "pay")

LOWEST = -1.0
"""The reward of a seat that has lost, or that has ended its game by a wrong action."""
EVERYBODY = -1
"""In place of a learner's seat: all seats are played by whoever steps the batch."""
PLAYERS, TOGETHER = 0, 1


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
    seats: Any
    observations: Any
    masks: Any
    rewards: Any
    ended: Any
    illegal: Any


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


# ---- Observations ----


def show_compact(games: Games, game: int, seat: int, out: Any, desk: Desk) -> None:
    out[game, :] = 0
    game_observe(games.rows[game], seat, out[game])


def show_normalised(games: Games, game: int, seat: int, out: Any, desk: Desk) -> None:
    desk.row[:] = 0
    game_observe(games.rows[game], seat, desk.row)
    for at in range(len(desk.row)):
        out[game, at] = desk.row[at] * desk.scale[at]


def show_nothing(games: Games, game: int, seat: int, out: Any, desk: Desk) -> None:
    pass


# ---- Opponents ----


def answer_nothing(games: Games, game: int, desk: Desk) -> None:
    """All seats are asked."""


def answer_randomly(games: Games, game: int, desk: Desk) -> None:
    """Let the other seats act, until the learner is awaited or the game is over."""
    state, learner = games.rows[game], games.learners[game]
    while True:
        awaited = rules_awaited(state)
        if awaited == 0 or (awaited >> learner) & 1:
            return
        seat = next_seat(awaited)
        rules_play(state, seat, rules_sample(state, seat, games.luck[game]))
        games.lengths[game] += 1


def answer_quickly(games: Games, game: int, desk: Desk) -> None:
    """The same, each by what its bot thinks of the choices at first sight, from what its seat knows."""
    state, learner = games.rows[game], games.learners[game]
    while True:
        awaited = rules_awaited(state)
        if awaited == 0 or (awaited >> learner) & 1:
            return
        seat = next_seat(awaited)
        count, best = rules_legal(state, seat, desk.actions), 0
        if count > 1:
            desk.mind[0] = state
            rules_conceal(desk.mind[0], seat, games.luck[game])
            bot_priors(desk.mind[0], seat, desk.actions, count, desk.weights, desk.costs)
            best = pick(games.luck[game], count)  # of equal ones any
            for nth in range(count):
                if desk.weights[nth] > desk.weights[best]:
                    best = nth
        rules_play(state, seat, desk.actions[best])
        games.lengths[game] += 1


# ---- Steps ----


def next_seat(awaited: int) -> int:
    """Of seats that choose at the same time one after the other is asked, and none sees what the others chose."""
    seat = 0
    while not (awaited >> seat) & 1:
        seat += 1
    return seat


def may_play(games: Games, game: int, action: int) -> bool:
    for nth in range(games.counts[game]):
        if games.legal[game, nth] == action:
            return True
    return False


def set_up(games: Games, game: int) -> None:
    games.rows[game] = games.blank[0]
    seed_state(games.rows[game], games.key, game, games.numbers[game])
    rules_setup(games.rows[game], games.table[PLAYERS], games.options)
    games.lengths[game] = 0


def begin_game(games: Games, game: int, desk: Desk) -> None:
    """A new game, up to the moment at which somebody is asked."""
    while True:
        set_up(games, game)
        answer(games, game, desk)
        if rules_awaited(games.rows[game]) != 0:
            return
        games.numbers[game] += 1


def look(games: Games, game: int, desk: Desk) -> None:
    """Who is asked, what may be done, and what that seat sees."""
    state, masked = games.rows[game], games.masks.shape[1] > 0
    seat = games.learners[game]
    if seat == EVERYBODY:
        seat = next_seat(rules_awaited(state))
    games.seats[game] = seat
    if masked:
        for nth in range(games.counts[game]):
            games.masks[game, games.legal[game, nth]] = False
    games.counts[game] = rules_legal(state, seat, games.legal[game])
    if masked:
        for nth in range(games.counts[game]):
            games.masks[game, games.legal[game, nth]] = True
    show(games, game, seat, games.observations, desk)


def pay(games: Games, game: int) -> None:
    """What everybody gets: from LOWEST for nothing to 1 for the whole win."""
    winners, count = rules_winners(games.rows[game]), 0
    for seat in range(games.table[PLAYERS]):
        count += (winners >> seat) & 1
    share = 1.0 if games.table[TOGETHER] or count == 0 else 1.0 / count
    for seat in range(games.table[PLAYERS]):
        games.rewards[game, seat] = 2.0 * share - 1.0 if (winners >> seat) & 1 else LOWEST


def step(games: Games, actions: Any, begin: int, end: int, desk: Desk) -> None:
    """One action in each game. A game that ends begins anew at once."""
    for game in range(begin, end):
        state, seat = games.rows[game], games.seats[game]
        games.rewards[game, :] = 0.0
        games.illegal[game] = not may_play(games, game, actions[game])
        if games.illegal[game]:
            games.rewards[game, seat] = LOWEST
            games.ended[game] = True
        else:
            rules_play(state, seat, actions[game])
            games.lengths[game] += 1
            answer(games, game, desk)
            games.ended[game] = rules_awaited(state) == 0
            if games.ended[game]:
                pay(games, game)
        if games.ended[game]:
            games.numbers[game] += 1
            begin_game(games, game, desk)
        look(games, game, desk)


def start(games: Games, begin: int, end: int, desk: Desk) -> None:
    for game in range(begin, end):
        begin_game(games, game, desk)
        look(games, game, desk)


def look_again(games: Games, begin: int, end: int, desk: Desk) -> None:
    """After the states were put there by somebody else."""
    for game in range(begin, end):
        look(games, game, desk)


def observe_all(games: Games, seat: int, out: Any, begin: int, end: int, desk: Desk) -> None:
    """What one seat, or a spectator, sees of every game."""
    for game in range(begin, end):
        show(games, game, seat, out, desk)


def sample(games: Games, out: Any, begin: int, end: int, desk: Desk) -> None:
    """A legal action for each game, each as likely."""
    for game in range(begin, end):
        out[game] = games.legal[game, pick(games.luck[game], games.counts[game])]


def copy_games(games: Games, source: Games, which: Any, redraw: bool, begin: int, end: int, desk: Desk) -> None:
    """Take games over from another batch; `redraw` draws anew what the seat to move there cannot know."""
    for game in range(begin, end):
        games.rows[game] = source.rows[which[game]]
        games.numbers[game] = source.numbers[which[game]]
        games.lengths[game] = source.lengths[which[game]]
        if redraw:
            rules_conceal(games.rows[game], source.seats[which[game]], games.luck[game])
        look(games, game, desk)
