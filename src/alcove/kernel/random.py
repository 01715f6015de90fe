"""Chance: two generators, both plain functions over arrays of uint64.

`draw` is SipHash-2-4 of a counter under a secret key. It lives inside a state (field `rng`: key, key, counter), so
seed + actions = game. It is a keyed hash and not a fast generator, because players watch its output: from dice
already rolled nobody can work out the dice to come.

`next_random` is SplitMix64, for choices inside a search that no player ever sees.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from alcove.kernel.jit import compiled
from alcove.kernel.state import Word, Words

RNG = (np.uint64, (3,))
"""The type of a state's `rng` field."""

U0, U1 = np.uint64(0), np.uint64(1)
U13, U14, U16, U17, U21, U32 = (np.uint64(n) for n in (13, 14, 16, 17, 21, 32))
U47, U48, U51, U43, U27, U30, U31, U33 = (np.uint64(n) for n in (47, 48, 51, 43, 27, 30, 31, 33))
LOW_32 = np.uint64(0xFFFFFFFF)
INIT = tuple(np.uint64(n) for n in (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573))
LENGTH_8 = np.uint64(8 << 56)
FINAL = np.uint64(0xFF)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


def seed_words(text: str) -> Any:
    """The `rng` field that belongs to a seed."""
    digest = hashlib.sha256(text.encode()).digest()
    return np.array([*np.frombuffer(digest[:16], dtype="<u8"), 0], dtype=np.uint64)


@compiled
def _sip_round(v0: Any, v1: Any, v2: Any, v3: Any) -> Any:
    v0 += v1
    v1 = ((v1 << U13) | (v1 >> U51)) ^ v0
    v0 = (v0 << U32) | (v0 >> U32)
    v2 += v3
    v3 = ((v3 << U16) | (v3 >> U48)) ^ v2
    v0 += v3
    v3 = ((v3 << U21) | (v3 >> U43)) ^ v0
    v2 += v1
    v1 = ((v1 << U17) | (v1 >> U47)) ^ v2
    v2 = (v2 << U32) | (v2 >> U32)
    return v0, v1, v2, v3


@compiled
def sip(key_0: Word, key_1: Word, message: Word) -> Word:
    """SipHash-2-4 of one 8-byte message."""
    v0, v1, v2, v3 = INIT[0] ^ key_0, INIT[1] ^ key_1, INIT[2] ^ key_0, INIT[3] ^ key_1 ^ message
    for _ in range(2):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    v0 ^= message
    v3 ^= LENGTH_8
    for _ in range(2):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    v0 ^= LENGTH_8
    v2 ^= FINAL
    for _ in range(4):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@compiled
def draw(rng: Words) -> Word:
    """The next 64 bits of a state's generator."""
    rng[2] += U1
    return sip(rng[0], rng[1], rng[2])


@compiled
def below(rng: Words, count: int) -> int:
    """A number from 0 to count - 1, each exactly as likely. Count stays under 2^32."""
    bound = np.uint64(count)
    limit = (U1 << U32) % bound  # products that fall under this would favour some numbers
    while True:
        product = (draw(rng) >> U32) * bound
        if (product & LOW_32) >= limit:
            return product >> U32


@compiled
def roll(rng: Words) -> int:
    """A die."""
    return below(rng, 6) + 1


@compiled
def shuffle(rng: Words, cards: Any, count: int) -> None:
    """Put the first `count` cards into random order."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@compiled
def next_random(rng: Words) -> Word:
    """The next 64 bits of a search's own generator (rng[0] is its whole state)."""
    rng[0] += GOLDEN
    z = rng[0]
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@compiled
def pick(rng: Words, count: int) -> int:
    """A number from 0 to count - 1 from the search's own generator."""
    return ((next_random(rng) >> U32) * np.uint64(count)) >> U32


@compiled
def rekey(rng: Words, search_rng: Words) -> None:
    """Give a state a future of its own: a searcher must not know the dice to come."""
    rng[0] = next_random(search_rng)
    rng[1] = next_random(search_rng)
    rng[2] = U0
