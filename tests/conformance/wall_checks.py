"""A view is a wall: what a seat must not know never reaches it in any form."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from alcove import Game, Position
from alcove.kernel.reveal import revealed, unnoticed
from alcove.kernel.story import tell
from tests.conformance.tables import actions_to_try, encoded, for_positions, setups, viewers, walk

SEEDS = st.integers(0, 2**64 - 1)
WORLDS = 60
"""How many actions in imagined positions are compared with each other."""


def sent_to(position: Position, viewer: int | None) -> bytes:
    """What is sent to a viewer about a position: the view and the legal moves."""
    legal = [] if viewer is None else position.legal(viewer)
    choices = [[one.text, one.index, position.parts(viewer or 0, one.index)] for one in legal]
    return encoded([position.view(viewer), choices])


def observed(position: Position, viewer: int | None) -> bytes:
    """What a viewer sees as numbers; nothing where the game does not say."""
    observe = position.game.observe
    if observe is None:
        return b""
    out = np.zeros(observe.LAYOUT.size, np.int8)
    observe.observe(position.state, -1 if viewer is None else viewer, out)
    return out.tobytes()


def seen_by(position: Position, viewer: int | None) -> bytes:
    """All that a viewer can get to see: what is sent, and the refusal of every action."""
    every = [] if viewer is None else actions_to_try(position.game)
    return sent_to(position, viewer) + encoded([position.why_not(viewer, index) for index in every])


def told_to(before: Position, seat: int, index: int, viewer: int | None) -> tuple[Position, bytes]:
    """The position after an action, and all that a viewer is told about it."""
    after, action = before.play_legal(seat, index), before.action(seat, index)
    text = action.text if viewer == seat else before.public_text(seat, index)
    return after, encoded([text, tell(before, after, seat, action, viewer)])


def without_rng(position: Position) -> bytes:
    row = position.copy_row()
    if position.game.rules.CHANCE:
        row["rng"] = 0
    return row.tobytes()


def with_rng_of(position: Position, other: Position) -> Position:
    row = position.copy_row()
    if position.game.rules.CHANCE:
        row["rng"] = other.state.rng
    return Position(position.game, position.players, position.options, row)


def what_a_seat_cannot_know_changes_nothing_for_it(game: Game) -> None:
    def holds(position: Position, one: int, two: int) -> None:
        for viewer in viewers(position):
            seen, numbers = seen_by(position, viewer), observed(position, viewer)
            for seed in (one, two):
                concealed = position.conceal(viewer, seed)
                assert seen_by(concealed, viewer) == seen
                assert observed(concealed, viewer) == numbers

    for_positions(game, 20, holds, SEEDS, SEEDS)


def concealing_depends_on_nothing_hidden(game: Game) -> None:
    """Positions that look alike to a seat are concealed alike, so a bot thinks the same about both."""

    def holds(position: Position, one: int, two: int) -> None:
        for viewer in viewers(position):
            other = position.conceal(viewer, two)
            assert bytes(position.conceal(viewer, one)) == bytes(other.conceal(viewer, one))

    for_positions(game, 20, holds, SEEDS, SEEDS)


def without_secrets_everybody_sees_and_hears_the_same(game: Game) -> None:
    """What the server makes once for all viewers must not depend on the viewer."""
    if game.rules.SECRETS:
        return

    def holds(position: Position, seed: int) -> None:
        everywhere = {encoded(position.view(viewer) | {"seat": None}) for viewer in viewers(position)}
        assert len(everywhere) == 1
        for before, (seat, index), _ in steps(random.Random(seed), position):
            assert len({told_to(before, seat, index, viewer)[1] for viewer in viewers(position)}) == 1

    for_positions(game, 10, holds, SEEDS)


def steps(
    rng: random.Random, position: Position, most: int = 6
) -> Iterator[tuple[Position, tuple[int, int], Position]]:
    for _ in range(most):
        if position.over:
            return
        seat = position.awaited[0]
        index = rng.choice(position.legal_indices(seat))
        after = position.play_legal(seat, index)
        yield position, (seat, index), after
        position = after


def a_concealed_position_is_a_position(game: Game) -> None:
    def holds(position: Position, seed: int) -> None:
        for viewer in viewers(position):
            concealed = position.conceal(viewer, seed)
            assert game.read(str(concealed)) == concealed
            assert concealed.actors == position.actors
            assert concealed.awaited == position.awaited
            assert concealed == position.conceal(viewer, seed)
            for _, _, after in walk(random.Random(seed), concealed, 30):
                assert game.read(str(after)) == after

    for_positions(game, 20, holds, SEEDS)


def a_renewed_position_looks_the_same_to_everybody(game: Game) -> None:
    """What no seat knows is drawn anew, and depends on nothing but the seed: not on what was to come before."""

    def holds(position: Position, one: int, two: int) -> None:
        renewed = position.renewed(str(one))
        for viewer in viewers(position):
            assert seen_by(renewed, viewer) == seen_by(position, viewer)
            assert observed(renewed, viewer) == observed(position, viewer)
        assert game.read(str(renewed)) == renewed
        assert bytes(position.renewed(str(two)).renewed(str(one))) == bytes(renewed)

    for_positions(game, 5, holds, SEEDS, SEEDS)


def conceal_redraws_every_secret(game: Game) -> None:
    """If it did not, the other checks of the wall could not fail."""
    for setup in setups(game):
        start = setup.new(game, 7)
        for viewer in viewers(start):
            redrawn = [start.conceal(viewer, seed) for seed in range(30)]
            if game.rules.CHANCE:
                assert len({r.state.rng.tobytes() for r in [*redrawn, start]}) == 31
            if not game.rules.SECRETS:
                assert {without_rng(r) for r in redrawn} == {without_rng(start)}
                continue
            assert len({without_rng(r) for r in redrawn}) > 15
            for other in range(start.players):
                faces = {encoded(r.view(other)) for r in redrawn}
                assert (len(faces) == 1) == (other == viewer), f"the secrets of seat {other} for {viewer}"


def the_same_public_play_looks_the_same(game: Game) -> None:
    """Two positions that a viewer cannot tell apart are played on in the same way, with other secrets.

    Of another seat's action the public text is the same, whatever was chosen. A choice in a step that stays open
    changes nothing. If it looks the same before and after, it is told in the same words, and undo takes it so, too.
    """

    def holds(position: Position, seed: int) -> None:
        rng = random.Random(seed)
        for viewer in viewers(position):
            one = position.conceal(viewer, seed)
            two = with_rng_of(position.conceal(viewer, seed + 1), one)
            same = sent_to(one, viewer) == sent_to(two, viewer)
            for _ in range(8):
                if one.over or not same:
                    break
                one, two, same = play_alike(rng, one, two, viewer)

    for_positions(game, 100 if game.rules.SECRETS else 10, holds, SEEDS)


def play_alike(rng: random.Random, one: Position, two: Position, viewer: int | None) -> tuple[Position, Position, bool]:
    """Both positions an action later, and whether they still look the same."""
    seat = rng.choice(one.awaited)
    stays_open = len(one.awaited) > 1
    pairs = alike(rng, one, two, seat, viewer)
    if not pairs:
        return one, two, False
    first, second = rng.choice(pairs)
    (after, told), (after_too, told_too) = told_to(one, seat, first, viewer), told_to(two, seat, second, viewer)
    same = sent_to(after, viewer) == sent_to(after_too, viewer)
    if stays_open and (after.awaited or after_too.awaited):
        assert same
    if same:
        assert told == told_too
        assert observed(after, viewer) == observed(after_too, viewer), "no more than the view"
        if rng.random() < 0.1:  # it takes long
            mine, theirs = (one, after, seat, first), (two, after_too, seat, second)
            assert given_away(*mine, viewer) == given_away(*theirs, viewer)
    return after, after_too, same


def alike(rng: random.Random, one: Position, two: Position, seat: int, viewer: int | None) -> list[tuple[int, int]]:
    """Actions of a seat in two positions that a viewer must take for the same: their own, else of one public text."""
    mine, theirs = one.legal_indices(seat), two.legal_indices(seat)
    if seat == viewer:
        return [(index, index) for index in mine if index in theirs]
    for index in mine:
        if index in theirs:
            assert one.public_text(seat, index) == two.public_text(seat, index), "it is made from what all know"
    same: dict[str, list[int]] = defaultdict(list)
    for other in theirs:
        same[two.public_text(seat, other)].append(other)
    found = [(index, same.get(one.public_text(seat, index))) for index in mine]
    return [(index, rng.choice(others)) for index, others in found if others]


def given_away(before: Position, after: Position, seat: int, index: int, viewer: int | None) -> tuple[bool, bool]:
    """Whether undo takes something for revealed to a viewer, and whether the viewer's own answer is late by now."""
    if viewer is None:
        return False, False
    return (
        bool(revealed(before, after, seat, index, [viewer])),
        viewer != seat and bool(unnoticed(before, after, seat, index) >> viewer & 1),
    )


def what_is_told_says_no_more_than_what_is_seen(game: Game) -> None:
    """Whatever else may have been hidden, and whatever may have been chosen then: if it looks the same to a viewer
    afterwards, then text and story of it were the same. In the same position, only what nobody can see may differ."""
    if not game.rules.SECRETS:
        return

    def holds(position: Position, seed: int) -> None:
        if position.over:
            return
        rng = random.Random(seed)
        seat = rng.choice(position.awaited)
        viewer = rng.choice([viewer for viewer in viewers(position) if viewer != seat])
        told: dict[bytes, tuple[bytes, bytes]] = {}
        for world in worlds(position, viewer, seed, max(2, WORLDS // len(position.legal_indices(seat)))):
            for index in world.legal_indices(seat):
                after, words = told_to(world, seat, index, viewer)
                hidden = without_rng(after)
                other, other_words = told.setdefault(sent_to(after, viewer), (hidden, words))
                assert words == other_words or hidden == other

    for_positions(game, 40, holds, SEEDS)


def worlds(position: Position, viewer: int | None, seed: int, count: int) -> Iterator[Position]:
    for number in range(count):
        yield with_rng_of(position.conceal(viewer, seed + number), position)


def an_observation_is_as_its_layout_says(game: Game) -> None:
    """In whole games of every set-up each number is in the declared range, and every feature means something."""
    assert game.observe is not None
    layout = game.observe.LAYOUT
    reached = np.zeros(layout.size, np.bool_)
    for number, setup in enumerate(setups(game)):
        start = setup.new(game, number)
        for count, (_, _, position) in enumerate(walk(random.Random(number), start, 400)):
            for viewer in viewers(position):
                numbers = np.frombuffer(observed(position, viewer), np.int8)
                assert ((layout.low <= numbers) & (numbers <= layout.high)).all()
                reached |= numbers != 0
            if count % 40 == 0:
                assert observed(game.read(str(position)), None) == observed(position, None)
    for name, place in layout.places.items():
        assert reached[place].any(), f"{name} was never anything but zero"


def the_generator_is_never_shown(game: Game) -> None:
    if not game.rules.CHANCE:
        return

    def holds(position: Position) -> None:
        words = [int(word) for word in position.state.rng[:2]]
        spellings = [f(word) for word in words for f in (str, hex, "{:x}".format)]
        for viewer in viewers(position):
            sent = seen_by(position, viewer).decode()
            assert not any(spelling.removeprefix("0x") in sent for spelling in spellings)
            assert "rng" not in sent
            assert "seed" not in sent

    for_positions(game, 30, holds)


def a_seed_is_never_shown(game: Game) -> None:
    seed = 0x5EED5EED5EED5EED5EED
    for setup in setups(game):
        before = setup.new(game, seed)
        for number, (seat, action, after) in enumerate(walk(random.Random(1), before, 25)):
            seen = seen_by if number % 6 == 0 else sent_to  # most of the refusals are the same as a step before
            for viewer in viewers(after):
                told = encoded(tell(before, after, seat, action, viewer))
                sent = (seen(after, viewer) + told).decode()
                assert str(seed) not in sent
                assert f"{seed:x}" not in sent
            before = after


def record_fields_have_names_of_their_own(game: Game) -> None:
    """With the compiler off, a row would give its own attribute instead of the field."""
    for name in game.rules.STATE.names:
        assert not hasattr(np.void, name), name
        assert not hasattr(np.ndarray, name), name
