"""The Alpacalypse, clause by clause: set-up, the event phase, the market, tracks and decks."""

from __future__ import annotations

import pytest

from alcove import IllegalError
from alcove.games.alpacalypse import actions, cards, frames, table
from alcove.games.alpacalypse.vocabulary import TRACKS
from tests.games.alpacalypse.tables import (
    ALPACALYPSE,
    CARD,
    GOODS,
    ITEM,
    Table,
    goods,
    hand,
    pawns,
    playing,
    texts,
)

# ---- Vocabulary ----


def test_a_cube_stands_for_any_one_resource() -> None:
    """ALPAC-1: Torpedos cost a soldier and a material; a soldier alone is not enough, with a cube it is."""
    poor = Table().goods(soldier=1).hand("torpedos").at_turn()
    assert "complete torpedos" not in texts(playing(poor, "1 warrior MD"), 0)
    after = playing(Table().goods(soldier=1, cube=1).hand("torpedos").at_turn(), "1 warrior MD: complete torpedos")
    assert goods(after) == {}
    with_cubes = playing(Table().goods(cube=2).hand("torpedos").at_turn(), "1 warrior MD: complete torpedos")
    assert pawns(with_cubes)["might"] == 1


def test_who_has_the_resource_may_keep_it_and_pay_a_cube() -> None:
    """ALPAC-1"""
    asked = playing(
        Table().goods(soldier=1, material=1, cube=1).hand("torpedos").at_turn(), "1 warrior MD: complete torpedos"
    )
    assert texts(asked, 0) == {"pay own", "pay cube for soldier", "pay cube for material"}
    assert goods(playing(asked, "1 pay cube for soldier")) == {"soldier": 1}
    assert goods(playing(asked, "1 pay own")) == {"cube": 1}


def test_a_cost_of_any_kind_is_paid_as_the_owner_likes() -> None:
    """ALPAC-1: the Unspeakable Experiment costs four of any kind."""
    set_up = Table().goods(soldier=2, coin=2, cube=1).hand("unspeakable-experiment").top("caravan")
    paid = playing(
        set_up.at_turn(),
        "1 researcher AT: complete unspeakable-experiment, pay soldier, pay coin, pay coin, pay cube",
    )
    assert goods(paid) == {"soldier": 1}
    everything = Table().goods(soldier=2, coin=1, cube=1).hand("unspeakable-experiment").top("caravan").at_turn()
    assert goods(playing(everything, "1 researcher AT: complete unspeakable-experiment")) == {}


def test_cubes_have_no_value_in_a_bid() -> None:
    """ALPAC-1, ALPAC-16: only own coins are added."""
    bids = texts(Table().goods(cube=5, coin=1).at_bids(), 0)
    assert "bid W+1" in bids
    assert "bid W+2" not in bids
    assert len(bids) == 31 * 2 + 1


def test_influence_of_the_members() -> None:
    """ALPAC-2: the Leader has 7, the others 2, 3, 3, 4, dealt differently."""
    assert cards.INFLUENCE.tolist()[2] == [4, 3, 3, 2, 7]
    for row in cards.INFLUENCE.tolist():
        assert sorted(row) == [2, 3, 3, 4, 7]


def test_a_member_is_busy_for_the_rest_of_the_round() -> None:
    """ALPAC-3: whether it was sent to the event, to the market or to a space."""
    start = Table().day("asteroids").market("two-at-a-time", "architect").at_dawn()
    position = playing(start, "1 send", "2 send", "1 bid W", "2 no bid", "1 take token, take architect")
    position = playing(position, "1 financier resources: gain coin, gain coin", "2 pass")
    left = {text.split()[0] for text in texts(position, 0)}
    assert left == {"builder", "leader", "assistant", "pass"}
    for text in ("researcher AT", "warrior MD", "financier PC"):
        refusal = position.why_not(0, text)
        assert refusal is not None
        assert refusal.clause == "ALPAC-3"


# ---- Tracks ----


def test_a_shield_is_a_resource_of_choice() -> None:
    """ALPAC-4, ALPAC-5: shields are on 4 and 8; Spit Volley goes two spaces on."""
    for start, shields in ((2, 1), (3, 1), (4, 0), (5, 0), (6, 1), (7, 1), (8, 0)):
        position = playing(
            Table().goods(soldier=2).pawns(might=start).hand("spit-volley").at_turn(),
            "1 warrior MD: complete spit-volley",
        )
        assert pawns(position)["might"] == start + 2
        waits = position.state.stack[position.state.depth - 1, frames.OP] == frames.PICK
        assert waits == bool(shields), start
        if shields:
            assert goods(playing(position, "1 gain material")) == {"material": 1}


def test_a_shield_counts_backward_as_well() -> None:
    """ALPAC-5: from 5 two spaces back, over 4."""
    position = playing(Table().day("build-that-wall").pawns(culture=5).at_dawn(), "1 stay", "2 send")
    assert pawns(position)["culture"] == 3
    assert position.awaited == (0,)
    assert goods(playing(position, "1 gain coin")) == {"coin": 1}


def test_every_space_entered_counts() -> None:
    """ALPAC-5: four spaces from 4 to 8 are one shield, from 3 to 7 another; from 3 over 4 to 8 would be two."""
    position = Table().rich().pawns(culture=4).hand("humming-opera").at_turn()
    position = playing(position, "1 builder BP: complete humming-opera")
    assert pawns(position)["culture"] == 8
    assert position.view(0)["table"]["choice"]["count"] == 1


def test_only_one_pawn_stands_on_12() -> None:
    """ALPAC-6: the second one stops on 11, and the rest of its move is lost."""
    for start in (9, 10, 11):
        position = (
            Table().goods(soldier=4).pawns(might=start).pawns(seat=1, might=12).hand("orderly-stampede").at_turn()
        )
        assert pawns(playing(position, "1 warrior MD: complete orderly-stampede"))["might"] == 11
    alone = Table().goods(soldier=4).pawns(might=10).hand("orderly-stampede").at_turn()
    after = playing(alone, "1 warrior MD: complete orderly-stampede")
    assert pawns(after)["might"] == 12
    assert after.state.milestone[table.MILESTONE_TOP] == 0


def test_who_leaves_12_makes_room() -> None:
    """ALPAC-6, ALPAC-41: another pawn may take the space, the milestone stays."""
    set_up = Table().day("llama-drama").pawns(might=12).pawns(seat=1, might=11)
    set_up.state.milestone[table.MILESTONE_TOP] = 0
    position = playing(set_up.at_dawn(), "1 stay", "2 send")
    assert pawns(position)["might"] == 10
    again = Table().goods(seat=1, soldier=2).pawns(might=10).pawns(seat=1, might=11).hand("spit-volley", seat=1)
    again.state.milestone[table.MILESTONE_TOP] = 0
    after = playing(again.at_turn(seat=1), "2 warrior MD: complete spit-volley")
    assert pawns(after, 1)["might"] == 12
    assert after.state.milestone[table.MILESTONE_TOP] == 0


def test_nobody_falls_below_minus_2() -> None:
    """ALPAC-4, ALPAC-6"""
    position = playing(Table().day("asteroids").pawns(tech=-1).at_dawn(), "1 stay", "2 send")
    assert pawns(position)["tech"] == -2


# ---- Decks ----


def test_an_empty_deck_is_made_of_its_discards() -> None:
    """ALPAC-7: all 20 are shuffled, three are drawn."""
    position = playing(Table().all_discarded("MD").at_turn(), "1 warrior MD: acquire MD")
    assert position.state.deck_left[0] == 17
    assert position.state.pile[0] == 0
    keep = position.legal(0)[0]
    after = position.play(0, keep)
    assert after.state.pile[0] == 2
    assert hand(after) == [keep.text.removeprefix("keep ")]


def test_where_nothing_is_left_nothing_is_drawn() -> None:
    """ALPAC-7, ALPAC-32: without deck and discards there is nothing to acquire."""
    position = Table().gone("MD").at_turn()
    assert "warrior MD" not in texts(position, 0)
    assert "warrior trot" in texts(position, 0)
    position = Table().gone("PC").discards().at_turn()
    assert "draw PC" not in texts(playing(position, "1 researcher field-test"), 0)


def test_cards_in_hand_are_hidden_and_cost_nothing() -> None:
    """ALPAC-8: others see how many of each back; there is no limit."""
    position = Table().hand(*[card.id for card in cards.ACTION_CARDS if card.table == "military"][:15]).at_turn()
    mine, yours = position.view(0)["table"]["tribes"][0], position.view(1)["table"]["tribes"][0]
    assert len(mine["hand"]) == 16
    assert yours["hand"] is None
    assert yours["hand_sizes"] == {"MD": 15, "PC": 0, "BP": 0, "AT": 0, "starter": 1}
    assert mine["points"]["total"] == 0


# ---- Set-up ----


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_laid_out(players: int) -> None:
    """ALPAC-9: age tiles, the New Days, four decks, and a market for this player count with age I on top."""
    state = ALPACALYPSE.new(players, seed=5).state
    assert [int(cards.TILE_AGE[tile]) for tile in state.age_tile] == [1, 2, 3]
    assert sorted(state.day_order.tolist()) == list(range(10))
    assert state.deck_left.tolist() == [20, 20, 19, 20]
    market = [item for item in state.market_order.tolist() if item != -1]
    ages = [1] * 3 * players + [2] * 3 * players + [3] * 4 * players
    wanted = [(age, item) for item, age, least in cards.MARKET_DECK.tolist() if least <= players]
    assert sorted(zip(ages, market, strict=True)) == sorted(wanted)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_each_tribe_begins_with(players: int) -> None:
    """ALPAC-10: blessing, one building, one starter card."""
    position = ALPACALYPSE.new(players, seed=2)
    tribes = {tribe.id: tribe for tribe in cards.TRIBES}
    seen = [seat["tribe"] for seat in position.view(None)["table"]["tribes"]]
    assert len(set(seen)) == players
    for seat, told in enumerate(position.view(None)["table"]["tribes"]):
        tribe = tribes[told["tribe"]]
        wanted = dict.fromkeys(GOODS, 0)
        for step in tribe.blessing:
            wanted[step.choices[0]] += step.amount
        assert told["goods"] == wanted
        assert told["buildings"] == [tribe.built]
        assert told["hand_sizes"] == {"MD": 0, "PC": 0, "BP": 0, "AT": 0, "starter": 1}
        assert len(position.view(seat)["table"]["tribes"][seat]["hand"]) == 1


def test_tribes_are_chosen_in_player_order() -> None:
    """ALPAC-10: with the option; a tribe is taken once."""
    position = ALPACALYPSE.new(3, seed=1, tribes="chosen")
    order = position.view(None)["table"]["order"]
    assert position.awaited == (order[0],)
    position = position.play(order[0], "tribe peru")
    assert position.awaited == (order[1],)
    assert "tribe peru" not in texts(position, order[1])
    with pytest.raises(IllegalError):
        position.play(order[1], "tribe peru")
    position = position.play(order[1], "tribe kenya").play(order[2], "tribe iceland")
    assert position.view(None)["table"]["phase"] == "event"
    assert goods(position, order[1]) == {"coin": 2, "soldier": 1, "worker": 1, "material": 1}


def test_pawns_start_on_0_and_two_players_meet_a_dummy() -> None:
    """ALPAC-11: it stands on 6 of every track."""
    for players in (2, 3):
        told = ALPACALYPSE.new(players, seed=1).view(None)["table"]
        assert told["tracks"] == {track: [0] * players for track in TRACKS}
        assert told["dummy"] == (6 if players == 2 else None)


def test_a_random_first_player_and_three_ages() -> None:
    """ALPAC-12: rounds 1 to 3, 4 to 6, 7 to 10."""
    assert {int(ALPACALYPSE.new(4, seed=seed).state.first) for seed in range(40)} == {0, 1, 2, 3}
    ages = [Table(lap=lap).at_turn().view(None)["table"]["age"] for lap in range(1, 11)]
    assert ages == [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]


# ---- Event phase ----


def test_responses_are_open_and_in_player_order() -> None:
    """ALPAC-13: from the first player on; who was sent is seen at once."""
    set_up = Table(3).day("asteroids")
    set_up.state.first = 0
    position = set_up.at_dawn()
    for seat in range(3):
        assert position.awaited == (seat,)
        assert texts(position, seat) == {"send", "stay"}
        position = position.play(seat, "stay" if seat == 1 else "send")
        told = position.view(None)["table"]
        if seat < 2:
            assert told["new_day"]["met"][seat] == ("failed" if seat == 1 else "passed")
    assert position.state.spot[0, 3] == table.AT_EVENT


def test_a_building_answers_without_a_responder() -> None:
    """ALPAC-13: the Giant Laser meets the Asteroids; nobody is asked, and it helps on no other day."""
    position = Table().day("asteroids").done("giant-laser", seat=1).at_dawn().play(0, "send")
    assert position.view(None)["table"]["phase"] == "bids"
    assert position.state.spot[1].tolist() == [0] * 5
    assert goods(position, 1) == {"material": 1}
    other_day = Table().day("tax-day").done("giant-laser", seat=1).at_dawn().play(0, "send")
    assert other_day.awaited == (1,)


def test_penalty_for_those_who_fail_and_a_bonus_if_all_pass() -> None:
    """ALPAC-14: Asteroids cost two Tech; they bring a material if every tribe passes."""
    start = Table().day("asteroids").at_dawn()
    mixed = playing(start, "1 send", "2 stay")
    assert pawns(mixed)["tech"] == 0
    assert pawns(mixed, 1)["tech"] == -2
    assert goods(mixed) == goods(mixed, 1) == {}
    together = playing(start, "1 send", "2 send")
    assert goods(together) == goods(together, 1) == {"material": 1}


# ---- Market ----


def test_the_market_is_a_card_for_each_player_and_the_token() -> None:
    """ALPAC-15"""
    for players in (2, 5):
        told = Table(players).at_bids().view(None)["table"]["market"]
        assert len(told["stalls"]) == players
        assert told["token"] == {"taken_by": None}
    position = playing(Table().market("barn-sale", "two-at-a-time").at_bids(), "1 bid W", "2 bid W")
    assert texts(position, 0) == {"take barn-sale", "take two-at-a-time", "take token"}


def test_bids_are_secret_final_and_made_at_once() -> None:
    """ALPAC-16: both may bid at any time, and nobody sees anything of it before all are in."""
    position = Table().goods(coin=3).at_bids()
    assert position.awaited == (0, 1)
    one = position.play(0, "bid WL+3")
    assert one.awaited == (1,)
    assert one.view(1) == position.play(0, "no bid").view(1)
    assert one.view(0)["table"]["bids"]["own"] == {"members": ["warrior", "leader"], "coins": 3}
    both = one.play(1, "no bid")
    assert both.view(1)["table"]["bids"]["shown"][0] == {"members": ["warrior", "leader"], "coins": 3, "strength": 14}
    assert goods(both) == {}
    assert both.state.spot[0].tolist() == [table.AT_MARKET, 0, 0, 0, table.AT_MARKET]


def test_a_bid_needs_a_member_that_is_free() -> None:
    """ALPAC-16, ALPAC-3: coins alone are no bid."""
    position = Table().goods(coin=9).busy("warrior").at_bids()
    assert not {text for text in texts(position, 0) if "W" in text}
    refusal = position.why_not(0, "bid W+1")
    assert refusal is not None
    assert refusal.clause == "ALPAC-3"
    refusal = position.why_not(0, "bid F+10")
    assert refusal is not None
    assert refusal.clause == "ALPAC-16"


def test_the_strongest_takes_first_and_once_more_at_the_end() -> None:
    """ALPAC-17, ALPAC-18: three bidders, four items."""
    set_up = Table(3).market("barn-sale", "two-at-a-time", "architect").goods(seat=1, coin=1)
    position = playing(set_up.at_bids(), "1 bid W", "2 bid R+1", "3 bid L")  # 4, 5, 7
    assert position.awaited == (2,)
    position = playing(position, "3 take token")
    assert position.awaited == (1,)
    position = playing(position, "2 take architect")
    assert position.awaited == (0,)
    position = playing(position, "1 take two-at-a-time")
    assert goods(position, 2) == {"soldier": 1, "coin": 1, "worker": 1, "material": 1}
    assert position.view(None)["table"]["phase"] == "action"


def test_tied_bids_go_by_the_lower_board_number() -> None:
    """ALPAC-17: Peru is 3, Kenya 4, Iceland 2."""
    position = playing(Table(3).at_bids(), "1 bid L", "2 bid L", "3 bid L")
    assert position.awaited == (2,)
    position = position.play(2, "take token")
    assert position.awaited == (0,)


def test_an_artifact_wins_tied_bids() -> None:
    """ALPAC-17, ALPAC-62: the Long Scarf of Justice, which adds one to the bid as well."""
    position = playing(Table().kept("long-scarf-of-justice", seat=1).goods(coin=1).at_bids(), "1 bid L+1", "2 bid L")
    assert position.view(None)["table"]["bids"]["shown"][1]["strength"] == 8
    assert position.awaited == (1,)


def test_what_nobody_takes_is_discarded() -> None:
    """ALPAC-18: one bidder takes two items of four, the rest is gone."""
    position = playing(
        Table(3).market("barn-sale", "two-at-a-time", "architect").at_bids(), "1 bid W", "2 no bid", "3 no bid"
    )
    position = playing(position, "1 take barn-sale, take architect")
    told = position.view(None)["table"]["market"]
    assert {stall["card"]: stall["taken_by"] for stall in told["stalls"]} == {
        "barn-sale": 0,
        "two-at-a-time": None,
        "architect": 0,
    }
    assert {"barn-sale", "two-at-a-time"} <= set(told["discards"])
    assert "architect" not in told["discards"]


def test_the_token_makes_the_first_player() -> None:
    """ALPAC-19: clockwise from its taker; if nobody takes it, or nobody bids, the order stays."""
    start = Table(3).market("barn-sale", "two-at-a-time", "architect").at_bids()
    taken = playing(start, "1 no bid", "2 bid W", "3 no bid", "2 take token, take architect")
    assert taken.view(None)["table"]["order"] == [1, 2, 0]
    assert taken.awaited == (1,)
    left = playing(start, "1 no bid", "2 bid W", "3 no bid", "2 take barn-sale, take architect")
    assert left.awaited == (0,)
    nobody = playing(start, "1 no bid", "2 no bid", "3 no bid")
    assert nobody.awaited == (0,)
    assert nobody.view(None)["table"]["market"]["token"] == {"taken_by": None}


def test_what_is_kept_and_what_is_resolved_in_the_clean_up() -> None:
    """ALPAC-20"""
    start = Table(3, lap=5).market("crown-of-wonder", "good-press", "mercenary")
    position = playing(start.at_bids(), "1 bid L", "2 bid W", "3 bid W", "1 take crown-of-wonder", "2 take mercenary")
    assert position.view(None)["table"]["tribes"][1]["kept"] == []
    position = playing(position, "3 take good-press")
    told = position.view(None)["table"]
    assert (told["phase"], told["choice"]["kind"]) == ("clean-up", "tile")
    position = playing(position, "1 tile golden-roof")
    told = position.view(None)["table"]
    assert told["tribes"][0]["wonder_tiles"] == ["golden-roof"]
    assert len(told["wonder_tiles"]) == 7
    position = playing(position, "3 track wealth")
    assert position.view(None)["table"]["tribes"][1]["kept"] == ["mercenary"]
    assert pawns(position, 2)["wealth"] == 2
    assert position.view(None)["table"]["tribes"][2]["kept"] == []


def test_ids_of_the_tables_are_used_in_the_notation() -> None:
    """ALPAC-62, ALPAC-63"""
    assert (
        ALPACALYPSE.notation.read_action(Table().at_turn(), 0, "Take TWO-at-a-time")
        == actions.ITEM_FROM + ITEM["two-at-a-time"]
    )
    assert (
        ALPACALYPSE.notation.read_action(Table().at_turn(), 0, "keep torpedos") == actions.KEEP_FROM + CARD["torpedos"]
    )
