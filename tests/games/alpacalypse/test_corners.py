"""The Alpacalypse where a rule ends, until the market: chance, another first player, tracks, decks and bids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from alcove.games.alpacalypse import cards
from tests.games.alpacalypse.tables import (
    AGE_TILE,
    ALPACALYPSE,
    CARD,
    Table,
    goods,
    hand,
    named,
    passing,
    pawns,
    playing,
    texts,
    told,
)

EVERYBODY = ("warrior", "financier", "builder", "researcher", "leader")
ITEMS = ("barn-sale", "two-at-a-time", "architect")

# ---- Set-up: what is left to chance


@pytest.mark.parametrize(
    "laid_out",
    [
        lambda state: state.day_order,
        *(lambda state, deck=deck: state.deck[deck] for deck in range(4)),
        lambda state: state.market_order[:9],
        lambda state: state.market_order[9:18],
        lambda state: state.market_order[18:30],
        lambda state: state.tribe[:3],
        lambda state: state.hand[:3, cards.FIRST_OF_DECK[cards.STARTER] :],
    ],
    ids=["days", *("MD", "PC", "BP", "AT"), "age I", "age II", "age III", "tribes", "starters"],
)
def test_everything_that_is_shuffled_is_shuffled(laid_out: Callable[[Any], Any]) -> None:
    """ALPAC-9, ALPAC-10: 20 games, and hardly two of them alike."""
    orders = {laid_out(ALPACALYPSE.new(3, seed).state).tobytes() for seed in range(20)}
    assert len(orders) > 12


def test_every_age_tile_comes_up() -> None:
    """ALPAC-9: any of the four of each age."""
    drawn = {int(tile) for seed in range(60) for tile in ALPACALYPSE.new(2, seed).state.age_tile}
    assert drawn == set(AGE_TILE.values())


def test_every_tribe_and_every_starter_is_dealt() -> None:
    """ALPAC-10: one of five, one of ten, whatever the number of players."""
    starts = [ALPACALYPSE.new(2, seed).state for seed in range(60)]
    assert {int(tribe) for state in starts for tribe in state.tribe[:2]} == set(range(5))
    first = int(cards.FIRST_OF_DECK[cards.STARTER])
    assert all(sum(state.hand[seat, first:] > 0 for state in starts).all() for seat in range(2))


def test_tribes_are_chosen_from_the_first_player_on() -> None:
    """ALPAC-10, ALPAC-12: whoever that is."""
    asked = set()
    for seed in range(20):
        position, seats = ALPACALYPSE.new(3, seed, tribes="chosen"), []
        first = int(position.state.first)
        for tribe in ("peru", "kenya", "iceland"):
            seats.append(position.awaited[0])
            position = position.play(position.awaited[0], f"tribe {tribe}")
        assert seats == [(first + turn) % 3 for turn in range(3)]
        asked.add(seats[0])
    assert asked == {0, 1, 2}


# ---- The first player


def test_every_phase_follows_the_player_order() -> None:
    """ALPAC-13, ALPAC-19, ALPAC-21: the third seat is first, then clockwise, until somebody takes the token."""
    position, seats = Table(3).first(2).day("state-visit").market(*ITEMS).at_dawn(), []
    while told(position)["phase"] == "event":
        seats.append(position.awaited[0])
        position = position.play(seats[-1], "send")
    position = playing(position, "1 no bid", "2 bid W", "3 no bid", "2 take barn-sale, take architect")
    while told(position)["phase"] == "action":
        seats.append(position.awaited[0])
        position = position.play(seats[-1], "pass")
    assert told(position)["round"] == 3
    seats.append(position.awaited[0])
    assert seats == [2, 0, 1, 2, 0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_without_a_taker_of_the_token_the_order_stays(first: int) -> None:
    """ALPAC-19: as it was in the round before, whoever has bid most; and if nobody bids at all."""
    start = Table(3).first(first).market(*ITEMS).at_bids()
    left = playing(start, "1 no bid", "2 bid WL", "3 no bid", "2 take barn-sale, take architect")
    nobody = playing(start, "1 no bid", "2 no bid", "3 no bid")
    for position in (left, nobody):
        assert told(position)["order"] == [first, (first + 1) % 3, (first + 2) % 3]
        assert position.awaited == (first,)


def test_the_order_of_the_token_holds_until_the_next_market() -> None:
    """ALPAC-19: in the Resolution phase and on the New Day that follows."""
    start = Table(3).market(*ITEMS).done("guest-barn").done("embassy-of-humming", seat=1).done("peppermint", seat=2)
    start.goods(seat=1, coin=1).goods(seat=2, material=1)
    position = playing(start.at_bids(), "1 no bid", "2 no bid", "3 bid L", "3 take token, take architect")
    position, asked = passing(position), []
    while told(position)["phase"] == "resolution":
        asked.append(position.awaited[0])
        position = position.play(asked[-1], "gain worker" if asked[-1] == 0 else "pass")
    assert [*asked, position.awaited[0]] == [2, 0, 1, 2]


# ---- New Days


def test_penalties_come_when_all_have_decided_and_in_player_order() -> None:
    """ALPAC-14: both lose Culture over a shield; the first player chooses first."""
    start = Table(3).first(1).day("build-that-wall").pawns(0, culture=5).pawns(1, culture=5).at_dawn()
    one = playing(start, "2 stay")
    assert pawns(one, 1)["culture"] == 5
    both = playing(one, "3 send", "1 stay")
    assert both.awaited == (1,)
    after = playing(both, "2 gain coin", "1 gain worker")
    assert [pawns(after, seat)["culture"] for seat in range(3)] == [3, 3, 0]
    assert [goods(after, seat) for seat in range(3)] == [{"worker": 1}, {"coin": 1}, {}]


def test_a_plan_in_hand_answers_no_new_day() -> None:
    """ALPAC-13: the building has to stand."""
    position = Table().day("asteroids").hand("giant-laser", seat=1).at_dawn().play(0, "send")
    assert position.awaited == (1,)


# ---- Tracks


@pytest.mark.parametrize(("start", "shields"), [(3, 0), (4, 0), (5, 1), (6, 1), (7, 0), (8, 0), (9, 1), (10, 1)])
def test_both_shields_count_backward(start: int, shields: int) -> None:
    """ALPAC-5: two spaces back; a shield that is left behind does not count."""
    position = playing(Table().day("build-that-wall").pawns(culture=start).at_dawn(), "1 stay", "2 send")
    assert pawns(position)["culture"] == start - 2
    assert (told(position)["phase"] == "event") == bool(shields)
    if shields:
        assert texts(position, 0) == {"gain soldier", "gain coin", "gain worker", "gain material"}
        assert told(playing(position, "1 gain coin"))["phase"] == "bids"


def test_a_pawn_on_another_12_is_not_in_the_way() -> None:
    """ALPAC-6: each track has its own 12."""
    start = Table().rich().pawns(might=10).pawns(seat=1, wealth=12).hand("orderly-stampede").at_turn()
    assert pawns(playing(start, "1 warrior MD: complete orderly-stampede"))["might"] == 12


def test_the_dummy_is_not_in_the_way() -> None:
    """ALPAC-11: it is ranked and does nothing else."""
    start = Table().rich().pawns(might=5).hand("spit-volley").at_turn()
    assert pawns(playing(start, "1 warrior MD: complete spit-volley"))["might"] == 7


def test_prestige_on_any_track_where_tracks_are_full() -> None:
    """ALPAC-6: only tracks on which the pawn can move are offered; if there is none, the step is lost."""
    high = {"might": 12, "wealth": 11, "culture": 11}
    start = Table(3).market("gain-1-prestige", "barn-sale", "architect").pawns(**high)
    start.pawns(1, wealth=12).pawns(2, culture=12).pawns(0, tech=10)
    taking = ("1 bid L", "2 no bid", "3 no bid", "1 take gain-1-prestige, take token")
    assert pawns(playing(start.at_bids(), *taking)) == high | {"tech": 11}
    none_left = playing(start.pawns(0, tech=11).pawns(1, tech=12).at_bids(), *taking)
    assert pawns(none_left) == high | {"tech": 11}
    assert told(none_left)["phase"] == "action"


def test_whose_choice_a_track_is() -> None:
    """ALPAC-62, ALPAC-64: the Giant Laser gives Culture or Tech, Gain 1 Prestige any one track."""
    laser = playing(Table().rich().hand("giant-laser").at_turn(), "1 builder BP: complete giant-laser")
    assert texts(laser, 0) == {"track culture", "track tech"}
    assert pawns(playing(laser, "1 track culture"))["culture"] == 1
    market = Table().market("gain-1-prestige", "architect").at_bids()
    any_one = playing(market, "1 bid L", "2 no bid", "1 take gain-1-prestige, take token")
    assert texts(any_one, 0) == {"track might", "track wealth", "track culture", "track tech"}
    assert sum(pawns(playing(any_one, "1 track might")).values()) == 1


def test_up_from_below_the_start() -> None:
    """ALPAC-4: −2 to 0 are two steps."""
    start = Table().rich().pawns(might=-2).hand("spit-volley").at_turn()
    assert pawns(playing(start, "1 warrior MD: complete spit-volley"))["might"] == 0


# ---- Decks


def test_a_deck_that_runs_out_in_the_middle() -> None:
    """ALPAC-7, ALPAC-24: the last card, then the discards are shuffled, then two more."""
    start = Table().all_discarded("MD")
    start.state.discard[CARD["torpedos"]] = 0
    start._set_deck(0, [CARD["torpedos"]])
    drawn = playing(start.at_turn(), "1 warrior MD: acquire MD")
    assert "keep torpedos" in texts(drawn, 0)
    assert len(texts(drawn, 0)) == 3
    assert not drawn.state.discard.any()
    after = playing(drawn, "1 keep torpedos")
    assert (int(after.state.deck_left[0]), int(after.state.pile[0])) == (17, 2)
    assert hand(after) == ["torpedos"]


def test_discards_are_shuffled_before_they_are_drawn() -> None:
    """ALPAC-7: with another seed another three cards."""
    drawn = set()
    for seed in range(12):
        set_up = Table().all_discarded("MD")
        set_up.state.rng = ALPACALYPSE.new(2, seed).state.rng
        drawn.add(frozenset(texts(playing(set_up.at_turn(), "1 warrior MD: acquire MD"), 0)))
    assert len(drawn) > 8


@pytest.mark.parametrize("left", [("torpedos",), ("torpedos", "spit-volley")])
def test_fewer_than_three_cards_are_left(left: tuple[str, ...]) -> None:
    """ALPAC-7, ALPAC-24: as many as there are; one is kept, and of one card there is nothing to choose."""
    start = Table().gone("MD")
    for name in left:
        start.state.hand[1, CARD[name]] = 0
    start._set_deck(0, [CARD[name] for name in left])
    position = playing(start.at_turn(), "1 warrior MD: acquire MD")
    if len(left) > 1:
        assert texts(position, 0) == {f"keep {name}" for name in left}
        position = playing(position, "1 keep torpedos")
    assert hand(position) == ["torpedos"]
    assert named(position.state.discard) == list(left[1:])


def test_a_card_from_the_last_deck_that_has_one() -> None:
    """ALPAC-7, ALPAC-27, ALPAC-28: what cannot be drawn is left out."""
    start = Table().gone("MD").gone("PC").gone("BP").top("solar-panels")
    position = playing(start.at_turn(), "1 researcher field-test")
    assert hand(position) == ["solar-panels"]
    assert position.awaited == (1,)
    nothing = playing(Table().gone("MD").gone("PC").gone("BP").gone("AT").at_turn(), "1 leader diplomacy")
    assert goods(nothing) == {"cube": 2}
    assert hand(nothing) == []
    assert nothing.awaited == (1,)
    assert texts(nothing, 1) == {"gain soldier", "gain coin", "gain worker", "gain material"}


# ---- Market


def test_of_equal_bids_the_first_takes_the_last_item() -> None:
    """ALPAC-17, ALPAC-18: all three bid 7; Iceland is 2, Peru 3, Kenya 4."""
    position, takers = playing(Table(3).market(*ITEMS).at_bids(), "1 bid L", "2 bid L", "3 bid L"), []
    for item in ("token", "architect", "two-at-a-time"):
        takers.append(position.awaited[0])
        position = position.play(takers[-1], f"take {item}")
    assert takers == [2, 0, 1]
    assert goods(position, 2) == {"soldier": 1, "coin": 1, "worker": 1, "material": 1}


def test_equal_by_coins_and_by_members() -> None:
    """ALPAC-16, ALPAC-17: Peru's Warrior with three coins is as strong as Kenya's Leader, and goes first."""
    start = Table().goods(coin=3).at_bids()
    assert playing(start, "1 bid W+3", "2 bid L").awaited == (0,)
    assert playing(start, "1 bid W+2", "2 bid L").awaited == (1,)


def test_who_wins_ties_is_still_outbid() -> None:
    """ALPAC-17: the Golden Bell counts between equal bids; if both tribes win ties, the board number decides."""
    for owner in (0, 1):
        position = Table().kept("golden-bell", seat=owner).at_bids()
        position = position.play(owner, "bid W").play(1 - owner, "bid L")
        assert position.awaited == (1 - owner,)
    both = Table().kept("golden-bell").kept("long-scarf-of-justice", seat=1).goods(coin=1).at_bids()
    assert playing(both, "1 bid L+1", "2 bid L").awaited == (0,)


def test_a_hoard_may_go_into_one_bid() -> None:
    """ALPAC-16: any number of one's coins."""
    start = Table().goods(coin=200).goods(1, coin=201).at_bids()
    assert "bid W+200" in texts(start, 0)
    assert "bid W+201" not in texts(start, 0)
    after = playing(start, "1 bid L+199", "2 bid L+200")
    assert after.awaited == (1,)
    assert [shown["strength"] for shown in told(after)["bids"]["shown"]] == [206, 207]
    assert [goods(after, seat).get("coin", 0) for seat in (0, 1)] == [1, 1]


def test_nothing_of_a_bid_comes_back() -> None:
    """ALPAC-16: neither the coins nor the members of those who were outbid."""
    start = Table(3).market(*ITEMS)
    for seat in range(3):
        start.goods(seat, coin=5)
    position = playing(start.at_bids(), "1 bid L+4", "2 bid WF+3", "3 bid B+2")
    position = playing(position, "1 take token", "2 take architect", "3 take two-at-a-time")
    assert [goods(position, seat).get("coin") for seat in range(3)] == [2, 2, 3]  # the first has the Barn Sale as well
    at_market = [[EVERYBODY[at] for at in row.nonzero()[0]] for row in position.state.spot[:3]]
    assert at_market == [["leader"], ["warrior", "financier"], ["builder"]]


def test_nobody_bids() -> None:
    """ALPAC-16, ALPAC-18: all cards are discarded; coins and members stay where they are."""
    start = Table(3).market(*ITEMS).goods(coin=4).at_bids()
    position = playing(start, "1 no bid", "2 no bid", "3 no bid")
    assert told(position)["phase"] == "action"
    assert set(ITEMS) <= set(told(position)["market"]["discards"])
    assert [stall["taken_by"] for stall in told(position)["market"]["stalls"]] == [None] * 3
    assert not position.state.kept.any()
    assert not position.state.spot.any()
    assert goods(position) == {"coin": 4}


def test_the_token_may_be_what_is_left() -> None:
    """ALPAC-15, ALPAC-18, ALPAC-19: the strongest bidder has it then, without a choice."""
    position = playing(Table().market("barn-sale", "two-at-a-time").at_bids(), "1 bid L", "2 bid W")
    position = playing(position, "1 take barn-sale", "2 take two-at-a-time")
    assert told(position)["market"]["token"] == {"taken_by": 0}


def test_an_action_card_comes_from_any_deck() -> None:
    """ALPAC-20, ALPAC-62: the top card of the deck that the taker likes best."""
    start = Table(3).market("one-action-card", "barn-sale", "architect").top("caravan").at_bids()
    position = playing(start, "1 bid L", "2 no bid", "3 no bid", "1 take one-action-card, take token")
    assert texts(position, 0) == {"draw MD", "draw PC", "draw BP", "draw AT"}
    assert hand(playing(position, "1 draw PC")) == ["caravan"]


def test_nobody_is_left_to_bid_with() -> None:
    """ALPAC-16, ALPAC-3: without a free member there is no bid, however many coins there are."""
    position = Table().goods(coin=9).busy(*EVERYBODY).at_bids()
    assert texts(position, 0) == {"no bid"}
