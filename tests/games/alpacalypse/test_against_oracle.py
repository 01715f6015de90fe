"""The Alpacalypse's engine against the slow oracle, step by step: awaited seats, choices, all that lies on the table.

The oracle takes over a position before anybody has chosen anything, and both go on with the same choices. When a deck
is made again (ALPAC-7), the oracle asks for the new order: a copy of the position's `rng` gives it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import alcove
from alcove import Position
from alcove.kernel.jit import COMPILING
from alcove.kernel.random import shuffle
from tests.games.alpacalypse.oracle import Alpacalypse, random_game
from tests.games.alpacalypse.oracle_cards import (
    CARDS,
    GOODS,
    KINDS,
    MARKET,
    PRODUCES,
    RESOURCES,
    TILES,
    TRACKS,
    TRIBES,
)
from tests.games.alpacalypse.oracle_words import NOT_COMPARED, listed, take_over, words, words_of

ALPACALYPSE = alcove.game("alpacalypse")
GAMES = 2 if COMPILING else 1
SCENES = 8 if COMPILING else 2
LONGEST = 120
"""So many choices of a scene are compared."""

Taste = Callable[[str], float]


def even(text: str) -> float:
    """Every choice is as likely as any other."""
    return 1


def busy(text: str) -> float:
    """Somebody who completes, builds, plays and trades whatever can be, and bids high."""
    verb, _, rest = text.partition(" ")
    if verb == "bid":
        return len(rest) ** 2 / 50
    weights = {"complete": 30, "build": 20, "play": 10, "trade": 10, "tile": 5, "assistant": 8, "send": 3}
    return 8 if rest in KINDS or rest == "leadership" else weights.get(verb, 1)


def curious(text: str) -> float:
    """Somebody who draws cards until there are none left."""
    verb, _, rest = text.partition(" ")
    return (
        20 if verb in ("acquire", "draw") or rest in ("field-test", "scavenge", *KINDS) else 0.2 if verb == "bid" else 1
    )


def idle(text: str) -> float:
    """Somebody who stays at home: nothing to count at the end, and pawns below the start."""
    return 30 if text in ("pass", "stay", "no bid") else 1


TASTES = (even, busy, curious, idle)


class Pair:
    """A game in both engines."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.start = words_of(str(position))
        self.oracle: Alpacalypse = take_over(str(position), self.shuffled)
        self.compare()

    def shuffled(self, kind: str, discards: list[str]) -> list[str]:
        names = list(CARDS)
        order = np.array(sorted(names.index(name) for name in discards), dtype=np.int16)
        shuffle(self.rng, order, len(order))
        return [names[number] for number in order]

    def play(self, seat: int, text: str) -> None:
        self.rng = self.position.state.rng.copy()
        self.position = self.position.play(seat, text)
        self.oracle.play(seat, text)
        self.compare()

    def compare(self) -> None:
        position, oracle = self.position, self.oracle
        told = words_of(str(position))
        assert {key: told[key] for key in told if key not in NOT_COMPARED} == words(oracle, self.start)
        assert position.over == oracle.over
        assert position.awaited == tuple(sorted(oracle.asked))
        for seat, texts in oracle.asked.items():
            legal = [action.text for action in position.legal(seat)]
            assert len(set(legal)) == len(legal)
            assert set(legal) == set(texts)
        assert list(position.scores) == [oracle.score(seat) for seat in range(position.players)]

    def play_on(self, rng: random.Random, taste: Taste, most: int) -> None:
        """Until the game is over, or so many choices are made."""
        while not self.oracle.over and most:
            seat = rng.choice(list(self.oracle.asked))
            texts = self.oracle.asked[seat]
            self.play(seat, rng.choices(texts, [taste(text) for text in texts])[0])
            most -= 1
        if self.oracle.over:
            assert list(self.position.outcome.winners) == self.oracle.winners()


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_agree_at_every_step(players: int, taste: Taste) -> None:
    """ALPAC-1 to ALPAC-48"""

    @settings(max_examples=GAMES, deadline=None)
    @given(st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1), st.sampled_from(["random", "chosen"]))
    def agree(seed: int, choices: int, tribes: str) -> None:
        pair = Pair(ALPACALYPSE.new(players, seed, tribes=tribes))
        pair.play_on(random.Random(choices), taste, most=10**6)
        assert pair.position.over

    agree()


# ---- Scenes: some round begins, with anything that a game could have brought by then ----


def a_scene(rng: random.Random, players: int, seed: int) -> Position:
    """The dawn of a later round: full hands, thin decks, high pawns, much or nothing to pay with."""
    told = words_of(str(ALPACALYPSE.new(players, seed)))
    told["round"] = str(rng.randint(2, 10))
    tribes = told["tribe"].split(",")
    completed = deal_out(rng, told, players)
    kept, tiles = [[] for _ in range(players)], {}
    for name in told["market"].split(",")[: (int(told["round"]) - 1) * players]:
        if MARKET[name]["kind"] in ("assistant", "ability", "artifact", "points") and rng.random() < 0.7:
            rng.choice(kept).append(name)
    for name in rng.sample(list(TILES), rng.randint(0, 8)):
        tiles[name] = str(rng.randint(1, players))
    built = [[n for n in PRODUCES if n == TRIBES[tribe]["built"] or rng.random() < 0.5] for tribe in tribes]
    pawns = high_pawns(rng, players)
    told |= {
        "bonus": ",".join(str(rng.choice([0, 0, 0, 1, 2])) for _ in range(players)),
        "tile-owners": ",".join(tiles.get(name, "-") for name in TILES),
        "kept": "/".join(listed(names, MARKET) for names in kept),
        "goods": "/".join(".".join(map(str, some_goods(rng))) for _ in range(players)),
        "built": "/".join(listed(names, PRODUCES) for names in built),
        "wonders": ",".join(str(names.count("tribal-wonder")) for names in completed),
        "pawns": "/".join(".".join(map(str, row)) for row in pawns),
        "age-pawns": "/".join(".".join(map(str, row)) for row in pawns),
        "milestones": ",".join(first_to_reach(completed, built, pawns)),
    }
    day, first = told["days"].split(",")[int(told["round"]) - 1], int(told["first"])
    if any(CARDS[name].get("answers") == day for name in completed[first - 1]):
        return a_scene(rng, players, seed)  # the first player would not be asked
    told["stack"] = f"day:{first}:{day}.fail:0.0.0.0.0.0"
    return ALPACALYPSE.read(" ".join(f"{key}={value}" for key, value in told.items()))


def deal_out(rng: random.Random, told: dict[str, str], players: int) -> list[list[str]]:
    """Cards from the decks into hands, onto the discards and before the tribes; the last are given back."""
    hands = [words.split(",") for words in told["hands"].split("/")]
    known: list[list[str]] = [[] for _ in range(players)]
    completed: list[list[str]] = [[] for _ in range(players)]
    discards, decks = [], []
    for deck in told["decks"].split("/"):
        left = []
        in_hand, laid, thrown = rng.choice([(0.2, 0.2, 0.2), (0.3, 0.3, 0.4), (0.7, 0.28, 0.02), (0.3, 0.1, 0.55)])
        for name in deck.split(","):
            chance, seat = rng.random(), rng.randrange(players)
            if chance < in_hand:
                hands[seat].append(name)
                if rng.random() < 0.2:
                    known[seat].append(name)
            elif chance < in_hand + laid and not (name == "tribal-wonder" and name in completed[seat]):  # ALPAC-35
                completed[seat].append(name)
            elif chance < in_hand + laid + thrown:
                discards.append(name)
            else:
                left.append(name)
        decks.append(listed(left))
    for seat in range(players):
        if rng.random() < 0.5:
            completed[seat].append(hands[seat].pop(0))
    for key, rows in (("hands", hands), ("known", known), ("completed", completed)):
        told[key] = "/".join(listed(names, CARDS) for names in rows)
    told["decks"], told["discards"] = "/".join(decks), listed(discards, CARDS)
    return completed


def some_goods(rng: random.Random) -> list[int]:
    most = rng.choice([0, 2, 5, 9])
    goods = [rng.randint(0, most) for _ in RESOURCES] + [rng.choice([0, 0, 1, 2, 4])]
    if rng.random() < 0.05:
        goods[GOODS.index("coin")] = rng.choice([43, 260])  # ALPAC-16: 260 are more than a bid can hold
    return goods


def high_pawns(rng: random.Random, players: int) -> list[list[int]]:
    """One pawn on 12 at the most (ALPAC-6)."""
    rows = [[0] * len(TRACKS) for _ in range(players)]
    for track in range(len(TRACKS)):
        for seat in range(players):
            space = rng.choice([*range(-2, 12), 7, 10, 11, 11, 12])
            rows[seat][track] = 11 if space == 12 and 12 in [row[track] for row in rows] else space
    return rows


def first_to_reach(completed: list[list[str]], built: list[list[str]], pawns: list[list[int]]) -> list[str]:
    """ALPAC-41: what the tribes have reached belongs to one of them."""
    kinds = [Counter(CARDS[name]["kind"] for name in names) for names in completed]
    reached = [[seat for seat, count in enumerate(kinds) if count[kind] >= 3] for kind in KINDS]
    reached.append([seat for seat, count in enumerate(kinds) if all(count[kind] for kind in KINDS)])
    reached.append([seat for seat, row in enumerate(pawns) if 12 in row])
    reached.append([seat for seat, names in enumerate(built) if len(names) == len(PRODUCES)])
    return [str(seats[0] + 1) if seats else "-" for seats in reached]


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_scenes_agree_at_every_step(players: int, taste: Taste) -> None:
    """ALPAC-1 to ALPAC-48, where games seldom come: empty decks, crowded tracks, many artifacts and wonders."""

    @settings(max_examples=SCENES, deadline=None)
    @given(st.integers(0, 2**32 - 1))
    def agree(seed: int) -> None:
        rng = random.Random(seed)
        Pair(a_scene(rng, players, seed)).play_on(rng, taste, LONGEST)

    agree()


def test_the_oracle_plays_by_itself() -> None:
    assert random_game(random.Random(1)) == random_game(random.Random(1)) > 100
    assert random_game(random.Random(1), 5) > 200
