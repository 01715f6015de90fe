"""The generators: a published test vector, exact uniformity, and nothing but permutations."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from alcove.kernel.random import below, draw, next_random, pick, rekey, roll, seed_words, shuffle, sip


def words(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.uint64)


def spread(counts: Counter[int], faces: int) -> float:
    """Pearson's chi-square against equal chances, in standard deviations from its mean."""
    expected = sum(counts.values()) / faces
    chi_square = sum((counts[face] - expected) ** 2 for face in range(faces)) / expected
    return (chi_square - (faces - 1)) / (2 * (faces - 1)) ** 0.5


def test_siphash_2_4_test_vector() -> None:
    """From the paper's reference code: key 00..0f, message 00..07."""
    key_0, key_1, message = (np.frombuffer(bytes(range(at, at + 8)), dtype="<u8")[0] for at in (0, 8, 0))
    assert int(sip(key_0, key_1, message)) == 0x93F5F5799A932462


def test_splitmix64_test_vector() -> None:
    """The first outputs for seed 0, as published with the algorithm."""
    rng = words(0)
    assert [int(next_random(rng)) for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_a_draw_is_siphash_of_a_counter() -> None:
    rng = words(5, 6, 0)
    assert int(draw(rng)) == int(sip(np.uint64(5), np.uint64(6), np.uint64(1)))
    assert list(rng) == [5, 6, 1]


@pytest.mark.parametrize("count", [1, 2, 3, 6, 10, 24, 81])
def test_below_is_uniform(count: int) -> None:
    rng = seed_words("uniform")
    drawn = Counter(int(below(rng, count)) for _ in range(400 * count))
    assert set(drawn) == set(range(count))
    if count > 1:
        assert abs(spread(drawn, count)) < 5


def test_below_rejects_what_would_favour_some_numbers() -> None:
    """With two thirds of 2^32 a third of all draws is rejected, so the counter runs ahead."""
    rng = seed_words("reject")
    for _ in range(1000):
        assert 0 <= below(rng, 2**32 // 3 * 2) < 2**32 // 3 * 2
    assert 1350 < rng[2] < 1650


def test_a_die_has_six_faces() -> None:
    rng = seed_words("die")
    rolled = Counter(int(roll(rng)) - 1 for _ in range(6000))
    assert set(rolled) == set(range(6))
    assert abs(spread(rolled, 6)) < 5


def test_pick_is_uniform() -> None:
    rng = words(1)
    assert abs(spread(Counter(int(pick(rng, 7)) for _ in range(7000)), 7)) < 5


@pytest.mark.parametrize("count", [0, 1, 2, 5, 24])
def test_shuffle_is_a_permutation_of_the_first_cards(count: int) -> None:
    rng = seed_words("shuffle")
    for _ in range(50):
        cards = np.arange(24, dtype=np.int16)
        shuffle(rng, cards, count)
        assert sorted(cards[:count]) == list(range(count))
        assert list(cards[count:]) == list(range(count, 24))


def test_every_order_is_as_likely() -> None:
    rng = seed_words("orders")
    orders: Counter[int] = Counter()
    for _ in range(6000):
        cards = np.arange(3, dtype=np.int16)
        shuffle(rng, cards, 3)
        orders[["012", "021", "102", "120", "201", "210"].index("".join(map(str, cards)))] += 1
    assert abs(spread(orders, 6)) < 5


def test_seed_words_depend_on_the_whole_text() -> None:
    assert list(seed_words("a")) != list(seed_words("b"))
    assert list(seed_words("a")) == list(seed_words("a"))
    assert seed_words("a")[2] == 0


def test_rekey_leaves_nothing_of_the_old_key() -> None:
    rng, search = seed_words("secret"), words(3)
    old = list(rng)
    draw(rng)
    rekey(rng, search)
    assert rng[0] != old[0]
    assert rng[1] != old[1]
    assert rng[2] == 0
    assert search[0] != 3
