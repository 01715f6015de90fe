"""The rules of Alluvium on helping, secrets, scoring, the end and the dummy, on sheets worked out by hand."""

from __future__ import annotations

import random

import pytest

from alcove import IllegalError, Position
from alcove.games.alluvium import narrate
from alcove.games.alluvium.sheet import FORMS, largest_area
from alcove.games.alluvium.table import DUMMY_DRAWS, OTHERS, OVER, OWN
from alcove.kernel.ending import names_at, tell_end
from alcove.kernel.text import Text
from tests.games.alluvium.sheets import (
    ALLUVIUM,
    HOLES,
    NEARLY_FULL,
    PLUGGABLE,
    at,
    everybody,
    place,
    texts,
    to_the_end_of_the_step,
)
from tests.playing import play_randomly

PLAYERS = (3, 4, 5)

# Helping

COAST = """
    ..........
    .rrr......
    ..rr......
    ..g.......
"""


@pytest.mark.parametrize(
    ("text", "checks"),
    [
        ("Bar r0 @a4", 3),  # along the top
        ("Bar r90 @e3", 1),  # beside d3 only, e3 up
        ("Bar r90 @e2", 2),
        ("Bar r0 @d1", 1),
        ("Bar r0 @e4", 0),  # a corner is not touched
        ("Bar r0 @f5", 0),
        ("Bar r90 @a1", 1),
    ],
)
def test_checks_count_the_owners_boxes_that_are_touched(text: str, checks: int) -> None:
    """ALLUV-12: Red's boxes side by side with Blue's drawing; the green one does not count."""
    position = place(at(4, 1, OTHERS, 1, b="Bar"), 0, COAST, {"b": 5})
    for seat in (0, 2, 3):
        position = position.play(seat, position.legal(seat)[0])
    assert position.play(1, text).state.checks[0].tolist() == [0, 5 + checks, 0, 0, 0]


def test_a_box_touched_from_two_sides_counts_once() -> None:
    """ALLUV-12: the Cup lies round d4, which it touches from three sides."""
    position = place(at(4, 1, OTHERS, 1, b="Cup"), 0, "...r......\n" + "..........\n" * 2 + "..........")
    for seat in (0, 2, 3):
        position = position.play(seat, position.legal(seat)[0])
    assert position.play(1, "Cup r0 @c3").state.checks[0, 1] == 1


def test_a_single_box_earns_checks_too() -> None:
    """ALLUV-12: c2 touches b2 and d2 of the owner."""
    position = place(at(4, 1, OTHERS, 1, b="Bar"), 0, HOLES)
    for seat in (0, 2, 3):
        position = position.play(seat, position.legal(seat)[0])
    assert position.play(1, "plug c2").state.checks[0, 1] == 2


def test_drawing_at_home_earns_no_checks() -> None:
    """ALLUV-12"""
    position, rng = ALLUVIUM.new(4, 3), random.Random(1)
    assert to_the_end_of_the_step(position, rng).state.checks.sum() == 0


# Secrets and changes


def test_you_see_the_sheet_before_you_and_the_others_as_you_last_saw_them() -> None:
    """ALLUV-13"""
    position, rng = ALLUVIUM.new(4, 8), random.Random(3)
    last: dict[tuple[int, int], list[str]] = {}
    while not position.over:
        for seat in range(4):
            view = position.view(seat)["table"]
            assert view["sheet"]["current"]
            remembered = {sheet["owner"]: sheet["rows"] for sheet in view["memories"]}
            assert remembered == {
                owner: rows for (who, owner), rows in last.items() if who == seat and owner != view["sheet"]["owner"]
            }
        before = position
        position = to_the_end_of_the_step(position, rng)
        for seat in range(4):  # with what it has drawn itself
            sheet = before.view(seat)["table"]["sheet"]["owner"]
            filled = position.view(seat)["table"]["memories"] if not position.over else []
            rows = [memory["rows"] for memory in filled if memory["owner"] == sheet]
            if rows:
                last[seat, sheet] = rows[0]
                slots = before.view(seat)["table"]["sheet"]["drawings"]
                assert sum(sign != "." for sign in "".join(rows[0])) >= sum(len(slot["boxes"]) for slot in slots)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_memory_says_when_it_is_from(players: int) -> None:
    """ALLUV-13: in the own step of round 2 each sheet is remembered from the step of round 1 in which one had it."""
    position, rng = ALLUVIUM.new(players, 4), random.Random(9)
    while position.state.lap == 1:
        position = to_the_end_of_the_step(position, rng)
    for seat in range(players):
        found = {sheet["owner"]: sheet["seen"] for sheet in position.view(seat)["table"]["memories"]}
        assert found == {(seat - hop) % players: {"round": 1, "hop": hop} for hop in range(1, players)}


def test_a_spectator_sees_no_sheet_before_the_end_and_all_of_them_then() -> None:
    """ALLUV-13"""
    position, rng = ALLUVIUM.new(3, 8), random.Random(3)
    while not position.over:
        view = position.view(None)["table"]
        assert view["sheet"] is view["sheets"] is view["chosen"] is view["to_draw"] is None
        assert view["memories"] == []
        position = to_the_end_of_the_step(position, rng)
    view = position.view(None)["table"]
    assert [sheet["owner"] for sheet in view["sheets"]] == [0, 1, 2]
    assert view["sheets"] == position.view(1)["table"]["sheets"]


def test_a_drawing_may_be_changed_until_the_step_closes() -> None:
    """ALLUV-14"""
    position = at(4, 2, OWN, r="Bar").play(0, "Bar r0 @a1").play(0, "Bar r90 @j7")
    assert position.awaited == (1, 2, 3)
    for seat in (1, 2, 3):
        position = position.play(seat, position.legal(seat)[0])
    assert position.state.stage == OTHERS
    drawn = position.state.drawn[0].tolist()
    assert ALLUVIUM.notation.write_action(position, 0, drawn[5]) == "Bar r90 @j7"


def test_what_was_drawn_in_an_earlier_step_is_permanent() -> None:
    """ALLUV-14: no colour is ever lost, and each new drawing covers only empty boxes."""
    position, rng = ALLUVIUM.new(5, 6), random.Random(4)
    while not position.over:
        before = position.state.land.copy()
        position = to_the_end_of_the_step(position, rng)
        assert ((before & ~position.state.land) == 0).all()


# Scoring


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        (".r........", 1),
        ("rrrr......", 4),
        ("..rrrb....\n..rrbb....\n..rrrb....", 12),
        ("rr........\nrr........\n.rrrr.....", 4),
        ("..........\nrrrrrrrrrr\n..........", 10),
        ("r.rrrr....\nrrrrrrr...\nr.rrrr....\n..rr......", 12),
    ],
)
def test_a_round_scores_the_largest_coloured_rectangle_in_any_colours(drawing: str, points: int) -> None:
    """ALLUV-15: after the last step of the round; nobody adds to it here, as all other boxes are out of reach."""
    position = place(at(4, 2, OTHERS, 3, r="Bar", b="Bar", g="Bar", y="Bar"), 0, drawing)
    holder = next(seat for seat in range(4) if position.view(seat)["table"]["sheet"]["owner"] == 0)
    for seat in range(4):
        position = position.play(seat, "Bar r90 @j7" if seat == holder else position.legal(seat)[0])
    assert position.state.points[0, 1] == max(points, 4)
    assert position.view(None)["table"]["round_scores"][0][1] == max(points, 4)


def test_the_scored_rectangle_is_outlined() -> None:
    """ALLUV-15"""
    position = place(at(4, 2, OWN), 0, "..rrrb....\n..rrbb....\n..rrrb....\n..........")
    assert position.view(0)["table"]["sheet"]["rectangle"] == {"boxes": 12, "from": "c2", "to": "f4"}


# The end


def finished(players, sheets, points=None):
    """A finished game with sheets as drawn, each with its checks, and with round scores."""
    position = at(players, 3 if players == 5 else 4, OVER)
    for owner, (drawing, checks) in sheets.items():
        position = place(position, owner, drawing, checks)
    row = position.copy_row()
    for seat, scored in (points or {}).items():
        row[0].points[seat, 0] = scored
    return type(position)(ALLUVIUM, players, {}, row)


LANDS = """
    bbbbbbbbbb
    ..........
    yyyyyyyyyy
    ..........
    nnnnnnnnnn
    ..........
    gggggggggg
"""


def ranks(position, sheet=0):
    helpers = position.view(None)["table"]["bonus"][sheet]["helpers"]
    return {helper["colour"]: helper["rank"] for helper in helpers}


def vp(position, sheet=0):
    helpers = position.view(None)["table"]["bonus"][sheet]["helpers"]
    return {helper["colour"]: helper["vp"] for helper in helpers}


def test_equal_checks_share_a_rank_and_the_next_is_skipped() -> None:
    """ALLUV-16: 1, 2, 2, 4."""
    position = finished(5, {0: (LANDS, {"b": 3, "g": 9, "y": 5, "n": 5})})
    assert ranks(position) == {"g": 1, "y": 2, "n": 2, "b": 4}
    assert vp(position) == {"g": 10, "y": 5, "n": 5, "b": 0}
    shared_first = finished(5, {0: (LANDS, {"b": 3, "g": 9, "y": 9, "n": 5})})
    assert ranks(shared_first) == {"g": 1, "y": 1, "n": 3, "b": 4}
    assert vp(shared_first) == {"g": 10, "y": 10, "n": 2, "b": 0}


def test_a_helper_without_checks_is_ranked_too() -> None:
    """ALLUV-16: Blue is first; the three without checks share the second rank, and each gets half of ten."""
    position = finished(5, {0: (LANDS, {"b": 1})})
    assert ranks(position) == {"b": 1, "g": 2, "y": 2, "n": 2}
    assert vp(position) == {"b": 10, "g": 5, "y": 5, "n": 5}
    nobody = finished(4, {0: (LANDS.replace("n", "."), {})})
    assert ranks(nobody) == {"b": 1, "g": 1, "y": 1}
    assert nobody.outcome.scores == (0, 10, 10, 10)


def test_the_dummy_without_checks_is_ranked_and_colours_that_do_not_play_are_not() -> None:
    """ALLUV-16, ALLUV-20: Blue has checks; Green and the dummy share the second rank."""
    position = finished(3, {0: (LANDS.replace("n", ".").replace("y", "d"), {"b": 2})})
    assert ranks(position) == {"b": 1, "g": 2, "d": 2}
    assert position.outcome.scores == (0, 10, 5)
    told = [line.en for line in narrate._tell_end(position, [ALLUVIUM.seat_name(seat) for seat in range(3)])]
    assert "Helpers of Red: 1. Blue, 2 checks, area 10: 10 VP; 2. Green, no check, area 10: 5 VP; " in told[0]


def test_the_fifth_colour_is_brown() -> None:
    """ALLUV-2"""
    assert [ALLUVIUM.seat_name(seat).en for seat in range(5)] == ["Red", "Blue", "Green", "Yellow", "Brown"]
    assert ALLUVIUM.seat_name(4).de == "Braun"
    assert ALLUVIUM.new(5, 1).view(None)["table"]["colours"] == ["r", "b", "g", "y", "n"]


AREAS = """
    bb.b......
    b.b.......
    b......yyy
    .......y.y
    gggg...yyy
    ..........
    gggg...nnn
"""


def test_shares_of_the_largest_connected_area() -> None:
    """ALLUV-17: corners do not connect; half of 7 and of 3 is rounded down, a quarter of 7 too."""
    checks = {"b": 9, "g": 8, "y": 7, "n": 1}
    assert vp(finished(5, {0: (AREAS, checks)})) == {"b": 4, "g": 2, "y": 2, "n": 0}
    assert vp(finished(5, {0: (AREAS, {"y": 9, "n": 8, "b": 7})})) == {"y": 8, "n": 1, "b": 1, "g": 0}


def test_the_third_gets_a_quarter_with_five_players_only() -> None:
    """ALLUV-17"""
    checks = {"b": 3, "g": 2, "y": 1}
    assert vp(finished(5, {0: (LANDS, checks)}))["y"] == 2
    four = LANDS.replace("n", ".")
    assert vp(finished(4, {0: (four, checks)})) == {"b": 10, "g": 5, "y": 0}


def test_the_final_score_is_the_rounds_and_the_bonus() -> None:
    """ALLUV-18, ALLUV-17: the bonus of all sheets. On Yellow's, Green is second without a check (ALLUV-16)."""
    four = LANDS.replace("n", ".")
    position = finished(4, {0: (four, {"b": 3, "g": 2}), 3: (four, {"b": 1})}, {0: 30, 1: 6, 2: 3})
    assert position.outcome.scores == (30, 26, 13, 0)
    assert position.outcome.winners == (0,)
    assert position.outcome.reason == "most-points"


def test_a_tie_goes_to_more_bonus_and_is_shared_after_that() -> None:
    """ALLUV-18"""
    four = LANDS.replace("n", ".")
    position = finished(4, {0: (four, {"b": 3, "g": 2})}, {0: 26, 1: 16, 2: 21, 3: 1})
    assert position.outcome.scores == (26, 26, 26, 1)
    assert position.outcome.winners == (1,)
    assert position.outcome.reason == "most-bonus"
    shared = finished(4, {0: (four, {"b": 3, "g": 3})}, {0: 26, 1: 16, 2: 16, 3: 1})
    assert shared.outcome.winners == (1, 2)
    assert shared.outcome.reason == "shared"


def told_end(position: Position) -> Text:
    assert position.outcome is not None
    return tell_end(position.outcome, position, names_at(position.game, ["Anna", "Bruno", "Clara", None]))


def test_the_end_is_told_by_names_and_by_what_has_decided() -> None:
    """ALLUV-5, ALLUV-18"""
    four = LANDS.replace("n", ".")
    most = told_end(finished(4, {0: (four, {"b": 3, "g": 2}), 3: (four, {"b": 1})}, {0: 30, 1: 6, 2: 3}))
    assert most.en == (
        "Anna wins with 30 (Bruno 26, Clara 13, Yellow 0): "
        "after the last round Anna has the most points, 30 from the rounds and 0 as a helper."
    )
    assert most.de.endswith(": Nach der letzten Runde hat Anna die meisten Punkte, 30 aus den Runden und 0 als Hilfe.")
    bonus = told_end(finished(4, {0: (four, {"b": 3, "g": 2})}, {0: 26, 1: 16, 2: 21, 3: 1}))
    assert bonus.en.endswith(": Anna, Bruno and Clara are level in points, and Bruno has more bonus VP, 10 against 5.")
    assert bonus.de.endswith(
        ": Anna, Bruno und Clara sind gleich nach Punkten, und Bruno hat mehr Bonuspunkte, 10 gegen 5."
    )
    shared = told_end(finished(4, {0: (four, {"b": 3, "g": 3})}, {0: 26, 1: 16, 2: 16, 3: 1}))
    assert shared.en.endswith(": Bruno and Clara are level in points and in bonus VP.")
    assert shared.de.endswith(": Bruno und Clara sind gleich nach Punkten und nach Bonuspunkten.")


# Three players


def test_the_dummy_draws_after_step_one_on_every_sheet() -> None:
    """ALLUV-19: one card of its own deck for all; it must be drawn, in its colour, and earns checks."""
    position, rng = ALLUVIUM.new(3, 14), random.Random(6)
    assert position.view(None)["table"]["card"][3] is None
    position = to_the_end_of_the_step(position, rng)
    assert position.state.stage == DUMMY_DRAWS
    form = FORMS[position.state.deck[3, 0]]
    assert position.view(None)["table"]["card"][3] == form
    for seat in range(3):
        assert position.view(seat)["table"]["sheet"]["owner"] == seat
        assert {text.split()[0] for text in texts(position, seat)} == {form}
        assert position.why_not(seat, "pass").clause == "ALLUV-19"
        assert position.why_not(seat, "plug e5").clause == "ALLUV-19"
    after = to_the_end_of_the_step(position, rng)
    assert after.state.stage == OTHERS
    for sheet in range(3):
        assert after.state.land[sheet, 3].any()


def test_the_dummy_earns_checks_and_never_fills_a_hole() -> None:
    """ALLUV-19, ALLUV-12"""
    position = place(at(3, 2, DUMMY_DRAWS, d="Bar"), 0, PLUGGABLE.replace("gg.", "rr."))
    assert not any(text.startswith("plug") for text in texts(position, 0))
    position = everybody(position, "Bar r0 @a4", "*", "*")
    assert position.state.checks[0].tolist() == [0, 0, 0, 2, 0]


def test_nothing_is_drawn_if_the_dummys_form_does_not_fit() -> None:
    """ALLUV-19"""
    position = place(at(3, 2, DUMMY_DRAWS, d="Bar"), 0, NEARLY_FULL)
    assert texts(position, 0) == {"pass"}


@pytest.mark.parametrize("players", [4, 5])
def test_there_is_no_dummy_with_more_players(players: int) -> None:
    """ALLUV-19"""
    position, rng = ALLUVIUM.new(players, 1), random.Random(1)
    while not position.over:
        assert position.state.stage != DUMMY_DRAWS
        position = to_the_end_of_the_step(position, rng)


def test_the_dummy_is_ranked_but_its_vp_count_for_nobody() -> None:
    """ALLUV-20: it takes the first rank, so Blue gets half; nobody gets the dummy's ten."""
    drawing = LANDS.replace("n", ".").replace("y", "d")
    position = finished(3, {0: (drawing, {"d": 5, "b": 4, "g": 3})})
    assert ranks(position) == {"d": 1, "b": 2, "g": 3}
    assert vp(position) == {"d": 10, "b": 5, "g": 0}
    assert position.outcome.scores == (0, 5, 0)
    helpers = position.view(None)["table"]["bonus"][0]["helpers"]
    assert [helper["counts"] for helper in helpers] == [True, True, False]


def test_a_game_is_over_after_its_last_round() -> None:
    """ALLUV-5"""
    position = play_randomly(ALLUVIUM.new(4, 1), random.Random(1), 10**6)
    assert position.outcome.reason in ALLUVIUM.reasons
    assert position.why_not(0, "pass").clause == "ALLUV-5"
    with pytest.raises(IllegalError):
        ALLUVIUM.new(4, 1).play(0, "pass")


@pytest.mark.parametrize("players", PLAYERS)
def test_the_view_of_the_end_shows_the_boxes_of_each_area(players: int) -> None:
    """ALLUV-17"""
    position, rng = ALLUVIUM.new(players, 6), random.Random(2)
    while not position.over:
        position = to_the_end_of_the_step(position, rng)
    view = position.view(None)["table"]
    for sheet, bonus in zip(view["sheets"], view["bonus"], strict=True):
        for helper in bonus["helpers"]:
            colour = view["colours"].index(helper["colour"])
            assert helper["area"] == largest_area(*position.state.land[sheet["owner"], colour])
            assert len(set(helper["boxes"])) == helper["area"]
            own = {
                box
                for drawing in sheet["drawings"]
                if drawing["colour"] == helper["colour"]
                for box in drawing["boxes"]
            }
            assert set(helper["boxes"]) <= own


def test_a_choice_says_what_it_draws_and_what_it_earns() -> None:
    """ALLUV-10, ALLUV-11, ALLUV-12: the parts of a drawing, the largest rectangle and own area after it, and its checks
    where it helps somebody."""
    position = place(at(4, 1, OTHERS, 1, r="Bar"), 3, PLUGGABLE.replace("gg.", "yy.").replace("rgg", "yyy"))
    found = {text: position.parts(0, action.index) for action in position.legal(0) if (text := action.text)}
    earned = {"rectangle": 6, "area": 1, "checks": 2}  # a1 to c2, and a1 does not touch b2
    assert found["plug b2"] == {"kind": "plug", "at": "b2"} | earned
    earned = {"rectangle": 4, "area": 4, "checks": 2}  # the bar itself
    assert found["Bar r0 @a4"] == {"kind": "form", "form": "Bar", "turn": "0", "at": "a4"} | earned
    assert found["Bar r0 @e6"]["checks"] == 0
    at_home = at(4, 2, OWN, r="Bar")
    first = {"kind": "form", "form": "Bar", "turn": "0", "at": "a1", "rectangle": 4}
    assert at_home.parts(0, at_home.legal_indices(0)[0]) == first
    full = place(at(4, 1, OTHERS, 1, r="Bar"), 3, "\n".join(["yyyyyyyyyy"] * 10))
    assert full.parts(0, full.legal_indices(0)[0]) == {"kind": "pass"}


def test_the_checks_that_a_choice_names_are_those_it_gets() -> None:
    """ALLUV-12: in random play, on the sheets of others and for the dummy."""
    position, rng = ALLUVIUM.new(3, 21), random.Random(21)
    named = 0
    while not position.over:
        step = (int(position.state.lap), int(position.state.stage), int(position.state.hop))
        before, wanted = position.state.checks.copy(), position.state.checks.copy()
        while position.awaited and step == (
            int(position.state.lap),
            int(position.state.stage),
            int(position.state.hop),
        ):
            seat = position.awaited[0]
            index = rng.choice(position.legal_indices(seat))
            checks = position.parts(seat, index).get("checks", 0)
            sheet = position.view(seat)["table"]["sheet"]["owner"]
            wanted[sheet, 3 if position.state.stage == DUMMY_DRAWS else seat] += checks
            position = position.play_legal(seat, index)
        assert position.state.checks.tolist() == wanted.tolist()
        named += int((wanted - before).sum())
    assert named > 10
