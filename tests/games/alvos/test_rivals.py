"""Playing against each other by what was learned: what a seat sees of the others, and what came of it."""

from __future__ import annotations

import pytest

from alcove.bots.impression import first_impression
from alcove.games.alvos import foresight, rivals, rules
from alcove.games.alvos.cave import BY_ROLL, DELIVER_FROM, LOADS, POINTS, RESOLVE
from alcove.games.alvos.features import chain
from alcove.games.alvos.score import last_mark, score_of, space_reached
from alcove.games.alvos.sheet import missing
from tests.games.alvos.afterstates import ALVOS, before_a_roll, best_by_net, features_of, turned

RIVALS = {"mode": "versus"}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_features_are_known_numbers_and_each_is_there_once(seed: int, players: int) -> None:
    row = before_a_roll(seed, players, RIVALS)
    for seat in range(players):
        found = features_of(row, seat)
        assert 0 <= min(found) <= max(found) < rivals.FIRST_SEAT + players * rivals.OF_SEAT
        assert len(set(found)) == len(found) < foresight.MOST_FEATURES


@pytest.mark.parametrize("seed", range(3))
def test_who_sits_where_does_not_matter_only_the_order_of_turns(seed: int) -> None:
    row = before_a_roll(seed, 3, RIVALS)
    row["track"][0, [3, 7, 8]] = 1, 3, 1
    for seat in range(3):
        assert features_of(turned(row), (seat + 1) % 3) == features_of(row, seat)


def test_what_is_mine_to_me_is_the_others_to_the_other() -> None:
    row = before_a_roll(1, 2, RIVALS)
    mine, theirs = (
        {number - rivals.FIRST_SEAT - place * rivals.OF_SEAT for number in features_of(row, seat)}
        for seat, place in ((0, 0), (1, 1))
    )
    of_a_sheet = set(range(rivals.OF_SEAT))
    assert mine & of_a_sheet == theirs & of_a_sheet
    assert features_of(row, 0) != features_of(row, 1)


@pytest.mark.parametrize(("bolts", "marks"), [(0, ()), (1, ()), (1, (2,)), (0, (1, 3))])
def test_a_promise_is_what_the_delivery_brings(bolts: int, marks: tuple[int, ...]) -> None:
    """ALVOS-28: marks, and no longer the cogs, the wild cog and the bolt."""
    row = ALVOS.new(2, 3).copy_row()
    state = row[0]
    state.cogs[0, 3], state.cogs[0, 2], state.shards[0], state.bolts[0] = 2, 1, 4, bolts  # part 20: 3 5 2 4
    for space in marks:
        state.track[space] = 1
    length = int(chain(state, 0, state.engineer))
    assert length == 3
    space = int(space_reached(state, 1, POINTS[length] * (1 + bolts)))
    promised = int(rivals.gained(state, 0, state.engineer, length, bolts, space))
    load = LOADS.index((length, int(missing(state, 0)) & 0b111))
    before = int(score_of(state, 0))
    state.to_move, state.stage = 0, RESOLVE
    rules.act(state, 0, DELIVER_FROM + BY_ROLL + 2 * load + bolts)
    assert int(last_mark(state, 1)) == space
    assert int(score_of(state, 0)) - before == promised


def test_what_was_learned_beats_the_first_guesses() -> None:
    """Without any search it wins more than half of the games for two."""
    won = 0.0
    for number in range(40):
        position, own = ALVOS.new(2, number // 2), number % 2
        while position.outcome is None:
            seat = position.awaited[0]
            action = best_by_net(position) if seat == own else first_impression(position, seat, number).action.index
            position = position.play_legal(seat, action)
        won += position.outcome.shares[own]
    assert won > 20
