"""The rules of Alvos, clause by clause, in positions worked out by hand from the rulebook: scoring, ends, variants."""

from __future__ import annotations

from typing import Any

import pytest

from alcove import Outcome, Position
from tests.games.alvos.tables import (
    ALVOS,
    SOPAVRE,
    cogs,
    deliveries,
    marks,
    next_roll,
    play,
    refused,
    seen,
    sheet,
    table,
    texts,
)

COMPLETE_BUT_ONE = "4,4,4,4,3"
LAST_COG = {"advances": 4, "delivered": COMPLETE_BUT_ONE, "dice": "1,5"}
"""The engineer is on 60, the machine lacks a 3, and the dice name hex 6."""
BEFORE_THE_LAST_BOX = 14


def ended(position: Position) -> Outcome:
    assert position.outcome is not None, str(position)
    return position.outcome


def fires(position: Position) -> list[int]:
    return [outer["part"]["fires"]["done"] for outer in seen(position)["outer"][1:]]


def delivered(position: Position) -> list[int]:
    return [outer["part"]["delivered"] for outer in seen(position)["outer"][1:]]


# Scoring


def test_the_first_example_of_the_rulebook() -> None:
    """ALVOS-27: one cog marks 1; one cog of the next player passes over it to 2; the first player comes to 3."""
    position = table(dice="2,6", cogs=["33", "5"])
    position = next_roll(position, 4, 4, action="d2+d6 deliver 3")
    assert marks(position) == {1: 0}
    position = next_roll(position, 1, 1, action="d4+d4 deliver 5")
    assert marks(position) == {1: 0, 2: 1}
    again = table(dice="2,6", cogs=["2", "-"], delivered="2,0,0,0,0", track="1:1,2:2")
    assert marks(play(again, "d2+d6 deliver 2")) == {1: 0, 2: 1, 3: 0}


def test_the_second_example_of_the_rulebook() -> None:
    """ALVOS-27, ALVOS-28: four single cogs, then three at once; both have 10 points."""
    position = table(turn=2, dice="2,6", cogs=["-", "235"], track="1:1,2:1,3:1,4:1")
    after = play(position, "d2+d6 deliver 3 5 2")
    assert marks(after) == {1: 0, 2: 0, 3: 0, 4: 0, 10: 1}
    assert after.scores == (10, 10)


@pytest.mark.parametrize(("count", "space"), [(1, 1), (2, 3), (3, 6), (4, 10)])
def test_what_cogs_score(count: int, space: int) -> None:
    """ALVOS-27"""
    position = table(dice="2,6", cogs=["2345", "-"])
    assert marks(play(position, f"d2+d6 deliver {' '.join('3524'[:count])}")) == {space: 0}


def test_only_open_spaces_count_from_the_last_mark() -> None:
    """ALVOS-27: from 4, six open spaces on, over 6, 8 and 9."""
    position = table(dice="2,6", cogs=["235", "-"], track="4:1,6:2,8:2,9:2")
    assert 13 in marks(play(position, "d2+d6 deliver 3 5 2"))


def test_with_too_few_open_spaces_19_is_marked() -> None:
    """ALVOS-27: three points from 17, where only 19 is open."""
    position = table(dice="2,6", cogs=["35", "-"], track="17:1,18:2")
    after = play(position, "d2+d6 deliver 3 5")
    assert marks(after) == {17: 0, 18: 1, 19: 0}
    assert ended(after).reason == "nineteen"


def test_every_line_of_the_final_score() -> None:
    """ALVOS-28: 7 for the last mark, 4 for two more marks, 2 for full rows; less 3 cogs, 2 bolts and 4 shards."""
    words: dict[str, Any] = {"track": "2:1,5:1,6:2,7:1", "unused": ["1" * 14, "1" * 5], "spent": [3, 0]}
    held = table(**words, cogs=["355", "-"], bolts=[2, 0], shards=[4, 0])
    assert held.scores == (7 + 4 + 2 - 3 - 4 - 4, 6 + 1)
    assert table(**words).scores == (13, 7)
    assert table(unused=["1" * 4, "1" * 30]).scores == (0, 6)


# The end


def test_the_machine_is_complete() -> None:
    """ALVOS-29, ALVOS-31: the turn ends, and with it the game."""
    after = play(table(**LAST_COG, cogs=["3", "-"]), "d1+d5 deliver 3")
    assert ended(after) == Outcome((1, 0), (0,), "machine-complete")


def test_the_last_box_is_checked_and_the_turn_is_still_played() -> None:
    """ALVOS-29: the engineer leaves 60 for the third time; a delivery at 20 still counts."""
    position = next_roll(table(advances=BEFORE_THE_LAST_BOX, unused=[6, 3], cogs=["-", "3"]), 2, 6)
    assert [outer["boxes"]["done"] for outer in seen(position)["outer"]] == [3] * 6
    assert seen(position)["pending"] == "resolve"
    assert ended(play(position, "pass")) == Outcome((0, -1), (0,), "three-rounds")
    assert ended(play(position, "d2+d6 deliver 3")) == Outcome((0, 1), (1,), "three-rounds")


def test_marking_19_ends_the_game_after_that_turn() -> None:
    """ALVOS-29: not after the round; a sneeze of this round does not land any more."""
    position = table(3, dice="2,6", cogs=["3", "-", "-"], track="18:1", sneezed=1, alvos=[3, 2, 1], turn=1)
    after = play(position, "d2+d6 deliver 3")
    assert ended(after).reason == "nineteen"
    assert [sheet(after, seat)["health"] for seat in range(3)] == [3, 3, 3]
    last = table(2, turn=2, dice="2,6", cogs=["-", "3"], track="18:2", sneezed=2, alvos=[3, 4])
    assert sheet(play(last, "d2+d6 deliver 3"), 0)["health"] == 3


def test_an_eliminated_alvo_keeps_only_its_marks() -> None:
    """ALVOS-30: a sneeze with one health left; the turn is over and the next player rolls."""
    position = table(3, unused=[6, 1, 6], health=[3, 1, 3], cogs=["-", "355", "-"], bolts=1, shards=2, track="4:2")
    after = next_roll(position, 4, 5, 1, 1)
    assert after.awaited == (2,)
    out = sheet(after, 1)
    assert out["eliminated"]
    assert (cogs(after, 1), out["bolts"], out["shards"], out["hex"]) == ("", 0, 0, None)
    assert out["marks"] == [4]
    assert seen(after)["sneezed"] == []
    assert seen(after)["rounds_left"] == 1


def test_an_attack_can_eliminate() -> None:
    """ALVOS-30, ALVOS-15: no cog is asked for any more."""
    after = next_roll(table(3, unused=[6, 5, 6], health=[3, 1, 3], cogs="35"), 1, 4, 1, 1)
    assert sheet(after, 1)["eliminated"]
    assert after.awaited == (2,)


def test_the_round_of_the_first_elimination_is_the_first_of_two() -> None:
    """ALVOS-30: it happens in the turn of seat 1; this round is finished, one more follows, without that seat."""
    position = next_roll(table(3, unused=[6, 1, 6], health=[3, 1, 3]), 4, 5, 1, 1)
    order = []
    while not position.over:
        order.append((seen(position)["round"], position.awaited[0]))
        position = next_roll(position, 1, 1)
    assert order == [(1, 2), (2, 0), (2, 2)]
    assert ended(position).reason == "last-rounds"


def test_an_elimination_by_a_sneeze_at_the_end_of_a_round() -> None:
    """ALVOS-30, ALVOS-11: nothing of that round is left, so two whole rounds follow."""
    position = table(2, turn=2, sneezed=2, alvos=[2, 3], health=[1, 3])
    assert seen(next_roll(position, 1, 1))["rounds_left"] == 1
    order = [position.awaited[0]]
    while not position.over:
        position = next_roll(position, 1, 1)
        order += position.awaited
    assert order == [1, 1, 1]
    assert ended(position).winners == (1,)


def test_a_second_elimination_adds_no_rounds() -> None:
    """ALVOS-30"""
    position = table(3, last_rounds=1, health=[3, 0, 1], unused=[6, 6, 1])
    after = next_roll(position, 4, 5, 1, 1)
    assert sheet(after, 2)["eliminated"]
    assert seen(after)["round"] == 2
    assert seen(after)["rounds_left"] == 0


def test_the_eliminated_cannot_win() -> None:
    """ALVOS-30, ALVOS-31"""
    position = table(3, turn=3, last_rounds=0, health=[3, 0, 3], track="3:1,18:2", unused=6)
    assert ended(play(position, "pass")) == Outcome((3, 18, 0), (0,), "last-rounds")


def test_with_every_alvo_eliminated_all_lose() -> None:
    """ALVOS-30"""
    after = next_roll(table(2, health=[1, 0], last_rounds=1, unused=1, track="18:1"), 4, 5)
    assert (ended(after).reason, ended(after).winners) == ("all-eliminated", ())
    alone = next_roll(table(1, health=1, unused=1), 4, 5)
    assert ended(alone).reason == "all-eliminated"


@pytest.mark.parametrize(
    ("held", "winners"),
    [(["-", "3", "-"], (0, 1)), (["2", "3", "-"], (1,)), (["-", "33", "-"], (0,)), (["2", "33", "-"], (0, 1))],
)
def test_the_highest_score_wins_and_a_tie_is_shared(held: list[str], winners: tuple[int, ...]) -> None:
    """ALVOS-31: 4 and 5 on the track, less the cogs."""
    position = table(3, turn=2, first=3, last_rounds=0, health=[3, 3, 0], track="4:1,5:2", cogs=held)
    assert ended(play(position, "pass")).winners == winners


# Axel


def test_axel_marks_when_the_engineer_advances() -> None:
    """ALVOS-32: the next open space after his own last mark."""
    after = next_roll(table(1, track="2:axel,3:1,7:1"), 2, 3)
    assert marks(after) == {2: "axel", 3: 0, 4: "axel", 7: 0}
    assert (seen(after)["axel"]["marks"], seen(after)["axel"]["score"]) == ([2, 4], 4)
    assert marks(next_roll(table(1), 2, 3)) == {1: "axel"}
    assert marks(next_roll(table(1), 1, 1)) == {}


def test_past_hex_10_axel_marks_twice() -> None:
    """ALVOS-32: two boxes are checked, so these are two moves; over a mark of the player's to the next open space."""
    after = next_roll(table(1, advances=4, track="1:axel,2:axel,3:axel,4:axel,6:1"), 2, 3)
    assert (seen(after)["axel"]["marks"], seen(after)["axel"]["score"]) == ([1, 2, 3, 4, 5, 7], 12)
    assert sheet(after)["health"] == 4


def test_axel_marks_what_is_left_before_19() -> None:
    """ALVOS-32: two moves, and only 19 is open."""
    after = next_roll(table(1, advances=4, track="18:axel"), 2, 3)
    assert seen(after)["axel"]["marks"] == [18, 19]


@pytest.mark.parametrize(("held", "winners", "reason"), [("-", (0,), "three-rounds"), ("2", (), "axel-ahead")])
def test_axel_wins_only_if_his_score_is_higher(held: str, winners: tuple[int, ...], reason: str) -> None:
    """ALVOS-32: six marks and two for passing hex 10 are 16, and so is the player's last mark."""
    track = ",".join([f"{space}:axel" for space in range(1, 7)] + ["16:1"])
    position = next_roll(table(1, advances=BEFORE_THE_LAST_BOX, track=track, cogs=held), 2, 3)
    assert seen(position)["axel"]["score"] == 16
    after = play(position, "pass")
    assert (ended(after).winners, ended(after).reason) == (winners, reason)


def test_axel_reaching_19_ends_the_game_too() -> None:
    """ALVOS-32, ALVOS-29; ALVOS-27: what the player still delivers goes to the last open space."""
    position = next_roll(table(1, track="16:1,18:axel", unused=3, cogs="46"), 3, 5)
    assert marks(position)[19] == "axel"
    assert not position.over
    assert ended(play(position, "pass")).reason == "nineteen"
    delivering = next_roll(table(1, track="16:1,18:axel", unused=3, cogs="46", delivered="0,0,0,0,0"), 2, 6)
    after = play(delivering, "u3 deliver 4 6 keep 2")
    assert marks(after) == {16: 0, 17: 0, 18: "axel", 19: "axel"}


def test_events_happen_at_axel() -> None:
    """ALVOS-32, ALVOS-10"""
    assert seen(next_roll(table(1), 1, 3))["cave_ins"] == 1


# Sopavre


def test_a_10_causes_no_event_at_sopavre() -> None:
    """ALVOS-33"""
    for die, dice in {1: (4, 5), 2: (2, 6), 3: (1, 6), 4: (1, 5), 5: (1, 4), 6: (1, 3)}.items():
        before = table(**SOPAVRE, unused=die, cogs="35")
        after = next_roll(before, *dice)
        assert seen(after)["pending"] == "resolve"
        assert (sheet(after)["health"], cogs(after), fires(after)) == (3, "35", [0] * 5)
        assert seen(after)["cave_ins"] == sheet(after)["shards"] == 0


def test_at_sopavre_you_choose_where_they_strike() -> None:
    """ALVOS-33: one box and no cog; a cog is crossed off and the fire lit on the part that you name, without points."""
    position = next_roll(table(**SOPAVRE), 2, 3)
    assert (seen(position)["pending"], seen(position)["event"]) == ("fire", "advance")
    assert texts(position) == {"fire 20", "fire 30", "fire 40", "fire 50", "fire 60"}
    assert refused(position, "pass") == refused(position, "d2+d3") == "ALVOS-33"
    after = play(position, "fire 40")
    assert (delivered(after), fires(after), marks(after)) == ([0, 0, 1, 0, 0], [0, 0, 1, 0, 0], {})
    assert seen(after)["pending"] == "resolve"


def test_a_complete_part_cannot_be_struck() -> None:
    """ALVOS-33: 20 and 60 are complete."""
    position = next_roll(table(**SOPAVRE, advances=9, delivered="4,0,0,0,4"), 2, 3)
    assert texts(position) == {"fire 30", "fire 40", "fire 50"}
    assert refused(position, "fire 20") == "ALVOS-33"


def test_the_only_incomplete_part_is_struck_at_once() -> None:
    """ALVOS-33: thirteen moves are fifteen boxes, fewer than 16 cogs; fifteen moves are eighteen, more than 17."""
    waiting = next_roll(table(**SOPAVRE, advances=12, delivered="4,4,4,4,0"), 2, 3)
    assert delivered(waiting) == [4, 4, 4, 4, 0]
    struck = next_roll(table(**SOPAVRE, advances=14, delivered="4,4,4,4,1"), 2, 3)
    assert (delivered(struck), fires(struck)) == ([4, 4, 4, 4, 2], [0, 0, 0, 0, 1])
    assert seen(struck)["pending"] == "resolve"


def test_doubles_bring_their_shard_after_the_strike() -> None:
    """ALVOS-33, ALVOS-17: 3, 3 and the unused 5 make 11."""
    position = next_roll(table(**SOPAVRE, unused=5), 3, 3)
    assert sheet(position)["shards"] == 0
    assert sheet(play(position, "fire 20"))["shards"] == 1


def test_sopavre_wait_while_there_are_as_many_cogs_as_boxes() -> None:
    """ALVOS-33: a second box, and two cogs."""
    after = next_roll(table(**SOPAVRE, advances=1, delivered="0,0,2,0,0"), 2, 3)
    assert (delivered(after), fires(after)) == ([0, 0, 2, 0, 0], [0] * 5)
    struck = next_roll(table(**SOPAVRE, advances=1, delivered="0,0,1,0,0"), 2, 3)
    assert seen(struck)["pending"] == "fire"


def test_past_hex_10_both_boxes_count_and_they_strike_once() -> None:
    """ALVOS-33, ALVOS-9: six boxes then, and five cogs."""
    position = next_roll(table(**SOPAVRE, advances=4, delivered="4,0,0,0,1"), 2, 3)
    after = play(position, "fire 60")
    assert (delivered(after), fires(after)) == ([4, 0, 0, 0, 2], [0, 0, 0, 0, 1])
    assert seen(after)["pending"] == "resolve"
    assert delivered(next_roll(table(**SOPAVRE, advances=4, delivered="4,0,0,0,2"), 2, 3)) == [4, 0, 0, 0, 2]


def test_the_second_fire_loses_at_sopavre() -> None:
    """ALVOS-33"""
    position = next_roll(table(**SOPAVRE, fires="1,0,0,0,0"), 2, 3)
    assert not play(position, "fire 30").over
    after = play(position, "fire 20")
    assert (ended(after).reason, ended(after).winners) == ("machine-destroyed", ())


def test_twenty_points_win_at_once() -> None:
    """ALVOS-33, ALVOS-28: 16 for the mark and 4 for two more; a cog in hand makes it 19."""
    words: dict[str, Any] = {**SOPAVRE, "track": "5:1,15:1", "dice": "2,6", "unused": 6}
    assert ended(play(table(**words, cogs="3"), "d2+d6 deliver 3")) == Outcome((20,), (0,), "twenty-points")
    assert not play(table(**words, cogs="35"), "d2+d6 deliver 3").over


def test_a_row_of_unused_dice_can_be_the_twentieth_point() -> None:
    """ALVOS-33: 18 + 2, and a fifth die that outweighs the cog it brings."""
    words: dict[str, Any] = {**SOPAVRE, "track": "5:1,18:1", "dice": "2,4"}
    assert not play(table(**words, unused="6"), "d2+u6").over
    assert ended(play(table(**words, unused="6666"), "d2+u6")).reason == "twenty-points"


@pytest.mark.parametrize("how", ["nineteen", "boxes", "machine"])
def test_any_other_end_loses_at_sopavre(how: str) -> None:
    """ALVOS-33"""
    if how == "nineteen":
        position = play(table(**SOPAVRE, track="18:1", dice="2,6", cogs="333"), "d2+d6 deliver 3")
    elif how == "boxes":
        start = table(**SOPAVRE, advances=BEFORE_THE_LAST_BOX, delivered="4,4,4,4,2")
        position = play(next_roll(start, 2, 3), "pass")
    else:
        position = play(table(**SOPAVRE, **LAST_COG, cogs="3"), "d1+d5 deliver 3")
    assert (ended(position).reason, ended(position).winners) == ("too-few-points", ())


# Five and six players


def test_who_is_alone_may_take_one_more_cog() -> None:
    """ALVOS-34: hexes 4 and 2 are shared by nobody; the order is that of the round."""
    position = play(table(5, first=2, turn=1, alvos=[3, 4, 3, 2, "-"]), "pass")
    assert (position.awaited, seen(position)["pending"]) == ((1,), "extra")
    assert texts(position) == {"take cog 4", "leave"}
    assert refused(position, "pass") == "ALVOS-34"
    position = play(position, "take cog 4")
    assert position.awaited == (3,)
    assert texts(position) == {"take cog 2", "leave"}
    position = next_roll(position, 1, 1, action="leave")
    assert (position.awaited, seen(position)["round"]) == ((1,), 2)
    assert [cogs(position, seat) for seat in range(5)] == ["", "4", "", "", ""]


def test_alone_on_hex_1_there_is_no_cog_to_take() -> None:
    """ALVOS-34: it gives a bolt, not a cog; seat 3 on hex 2 is asked, seat 1 on hex 1 is not."""
    position = play(table(5, first=2, turn=1, alvos=[3, 1, 3, 2, "-"]), "pass")
    assert (position.awaited, texts(position)) == ((3,), {"take cog 2", "leave"})
    position = next_roll(position, 1, 1, action="take")
    assert [sheet(position, seat)["bolts"] for seat in range(5)] == [0] * 5
    only = next_roll(table(6, turn=6, alvos=[1, 3, 3, 3, 3, 3]), 1, 1)
    assert seen(only)["pending"] == "resolve"


def test_four_players_take_nothing_more() -> None:
    """ALVOS-34"""
    position = next_roll(table(4, turn=4, alvos=[1, 2, 3, 4]), 1, 1)
    assert seen(position)["pending"] == "resolve"
    assert refused(position, "take") == "ALVOS-34"


def test_a_caved_in_hex_gives_nothing_more() -> None:
    """ALVOS-34, ALVOS-16"""
    position = next_roll(table(6, turn=6, cave_ins=1, alvos=[1, 3, 3, 3, 3, 3]), 1, 1)
    assert seen(position)["pending"] == "resolve"


def test_sneezes_come_before_the_extra_cog() -> None:
    """ALVOS-34, ALVOS-11: the sneeze takes the neighbour out of hex 2, and the other one is alone there."""
    position = play(table(5, turn=5, sneezed=1, alvos=[3, 2, 2, 5, 5], health=[3, 1, 3, 3, 3]), "pass")
    assert position.awaited == (0,)
    assert sheet(position, 1)["eliminated"]
    assert play(position, "leave").awaited == (2,)


# Together


@pytest.mark.parametrize(
    ("difficulty", "boxes"),
    [("easy", [1, 0, 0, 0, 1, 1]), ("normal", [1, 1, 1, 1, 1, 1]), ("hard", [2, 1, 1, 1, 2, 2])],
)
def test_boxes_are_checked_beforehand(difficulty: str, boxes: list[int]) -> None:
    """ALVOS-35: of 10, 20 to 60. The engineer is on 20; behind him lie 10, 60, 50, 40, 30, 20 and so on: 3, 6 or 9."""
    for seed in range(5):
        start = ALVOS.new(3, seed, mode="cooperative", difficulty=difficulty)
        if seen(start)["event"] != "advance":
            assert [outer["boxes"]["done"] for outer in seen(start)["outer"]] == boxes
    assert ALVOS.new(3, 1, mode="cooperative").options["difficulty"] == "normal"
    assert [outer["boxes"]["done"] for outer in seen(ALVOS.new(3, 1))["outer"][2:]] == [0] * 4


def test_no_points_and_no_bolts_together() -> None:
    """ALVOS-35"""
    position = table(mode="cooperative", dice="2,6", cogs=["3", "-"], bolts=1)
    assert deliveries(position) == {"d2+d6→8 deliver 3"}
    assert refused(position, "d2+d6 deliver 3 +bolt") == "ALVOS-35"
    after = play(position, "d2+d6 deliver 3")
    assert (marks(after), after.scores, sheet(after)["score"]) == ({}, (0, 0), None)


@pytest.mark.parametrize(
    ("left", "reason", "winners"),
    [(["322", "55"], "together", (0, 1)), (["3", "555"], "too-many-cogs", ()), (["3222", "-"], "too-many-cogs", ())],
)
def test_win_together_with_few_cogs_left(left: list[str], reason: str, winners: tuple[int, ...]) -> None:
    """ALVOS-35: the 3 is delivered; nobody may hold more than two then."""
    held = ["".join(sorted(cogs)) for cogs in left]
    after = play(table(**LAST_COG, mode="cooperative", difficulty="easy", cogs=held), "d1+d5 deliver 3")
    assert (ended(after).reason, ended(after).winners) == (reason, winners)


def test_completed_too_late_is_lost_together() -> None:
    """ALVOS-35: the last box, of 40, is checked in the same turn, before the last cog, of 50."""
    position = table(
        mode="cooperative", difficulty="hard", advances=7, delivered="4,4,4,3,4", unused=[6, 5], cogs=["-", "2"]
    )
    position = next_roll(position, 1, 5)
    after = play(position, "u5 deliver 2 keep 1")
    assert (ended(after).reason, ended(after).winners) == ("three-rounds", ())


@pytest.mark.parametrize(("difficulty", "advances"), [("easy", 13), ("normal", 10), ("hard", 8)])
def test_the_time_of_each_difficulty(difficulty: str, advances: int) -> None:
    """ALVOS-35: 15, 12 and 9 boxes are open; five moves round the cave check six of them."""
    words: dict[str, Any] = {"mode": "cooperative", "difficulty": difficulty}
    last = next_roll(table(**words, advances=advances - 1), 2, 3)
    assert ended(play(last, "pass")).reason == "three-rounds"
    one_before = next_roll(table(**words, advances=advances - 2), 2, 3)
    assert not next_roll(one_before, 1, 1).over


def test_rounds_after_an_elimination_hold_together_too() -> None:
    """ALVOS-35, ALVOS-30"""
    after = play(table(mode="cooperative", turn=2, last_rounds=0, health=[0, 3]), "pass")
    assert (ended(after).reason, ended(after).winners) == ("last-rounds", ())
    saved = play(
        table(**LAST_COG, mode="cooperative", last_rounds=1, health=[3, 0], cogs=["3", "-"]), "d1+d5 deliver 3"
    )
    assert ended(saved).winners == (0,)
