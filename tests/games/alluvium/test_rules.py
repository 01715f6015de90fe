"""The rules of Alluvium on forms, drawing and passing on, on sheets worked out by hand from the rulebook."""

from __future__ import annotations

import random

import pytest

from alcove import OptionError
from alcove.games.alluvium.sheet import COVERED, FORMS, PLUG_FROM, box_name
from alcove.games.alluvium.table import OTHERS, OWN
from tests.games.alluvium.sheets import (
    ALLUVIUM,
    HOLES,
    LETTERS,
    NEARLY_FULL,
    PLUGGABLE,
    at,
    everybody,
    place,
    texts,
    to_the_end_of_the_step,
)

PLAYERS = (3, 4, 5)
FULL = "\n".join(["rrrrrrrrrr"] * 10)


def rows_of(position, seat=0):
    return position.view(seat)["table"]["sheet"]["rows"]


def boxes(text):
    """The boxes that a drawing covers."""
    position = ALLUVIUM.new(4, 1)
    return {box_name(box) for box in COVERED[ALLUVIUM.notation.read_action(position, 0, text)]}


# Components


def test_a_sheet_has_ten_by_ten_boxes_and_two_solid_ones() -> None:
    """ALLUV-1"""
    view = ALLUVIUM.new(4, 1).view(0)["table"]
    assert view["sheet"]["rows"] == [".........."] * 10
    assert view["solid"] == ["d4", "g7"]
    plugs = [ALLUVIUM.notation.write_action(ALLUVIUM.new(4, 1), 0, PLUG_FROM + n) for n in (0, 9, 10, 99)]
    assert plugs == ["plug a1", "plug j1", "plug a2", "plug j10"]


def test_rows_count_from_the_bottom() -> None:
    """ALLUV-1"""
    position = place(at(4, 2, OWN), 0, "r.........")
    assert rows_of(position)[-1] == "r........."


FORM_BOXES = {
    "Bar r0 @d4": "d4 e4 f4 g4",
    "Hook r0 @d4": "d4 e4 d5 d6",
    "Step r0 @d4": "d4 e4 e5 f5",
    "Block r0 @d4": "d4 d5 e5 d6 e6",
    "Corner r0 @d4": "d4 e4 f4 d5 d6",
    "Cup r0 @d4": "d4 e4 f4 d5 f5",
}


@pytest.mark.parametrize("text", FORM_BOXES)
def test_the_six_forms(text: str) -> None:
    """ALLUV-2"""
    assert boxes(text) == set(FORM_BOXES[text].split())


@pytest.mark.parametrize("players", PLAYERS)
def test_each_colour_has_a_shuffled_deck_with_each_form_once(players: int) -> None:
    """ALLUV-2, ALLUV-5"""
    orders = set()
    for seed in range(20):
        state = ALLUVIUM.new(players, seed).state
        decks = state.deck.tolist()
        in_play = decks[: players + (players == 3)]
        assert all(sorted(deck) == list(range(6)) for deck in in_play)
        assert all(deck == [-1] * 6 for deck in decks[len(in_play) :])
        orders |= {tuple(deck) for deck in in_play}
    assert len(orders) > 40


TURNED = {
    "Bar r90 @d4": "d4 d5 d6 d7",
    "Hook r90 @d4": "d4 d5 e5 f5",
    "Hook r180 @d4": "d4 d5 d6 c6",
    "Hook r270 @d4": "d4 e4 f4 f5",
    "Step r90 @d4": "d4 d5 c5 c6",
    "Block r90 @d4": "d4 e4 c5 d5 e5",
    "Block r180 @d4": "d4 e4 d5 e5 e6",
    "Block r270 @d4": "d4 e4 f4 d5 e5",
    "Corner r90 @d4": "d4 d5 d6 e6 f6",
    "Corner r180 @d4": "d4 d5 d6 c6 b6",
    "Corner r270 @d4": "d4 e4 f4 f5 f6",
    "Cup r90 @d4": "d4 e4 d5 d6 e6",
    "Cup r180 @d4": "d4 f4 d5 e5 f5",
    "Cup r270 @d4": "d4 e4 e5 d6 e6",
}


@pytest.mark.parametrize("text", TURNED)
def test_forms_turn_clockwise(text: str) -> None:
    """ALLUV-3"""
    assert boxes(text) == set(TURNED[text].split())


def test_forms_are_never_mirrored() -> None:
    """ALLUV-3: no rotation of the Hook, the Step or the Block gives its mirror image."""
    for form, count in {"Bar": 2, "Hook": 4, "Step": 2, "Block": 4, "Corner": 4, "Cup": 4}.items():
        shapes = {frozenset(boxes(f"{form} r{turn} @e5")) for turn in (0, 90, 180, 270)}
        assert len(shapes) == count
        columns = "abcdefghij"
        mirrored = {frozenset(f"{columns[8 - columns.index(box[0])]}{box[1:]}" for box in shape) for shape in shapes}
        moved = {frozenset(_moved(shape)) for shape in shapes}
        assert ({frozenset(_moved(shape)) for shape in mirrored} == moved) == (form in ("Bar", "Corner", "Cup"))


def _moved(shape):
    """Names as numbers, from the lowest left corner."""
    points = [("abcdefghij".index(name[0]), int(name[1:])) for name in shape]
    return {(x - min(p[0] for p in points), y - min(p[1] for p in points)) for x, y in points}


def test_rotations_with_the_same_boxes_are_one_action() -> None:
    """ALLUV-3"""
    position = at(4, 2, OWN, r="Bar")
    assert position.play(0, "Bar r180 @c4") == position.play(0, "Bar r0 @c4")
    assert len(texts(position, 0)) == 140


DIRECTIONS = {3: "cwcw", 4: "cwcw", 5: "cwc"}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_direction_turns_after_every_round(players: int) -> None:
    """ALLUV-4, ALLUV-5: clockwise first; four rounds, with five players three."""
    position, rng, seen = ALLUVIUM.new(players, 3), random.Random(players), {}
    while not position.over:
        view = position.view(None)["table"]
        seen[view["round"]] = view["direction"]
        assert view["rounds"] == len(DIRECTIONS[players])
        position = to_the_end_of_the_step(position, rng)
    words = {"c": "clockwise", "w": "counterclockwise"}
    assert [seen[lap] for lap in sorted(seen)] == [words[sign] for sign in DIRECTIONS[players]]


@pytest.mark.parametrize("players", [2, 6])
def test_it_is_a_game_for_three_to_five(players: int) -> None:
    """ALLUV-5"""
    with pytest.raises(OptionError):
        ALLUVIUM.new(players)


def test_a_deck_is_never_refilled() -> None:
    """ALLUV-5: round by round another card; with four players one of six is left."""
    position, rng = ALLUVIUM.new(4, 9), random.Random(1)
    while not position.over:
        position = to_the_end_of_the_step(position, rng)
    view = position.view(None)["table"]
    assert view["deck"] == [1] * 4
    for colour in range(4):
        deck = [FORMS[form] for form in position.state.deck[colour]]
        assert view["revealed"][colour] == [deck[0], *deck[2:5]]


# Drawing


def test_all_draw_at_the_same_time_with_their_own_card() -> None:
    """ALLUV-6"""
    position = at(4, 2, OWN, r="Bar", b="Cup", g="Step", y="Hook")
    assert position.actors == position.awaited == (0, 1, 2, 3)
    assert [{text.split()[0] for text in texts(position, seat)} for seat in range(4)] == [
        {"Bar"},
        {"Cup"},
        {"Step"},
        {"Hook"},
    ]
    assert position.why_not(0, "Cup r0 @d4") == ("ALLUV-6", "You have to draw Bar, not Cup.")
    after = position.play(2, "Step r0 @a1")
    assert after.awaited == (0, 1, 3)
    assert after.actors == (0, 1, 2, 3)
    assert rows_of(after, 0) == [".........."] * 10


def test_a_form_covers_only_empty_boxes() -> None:
    """ALLUV-7: of all Corners just the one that fills the gap, of all Hooks two."""
    assert texts(place(at(4, 2, OWN, r="Corner"), 0, NEARLY_FULL), 0) == {"Corner r90 @e2"}
    hooks = place(at(4, 2, OWN, r="Hook"), 0, NEARLY_FULL)
    assert texts(hooks, 0) == {"Hook r90 @e3"}
    assert hooks.why_not(0, "Hook r0 @e2") == ("ALLUV-7", "f2 is coloured already; forms never overlap.")
    assert hooks.why_not(0, "Hook r0 @e2", "de").message == "f2 ist schon gefärbt; Formen überlappen nie."


def test_a_form_lies_wholly_on_the_sheet() -> None:
    """ALLUV-7: nothing wraps around the edge."""
    position = at(4, 2, OWN, r="Bar")
    assert position.why_not(0, "Bar r0 @h4").clause == "ALLUV-7"
    assert position.why_not(0, "Bar r90 @a8").clause == "ALLUV-7"
    assert position.why_not(0, "Bar r0 @k4").clause == "ALLUV-7"
    assert position.why_not(0, "Bar r0 @a11").clause == "ALLUV-7"
    assert position.why_not(0, "Bar r0 @g4") is None
    assert position.why_not(0, "Bar r90 @a7") is None


@pytest.mark.parametrize(("form", "places"), list(zip(FORMS, (140, 288, 144, 288, 256, 288), strict=True)))
def test_places_on_an_empty_sheet(form: str, places: int) -> None:
    """ALLUV-7: counted as rotations times the places of the surrounding rectangle."""
    assert len(texts(at(4, 2, OWN, r=form), 0)) == places


def test_only_who_cannot_draw_may_pass() -> None:
    """ALLUV-7"""
    assert texts(place(at(4, 2, OWN, r="Bar"), 0, NEARLY_FULL), 0) == {"pass"}
    position = place(at(4, 2, OWN, r="Corner"), 0, NEARLY_FULL)
    assert position.why_not(0, "pass") == ("ALLUV-7", "Corner still fits on this sheet, so it must be drawn.")


# The first round


@pytest.mark.parametrize("players", PLAYERS)
def test_in_the_first_round_two_forms_are_drawn_one_on_each_solid_box(players: int) -> None:
    """ALLUV-8: whatever is drawn first, the other form can always be drawn, on the other solid box."""
    position = ALLUVIUM.new(players, 5)
    for seat in range(players):
        open_form, secret = (FORMS[form] for form in position.state.deck[seat][:2])
        for action in position.legal(seat):
            covered = {box_name(box) for box in COVERED[action.index]}
            assert action.text.split()[0] == open_form
            assert len(covered & {"d4", "g7"}) == 1
            after = position.play(seat, action)
            assert seat in after.awaited
            assert after.legal(seat)
            for second in after.legal(seat):
                beside = {box_name(box) for box in COVERED[second.index]}
                assert second.text.split()[0] == secret
                assert not covered & beside
                assert {"d4", "g7"} <= covered | beside


def test_every_pair_of_forms_can_be_drawn() -> None:
    """ALLUV-8: for each pair of cards, in the first step nobody ever has to pass."""
    for form in FORMS:
        for other in FORMS:
            if form == other:
                continue
            row = at(4, 1, OWN, r=form).copy_row()
            deck = row[0].deck[0].tolist()
            place_of = deck.index(FORMS.index(other))
            deck[1], deck[place_of] = deck[place_of], deck[1]
            row[0].deck[0] = deck
            position = type(at(4, 1, OWN))(ALLUVIUM, 4, {}, row)
            assert all(position.play_legal(0, index).legal(0)[0].text != "pass" for index in position.legal_indices(0))


def first_round():
    row = at(4, 1, OWN, r="Bar").copy_row()
    deck = row[0].deck[0].tolist()
    hook = deck.index(FORMS.index("Hook"))
    deck[1], deck[hook] = deck[hook], deck[1]
    row[0].deck[0] = deck
    return type(at(4, 1, OWN))(ALLUVIUM, 4, {}, row)


def test_refusals_of_the_first_round() -> None:
    """ALLUV-8"""
    position = first_round()
    assert position.why_not(0, "Bar r0 @a1").clause == "ALLUV-8"
    assert position.why_not(0, "Hook r0 @d4") == ("ALLUV-8", "Draw Bar first, the form of your open card.")
    drawn = position.play(0, "Bar r0 @d4")
    assert drawn.why_not(0, "Bar r90 @g7").clause == "ALLUV-8"
    assert drawn.why_not(0, "Hook r0 @d4") == ("ALLUV-7", "d4 belongs to the other form you are drawing.")
    assert drawn.why_not(0, "Cup r0 @g7").clause == "ALLUV-6"
    assert drawn.why_not(0, "pass").clause == "ALLUV-7"
    assert drawn.why_not(0, "Hook r0 @g7") is None


def test_both_forms_can_be_changed_even_exchanged_until_the_step_closes() -> None:
    """ALLUV-8, ALLUV-14: a pair that is complete stands until another is."""
    position = everybody(first_round(), "Bar r0 @d4").play(0, "Hook r0 @g7")
    assert 0 not in position.awaited
    moved = position.play(0, "Bar r90 @d4")
    assert moved.view(0)["table"]["chosen"]["first"]["text"] == "Bar r90 @d4"
    other = position.play(0, "Bar r90 @g7")
    chosen = other.view(0)["table"]["chosen"]
    assert [chosen[key]["text"] for key in ("first", "second", "draft")] == ["Bar r0 @d4", "Hook r0 @g7", "Bar r90 @g7"]
    assert 0 not in other.awaited
    exchanged = other.play(0, "Hook r0 @d4")
    chosen = exchanged.view(0)["table"]["chosen"]
    assert [chosen["first"]["text"], chosen["second"]["text"], chosen["draft"]] == ["Bar r90 @g7", "Hook r0 @d4", None]


def test_a_change_that_is_not_complete_counts_for_nothing() -> None:
    """ALLUV-8, ALLUV-14"""
    position = first_round().play(0, "Bar r0 @d4").play(0, "Hook r0 @g7").play(0, "Bar r90 @g7")
    for seat in (1, 2, 3):
        position = position.play(seat, position.legal(seat)[0])
        position = position.play(seat, position.legal(seat)[0])
    assert position.state.stage == OTHERS
    drawn = [ALLUVIUM.notation.write_action(position, 0, int(action)) for action in position.state.drawn[0, :2]]
    assert drawn == ["Bar r0 @d4", "Hook r0 @g7"]


def test_the_second_card_is_never_shown_and_leaves_the_game() -> None:
    """ALLUV-8: only its owner sees it, while it is drawn; the next round reveals the third card."""
    position = ALLUVIUM.new(4, 11)
    secret = [FORMS[deck[1]] for deck in position.state.deck[:4]]
    for seat in range(4):
        shown = position.view(seat)["table"]
        assert [card["form"] for card in shown["to_draw"] if card["secret"]] == [secret[seat]]
        assert all(secret[seat] not in cards for cards in [shown["revealed"][seat], [shown["card"][seat]]])
    assert position.view(None)["table"]["to_draw"] is None
    rng = random.Random(2)
    for _ in range(4):
        position = to_the_end_of_the_step(position, rng)
    view = position.view(0)["table"]
    assert view["round"] == 2
    assert view["card"] == [FORMS[deck[2]] for deck in position.state.deck[:4]]


# Other lands

# Seat by seat, whose sheet lies before it in each step of a round. c: clockwise, w: counterclockwise.
PASSING = {
    3: {"c": ["rbg", "grb", "bgr"], "w": ["rbg", "bgr", "grb"]},
    4: {"c": ["rbgy", "yrbg", "gyrb", "bgyr"], "w": ["rbgy", "bgyr", "gyrb", "yrbg"]},
    5: {
        "c": ["rbgyn", "nrbgy", "ynrbg", "gynrb", "bgynr"],
        "w": ["rbgyn", "bgynr", "gynrb", "ynrbg", "nrbgy"],
    },
}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_order_in_which_the_sheets_are_passed(players: int) -> None:
    """ALLUV-9, ALLUV-4, ALLUV-5: written out by hand for every step of the game."""
    position, rng, found = ALLUVIUM.new(players, 2), random.Random(7), []
    while not position.over:
        view = position.view(None)["table"]
        if view["step"] != "dummy":
            found.append("".join(LETTERS[sheet] for sheet in view["sheet_before"]))
        for seat in range(players):
            assert position.view(seat)["table"]["sheet"]["owner"] == view["sheet_before"][seat]
        position = to_the_end_of_the_step(position, rng)
    assert found == [row for sign in DIRECTIONS[players] for row in PASSING[players][sign]]


def test_on_other_sheets_action_a_or_b() -> None:
    """ALLUV-9: Blue has Red's sheet; it may draw its form or fill the hole, and must not pass."""
    position = place(at(4, 1, OTHERS, 1, b="Bar"), 0, PLUGGABLE)
    assert "plug b2" in texts(position, 1)
    assert "Bar r0 @d1" in texts(position, 1)
    assert "pass" not in texts(position, 1)
    assert position.why_not(1, "pass").clause == "ALLUV-9"


def test_pass_only_if_a_and_b_are_impossible() -> None:
    """ALLUV-9: no Bar fits into these gaps; the hole on e9 must be filled, the edge cannot be."""
    only_b = FULL.replace("rrrrrrrrrr", "rrrr.rrrrr", 2).replace("rrrr.rrrrr", "rrrrrrrrrr", 1)
    assert texts(place(at(4, 1, OTHERS, 1, b="Bar"), 0, only_b), 1) == {"plug e9"}
    nothing = FULL.replace("rrrrrrrrrr", "rrrr.rrrrr", 1)
    assert texts(place(at(4, 1, OTHERS, 1, b="Bar"), 0, nothing), 1) == {"pass"}


def test_no_action_b_at_home() -> None:
    """ALLUV-9, ALLUV-6"""
    position = place(at(4, 2, OWN, r="Bar"), 0, PLUGGABLE)
    assert not any(text.startswith("plug") for text in texts(position, 0))
    assert position.why_not(0, "plug b2").clause == "ALLUV-9"


def test_action_a_draws_the_form_revealed_in_this_round() -> None:
    """ALLUV-10: in every step of a round the same form, which all can see."""
    position, rng = ALLUVIUM.new(4, 21), random.Random(5)
    position = to_the_end_of_the_step(position, rng)
    while not position.over:
        cards = position.view(None)["table"]["card"]
        for seat in range(4):
            assert {text.split()[0] for text in texts(position, seat)} <= {cards[seat], "plug", "pass"}
        position = to_the_end_of_the_step(position, rng)
    position = at(4, 1, OTHERS, 1, b="Bar")
    assert position.why_not(1, "Cup r0 @a1") == ("ALLUV-10", "You have to draw Bar, not Cup.")


def test_action_b_fills_a_box_with_four_coloured_neighbours_inside_the_sheet() -> None:
    """ALLUV-11: not a2 on the edge, not e2 under an empty box, not the pair b5, c5."""
    position = place(at(4, 1, OTHERS, 1, b="Bar"), 0, HOLES)
    assert {text for text in texts(position, 1) if text.startswith("plug")} == {"plug c2", "plug b7", "plug d6"}
    for text in ("plug a2", "plug e2", "plug b5", "plug c5", "plug b1", "plug j10"):
        assert position.why_not(1, text).clause == "ALLUV-11"
    assert position.why_not(1, "plug a2").message == "a2 lies on the edge of the sheet."
    assert position.why_not(1, "plug e2").message == "e2 has an empty neighbour: e3."
    assert position.why_not(1, "plug b1").message == "b1 is coloured already."
