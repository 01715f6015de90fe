"""What is claimed the moment it is reached: milestones (ALPAC-41, 42), bonuses of the first two ages (ALPAC-43)."""

from __future__ import annotations

from alcove.games.alpacalypse.cards import TILE_COUNTS, TILE_GOAL
from alcove.games.alpacalypse.table import (
    AGES,
    KINDS,
    MILESTONE_ALL_KINDS,
    MILESTONE_BUILDINGS,
    MILESTONE_TOP,
    NONE,
    TRACK_COUNT,
    TRACK_TOP,
    State,
    age_of,
    buildings,
    completed,
)
from alcove.games.alpacalypse.vocabulary import BUILDINGS, GOALS
from alcove.kernel.jit import compiled

CARDS_FOR_MILESTONE = 3
COMPLETE_KINDS, COMPLETE_CARDS, BUILD_SOME, PASS_DAYS, ADVANCE = range(len(GOALS))


@compiled
def claim(state: State, milestone: int, seat: int) -> None:
    """ALPAC-41: to the first tribe, for good."""
    if state.milestone[milestone] == NONE:
        state.milestone[milestone] = seat


@compiled
def claim_for_cards(state: State, seat: int) -> None:
    kinds = 0
    for deck in range(KINDS):
        count = completed(state, seat, deck)
        kinds += count > 0
        if count >= CARDS_FOR_MILESTONE:
            claim(state, deck, seat)
    if kinds == KINDS:
        claim(state, MILESTONE_ALL_KINDS, seat)
    claim_age(state, seat)


@compiled
def claim_for_buildings(state: State, seat: int) -> None:
    """ALPAC-41, 42: a milestone of their own, and none for Building Plans."""
    if buildings(state, seat) == len(BUILDINGS):
        claim(state, MILESTONE_BUILDINGS, seat)
    claim_age(state, seat)


@compiled
def claim_for_prestige(state: State, seat: int, track: int) -> None:
    if state.pawn[seat, track] == TRACK_TOP:
        claim(state, MILESTONE_TOP, seat)
    claim_age(state, seat)


@compiled
def meets_goal(state: State, seat: int, tile: int) -> bool:
    """Whether a tribe has done within this age what the age's tile asks for."""
    goal, asked = TILE_GOAL[tile], TILE_COUNTS[tile]
    if goal == COMPLETE_KINDS:
        for deck in range(KINDS):
            if state.age_done[seat, deck] < asked[deck]:
                return False
        return True
    if goal == COMPLETE_CARDS:
        done = 0
        for deck in range(KINDS):
            done += state.age_done[seat, deck]
        return done >= asked[0]
    if goal == BUILD_SOME:
        return state.age_built[seat] >= asked[0]
    if goal == PASS_DAYS:
        return state.age_passed[seat] >= asked[0]
    advanced = 0
    for track in range(TRACK_COUNT):
        advanced += state.pawn[seat, track] > state.age_pawn[seat, track]
    return advanced >= asked[0]


@compiled
def claim_age(state: State, seat: int) -> None:
    """ALPAC-43: every tribe that meets the goal; the third age is looked at when the game ends."""
    age = age_of(state)
    if age < AGES - 1 and state.age_bonus[seat, age] == 0 and meets_goal(state, seat, state.age_tile[age]):
        state.age_bonus[seat, age] = 1
