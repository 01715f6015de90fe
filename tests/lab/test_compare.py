"""Two settings on the same games: the answer is right, comes early, and errs as seldom as it says."""

from __future__ import annotations

import numpy as np
import pytest

import alcove
from alcove.kernel.errors import OptionError
from alcove.lab import compare as comparing
from alcove.lab import set_up
from alcove.lab.compare import compare, decided, read_measure, sections, usual_measures
from alcove.lab.section import say
from alcove.lab.setting import read_setting
from alcove.lab.statistics import Estimate, always_valid


def test_a_bot_that_is_forbidden_to_deliver_loses_and_it_is_seen_early() -> None:
    game, base = alcove.game("alvos"), set_up("alvos", 3, seed=1)
    found = compare(base, read_setting(game, base, "forbid=loads"), games=20_000, workers=1)
    assert found.names[0] == "wins"
    assert found.verdict == "lower"
    assert found.pairs == 250
    again = compare(base, read_setting(game, base, "forbid=loads"), games=20_000, workers=2)
    assert again.sums == found.sums
    rows = sections(found, ("as-is", "forbid=loads"))[0].rows
    assert say(rows[1][3], "en").startswith("-")


def test_the_same_setting_twice_differs_in_nothing() -> None:
    base = set_up("alvos", 3, seed=1)
    found = compare(base, base, ["first"], games=500, margin=0.01, workers=1)
    assert found.verdict == "same"
    assert found.difference("first").half_width == 0


def test_pairs_vary_less_than_games_that_share_nothing() -> None:
    game, base = alcove.game("alvos"), set_up("alvos", 3, seed=1)
    found = compare(base, read_setting(game, base, "numbers.health=2"), ["decisions"], games=750, workers=1)
    apart = found.sums.of("d.decisions").variance
    assert apart < found.sums.of("a.decisions").variance + found.sums.of("b.decisions").variance


def test_a_changed_card_is_compared_by_who_takes_it() -> None:
    game, base = alcove.game("alpacalypse"), set_up("alpacalypse", 2, seed=1)
    other = read_setting(game, base, "cards.torpedos.cost=3 soldiers")
    assert usual_measures(base, other)[:2] == ["taken.cards.torpedos", "taken.completed.torpedos"]
    assert read_measure(game, "taken.cards.torpedos").title.de == "Torpedos (Aktionskarten): genommen"


@pytest.mark.parametrize("name", ["luck", "taken.cards", "taken.hexes", "taken.hexes.9"])
def test_measures_that_nobody_knows_are_refused(name: str) -> None:
    with pytest.raises(OptionError):
        read_measure(alcove.game("alvos"), name)


def test_when_it_is_decided() -> None:
    assert decided(Estimate(0.2, 0.1, 0.3, 10), 0.0) == "higher"
    assert decided(Estimate(-0.2, -0.3, -0.1, 10), 0.5) == "lower"
    assert decided(Estimate(0.0, -0.1, 0.1, 10), 0.2) == "same"
    assert decided(Estimate(0.0, -0.1, 0.1, 10), 0.0) == "open"


def _stopped_at(dice: np.random.Generator, drift: float, most: int) -> tuple[str, int]:
    """A comparison of made-up games: wins of a seat among four, in both settings mostly the same."""
    shares = dice.choice([-1.0, 0.0, 1.0], size=most, p=[0.12 - drift / 2, 0.76, 0.12 + drift / 2])
    for pairs in range(comparing.CHUNK, most + 1, comparing.CHUNK):
        seen = shares[:pairs]
        verdict = decided(always_valid(seen.mean(), seen.var(ddof=1), pairs, comparing.TUNED_FOR), 0.0)
        if verdict != "open":
            return verdict, pairs
    return "open", most


def test_it_errs_once_in_twenty_at_most_and_finds_what_is_there() -> None:
    dice = np.random.default_rng(11)
    nothing = [_stopped_at(dice, 0.0, 10_000) for _ in range(400)]
    assert np.mean([verdict != "open" for verdict, _ in nothing]) <= 0.05
    something = [_stopped_at(dice, 0.04, 20_000) for _ in range(100)]
    assert np.mean([verdict == "higher" for verdict, _ in something]) > 0.97
    assert np.mean([pairs for _, pairs in something]) < 4000
