"""The lab: games are whole, repeatable, and counted right."""

from __future__ import annotations

import numpy as np
import pytest

import alcove
from alcove.bots.thought import mixed
from alcove.kernel.errors import OptionError
from alcove.lab import Player, play_games, set_up, simulate
from alcove.lab.figures import figures, overview
from alcove.lab.policy import ACTIONS, FORCED
from alcove.lab.restrict import restricted
from alcove.lab.section import say
from alcove.lab.simulate import CHUNK, Course, blank, compiled, first_rows, ways_of
from alcove.lab.tally import precision, tally
from alcove.lab.things import first_of, things_named


@pytest.mark.parametrize(
    ("name", "players"), [("alva", 2), ("alvos", 1), ("alvos", 5), ("alluvium", 3), ("alluvium", 4)]
)
def test_every_game_is_played_to_its_end(name: str, players: int) -> None:
    finished = play_games(set_up(name, players, seed=3), range(40))
    assert all(position.over for position in finished.positions())
    assert len({bytes(position) for position in finished.positions()}) == 40
    assert finished.counts[:, ACTIONS].min() >= 5
    outcomes = list(finished.outcomes())
    assert finished.scores.tolist() == [list(outcome.scores) for outcome in outcomes]
    assert np.allclose(finished.shares / 60, [outcome.shares for outcome in outcomes], atol=1e-9)


def test_a_seed_gives_the_same_sums_whoever_plays() -> None:
    games = CHUNK + 20
    setup = set_up("alvos", 3, seed=5)
    one, two = (simulate(setup, games, workers=workers) for workers in (1, 2))
    assert one.sums == two.sums
    by_hand = tally(play_games(setup, range(100)))
    by_hand.merge(tally(play_games(setup, range(100, games))))
    assert by_hand == one.sums
    assert simulate(set_up("alvos", 3, seed=6), 100).sums != simulate(setup, 100).sums


def test_it_stops_when_the_figures_are_precise_enough() -> None:
    setup = set_up("alvos", 4, seed=1)
    found = simulate(setup, 100_000, until=0.02, workers=1)
    assert precision(found) <= 0.02
    assert 1000 <= found.games < 4000
    assert found.sums == simulate(setup, 100_000, until=0.02, workers=2).sums
    assert simulate(setup, 300, until=0.0001).games == 300


def test_bots_of_a_level_play_the_same_in_any_number_of_processes() -> None:
    setup = set_up("alvos", 1, seed=1, level=1)
    assert simulate(setup, 3, workers=1).sums == simulate(setup, 3, workers=2).sums
    with pytest.raises(OptionError):
        set_up("alvos", 1, level=9)


def test_a_game_is_counted_the_same_action_by_action_as_by_the_template() -> None:
    setup = set_up("alvos", 4, seed=2)
    rows, _ = first_rows(setup, [7])
    room = {key: value[0] for key, value in blank(setup, 1).items()}
    course, rng = Course(setup, room), np.array([mixed(2, 7)], np.uint64)
    position = setup.start(7)
    ways = ways_of(setup.game, [setup.usual])
    most = setup.game.rules.MAX_CHOICES
    while not position.over:
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        actions = np.empty(most, np.int32)
        actions[: len(choices)] = choices
        mind, weights, costs = np.empty(3, rows.dtype), np.empty(most), np.empty(most)
        action = compiled(setup.game).decide(
            position.state, mind, seat, 0, rng, actions, len(choices), weights, costs, ways, room["offered"]
        )
        position = course.play(position, seat, choices, int(action))
    quick = play_games(setup, [7])
    assert bytes(position) == quick.rows.tobytes()
    assert room["counts"].tolist() == quick.counts[0].tolist()
    assert (room["offered"] == quick.offered[0]).all()
    assert (room["taken"] == quick.taken[0]).all()


def test_the_overview_counts_what_happened() -> None:
    setup = set_up("alvos", 3, {"mode": "cooperative", "difficulty": "hard"}, seed=4)
    found = simulate(setup, 60)
    rows = {say(row[0], "en"): row[1] for row in overview(found).rows}
    outcomes = list(play_games(setup, range(60)).outcomes())
    assert say(rows["games"], "en") == "60"
    lost = sum(not outcome.winners for outcome in outcomes)
    assert rows["nobody wins"].estimate.value == lost / 60
    reasons = [cell for title, cell in rows.items() if title not in ("games", "nobody wins")]
    assert sum(cell.estimate.value for cell in reasons) == pytest.approx(1)


def test_who_begins_is_told_apart_from_who_sits_where() -> None:
    setup = set_up("alvos", 3, seed=8)
    finished = play_games(setup, range(200))
    sums = tally(finished)
    began = [int(setup.start(number).state.first) for number in range(200)]
    assert finished.starters.tolist() == began
    wins = sum(finished.shares[at, seat] for at, seat in enumerate(began)) / 60
    assert sums.of("order_shares", 0).total == pytest.approx(wins)
    assert tally(play_games(set_up("alluvium", 3), range(3))).of("order_shares").seen == 0  # all draw at once


GAMES = [name for name in alcove.games() if alcove.game(name).lab.THINGS]


@pytest.mark.parametrize("name", GAMES)
def test_things_are_numbered_as_they_are_listed(name: str) -> None:
    game = alcove.game(name)
    keys = [group.key for group in game.lab.THINGS]
    assert len(keys) == len(set(keys))
    for group in game.lab.THINGS:
        assert len(group.ids) == len(group.names) == len(set(group.ids))
        assert group.finished_by is None or group.finished_by in keys
    finished = play_games(set_up(name, seed=9), range(20))
    assert (finished.offered[:, :, [first_of(game, key) for key in keys]].shape[2]) == len(keys)
    assert not (finished.taken & ~(finished.offered | finished.taken)).any()
    for group in game.lab.THINGS:
        if group.kind == "choice" and group.key not in ("tiles",):
            first = first_of(game, group.key)
            assert finished.taken[:, :, first : first + len(group)].any(), group.key


@pytest.mark.parametrize("name", GAMES)
def test_every_style_can_be_played_and_every_table_is_whole(name: str) -> None:
    game = alcove.game(name)
    assert game.lab.STYLES
    for style in game.lab.STYLES:
        found = simulate(set_up(name, seed=2, tested=restricted(game, None, style=style)), 12)
        assert found.sums.of("tested_share").seen == 12
    for section in figures(found):
        assert all(len(row) == len(section.headings) for row in section.rows), section.title.en
        assert all(say(cell, language) for row in section.rows[:1] for cell in row for language in ("en", "de"))


def test_what_is_forbidden_is_never_taken_and_what_is_forced_always() -> None:
    game = alcove.game("alvos")
    seats = np.arange(300) % 4
    hex_3, windfall = things_named(game, "hexes.3")[0], things_named(game, "events.windfall")[0]
    for thing in (hex_3, windfall):
        for times in (0.0, FORCED):
            finished = play_games(set_up("alvos", 4, seed=6, tested=Player(favour=((thing, times),))), range(300))
            taken = finished.taken[np.arange(300), seats, thing]
            offered = finished.offered[np.arange(300), seats, thing]
            if times == 0.0:
                assert not taken.any()
            else:
                assert (taken == offered)[offered > 0].all()
                assert taken.mean() > 0.6
    other = finished.taken[np.arange(300), (seats + 1) % 4, windfall]
    assert 0.1 < other.mean() < 0.6  # the others play as always


def test_only_the_tested_seat_is_restricted_and_bots_that_search_obey_too() -> None:
    game = alcove.game("alvos")
    everything = restricted(game, 1, forbid=["loads"])
    finished = play_games(set_up("alvos", 2, seed=3, level=1, tested=everything), range(4))
    loads = things_named(game, "loads")
    taken = finished.taken[:, :, loads.start : loads.stop].any(axis=2)
    assert not taken[np.arange(4), np.arange(4) % 2].any()
    assert taken.any()


def test_names_that_nobody_knows_are_refused() -> None:
    game = alcove.game("alvos")
    for wrong in ({"forbid": ["hexes.7"]}, {"greedy": ["cards"]}, {"style": "lazy"}):
        with pytest.raises(OptionError, match=r"has no|has:"):
            restricted(game, None, **wrong)
    assert restricted(game, None) is None
