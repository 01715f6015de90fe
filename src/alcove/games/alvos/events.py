"""How a turn begins: the roll, the engineer, and what happens on a 10."""

from __future__ import annotations

from alcove.games.alvos.cave import (
    ADVANCE_TOTAL,
    ALL_ELIMINATED,
    ATTACK,
    AXEL_OWNER,
    CAVE_FELL,
    EVENT_TOTAL,
    FIRE,
    FIRES,
    FIRST_PART,
    GIFT,
    HEXES,
    LAST_PART,
    LOSE,
    LOSE_FROM,
    LOSE_WILD,
    MACHINE_DESTROYED,
    OVER,
    RESOLVE,
    ROUNDS_AFTER_ELIMINATION,
    ROW,
    SABOTAGE,
    SKIP,
    SNEEZE,
    TRIP,
    TURN_DONE,
    WINDFALL,
    State,
)
from alcove.games.alvos.score import (
    end,
    mark,
)
from alcove.games.alvos.sheet import (
    at_axel,
    at_sopavre,
    boxes_checked,
    cogs_delivered,
    cross_out_wild,
    current_unused,
    losses_open,
    parts_incomplete,
    shade,
    total,
    wilds_held,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import roll


@compiled
def begin_turn(state: State) -> None:
    """ALVOS-8: roll; the sum with the unused die may move the engineer or bring an event; then the Resolution."""
    seat = state.to_move
    state.dice[0] = roll(state.rng)
    state.dice[1] = roll(state.rng)
    state.stage = RESOLVE
    total = state.dice[0] + state.dice[1] + current_unused(state, seat)
    if total == ADVANCE_TOTAL:
        advance(state, seat)
    elif total == EVENT_TOTAL and not at_sopavre(state):  # ALVOS-33
        event(state, seat, current_unused(state, seat))
    if state.stage == RESOLVE:
        shade_for_doubles(state, seat)


@compiled
def shade_for_doubles(state: State, seat: int) -> None:
    state.stage = RESOLVE
    if state.dice[0] == state.dice[1]:  # ALVOS-17
        shade(state, seat)


@compiled
def advance(state: State, seat: int) -> None:
    """ALVOS-9: check a box where he was; past hex 10 there too, and for the player's health."""
    left = state.engineer
    state.boxes[left] += 1
    state.engineer = left + 1
    moves = 1
    if left == LAST_PART:
        state.boxes[1] += 1
        state.health[seat] += 1
        state.engineer = FIRST_PART
        moves = 2
    if at_axel(state):
        for _ in range(moves):
            mark(state, AXEL_OWNER, 1)  # ALVOS-32
    elif at_sopavre(state) and boxes_checked(state) > cogs_delivered(state):
        sopavre_strike(state)


@compiled
def sopavre_strike(state: State) -> None:
    """ALVOS-33: on an incomplete part of the player's choice, if there is a choice."""
    if parts_incomplete(state) > 1:
        state.stage = FIRE
        return
    for part in range(FIRST_PART, LAST_PART + 1):
        if state.delivered[part] < ROW:
            strike(state, part)
            return


@compiled
def strike(state: State, part: int) -> None:
    """ALVOS-33: the next cog is crossed off without points, and the part burns."""
    state.delivered[part] += 1
    light(state, part)


@compiled
def light(state: State, part: int) -> None:
    """ALVOS-12: the second fire destroys the machine."""
    state.fires[part] += 1
    if state.fires[part] == FIRES:
        end(state, MACHINE_DESTROYED)


@compiled
def event(state: State, seat: int, event: int) -> None:
    """ALVOS-10."""
    if event == SNEEZE:  # ALVOS-11
        state.sneezed[seat] = 1
        hurt_in_turn(state, seat)
    elif event == SABOTAGE:
        sabotage(state)
    elif event == WINDFALL:  # ALVOS-13
        shade(state, seat)
        state.stage = GIFT
    elif event == TRIP:  # ALVOS-14: first the loss, then the shard
        lose_cog(state, seat)
        if state.stage == RESOLVE:
            shade(state, seat)
    elif event == ATTACK:  # ALVOS-15
        hurt_in_turn(state, seat)
        if state.stage == RESOLVE:
            if losses_open(state, seat) > 0:
                lose_cog(state, seat)
            else:
                state.stage = SKIP
    else:  # ALVOS-16
        state.cave_ins += 1
        if state.cave_ins == 2:
            end(state, CAVE_FELL)


@compiled
def hurt_in_turn(state: State, seat: int) -> None:
    hurt(state, seat, ROUNDS_AFTER_ELIMINATION - 1)
    if state.health[seat] == 0 and state.stage != OVER:
        state.stage = TURN_DONE


@compiled
def hurt(state: State, seat: int, rounds: int) -> None:
    """ALVOS-30: with health 0 an Alvo is out, and so are its items; its marks stay. The first one brings the end near:
    so many rounds follow this one."""
    state.health[seat] -= 1
    if state.health[seat] > 0:
        return
    state.alvo[seat] = 0
    for kind in range(FIRST_PART, HEXES + 1):
        state.cogs[seat, kind] = 0
    state.bolts[seat] = 0
    state.shards[seat] = 0
    state.sneezed[seat] = 0
    if state.last_rounds < 0:
        state.last_rounds = rounds
    if total(state.health) == 0:
        end(state, ALL_ELIMINATED)


@compiled
def sabotage(state: State) -> None:
    """ALVOS-12: two parts match: choose; one matches: it burns. A 1 matches none."""
    one, two = state.dice[0], state.dice[1]
    if one < FIRST_PART:
        one = two
    if two < FIRST_PART:
        two = one
    if one != two:
        state.stage = FIRE
    elif one >= FIRST_PART:
        light(state, one)


@compiled
def lose_cog(state: State, seat: int) -> None:
    """ALVOS-14, 15: a cog of the player's choice, if there is a choice."""
    if losses_open(state, seat) > 1:
        state.stage = LOSE
    elif wilds_held(state, seat) > 0:
        cross_out_wild(state, seat)
    else:
        for kind in range(FIRST_PART, HEXES + 1):
            if state.cogs[seat, kind] > 0:
                state.cogs[seat, kind] -= 1


@compiled
def settle_loss(state: State, seat: int, action: int) -> None:
    """ALVOS-14, 15: the cog that was chosen; after a Trip now comes the shard."""
    if action == LOSE_WILD:
        cross_out_wild(state, seat)
    else:
        state.cogs[seat, action - LOSE_FROM + FIRST_PART] -= 1
    if current_unused(state, seat) == TRIP:
        shade(state, seat)
