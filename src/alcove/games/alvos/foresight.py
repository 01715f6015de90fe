"""Playing together by what was learned: what the search needs of the rules, and how the net is trained.

Together nobody has secrets and all want the same, so a choice is as good as the cave that it leaves behind. The net
says how good that is, for all seats at once.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from alcove.bots import nets
from alcove.bots.learning import Lesson, NetTraining, Table
from alcove.games.alvos import rules
from alcove.games.alvos.cave import BOXES, FIRST_PART, HEXES, LAST_PART, ROLL, ROW, State
from alcove.games.alvos.features import MOST_PLAYERS
from alcove.games.alvos.sheet import cooperative, machine_complete
from alcove.kernel.jit import compiled
from alcove.kernel.random import pick

FILE = "weights.npz"


@compiled
def act(state: State, seat: int, action: int) -> bool:
    rules.act(state, seat, action)
    return state.stage == ROLL


@compiled
def learned(state: State) -> bool:
    return cooperative(state) and state.players <= MOST_PLAYERS


@compiled
def seen(state: State) -> int:
    """The dice, in any order."""
    if not learned(state):
        return 0
    return 8 * min(state.dice[0], state.dice[1]) + max(state.dice[0], state.dice[1])


@compiled
def start(state: State, rng: Any) -> None:
    """Some of the work is done, and some of the time has gone by. Without such games no win is seen for long."""
    for part in range(FIRST_PART, LAST_PART + 1):
        if pick(rng, 2) == 0:
            state.delivered[part] = pick(rng, ROW + 1)
    if machine_complete(state):
        state.delivered[FIRST_PART] = 0
    state.engineer = FIRST_PART + pick(rng, LAST_PART - FIRST_PART + 1)
    boxes = pick(rng, BOXES * HEXES - 2)
    if (BOXES * HEXES - boxes - (LAST_PART - state.engineer)) % HEXES == 1:
        boxes += 1  # ALVOS-9: past hex 10 two are checked, and they must come out even
    for outer in range(1, HEXES + 1):
        state.boxes[outer] = min(BOXES, boxes)
        boxes -= state.boxes[outer]


@cache
def tables() -> Any:
    return nets.read(resources.files(__package__).joinpath(FILE).read_bytes())


def _table(players: int, difficulty: str) -> Table:
    return Table(players, {"mode": "cooperative", "difficulty": difficulty})


TRAINING = NetTraining(
    [
        Lesson(
            [
                *(_table(3, difficulty) for difficulty in ("easy", "normal", "hard")),
                _table(2, "normal"),
                *(_table(3, difficulty) for difficulty in ("easy", "normal", "hard")),
                _table(4, "normal"),
            ],
            rounds=1000,
            games=60,
        )
    ],
    there=70,
)
