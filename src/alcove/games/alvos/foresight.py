"""Playing by what was learned: what the search needs of the rules, and how the nets are trained.

Nobody has secrets, so a choice is as good as the cave that it leaves behind before the next roll. A net says how good
that is: one of playing together, for all seats at once, and others of playing against each other, for one seat.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from alcove.bots import nets
from alcove.bots.learning import Lesson, NetTraining, Variant
from alcove.games.alvos import features as together
from alcove.games.alvos import rivals, rules
from alcove.games.alvos.cave import BOXES, CROWD, EXTRA, FIRST_PART, HEXES, LAST_PART, ROLL, ROW, State
from alcove.games.alvos.sheet import cooperative, machine_complete
from alcove.kernel.jit import compiled
from alcove.kernel.random import pick

FILE = "weights.npz"
NO_NET, TOGETHER, TWO_RIVALS, MORE_RIVALS = range(4)
MOST_RIVALS = 4
"""With more of them no net is better than the search without one."""
FEATURES = (
    together.FEATURES,
    rivals.FIRST_SEAT + 2 * rivals.OF_SEAT,
    rivals.FIRST_SEAT + MOST_RIVALS * rivals.OF_SEAT,
)
UNITS = ((256, 32), nets.UNITS, nets.UNITS)
MOST_FEATURES = 320


@compiled
def act(state: State, seat: int, action: int) -> bool:
    """ALVOS-34: who is asked for a further cog at the end of a round is known to the net, before they answer."""
    rules.act(state, seat, action)
    return state.stage == ROLL or state.stage == EXTRA


@compiled
def learned(state: State) -> int:
    """The number of the net that knows games like this one."""
    if state.players == 1 or (state.players > MOST_RIVALS and not cooperative(state)):
        return NO_NET
    if cooperative(state):
        return TOGETHER
    return TWO_RIVALS if state.players == 2 else MORE_RIVALS


@compiled
def features(state: State, seat: int, out: Any) -> int:
    """Write the features of a state as a seat sees it; return how many there are."""
    return together.features(state, out) if cooperative(state) else rivals.features(state, seat, out)


@compiled
def seen(state: State) -> int:
    """The dice, in any order."""
    if learned(state) == NO_NET:
        return 0
    return 8 * min(state.dice[0], state.dice[1]) + max(state.dice[0], state.dice[1])


@compiled
def start(state: State, rng: Any) -> None:
    """Together some of the work is done, most of it in a crowd, and some of the time has gone by: else no win is seen
    for long."""
    if not cooperative(state):
        return
    for part in range(FIRST_PART, LAST_PART + 1):
        if state.players >= CROWD and pick(rng, 4) > 0:
            state.delivered[part] = ROW
        elif pick(rng, 2) == 0:
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


def _together(players: int, difficulty: str) -> Variant:
    return Variant(players, {"mode": "cooperative", "difficulty": difficulty})


THREE = [_together(3, difficulty) for difficulty in ("easy", "normal", "hard")]
TRAINING = NetTraining(
    [
        Lesson(
            [*THREE, *THREE, *(_together(players, "normal") for players in (2, 4, 5, 6))],
            rounds=7500,
            games=60,
        ),
        Lesson([Variant(2, {})], rounds=600, games=240, slips=(60, 4)),
        Lesson([Variant(3, {}), Variant(4, {})], rounds=400, games=120, slips=(60, 4)),
    ],
    there=70,
)
