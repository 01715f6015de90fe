"""What is told of The Alpacalypse, and to whom."""

from __future__ import annotations

import random

import pytest

from alcove import Position
from alcove.games.alpacalypse import cards, table
from alcove.kernel.story import tell
from alcove.kernel.text import Text
from tests.games.alpacalypse.scenes import (
    at_bids,
    at_dawn,
    at_last_turn,
    at_market,
    at_start,
    at_turn,
    complete,
    number_of,
    play,
    position_of,
)

OWNER, OTHER, SPECTATOR = 0, 1, None
AGES = ("first-steps", "busy-years", "last-banner-standing")


def told(position: Position, choice: str, seat: int = 0, viewer: int | None = OWNER, language: str = "en") -> list[str]:
    index = number_of(choice)
    assert index in position.legal_indices(seat)
    after = position.play_legal(seat, index)
    texts = tell(position, after, seat, position.action(seat, index), viewer)
    return [text.of(language) for text in texts]


def test_completing_tells_the_price_and_the_reward() -> None:
    """ALPAC-30: in one line for the tribe."""
    position = play(at_turn(hand=["torpedos"]), "go leadership")
    assert told(position, "complete torpedos") == [
        "Red completes Torpedos.",
        "Red: −1 soldier, −1 material, +1 Might (now 0), +1 Wealth (now 0).",
    ]
    assert told(position, "complete torpedos", viewer=OTHER, language="de") == [
        "Rot vollendet Torpedos.",
        "Rot: −1 Soldat, −1 Baustoff, +1 Macht (jetzt 0), +1 Wohlstand (jetzt 0).",
    ]


@pytest.mark.parametrize(
    ("viewer", "what"), [(OWNER, "The Wheel, Again"), (OTHER, "1 AT"), (SPECTATOR, "1 AT")], ids=str
)
def test_a_drawn_card_is_named_to_its_owner_only(viewer: int | None, what: str) -> None:
    """ALPAC-8: the others see its back."""
    position = play(at_turn(), "go field-test")
    assert told(position, "draw AT", viewer=viewer) == [f"Red draws {what}."]


def test_three_drawn_cards_and_the_one_that_is_kept() -> None:
    """ALPAC-8, ALPAC-24: the two others go face up to the discards."""
    position = play(at_turn(), "go MD")
    assert told(position, "draw MD") == ["Red draws three cards: Spit Volley, Night Patrol, Border Hedge."]
    assert told(position, "draw MD", viewer=OTHER) == ["Red draws three cards: MD."]
    position = play(position, "draw MD")
    assert told(position, "keep night-patrol") == ["Red keeps Night Patrol and discards Spit Volley and Border Hedge."]
    assert told(position, "keep night-patrol", viewer=SPECTATOR) == [
        "Red keeps one card and discards Spit Volley and Border Hedge."
    ]


def test_a_scavenged_card_was_seen_by_all() -> None:
    """ALPAC-8, ALPAC-23"""
    position = play(at_turn(discards=["caravan", "torpedos"]), "go scavenge")
    for viewer in (OWNER, OTHER):
        assert told(position, "scavenge caravan", viewer=viewer) == ["Red takes Caravan of Caravans from the discards."]


def test_a_bid_is_secret_until_all_are_in() -> None:
    """ALPAC-16, ALPAC-17"""
    position = at_bids()
    assert told(position, "bid WL+2") == ["Red bids Warrior, Leader, 2 coins."]
    assert told(position, "no bid", language="de") == ["Rot bietet nichts."]
    for viewer in (OTHER, SPECTATOR):
        assert told(position, "bid WL+2", viewer=viewer) == ["Red has bid."]
        assert told(position, "no bid", viewer=viewer) == ["Red has bid."]
    position = play(position, "bid WL+2, 2: bid L")
    assert told(position, "no bid", seat=2, viewer=SPECTATOR) == [
        "Green has bid.",
        "The bids: Red: 13 (Warrior, Leader, 2 coins); Blue: 7 (Leader); Green: nothing.",
    ]


def test_without_any_bid_the_action_phase_begins() -> None:
    """ALPAC-19"""
    assert told(play(at_bids(), "no bid, 2: no bid"), "no bid", seat=2, viewer=2) == [
        "Green bids nothing.",
        "The bids: Red: nothing; Blue: nothing; Green: nothing.",
        "Red begins the Action phase.",
    ]


def test_taking_from_the_market() -> None:
    """ALPAC-17, ALPAC-20"""
    position = at_market("barn-sale")
    assert told(position, "item barn-sale")[:2] == [
        "Red takes Barn Sale.",
        "Red: +1 soldier, +1 coin, +1 worker, +1 material.",
    ]
    assert told(position, "token", language="de")[0] == "Rot nimmt den Startspielstein."


def test_a_wonder_tile_is_chosen_openly() -> None:
    """ALPAC-20"""
    position = at_market("gift-shop")
    assert told(position, "item gift-shop", viewer=OTHER) == ["Red takes Gift Shop."]
    assert told(play(position, "item gift-shop"), "tile golden-roof")[0] == "Red takes the wonder tile Golden Roof."


def test_bonus_actions_and_the_end_of_a_turn() -> None:
    """ALPAC-34, ALPAC-48: granted, begun, and the turn that somebody ends."""
    position = at_turn(kept=["second-wind", "rush-job"], hand=["torpedos"])
    assert told(position, "play second-wind") == [
        "Red plays Second Wind.",
        "Red: +1 diplomacy cube.",
        "Red will have a bonus action after the second turns.",
    ]
    acted = play(position, "play second-wind, go resources, take coin, take coin")
    assert told(acted, "pass", language="de") == ["Rot beendet den Zug."]
    last = play(acted, "pass, 2: pass, 3: pass, 1: pass, 2: pass")
    assert told(last, "pass", seat=2) == ["Green passes.", "Red takes a bonus action now."]


def test_a_new_day_that_not_all_pass() -> None:
    """ALPAC-13, ALPAC-14: told when the last one has decided, with what it costs."""
    position = at_dawn("asteroids")
    assert told(position, "send") == ["Red sends the Researcher."]
    position = play(position, "send, 2: stay")
    lines = told(position, "send", seat=2)
    assert lines[:3] == [
        "Green sends the Researcher.",
        "Not passed: Blue. −2 Tech.",
        "Blue: −2 Tech (now −2).",
    ]
    assert lines[3].startswith("On the market: ")


def test_a_new_day_that_all_pass() -> None:
    """ALPAC-14"""
    position = play(at_dawn("asteroids"), "send, 2: send")
    lines = told(position, "send", seat=2, language="de")
    assert lines[:3] == [
        "Grün schickt: Forscherin.",
        "Alle Stämme haben bestanden: Nimm 1 Baustoff.",
        "Grün: +1 Baustoff.",
    ]


def test_a_building_that_answers_is_told() -> None:
    """ALPAC-13"""
    row = at_dawn("asteroids").copy_row()
    complete(row[0], 1, "giant-laser")
    assert told(position_of(row), "stay") == ["Red sends nobody.", "Blue passes thanks to Giant Laser."]


def test_members_assistants_trots_and_abilities() -> None:
    """ALPAC-21, ALPAC-32, ALPAC-33, ALPAC-34"""
    position = at_turn(kept=["accountant", "rush-job"], hand=["torpedos"])
    assert told(position, "go resources") == ["Red sends the Financier to Resources."]
    assert told(position, "help resources") == ["Red sends the Accountant to Resources."]
    assert told(position, "play rush-job") == ["Red plays Rush Job."]
    assert told(position, "pass") == ["Red passes."]
    assert told(play(position, "play rush-job"), "pass") == ["Red leaves it at that."]
    row = at_turn(goods=0).copy_row()
    row[0].spot[1, 4] = table.ON_SPACE + cards.SPACES.index("diplomacy")
    assert told(position_of(row), "trot leader") == [
        "Red sends the Leader on the Trot of Shame.",
        "Red: +1 coin.",
    ]


def test_choices_within_an_effect() -> None:
    """A line for each, never an empty one."""
    position = play(at_turn(done=["hoof-press"], hand=["guest-barn"]), "go leadership, complete guest-barn")
    assert told(position, "spare material")[0] == "Red has to pay 1 material less."
    assert told(play(at_turn(), "go production"), "build palace") == [
        "Red builds: Palace.",
        "Red: −1 soldier, −2 workers.",
    ]
    position = play(at_last_turn(done=["soup-kitchen"]), "3: pass")
    assert told(position, "trade")[0] == "Red accepts the trade."
    assert told(play(at_turn(), "go resources"), "take coin") == ["Red: +1 coin."]


def test_milestones_and_age_bonuses() -> None:
    """ALPAC-41, ALPAC-43"""
    row = at_turn(hand=["torpedos"], done=["spit-volley", "night-patrol"], ages=AGES).copy_row()
    row[0].milestone[0] = table.NONE
    row[0].age_done[0, 0] = 1
    position = play(position_of(row), "go leadership")
    assert told(position, "complete torpedos")[2:] == [
        "Red reaches a milestone: Three Military Deployments.",
        "Red has the age bonus First Steps.",
    ]


def test_the_end_of_a_round() -> None:
    """ALPAC-36, ALPAC-39, ALPAC-40: what the wonders gave, what was produced, and the next New Day."""
    row = at_last_turn(wonder=True, built=("palace", "factory"), lap=3).copy_row()
    row[0].day_order[3] = 1
    lines = told(position_of(row), "pass", seat=2)
    assert lines == [
        "Green passes.",
        "Red: +1 Culture (now 0).",
        "Production: Red: 1 coin, 1 material.",
        "Round 4, age II. A New Day: Asteroids. Asked for: Researcher.",
    ]


def test_the_end_of_the_game() -> None:
    """ALPAC-44, ALPAC-47"""
    position = at_last_turn(lap=10, pawns=2)
    lines = told(position, "pass", seat=2)
    assert lines[-2] == "Final score: Red: 32, Blue: 28, Green: 0."
    assert lines[-1] == position.game.reasons["most-points"].en


def test_choosing_a_tribe() -> None:
    """ALPAC-10"""
    assert told(at_start(), "tribe kenya") == [
        "Red leads the tribe Kenya.",
        "Red: +1 soldier, +2 coins, +1 worker, +1 material.",
    ]


def both_languages(texts: list[Text]) -> bool:
    return all(text.en.strip() and text.de.strip() and "{" not in text.en + text.de for text in texts)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_action_of_a_game_is_told_to_everybody(players: int) -> None:
    """At least one sentence for each action, in both languages, whoever looks."""
    rng = random.Random(players)
    position = at_start().game.new(players=players, seed=players, tribes="chosen")
    while not position.over:
        seat = position.awaited[0]
        index = rng.choice(position.legal_indices(seat))
        after = position.play_legal(seat, index)
        for viewer in (seat, (seat + 1) % players, None):
            texts = tell(position, after, seat, position.action(seat, index), viewer)
            assert texts
            assert both_languages([line.text for line in texts])
        position = after
