"""Playing by what was learned: features, the net, the search and the training."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from typing import Any

import numpy as np
import pytest

from alcove import Position
from alcove.bots import nets, search
from alcove.bots.learning import Lesson, NetTraining, Variant
from alcove.bots.training import Round
from alcove.games.alvos import features, foresight, rules
from alcove.games.alvos.cave import CROWD, EXTRA, GIFT, ROLL, ROW
from tests.games.alvos.afterstates import (
    ALVOS,
    TOGETHER,
    before_a_roll,
    best_by_net,
    features_of,
    middle,
    turned,
    values_of,
)

SIZES = [nets.size_of(*shape) for shape in zip(foresight.FEATURES, foresight.UNITS, strict=True)]


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("seed", range(6))
def test_an_action_is_what_follows_for_certain_and_then_the_roll(seed: int, players: int) -> None:
    position = middle(seed, players)
    seat = position.awaited[0]
    for index in position.legal_indices(seat):
        row, whole = position.copy_row(), position.copy_row()
        known = foresight.act(row[0], seat, index)
        assert known == (int(row[0].stage) in (ROLL, EXTRA))
        assert (row[0].rng == whole[0].rng).all()  # nothing was rolled yet
        rules.go_on(row[0])
        rules.play(whole[0], seat, index)
        assert row.tobytes() == whole.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_features_are_known_numbers_and_each_is_there_once(seed: int, players: int) -> None:
    found = features_of(before_a_roll(seed, players))
    most = features.FEATURES if players >= CROWD else features.FIRST_SEAT + players * features.OF_SEAT
    assert 0 <= min(found) <= max(found) < most
    assert len(set(found)) == len(found) < foresight.MOST_FEATURES


def guests(row: Any) -> dict[int, tuple[int, int | None]]:
    """By seat: the hex where its Alvo stands, and which cog may still come to it, counted from the engineer's on."""
    told, found, players = dict[int, tuple[int, int | None]](), set(features_of(row)), int(row[0].players)
    for place in range(players):
        base = features.FIRST_GUEST + place * features.OF_GUEST
        [stands] = found & set(range(base + features.STANDS, base + features.TO_COME))
        to_come = sorted(found & set(range(base + features.TO_COME, base + features.OF_GUEST)))
        assert len(to_come) < 2
        ahead = to_come[0] - base - features.TO_COME if to_come else None
        told[(int(row[0].to_move) + place) % players] = stands - base - features.STANDS, ahead
    return told


def test_a_net_for_a_crowd_sees_where_all_stand_and_what_comes_to_the_lonely() -> None:
    """ALVOS-34: whoever is alone in a hex may take its cog, on hex 1 nothing; the engineer stands on 30."""
    row = before_a_roll(3, 5)
    state = row[0]
    state.engineer, state.first, state.to_move, state.alvo[:5] = 3, 0, 1, (1, 4, 2, 4, 6)
    state.health[:5], state.sneezed[:5] = 3, 0
    expected = {0: (1, None), 1: (4, None), 2: (2, 4), 3: (4, None), 4: (6, 3)}
    assert guests(row) == expected
    assert features.ASKED not in features_of(row)
    state.stage, state.to_move = EXTRA, 4  # seat 2 has been asked already
    assert guests(row) == {**expected, 2: (2, None)}
    assert features.ASKED in features_of(row)


def test_who_is_asked_weighs_the_cog_against_nothing() -> None:
    """ALVOS-34, ALVOS-35: both answers are judged, and a seat with many cogs that nobody needs leaves another one."""
    for seed in range(200):
        position = middle(seed, 5, actions=25)
        if int(position.state.stage) == EXTRA:
            break
    seat, row = position.awaited[0], position.copy_row()
    row["delivered"][0, 2:] = ROW
    row["delivered"][0, 2] = ROW - 1  # all that is lacking is a cog 4
    row["cogs"][0], row["shards"][0] = 0, 0
    row["alvo"][0, seat], row["cogs"][0, seat, 4], row["cogs"][0, seat, 6] = 6, 1, 1
    row["alvo"][0, [other for other in range(5) if other != seat]] = 2
    full = Position(position.game, 5, position.options, row)
    assert [action.text for action in full.legal(seat)] == ["take cog 6", "leave"]
    _, (take, leave) = values_of(full, full.legal_indices(seat))
    assert take < leave


@pytest.mark.parametrize("seed", range(3))
def test_who_sits_where_does_not_matter_only_the_order_of_turns(seed: int) -> None:
    row = before_a_roll(seed)
    assert features_of(turned(row)) == features_of(row)


def test_cogs_are_counted_from_the_engineer_on() -> None:
    """ALVOS-4: the rows are the same, turned. So the same cogs at another part are the same features."""
    row = before_a_roll(2)
    moved_on = row.copy()
    moved_on["engineer"][0] = row["engineer"][0] % 6 + 1 if row["engineer"][0] < 6 else 2
    for name in ("delivered", "fires"):
        moved_on[name][0, 2:] = np.roll(row[name][0, 2:], 1)
    moved_on["cogs"][0, :, 2:] = np.roll(row["cogs"][0, :, 2:], 1, axis=1)
    moved_on["unused"][0], row["unused"][0] = 1, 1
    numbered = (features.LACKING, features.BEST_CHAIN, features.FIRES)
    kept = {*range(numbered[0], numbered[2]), *range(features.FIRST_SEAT, features.FIRST_GUEST)}
    assert kept & set(features_of(moved_on)) == kept & set(features_of(row))
    assert len(kept & set(features_of(row))) > 20


@pytest.mark.parametrize("seed", range(4))
def test_cogs_that_come_in_a_row_are_looked_up(seed: int) -> None:
    row = before_a_roll(seed)
    for shards in (0, 3, 6, 9):
        row["shards"][0, :3] = shards
        for seat in range(3):
            for part in range(features.FIRST_PART, features.LAST_PART + 1):
                held = int(features.row_held(row[0], seat, part))
                known = features.AT_ONCE[shards // 3, row["delivered"][0, part], held]
                assert known == features.chain(row[0], seat, part)


def test_every_open_row_and_what_is_held_of_it_has_a_number_of_its_own() -> None:
    cases = [features.case_of_row(done, held) for done in range(ROW) for held in range(1 << (ROW - done))]
    assert sorted(cases) == list(range(features.OPEN_ROWS))


@pytest.mark.parametrize("options", [TOGETHER, {}])
@pytest.mark.parametrize("seed", range(4))
def test_a_choice_is_worth_the_same_alone_and_among_others(seed: int, options: dict[str, str]) -> None:
    """Sums that choices have in common are not added up again, and come out the same to the last bit."""
    position = middle(seed, actions=20, options=options)
    legal = position.legal_indices(position.awaited[0])
    assert len(legal) > 1
    assert values_of(position, legal)[1] == [values_of(position, [index])[1][0] for index in legal]


@pytest.mark.parametrize(
    ("players", "options", "number"),
    [
        (2, TOGETHER, foresight.TOGETHER),
        (4, TOGETHER, foresight.TOGETHER),
        (6, TOGETHER, foresight.TOGETHER),
        (2, {}, foresight.TWO_RIVALS),
        (3, {}, foresight.MORE_RIVALS),
        (4, {}, foresight.MORE_RIVALS),
        (5, {}, foresight.NO_NET),
        (1, {"solitaire": "axel"}, foresight.NO_NET),
        (1, {"solitaire": "sopavre"}, foresight.NO_NET),
    ],
)
def test_which_net_knows_which_games(players: int, options: dict[str, str], number: int) -> None:
    position = ALVOS.new(players, 1, **options)
    row, known = position.copy_row(), number != foresight.NO_NET
    assert nets.number_of(position) == number
    row["dice"][0] = 2, 5
    told = int(foresight.seen(row[0]))
    assert (told > 0) is known
    row["dice"][0] = 5, 2
    assert int(foresight.seen(row[0])) == told  # the order of the dice says nothing
    row["dice"][0] = 5, 5
    assert (int(foresight.seen(row[0])) != told) is known


def test_a_choice_before_another_one_is_worth_what_the_best_of_both_is() -> None:
    for seed in range(400):
        position = middle(seed, actions=8)
        if int(position.state.stage) == GIFT:
            break
    gifts = position.legal_indices(position.awaited[0])
    best, worths = values_of(position, gifts)
    for gift, worth in zip(gifts, worths, strict=True):
        after = position.play_legal(position.awaited[0], gift)
        assert worth == max(values_of(after, after.legal_indices(after.awaited[0]))[1])
    assert worths[best] == max(worths)
    assert len(set(worths)) > 1


def test_a_search_together_is_reproducible_and_says_what_it_expects() -> None:
    position = middle(3)
    seat = position.awaited[0]
    thought = search(position, seat, simulations=400, seed=5)
    assert thought == search(position, seat, simulations=400, seed=5)
    assert set(thought.visits) == {action.text for action in position.legal(seat)}
    assert all(0 < value < 1 for value in thought.values.values())


@pytest.mark.parametrize(("players", "wins"), [(3, 20), (5, 8), (6, 6)])
def test_what_was_learned_completes_machines(players: int, wins: int) -> None:
    """Without any search it wins more than half of the easy games for three, and many for more."""
    won = 0
    for seed in range(40):
        position = ALVOS.new(players, seed, **TOGETHER)
        while position.outcome is None:
            position = position.play_legal(position.awaited[0], best_by_net(position))
        won += bool(position.outcome.winners)
    assert won >= wins


def test_the_same_seed_learns_the_same_and_the_error_falls() -> None:
    lesson = Lesson([Variant(2, TOGETHER), Variant(3, TOGETHER)], rounds=8, games=12)
    plan = NetTraining([lesson], there=70, rate=(2e-3, 2e-3))
    told = list[Round]()
    first = plan.train(ALVOS, 5, told.append)
    assert (plan.train(ALVOS, 5, lambda one: None) == first).all()
    short = replace(plan, lessons=[replace(lesson, rounds=1)])
    assert (short.train(ALVOS, 6, lambda one: None) != short.train(ALVOS, 5, lambda one: None)).any()
    assert [one.number for one in told] == list(range(8))
    assert told[-1].before < told[-1].untrained / 2


def test_each_lesson_makes_a_net_of_its_own() -> None:
    lessons = [Lesson([Variant(2, options)], rounds=1, games=20) for options in (TOGETHER, {})]
    both, first = (NetTraining(some, there=70).train(ALVOS, 5, lambda one: None) for some in (lessons, lessons[:1]))
    assert len(first) == SIZES[0]
    assert len(both) - len(first) == SIZES[1]
    assert (both[: len(first)] == first).all()


def test_nets_of_a_game_may_differ_in_width() -> None:
    narrow = replace(ALVOS, bot=replace(ALVOS.bot, UNITS=((8, 4), *foresight.UNITS[1:])))
    plan = NetTraining([Lesson([Variant(2, TOGETHER)], rounds=2, games=20)], there=70)
    learned = nets.shaped(plan.train(narrow, 5, lambda one: None), foresight.FEATURES[0], (8, 4))
    assert learned.first.shape == (foresight.FEATURES[0], 8)
    assert learned.second.shape == (8, 4)
    assert nets.net_of(ALVOS, foresight.TOGETHER).second.shape == foresight.UNITS[0]
    assert nets.net_of(ALVOS, foresight.TWO_RIVALS).second.shape == nets.UNITS


def test_the_file_is_small_and_reads_back() -> None:
    flat = np.linspace(-2, 2, sum(SIZES), dtype=np.float32)
    data = nets.write(flat, 7)
    assert len(data) < 2_000_000
    assert resources.files("alcove.games.alvos").joinpath(foresight.FILE).stat().st_size < 2_000_000
    assert np.abs(nets.read(data) - flat).max() < 2e-3
    assert len(foresight.tables()) == len(flat)
