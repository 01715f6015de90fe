"""The Alpacalypse where a rule ends, after the market: spaces, turns, resolution, milestones, ages and the score."""

from __future__ import annotations

import pytest

from alcove.games.alpacalypse import table
from tests.games.alpacalypse.tables import TILE, Table, goods, passing, pawns, playing, texts, told

EVERYBODY = ("warrior", "financier", "builder", "researcher", "leader")
RESOURCES = "financier resources: gain coin, gain coin"

# ---- Spaces


def test_an_assistant_fills_the_second_place() -> None:
    """ALPAC-22, ALPAC-33: with four players; on the full space another assistant takes no place."""
    start = Table(4).on("resources", seat=1).kept("accountant").kept("accountant", seat=2)
    filled = playing(start.at_turn(), f"1 {RESOURCES.replace('financier', 'assistant')}", "2 pass")
    assert "financier resources" not in texts(filled, 2)
    after = playing(filled, f"3 {RESOURCES.replace('financier', 'assistant')}")
    assert told(after)["spaces"][2]["occupants"] == [{"seat": 1, "by": "financier"}, {"seat": 0, "by": "assistant"}]


@pytest.mark.parametrize(
    ("assistant", "space", "card"),
    [
        ("mercenary", "MD", "torpedos"),
        ("accountant", "PC", "suri-silk"),
        ("architect", "BP", "town-square"),
        ("lab-tech", "AT", "the-wheel-again"),
        ("chancellor", "leadership", "torpedos"),
    ],
)
def test_assistants_complete_cards_too(assistant: str, space: str, card: str) -> None:
    """ALPAC-24, ALPAC-29, ALPAC-33: on the other space of their role, with the member at home or not."""
    for busy in ((), EVERYBODY):
        start = Table(3).rich().hand(card).kept(assistant).on(space).busy(*busy).at_turn()
        position = playing(start, f"1 assistant {space}: complete {card}")
        assert card in told(position)["tribes"][0]["completed"]
        assert told(position)["tribes"][0]["kept"] == []
        assert position.state.spot[0].tolist() == ([table.AT_MARKET] * 5 if busy else [table.HOME] * 5)
        assert position.awaited == (1,)


def test_who_has_an_assistant_may_still_trot() -> None:
    """ALPAC-32, ALPAC-33: the Accountant finds room where the Financier does not."""
    start = Table(3).on("resources", seat=1).on("PC", seat=2).kept("accountant").at_turn()
    assert {text for text in texts(start, 0) if "resources" in text or "PC" in text or "financier" in text} == {
        "financier trot",
        "assistant resources",
        "assistant PC",
    }


def test_a_trot_is_the_action_of_a_turn() -> None:
    """ALPAC-21, ALPAC-32"""
    start = Table(3).on("diplomacy", seat=1).at_turn()
    position = playing(start, "1 leader trot")
    assert position.awaited == (1,)
    assert "leader trot" not in texts(playing(position, "2 pass", "3 pass"), 0)


def test_only_a_space_completes_a_starter() -> None:
    """ALPAC-31: a Rush Job completes an action card, which a starter is not."""
    start = Table().rich().starter("cousin-at-court").hand("torpedos").kept("rush-job").at_turn()
    assert texts(playing(start, "1 play rush-job"), 0) == {"complete torpedos", "pass"}


# ---- Two At A Time


def test_the_next_round_has_two_turns_again() -> None:
    """ALPAC-21, ALPAC-34: who acted last, and how often, is forgotten."""
    start = Table(2).kept("two-at-a-time").day("tax-day").at_turn()
    position = playing(start, "1 play two-at-a-time", f"1 {RESOURCES}", "1 pass", "2 pass", "1 pass", "2 pass")
    assert told(position)["round"] == 3
    position = playing(position, "1 stay", "2 stay", "1 no bid", "2 no bid")
    seats = []
    while told(position)["phase"] == "action":
        seats.append(position.awaited[0])
        position = position.play(seats[-1], "pass")
    assert seats == [0, 1, 0, 1]


def test_two_actions_in_the_first_turn_of_the_next_round() -> None:
    """ALPAC-34: the last actions of a round and the first of the next do not follow each other."""
    start = Table().kept("two-at-a-time").at_turn(second=True)
    position = playing(start, f"1 {RESOURCES}, pass", "2 pass", "1 stay", "2 stay", "1 no bid", "2 no bid")
    assert position.awaited == (0,)
    position = playing(position, "1 play two-at-a-time")
    assert told(position)["turn"]["actions"] == 2


def test_two_at_a_time_ends_with_the_turn() -> None:
    """ALPAC-34: who passes gives up both actions."""
    position = playing(Table().kept("two-at-a-time").at_turn(), "1 play two-at-a-time, pass")
    assert position.awaited == (1,)
    assert told(passing(position))["round"] == 3


# ---- Resolution


def test_the_steps_of_the_resolution_phase() -> None:
    """ALPAC-36, ALPAC-37, ALPAC-38, ALPAC-39: step by step, each in player order; production comes last."""
    start = Table(lap=8).first(1)
    start.done("tribal-wonder", "guest-barn").pawns(0, culture=12).kept("time-capsule")
    start.done("tribal-wonder", "chewed-library", seat=1).pawns(1, wealth=12).goods(seat=1, coin=1)
    start.state.tile_owner[[TILE["hanging-salad"], TILE["thinking-chair"]]] = 0, 1
    position, asked = passing(start.at_turn(seat=0, second=True)), []
    while told(position)["phase"] == "resolution":
        choice = told(position)["choice"]
        asked.append((choice["seat"], choice["source"]["id"]))
        assert goods(position).get("worker", 0) == 0, "nothing is produced yet"
        wanted = {"gain material", "draw AT", "pass"} & texts(position, choice["seat"])
        position = position.play(choice["seat"], wanted.pop())
    assert asked == [
        (1, "kenya"),
        (0, "peru"),
        (1, "thinking-chair"),
        (0, "hanging-salad"),
        (0, "hanging-salad"),
        (1, "chewed-library"),
        (0, "guest-barn"),
        (0, "time-capsule"),
    ]
    assert goods(position) == {"material": 5, "worker": 1}


def test_a_wonder_moves_over_a_shield() -> None:
    """ALPAC-5, ALPAC-36: which is a step like any other."""
    position = passing(Table().done("tribal-wonder").pawns(culture=3).at_turn())
    assert texts(position, 0) == {"gain soldier", "gain coin", "gain worker", "gain material"}
    assert pawns(position)["culture"] == 4


def test_who_gets_to_12_first_keeps_the_other_away() -> None:
    """ALPAC-6, ALPAC-36: both wonders move on Culture, in player order."""
    start = Table(5).first(4).pawns(0, culture=11).pawns(4, culture=11)
    start.done("tribal-wonder").done("tribal-wonder", seat=4)
    position = passing(start.at_turn(seat=3, second=True))
    assert (pawns(position, 4)["culture"], pawns(position)["culture"]) == (12, 11)
    assert position.awaited == (0,)
    assert position.state.milestone[table.MILESTONE_TOP] == 4


# ---- Milestones


@pytest.mark.parametrize(
    ("number", "done", "last"),
    [
        (0, ("torpedos",), "spit-volley"),
        (1, ("caravan",), "suri-silk"),
        (2, ("giant-laser",), "town-square"),
        (3, ("solar-panels",), "the-wheel-again"),
        (0, ("torpedos", "night-patrol"), "suri-silk"),
        (4, ("torpedos", "caravan"), "the-wheel-again"),
        (4, ("torpedos", "caravan", "suri-silk"), "the-wheel-again"),
    ],
)
def test_one_card_too_few_for_a_milestone(number: int, done: tuple[str, ...], last: str) -> None:
    """ALPAC-41: three of a kind, and all four kinds, no fewer."""
    position = playing(Table().rich().done(*done).hand(last).at_turn(), f"1 leader leadership: complete {last}")
    assert position.state.milestone[number] == table.NONE
    assert (position.state.milestone == table.NONE).all()


def test_a_starter_is_no_card_for_a_milestone() -> None:
    """ALPAC-31, ALPAC-41: two MDs and a starter are not three MDs."""
    start = Table().rich().done("torpedos", "night-patrol").starter("cousin-at-court").at_turn()
    position = playing(start, "1 warrior MD: complete cousin-at-court, gain coin")
    assert (position.state.milestone == table.NONE).all()


def test_three_buildings_and_space_11_are_too_few() -> None:
    """ALPAC-41: all four, and 12."""
    three = playing(Table().rich().built("palace", "labor-union").at_turn(), "1 builder production: build barracks")
    assert three.state.built[0].sum() == 3
    assert (three.state.milestone == table.NONE).all()
    start = Table().rich().pawns(might=9).hand("spit-volley").at_turn()
    eleven = playing(start, "1 warrior MD: complete spit-volley")
    assert pawns(eleven)["might"] == 11
    assert (eleven.state.milestone == table.NONE).all()


def test_two_milestones_at_once() -> None:
    """ALPAC-41: the third MD, and a pawn on 12; what belongs to another tribe stays there."""
    start = Table().rich().done("torpedos", "night-patrol", "caravan", "giant-laser", "solar-panels").pawns(might=10)
    start.state.milestone[table.MILESTONE_ALL_KINDS] = 1
    both = playing(start.hand("spit-volley").at_turn(), "1 warrior MD: complete spit-volley")
    assert both.state.milestone.tolist() == [0, -1, -1, -1, 1, 0, -1]


# ---- Ages


def test_a_new_age_counts_anew() -> None:
    """ALPAC-12, ALPAC-43: after round 3 and after round 6; cards, buildings, New Days and where the pawns stand."""
    for lap in range(1, 10):
        set_up = Table(lap=lap).pawns(might=3)
        set_up.state.age_done[0], set_up.state.age_built[0], set_up.state.age_passed[0] = 1, 1, 2
        set_up.state.age_pawn[0] = 0
        state = passing(set_up.at_turn(seat=1, second=True)).state
        assert state.lap == lap + 1
        counts = [state.age_done[0].sum(), state.age_built[0], state.age_passed[0], state.age_pawn[0, 0]]
        assert counts == ([0, 0, 0, 3] if lap in (3, 6) else [4, 1, 2, 0]), f"after round {lap}"


def test_a_bonus_is_for_every_tribe_and_only_in_its_age() -> None:
    """ALPAC-43: the second tribe has it already; in age II the tile of age I is closed."""
    for lap, bonus in ((3, [1, 1]), (4, [0, 1])):
        start = Table(lap=lap).rich().ages("first-steps", "golden-age", "deep-pockets").hand("torpedos")
        start.state.age_done[0, 1] = 1
        start.state.age_bonus[1, 0] = 1
        after = playing(start.at_turn(), "1 warrior MD: complete torpedos")
        assert after.state.age_bonus[:2, 0].tolist() == bonus


def test_a_starter_counts_for_no_age() -> None:
    """ALPAC-31, ALPAC-43: First Steps asks for two action cards."""
    start = Table().rich().ages("first-steps", "golden-age", "deep-pockets").starter("cousin-at-court")
    position = playing(start.hand("torpedos").at_turn(), "1 warrior MD: complete cousin-at-court, gain coin", "2 pass")
    after = playing(position, "1 leader leadership: complete torpedos, pay own")
    assert told(after)["tribes"][0]["completed"] == ["torpedos", "cousin-at-court"]
    assert after.state.age_bonus[0, 0] == 0


def test_a_building_that_answers_passes_the_day() -> None:
    """ALPAC-13, ALPAC-43: Good Citizens count it."""
    start = Table(lap=3).day("asteroids").done("giant-laser", seat=1)
    start.state.age_passed[1] = 2
    assert playing(start.at_dawn(), "1 stay").state.age_bonus[1, 0] == 1


def test_the_third_bonus_is_looked_at_when_the_game_ends() -> None:
    """ALPAC-43: whoever has the most before has nothing yet."""
    start = Table(lap=9).ages("first-steps", "golden-age", "deep-pockets").rich().hand("torpedos").at_turn(second=True)
    position = passing(playing(start, "1 warrior MD: complete torpedos"))
    assert told(position)["round"] == 10
    assert not position.state.age_bonus.any()
    last = Table(3, lap=10).ages("first-steps", "golden-age", "deep-pockets").goods(coin=2)
    last.built("barracks").built("palace", seat=1).built("palace", seat=2).goods(seat=1, coin=1)
    end = passing(last.at_turn(seat=2, second=True))
    assert end.over
    assert end.state.age_bonus[:3, 2].tolist() == [1, 1, 0], "what the last round produces counts"


# ---- The end


def test_spaces_below_the_start_are_subtracted() -> None:
    """ALPAC-47: 8 points each and no cards; two spaces beat three less two."""
    start = Table(3, lap=10).pawns(0, might=2).pawns(1, wealth=3, tech=-2).kept("golden-bell", seat=1)
    outcome = passing(start.at_turn(seat=2, second=True)).outcome
    assert outcome is not None
    assert outcome.scores[:2] == (8, 8)
    assert (outcome.winners, outcome.reason) == ((0,), "most-spaces")


def test_cards_decide_before_spaces() -> None:
    """ALPAC-47: one completed card against five spaces more; of three that are tied, two are left."""
    start = Table(4, lap=10).pawns(0, might=1).pawns(1, wealth=6).pawns(2, tech=1)
    start.done("caravan").done("sock-empire", seat=2).ages("first-steps", "golden-age", "deep-pockets")
    start.built("barracks").built("barracks", seat=1).built("barracks", seat=2).built("barracks", seat=3)
    outcome = passing(start.at_turn(seat=3, second=True)).outcome
    assert outcome is not None
    assert outcome.scores == (8, 8, 8, 0)
    assert (outcome.winners, outcome.reason) == ((0, 2), "shared")
