"""The end: victory points and who has won (ALPAC-43 to 47)."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse.cards import CARDS, MARKET_VP, TILE_MOST, TILE_VP, VP
from alcove.games.alpacalypse.steps import artifacts, heroes
from alcove.games.alpacalypse.table import (
    AGES,
    DUMMY_SPACE,
    KINDS,
    MARKET_TYPES,
    MILESTONES,
    SEATS,
    TILES,
    TRACK_COUNT,
    State,
    completed_in_all,
    goods_in_all,
)
from alcove.games.alpacalypse.vocabulary import MOST, RESOURCES, TRACKS
from alcove.kernel.jit import compiled

FIRST, SECOND, THIRD = 8, 4, 2
MILESTONE_VP, ARTIFACT_VP, AGE_VP, HERO_VP = 4, 2, 3, 1  # ALPAC-46
MOST_CARDS, MOST_PRODUCTION, MOST_TRACKS, MOST_RESOURCES = (
    MOST.index(name) for name in ("cards", "production", "tracks", "resources")
)
FIRST_RESOURCE, MOST_ARTIFACTS = MOST.index(RESOURCES[0]), MOST.index("artifacts")
SHORT_VP, SHORT_MARKET_VP = VP.astype(np.int16), MARKET_VP.astype(np.int16)
"""Short numbers are multiplied many at a time."""
PARTS = (*TRACKS, "milestones", "ages", "artifacts", "heroes", "tiles", "cards")
"""What a score is made of."""
REASONS = ("most-points", "most-cards", "most-spaces", "shared")


def place_points(better: int, tied: int) -> int:
    """ALPAC-45: the sum of the places that the tied ones take, shared and rounded up."""
    total = sum([FIRST, SECOND, THIRD][better : better + tied])
    return -(-total // max(1, tied))


PLACE_POINTS = np.array([[place_points(better, tied) for tied in range(SEATS + 1)] for better in range(SEATS + 1)])
"""[how many are before, how many are level]. Every observation asks for all tracks of all tribes."""


@compiled
def track_points(state: State, seat: int, track: int) -> int:
    """ALPAC-45, and ALPAC-11: with two players a dummy pawn is ranked with them."""
    here = state.pawn[seat, track]
    if here <= 0:
        return here  # below the start it costs what is printed there
    better, tied = 0, 0
    for other in range(state.players):
        better += state.pawn[other, track] > here
        tied += state.pawn[other, track] == here
    if state.players == 2:
        better += here < DUMMY_SPACE
        tied += here == DUMMY_SPACE
    return PLACE_POINTS[better, tied]


@compiled
def spaces(state: State, seat: int) -> int:
    total = 0
    for track in range(TRACK_COUNT):
        total += state.pawn[seat, track]
    return total


@compiled
def printed_points(state: State, seat: int) -> int:
    """Points printed on completed cards, and on market cards."""
    total = 0
    for card in range(CARDS):
        total += SHORT_VP[card] * state.done[seat, card]
    for item in range(MARKET_TYPES):
        total += SHORT_MARKET_VP[item] * state.kept[seat, item]
    return total


@compiled
def tile_points(state: State, seat: int) -> int:
    total = 0
    for tile in range(TILES):
        if state.tile_owner[tile] == seat:
            total += TILE_VP[tile]
    return total


@compiled
def milestones(state: State, seat: int) -> int:
    count = 0
    for milestone in range(MILESTONES):
        count += state.milestone[milestone] == seat
    return count


@compiled
def age_points(state: State, seat: int) -> int:
    return AGE_VP * (state.age_bonus[seat, 0] + state.age_bonus[seat, 1] + state.age_bonus[seat, 2])


@compiled
def breakdown(state: State, seat: int, out: Any) -> None:
    """ALPAC-45, 46: the four tracks, then the rest in the order of PARTS."""
    for track in range(TRACK_COUNT):
        out[track] = track_points(state, seat, track)
    out[4] = MILESTONE_VP * milestones(state, seat)
    out[5] = age_points(state, seat)
    out[6] = ARTIFACT_VP * artifacts(state, seat)
    out[7] = HERO_VP * heroes(state, seat)
    out[8] = tile_points(state, seat)
    out[9] = printed_points(state, seat)


@compiled
def points(state: State, seat: int) -> int:
    """The sum of the breakdown, without room for its parts: every observation asks for it."""
    total = 0
    for track in range(TRACK_COUNT):
        total += track_points(state, seat, track)
    total += MILESTONE_VP * milestones(state, seat) + age_points(state, seat)
    total += ARTIFACT_VP * artifacts(state, seat) + HERO_VP * heroes(state, seat)
    return total + tile_points(state, seat) + printed_points(state, seat)


@compiled
def asked_for(state: State, seat: int, most: int) -> int:
    """ALPAC-43: what a tribe has done in the age that is open, or what it holds, of what the third age asks for."""
    if most < KINDS:
        return state.age_done[seat, most]
    if most == MOST_CARDS:
        done = 0
        for deck in range(KINDS):
            done += state.age_done[seat, deck]
        return done
    if most == MOST_PRODUCTION:
        return state.age_built[seat]
    if most == MOST_TRACKS:
        return spaces(state, seat)
    if most == MOST_RESOURCES:
        return goods_in_all(state, seat)
    if most == MOST_ARTIFACTS:
        return artifacts(state, seat)
    return state.goods[seat, most - FIRST_RESOURCE]


@compiled
def award_last_age(state: State) -> None:
    """ALPAC-43: to the tribe that has the most, to all of them if tied; to nobody for nothing."""
    asked = TILE_MOST[state.age_tile[AGES - 1]]
    most = 1
    for seat in range(state.players):
        most = max(most, asked_for(state, seat, asked))
    for seat in range(state.players):
        state.age_bonus[seat, AGES - 1] = asked_for(state, seat, asked) == most


@compiled
def scores(state: State, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = points(state, seat)


@compiled
def ranking(state: State, seat: int, by: int) -> int:
    """ALPAC-47: points, then completed action cards, then spaces."""
    if by == 0:
        return points(state, seat)
    return completed_in_all(state, seat) if by == 1 else spaces(state, seat)


@compiled
def standing(state: State) -> tuple[int, int]:
    """The winners as a set of seats, and what has decided, as a number of REASONS."""
    left = (1 << state.players) - 1
    for by in range(3):
        most, best = -1000, 0
        for seat in range(state.players):
            if (left >> seat) & 1:
                value = ranking(state, seat, by)
                if value > most:
                    most, best = value, 0
                if value == most:
                    best |= 1 << seat
        left = best
        if left & (left - 1) == 0:
            return left, by
    return left, len(REASONS) - 1


@compiled
def winners(state: State) -> int:
    return standing(state)[0]


@compiled
def reason(state: State) -> int:
    return standing(state)[1]
