"""How often the machine can be completed together at all: a planner that knows all dice to come.

    python -m tests.games.alvos.planner --games 100 --width 300

It follows the real game with its real dice, for all seats at once, and keeps the most promising positions of each
turn (a beam). What it wins can be won; what it does not win may still be possible with a wider beam.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import alcove
from alcove.bots import nets
from alcove.bots.engine import parts_for
from alcove.games.alvos import rules
from alcove.games.alvos.cave import OVER, ROLL, TOGETHER
from alcove.kernel.jit import compiled
from alcove.kernel.position import Position

GAME = alcove.game("alvos")
JUDGING = nets.compile_for(GAME, parts_for(GAME))
worth = JUDGING.worth
CHILDREN = 200
"""Room for so many children of a position."""


@compiled
def spread(states: Any, count: int, children: Any, values: Any, actions: Any, mind: Any) -> int:
    """All that can follow from some positions until the next roll. Returns how many there are, -1 if one has won."""
    made = 0
    for at in range(count):
        first = made
        if made == len(children):
            break
        children[made] = states[at]
        made += 1
        todo = first
        while todo < made:
            state = children[todo]
            if state.stage == ROLL or state.stage == OVER:
                todo += 1
                continue
            seat = state.to_move
            total = rules.legal(state, seat, actions)
            for i in range(1, total):
                if made < len(children):
                    children[made] = state
                    rules.act(children[made], seat, actions[i])
                    made += 1
            rules.act(state, seat, actions[0])
        keep = first
        for child in range(first, made):
            state = children[child]
            if state.stage == OVER:
                if state.ending == TOGETHER:
                    return -1
                continue
            if keep != child:
                children[keep] = state
            values[keep] = worth(mind, children[keep], 0)
            keep += 1
        made = keep
    return made


@compiled
def roll_all(states: Any, count: int) -> bool:
    for at in range(count):
        rules.go_on(states[at])
        if states[at].stage == OVER and states[at].ending == TOGETHER:
            return True
    return False


def plan(position: Position, width: int) -> bool:
    """Whether a beam so wide finds a way to win."""
    mind = nets.mind_for(position)
    states, children = np.zeros(width, dtype=rules.STATE), np.zeros(width * CHILDREN, dtype=rules.STATE)
    values, actions = np.zeros(len(children)), np.zeros(rules.MAX_CHOICES, dtype=np.int32)
    states[0] = position.copy_row()[0]
    count = 1
    while count:
        made = spread(states, count, children, values, actions, mind)
        if made < 0:
            return True
        _, first = np.unique(values[:made], return_index=True)  # the same value: the same position
        best = first[::-1][:width]
        count = len(best)
        states[:count] = children[best]
        if roll_all(states, count):
            return True
        alive = states[:count]["stage"] != OVER
        states[: alive.sum()] = states[:count][alive]
        count = int(alive.sum())
    return False


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--players", type=int, default=3)
    asked.add_argument("--width", type=int, default=300)
    asked.add_argument("--seed", type=int, default=1000)
    told = asked.parse_args()
    for difficulty in ("easy", "normal", "hard"):
        won = sum(
            plan(GAME.new(told.players, told.seed + number, mode="cooperative", difficulty=difficulty), told.width)
            for number in range(told.games)
        )
        print(f"{difficulty}: {won} of {told.games} won by {told.players}, beam {told.width}", flush=True)


if __name__ == "__main__":
    main()
