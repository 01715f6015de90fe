"""Nobody can tell apart what they must not know, over everything that a server sends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import alcove
from tests.plain import as_plain_python
from tests.wall import trial
from tests.wall.choices import dealt
from tests.wall.trial import Count, compare

COMPARISONS = 1600
"""For each game with secrets, half as many for others. `python -m tests.wall` makes as many as one likes."""
PLAIN_COMPARISONS = 50
PLAIN_TRIALS = 3
"""As many as it takes to compare so much."""
ASKED = {"table", "step", "seats", "why", "error", "/replay", "/record", "/verify", "/analysis", "/analysis/1", "try"}
ASKED |= {"/links", "lobby", "observation"}


@pytest.fixture(autouse=True)
def wrapping_numbers() -> Iterator[None]:
    """Generators wrap around on purpose, here as in the server's own process."""
    before = np.seterr(over="ignore")
    yield
    np.seterr(**before)


def run(game: alcove.Game, comparisons: int = COMPARISONS, seed: int = 0) -> Count:
    return compare(game, comparisons, seed)


def without(count: Count, text: str) -> Count:
    """As if what a text hides had always been seen."""
    compared = Counter({other: times for other, times in count.secrets.compared.items() if other != text})
    return replace(count, secrets=replace(count.secrets, compared=compared))


@pytest.mark.parametrize("name", alcove.games())
def test_two_worlds_look_the_same_to_a_viewer(name: str) -> None:
    game = alcove.game(name)
    wanted = COMPARISONS if game.rules.SECRETS else COMPARISONS // 2
    count = run(game, wanted)
    assert count.comparisons >= wanted
    assert set(count.compared) >= ASKED, "everything that can be asked was asked"
    if game.rules.SECRETS:
        assert count.differing >= 5, "secret choices differ in the two worlds"
        assert count.secrets.compared
        assert count.never_compared() == set(), "what is hidden in the text is hidden in the view"
        for text in count.secrets.compared:
            assert text in without(count, text).never_compared(), "it comes up so often that it would be missed"


@pytest.mark.parametrize("name", [name for name in alcove.games() if alcove.game(name).rules.SECRETS])
def test_the_worlds_look_the_same_before_anything_is_compiled(name: str) -> None:
    """Rules run as plain Python, and bots go by their first impressions. Deals that look alike are found before that:
    there it would take longer than all the rest."""
    game = alcove.game(name)
    for number in range(PLAIN_TRIALS):
        dealt(game, 0, number)
    with as_plain_python():
        count = run(game, PLAIN_COMPARISONS)
    assert count.comparisons >= PLAIN_COMPARISONS


def test_hints_and_the_seats_of_bots_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "WITH_BOTS", 1.0)
    count = run(alcove.game("tollgate"), 600)
    assert count.compared["hint"] > 2
    assert count.differing > 5


def test_leaving_and_coming_back_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at tables that were tried from a position."""
    monkeypatch.setattr(trial, "WITH_BOTS", 0.0)
    monkeypatch.setattr(trial, "LEAVING", 0.9)
    monkeypatch.setattr(trial, "TRIED", 0.5)
    count = run(alcove.game("tollgate"), 400)
    assert min(count.changed[how] for how in ("resign", "replace", "return")) >= 2
    assert count.differing > 2


def test_clocks_tell_nothing_but_who_has_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TIMED", 1.0)
    count = run(alcove.game("tollgate"), 400)
    assert count.changed["timed"] == count.trials
    assert count.differing > 5


def test_a_process_that_passes_on_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The viewer has come to another machine. What gets lost on the way is read from the database."""
    monkeypatch.setattr(trial, "FAR", 1.0)
    monkeypatch.setattr(trial, "LOSING", 0.5)
    count = run(alcove.game("tollgate"), 600)
    assert set(count.compared) >= ASKED - {"/links"}
    assert count.changed["lost"] > 5
    assert count.differing > 5
