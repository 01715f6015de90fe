"""A game in progress: planning, taking back, what is kept, and who is a person."""

from __future__ import annotations

import random

import pytest

import alcove
from alcove import Action, IllegalError, NotYourTurnError, OverError, Record
from alcove.kernel.errors import TamperedError
from alcove.kernel.match import Match
from alcove.kernel.outcome import RESIGNED


def alva(people: tuple[int, ...] = (0, 1), kept: int | None = 60) -> Match:
    return Match(Record.begin("alva", names=("Anna", "Bruno"), seed=1, size=5), people, kept)


def toll(players: int = 3, people: tuple[int, ...] = (0, 1, 2)) -> Match:
    return Match(Record.begin("tollgate", players, seed=5), people)


def do(match: Match, seat: int, action: str | int | None = None) -> None:
    match.add(match.plan(seat, match.legal_indices(seat)[0] if action is None else action))


def play_on(match: Match, actions: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(actions):
        seat = match.awaited()[0]
        do(match, seat, rng.choice(match.legal_indices(seat)))


def test_a_plan_changes_nothing() -> None:
    match = alva()
    step = match.plan(0, "c3")
    assert match.position == match.start
    assert match.played == []
    match.add(step)
    assert match.position == match.start.play(0, "c3")


def test_what_the_rules_forbid_is_not_planned() -> None:
    match = alva()
    do(match, 0, "c3")
    with pytest.raises(NotYourTurnError):
        match.plan(0, "a1")
    with pytest.raises(IllegalError):
        match.plan(1, "c3")
    match.end(RESIGNED, 1)
    with pytest.raises(OverError):
        match.plan(1, "a1")
    assert match.actors() == match.awaited() == ()
    assert match.why_not(1, "a1", "en") is not None


def test_few_positions_are_kept_and_all_are_found() -> None:
    few, all_of_them = alva(kept=5), alva(kept=None)
    for match in (few, all_of_them):
        play_on(match, 20)
    assert len(few.recent()) == 5
    assert len(all_of_them.recent()) == 20
    for count in range(21):
        assert few.position_after(count) == all_of_them.position_after(count)
    few.take_back(12)
    assert few.position == all_of_them.position_after(8)
    assert len(few.recent()) == 5


def test_a_turn_is_taken_back_freely_until_somebody_else_acts() -> None:
    match = alva()
    anna, bruno = frozenset([0]), frozenset([1])
    assert match.undo(anna) == ("no", 0, -1)
    do(match, 0, "c3")
    assert match.undo(anna) == ("free", 1, 0)
    assert match.undo(bruno) == ("no", 0, -1)
    do(match, 1, "a1")
    assert match.undo(anna) == ("ask", 2, 0)
    assert match.undo(frozenset([0, 1])) == ("free", 1, 1)  # both on one device
    do(match, 0, "c3-c4")
    do(match, 0, "e5")
    assert match.undo(anna) == ("free", 2, 0)
    match.end(RESIGNED, 0)
    assert match.undo(anna)[0] == "no"


def test_a_bots_answer_is_taken_back_along() -> None:
    match = alva(people=(0,))
    do(match, 0, "c3")
    do(match, 1, "a1")
    assert match.undo(frozenset([0])) == ("free", 2, 0)


def test_what_was_shown_needs_the_others_and_bots_do_not_agree() -> None:
    with_people, with_bots = toll(), toll(people=(0,))
    for match in (with_people, with_bots):
        for seat in range(3):
            do(match, seat)
    assert with_people.undo(frozenset([0])) == ("ask", 3, 0)
    assert with_bots.undo(frozenset([0]))[0] == "no"


def test_who_has_left_still_sees_what_is_shown_meanwhile() -> None:
    match = toll(people=(0, 1))
    do(match, 1)
    do(match, 0)
    assert match.undo(frozenset([0])) == ("free", 1, 0)
    match.change_seat(0, 3)
    do(match, 2)  # the last of all to choose: everything is shown
    match.change_seat(0, None)
    assert match.undo(frozenset([0])) == ("ask", 2, 0)


def test_what_is_seen_through_any_of_ones_seats_was_seen() -> None:
    match = toll(players=4, people=(0, 1, 2))
    do(match, 0)
    do(match, 3)
    both = frozenset([0, 1])
    assert match.undo(both) == ("free", 2, 0)
    match.played[-1] = match.played[-1]._replace(reveals=0b10)  # the second seat was shown something
    assert match.undo(both) == ("ask", 2, 0)
    assert match.undo(frozenset([0])) == ("free", 2, 0)


def test_what_somebody_did_before_leaving_was_done_by_a_person() -> None:
    match = toll()
    do(match, 0)
    do(match, 1)
    match.change_seat(1, 3)
    assert match.people == {0, 2}
    assert match.undo(frozenset([0])) == ("ask", 2, 0)  # Bruno has acted, although a bot plays now
    assert match.undo(frozenset([1]))[0] == "no"  # whoever has left takes nothing back
    match.take_back(2)
    assert match.changes == [(0, 1, 3)]
    do(match, 0)
    do(match, 1)
    assert match.undo(frozenset([0])) == ("free", 2, 0)  # this time it was the bot
    match.change_seat(1, None)
    assert match.people == {0, 1, 2}


def test_who_may_leave_without_ending_it() -> None:
    assert alva().ends_without(0)
    match = toll()
    assert not match.ends_without(0)
    match.change_seat(1, 3)
    match.change_seat(2, 3)
    assert match.ends_without(0)
    assert toll(people=(0,)).ends_without(0)


def test_others_read_public_texts_until_the_end() -> None:
    match = toll()
    do(match, 1)
    card = match.played[0].action.text
    assert match.turns(1) == [(1, card)]
    assert match.turns(0) == match.turns(None) == [(1, "card")]
    assert match.may_know(match.played[0], 1)
    assert not match.may_know(match.played[0], 2)
    match.end(RESIGNED, 0)
    assert match.turns(None) == [(1, card)]


def test_noted_actions_are_followed_and_not_believed() -> None:
    match, again = toll(), toll()
    play_on(match, 5)
    for one in match.played:
        again.note(one.seat, one.action, one.reveals)
    again.refresh()
    assert again.position == match.position
    assert [one.public for one in again.played] == [one.public for one in match.played]
    again.note(again.awaited()[0], Action("nonsense", 25), 0)
    with pytest.raises(TamperedError, match="Action 6"):
        again.refresh()


def test_no_two_actions_have_one_serial() -> None:
    match = alva()
    play_on(match, 3)
    first = [one.serial for one in match.played]
    match.take_back(2)
    play_on(match, 2)
    assert len({*first, *(one.serial for one in match.played)}) == 5


def test_a_snapshot_stays_as_it_was() -> None:
    match = toll()
    play_on(match, 2)
    taken = match.snapshot()
    play_on(match, 1)
    match.change_seat(0, 3)
    assert (len(taken.played), taken.changes, taken.position) == (2, [], match.position_after(2))


def test_a_match_of_a_record_is_the_same_game() -> None:
    match = alva()
    play_on(match, 9)
    match.end(RESIGNED, 0)
    again = Match.of(match.full_record(), [0, 1])
    assert again.position == match.position
    assert again.outcome == match.outcome
    assert again.full_record() == match.full_record()
    names = [again.game.seat_name(seat) for seat in range(2)]
    assert again.sentence(names) == match.sentence(names)


@pytest.mark.parametrize("name", alcove.games())
def test_older_positions_take_little_room_and_are_the_same(name: str) -> None:
    game, dice = alcove.game(name), random.Random(1)
    record = Record.begin(name, max(2, game.players.start), seed=4)
    few, every = Match(record, ()), Match(record, (), None)
    for _ in range(90):
        if few.over:
            break
        seat = dice.choice(few.awaited())
        step = few.plan(seat, dice.choice(few.legal_indices(seat)))
        few.add(step)
        every.add(step)
    known = every.recent()[-60:]
    assert [after for *_, after in few.recent()] == [after for *_, after in known]
    assert [before for before, *_ in few.recent()] == [before for before, *_ in known]
    assert [played.serial for _, played, _ in few.recent()] == [played.serial for _, played, _ in known]
    for back in (1, 5, 9):
        assert few.position_after(len(few.played) - back) == every.position_after(len(every.played) - back)
    older = sum(len(packed) for packed in few._older._packed)
    assert len(few._older) > 5
    assert older / len(few._older) < max(512, len(bytes(few.start)) / 8)
    copied = few.snapshot()
    few.take_back(3)
    assert few.position == every.position_after(len(every.played) - 3)
    assert copied.position == every.position
