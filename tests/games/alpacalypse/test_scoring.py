"""The Alpacalypse, clause by clause: how it ends, and what everything is worth."""

from __future__ import annotations

import pytest

from alcove import Position
from alcove.games.alpacalypse import table
from alcove.kernel.ending import names_at, tell_end
from tests.games.alpacalypse.tables import TILE, Table, parts


def ended(set_up: Table) -> Position:
    """The last turn of the last round is passed."""
    set_up.state.lap = 10
    position = set_up.at_turn(seat=set_up.players - 1, second=True)
    while not position.over:
        position = position.play(position.awaited[0], "pass")
    return position


def track(players: int, *spaces: int) -> list[int]:
    """What each seat gets for one track."""
    set_up = Table(players)
    for seat, space in enumerate(spaces):
        set_up.pawns(seat, might=space)
    return [parts(ended(set_up), seat).get("might", 0) for seat in range(players)]


@pytest.mark.parametrize(
    ("spaces", "points"),
    [
        ((5, 4, 3, 2, 1), [8, 4, 2, 0, 0]),
        ((5, 5, 3, 2, 1), [6, 6, 2, 0, 0]),  # a tie of two for first: 6 each
        ((9, 4, 4, 4, 1), [8, 2, 2, 2, 0]),  # a tie of three for second: 2 each
        ((9, 4, 4, 1, 1), [8, 3, 3, 0, 0]),
        ((7, 7, 7, 1, 1), [5, 5, 5, 0, 0]),  # 14 by three, rounded up
        ((7, 7, 7, 7, 1), [4, 4, 4, 4, 0]),  # 14 by four, rounded up
        ((7, 7, 7, 7, 7), [3, 3, 3, 3, 3]),
        ((9, 8, 3, 3, 3), [8, 4, 1, 1, 1]),
        ((0, 0, 3, 0, 0), [0, 0, 8, 0, 0]),  # only above the start
        ((0, -1, -2, 1, 1), [0, -1, -2, 6, 6]),
    ],
)
def test_places_on_a_track(spaces: tuple[int, ...], points: list[int]) -> None:
    """ALPAC-45: 8, 4, 2; tied tribes share the sum of their places, rounded up; below the start it costs."""
    assert track(5, *spaces) == points


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [
        (7, 5, [8, 2]),  # the dummy is second
        (5, 4, [4, 2]),
        (8, 7, [8, 4]),
        (6, 1, [6, 2]),  # tied with the dummy for first
        (6, 6, [5, 5]),
        (9, 6, [8, 3]),
        (3, 3, [3, 3]),
        (0, 3, [0, 4]),
    ],
)
def test_the_dummy_is_ranked_with_two_players(one: int, two: int, points: list[int]) -> None:
    """ALPAC-11, ALPAC-45: it stands on 6."""
    assert track(2, one, two) == points


def test_the_dummy_is_not_there_with_three_players() -> None:
    """ALPAC-11"""
    assert track(3, 5, 4, 0) == [8, 4, 0]


def test_what_else_brings_points() -> None:
    """ALPAC-46: milestones 4, artifacts 2, age bonuses 3, heroes 1, wonder tiles as printed."""
    set_up = Table(3).kept("golden-bell", "mirror-shield", "statue-of-you").done("general-goose", "baron-badger")
    set_up.state.milestone[[0, 6]] = 0
    set_up.state.age_bonus[0, 0] = 1
    set_up.state.tile_owner[TILE["golden-roof"]] = 0
    set_up.state.tile_owner[TILE["colossal-hoof"]] = 0
    set_up.ages("good-citizens", "busy-years", "deep-pockets")
    position = ended(set_up)
    assert parts(position) == {"milestones": 8, "ages": 3, "artifacts": 4, "heroes": 2, "tiles": 6, "cards": 3}
    assert position.outcome is not None
    assert position.outcome.scores[0] == 26


def test_heroes_count_only_when_completed() -> None:
    """ALPAC-46"""
    assert parts(ended(Table(3).hand("general-goose"))) == {}


def test_the_third_age_goes_to_the_most() -> None:
    """ALPAC-43: to all of them if tied, and to nobody for nothing."""
    alone = Table(3).done("torpedos").done("spit-volley", "night-patrol", seat=1)
    alone.state.age_done[:2, 0] = 1, 2
    assert ended(alone).state.age_bonus[:3, 2].tolist() == [0, 1, 0]
    tied = Table(3).done("torpedos").done("spit-volley", seat=1)
    tied.state.age_done[:2, 0] = 1
    assert ended(tied).state.age_bonus[:3, 2].tolist() == [1, 1, 0]
    assert ended(Table(3)).state.age_bonus[:3, 2].tolist() == [0, 0, 0]


def test_ten_rounds() -> None:
    """ALPAC-44: the last New Day and the last market cards are those of round 10."""
    position = ended(Table(3))
    told = position.view(None)["table"]
    assert (told["round"], told["days_left"], told["market"]["deck"]) == (10, 0, 0)
    assert len(told["market"]["discards"]) == 30
    nine = Table(3, lap=9).at_turn(seat=2, second=True).play(2, "pass")
    assert nine.state.lap == 10
    assert nine.state.phase == table.EVENT


@pytest.mark.parametrize(
    ("done", "pawns", "winners", "reason"),
    [
        (((), ()), ((1, 0), (0, 0)), (0,), "most-points"),
        ((("caravan",), ()), ((1, 0), (0, 1)), (0,), "most-cards"),
        (((), ("caravan",)), ((1, 0), (0, 1)), (1,), "most-cards"),
        (((), ()), ((2, 0), (0, 1)), (0,), "most-spaces"),
        (((), ()), ((1, 0), (0, 1)), (0, 1), "shared"),
    ],
)
def test_ties(
    done: tuple[tuple[str, ...], ...], pawns: tuple[tuple[int, int], ...], winners: tuple[int, ...], reason: str
) -> None:
    """ALPAC-47: more completed action cards, then more spaces, then shared."""
    set_up = Table(3)
    for seat in range(2):
        set_up.done(*done[seat], seat=seat).pawns(seat, might=pawns[seat][0], tech=pawns[seat][1])
    outcome = ended(set_up).outcome
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.reason == reason


@pytest.mark.parametrize(
    ("done", "pawns", "english", "german"),
    [
        (
            ((), ()),
            ((1, 0), (0, 0)),
            "Anna wins with 8 (Bruno 0, Green 0): after ten rounds Anna has the most victory points.",
            "Anna gewinnt mit 8 (Bruno 0, Grün 0): Nach zehn Runden hat Anna die meisten Siegpunkte.",
        ),
        (
            ((), ("caravan",)),
            ((1, 0), (0, 1)),
            ": Anna and Bruno are level in points, and Bruno has completed more action cards, 1 against 0.",
            ": Anna und Bruno sind gleich nach Punkten, und Bruno hat mehr Aktionskarten vollendet, 1 gegen 0.",
        ),
        (
            ((), ()),
            ((2, 0), (0, 1)),
            ": Anna and Bruno are level in points and action cards, "
            "and Anna is further on the tracks, 2 spaces against 1.",
            ": Anna und Bruno sind nach Punkten und Karten gleich, "
            "und Anna ist auf den Leisten weiter, 2 Felder gegen 1.",
        ),
        (
            ((), ()),
            ((1, 0), (0, 1)),
            ": Anna and Bruno are level in points, in action cards and on the tracks.",
            ": Anna und Bruno sind gleich nach Punkten, Aktionskarten und auf den Leisten.",
        ),
    ],
)
def test_the_end_is_told_by_names_and_by_what_has_decided(
    done: tuple[tuple[str, ...], ...], pawns: tuple[tuple[int, int], ...], english: str, german: str
) -> None:
    """ALPAC-44, ALPAC-47"""
    set_up = Table(3)
    for seat in range(2):
        set_up.done(*done[seat], seat=seat).pawns(seat, might=pawns[seat][0], tech=pawns[seat][1])
    position = ended(set_up)
    assert position.outcome is not None
    said = tell_end(position.outcome, position, names_at(position.game, ["Anna", "Bruno", None]))
    assert said.en.endswith(english)
    assert said.de.endswith(german)


def test_a_starter_breaks_no_tie() -> None:
    """ALPAC-47, ALPAC-31: it is no action card."""
    set_up = Table(3).pawns(0, might=1).pawns(1, tech=1).starter("market-stall")
    card = set_up.state.hand[0].nonzero()[0][0]
    set_up.state.hand[0, card], set_up.state.done[0, card] = 0, 1
    outcome = ended(set_up).outcome
    assert outcome is not None
    assert outcome.winners == (0, 1)
