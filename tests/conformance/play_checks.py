"""What every game must do when it is played, written and read."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import strategies as st

from alcove import Game, IllegalError, NotYourTurnError, OverError, Position, Record, SealedError
from alcove.kernel.story import tell
from alcove.server import shapes
from tests.conformance.tables import (
    Setup,
    actions_to_try,
    encoded,
    for_games,
    for_positions,
    setups,
    step,
    viewers,
    walk,
)
from tests.declared import check_declared

CHOICES_LOOKED_AT = 60
WALKS = st.integers(0, 2**32 - 1)


def clauses(game: Game, language: str) -> list[str]:
    """The ids that a rulebook defines, in order."""
    return re.findall(rf"^\*\*\[({game.clause_prefix}-\d+)\]\*\*", game.rulebook(language), re.MULTILINE)


def same_seed_and_actions_give_the_same_bytes(game: Game) -> None:
    def holds(setup: Setup, seed: int, rng: random.Random) -> None:
        first = setup.new(game, seed)
        by_text, by_index, by_action = (setup.new(game, seed) for _ in range(3))
        assert bytes(first) == bytes(by_text)
        for seat, action, after in walk(rng, first, game.rules.MAX_GAME_ACTIONS):
            by_text = by_text.play(seat, action.text)
            by_index = by_index.play(seat, action.index)
            by_action = by_action.play(seat, action)
            assert bytes(after) == bytes(by_text) == bytes(by_index) == bytes(by_action)
        assert by_text.over

    for_games(game, 12, holds)


def another_seed_gives_another_game_where_there_is_chance(game: Game) -> None:
    for setup in setups(game):
        starts = {bytes(setup.new(game, seed)) for seed in range(10)}
        assert len(starts) == (10 if game.rules.CHANCE else 1)
        if game.rules.CHANCE:
            assert bytes(setup.new(game, None)) != bytes(setup.new(game, None))


def a_played_position_stays_as_it_was(game: Game) -> None:
    def holds(position: Position, choices: int) -> None:
        before, text = bytes(position), str(position)
        for seat in position.actors:
            for action in position.legal(seat)[:5]:
                position.play(seat, action)
        for viewer in viewers(position):
            position.view(viewer)
            position.conceal(viewer, choices)
        for seat in range(position.players):
            position.why_not(seat, choices % game.rules.ACTIONS)
        assert bytes(position) == before
        assert str(position) == text
        with pytest.raises(ValueError, match="read-only"):
            position._row[0] = position.copy_row()[0]

    for_positions(game, 40, holds, WALKS)


def state_bytes_round_trip(game: Game) -> None:
    def holds(position: Position) -> None:
        row = np.frombuffer(bytes(position), dtype=game.rules.STATE).copy()
        again = Position(game, position.players, position.options, row)
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert [again.view(v) for v in viewers(again)] == [position.view(v) for v in viewers(position)]

    for_positions(game, 40, holds)


def position_text_round_trips(game: Game) -> None:
    def holds(position: Position) -> None:
        again = game.read(str(position))
        assert again == position
        assert again.players == position.players
        assert again.options == position.options
        assert str(again) == str(position)
        assert str(position).isprintable()

    for_positions(game, 120, holds)


def records_round_trip(game: Game) -> None:
    def holds(setup: Setup, seed: int, rng: random.Random, most: int) -> None:
        record = Record.begin(game.name, setup.players, seed=seed, **setup.options)
        position = record.start()
        for seat, action, after in walk(rng, position, most):
            record = record.add(seat, action, after)
            position = after
        again = Record.read(str(record))
        assert again == record
        assert str(again) == str(record)
        assert Record.read(str(record).encode()) == record
        assert again.verify() == position.outcome
        assert bytes(again.position()) == bytes(position)
        assert again.without_seed() == Record.read(str(record.without_seed()))
        if position.over:
            assert again.without_seed() == again
        else:
            assert str(seed) not in str(record.without_seed()).replace(record.commitment, "") or seed < 10**6
            with pytest.raises(SealedError):
                again.without_seed().verify()

    for_games(game, 25, holds, st.sampled_from([0, 1, 2, 5, 20, 70, game.rules.MAX_GAME_ACTIONS]))


def why_not_is_none_exactly_for_legal_actions(game: Game) -> None:
    known = set(clauses(game, "en"))

    def holds(position: Position) -> None:
        for seat in range(position.players):
            legal = set(position.legal_indices(seat))
            met = set()
            for index in legal.union(actions_to_try(game)):
                refusals = [position.why_not(seat, index, language) for language in ("en", "de")]
                met.add(tuple(refusals))
                if index in legal:
                    assert refusals == [None, None]
                    continue
                english, german = refusals
                assert english.clause == german.clause
                assert english.clause in known, f"{english.clause} is not in the rulebook"
                assert english.message.strip()
                assert german.message.strip()
                assert english.message != german.message, "not translated"
            assert seat in position.actors or len(met) == 1, "who may not act is always told the same"

    for_positions(game, 16, holds)


def play_refuses_what_why_not_explains(game: Game) -> None:
    def holds(position: Position, choices: int) -> None:
        rng = random.Random(choices)
        for seat in range(position.players):
            for index in rng.sample(range(game.rules.ACTIONS), min(20, game.rules.ACTIONS)):
                refusal = position.why_not(seat, index)
                if refusal is None:
                    position.play(seat, index)
                    continue
                with pytest.raises((IllegalError, NotYourTurnError, OverError)) as refused:
                    position.play(seat, index)
                assert refused.value.say("en") == refusal.message
                if isinstance(refused.value, IllegalError):
                    assert refused.value.clause == refusal.clause

    for_positions(game, 30, holds, WALKS)


def actions_have_one_text_and_one_index(game: Game) -> None:
    def holds(position: Position) -> None:
        assert set(position.awaited) <= set(position.actors) <= set(range(position.players))
        assert bool(position.awaited) == bool(position.actors)
        for seat in range(position.players):
            actions = position.legal(seat)
            assert bool(actions) == (seat in position.actors), "who may act has something to do"
            assert len(actions) <= game.rules.MAX_CHOICES
            assert len({action.index for action in actions}) == len(actions)
            assert len({action.text for action in actions}) == len(actions)
            for action in actions:
                assert 0 <= action.index < game.rules.ACTIONS
                assert game.notation.read_action(position, seat, action.text) == action.index
                assert game.notation.write_action(position, seat, action.index) == action.text
                assert game.notation.split(action.text) == [action.text]
                assert game.notation.split(game.notation.join([action.text])) == [action.text]

    for_positions(game, 120, holds)


def play_ends_in_time_with_a_named_outcome(game: Game) -> None:
    assert set(game.rules.REASONS) == set(game.reasons)

    def holds(setup: Setup, seed: int, rng: random.Random) -> None:
        position = setup.new(game, seed)
        count = 0
        while not position.over:
            assert position.outcome is None
            seat = rng.choice(position.awaited)
            position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
            count += 1
            assert count <= game.rules.MAX_GAME_ACTIONS
        outcome = position.outcome
        assert len(outcome.scores) == position.players
        assert set(outcome.winners) <= set(range(position.players))
        assert outcome.reason in game.reasons
        assert [position.legal(seat) for seat in range(position.players)] == [()] * position.players

    for_games(game, 60, holds)


def narration_speaks_both_languages(game: Game) -> None:
    def holds(setup: Setup, seed: int, rng: random.Random) -> None:
        before = setup.new(game, seed)
        for seat, action, after in walk(rng, before, 60):
            for viewer in viewers(before):
                told = tell(before, after, seat, action, viewer)
                assert told, "every action is told"
                for line in told:
                    assert line.seat is None or 0 <= line.seat < before.players
                    for sentence in line.text:
                        assert sentence.strip()
                        assert "{" not in sentence
            before = after

    for_games(game, 12, holds)


def sample_is_legal_and_uniform(game: Game) -> None:
    """Pearson's chi-square stays under a bound that chance passes once in ten million, in positions of all kinds.

    The bound is that of Laurent and Massart; with few choices the tail is far too long for standard deviations.
    """
    rng = random.Random(0)
    search_rng = np.array([1], dtype=np.uint64)
    looked_at = 0
    for setup in setups(game):
        position = setup.new(game, 1)
        while not position.over:
            seat, index = step(rng, position)
            legal = position.legal_indices(seat)
            draws = 60 * len(legal) if looked_at % 7 == 0 else 3
            counts = dict.fromkeys(legal, 0)
            for _ in range(draws):
                counts[game.rules.sample(position.state, seat, search_rng)] += 1  # KeyError: not legal
            expected, freedom = draws / len(legal), len(legal) - 1
            chi_square = sum((count - expected) ** 2 for count in counts.values()) / expected
            assert draws == 3 or chi_square <= freedom + 8 * freedom**0.5 + 32, f"{position}: {counts}"
            position = position.play_legal(seat, index)
            looked_at += 1


def views_are_json_and_say_who_may_act(game: Game) -> None:
    def holds(position: Position) -> None:
        for viewer in viewers(position):
            seen = position.view(viewer)
            assert encoded(seen)  # plain types only
            assert seen["actors"] == list(position.actors)
            assert seen["seat"] == viewer
            assert (seen["outcome"] is None) == bool(position.actors)

    for_positions(game, 40, holds)


def views_and_choices_are_as_declared(game: Game) -> None:
    """Nothing is missing, of another type, or there without being declared."""

    def holds(position: Position) -> None:
        for viewer in viewers(position):
            shown = as_json(position.view(viewer))
            check_declared(shown, shapes.View)
            check_declared(shown["table"], game.view.View)
        for seat in position.actors:
            for index in position.legal_indices(seat)[:CHOICES_LOOKED_AT]:
                check_declared(as_json(position.parts(seat, index)), game.view.Choice)

    for_positions(game, 40, holds)


def as_json(value: Any) -> Any:
    return msgspec.json.decode(encoded(value))
