"""The cave of Alvos: hexes, parts, loads, and the record that holds a whole game."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from alcove.kernel.state import GameState, Int16, Matrix, Rng, Vector, int16

SEATS = 6
HEXES = 6  # ALVOS-1, 2: inner hexes 1 to 6, outer hexes 10 to 60; both are known by their first digit
BOLT_HEX = 1  # gives a bolt; every other inner hex gives the cog of its number (ALVOS-4)
FIRST_PART = 2  # ALVOS-3: the parts stand on 20 to 60
LAST_PART = 6
BOXES = 3  # ALVOS-2
FIRES = 2  # ALVOS-3
ROW = 4  # cogs of a part (ALVOS-3)
COGS = 20  # of the whole machine
SHARDS = 9
SHARDS_FOR_WILD = 3  # ALVOS-25
WILDS = SHARDS // SHARDS_FOR_WILD
HEALTH = 3  # ALVOS-5
UNUSED_ROW, UNUSED_ROWS = 5, 6
UNUSED = UNUSED_ROW * UNUSED_ROWS
TRACK = 19  # ALVOS-6
AXEL_OWNER = SEATS + 1  # on the track a space belongs to nobody (0), to a seat (seat + 1) or to Axel
MAX_HEALTH = HEALTH + BOXES  # one more each time the engineer passes 10

ROUNDS_AFTER_ELIMINATION = 2  # ALVOS-30: whole ones; the round of an elimination in a turn is the first of them
WIN_AT_SOPAVRE = 20  # ALVOS-33
CROWD = 5  # players from which ALVOS-34 holds
MAX_COGS_LEFT = 2  # ALVOS-35

ROWS = np.zeros((HEXES + 1, ROW), dtype=np.int64)  # ALVOS-4
ROWS[2] = 3, 5, 2, 4
ROWS[3] = 4, 6, 3, 5
ROWS[4] = 5, 2, 4, 6
ROWS[5] = 6, 3, 5, 2
ROWS[6] = 2, 4, 6, 3

POINTS = np.array([0, 1, 3, 6, 10])  # ALVOS-27: by the number of cogs

LOADS = [(cogs, wilds) for cogs in range(1, ROW + 1) for wilds in range(1 << cogs)]
"""Every way to make up a delivery: how many cogs, and which of them, as bits, are wild."""
LOAD_COGS = np.array([cogs for cogs, _ in LOADS])
LOAD_WILDS = np.array([wilds for _, wilds in LOADS])
LOAD_WILD_COUNT = np.array([wilds.bit_count() for _, wilds in LOADS])
PLAIN_LOAD = np.array([0] + [LOADS.index((cogs, 0)) for cogs in range(1, ROW + 1)])
"""By the number of cogs: the load without wilds. The load with some of them is as much further as the bits say."""

VERSUS, COOPERATIVE = range(2)
AXEL, SOPAVRE = range(2)
BOXES_AT_SETUP = np.array([3, 6, 9])  # ALVOS-35: by difficulty

SNEEZE, SABOTAGE, WINDFALL, TRIP, ATTACK, CAVE_IN = range(1, 7)  # ALVOS-10: by the unused die
EVENT_TOTAL, ADVANCE_TOTAL = 10, 11  # ALVOS-8

RESOLVE, SKIP, FIRE, GIFT, LOSE, EXTRA, OVER = range(7)
"""What is to be decided. SKIP: nothing, as the Resolution is skipped (ALVOS-15). FIRE: which part burns, by sabotage
(ALVOS-12) or by the Sopavre (ALVOS-33)."""
TURN_DONE, ROUND_DONE, ROLL = 7, 8, 9  # passed through while the rules go on by themselves

(
    NINETEEN,
    MACHINE_COMPLETE,
    THREE_ROUNDS,
    LAST_ROUNDS,
    MACHINE_DESTROYED,
    CAVE_FELL,
    ALL_ELIMINATED,
    AXEL_AHEAD,
    TWENTY_POINTS,
    TOO_FEW_POINTS,
    TOGETHER,
    TOO_MANY_COGS,
) = range(12)
REASONS: tuple[str, ...] = (
    "nineteen",
    "machine-complete",
    "three-rounds",
    "last-rounds",
    "machine-destroyed",
    "cave-fell",
    "all-eliminated",
    "axel-ahead",
    "twenty-points",
    "too-few-points",
    "together",
    "too-many-cogs",
)


class State(GameState):
    rng: Rng
    players: Int16
    mode: Int16  # with two or more
    difficulty: Int16  # in the cooperative mode
    solitaire: Int16  # with one
    lap: Int16  # the round of turns; a record has a `round` of its own
    first: Int16  # the seat that begins each round
    to_move: Int16
    stage: Int16
    ending: Int16  # once it is over: which of REASONS
    last_rounds: Int16  # ALVOS-30: rounds to be played after this one, -1 without an end in sight
    cave_ins: Int16
    engineer: Int16  # first digit of his hex
    dice: Annotated[Vector, int16, 2]
    boxes: Annotated[Vector, int16, HEXES + 1]  # [outer hex]: checked
    delivered: Annotated[Vector, int16, HEXES + 1]  # [outer hex]: cogs of its part
    fires: Annotated[Vector, int16, HEXES + 1]
    track: Annotated[Vector, int16, TRACK + 1]  # [space]: 0, seat + 1, or AXEL_OWNER
    alvo: Annotated[Vector, int16, SEATS]  # the inner hex, 0 off the board
    health: Annotated[Vector, int16, SEATS]  # 0: eliminated
    cogs: Annotated[Matrix, int16, SEATS, HEXES + 1]  # [seat, kind]
    bolts: Annotated[Vector, int16, SEATS]
    shards: Annotated[Vector, int16, SEATS]  # shaded and not spent
    spent: Annotated[Vector, int16, SEATS]  # crossed out
    written: Annotated[Vector, int16, SEATS]  # unused dice so far; the last one is the current one
    unused: Annotated[Matrix, int16, SEATS, UNUSED]
    sneezed: Annotated[Vector, int16, SEATS]  # ALVOS-11: in this round


STATE = State.dtype

COLLECT_UNUSED = 0  # with the die of value 1 to 6
COLLECT_BOTH = 6
PASS = 7
FIRE_FROM = 8  # on part 20 to 60
GIFT_FROM = FIRE_FROM + 5  # a bolt, then a cog of kind 2 to 6
LOSE_FROM = GIFT_FROM + 6  # a cog of kind 2 to 6, then a wild cog
LOSE_WILD = LOSE_FROM + 5
TAKE = LOSE_WILD + 1
LEAVE = TAKE + 1
DELIVER_FROM = LEAVE + 1  # [way, load, bolt]; the way is 0 by the roll, or the die that is kept
BY_ROLL = 0
LOADS_WITH_BOLT = 2 * len(LOADS)
ACTIONS = DELIVER_FROM + 7 * LOADS_WITH_BOLT
