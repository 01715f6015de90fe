"""Playing together by what was learned: features, the net, the search and the training."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import alcove
from alcove import Position
from alcove.bots import nets, search
from alcove.bots.engine import parts_for
from alcove.bots.learning import Lesson, NetTraining, Table
from alcove.bots.training import Round
from alcove.games.alvos import features, foresight, rules
from alcove.games.alvos.cave import GIFT, ROLL, SEATS

ALVOS = alcove.game("alvos")
JUDGING = nets.compile_for(ALVOS, parts_for(ALVOS))
TOGETHER = {"mode": "cooperative", "difficulty": "easy"}


def middle(seed: int, players: int = 3, actions: int = 30) -> Position:
    dice, position = random.Random(seed), ALVOS.new(players, seed, **TOGETHER)
    for _ in range(actions):
        seat = position.awaited[0]
        after = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        if after.over:
            break
        position = after
    return position


def before_a_roll(seed: int, players: int = 3) -> Any:
    """A row in which somebody is about to roll."""
    for actions in range(30, 0, -1):
        position = middle(seed, players, actions)
        for index in position.legal_indices(position.awaited[0]):
            row = position.copy_row()
            if foresight.act(row[0], position.awaited[0], index):
                return row
    raise AssertionError


def features_of(row: Any) -> list[int]:
    out = np.full(features.MOST_FEATURES, -1, dtype=np.int32)
    return [int(feature) for feature in out[: int(features.features(row[0], 0, out))]]


def values_of(position: Position, indices: list[int]) -> tuple[int, list[float]]:
    seat, out = position.awaited[0], np.zeros(rules.MAX_CHOICES)
    actions = np.zeros(rules.MAX_CHOICES, dtype=np.int32)
    actions[: len(indices)] = indices
    best = JUDGING.values(position.copy_row()[0], seat, actions, len(indices), out, nets.mind_for(position))
    return int(best), [float(value) for value in out[: len(indices)]]


@pytest.mark.parametrize("seed", range(6))
def test_an_action_is_what_follows_for_certain_and_then_the_roll(seed: int) -> None:
    position = middle(seed)
    seat = position.awaited[0]
    for index in position.legal_indices(seat):
        row, whole = position.copy_row(), position.copy_row()
        rolls_next = foresight.act(row[0], seat, index)
        assert rolls_next == (int(row[0].stage) == ROLL)
        assert (row[0].rng == whole[0].rng).all()  # nothing was rolled yet
        rules.go_on(row[0])
        rules.play(whole[0], seat, index)
        assert row.tobytes() == whole.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_features_are_known_numbers_and_each_is_there_once(seed: int, players: int) -> None:
    found = features_of(before_a_roll(seed, players))
    assert 0 <= min(found) <= max(found) < features.FIRST_SEAT + players * features.OF_SEAT
    assert len(set(found)) == len(found) < features.MOST_FEATURES


@pytest.mark.parametrize("seed", range(3))
def test_who_sits_where_does_not_matter_only_the_order_of_turns(seed: int) -> None:
    row = before_a_roll(seed)
    turned, players = row.copy(), int(row[0].players)
    for name in ("alvo", "health", "cogs", "bolts", "shards", "spent", "written", "unused", "sneezed"):
        for seat in range(players):
            turned[name][0, (seat + 1) % players] = row[name][0, seat]
    for name in ("to_move", "first"):
        turned[name][0] = (row[name][0] + 1) % players
    assert features_of(turned) == features_of(row)


def test_cogs_are_counted_from_the_engineer_on() -> None:
    """ALVOS-4: the rows are the same, turned. So the same cogs at another part are the same features."""
    row = before_a_roll(2)
    turned = row.copy()
    turned["engineer"][0] = row["engineer"][0] % 6 + 1 if row["engineer"][0] < 6 else 2
    for name in ("delivered", "fires"):
        turned[name][0, 2:] = np.roll(row[name][0, 2:], 1)
    turned["cogs"][0, :, 2:] = np.roll(row["cogs"][0, :, 2:], 1, axis=1)
    turned["unused"][0], row["unused"][0] = 1, 1
    numbered = (features.LACKING, features.BEST_CHAIN, features.FIRES)
    kept = {*range(numbered[0], numbered[2]), *range(features.FIRST_SEAT, features.FEATURES)}
    assert kept & set(features_of(turned)) == kept & set(features_of(row))
    assert len(kept & set(features_of(row))) > 20


@pytest.mark.parametrize(
    ("players", "options", "known"),
    [
        (2, TOGETHER, True),
        (4, TOGETHER, True),
        (5, TOGETHER, False),
        (3, {"mode": "versus"}, False),
        (1, {"solitaire": "axel"}, False),
    ],
)
def test_the_net_knows_games_together_of_two_to_four(players: int, options: dict[str, str], known: bool) -> None:
    row = ALVOS.new(players, 1, **options).copy_row()
    assert bool(foresight.learned(row[0])) is known
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


def test_what_was_learned_completes_machines() -> None:
    """Without any search it wins more than half of the easy games for three."""
    won = 0
    for seed in range(40):
        position = ALVOS.new(3, seed, **TOGETHER)
        while position.outcome is None:
            legal = position.legal_indices(position.awaited[0])
            position = position.play_legal(position.awaited[0], legal[values_of(position, legal)[0]])
        won += bool(position.outcome.winners)
    assert won >= 20


def test_the_same_seed_learns_the_same_and_the_error_falls() -> None:
    lesson = Lesson([Table(2, TOGETHER), Table(3, TOGETHER)], rounds=8, games=12)
    plan = NetTraining([lesson], there=70, rate=(2e-3, 2e-3))
    told = list[Round]()
    first = plan.train(ALVOS, 5, told.append)
    assert (plan.train(ALVOS, 5, lambda one: None) == first).all()
    short = replace(plan, lessons=[replace(lesson, rounds=1)])
    assert (short.train(ALVOS, 6, lambda one: None) != short.train(ALVOS, 5, lambda one: None)).any()
    assert [one.number for one in told] == list(range(8))
    assert told[-1].before < told[-1].untrained / 2


def test_the_file_is_small_and_reads_back() -> None:
    flat = np.linspace(-2, 2, nets.size_of(features.FEATURES), dtype=np.float32)
    data = nets.write(flat, 7)
    assert len(data) < 200_000
    assert np.abs(nets.read(data) - flat).max() < 2e-3
    assert len(foresight.tables()) == len(flat)
    assert features.MOST_PLAYERS <= SEATS
