"""The search: its budgets, its promises, and that it never peeks."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import alcove
from alcove.bots import Cancel, random_games, search, think, warm
from alcove.bots.engine import MAX_NODES, Search
from alcove.bots.search import NARROW

ALVA = alcove.game("alva")
TOY = alcove.game("tollgate")


def toy(players: int = 3, seed: int = 5) -> alcove.Position:
    return TOY.new(players, seed)


def middle_game(seed: int = 3, actions: int = 12) -> alcove.Position:
    position = ALVA.new(size=7)
    for number in range(actions):
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        position = position.play_legal(seat, choices[(seed * 7919 + number * 31) % len(choices)])
    return position


def test_same_seed_and_simulations_give_the_same_thought():
    position = middle_game()
    seat = position.awaited[0]
    first = search(position, seat, simulations=700, seed=11)
    assert search(position, seat, simulations=700, seed=11) == first
    assert search(position, seat, simulations=700, seed=12).visits != first.visits


def test_two_threads_with_simulations_are_as_reproducible_as_one():
    position = middle_game()
    seat = position.awaited[0]
    first = search(position, seat, simulations=800, threads=2, seed=4)
    assert first == search(position, seat, simulations=800, threads=2, seed=4)
    assert first.simulations <= 800


def test_thought_reports_legal_visits_a_value_and_a_playable_line():
    position = middle_game()
    seat = position.awaited[0]
    thought = search(position, seat, simulations=2000, seed=1)
    assert set(thought.visits) == {action.text for action in position.legal(seat)}
    assert sum(thought.visits.values()) >= thought.simulations
    assert next(iter(thought.visits)) == thought.action.text
    assert 0 <= thought.value <= 1
    assert thought.line[0] == thought.action.text
    for text in thought.line:
        position = position.play(position.awaited[0], text)
    assert len(thought.line) >= 2
    assert thought.following(1) == thought.line[1]
    assert thought.following() == ", ".join(thought.line[1:])
    assert replace(thought, line=thought.line[:1]).following() is None


def test_milliseconds_end_the_search():
    position = ALVA.new()
    warm(ALVA)
    began = time.perf_counter()
    thought = search(position, 0, milliseconds=80)
    assert thought.simulations > 10
    assert time.perf_counter() - began < 5  # the budget is 0.08 s; the rest is room for a busy machine


def test_cancel_ends_a_long_search_early():
    position = ALVA.new()
    warm(ALVA)
    cancel = Cancel()
    threading.Timer(0.1, cancel.cancel).start()
    began = time.perf_counter()
    thought = search(position, 0, milliseconds=60_000, cancel=cancel)
    assert time.perf_counter() - began < 20
    assert thought.action.text in {action.text for action in position.legal(0)}


def test_a_cancelled_search_still_has_an_answer():
    cancel = Cancel()
    cancel.cancel()
    thought = search(ALVA.new(), 0, simulations=MAX_NODES, cancel=cancel)
    assert 0 < thought.simulations < 1000


def test_search_runs_without_the_interpreter_lock():
    """While compiled code searches in one portion, this thread goes on counting."""
    position = ALVA.new()
    warm(ALVA)
    tree = Search(position, 0, 1, 30_000)
    worker = threading.Thread(target=tree.run, args=(30_000,))
    worker.start()
    ticks = 0
    while worker.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert tree.done == 30_000
    assert ticks > 20  # with the lock held it would be one or two


def test_a_seat_that_is_not_awaited_cannot_search():
    with pytest.raises(alcove.NotYourTurnError):
        search(ALVA.new(), 1, simulations=10)


def test_search_is_full_but_goes_on_when_the_tree_is():
    position = ALVA.new()
    tree = Search(position, 0, 1, 50)
    tree.run(3000)
    assert sum(int(edge.visits) for edge in tree.edges()) == 3000
    assert int(tree.tree.used[0]) <= len(tree.tree.nodes)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_search_plays_simultaneous_games_with_hidden_hands_for_any_number_of_seats(players):
    position = toy(players)
    while not position.over:
        seat = position.awaited[0]
        thought = search(position, seat, simulations=60, seed=2)
        position = position.play(seat, thought.action)
    assert position.outcome is not None


@pytest.mark.parametrize("actions", [0, 1, 2, 4])
def test_bots_never_peek(actions):
    """Positions that differ only in what a seat cannot know get the very same thought."""
    position = toy(3)
    for _ in range(actions):
        seat = position.awaited[0]
        position = position.play_legal(seat, position.legal_indices(seat)[0])
    seat = position.awaited[0]
    worlds = [position.conceal(seat, seed) for seed in range(4)]
    assert len({bytes(world) for world in worlds}) == 4
    thoughts = [search(world, seat, simulations=300, seed=9) for world in worlds]
    assert all(thought == thoughts[0] for thought in thoughts)
    levels = [think(world, seat, 3, seed=9) for world in worlds]
    assert all(thought == levels[0] for thought in levels)


def test_a_simultaneous_choice_is_made_blind_to_the_others():
    """What another seat has already laid face down does not change the answer."""
    position = toy(2)
    answers = {
        search(position.play_legal(0, index), 1, simulations=200, seed=3).action.text
        for index in position.legal_indices(0)
    }
    assert len(answers) == 1


def test_every_choice_in_the_tree_is_legal_where_it_stands():
    """Nodes are never mixed up: what hangs under a node are the legal actions of the position it stands for."""
    position = ALVA.new()
    tree = Search(position, 0, 1, 20_000)
    tree.run(20_000)
    waiting, checked = [(0, position)], 0
    while waiting and checked < 3000:
        node, here = waiting.pop()
        seat = here.awaited[0]
        edges = tree.edges(node, seat)
        if not edges:
            continue
        assert not tree.edges(node, 1 - seat)
        assert sorted(int(edge.action) for edge in edges) == sorted(here.legal_indices(seat))
        checked += 1
        for edge in edges:
            if edge.visits > 1 and len(here.awaited) == 1:
                joint = np.uint64(tree._compiled.join(np.uint64(0), seat, int(edge.action)))
                child = int(tree._compiled.find_child(tree.tree, node, joint))
                following = here.play_legal(seat, int(edge.action))
                if not following.over:
                    waiting.append((child, following))
    assert checked > 500


def test_children_of_neighbouring_nodes_are_told_apart():
    tree = Search(ALVA.new(), 0, 1, 20_000)
    found = set()
    for node in range(20):
        for seat in range(4):
            for action in range(200):
                joint = np.uint64(tree._compiled.join(np.uint64(0), seat, action))
                found.add(int(tree._compiled.find_child(tree.tree, node, joint)))
    assert len(found) == 20 * 4 * 200


def test_every_choice_at_the_root_is_looked_at():
    """However sure the first guesses are."""
    alpacalypse = alcove.game("alpacalypse")
    position, few = alpacalypse.new(2, 3), 0
    for _ in range(12):
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        if 3 <= len(choices) <= 8:
            tree = Search(position, seat, 1, 1500)
            tree.run(1500)
            assert all(edge.visits > 0 for edge in tree.edges())
            few += 1
        position = position.play_legal(seat, choices[0])
    assert few


def test_of_many_choices_more_are_looked_at_the_longer_it_takes():
    alluvium = alcove.game("alluvium")
    position = alluvium.new(3, 2)
    while len(position.legal_indices(position.awaited[0])) < 100:
        position = position.play_legal(position.awaited[0], position.legal_indices(position.awaited[0])[0])
    tree = Search(position, position.awaited[0], 1, 2000)
    tree.floor = 0.9  # all nearly alike: nothing else keeps it from looking at all of them
    tree.run(100)
    assert sum(edge.visits > 0 for edge in tree.edges()) <= NARROW + 11
    tree.run(1900)
    assert NARROW + 11 < sum(edge.visits > 0 for edge in tree.edges()) <= NARROW + 46


def test_random_games_count_their_actions():
    position = ALVA.new(size=5)
    assert 100 * 10 <= random_games(position, 100, 1) <= 100 * ALVA.rules.MAX_GAME_ACTIONS


def test_warm_reports_progress_to_the_end():
    told = []
    warm(TOY, lambda done, of: told.append((done, of)))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]
    assert [done for done, _ in told] == sorted(done for done, _ in told)
