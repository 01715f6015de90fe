"""What a seat of Alluvium cannot know: pairs of positions that differ in nothing else look alike to it."""

from __future__ import annotations

import random

import msgspec
import pytest

from alcove import Position
from alcove.bots import search
from alcove.games.alluvium.table import NONE, OVER, seen, slots_filled
from alcove.kernel.jit import COMPILING
from tests.games.alluvium.sheets import ALLUVIUM
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
            lines = ALLUVIUM.narrate.tell(position, after, seat, action, viewer)
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
