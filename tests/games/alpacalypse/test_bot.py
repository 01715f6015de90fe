"""What every bot of The Alpacalypse sees, and that it sees no more than its seat."""

from __future__ import annotations

import random

import pytest

from alcove import Position
from alcove.bots import search, think
from alcove.lab import play_games, set_up
from tests.games.alpacalypse.tables import ALPACALYPSE, Table, playing


def best(position: Position, simulations: int = 300) -> str:
    return search(position, position.awaited[0], simulations=simulations, seed=1).action.text


def test_completes_the_card_that_wins_a_milestone() -> None:
    """ALPAC-24, 41: the third deployment is worth four points at once; in the last turn nothing else is."""
    table = Table(lap=10).done("torpedos", "spit-volley").hand("border-hedge").goods(soldier=1, worker=1)
    position = table.at_turn(second=True)
    action = best(position)
    assert action in ("warrior MD", "leader leadership")
    assert best(position.play(0, action)) == "complete border-hedge"


def test_builds_early_and_not_at_the_end() -> None:
    """ALPAC-39: what a building brings depends on the rounds to come."""
    early = Table(lap=1).goods(worker=2, material=1).at_turn()
    assert best(early) in ("builder production", "builder BP")
    late = Table(lap=10).goods(worker=2, material=1).hand("town-square").at_turn(second=True)
    assert best(late) in ("builder BP", "leader leadership")
    assert best(late.play(0, "builder BP")) == "complete town-square"


def test_keeps_what_it_can_pay_for_in_the_last_round() -> None:
    table = Table(lap=10).goods(soldier=2).top("spit-volley", "grand-campaign", "admiral-pigeon").busy("leader")
    position = table.at_turn().play(0, "warrior MD").play(0, "acquire MD")
    assert best(position) == "keep spit-volley"


def test_does_not_bid_what_it_needs_for_its_two_turns() -> None:
    """ALPAC-16, 21: members that have nothing else to do go to market; two stay."""
    table = Table(3, lap=3).rich(each=3).market("barn-sale", "gain-1-prestige", "accountant").hand("torpedos")
    action = best(table.at_bids(), simulations=600)
    assert action.startswith("bid ")
    assert 1 <= len(action.removeprefix("bid ").partition("+")[0]) <= 3


def test_takes_one_more_action_where_there_is_somebody_for_it() -> None:
    """ALPAC-34: in the last round, with all members at home, rather than never."""
    start = Table(lap=10).rich().kept("two-at-a-time").hand("torpedos", "spit-volley").at_turn(second=True)
    thought = search(playing(start, "1 financier resources: gain coin, gain coin"), 0, simulations=300, seed=1)
    assert thought.action.text == "play two-at-a-time"


@pytest.mark.parametrize("actions", [0, 6, 25, 60])
def test_bots_never_peek(actions: int) -> None:
    """Positions that differ only in what a seat cannot know get the very same thought."""
    position = ALPACALYPSE.new(3, seed=8)
    for number in range(actions):
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        position = position.play_legal(seat, choices[number * 31 % len(choices)])
    seat = position.awaited[-1]
    worlds = [position.conceal(seat, seed) for seed in range(3)]
    assert len({bytes(world) for world in worlds}) == 3
    thoughts = [search(world, seat, simulations=60, seed=9) for world in worlds]
    assert all(thought == thoughts[0] for thought in thoughts)


def test_a_bid_is_made_blind_to_the_others() -> None:
    """ALPAC-16: what another seat has bid does not change the answer."""
    position = Table(3).rich(0).rich(1).market("barn-sale", "gain-1-prestige", "golden-bell").at_bids()
    bids = ("no bid", "bid L", "bid WFBRL+9")
    assert len({search(position.play(0, bid), 1, simulations=80, seed=3).action.text for bid in bids}) == 1


@pytest.mark.parametrize("players", [2, 5])
def test_quick_bots_play_sensibly(players: int) -> None:
    """Without a plan nobody completes seven cards in twenty actions, nor builds three buildings."""
    rows = play_games(set_up("alpacalypse", players, seed=4), range(50)).rows
    assert rows["done"][:, :players].sum(axis=2).mean() > 7
    assert rows["built"][:, :players].sum(axis=2).mean() > 3
    assert rows["pawn"][:, :players].sum(axis=2).mean() > 15


def test_a_bot_of_the_second_level_beats_a_careless_one() -> None:
    wins = 0.0
    for seed in range(3):
        position, dice = ALPACALYPSE.new(2, seed=seed), random.Random(seed)
        while not position.over:
            seat = position.awaited[0]
            choices = position.legal_indices(seat)
            if len(choices) == 1:
                position = position.play_legal(seat, choices[0])
                continue
            level = 2 if seat == seed % 2 else 1
            position = position.play(seat, think(position, seat, level, seed=dice.getrandbits(63)).action)
        assert position.outcome is not None
        wins += (seed % 2 in position.outcome.winners) / len(position.outcome.winners)
    assert wins >= 2
