"""How The Alpacalypse is written and read, what nobody may know, and that nothing is ever lost."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alcove import Position, UnreadableError
from alcove.games.alpacalypse import actions, cards, frames, notation, table
from alcove.games.alpacalypse.vocabulary import MEMBERS
from alcove.kernel.jit import COMPILING
from tests.games.alpacalypse.tables import ALPACALYPSE, CARD, Table, hand, playing, texts

# ---- Actions ----


def test_every_action_has_a_text_of_its_own() -> None:
    assert len(set(notation.TEXTS)) == ALPACALYPSE.rules.ACTIONS == len(notation.TEXTS)
    position = Table().at_turn()
    for index, text in enumerate(notation.TEXTS):
        assert notation.read_action(position, 0, text) == index


def test_a_turn_is_one_text() -> None:
    notation = ALPACALYPSE.notation
    actions = ["warrior MD", "complete torpedos", "pay cube for coin"]
    assert notation.join(actions) == "warrior MD: complete torpedos, pay cube for coin"
    assert notation.split(notation.join(actions)) == actions
    assert notation.join(["stay", "bid WL+3"]) == "stay, bid WL+3"


@pytest.mark.parametrize(
    "text", ["", "warrior", "bid", "bid +3", "bid LW", "bid W+256", "bid W+0", "keep", "complete x", "MD"]
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(UnreadableError):
        Table().at_turn().play(0, text)


# ---- Positions ----


def changed(position: Position, key: str, value: str) -> str:
    words = dict(word.split("=", 1) for word in str(position).split(" "))
    assert words[key] != value
    return " ".join(f"{name}={value if name == key else word}" for name, word in words.items())


def a_position() -> Position:
    return playing(Table().hand("torpedos").discards("caravan").at_turn(), "1 warrior MD: acquire MD")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", "6"),
        ("players", "3"),
        ("round", "11"),
        ("round", "0"),
        ("phase", "bids"),
        ("phase", "over"),
        ("turn", "9"),
        ("first", "-"),
        ("mover", "-"),
        ("tribe", "peru,peru"),
        ("tribe", "peru,-"),
        ("days", "asteroids"),
        ("market", "barn-sale"),
        ("ages", "first-steps,first-steps,deep-pockets"),
        ("bonus", "10,0"),
        ("bonus", "-1,0"),
        ("tile-owners", "out,-,-,-,-,-,-,-"),
        ("decks", "-/-/-/-"),
        ("discards", "-"),
        ("discards", "caravan,caravan"),
        ("hands", "-/-"),
        ("known", "suri-silk/-"),
        ("completed", "torpedos/-"),
        ("kept", "barn-sale/-"),
        ("goods", "0.0.0.0/0.0.0.0.0"),
        ("goods", "-1.0.0.0.0/0.0.0.0.0"),
        ("built", "barracks,barracks/palace"),
        ("pawns", "13.0.0.0/0.0.0.0"),
        ("pawns", "12.0.0.0/12.0.0.0"),
        ("members", "resources.home.home.home.home/home.home.home.home.home"),
        ("met", "passed"),
        ("bids", "9999,0"),
        ("milestones", "3,-,-,-,-,-,-"),
        ("age-completed", "9.0.0.0/0.0.0.0"),
        ("stack", "-"),
        ("stack", "turn:1:table:1.0.0.0.0.0"),
        ("stack", "turn:1:table:0.0.0.0.0.0/run:1:torpedos.effect:0.1.0.0.0.0"),
        ("stack", "turn:1:table:0.0.0.0.0.0/keep:1:MD.space:0.99.0.0.0.0"),
        ("stack", "turn:1:table:0.0.0.0.0.0/pay:1:table:9.9.9.9.9.0"),
        ("stack", "keep:1:MD.space:1.2.3.0.0.0"),
        ("rng", "0.0.0"),
    ],
)
def test_a_position_that_cannot_be_is_not_read(key: str, value: str) -> None:
    with pytest.raises(UnreadableError):
        ALPACALYPSE.read(changed(a_position(), key, value))


@settings(max_examples=150 if COMPILING else 25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_spoiled_positions_are_refused_or_can_be_played(seed: int) -> None:
    """Whatever a reader lets in, the rules can play on from it."""
    rng = random.Random(seed)
    position = ALPACALYPSE.new(rng.randint(2, 5), seed=seed)
    for _ in range(rng.randint(0, 120)):
        if not position.over:
            seat = rng.choice(position.awaited)
            position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
    words = str(position).split(" ")
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(words) - 1)
        key, _, value = words[at].partition("=")
        spots = [place for place, sign in enumerate(value) if sign.isdigit()]
        if spots:
            place = rng.choice(spots)
            words[at] = f"{key}={value[:place]}{rng.randint(0, 9)}{value[place + 1 :]}"
    try:
        position = ALPACALYPSE.read(" ".join(words))
    except UnreadableError:
        return
    for _ in range(40):
        if position.over:
            break
        seat = rng.choice(position.awaited)
        position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
        assert (position.state.goods >= 0).all()


# ---- What nobody may know ----


def test_a_scavenged_card_stays_where_everybody_knows_it() -> None:
    """ALPAC-8, ALPAC-23: other cards of that hand are drawn anew, this one is not."""
    position = playing(Table().discards("caravan").hand("sock-empire").at_turn(), "1 warrior scavenge")
    seen = set()
    for seed in range(40):
        imagined = hand(position.conceal(1, seed))
        assert len(imagined) == 2
        assert "caravan" in imagined
        seen |= set(imagined)
    assert len(seen) > 10
    assert hand(position.conceal(0, 1)) == ["sock-empire", "caravan"]


def test_completing_one_of_two_copies_tells_nothing_about_the_other() -> None:
    """ALPAC-8: the copy that was known is the one that is gone."""
    start = Table().rich().discards("tribal-wonder").hand("tribal-wonder").at_turn()
    position = playing(start, "1 warrior scavenge")
    assert position.state.known[0, CARD["tribal-wonder"]] == 1
    position = playing(position, "2 pass", "1 builder BP: complete tribal-wonder")
    assert position.state.known[0].sum() == 0
    assert len({tuple(hand(position.conceal(1, seed))) for seed in range(30)}) > 3


def test_cards_just_drawn_are_redrawn_for_others() -> None:
    """ALPAC-8, ALPAC-24"""
    position = playing(Table().top("torpedos", "spit-volley", "night-patrol").at_turn(), "1 warrior MD: acquire MD")
    assert texts(position.conceal(0, 3), 0) == texts(position, 0)
    faces = {tuple(sorted(texts(position.conceal(1, seed), 0))) for seed in range(30)}
    assert len(faces) > 20


def test_sealed_bids_are_redrawn_for_others() -> None:
    """ALPAC-16: among all that the seat could have bid."""
    position = Table().goods(coin=2).busy("leader").at_bids().play(0, "bid W+1")
    legal = len(Table().goods(coin=2).busy("leader").at_bids().legal(0))
    imagined = {int(position.conceal(1, seed).state.bid[0]) for seed in range(600)}
    assert len(imagined) == legal == 15 * 3 + 1
    assert {int(position.conceal(0, seed).state.bid[0]) for seed in range(5)} == {int(position.state.bid[0])}


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_an_imagined_bid_could_have_been_made(players: int, seed: int) -> None:
    """ALPAC-3, ALPAC-16: with members that are free and coins that are there; who has not bid still has to."""
    rng, set_up = random.Random(seed), Table(players)
    for seat in range(players):
        set_up.goods(seat, coin=rng.choice([0, 1, 3, 50])).busy(*rng.sample(MEMBERS, rng.randint(0, 5)), seat=seat)
    position = set_up.at_bids()
    possible = [{bid_of(index) for index in position.legal_indices(seat)} for seat in range(players)]
    for seat in rng.sample(range(players), rng.randint(1, players - 1)):
        position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
    bids = position.state.bid[:players].tolist()
    for viewer in range(players):
        imagined = position.conceal(viewer, seed).state
        assert imagined.bid[viewer] == bids[viewer]
        for seat in range(players):
            assert (imagined.bid[seat] == table.NONE) == (bids[seat] == table.NONE)
            assert bids[seat] == table.NONE or int(imagined.bid[seat]) in possible[seat]
        assert (imagined.goods == position.state.goods).all()
        assert (imagined.spot == position.state.spot).all()


def bid_of(action: int) -> int:
    return 0 if action == actions.NO_BID else int(action - actions.BID_FROM) + 1


def test_bids_that_are_open_stay_as_they_are() -> None:
    """ALPAC-16: once all are in, there is nothing to imagine."""
    position = playing(Table(3).goods(coin=2).at_bids(), "1 bid W+1", "2 bid L", "3 no bid")
    shown = [position.conceal(seat, seed).state.bid.tolist() for seat in range(3) for seed in range(5)]
    assert shown == [position.state.bid.tolist()] * 15


# ---- Nothing is lost ----


def card_counts(state: np.void) -> np.ndarray:
    """How often each action card is somewhere."""
    found = state.discard + state.hand.sum(axis=0) + state.done.sum(axis=0)
    for deck in range(len(state.deck)):
        found += np.bincount(state.deck[deck, : state.deck_left[deck]], minlength=len(found))
    for frame in state.stack[: state.depth]:
        if frame[frames.OP] == frames.LAY:
            found[frame[frames.LAY_CARD]] += 1
        elif frame[frames.OP] == frames.KEEP:
            for card in frame[frames.KEEP_CARDS : frames.KEEP_CARDS + table.DRAWN_AT_ONCE]:
                found[card] += card != table.NONE
    return found


def choose(rng: random.Random, choices: Sequence[int], eager: bool) -> int:
    """Any choice; one that is eager likes best to draw, keep, scavenge and complete cards, or goes where it can."""
    cards_move = [index for index in choices if actions.DECK_FROM <= index < actions.RESOURCE_FROM]
    to_work = [index for index in choices if actions.MEMBER_FROM <= index < actions.TROT_FROM]
    return rng.choice((cards_move or to_work or choices) if eager else choices)


@settings(max_examples=25 if COMPILING else 4, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32 - 1), st.booleans())
def test_cards_never_vanish_or_double_and_nothing_is_negative(players: int, seed: int, eager: bool) -> None:
    """ALPAC-1, ALPAC-6, ALPAC-7, ALPAC-20, ALPAC-41, ALPAC-44"""
    rng = random.Random(seed)
    position = ALPACALYPSE.new(players, seed=seed)
    action_cards = int(cards.FIRST_OF_DECK[cards.STARTER])
    tiles = position.state.tile_owner.copy()
    owners, starters = position.state.milestone.copy(), card_counts(position.state)[action_cards:]
    assert starters.sum() == players
    market, days = np.sort(position.state.market_order), np.sort(position.state.day_order)
    while not position.over:
        seat = rng.choice(position.awaited)
        before = position.state
        position = position.play_legal(seat, choose(rng, position.legal_indices(seat), eager))
        state = position.state
        found = card_counts(state)
        assert (found[:action_cards] == cards.COPIES[:action_cards]).all()
        assert (found[action_cards:] == starters).all()
        for part in ("goods", "hand", "known", "done", "discard", "kept", "power", "pile", "tally", "hand_size"):
            assert (state[part] >= 0).all(), part
        assert (state.done >= before.done).all(), "what is completed stays"
        assert (state.known <= state.hand).all()
        assert state.pawn.min() >= -2
        assert state.pawn.max() <= 12
        assert ((state.pawn[:players] == 12).sum(axis=0) <= 1).all()
        assert ((owners == -1) | (owners == state.milestone)).all(), "a milestone is kept for good"
        owners = state.milestone.copy()
        assert not state.stack[state.depth :].any()
        assert (np.sort(state.market_order) == market).all()
        assert (np.sort(state.day_order) == days).all()
        assert ((tiles == -1) | (tiles == state.tile_owner)).all(), "a tile is kept for good"
        tiles = state.tile_owner.copy()
        dealt = np.bincount(state.market_order[: state.lap * players], minlength=len(cards.MARKET))
        assert (state.kept.sum(axis=0) <= dealt).all()
    assert position.state.lap == 10
