"""The Alpacalypse, clause by clause: the action phase, the resolution phase, milestones and age bonuses."""

from __future__ import annotations

import pytest

from alcove import IllegalError, Position
from alcove.games.alpacalypse import cards, frames, table
from tests.games.alpacalypse.tables import TILE, Table, goods, hand, named, pawns, playing, texts

WHEEL = "1 researcher AT: complete the-wheel-again"
THREE_MD = ("torpedos", "spit-volley", "night-patrol")


def clause(position: Position, seat: int, text: str) -> str | None:
    refusal = position.why_not(seat, text)
    return refusal.clause if refusal else None


def to_resolution(position: Position) -> Position:
    """Everybody passes until the action phase is over."""
    while (
        position.state.phase == table.ACTION
        and position.state.stack[position.state.depth - 1, frames.OP] == frames.TURN
    ):
        position = position.play(position.awaited[0], "pass")
    return position


# ---- Turns and spaces ----


def test_two_turns_each_in_player_order() -> None:
    """ALPAC-21: a turn may be passed."""
    position, seats = Table(3).at_turn(), []
    while position.state.phase == table.ACTION:
        seats.append(position.awaited[0])
        position = position.play(position.awaited[0], "pass")
    assert seats == [0, 1, 2, 0, 1, 2]


def test_who_has_nobody_left_is_not_asked() -> None:
    """ALPAC-21, ALPAC-3"""
    position = Table().busy("warrior", "financier", "builder", "researcher", "leader", seat=1).at_turn()
    position = playing(position, "1 pass")
    assert position.awaited == (0,)
    assert position.view(None)["table"]["turn"]["number"] == 2


@pytest.mark.parametrize(("players", "room"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_capacity(players: int, room: int) -> None:
    """ALPAC-22: one member with two or three players, two with four or five."""
    set_up = Table(players).on("resources", seat=1)
    assert ("financier resources" in texts(set_up.at_turn(), 0)) == (room == 2)
    if room == 2:
        set_up.on("resources", seat=2)
    full = set_up.at_turn()
    assert "financier resources" not in texts(full, 0)
    assert clause(full, 0, "financier resources") == "ALPAC-22"


def test_an_artifact_makes_room() -> None:
    """ALPAC-22, ALPAC-62: Pointy Elbows ignore the capacity."""
    assert "financier resources" in texts(Table().on("resources").kept("pointy-elbows").at_turn(), 0)


def test_scavenge() -> None:
    """ALPAC-23: one card from any discard pile; everybody knows it."""
    start = Table().discards("torpedos", "caravan")
    asked = playing(start.at_turn(), "1 warrior scavenge")
    assert texts(asked, 0) == {"scavenge torpedos", "scavenge caravan"}
    after = playing(asked, "1 scavenge caravan")
    assert hand(after) == ["caravan"]
    assert after.view(1)["table"]["tribes"][0]["known"] == ["caravan"]
    assert after.view(1)["table"]["decks"]["PC"]["discards"] == []
    assert "warrior scavenge" not in texts(Table().at_turn(), 0)


@pytest.mark.parametrize(
    ("member", "deck", "tops"),
    [
        ("warrior", "MD", ("torpedos", "spit-volley", "night-patrol")),
        ("financier", "PC", ("caravan", "suri-silk", "hay-futures")),
        ("builder", "BP", ("giant-laser", "town-square", "neck-tower")),
        ("researcher", "AT", ("solar-panels", "hoof-press", "robot-butler")),
    ],
)
def test_acquire_or_complete(member: str, deck: str, tops: tuple[str, ...]) -> None:
    """ALPAC-24: draw three, keep one, discard two; or complete one card of that kind, and of no other."""
    held = {"MD": "border-hedge", "PC": "sock-empire", "BP": "soup-kitchen", "AT": "the-wheel-again"}
    start = Table().rich().hand(*held.values()).top(*tops).at_turn()
    asked = playing(start, f"1 {member} {deck}")
    assert f"acquire {deck}" in texts(asked, 0)
    assert f"complete {held[deck]}" in texts(asked, 0)
    for other in set(held) - {deck}:
        assert f"acquire {other}" not in texts(asked, 0)
        assert clause(asked, 0, f"complete {held[other]}") == "ALPAC-24"
    drawn = playing(asked, f"1 acquire {deck}")
    assert texts(drawn, 0) == {f"keep {name}" for name in tops}
    assert drawn.view(1)["table"]["choice"]["cards"] is None
    after = playing(drawn, f"1 keep {tops[1]}")
    assert set(hand(after)) == {tops[1], *held.values()}
    assert sorted(named(after.state.discard)) == sorted({tops[0], tops[2]})


def test_resources_are_any_two_but_no_cubes() -> None:
    """ALPAC-25"""
    asked = playing(Table().at_turn(), "1 financier resources")
    assert texts(asked, 0) == {"gain soldier", "gain coin", "gain worker", "gain material"}
    assert goods(playing(asked, "1 gain coin, gain soldier")) == {"coin": 1, "soldier": 1}


def test_production_and_the_building_space_build() -> None:
    """ALPAC-26: Peru's Barracks cost two workers and a material; the Labor Union stands already."""
    start = Table().goods(worker=2, material=1, soldier=1)
    asked = playing(start.at_turn(), "1 builder production")
    assert texts(asked, 0) == {"build barracks", "build palace"}
    after = playing(asked, "1 build barracks")
    assert after.view(None)["table"]["tribes"][0]["buildings"] == ["barracks", "labor-union"]
    assert goods(after) == {"soldier": 1}
    on_plans = playing(start.at_turn(), "1 builder BP: build palace")
    assert on_plans.view(None)["table"]["tribes"][0]["buildings"] == ["palace", "labor-union"]
    assert "builder production" not in texts(Table().at_turn(), 0)


def test_field_test_takes_from_two_different_decks() -> None:
    """ALPAC-27"""
    position = playing(Table().top("torpedos").top("caravan").at_turn(), "1 researcher field-test: draw MD")
    assert texts(position, 0) == {"draw PC", "draw BP", "draw AT"}
    assert hand(playing(position, "1 draw PC")) == ["torpedos", "caravan"]


def test_diplomacy() -> None:
    """ALPAC-28: two cubes and a card; every other tribe a resource of its choice, in player order."""
    position = playing(Table(3).top("caravan").at_turn(seat=1), "2 leader diplomacy: draw PC")
    assert goods(position, 1) == {"cube": 2}
    assert hand(position, 1) == ["caravan"]
    assert position.awaited == (2,)
    position = playing(position, "3 gain coin")
    assert position.awaited == (0,)
    position = playing(position, "1 gain material")
    assert goods(position, 0) == {"material": 1}
    assert goods(position, 2) == {"coin": 1}
    assert goods(position, 1) == {"cube": 2}


def test_leadership_completes_anything_and_never_acquires() -> None:
    """ALPAC-29"""
    asked = playing(Table().rich().hand("torpedos", "caravan").at_turn(), "1 leader leadership")
    assert {"complete torpedos", "complete caravan"} <= texts(asked, 0)
    assert not {text for text in texts(asked, 0) if text.startswith(("acquire", "build"))}
    assert "leader leadership" not in texts(Table().starter("grandmothers-recipe").hand("torpedos").at_turn(), 0)


def test_completing_pays_rewards_and_lays_the_card_down() -> None:
    """ALPAC-30: Torpedos cost a soldier and a material and give Might and Wealth."""
    after = playing(Table().goods(soldier=1, material=2).hand("torpedos").at_turn(), "1 warrior MD: complete torpedos")
    assert goods(after) == {"material": 1}
    assert (pawns(after)["might"], pawns(after)["wealth"]) == (1, 1)
    assert hand(after) == []
    assert after.view(1)["table"]["tribes"][0]["completed"] == ["torpedos"]


def test_a_card_counts_only_after_its_rewards() -> None:
    """ALPAC-30: the Victory Parade counts the Military Deployments before it, up to two, and not itself."""
    for before, culture in ((0, 0), (1, 1), (2, 2), (3, 2)):
        position = Table().rich().done(*THREE_MD[:before]).hand("victory-parade").at_turn()
        assert pawns(playing(position, "1 warrior MD: complete victory-parade"))["culture"] == culture


def test_a_completion_inside_a_completion() -> None:
    """ALPAC-30, ALPAC-63: the contract that the experiment brings is laid down first, then the experiment."""
    start = Table().rich().hand("unspeakable-experiment").top("bulk-order").done("torpedos", "town-square")
    position = playing(
        start.at_turn(),
        "1 researcher AT: complete unspeakable-experiment, pay soldier, pay soldier, pay soldier, pay soldier",
    )
    assert texts(position, 0) == {"complete bulk-order", "pass"}
    assert position.view(1)["table"]["choice"]["cards"] is None
    assert [frame["kind"] for frame in position.view(1)["table"]["stack"]] == ["turn", "lay", "drawn"]
    declined = playing(position, "1 pass")
    assert hand(declined) == ["bulk-order"]
    filled = playing(position, "1 complete bulk-order")
    assert filled.state.milestone[table.MILESTONE_ALL_KINDS] == 0
    assert (pawns(filled)["tech"], pawns(filled)["wealth"]) == (2, 1)


def test_a_card_that_was_drawn_is_asked_about_even_if_it_cannot_be_paid() -> None:
    """ALPAC-8, ALPAC-30: to go on by itself would tell the others what it costs."""
    start = Table().goods(soldier=4).hand("unspeakable-experiment").top("caravan").at_turn()
    position = playing(start, "1 researcher AT: complete unspeakable-experiment")
    assert texts(position, 0) == {"pass"}


def test_starters() -> None:
    """ALPAC-31: on every space that completes a card; no prestige, and no action card."""
    for text in ("warrior MD", "financier PC", "builder BP", "researcher AT", "leader leadership"):
        position = playing(
            Table().starter("cousin-at-court").goods(coin=1).at_turn(), f"1 {text}: complete cousin-at-court, gain coin"
        )
        assert goods(position) == {"cube": 2, "coin": 1}
        assert position.state.tally[0].tolist() == [0, 0, 0, 0]
        assert position.view(1)["table"]["tribes"][0]["completed"] == ["cousin-at-court"]
    assert all(step.op != 0 for card in cards.ACTION_CARDS if card.table == "starter" for step in card.effect)


def test_the_trot_of_shame() -> None:
    """ALPAC-32: one coin for a member that can use neither of its spaces."""
    blocked = Table().discards("torpedos").on("scavenge").at_turn()
    assert "warrior trot" not in texts(blocked, 0)
    assert clause(blocked, 0, "warrior trot") == "ALPAC-32"
    set_up = Table(3).discards("torpedos").on("scavenge", seat=1).on("MD", seat=2)
    position = playing(set_up.at_turn(), "1 warrior trot")
    assert goods(position) == {"coin": 1}
    assert position.state.spot[0, 0] == table.TROTTED
    idle = Table().on("diplomacy").at_turn()
    assert "leader trot" in texts(idle, 0), "there is nothing to complete on Leadership"


def test_all_spaces_taken() -> None:
    """ALPAC-32, ALPAC-22: everybody who is free may only trot."""
    set_up = Table(3)
    for space in range(0, 10, 2):
        set_up.on(cards.SPACES[space], seat=1).on(cards.SPACES[space + 1], seat=2)
    members = ("warrior", "financier", "builder", "researcher", "leader")
    assert texts(set_up.at_turn(), 0) == {f"{member} trot" for member in members} | {"pass"}


def test_assistants_act_whatever_the_capacity() -> None:
    """ALPAC-33: as their role, once; below capacity they fill a place."""
    full = Table().on("resources").kept("accountant").busy("financier").at_turn()
    assert {"assistant resources", "assistant PC"} <= texts(full, 0)
    position = playing(full, "1 assistant resources: gain coin, gain coin")
    assert position.view(None)["table"]["tribes"][0]["kept"] == []
    assert [who["by"] for who in position.view(None)["table"]["spaces"][2]["occupants"]] == ["financier"]
    free = playing(Table().kept("accountant").at_turn(), "1 assistant resources: gain coin, gain coin")
    assert free.view(None)["table"]["spaces"][2]["occupants"] == [{"seat": 0, "by": "assistant"}]
    assert "financier resources" not in texts(free, 1)
    assert clause(free, 1, "assistant resources") == "ALPAC-33"


# ---- Special abilities ----


def test_only_abilities_that_are_held_are_played() -> None:
    """ALPAC-34, ALPAC-20"""
    position = Table().kept("architect").at_turn()
    assert clause(position, 0, "play two-at-a-time") == "ALPAC-34"
    assert clause(position, 0, "play architect") == "ALPAC-34"
    with pytest.raises(IllegalError):
        position.play(0, "play architect")


def test_tribal_wonders() -> None:
    """ALPAC-35: the own tribe's wonder, one at the most; it counts as a Building Plan."""
    start = Table().rich().hand("tribal-wonder", "tribal-wonder")
    position = playing(start.at_turn(), "1 builder BP: complete tribal-wonder")
    assert position.view(None)["table"]["tribes"][0]["wonder"] is True
    assert position.state.tally[0].tolist() == [0, 0, 1, 0]
    again = Table().rich().done("tribal-wonder").hand("tribal-wonder").at_turn()
    asked = playing(again, "1 builder BP")
    assert "complete tribal-wonder" not in texts(asked, 0)
    assert clause(asked, 0, "complete tribal-wonder") == "ALPAC-35"


# ---- Resolution ----


def test_wonders_give_prestige_or_a_resource() -> None:
    """ALPAC-36: Peru's is Culture; on 12 there is nothing to receive, so a resource of choice."""
    after = to_resolution(Table().done("tribal-wonder").at_turn())
    assert pawns(after)["culture"] == 1
    on_top = to_resolution(Table().done("tribal-wonder").pawns(culture=12).at_turn())
    assert on_top.awaited == (0,)
    assert goods(playing(on_top, "1 gain coin")) == {"coin": 1, "worker": 1}
    below = to_resolution(Table().done("tribal-wonder").pawns(culture=11).pawns(seat=1, culture=12).at_turn())
    assert texts(below, 0) == {"gain soldier", "gain coin", "gain worker", "gain material"}


def test_wonder_tiles_need_the_wonder() -> None:
    """ALPAC-37: the Golden Roof brings two coins each round, once the wonder is built."""
    for built, coins in ((False, 0), (True, 2)):
        set_up = Table()
        set_up.state.tile_owner[TILE["golden-roof"]] = 0
        after = to_resolution((set_up.done("tribal-wonder") if built else set_up).at_turn())
        assert goods(after).get("coin", 0) == coins


def test_resolution_abilities_once_each() -> None:
    """ALPAC-38: the Peppermint turns a material into two coins; its owner may refuse."""
    asked = to_resolution(Table().done("peppermint").goods(material=2).at_turn())
    assert texts(asked, 0) == {"trade", "pass"}
    assert goods(playing(asked, "1 trade")) == {"material": 1, "coin": 2, "worker": 1}
    assert goods(playing(asked, "1 pass")) == {"material": 2, "worker": 1}
    assert to_resolution(Table().done("peppermint").at_turn()).state.phase != table.RESOLUTION_PHASE


def test_the_view_says_which_step_is_being_resolved() -> None:
    """ALPAC-38: the same for the first tribe and for the last."""
    for seat in range(3):
        asked = to_resolution(Table(3).done("peppermint", seat=seat).goods(seat, material=2).at_turn())
        assert asked.awaited == (seat,)
        assert asked.view(None)["table"]["step"] == "abilities"
    assert Table().at_turn().view(None)["table"]["step"] is None


def test_production_in_the_round_of_building_too() -> None:
    """ALPAC-39: Barracks a soldier, Palace a coin, Labor Union a worker, Factory a material."""
    after = to_resolution(Table().built("barracks", "palace", "labor-union", "factory").at_turn())
    assert goods(after) == {"soldier": 1, "coin": 1, "worker": 1, "material": 1}
    fresh = playing(Table().goods(worker=2, material=1).at_turn(), "1 builder production")
    assert goods(to_resolution(fresh)) == {"soldier": 1, "worker": 1}


def test_the_order_of_the_resolution_phase() -> None:
    """ALPAC-36 to 39: a building is used before production, so what is produced cannot be traded in the same round."""
    after = to_resolution(Table().done("soup-kitchen").at_turn())
    assert after.state.phase == table.EVENT, "nobody was asked"
    assert goods(after) == {"worker": 1}
    assert pawns(after)["culture"] == 0


def test_members_return_home() -> None:
    """ALPAC-40: and assistants leave their places."""
    position = playing(
        Table().kept("accountant").busy("leader").at_turn(), "1 assistant resources: gain coin, gain coin"
    )
    after = to_resolution(position)
    assert after.state.spot[:2].tolist() == [[0] * 5, [0] * 5]
    assert not after.state.helper.any()


# ---- Milestones and ages ----


@pytest.mark.parametrize(
    ("number", "done", "last"),
    [
        (0, ("torpedos", "night-patrol"), "spit-volley"),
        (1, ("caravan", "sock-empire"), "suri-silk"),
        (2, ("giant-laser", "neck-tower"), "town-square"),
        (3, ("solar-panels", "robot-butler"), "the-wheel-again"),
        (4, ("torpedos", "caravan", "giant-laser"), "the-wheel-again"),
    ],
)
def test_milestones_for_cards(number: int, done: tuple[str, ...], last: str) -> None:
    """ALPAC-41: three of a kind, or one of each; at once, and to the first tribe only."""
    start = Table().rich().done(*done).hand(last)
    before = start.at_turn()
    assert before.state.milestone[number] == -1
    after = playing(before, f"1 leader leadership: complete {last}")
    assert after.state.milestone[number] == 0
    taken = Table().rich().done(*done).hand(last)
    taken.state.milestone[number] = 1
    assert playing(taken.at_turn(), f"1 leader leadership: complete {last}").state.milestone[number] == 1


def test_the_milestone_for_buildings_and_what_they_do_not_count_for() -> None:
    """ALPAC-41, ALPAC-42: all four; but they are no Building Plans."""
    start = (
        Table().goods(worker=2, material=1).built("palace", "labor-union", "factory").done("giant-laser", "neck-tower")
    )
    after = playing(start.at_turn(), "1 builder production")
    assert after.state.milestone[table.MILESTONE_BUILDINGS] == 0
    assert after.state.milestone[2] == -1
    assert after.state.tally[0, 2] == 2


@pytest.mark.parametrize(
    ("tiles", "lap", "set_up", "turn"),
    [
        (("first-steps", "busy-years"), 2, Table().hand("torpedos"), "1 warrior MD: complete torpedos"),
        (("open-for-business", "busy-years"), 2, Table(), "1 builder production: build barracks"),
        (("many-talents", "busy-years"), 2, Table().hand("torpedos"), "1 warrior MD: complete torpedos"),
        (
            ("many-talents", "tech-economy"),
            5,
            Table(lap=5).hand("the-wheel-again"),
            WHEEL,
        ),
        (
            ("many-talents", "golden-age"),
            5,
            Table(lap=5).hand("the-wheel-again"),
            WHEEL,
        ),
    ],
)
def test_age_bonuses_within_the_age(tiles: tuple[str, str], lap: int, set_up: Table, turn: str) -> None:
    """ALPAC-43: every tribe that does it in that age; what was done before does not count."""
    age = 0 if lap < 4 else 1
    for prepared in (False, True):
        state = set_up.ages(*tiles, "deep-pockets").rich().state
        state.age_done[0] = [1, 1, 0, 0] if prepared and "talents" not in tiles[age] else [0] * 4
        state.age_built[0] = prepared
        state.pawn[0] = [0, 1, 1, 1] if age == 0 else [1, 1, 1, 0]
        state.age_pawn[0] = [0, 1, 0, 0] if prepared and age == 0 else [0, 0, 0, 0] if prepared else state.pawn[0]
        state.age_bonus[1, age] = 1
        after = playing(set_up.at_turn(), turn)
        assert after.state.age_bonus[0, age] == prepared, tiles
        assert after.state.age_bonus[1, age] == 1


def test_passing_new_days_in_an_age() -> None:
    """ALPAC-43: Good Citizens pass three of them; a new age counts anew."""
    set_up = Table(lap=3).day("asteroids")
    set_up.state.age_passed[:2] = [2, 1]
    position = playing(set_up.at_dawn(), "1 send", "2 send")
    assert position.state.age_bonus[:2, 0].tolist() == [1, 0]
    late = Table(lap=3)
    late.state.age_passed[:2] = 2
    late.state.age_done[0] = 1
    position = to_resolution(late.at_turn())
    assert position.state.lap == 4
    assert position.state.age_passed[:2].tolist() == [0, 0]
    assert position.state.age_done[0].tolist() == [0] * 4
