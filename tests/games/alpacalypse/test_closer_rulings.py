"""Clauses that follow the rulebook more closely than our first reading of them did."""

from __future__ import annotations

import pytest

from alcove import Position
from alcove.games.alpacalypse import cards
from alcove.games.alpacalypse.vocabulary import ACT, BONUS_ACTION, STEP_NAMES
from alcove.kernel.story import tell
from alcove.kernel.text import Text
from tests.games.alpacalypse.tables import (
    AGE_TILE,
    ITEM,
    TILE,
    Table,
    goods,
    parts,
    passing,
    pawns,
    playing,
    texts,
    told,
)

RESOURCES = "financier resources: gain coin, gain coin"
EVERYBODY = ("warrior", "financier", "builder", "researcher", "leader")


def clause(position: Position, seat: int, text: str) -> str:
    refusal = position.why_not(seat, text)
    assert refusal is not None
    return refusal.clause


def story(position: Position, seat: int, text: str) -> list[Text]:
    action = position.action(seat, position.index_of(seat, text))
    return [line.text for line in tell(position, position.play(seat, action), seat, action, seat)]


# ---- Members


def test_no_card_calls_a_member_back() -> None:
    """ALPAC-3: there is not even a step for it."""
    assert "recall" not in STEP_NAMES
    start = Table().kept("second-wind", "all-hooves-on-deck").busy("leader").at_turn()
    for played in ("play second-wind", "play all-hooves-on-deck"):
        assert start.play(0, played).state.spot[0].tolist() == start.state.spot[0].tolist()


# ---- The clean-up


def test_items_are_obtained_when_all_have_selected() -> None:
    """ALPAC-20: the resources of the first bidder are not there while the second one still selects."""
    start = Table(3).market("barn-sale", "diplomatic-pouch", "gain-1-prestige").at_bids()
    position = playing(start, "1 bid L", "2 bid W", "3 no bid", "1 take barn-sale")
    assert (told(position)["phase"], goods(position)) == ("market", {})
    before = len(told(position)["market"]["discards"])
    position = playing(position, "2 take diplomatic-pouch")
    assert (goods(position), goods(position, 1)) == ({}, {})
    position = playing(position, "1 take token")
    assert goods(position) == {"soldier": 1, "coin": 1, "worker": 1, "material": 1}
    assert goods(position, 1) == {"cube": 2}
    assert told(position)["phase"] == "action"
    assert len(told(position)["market"]["discards"]) == before + 3


def test_the_clean_up_goes_by_the_order_of_the_bids() -> None:
    """ALPAC-20, ALPAC-6: the stronger bid obtains its step first, and then nobody else can stand on 12."""
    start = Table(3, lap=5).market("gain-1-prestige", "good-press", "mercenary").pawns(1, wealth=11).pawns(2, wealth=10)
    position = playing(start.at_bids(), "1 no bid", "2 bid W", "3 bid L", "3 take good-press", "2 take gain-1-prestige")
    position = playing(position, "3 take token")
    assert (position.awaited, told(position)["phase"]) == ((2,), "clean-up")
    position = playing(position, "3 track wealth")
    assert pawns(position, 2)["wealth"] == 12
    assert texts(position, 1) == {"track might", "track culture", "track tech"}


def test_two_items_of_one_bidder_come_as_they_lie() -> None:
    """ALPAC-20"""
    start = Table(2, lap=5).market("good-press", "crown-of-wonder").at_bids()
    position = playing(start, "1 bid L", "2 no bid", "1 take crown-of-wonder, take good-press")
    assert told(position)["choice"]["kind"] == "track"
    assert [frame["kind"] for frame in told(position)["stack"]] == ["obtain", "track"]
    assert told(playing(position, "1 track wealth"))["choice"]["kind"] == "tile"


def test_all_wonder_tiles_that_nobody_has_lie_open() -> None:
    """ALPAC-20: and any of them can be chosen."""
    assert told(Table().at_turn())["wonder_tiles"] == list(TILE)
    set_up = Table(2, lap=5).market("good-press", "crown-of-wonder")
    set_up.state.tile_owner[TILE["golden-roof"]] = 1
    position = playing(set_up.at_bids(), "1 bid L", "2 no bid", "1 take crown-of-wonder, take token")
    left = [name for name in TILE if name != "golden-roof"]
    assert texts(position, 0) == {f"tile {name}" for name in left}
    assert told(position)["wonder_tiles"] == left
    after = playing(position, f"1 tile {left[-1]}")
    assert told(after)["tribes"][0]["wonder_tiles"] == [left[-1]]
    assert told(after)["wonder_tiles"] == left[:-1]


# ---- Abilities


def test_an_ability_after_the_action() -> None:
    """ALPAC-34: the turn stays open, and the player ends it."""
    start = Table().rich().kept("rush-job").hand("torpedos").at_turn()
    acted = playing(start, f"1 {RESOURCES}")
    assert acted.awaited == (0,)
    assert texts(acted, 0) == {"play rush-job", "pass"}
    assert told(acted)["turn"] == {"seat": 0, "number": 1, "bonus": False, "actions": 0, "to_come": [1, 0, 1]}
    assert clause(acted, 0, "leader diplomacy") == "ALPAC-21"
    done = playing(acted, "1 play rush-job: complete torpedos")
    assert (done.awaited, told(done)["tribes"][0]["completed"]) == ((1,), ["torpedos"])
    assert playing(acted, "1 pass").awaited == (1,)


def test_an_ability_before_the_action() -> None:
    """ALPAC-34: the action is still to come."""
    start = Table().rich().kept("rush-job").hand("torpedos").at_turn()
    position = playing(start, "1 play rush-job: complete torpedos")
    assert "financier resources" in texts(position, 0)
    assert playing(position, f"1 {RESOURCES}").awaited == (1,)


def test_a_turn_without_abilities_ends_with_its_action() -> None:
    """ALPAC-34: an artifact or an assistant keeps no turn open."""
    assert playing(Table().kept("golden-bell", "architect").at_turn(), f"1 {RESOURCES}").awaited == (1,)


def test_the_second_turn_comes_after_two_at_a_time() -> None:
    """ALPAC-34: three actions in the round, two of them in the first turn."""
    position = playing(Table().kept("two-at-a-time").at_turn(), "1 play two-at-a-time")
    assert told(position)["turn"] == {"seat": 0, "number": 1, "bonus": False, "actions": 2, "to_come": [1, 0, 1]}
    position = playing(position, f"1 {RESOURCES}", "1 researcher field-test: draw MD, draw BP", "2 pass")
    assert position.awaited == (0,)
    assert "leader diplomacy" in texts(position, 0)


def test_two_at_a_time_after_the_action_of_a_turn() -> None:
    """ALPAC-34: 'taken in the same turn as another'; never a third one."""
    set_up = Table()
    set_up.state.kept[0, ITEM["two-at-a-time"]] = 2
    acted = playing(set_up.at_turn(), f"1 {RESOURCES}", "1 play two-at-a-time")
    assert clause(acted, 0, "play two-at-a-time") == "ALPAC-34"
    twice = playing(acted, "1 researcher field-test: draw MD, draw BP")
    assert twice.awaited == (1,)
    before = playing(set_up.at_turn(), "1 play two-at-a-time")
    assert clause(before, 0, "play two-at-a-time") == "ALPAC-34"


def test_a_turn_of_another_tribe_breaks_the_row() -> None:
    """ALPAC-34: even one that is passed, or that its tribe had nobody for."""
    set_up = Table(3).kept("two-at-a-time")
    set_up.busy(*EVERYBODY, seat=2)
    position = playing(set_up.at_turn(), f"1 {RESOURCES}, pass", "2 pass")
    assert position.awaited == (0,)
    assert "play two-at-a-time" in texts(position, 0)


def test_two_at_a_time_needs_somebody() -> None:
    """ALPAC-34: a free member or an assistant for each action that is open then."""
    nobody = Table().kept("two-at-a-time").busy("warrior", "builder", "researcher", "leader")
    assert clause(nobody.at_turn(), 0, "play two-at-a-time") == "ALPAC-34"
    helped = Table().kept("two-at-a-time", "architect").busy("warrior", "builder", "researcher", "leader")
    assert "play two-at-a-time" in texts(helped.at_turn(), 0)


def test_abilities_may_be_combined() -> None:
    """ALPAC-34, ALPAC-48: three in one turn, and the bonus action comes at the end."""
    set_up = Table().rich().kept("two-at-a-time", "second-wind", "rush-job").hand("torpedos")
    position = playing(set_up.at_turn(), "1 play two-at-a-time, play second-wind, play rush-job, complete torpedos")
    assert told(position)["tribes"][0]["bonus_actions"] == 1
    assert told(position)["turn"]["actions"] == 2
    assert told(position)["turn"]["to_come"] == [1, 0, 1, 0]


# ---- Bonus actions


def test_two_kinds_of_card_grant_a_bonus_action() -> None:
    """ALPAC-48: market cards, action cards, and a wonder tile."""
    granting = {
        card.table
        for deck in (cards.MARKET, cards.ACTION_CARDS, cards.WONDER_TILES)
        for card in deck
        if any(step.op == BONUS_ACTION for step in card.effect + card.resolution)
    }
    assert granting == {"market", "tech", "wonders"}
    assert [card.id for card in cards.MARKET if any(step.op == ACT for step in card.effect)] == ["two-at-a-time"]


def test_bonus_actions_come_after_the_second_turns_in_player_order() -> None:
    """ALPAC-48"""
    set_up = Table(3).first(1)
    set_up.state.bonus[:3] = [1, 0, 1]
    position = set_up.at_turn(seat=1)
    for seat in (1, 2, 0, 1, 2, 0):
        assert (position.awaited, told(position)["turn"]["bonus"]) == ((seat,), False)
        position = position.play(seat, "pass")
    assert (position.awaited, told(position)["turn"]["bonus"]) == ((2,), True)
    assert told(position)["turn"]["to_come"] == [0]
    position = playing(position, f"3 {RESOURCES}")
    assert position.awaited == (0,)
    assert told(playing(position, "1 pass"))["round"] == 3


def test_a_bonus_action_needs_somebody() -> None:
    """ALPAC-48: without a free member or an assistant it is lost."""
    alone = Table().busy(*EVERYBODY)
    alone.state.bonus[0] = 1
    assert told(passing(alone.at_turn()))["round"] == 3
    last = playing(alone.at_turn(), "1 pass", "2 pass")  # Red has no second turn either
    lost = story(last, 1, "pass")
    assert "Red loses a bonus action: there is nobody free to take it." in [text.en for text in lost]
    assert "Rot verliert eine Bonusaktion: Niemand ist dafür frei." in [text.de for text in lost]
    helped = Table().busy(*EVERYBODY).kept("accountant")
    helped.state.bonus[0] = 1
    position = playing(helped.at_turn(), "1 pass", "2 pass", "1 pass", "2 pass")
    assert texts(position, 0) == {"assistant resources", "assistant PC", "pass"}


def test_a_bonus_action_that_is_granted_and_lost_at_once_is_told_as_lost() -> None:
    """ALPAC-48: by the last action of the last turn, with everybody out."""
    granting = next(card.id for card in cards.ACTION_CARDS if any(step.op == BONUS_ACTION for step in card.effect))
    set_up = Table().rich(1).busy("warrior", "financier", "builder", "leader", seat=1).hand(granting, seat=1)
    position = playing(set_up.at_turn(seat=1, second=True), "2 researcher AT")
    said = [text.en for text in story(position, 1, f"complete {granting}")]
    assert told(position.play(1, f"complete {granting}"))["round"] == 3
    assert "Blue loses a bonus action: there is nobody free to take it." in said
    assert "Blue will have a bonus action after the second turns." not in said


def test_a_bonus_action_is_one_action() -> None:
    """ALPAC-48: an ability may follow, and no second action."""
    set_up = Table().kept("rush-job").hand("torpedos")
    set_up.state.bonus[0] = 1
    position = playing(set_up.at_turn(), "1 pass", "2 pass", "1 pass", "2 pass", f"1 {RESOURCES}")
    assert position.awaited == (0,)
    assert told(position)["turn"]["bonus"]
    assert clause(position, 0, "builder BP") == "ALPAC-48"
    first = playing(Table().kept("rush-job").hand("torpedos").at_turn(), f"1 {RESOURCES}")
    assert clause(first, 0, "builder BP") == "ALPAC-21"


def test_whoever_has_two_bonus_actions_takes_one_at_a_time() -> None:
    """ALPAC-48"""
    set_up = Table()
    set_up.state.bonus[:2] = [2, 1]
    position = playing(set_up.at_turn(), "1 pass", "2 pass", "1 pass", "2 pass")
    assert told(position)["turn"]["to_come"] == [1, 0]
    assert playing(position, "1 pass").awaited == (1,)
    assert playing(position, "1 pass", "2 pass").awaited == (0,)


def test_a_bonus_action_is_never_the_third_in_a_row() -> None:
    """ALPAC-34, ALPAC-48: right after two actions of the last turn it is lost."""
    set_up = Table().kept("two-at-a-time", seat=1)
    set_up.state.bonus[1] = 1
    position = playing(set_up.at_turn(seat=1, second=True), "2 play two-at-a-time", f"2 {RESOURCES}")
    after = playing(position, "2 researcher field-test: draw MD, draw BP")
    assert told(after)["round"] == 3
    last = playing(position, "2 researcher field-test: draw MD")
    lost = story(last, 1, "draw BP")
    assert [text.en for text in lost].count("Blue loses a bonus action: it would be the third action in a row.") == 1
    assert "Blau verliert eine Bonusaktion: Es wäre die dritte Aktion hintereinander." in [text.de for text in lost]
    one = playing(set_up.at_turn(seat=1, second=True), f"2 {RESOURCES}, pass")
    assert (one.awaited, told(one)["turn"]["bonus"]) == ((1,), True)
    assert clause(one, 1, "play two-at-a-time") == "ALPAC-34"


def test_a_bonus_action_of_the_resolution_phase_waits_for_the_next_round() -> None:
    """ALPAC-48, ALPAC-37: the Eternal Flock grants one in every round, once the wonder stands."""
    set_up = Table().done("tribal-wonder")
    set_up.state.tile_owner[TILE["eternal-flock"]] = 0
    after = passing(set_up.at_turn())
    assert told(after)["round"] == 3
    assert told(after)["tribes"][0]["bonus_actions"] == 1


# ---- The third age


@pytest.mark.parametrize(
    ("tile", "card", "others"),
    [
        ("last-banner-standing", "torpedos", ("spit-volley", "night-patrol")),
        ("grand-designs", "town-square", ("rather-large-gate", "neck-tower")),
    ],
)
def test_the_third_age_counts_what_was_completed_in_it(tile: str, card: str, others: tuple[str, str]) -> None:
    """ALPAC-43: one card of the age is more than two from before."""
    set_up = Table(lap=10).rich().ages("good-citizens", "busy-years", tile).hand(card).done(*others, seat=1)
    space = "warrior MD" if card == "torpedos" else "builder BP"
    position = playing(set_up.at_turn(), f"1 {space}: complete {card}")
    position = passing(position)
    assert position.over
    assert told(position)["ages"][2]["holders"] == [0]
    assert parts(position)["ages"] == 3


def test_the_third_age_looks_at_what_is_held_at_the_end() -> None:
    """ALPAC-43: coins and spaces, wherever they come from; tied tribes all have the bonus."""
    for tile, set_up in (
        ("deep-pockets", Table(3, lap=10).goods(coin=4).goods(1, coin=3).goods(2, coin=4).built().built(seat=2)),
        ("talk-of-the-world", Table(3, lap=10).pawns(might=3).pawns(1, tech=2).pawns(2, wealth=3)),
    ):
        assert tile in AGE_TILE
        end = passing(set_up.built(seat=1).ages("good-citizens", "busy-years", tile).at_turn())
        assert end.over
        assert told(end)["ages"][2]["holders"] == [0, 2]


# ---- Assistants


def test_five_kinds_of_assistant_by_five_names() -> None:
    """ALPAC-33, ALPAC-62: two cards of each, which are one and the same item."""
    kinds = {card.id: card.role for card in cards.MARKET if card.kind == "assistant"}
    assert kinds == {
        "mercenary": "warrior",
        "accountant": "financier",
        "chancellor": "leader",
        "architect": "builder",
        "lab-tech": "researcher",
    }
    assert all(len(card.places) == 2 for card in cards.MARKET if card.kind == "assistant")
    assert len(cards.MARKET_DECK) == 50


def test_two_cards_of_one_kind_in_one_market() -> None:
    """ALPAC-17, ALPAC-62: one choice, and two things to take."""
    start = Table(3, lap=8).market("chancellor", "chancellor", "festival").at_bids()
    position = playing(start, "1 bid L", "2 bid W", "3 no bid")
    assert texts(position, 0) == {"take chancellor", "take festival", "take token"}
    position = playing(position, "1 take chancellor", "2 take chancellor", "1 take token")
    assert [tribe["kept"] for tribe in told(position)["tribes"]] == [["chancellor"], ["chancellor"], []]
