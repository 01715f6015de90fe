"""The search for better numbers: goals, what is varied, and a study that goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

import alcove
from alcove.kernel.errors import OptionError
from alcove.lab import search as searching
from alcove.lab import set_up, simulate
from alcove.lab.goals import Goal, Knob, read_goal, read_knob
from alcove.lab.search import Quest, look, sections


@pytest.fixture
def quest() -> Quest:
    game = alcove.game("alvos")
    goals = read_goal(game, "decisions=20..30"), read_goal(game, "seats")
    return Quest(set_up("alvos", 3, seed=2), (read_knob("numbers.health=2..3"),), goals, 60, 10.0)


def test_goals_are_ranges() -> None:
    game = alcove.game("alvos")
    assert read_goal(game, "minutes=45..60") == Goal("minutes", 45, 60)
    assert read_goal(game, "cards<=1.3").high == 1.3
    assert read_goal(game, "won>=40").low == 40
    goal = read_goal(game, "taken.hexes.1=20..30")
    assert goal.title(game).en == "hex 1: a bolt taken, in % of seats"
    assert (goal.missed_by(10), goal.missed_by(25), goal.missed_by(34)) == (10, 0, 4)
    for wrong in ("luck=1..2", "minutes", "minutes=60..45", "minutes=a..b", "taken.hexes=1..2", "won=nan..2", "=1..2"):
        with pytest.raises(OptionError):
            read_goal(game, wrong)


def test_what_may_be_varied() -> None:
    assert read_knob("numbers.health=1..5") == Knob("numbers.health", 1, 5)
    assert read_knob("cards.torpedos.cost=2 soldiers|3 soldiers").choices == ("2 soldiers", "3 soldiers")
    for wrong in ("health=1..5", "numbers.health=5..1", "numbers.health=1", "numbers.health=|", "cards.x.y=a|a"):
        with pytest.raises(OptionError):
            read_knob(wrong)


def test_figures_of_goals_are_those_of_the_games() -> None:
    simulated = simulate(set_up("alvos", 3, seed=2), 200)
    sums = simulated.sums
    assert Goal("minutes", 0, 1).figure(simulated, 30.0) == pytest.approx(sums.of("decisions").mean / 2)
    assert Goal("won", 0, 1).figure(simulated, 1.0) == 100 * sums.of("won").mean
    assert Goal("seats", 0, 1).figure(simulated, 1.0) >= 0.9
    assert Goal("cards", 0, 1).figure(simulated, 1.0) > 0.9
    assert Goal("taken.hexes.1", 0, 1).figure(simulated, 1.0) == 100 * sums.of("taken", 0).mean


def test_a_study_goes_on_where_it_stopped(quest: Quest, tmp_path: Path) -> None:
    at_once = look(quest, tmp_path / "one.db", 4, workers=1)
    look(quest, tmp_path / "two.db", 2, workers=1)
    reports = []
    resumed = look(quest, tmp_path / "two.db", 4, workers=1, report=lambda done, of: reports.append((done, of)))
    assert reports == [(3, 4), (4, 4)]
    assert resumed == at_once
    assert resumed.trials == 4
    assert resumed.front[0].number is None  # the game as it is, to compare with
    assert {value for one in resumed.front[1:] for value in one.values} <= {2, 3}
    rows = sections(resumed)[0].rows
    assert all(len(row) == 1 + 1 + 2 for row in rows)


def test_the_file_of_another_study_is_refused(quest: Quest, tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    searching._open(quest, path)
    from dataclasses import replace

    with pytest.raises(OptionError, match="something else"):
        searching._open(replace(quest, games=61), path)
    path.write_text("no database at all" * 100)
    with pytest.raises(OptionError, match="no study"):
        searching._open(quest, path)
