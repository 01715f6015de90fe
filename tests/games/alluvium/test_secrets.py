"""What a seat of Alluvium cannot know: pairs of positions that differ in nothing else look alike to it."""

from __future__ import annotations

import random

import msgspec
import pytest

from alcove import IllegalError, Position, UnreadableError
from alcove.bots import search
from alcove.games.alluvium.table import MAX_CHANGES, NONE, OTHERS, OVER, seen, slots_filled
from alcove.kernel.jit import COMPILING
from alcove.kernel.story import tell
from tests.games.alluvium.sheets import ALLUVIUM, PLUGGABLE, at, place, to_the_end_of_the_step
from tests.playing import play_randomly

PLAYERS = (3, 4, 5)


def positions(players: int, every: int = 1) -> list[Position]:
    """A game in random play, with changes of mind, at every so many actions."""
    position, rng = ALLUVIUM.new(players, 17), random.Random(players)
    found = [position]
    while not position.over:
        seat = rng.choice(position.actors) if rng.random() < 0.2 else rng.choice(position.awaited)
        position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
        found.append(position)
    return found[::every]


def sent(position: Position, viewer: int | None) -> bytes:
    legal = [] if viewer is None else [(action.text, action.index) for action in position.legal(viewer)]
    return msgspec.json.encode([position.view(viewer), legal])


@pytest.mark.parametrize("players", PLAYERS)
def test_concealing_leaves_what_a_seat_sees_and_is_canonical(players: int) -> None:
    """ALLUV-13: whatever was there before, the same seed gives the very same bytes."""
    for position in positions(players, 5 if COMPILING else 45):
        for viewer in (None, *range(players)):
            one, two = position.conceal(viewer, 1), position.conceal(viewer, 2)
            assert sent(one, viewer) == sent(two, viewer) == sent(position, viewer)
            assert bytes(one.conceal(viewer, 3)) == bytes(two.conceal(viewer, 3)) == bytes(position.conceal(viewer, 3))
            assert (one.actors, one.awaited) == (position.actors, position.awaited)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_concealed_position_could_have_come_about(players: int) -> None:
    """ALLUV-7, ALLUV-12, ALLUV-15: reading it checks every drawing, every check and every round score again."""
    for position in positions(players, 7 if COMPILING else 40):
        for viewer in (None, *range(players)):
            concealed = position.conceal(viewer, 5)
            assert ALLUVIUM.read(str(concealed)) == concealed


@pytest.mark.parametrize("players", PLAYERS)
def test_concealing_changes_exactly_what_was_not_seen(players: int) -> None:
    """ALLUV-13: the part of a sheet that a seat knows stays, the rest is drawn anew."""
    for position in positions(players, 11 if COMPILING else 60):
        state = position.state
        for viewer in range(players):
            worlds = [position.conceal(viewer, seed).state for seed in range(12)]
            for sheet in range(players):
                known = int(seen(state, viewer, sheet))
                assert all((w.drawn[sheet, :known] == state.drawn[sheet, :known]).all() for w in worlds)
                if known < slots_filled(state) and state.lap < 3:  # later little room may be left
                    assert len({w.drawn[sheet].tobytes() for w in worlds}) > 1
            for other in range(players):
                chosen = [bool(w.first[other] != NONE) for w in worlds]
                assert chosen == [bool(state.first[other] != NONE)] * len(worlds)
            open_to_all = position.view(None)["table"]["forms_drawn"]
            assert position.conceal(viewer, 1).view(None)["table"]["forms_drawn"] == open_to_all
            assert {w.first[viewer] for w in worlds} == {state.first[viewer]}


def test_what_has_been_seen_by_hand() -> None:
    """ALLUV-13: how much of each sheet Red knows in a game of four, step by step, counted by hand.

    A sheet has two drawings after step 1 of round 1, then one more after each step.
    """
    expected = {
        (1, "own"): [0, 0, 0, 0],
        (1, "other-1"): [2, 0, 0, 2],  # Yellow's lies before Red
        (1, "other-2"): [2, 0, 3, 3],  # then Green's; of Yellow's with what Red drew on it
        (1, "other-3"): [2, 4, 4, 3],
        (2, "own"): [5, 5, 4, 3],
        (2, "other-1"): [6, 6, 4, 3],  # the other way: Blue's first
        (2, "other-2"): [6, 7, 7, 3],
        (2, "other-3"): [6, 7, 8, 8],
        (3, "own"): [9, 7, 8, 9],
    }
    position, rng = ALLUVIUM.new(4, 1), random.Random(1)
    found = {}
    while position.state.stage != OVER and (position.state.lap, position.state.stage) < (3, 1):
        view = position.view(None)["table"]
        found[view["round"], view["step"]] = [int(seen(position.state, 0, sheet)) for sheet in range(4)]
        position = play_randomly(position, rng, 1)
    assert found == expected


def test_cards_that_nobody_has_seen_are_redrawn_and_others_are_not() -> None:
    """ALLUV-8, ALLUV-13: a secret card is known to its owner, and to who has had the sheet."""
    position = play_randomly(ALLUVIUM.new(4, 3), random.Random(5), 8)
    assert position.view(None)["table"]["step"] == "other-1"
    worlds = [position.conceal(0, seed).state.deck for seed in range(40)]
    secrets = [{int(deck[colour, 1]) for deck in worlds} for colour in range(4)]
    assert len(secrets[0]) == len(secrets[3]) == 1  # its own, and Yellow's sheet lies before it
    assert len(secrets[1]) == len(secrets[2]) == 5
    for colour in range(4):
        assert {int(deck[colour, 0]) for deck in worlds} == {int(position.state.deck[colour, 0])}
        assert all(sorted(deck[colour].tolist()) == list(range(6)) for deck in worlds)
        assert len({int(deck[colour, 2]) for deck in worlds}) > 2


def test_what_another_seat_draws_is_not_noticed() -> None:
    """ALLUV-13: in an open step all choices of a seat look the same to everyone else, and are told the same way."""
    position = play_randomly(ALLUVIUM.new(3, 3), random.Random(8), 10)
    seat = position.awaited[0]
    assert len(position.awaited) > 1
    for viewer in (None, *(other for other in range(3) if other != seat)):
        faces = set()
        for action in position.legal(seat):
            after = position.play(seat, action)
            lines = tell(position, after, seat, action, viewer)
            faces.add(sent(after, viewer) + msgspec.json.encode(lines))
        assert len(faces) == 1


@pytest.mark.skipif(not COMPILING, reason="a search in plain Python takes too long")
@pytest.mark.parametrize("actions", [0, 9, 30, 55])
def test_bots_never_peek(actions: int) -> None:
    """ALLUV-13: positions that differ only in what a seat cannot know get the very same thought."""
    position = play_randomly(ALLUVIUM.new(4, 5), random.Random(actions), actions)
    seat = position.awaited[0]
    worlds = [position.conceal(seat, seed) for seed in range(3)]
    assert len({bytes(world) for world in worlds}) == 3
    thoughts = [search(world, seat, simulations=80, seed=9) for world in worlds]
    assert all(thought == thoughts[0] for thought in thoughts)


def public(before: Position, seat: int, index: int, viewer: int | None) -> tuple[Position, bytes]:
    """All that reaches a viewer other than the seat that acts."""
    after = before.play_legal(seat, index)
    lines = tell(before, after, seat, before.action(seat, index), viewer)
    text = ALLUVIUM.notation.public_text(before, seat, index)
    return after, sent(after, viewer) + msgspec.json.encode([text, lines])


@pytest.mark.parametrize("players", PLAYERS)
def test_two_worlds_with_other_drawings_look_the_same(players: int) -> None:
    """ALLUV-13, ALLUV-14: other sheets, other drawings, other changes, and no bit of it reaches the viewer.

    The worlds differ in all that the viewer cannot know. In each of them the seats choose for themselves, one world
    the first of its choices and one the last, so that a form stands against a hole or a pass where there is one.
    """
    rng, compared = random.Random(players), 0
    for position in positions(players, 9 if COMPILING else 30):
        for viewer in (None, *range(players)):
            one, two = position.conceal(viewer, 1), position.conceal(viewer, 2)
            while len(one.awaited) > 1 and (others := [seat for seat in one.actors if seat != viewer]):
                assert (one.actors, one.awaited) == (two.actors, two.awaited)
                seat = rng.choice(others)
                if one.awaited == (seat,) or (viewer, seat) == one.awaited:
                    break
                one, seen_in_one = public(one, seat, one.legal_indices(seat)[0], viewer)
                two, seen_in_two = public(two, seat, two.legal_indices(seat)[-1], viewer)
                assert seen_in_one == seen_in_two
                compared += 1
    assert compared > 20


def test_a_pass_a_hole_and_a_form_look_the_same() -> None:
    """ALLUV-9, ALLUV-13: nobody else learns whether somebody took action A, action B, or had to pass."""
    position = at(4, 1, OTHERS, 1, r="Bar")  # Red has Yellow's sheet, which Blue and Green have not seen
    worlds = {
        "Bar r0 @a2": place(position, 3, "gggggggggg"),
        "plug b2": place(position, 3, PLUGGABLE),
        "pass": place(position, 3, "\n".join(["gggggggggg"] * 10)),
    }
    for viewer in (None, 1, 2):
        faces = {public(world, 0, index_of(world, 0, text), viewer)[1] for text, world in worlds.items()}
        assert len(faces) == 1
        assert {sent(world, viewer) for world in worlds.values()} == {sent(position, viewer)}


def index_of(position: Position, seat: int, text: str) -> int:
    return next(action.index for action in position.legal(seat) if action.text == text)


def step_of(position: Position) -> tuple[int, int, int]:
    return int(position.state.lap), int(position.state.stage), int(position.state.hop)


def test_a_drawing_can_be_changed_twenty_times_in_a_step() -> None:
    """ALLUV-14: then it stays, with the clause; the others may still change theirs, and the next step begins anew."""
    position = to_the_end_of_the_step(ALLUVIUM.new(4, 3), random.Random(5))
    choices = [action.text for action in position.legal(0)]
    position = position.play(1, position.legal(1)[0]).play(0, choices[0])
    for number in range(MAX_CHANGES):
        assert position.view(2)["table"]["changes_left"] == [20 - number, 20, 20, 20]
        assert 0 in position.actors
        position = position.play(0, choices[1 + number % 2])
    assert position.actors == (1, 2, 3)
    assert position.awaited == (2, 3)
    assert position.legal(0) == ()
    with pytest.raises(IllegalError, match="20 times") as refused:
        position.play(0, choices[0])
    assert refused.value.clause == "ALLUV-14"
    assert position.why_not(0, choices[0]) == ("ALLUV-14", refused.value.say("en"))
    assert ALLUVIUM.read(str(position)) == position
    position = position.play(1, position.legal(1)[1])
    position = to_the_end_of_the_step(position, random.Random(1))
    assert step_of(position) == (1, 2, 2)
    assert position.actors == (0, 1, 2, 3)
    assert position.view(0)["table"]["changes_left"] == [20] * 4


def test_a_change_left_half_at_the_limit_is_dropped() -> None:
    """ALLUV-8, ALLUV-14: a first form drawn anew over the second waits for it; at the limit the old pair stands."""
    position = ALLUVIUM.new(3, 1)
    state = position.state
    first = position.legal(0)[0]
    position = position.play(0, first)
    second = position.legal(0)[0]
    position = position.play(0, second)
    apart = [a for a in position.legal(0) if a.text.split()[0] == first.text.split()[0]]
    overlapping = next(a for a in apart if position.play(0, a).state.draft[0] != NONE)
    for _ in range(MAX_CHANGES - 1):
        position = position.play(0, first)
    assert position.play(0, first).state.draft[0] == NONE
    last = position.play(0, overlapping)
    assert (last.state.first[0], last.state.second[0], last.state.draft[0]) == (first.index, second.index, NONE)
    assert 0 not in last.actors
    assert state.changes[0] == 0


@pytest.mark.parametrize(
    ("changes", "why"),
    [("1/0/0", "not drawn"), ("0/21/0", "over the limit"), ("0/0", "a seat too few"), ("0/x/0", "no number")],
)
def test_changes_that_cannot_be_are_refused(changes: str, why: str) -> None:
    """ALLUV-14"""
    text = str(ALLUVIUM.new(3, 1))
    with pytest.raises(UnreadableError):
        ALLUVIUM.read(text.replace("changes=0/0/0", f"changes={changes}"))
