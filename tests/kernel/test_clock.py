"""Clocks: what counts, for whom, and what becomes of it."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alcove.kernel.clock import Absences, Clock
from alcove.kernel.errors import AlcoveError, OptionError
from alcove.kernel.match import Match
from alcove.kernel.record import FIFTH, Record, check_of
from alcove.kernel.time_control import MINUTE_MS, TimeControl
from alcove.kernel.times import tell_control
from tests.kernel.garbage import check_error

LIVE = TimeControl("live", 300, 5)
SEATS = 3
START = 29_800_000
"""A minute of the year 2026; moments are drawn in minutes, so that the reference can go through all of them."""
SPAN = 15 * 24 * 60

sleeps = st.none() | st.tuples(st.integers(0, 1439), st.integers(1, 960)).map(
    lambda one: (one[0], (one[0] + one[1]) % 1440)
)
days_off = st.sets(st.integers(0, 6), max_size=5).map(lambda days: tuple(sorted(days)))
offsets = st.integers(-12 * 60, 14 * 60)
long_controls = st.builds(
    TimeControl, st.just("correspondence"), st.integers(3600, 400_000), st.just(0), sleeps, offsets, days_off
)
controls = long_controls | st.builds(TimeControl, st.just("live"), st.integers(1, 86_400), st.integers(0, 3600))
minutes = st.integers(START, START + SPAN)


def wakes(control: TimeControl, minute: int) -> bool:
    """Whether clocks run in a minute since 1970, by the calendar."""
    local = datetime.fromtimestamp(minute * 60, UTC) + timedelta(minutes=control.offset)
    if local.weekday() in control.days_off:
        return False
    if control.sleep is None:
        return True
    begin, end = control.sleep
    now = local.hour * 60 + local.minute
    return not (begin <= now < end if begin < end else now >= begin or now < end)


@given(long_controls, minutes, st.integers(0, 3000))
def test_sleep_and_days_off_do_not_count(control: TimeControl, begin: int, length: int) -> None:
    expected = sum(wakes(control, minute) for minute in range(begin, begin + length))
    assert control.counted(begin * MINUTE_MS, (begin + length) * MINUTE_MS) == expected * MINUTE_MS


@given(controls, st.integers(0, 10**13), st.integers(1, 10**10))
def test_the_moment_at_which_time_is_up(control: TimeControl, begin: int, wanted: int) -> None:
    moment = control.moment_after(begin, wanted)
    assert control.counted(begin, moment) == wanted
    assert control.counted(begin, moment - 1) == wanted - 1


@given(long_controls, st.integers(0, 10**13))
def test_when_clocks_stand_and_go_on(control: TimeControl, moment: int) -> None:
    standing, change = control.stands(moment)
    assert control.counted(moment, moment + 1) == (not standing)
    if change is None:
        assert not control.stands_at_times
        return
    assert control.counted(moment, moment + change) == (0 if standing else change)
    assert control.stands(moment + change)[0] != standing


@given(controls)
def test_a_control_is_read_as_it_was_written(control: TimeControl) -> None:
    assert TimeControl.read(str(control)) == control
    assert all(tell_control(control))


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "live", "seconds": 0},
        {"kind": "live", "seconds": 86_401},
        {"kind": "live", "seconds": 60, "added": -1},
        {"kind": "live", "seconds": 60, "sleep": (0, 60)},
        {"kind": "live", "seconds": 60, "days_off": (1,)},
        {"kind": "live", "seconds": 60, "offset": 60},
        {"kind": "correspondence", "seconds": 60},
        {"kind": "correspondence", "seconds": 10**9},
        {"kind": "correspondence", "seconds": 86_400, "added": 1},
        {"kind": "correspondence", "seconds": 86_400, "sleep": (60, 60)},
        {"kind": "correspondence", "seconds": 86_400, "sleep": (0, 1000)},
        {"kind": "correspondence", "seconds": 86_400, "sleep": (0, 1440)},
        {"kind": "correspondence", "seconds": 86_400, "days_off": (0, 1, 2, 3, 4, 5)},
        {"kind": "correspondence", "seconds": 86_400, "days_off": (2, 1)},
        {"kind": "correspondence", "seconds": 86_400, "days_off": (7,)},
        {"kind": "correspondence", "seconds": 86_400, "offset": 900},
    ],
)
def test_what_is_out_of_bounds_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as error:
        TimeControl(**said)
    check_error(error.value)


def test_a_control_in_words() -> None:
    control = TimeControl.read("correspondence 93600 sleep 22:00-07:30 utc+01:00 off 6,7")
    assert control == TimeControl("correspondence", 93_600, 0, (1320, 450), 60, (5, 6))
    assert tell_control(control).en == (
        "Time: 1 day 2 hours for each move; clocks stand from 22:00 to 07:30 (UTC+01:00); days off: Saturday, Sunday."
    )
    assert tell_control(LIVE).de == "Bedenkzeit: 5 Minuten für das Spiel und 5 Sekunden dazu nach jedem Zug."
    for text in ("live 5", "live 300 5 off 1", "correspondence 86400 sleep 24:00-01:00", "never", ""):
        with pytest.raises(OptionError):
            TimeControl.read(text)


# Adding up

steps = st.lists(
    st.tuples(
        st.integers(0, 300) | st.integers(0, 2000),  # minutes since the step before
        st.integers(0, 100),  # of which the server was away
        st.sampled_from(["run", "act", "undo", "return"]),
        st.integers(0, SEATS - 1),
        st.sets(st.integers(0, SEATS - 1)),
        st.booleans(),
    ),
    max_size=12,
)


def follow(control: TimeControl, taken: list[Any], split: bool) -> tuple[Clock, Counter[int]]:
    """A clock through all of it, and what each seat should have used. `split` asks and counts now and then between."""
    now = START
    clock, expected = Clock(control, SEATS, now * MINUTE_MS), Counter[int]()
    for passed, away, kind, seat, awaited, ends in taken:
        then = now + passed
        gone = range(max(now, then - away) if away else then, then)
        clock.absences.add(gone.start * MINUTE_MS, gone.stop * MINUTE_MS)
        for minute in range(now, then):
            if minute not in gone and wakes(control, minute):
                expected.update(clock.running)
        if split:
            for minute in (now + (gone.start - now) // 3, now + (gone.start - now) // 2):
                clock.left_at(minute * MINUTE_MS)
                clock.run(clock.running, minute * MINUTE_MS)
        moment = then * MINUTE_MS
        if kind == "act":
            clock.act(seat, awaited, ends, moment)
        elif kind == "undo":
            clock.take_back(min(seat, len(clock.stints)), awaited, moment)
        else:
            clock.run(awaited, moment)
            if kind == "return":
                clock.come_back(seat)
        assert min(clock.left) >= 0
        assert clock.left_at(moment) == clock.left
        assert clock.out(moment) == [one for one in sorted(clock.running) if not clock.left[one]]
        now = then
    return clock, expected


@given(controls, steps)
def test_times_used_add_up_to_what_passed_for_the_awaited(control: TimeControl, taken: list[Any]) -> None:
    clock, expected = follow(control, taken, split=False)
    assert clock.used == [expected[seat] * MINUTE_MS for seat in range(SEATS)]
    for seat in range(SEATS):
        acted = sum(stint.used for stint in clock.stints if stint.seat == seat)
        assert 0 <= acted <= clock.used[seat]
    again, _ = follow(control, taken, split=True)
    assert (again.used, again.left, again.stints) == (clock.used, clock.left, clock.stints)


def test_an_absence_begins_after_the_last_thing_that_was_done() -> None:
    clock = Clock(LIVE, 2, 0)
    clock.run([0], 0)
    clock.act(0, [1], True, 10_000)  # the last sign of life was at 8,000
    clock.absences.add(8_000, 60_000)
    assert clock.used[0] == 10_000
    assert clock.left_at(61_000)[1] == 299_000


def test_absences_that_meet_are_one() -> None:
    away = Absences([(0, 5), (10, 20), (4, 10), (30, 30)])
    assert list(away.between(-1, 100)) == [(0, 20)]
    assert list(away.between(7, 100)) == [(7, 20)]
    assert list(away.between(-1, 19)) == []


# In a match


def match_of(name: str, people: int, control: TimeControl, players: int | None = None, **options: Any) -> Match:
    match = Match(Record.begin(name, players, ("Anna", "Bruno", "Clara")[: players or 2], 5, **options), range(people))
    match.start_clock(control, 0)
    return match


def do(match: Match, seat: int, moment: int, action: str | int | None = None) -> None:
    match.add(match.plan(seat, match.legal_indices(seat)[0] if action is None else action), moment)


def shown(match: Match) -> list[int]:
    assert match.clock is not None
    return match.clock.left


def test_a_clock_runs_for_the_awaited_and_each_move_adds_to_it() -> None:
    match = match_of("alva", 2, LIVE, size=5, pieces=6)
    assert match.clock is not None
    assert match.clock.running == {0}
    do(match, 0, 2_000)
    assert match.clock.running == {1}
    do(match, 1, 3_500)
    assert shown(match) == [303_000, 303_500]
    assert [stint.used for stint in match.clock.stints] == [2_000, 1_500]
    assert match.clock.due(4_000) == 3_500 + 303_000


def test_a_turn_of_several_actions_is_one_move() -> None:
    match = match_of("alva", 2, LIVE, size=5, pieces=6)
    moment = 0
    for seat, text in ((0, "c1"), (1, "a2"), (0, "b2")):
        moment += 1_000
        do(match, seat, moment, text)
    before = shown(match)[1]
    while 1 in match.awaited():
        moment += 1_000
        do(match, 1, moment)
    assert match.clock is not None
    actions = [stint for stint in match.clock.stints[3:] if stint.seat == 1]
    assert shown(match)[1] == before - 1_000 * len(actions) + 5_000


def test_where_all_choose_at_once_each_clock_runs_until_its_seat_has_chosen() -> None:
    match = match_of("tollgate", 3, LIVE, 3)
    assert match.clock is not None
    assert match.clock.running == {0, 1, 2}
    do(match, 1, 1_000)
    do(match, 0, 4_000)
    assert match.clock.running == {2}
    assert shown(match) == [301_000, 304_000, 296_000]
    do(match, 2, 10_000)  # the round is over, and others are awaited
    assert shown(match)[2] == 295_000
    assert match.clock.used == [4_000, 1_000, 10_000]


def test_who_changes_a_choice_gains_nothing() -> None:
    match = match_of("tollgate", 3, LIVE, 3)
    do(match, 1, 1_000)
    first = shown(match)[1]
    for moment in range(2_000, 9_000, 1_000):
        do(match, 1, moment, match.legal_indices(1)[1])
    assert shown(match)[1] == first


def test_who_is_awaited_again_by_their_own_doing_goes_on_with_the_same_move() -> None:
    clock = Clock(LIVE, 2, 0)
    clock.run([0, 1], 0)
    for moment in range(0, 100_000, 10_000):
        clock.act(0, [1], True, moment + 4_000)  # chosen
        clock.act(0, [0, 1], False, moment + 10_000)  # and unchosen
    assert clock.used[0] == 40_000
    assert clock.left[0] == 260_000


def test_bots_have_no_clock() -> None:
    match = match_of("alva", 1, LIVE, size=5, pieces=6)
    do(match, 0, 2_000)
    assert match.clock is not None
    assert match.clock.running == frozenset()
    do(match, 1, 50_000)
    assert match.clock.running == {0}
    assert match.clock.used == [2_000, 0]
    assert match.clock.stints[1].used == 0


def test_taking_back_gives_no_time_back_and_takes_away_what_was_added() -> None:
    match = match_of("alva", 2, LIVE, size=5, pieces=6)
    for moment in range(10_000, 60_000, 10_000):
        do(match, 0, moment)
        match.take_back(1, moment + 5_000)  # while the other one thinks
    assert match.clock is not None
    assert match.clock.used == [10_000 + 4 * 5_000, 25_000]
    assert shown(match) == [270_000, 275_000]
    assert match.clock.stints == []


def test_taking_back_a_move_by_mail_goes_on_with_its_time() -> None:
    day = 86_400_000
    match = match_of("alva", 2, TimeControl("correspondence", 86_400), size=5, pieces=6)
    do(match, 0, day // 2)
    assert shown(match)[0] == day
    do(match, 1, day)
    do(match, 0, day + day // 4)
    match.take_back(3, day + day // 4)
    assert shown(match)[0] == day - day // 2 - day // 4


def test_who_has_run_out_stays_so_until_something_is_done() -> None:
    match = match_of("tollgate", 3, TimeControl("live", 10, 2), 3)
    assert match.clock is not None
    assert match.clock.due(0) == 10_000
    assert match.clock.out(9_999) == []
    assert match.clock.out(10_000) == match.clock.out(10**9) == [0, 1, 2]
    assert match.clock.due(10_000) is None
    do(match, 0, 60_000)
    assert match.clock.out(60_000) == [1, 2]
    assert shown(match)[0] == 2_000
    match.change_seat(1, 3, 61_000)  # a bot goes on ...
    assert match.clock.out(62_000) == [2]
    match.change_seat(1, None, 63_000)  # ... and the person takes the seat back
    assert match.clock.left_at(63_500)[1] == 2_000
    assert match.clock.running == {1, 2}


# In the record


def record_of(match: Match) -> str:
    return str(match.full_record())


def test_times_are_in_the_record() -> None:
    match = match_of("alva", 2, LIVE, size=5, pieces=6)
    do(match, 0, 2_000)
    do(match, 1, 3_500)
    match.end("out-of-time", 0, 400_000)
    text = record_of(match)
    assert text.splitlines()[0] == FIFTH
    assert "\ntime: live 300 5\n" in text
    assert "\ntimes: 2000 1500\nleft: 0 303500\n" in text
    read = Record.read(text)
    assert str(read) == text
    assert read.times == match.full_record().times
    outcome = read.verify()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("out-of-time", (1,))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("times: 2000 1500", "times: 2000"),
        ("times: 2000 1500", "times: 2000 -1"),
        ("times: 2000 1500\n", ""),
        ("left: 0 303500", "left: 1 303500"),
        ("left: 0 303500", "left: 0"),
        ("time: live 300 5", "time: soon"),
        (FIFTH, "Alcove record 4"),
    ],
)
def test_times_that_do_not_fit_are_not_proven(old: str, new: str) -> None:
    match = match_of("alva", 2, LIVE, size=5, pieces=6)
    do(match, 0, 2_000)
    do(match, 1, 3_500)
    match.end("out-of-time", 0, 400_000)
    text = record_of(match).replace(old, new, 1).rpartition("check: ")[0]
    with pytest.raises(AlcoveError) as error:
        Record.read(f"{text}check: {check_of(text)}\n").verify()
    check_error(error.value)


def test_a_game_that_goes_on_without_a_clock_has_no_times() -> None:
    match = match_of("alva", 2, LIVE, size=5, pieces=6)
    do(match, 0, 2_000)
    again = Match.of(Record.read(record_of(match)), (0, 1))
    assert again.full_record().times is None
