"""The rules of Alvos, ALVOS-1 to ALVOS-35, over one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alvos import cave, score
from alcove.games.alvos.cave import (
    BOXES_AT_SETUP,
    BY_ROLL,
    COLLECT_BOTH,
    COLLECT_UNUSED,
    CROWD,
    DELIVER_FROM,
    EXTRA,
    FIRE,
    FIRE_FROM,
    FIRST_PART,
    GIFT,
    GIFT_FROM,
    HEALTH,
    HEXES,
    LAST_PART,
    LAST_ROUNDS,
    LEAVE,
    LOAD_COGS,
    LOAD_WILD_COUNT,
    LOAD_WILDS,
    LOADS_WITH_BOLT,
    LOSE,
    LOSE_FROM,
    LOSE_WILD,
    OVER,
    PASS,
    PLAIN_LOAD,
    POINTS,
    RESOLVE,
    ROLL,
    ROUND_DONE,
    ROUNDS_AFTER_ELIMINATION,
    ROW,
    ROWS,
    SEATS,
    SKIP,
    TAKE,
    TURN_DONE,
    UNUSED,
    State,
)
from alcove.games.alvos.events import (
    begin_turn,
    hurt,
    light,
    settle_loss,
    shade_for_doubles,
    strike,
)
from alcove.games.alvos.score import (
    end,
    mark,
    score_of,
    see_whether_it_ends,
)
from alcove.games.alvos.sheet import (
    alone,
    at_sopavre,
    closed,
    cooperative,
    cross_out_wild,
    current_unused,
    hex_of,
    missing,
    receive,
    wilds_held,
    write_unused,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import pick, rekey, roll

STATE = State.dtype
ACTIONS = cave.ACTIONS
REASONS = cave.REASONS
winners = score.winners
together = cooperative

MAX_CHOICES = 3 * LOADS_WITH_BOLT + 4  # three ways to deliver, three to collect, and to pass
# The dice set no certain end. But every turn moves the engineer with a chance of at least 1/12 whatever the players
# do, and 15 moves are the end: 2000 turns without them happen less often than once in 10^50 games.
MAX_GAME_ACTIONS = 3 * 2000

CHANCE = True
SECRETS = False


@compiled
def setup(state: State, players: int, options: Any) -> None:
    """ALVOS-5, 7. Options: mode, difficulty, solitaire."""
    state.players = players
    state.mode, state.difficulty, state.solitaire = options[0], options[1], options[2]
    state.engineer = FIRST_PART
    if cooperative(state):
        check_boxes_at_setup(state)
    state.last_rounds = -1
    for seat in range(players):
        state.health[seat] = HEALTH
        write_unused(state, seat, roll(state.rng))
    state.first = _highest_roll(state)
    state.to_move = state.first
    state.lap = 1
    state.stage = ROLL
    go_on(state)


@compiled
def check_boxes_at_setup(state: State) -> None:
    """ALVOS-35: one box at a time, from the hex behind the engineer counter-clockwise, round and round."""
    outer = FIRST_PART
    for _ in range(BOXES_AT_SETUP[state.difficulty]):
        outer = outer - 1 if outer > 1 else HEXES
        state.boxes[outer] += 1


@compiled
def _highest_roll(state: State) -> int:
    """ALVOS-7: ties roll again among themselves; only the first roll is written."""
    rolls = np.zeros(SEATS, dtype=np.int64)
    for seat in range(state.players):
        rolls[seat] = state.unused[seat, 0]
    while True:
        highest, starter, ties = 0, 0, 0
        for seat in range(state.players):
            if rolls[seat] > highest:
                highest, starter, ties = rolls[seat], seat, 0
            ties += rolls[seat] == highest
        if ties == 1:
            return starter
        for seat in range(state.players):
            rolls[seat] = roll(state.rng) if rolls[seat] == highest else 0


@compiled
def actors(state: State) -> int:
    """Who has to decide, as a set of seats."""
    return 0 if state.stage == OVER else 1 << state.to_move


awaited = actors


@compiled
def legal(state: State, seat: int, out: Any) -> int:
    """Write the actions of a seat that may act; return how many there are."""
    if state.stage == RESOLVE:
        return _legal_resolution(state, seat, out)
    count = 0
    if state.stage == FIRE and at_sopavre(state):  # ALVOS-33
        for part in range(FIRST_PART, LAST_PART + 1):
            if state.delivered[part] < ROW:
                out[count] = FIRE_FROM + part - FIRST_PART
                count += 1
    elif state.stage == FIRE:  # ALVOS-12
        for slot in range(2):
            if state.dice[slot] >= FIRST_PART:
                out[count] = FIRE_FROM + state.dice[slot] - FIRST_PART
                count += 1
    elif state.stage == GIFT:  # ALVOS-13
        for kind in range(1, HEXES + 1):
            out[count] = GIFT_FROM + kind - 1
            count += 1
    elif state.stage == LOSE:
        for kind in range(FIRST_PART, HEXES + 1):
            if state.cogs[seat, kind] > 0:
                out[count] = LOSE_FROM + kind - FIRST_PART
                count += 1
        if wilds_held(state, seat) > 0:  # ALVOS-14
            out[count] = LOSE_WILD
            count += 1
    elif state.stage == EXTRA:  # ALVOS-34
        out[0], out[1] = TAKE, LEAVE
        count = 2
    elif state.stage == SKIP:  # ALVOS-15
        out[0] = PASS
        count = 1
    return count


@compiled
def _legal_resolution(state: State, seat: int, out: Any) -> int:
    one, two, unused = state.dice[0], state.dice[1], current_unused(state, seat)
    count = 0
    may_write = state.written[seat] < UNUSED
    if may_write:  # ALVOS-19
        if not closed(state, hex_of(one + unused)):
            out[count] = COLLECT_UNUSED + one - 1
            count += 1
        if two != one and not closed(state, hex_of(two + unused)):
            out[count] = COLLECT_UNUSED + two - 1
            count += 1
    if not closed(state, hex_of(one + two)):  # ALVOS-20, 21
        out[count] = COLLECT_BOTH
        count += 1
    if hex_of(one + two) == state.engineer:  # ALVOS-23
        count = _add_loads(state, seat, BY_ROLL, out, count)
    if may_write and unused == state.engineer:  # ALVOS-22
        count = _add_loads(state, seat, one, out, count)
        if two != one:
            count = _add_loads(state, seat, two, out, count)
    out[count] = PASS  # ALVOS-18
    return count + 1


@compiled
def _add_loads(state: State, seat: int, way: int, out: Any, count: int) -> int:
    """ALVOS-24 to 26: every load that the seat can make up, without and with a bolt."""
    lacking = missing(state, seat)
    wilds = wilds_held(state, seat)
    with_bolt = state.bolts[seat] > 0 and not cooperative(state)
    base = DELIVER_FROM + LOADS_WITH_BOLT * way
    for cogs in range(1, ROW - state.delivered[state.engineer] + 1):
        lacking_here = lacking & ((1 << cogs) - 1)
        if wilds == 0 and lacking_here != 0:
            break
        plain = PLAIN_LOAD[cogs]
        for load in range(plain, plain + (1 << cogs) if wilds > 0 else plain + 1):
            if LOAD_WILD_COUNT[load] <= wilds and lacking_here & ~LOAD_WILDS[load] == 0:
                out[count] = base + 2 * load
                count += 1
                if with_bolt:
                    out[count] = base + 2 * load + 1
                    count += 1
    return count


@compiled
def play(state: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    act(state, seat, action)
    go_on(state)


@compiled
def act(state: State, seat: int, action: int) -> None:
    """Carry out a legal action and all that follows for certain: until somebody rolls."""
    _carry_out(state, seat, action)
    _settle(state)


@compiled
def go_on(state: State) -> None:
    """Roll until somebody has to decide, or the game is over."""
    while state.stage == ROLL:
        begin_turn(state)
        _settle(state)


@compiled
def _settle(state: State) -> None:
    """What happens by itself, without a roll."""
    while TURN_DONE <= state.stage < ROLL:
        if state.stage == TURN_DONE:
            _end_turn(state)
        else:
            _end_round(state)


@compiled
def _carry_out(state: State, seat: int, action: int) -> None:
    if action >= DELIVER_FROM:
        _deliver(state, seat, action - DELIVER_FROM)
    elif action < PASS:
        _collect(state, seat, action)
    elif action == PASS:
        state.stage = TURN_DONE
    elif action < GIFT_FROM:
        part = action - FIRE_FROM + FIRST_PART
        if at_sopavre(state):
            strike(state, part)
        else:
            light(state, part)
        if state.stage != OVER:
            shade_for_doubles(state, seat)
    elif action < LOSE_FROM:
        receive(state, seat, action - GIFT_FROM + 1)
        shade_for_doubles(state, seat)
    elif action < TAKE:
        settle_loss(state, seat, action)
        shade_for_doubles(state, seat)
    else:
        if action == TAKE:
            receive(state, seat, state.alvo[seat])
        _ask_the_lonely(state, (seat - state.first) % state.players + 1)


@compiled
def _collect(state: State, seat: int, action: int) -> None:
    one, two = state.dice[0], state.dice[1]
    if action == COLLECT_BOTH:
        inner = hex_of(one + two)  # ALVOS-20
    else:
        die = action - COLLECT_UNUSED + 1
        inner = hex_of(die + current_unused(state, seat))
        write_unused(state, seat, two if die == one else one)  # ALVOS-19
    state.alvo[seat] = inner  # ALVOS-21
    receive(state, seat, inner)
    state.stage = TURN_DONE


@compiled
def _deliver(state: State, seat: int, code: int) -> None:
    way, load, bolt = code // LOADS_WITH_BOLT, code % LOADS_WITH_BOLT // 2, code % 2
    part, cogs = state.engineer, LOAD_COGS[load]
    for nth in range(cogs):  # ALVOS-24
        if (LOAD_WILDS[load] >> nth) & 1:
            cross_out_wild(state, seat)
        else:
            state.cogs[seat, ROWS[part, state.delivered[part] + nth]] -= 1
    state.delivered[part] += cogs
    state.bolts[seat] -= bolt
    if way == BY_ROLL:
        state.alvo[seat] = part  # ALVOS-23
    else:
        write_unused(state, seat, way)  # ALVOS-22
    if not cooperative(state):  # ALVOS-35: no points
        mark(state, seat + 1, POINTS[cogs] * (1 + bolt))  # ALVOS-26
    state.stage = TURN_DONE


@compiled
def _end_turn(state: State) -> None:
    see_whether_it_ends(state)
    if state.stage == OVER:
        return
    for _ in range(state.players):
        state.to_move = (state.to_move + 1) % state.players
        if state.to_move == state.first:
            break
        if state.health[state.to_move] > 0:
            state.stage = ROLL
            return
    _land_sneezes(state)
    if state.stage != OVER:
        _ask_the_lonely(state, 0)


@compiled
def sneeze_losses(state: State, out: Any) -> None:
    """ALVOS-11: how much health each Alvo loses at the end of the round, for all sneezes at once."""
    for seat in range(SEATS):
        out[seat] = 0
    for sneezer in range(state.players):
        if state.sneezed[sneezer] and state.alvo[sneezer] > 0:
            for seat in range(state.players):
                apart = abs(state.alvo[seat] - state.alvo[sneezer])
                if state.alvo[seat] > 0 and (apart == 1 or apart == HEXES - 1):
                    out[seat] += 1


@compiled
def _land_sneezes(state: State) -> None:
    losses = np.zeros(SEATS, dtype=np.int64)
    sneeze_losses(state, losses)
    for seat in range(state.players):
        state.sneezed[seat] = 0
        for _ in range(min(losses[seat], state.health[seat])):
            hurt(state, seat, ROUNDS_AFTER_ELIMINATION)


@compiled
def _ask_the_lonely(state: State, turn: int) -> None:
    """ALVOS-34: one after the other in the order of the round, from the given turn on."""
    if state.players >= CROWD:
        for nth in range(turn, state.players):
            seat = (state.first + nth) % state.players
            if alone(state, seat):
                state.to_move = seat
                state.stage = EXTRA
                return
    state.stage = ROUND_DONE


@compiled
def _end_round(state: State) -> None:
    if state.last_rounds == 0:  # ALVOS-30
        end(state, LAST_ROUNDS)
        return
    if state.last_rounds > 0:
        state.last_rounds -= 1
    state.lap += 1
    state.to_move = state.first
    while state.health[state.to_move] == 0:
        state.to_move = (state.to_move + 1) % state.players
    state.stage = ROLL


@compiled
def scores(state: State, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = 0 if cooperative(state) else score_of(state, seat)  # ALVOS-35: no points


@compiled
def reason(state: State) -> int:
    return state.ending


@compiled
def conceal(state: State, seat: int, search_rng: Any) -> None:
    """Everything lies open but the dice to come."""
    rekey(state.rng, search_rng)


@compiled
def sample(state: State, seat: int, search_rng: Any) -> int:
    """One legal action, each as likely."""
    out = np.empty(MAX_CHOICES, dtype=np.int32)
    return out[pick(search_rng, legal(state, seat, out))]
