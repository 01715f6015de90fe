"""What designers ask: worth, drama, luck and skill."""

from __future__ import annotations

import numpy as np
import pytest

import alcove
from alcove.lab import Player, drama, ladder, play_games, set_up, worth
from alcove.lab.policy import FORCED
from alcove.lab.section import Value
from alcove.lab.study import Study, carry_out
from alcove.lab.things import things_named


def test_worth_is_the_difference_between_the_same_games() -> None:
    """Who may never deliver anything cannot win; whoever must deliver four cogs and a bolt at once, mostly does."""
    game = alcove.game("alvos")
    setup = set_up("alvos", 3, seed=4)
    load = things_named(game, "loads.4-bolt")[0]
    sums = worth.worth(setup, 150, [load], workers=1)
    found = sums.of(f"worth.{load}")
    assert 10 < found.seen < 150  # only games in which it was offered
    assert found.average.low > 0.2
    assert worth.worth(setup, 150, [load], workers=2) == sums
    sections = worth.sections(setup, sums)
    assert [section.key for section in sections] == ["worth-loads"]
    assert sections[0].rows[0][1].en == str(found.seen)


def test_worth_of_what_makes_no_difference_is_nothing() -> None:
    """A placement is taken at the first offer whether it is forced or not; so both games are the same."""
    setup = set_up("alva", 2, {"size": 5}, seed=4)
    place = things_named(alcove.game("alva"), "moves.place")[0]
    sums = worth.worth(setup, 40, [place], workers=1)
    jump = things_named(alcove.game("alva"), "moves.jump-one")[0]
    assert sums.of(f"worth.{place}").seen == 40
    forced = worth.worth(setup, 40, [jump], workers=1).of(f"worth.{jump}")
    assert abs(forced.mean) < 0.2


def test_both_games_are_the_same_until_the_thing_is_offered() -> None:
    game = alcove.game("alvos")
    for word in ("loads.4-bolt", "hexes.5", "opening.3"):
        [thing] = things_named(game, word)
        offered = []
        for times in (FORCED, 0.0, 1.0):
            setup = set_up("alvos", 4, seed=4, tested=Player(favour=((thing, times),), once=True))
            offered.append(play_games(setup, range(120)).offered[np.arange(120), np.arange(120) % 4, thing])
        assert (offered[0] == offered[1]).all()
        assert (offered[0] == offered[2]).all()
        assert offered[0].any()


def test_an_event_is_worth_what_it_brings() -> None:
    setup = set_up("alvos", 3, seed=4)
    game = alcove.game("alvos")
    windfall, attack = things_named(game, "events.windfall")[0], things_named(game, "events.attack")[0]
    sums = worth.worth(setup, 600, [windfall, attack], workers=1)
    assert sums.of(f"worth.{windfall}").mean > sums.of(f"worth.{attack}").mean


def test_chances_along_a_game_end_where_the_game_ends() -> None:
    setup = set_up("alvos", 3, seed=2)
    job = drama.Drama(setup, playouts=40)
    moments, end = job._course(5)
    assert end.over
    first, last = job.chances(moments[0].position, 1), job.chances(moments[-1].position, 1)
    assert first.sum() == pytest.approx(1)
    assert len(first) == 4
    assert first.max() < 0.75
    assert last.max() > first.max()
    assert np.array_equal(job.chances(moments[0].position, 1), first)


def test_drama_is_the_same_in_any_number_of_processes() -> None:
    setup = set_up("alvos", 1, seed=3)
    one = drama.drama(setup, 2, workers=1)
    assert one == drama.drama(setup, 2, workers=2)
    rows = {row[0].en: row[1] for row in drama.sections(one)[0].rows}
    assert 0 <= rows["decided after, in parts of the game"].estimate.value <= 1
    assert rows["choices that matter"].estimate.seen == 2 * drama.JUDGED_CHOICES


def test_who_thinks_much_longer_wins_more() -> None:
    setup = set_up("alva", 2, {"size": 5}, seed=1)
    sums = ladder.ladder(setup, 4, rungs=(4,), workers=1)
    assert sums.of("ladder.4").seen == 4
    section = ladder.sections(setup, sums, (4,))[0]
    assert section.rows[0][0].en == "8 against 4"
    assert isinstance(section.rows[0][2], Value)
    alone = set_up("alvos", 1, seed=1)
    rows = ladder.sections(alone, ladder.ladder(alone, 2, rungs=(3,), workers=1), (3,))[0].rows
    assert rows[0][0].en == "3"


def test_a_study_does_all_that_is_asked_for() -> None:
    setup = set_up("alvos", 1, seed=1)
    pass_at = tuple(things_named(alcove.game("alvos"), "pass"))
    stages = []

    def begin(title):
        stages.append(title.en)
        return lambda done, of: None

    found = carry_out(Study(setup, 30, worth=10, worth_of=pass_at, drama=1), workers=1, stage=begin)
    keys = [section.key for section in found.sections]
    assert {"overview", "course", "seats", "drama", "worth-pass", "hexes", "events"} <= {*keys}
    assert stages == ["Playing", "Looking closely", "Forcing and forbidding"]
