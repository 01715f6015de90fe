"""The rules of Alvos, clause by clause, in positions worked out by hand from the rulebook: the cave and a turn."""

from __future__ import annotations

import numpy as np
import pytest

from alcove.games.alvos.cave import STATE
from alcove.games.alvos.events import sabotage
from alcove.kernel.random import roll, seed_words
from tests.games.alvos.tables import (
    ALVOS,
    SOPAVRE,
    cogs,
    collections,
    deliveries,
    marks,
    next_roll,
    play,
    refused,
    seen,
    sheet,
    table,
    texts,
    unused,
)

# Components and set-up


@pytest.mark.parametrize(
    ("dice", "text", "inner"),
    [
        ("1,1", "d1+d1→2 cog 2", 2),
        ("1,2", "d1+d2→3 cog 3", 3),
        ("3,3", "d3+d3→6 cog 6", 6),
        ("3,4", "d3+d4→7 bolt", 1),
        ("2,6", "d2+d6→8 cog 2", 2),
        ("4,5", "d4+d5→9 cog 3", 3),
        ("4,6", "d4+d6→10 cog 4", 4),
        ("5,6", "d5+d6→11 cog 5", 5),
        ("6,6", "d6+d6→12 cog 6", 6),
    ],
)
def test_a_sum_names_the_hex_that_carries_it(dice: str, text: str, inner: int) -> None:
    """ALVOS-1, ALVOS-4, ALVOS-20, ALVOS-21"""
    after = play(table(dice=dice), text)
    assert sheet(after)["hex"] == inner
    assert cogs(after) == ("" if inner == 1 else str(inner))
    assert sheet(after)["bolts"] == (inner == 1)
    assert unused(after) == [6]


def test_the_inner_ring() -> None:
    """ALVOS-1, ALVOS-4"""
    ring = seen(ALVOS.new(2, 1))["inner"]
    assert [inner["label"] for inner in ring] == ["1/7", "2/8", "3/9", "4/10", "5/11", "6/12"]
    assert [inner["gives"] for inner in ring] == ["bolt", 2, 3, 4, 5, 6]


def test_the_outer_ring_and_its_parts() -> None:
    """ALVOS-2, ALVOS-3, ALVOS-4"""
    ring = seen(ALVOS.new(2, 1))["outer"]
    assert [outer["hex"] for outer in ring] == [10, 20, 30, 40, 50, 60]
    rows = [None, [3, 5, 2, 4], [4, 6, 3, 5], [5, 2, 4, 6], [6, 3, 5, 2], [2, 4, 6, 3]]
    assert [outer["part"] and outer["part"]["row"] for outer in ring] == rows
    assert all(len(set(row)) == 4 for row in rows[1:])


@pytest.mark.parametrize("players", range(1, 7))
def test_the_start(players: int) -> None:
    """ALVOS-5, ALVOS-6, ALVOS-7: health 3 and nothing in hand but one unused die, before the first turn is rolled."""
    start = ALVOS.new(players, 5)
    shown = seen(start)
    assert shown["track"] == [None] * 19
    for alvo in shown["alvos"]:
        assert alvo["hex"] is None
        assert len(unused(start, alvo["seat"])) == 1
        assert len(alvo["unused_rows"]) == 6
        assert alvo["marks"] == []
    untouched = [alvo for alvo in shown["alvos"] if alvo["seat"] != shown["to_move"]]
    assert all(alvo["health"] == 3 and alvo["bolts"] == alvo["shards"] == 0 for alvo in untouched)


def test_the_highest_first_die_begins() -> None:
    """ALVOS-7"""
    for seed in range(40):
        start = ALVOS.new(4, seed)
        rolled = [unused(start, seat)[0] for seat in range(4)]
        assert rolled[seen(start)["first"]] == max(rolled)


def test_ties_roll_again_and_only_the_first_roll_is_written() -> None:
    """ALVOS-7: 6, 6 and 2; the first two roll again, 1 and 4; then the turn is rolled."""
    for seed in range(3000):
        rng = seed_words(f"alvos {seed}")
        drawn = [int(roll(rng)) for _ in range(7)]
        if drawn[0] == drawn[1] > drawn[2] and drawn[3] < drawn[4]:
            start = ALVOS.new(3, seed)
            assert seen(start)["first"] == 1
            assert [unused(start, seat) for seat in range(3)] == [[drawn[0]], [drawn[1]], [drawn[2]]]
            assert seen(start)["dice"] == drawn[5:7]
            return
    raise AssertionError


def test_turns_go_clockwise_and_a_round_begins_with_the_starter() -> None:
    """ALVOS-7"""
    position = table(3, first=2, turn=2, unused=6)
    order = [position.awaited[0]]
    for _ in range(3):
        position = next_roll(position, 1, 1)
        order.append(position.awaited[0])
    assert order == [1, 2, 0, 1]
    assert seen(position)["round"] == 2


# The roll


def test_eleven_moves_the_engineer() -> None:
    """ALVOS-8, ALVOS-9: 2 + 3 + 6."""
    after = next_roll(table(), 2, 3)
    assert seen(after)["engineer"] == 30
    assert [outer["boxes"]["done"] for outer in seen(after)["outer"]] == [0, 1, 0, 0, 0, 0]
    assert (seen(after)["total"], seen(after)["event"]) == (11, "advance")
    assert sheet(after, 1)["health"] == 3
    assert seen(after)["pending"] == "resolve"


@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (2, 4), (6, 6)])
def test_other_totals_bring_nothing(dice: tuple[int, int]) -> None:
    """ALVOS-8"""
    after = next_roll(table(), *dice)
    assert seen(after)["engineer"] == 20
    assert seen(after)["event"] is None
    assert sheet(after, 1)["health"] == 3


def test_only_the_current_unused_die_is_added() -> None:
    """ALVOS-8: 2 + 3 and the last die, 6; the crossed-off ones do not count."""
    assert seen(next_roll(table(unused=["6", "126"]), 2, 3))["total"] == 11


def test_the_engineer_passes_hex_10() -> None:
    """ALVOS-9: from 60 straight to 20, a box in 60 and in 10, and health for the player who rolled."""
    after = next_roll(table(advances=4), 2, 3)
    assert seen(after)["engineer"] == 20
    assert [outer["boxes"]["done"] for outer in seen(after)["outer"]] == [1, 1, 1, 1, 1, 1]
    assert [sheet(after, seat)["health"] for seat in range(2)] == [3, 4]


@pytest.mark.parametrize(
    ("die", "dice", "event"),
    [
        (1, (4, 5), "sneeze"),
        (2, (2, 6), "sabotage"),
        (3, (1, 6), "windfall"),
        (4, (1, 5), "trip"),
        (5, (1, 4), "attack"),
        (6, (1, 3), "cave-in"),
    ],
)
def test_the_unused_die_names_the_event(die: int, dice: tuple[int, int], event: str) -> None:
    """ALVOS-10"""
    after = next_roll(table(unused=[6, die]), *dice)
    assert (seen(after)["total"], seen(after)["event"]) == (10, event)


# Events


def test_a_sneeze_costs_health_at_once() -> None:
    """ALVOS-11"""
    after = next_roll(table(3, unused=[6, 1, 6]), 4, 5)
    assert [sheet(after, seat)["health"] for seat in range(3)] == [3, 2, 3]
    assert seen(after)["sneezed"] == [1]
    assert seen(after)["pending"] == "resolve"


def test_a_sneeze_lands_at_the_end_of_the_round_where_the_alvo_then_stands() -> None:
    """ALVOS-11: on hex 3 it reaches 2 and 4, not 3 and not 5."""
    position = table(5, turn=5, sneezed=1, alvos=[3, 2, 4, 3, 5], health=[2, 3, 3, 3, 3])
    after = play(position, "pass")
    assert [sheet(after, seat)["health"] for seat in range(5)] == [2, 2, 2, 3, 3]
    assert seen(after)["sneezed"] == []


def test_nothing_lands_before_the_round_ends() -> None:
    """ALVOS-11"""
    position = next_roll(table(3, turn=2, sneezed=1, alvos=[3, 2, 4]), 1, 1)
    assert [sheet(position, seat)["health"] for seat in range(3)] == [3, 3, 3]
    landed = next_roll(position, 1, 1)
    assert [sheet(landed, seat)["health"] for seat in range(3)] == [3, 2, 2]


def test_hexes_6_and_1_are_adjacent() -> None:
    """ALVOS-1, ALVOS-11"""
    after = next_roll(table(2, turn=2, sneezed=2, alvos=[6, 1]), 1, 1)
    assert [sheet(after, seat)["health"] for seat in range(2)] == [2, 3]


def test_the_alvo_moves_first_and_then_its_sneeze_lands() -> None:
    """ALVOS-11: from hex 6 it goes to 3, next to the other one."""
    position = table(2, turn=2, sneezed=2, alvos=[4, 6], dice="1,2")
    after = next_roll(position, 1, 1, action="d1+d2")
    assert [sheet(after, seat)["health"] for seat in range(2)] == [2, 3]
    stays = next_roll(position, 1, 1)
    assert [sheet(stays, seat)["health"] for seat in range(2)] == [3, 3]


def test_two_sneezes_are_felt_at_the_same_time() -> None:
    """ALVOS-11: each loses one by the other, and the Alvo between two sneezers loses two."""
    after = next_roll(table(3, turn=3, sneezed="1,3", alvos=[2, 3, 4]), 1, 1)
    assert [sheet(after, seat)["health"] for seat in range(3)] == [3, 1, 3]
    mutual = next_roll(table(2, turn=2, sneezed="1,2", alvos=[2, 3], health=1), 1, 1)
    assert mutual.outcome is not None
    assert mutual.outcome.reason == "all-eliminated"


def test_sabotage_is_a_choice_between_the_dice() -> None:
    """ALVOS-12"""
    position = next_roll(table(unused=[6, 2]), 3, 5)
    assert seen(position)["pending"] == "fire"
    assert texts(position) == {"fire 30", "fire 50"}
    assert refused(position, "fire 20") == refused(position, "pass") == "ALVOS-12"
    after = play(position, "fire 50")
    assert [outer["part"]["fires"]["done"] for outer in seen(after)["outer"][1:]] == [0, 0, 0, 1, 0]
    assert seen(after)["pending"] == "resolve"
    assert after.awaited == (1,)


def test_with_doubles_the_fire_is_no_choice() -> None:
    """ALVOS-12, ALVOS-17: 4 and 4; the part burns, then the doubles shade a shard."""
    after = next_roll(table(unused=[6, 2]), 4, 4)
    assert [outer["part"]["fires"]["done"] for outer in seen(after)["outer"][1:]] == [0, 0, 1, 0, 0]
    assert sheet(after, 1)["shards"] == 1


def test_the_second_fire_on_a_part_destroys_the_machine() -> None:
    """ALVOS-12"""
    position = next_roll(table(unused=[6, 2], fires="0,1,0,1,0"), 3, 5)
    after = play(position, "fire 30")
    assert after.outcome is not None
    assert (after.outcome.reason, after.outcome.winners) == ("machine-destroyed", ())


def test_two_fires_on_different_parts_do_no_harm() -> None:
    """ALVOS-12"""
    position = next_roll(table(unused=[6, 2], fires="0,1,0,0,0"), 3, 5)
    assert not play(position, "fire 50").over


@pytest.mark.parametrize(("dice", "burning"), [((1, 4), [4]), ((4, 1), [4]), ((1, 1), [])])
def test_a_1_matches_no_part(dice: tuple[int, int], burning: list[int]) -> None:
    """ALVOS-12: the dice of a sabotage add up to 8, so no 1 is ever among them; the rule holds all the same."""
    row = np.zeros(1, dtype=STATE)
    row[0].dice[:] = dice
    sabotage(row[0])
    assert [part for part in range(7) if row[0].fires[part]] == burning


def test_a_windfall_is_a_shard_and_a_gift_of_choice() -> None:
    """ALVOS-13"""
    position = next_roll(table(unused=[6, 3]), 1, 6)
    assert sheet(position, 1)["shards"] == 1
    assert texts(position) == {"gain bolt", "gain cog 2", "gain cog 3", "gain cog 4", "gain cog 5", "gain cog 6"}
    assert refused(position, "pass") == "ALVOS-13"
    assert cogs(play(position, "gain cog 4"), 1) == "4"
    assert sheet(play(position, "gain bolt"), 1)["bolts"] == 1
    assert seen(play(position, "gain bolt"))["pending"] == "resolve"


def test_a_trip_costs_a_cog_of_choice_and_brings_a_shard() -> None:
    """ALVOS-14: the loss first, then the shard."""
    position = next_roll(table(unused=[6, 4], cogs=["-", "355"]), 1, 5)
    assert sheet(position, 1)["shards"] == 0
    assert texts(position) == {"lose cog 3", "lose cog 5"}
    assert refused(position, "lose cog 2") == refused(position, "d1+d5") == "ALVOS-14"
    assert refused(position, "lose wild") == "ALVOS-14"
    after = play(position, "lose cog 5")
    assert (cogs(after, 1), sheet(after, 1)["shards"]) == ("35", 1)
    assert sheet(position, 1)["health"] == 3


def test_a_wild_cog_can_be_the_one_that_is_lost() -> None:
    """ALVOS-14: three shaded shards are a cog; lost, they are crossed out, and then the new one is shaded."""
    position = next_roll(table(unused=[6, 4], cogs=["-", "5"], shards=[0, 4]), 1, 5)
    assert texts(position) == {"lose cog 5", "lose wild"}
    wild = play(position, "lose wild")
    assert (cogs(wild, 1), sheet(wild, 1)["shards"], sheet(wild, 1)["shards_spent"]) == ("5", 2, 3)
    cog = play(position, "lose cog 5")
    assert (cogs(cog, 1), sheet(cog, 1)["shards"], sheet(cog, 1)["wilds"]) == ("", 5, 1)


def test_a_wild_cog_alone_is_lost_without_a_choice() -> None:
    """ALVOS-14, ALVOS-15"""
    trip = next_roll(table(unused=[6, 4], shards=[0, 3]), 1, 5)
    assert (sheet(trip, 1)["shards"], sheet(trip, 1)["shards_spent"], seen(trip)["pending"]) == (1, 3, "resolve")
    attack = next_roll(table(unused=[6, 5], shards=[0, 3]), 1, 4)
    assert (sheet(attack, 1)["shards"], sheet(attack, 1)["shards_spent"]) == (0, 3)
    assert (sheet(attack, 1)["health"], seen(attack)["pending"]) == (2, "resolve")


def test_the_shard_of_a_trip_completes_no_wild_cog_to_lose() -> None:
    """ALVOS-14: two shards and a 5; the third shard comes after the loss, so the 5 goes without a choice."""
    position = next_roll(table(unused=[6, 4], cogs=["-", "5"], shards=[0, 2]), 1, 5)
    assert seen(position)["pending"] == "resolve"
    assert (cogs(position, 1), sheet(position, 1)["shards"], sheet(position, 1)["wilds"]) == ("", 3, 1)


def test_a_trip_with_all_nine_shards_shaded() -> None:
    """ALVOS-14, ALVOS-17: the lost wild cog stays crossed out, so no shard is left for the trip."""
    position = play(next_roll(table(unused=[6, 4], cogs=["-", "5"], shards=[0, 9]), 1, 5), "lose wild")
    assert (sheet(position, 1)["shards"], sheet(position, 1)["shards_spent"]) == (6, 3)


def test_a_trip_with_one_kind_or_none_leaves_no_choice() -> None:
    """ALVOS-14"""
    one_kind = next_roll(table(unused=[6, 4], cogs=["-", "55"]), 1, 5)
    assert (cogs(one_kind, 1), sheet(one_kind, 1)["shards"]) == ("5", 1)
    none = next_roll(table(unused=[6, 4]), 1, 5)
    assert (cogs(none, 1), sheet(none, 1)["shards"]) == ("", 1)
    assert seen(none)["pending"] == "resolve"


def test_a_trip_with_doubles_brings_two_shards() -> None:
    """ALVOS-14, ALVOS-17: one for the trip, and one when the Resolution begins."""
    position = next_roll(table(unused=[6, 4], cogs=["-", "35"]), 3, 3)
    assert sheet(position, 1)["shards"] == 0
    assert sheet(play(position, "lose cog 3"), 1)["shards"] == 2


def test_an_attack_costs_health_and_a_cog_of_choice() -> None:
    """ALVOS-15"""
    position = next_roll(table(unused=[6, 5], cogs=["-", "235"]), 1, 4)
    assert sheet(position, 1)["health"] == 2
    assert refused(position, "pass") == "ALVOS-15"
    after = play(position, "lose cog 2")
    assert cogs(after, 1) == "35"
    assert seen(after)["pending"] == "resolve"
    assert sheet(after, 1)["shards"] == 0


def test_the_yvhada_take_a_wild_cog_too() -> None:
    """ALVOS-15: it can be chosen, and no shard follows."""
    position = next_roll(table(unused=[6, 5], cogs=["-", "2"], shards=[0, 3]), 1, 4)
    assert texts(position) == {"lose cog 2", "lose wild"}
    after = play(position, "lose wild")
    assert (cogs(after, 1), sheet(after, 1)["shards"], sheet(after, 1)["shards_spent"]) == ("2", 0, 3)


def test_an_attack_without_cogs_skips_the_resolution() -> None:
    """ALVOS-15"""
    position = next_roll(table(unused=[6, 5], bolts=1), 1, 4)
    assert sheet(position, 1)["health"] == 2
    assert texts(position) == {"pass"}
    assert refused(position, "d1+d4") == "ALVOS-15"
    after = next_roll(position, 1, 1)
    assert after.awaited == (0,)
    assert unused(after, 1) == [5]


def test_a_cave_in_closes_hex_1() -> None:
    """ALVOS-16, ALVOS-21"""
    position = next_roll(table(alvos=[1, 1]), 1, 3)
    assert seen(position)["cave_ins"] == 1
    assert sheet(position, 0)["hex"] == 1
    assert [inner["closed"] for inner in seen(position)["inner"]] == [True] + [False] * 5
    assert collections(position) == {"d3+u6→9 cog 3", "d1+d3→4 cog 4"}
    assert refused(position, "d1+u6→7 bolt") == "ALVOS-21"


def test_two_cave_ins_defeat_all() -> None:
    """ALVOS-16"""
    after = next_roll(table(cave_ins=1), 1, 3)
    assert after.outcome is not None
    assert (after.outcome.reason, after.outcome.winners) == ("cave-fell", ())


# Resolution


def test_doubles_shade_a_shard() -> None:
    """ALVOS-17"""
    assert sheet(next_roll(table(), 1, 1), 1)["shards"] == 1
    assert sheet(next_roll(table(), 1, 2), 1)["shards"] == 0


def test_a_full_row_of_shards_takes_no_more() -> None:
    """ALVOS-17: nine, shaded or crossed out."""
    assert sheet(next_roll(table(shards=9), 1, 1), 1)["shards"] == 9
    spent = next_roll(table(shards=3, spent=6), 1, 1)
    assert (sheet(spent, 1)["shards"], sheet(spent, 1)["shards_spent"]) == (3, 6)
    assert sheet(next_roll(table(shards=2, spent=6), 1, 1), 1)["shards"] == 3
    assert sheet(next_roll(table(unused=[6, 3], shards=9), 1, 6), 1)["shards"] == 9


def test_one_may_always_pass() -> None:
    """ALVOS-18"""
    after = next_roll(table(dice="2,4", cogs=["35", "-"]), 1, 1)
    assert after.awaited == (1,)
    assert (cogs(after), unused(after), sheet(after)["hex"]) == ("35", [6], None)


def test_collect_with_the_unused_die() -> None:
    """ALVOS-19, ALVOS-21: 2 + 6 names hex 2; the 4 is the new unused die."""
    position = table(dice="2,4")
    assert collections(position) == {"d2+u6→8 cog 2", "d4+u6→10 cog 4", "d2+d4→6 cog 6"}
    after = play(position, "d2+u6→8 cog 2")
    assert (cogs(after), unused(after), sheet(after)["hex"]) == ("2", [6, 4], 2)
    assert refused(position, "d3+u6") == refused(position, "d2+u5") == "ALVOS-19"


def test_with_doubles_the_other_die_is_the_same() -> None:
    """ALVOS-19"""
    position = table(dice="3,3")
    assert collections(position) == {"d3+u6→9 cog 3", "d3+d3→6 cog 6"}
    assert unused(play(position, "d3+u6")) == [6, 3]


def test_a_full_section_of_unused_dice() -> None:
    """ALVOS-19, ALVOS-22: 30 boxes written; 29 leave one."""
    full = table(dice="2,4", unused=["6" * 29 + "2", "1"], cogs=["35", "-"])
    assert collections(full) == {"d2+d4→6 cog 6"}
    assert deliveries(full) == set()
    assert refused(full, "d2+u2") == "ALVOS-19"
    assert refused(full, "u2 deliver 3 keep 4") == "ALVOS-22"
    nearly = table(dice="2,4", unused=["6" * 28 + "2", "1"], cogs=["35", "-"])
    after = play(nearly, "d2+u2")
    assert len(unused(after)) == 30
    assert "u2→20 deliver 3 5 keep 4" in texts(nearly)


def test_a_closed_hex_leaves_only_a_pass() -> None:
    """ALVOS-21: 3 + 4, 1 + 6 and so on lead to hex 1 alone."""
    closed = table(dice="1,6", unused=["6" * 29 + "1", "1"], cave_ins=1)
    assert texts(closed) == {"pass"}
    assert refused(closed, "d1+d6") == "ALVOS-21"


# Delivering


def test_deliver_with_the_unused_die() -> None:
    """ALVOS-22: the 2 matches 20; either rolled die is kept, and the Alvo stays."""
    position = table(dice="3,6", unused=[2, 6], cogs=["3", "-"], alvos=[5, "-"])
    assert deliveries(position) == {"u2→20 deliver 3 keep 3", "u2→20 deliver 3 keep 6"}
    after = play(position, "u2→20 deliver 3 keep 6")
    assert unused(after) == [2, 6]
    assert (sheet(after)["hex"], cogs(after), marks(after)) == (5, "", {1: 0})
    assert seen(after)["outer"][1]["part"]["delivered"] == 1
    assert refused(position, "u2 deliver 3 keep 5") == "ALVOS-22"


def test_the_unused_die_must_match_the_engineer() -> None:
    """ALVOS-22"""
    position = table(dice="3,6", unused=[3, 6], cogs=["3", "-"])
    assert deliveries(position) == set()
    assert refused(position, "u3 deliver 3 keep 6") == "ALVOS-22"


@pytest.mark.parametrize("dice", ["1,1", "2,6", "4,4"])
def test_deliver_with_the_sum(dice: str) -> None:
    """ALVOS-23: 2 and 8 name the hex next to 20; the Alvo goes there and the unused die stays."""
    position = table(dice=dice, cogs=["35", "-"], alvos=[5, "-"])
    one, two = dice.split(",")
    start = f"d{one}+d{two}→{int(one) + int(two)}"
    assert deliveries(position) == {f"{start} deliver 3", f"{start} deliver 3 5"}
    after = play(position, f"{start} deliver 3 5")
    assert (sheet(after)["hex"], unused(after), marks(after)) == (2, [6], {3: 0})


def test_the_sum_must_name_the_engineers_hex() -> None:
    """ALVOS-23"""
    position = table(dice="1,2", cogs=["35", "-"])
    assert deliveries(position) == set()
    assert refused(position, "d1+d2 deliver 3") == "ALVOS-23"


def test_both_ways_can_be_open() -> None:
    """ALVOS-22, ALVOS-23"""
    position = table(dice="2,6", unused=[2, 6], cogs=["3", "-"])
    assert deliveries(position) == {
        "d2+d6→8 deliver 3",
        "u2→20 deliver 3 keep 2",
        "u2→20 deliver 3 keep 6",
    }


def test_cogs_go_in_the_order_of_the_row() -> None:
    """ALVOS-24: after 3 comes 5; the 2 and the 4 have to wait for it."""
    assert deliveries(table(dice="2,6", cogs=["24", "-"])) == set()
    begun = table(dice="2,6", cogs=["245", "-"], delivered="1,0,0,0,0")
    assert deliveries(begun) == {f"d2+d6→8 deliver {load}" for load in ("5", "5 2", "5 2 4")}
    gap = table(dice="2,6", cogs=["345", "-"])
    assert deliveries(gap) == {"d2+d6→8 deliver 3", "d2+d6→8 deliver 3 5"}
    assert refused(gap, "d2+d6 deliver 3 5 2") == "ALVOS-24"
    assert refused(gap, "d2+d6 deliver 5") == "ALVOS-24"


def test_a_complete_part_takes_nothing() -> None:
    """ALVOS-24"""
    done = table(dice="2,6", cogs=["2345", "-"], delivered="4,0,0,0,0")
    assert deliveries(done) == set()
    assert refused(done, "d2+d6 deliver 3") == "ALVOS-24"


def test_each_cog_is_needed_once() -> None:
    """ALVOS-24: only the engineer's part counts, whatever is missing elsewhere."""
    position = table(dice="2,6", cogs=["5", "-"], advances=2)
    assert deliveries(position) == set()
    assert deliveries(table(dice="4,6", cogs=["5", "-"], advances=2)) == {"d4+d6→10 deliver 5"}


def test_a_delivery_of_wilds_real_cogs_and_a_bolt() -> None:
    """ALVOS-24, ALVOS-25, ALVOS-26: 3, a wild for 5, 2 and 4, doubled: 20 open spaces are not there, so 19."""
    position = table(dice="2,6", cogs=["2234", "-"], shards=[5, 0], bolts=[2, 0])
    load = "d2+d6→8 deliver 3 5* 2 4 +bolt"
    assert load in texts(position)
    assert "d2+d6→8 deliver 3 5* 2 4* +bolt" not in texts(position)
    after = play(position, load)
    assert cogs(after) == "2"
    assert (sheet(after)["shards"], sheet(after)["shards_spent"], sheet(after)["bolts"]) == (2, 3, 1)
    assert marks(after) == {19: 0}


def test_a_wild_may_stand_for_a_cog_that_is_held() -> None:
    """ALVOS-25"""
    position = table(dice="2,6", cogs=["3", "-"], shards=[3, 0])
    assert deliveries(position) == {
        "d2+d6→8 deliver 3",
        "d2+d6→8 deliver 3*",
        "d2+d6→8 deliver 3 5*",
    }
    after = play(position, "d2+d6→8 deliver 3*")
    assert (cogs(after), sheet(after)["shards"], sheet(after)["shards_spent"]) == ("3", 0, 3)


def test_two_shards_are_no_wild() -> None:
    """ALVOS-25"""
    position = table(dice="2,6", shards=[2, 0])
    assert deliveries(position) == set()
    assert refused(position, "d2+d6 deliver 3*") == "ALVOS-25"


def test_three_wilds_at_most() -> None:
    """ALVOS-25: nine shards carry three cogs, never a whole row."""
    position = table(dice="2,6", shards=[9, 0])
    assert "d2+d6→8 deliver 3* 5* 2*" in texts(position)
    assert refused(position, "d2+d6 deliver 3* 5* 2* 4*") == "ALVOS-25"


@pytest.mark.parametrize(("count", "space"), [(1, 2), (2, 6), (3, 12), (4, 19)])
def test_a_bolt_doubles_the_score(count: int, space: int) -> None:
    """ALVOS-26, ALVOS-27"""
    load = " ".join("3524"[:count])
    position = table(dice="2,6", cogs=["2345", "-"], bolts=[2, 0])
    after = play(position, f"d2+d6 deliver {load} +bolt")
    assert marks(after) == {space: 0}
    assert sheet(after)["bolts"] == 1


def test_no_bolt_no_doubling() -> None:
    """ALVOS-26"""
    assert refused(table(dice="2,6", cogs=["3", "-"]), "d2+d6 deliver 3 +bolt") == "ALVOS-26"


def test_sopavre_has_no_events_but_the_same_turn() -> None:
    """ALVOS-33, ALVOS-20"""
    after = next_roll(table(**SOPAVRE, dice="1,2", unused=6), 1, 3, action="d1+d2")
    assert seen(after)["event"] is None
    assert seen(after)["cave_ins"] == 0
    assert cogs(after) == "3"
