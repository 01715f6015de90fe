"""Whatever is said to a position or a game: a coded error or a valid answer, never anything else."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import alcove
from alcove import Action, AlcoveError, Position
from tests.kernel.garbage import check_error

GAMES = alcove.games()


@cache
def start_and_middle(name: str) -> list[Position]:
    """The start, some positions on the way, and the end."""
    game = alcove.game(name)
    found = []
    for players in game.players:
        position = game.new(players, 1)
        rng = random.Random(players)
        count = 0
        while not position.over:
            if count in (0, 1, 5, 30):
                found.append(position)
            seat = rng.choice(position.awaited)
            position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
            count += 1
        found.append(position)
    return found


each_game = pytest.mark.parametrize("name", GAMES)

HUGE = ["x" * 10**6, "e5" * 10**5, "\ud800", "\x00", "e5\udfff", "🂡", "٣", "e５", "bank draw", "a1x" * 60]
WORDS = ["kind", "from", "to", "at", "form", "turn", "card", "space", "form", "plug", "pass", "place", "shift", "jump"]
WORDS += ["complete", "member", "bid", "draw", "lose", "a1", "c3", "j10", "Hook", "90", "MD", "\ud800"]
anything: st.SearchStrategy[Any] = st.one_of(
    st.text(max_size=20),
    st.text(alphabet="abcdefghisxmw0123456789-: =,./bankdr", max_size=12),
    st.sampled_from(HUGE),
    st.integers(),
    st.integers(-5, 1000),
    st.sampled_from([None, True, False, 1.5, float("nan"), b"e5", [], {}, (), 10**5000, -(10**5000)]),
    st.dictionaries(st.sampled_from(WORDS[:8]), st.one_of(st.sampled_from(WORDS), st.text(max_size=3), st.integers())),
    st.builds(Action, st.text(max_size=5), st.one_of(st.integers(), st.none(), st.text(max_size=4))),
)
seats: st.SearchStrategy[Any] = st.one_of(
    st.integers(0, 3), st.integers(), st.sampled_from([None, True, "0", 0.0, -1, 10**5000, [], b""])
)


@each_game
def test_play(name: str) -> None:
    @settings(max_examples=400)
    @given(st.sampled_from(start_and_middle(name)), seats, anything)
    @example(start_and_middle(name)[0], 0, Action("e5", -1))
    def run(position: Position, seat: Any, action: Any) -> None:
        before = bytes(position)
        try:
            after = position.play(seat, action)
        except AlcoveError as error:
            check_error(error)
        else:
            assert alcove.game(name).read(str(after)) == after
            assert position.why_not(seat, action) is None
        assert bytes(position) == before

    run()


@each_game
def test_why_not(name: str) -> None:
    @settings(max_examples=400)
    @given(st.sampled_from(start_and_middle(name)), seats, anything, st.sampled_from(["en", "de", "fr", ""]))
    def run(position: Position, seat: Any, action: Any, language: str) -> None:
        try:
            refusal = position.why_not(seat, action, language)
        except AlcoveError as error:
            check_error(error, "unreadable")
            return
        if refusal is None:
            position.play(seat, action)
        else:
            assert refusal.clause.startswith(alcove.game(name).clause_prefix)
            assert refusal.message.encode("utf-8")

    run()


@each_game
def test_turns(name: str) -> None:
    @settings(max_examples=400)
    @given(st.sampled_from(start_and_middle(name)), seats, anything)
    def run(position: Position, seat: Any, turn: Any) -> None:
        try:
            played = position.play_turn(seat, turn)
        except AlcoveError as error:
            check_error(error)
        else:
            assert played

    run()


@each_game
def test_legal_and_view(name: str) -> None:
    @settings(max_examples=300)
    @given(st.sampled_from(start_and_middle(name)), seats)
    def run(position: Position, seat: Any) -> None:
        for ask in (position.legal, position.view):
            try:
                ask(seat)
            except AlcoveError as error:
                check_error(error)

    run()


@st.composite
def bent_texts(draw: st.DrawFn, name: str) -> str:
    """A position text with some of it replaced: characters, or words swapped with those of another position."""
    text = str(draw(st.sampled_from(start_and_middle(name))))
    for _ in range(draw(st.integers(0, 3))):
        if draw(st.booleans()):
            words, others = text.split(" "), str(draw(st.sampled_from(start_and_middle(name)))).split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(others))
            text = " ".join(words)
        else:
            start = draw(st.integers(0, len(text)))
            end = draw(st.integers(start, min(len(text), start + 3)))
            bit = draw(st.one_of(st.text(alphabet="wbsmx0123456789/-,.= :ra", max_size=4), st.text(max_size=3)))
            text = text[:start] + bit + text[end:]
    return text


@each_game
def test_read(name: str) -> None:
    """What is read is a whole position: it can be looked at, played to its end and written again."""
    game = alcove.game(name)

    @settings(max_examples=400)
    @given(st.one_of(bent_texts(name), bent_texts(name), anything), st.integers(0, 2**32))
    def run(text: Any, choices: int) -> None:
        try:
            position = game.read(text)
        except AlcoveError as error:
            check_error(error)
            return
        assert game.read(str(position)) == position
        rng = random.Random(choices)
        for _ in range(8):
            assert bool(position.actors) == bool(position.awaited)
            for seat in [None, *range(position.players)]:
                assert position.conceal(seat, choices).view(seat) == position.view(seat)
            if position.over:
                assert position.outcome is not None
                break
            seat = rng.choice(position.awaited)
            position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
            assert game.read(str(position)) == position

    run()


@each_game
def test_new(name: str) -> None:
    game = alcove.game(name)
    names = st.one_of(st.sampled_from([*(option.name for option in game.options), "nothing"]), st.text(max_size=8))
    values = st.one_of(anything, st.sampled_from([v for option in game.options for v in option.choices] or [0]))

    @settings(max_examples=400)
    @given(
        st.one_of(st.none(), st.integers(0, 7), anything),
        st.one_of(st.none(), st.integers(0, 2**129), anything),
        st.dictionaries(names.filter(lambda key: key not in ("self", "players", "seed")), values, max_size=3),
    )
    def run(players: Any, seed: Any, options: dict[str, Any]) -> None:
        try:
            position = game.new(players, seed, **options)
        except AlcoveError as error:
            check_error(error, "bad-option")
        else:
            assert game.read(str(position)) == position

    run()


@given(anything)
def test_game(name: Any) -> None:
    try:
        assert alcove.game(name).name == name
    except AlcoveError as error:
        check_error(error)


@settings(max_examples=300)
@given(st.one_of(anything, st.binary(max_size=200), st.text(max_size=200).map(lambda t: f"Alcove record 1\n{t}")))
def test_record(text: Any) -> None:
    try:
        alcove.Record.read(text).verify()
    except AlcoveError as error:
        check_error(error)
