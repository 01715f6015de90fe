"""What decisions cost."""

from __future__ import annotations

import itertools

import alcove
from alcove.analysis import Decision, accuracies, decisions, judged, mark_of
from alcove.kernel.match import Match, Played
from alcove.kernel.position import Action, Position
from alcove.kernel.record import Record
from alcove.puzzles import collection_of


def played(position: Position, *texts: str) -> list[Played]:
    """Actions from a position, all done by people."""
    done: list[Played] = []
    for text in texts:
        seat = position.awaited[0]
        [(action, position)] = position.play_turn(seat, text)
        done.append(Played(seat, action, text, 0, True))
    return done


def test_marks_follow_from_what_a_decision_cost() -> None:
    assert [mark_of(cost) for cost in (-0.2, 0.0, 0.02, 0.05, 0.1, 0.3)] == [
        "best",
        "best",
        "best",
        "good",
        "doubtful",
        "mistake",
    ]


def test_accuracy_is_each_seats_own_and_falls_with_the_cost() -> None:
    def decision(seat: int, cost: float) -> Decision:
        return Decision(1, seat, "good", 0.5, 0.5 + cost, None)

    found = accuracies([decision(0, 0.0), decision(0, 0.0), decision(2, 0.1), decision(2, 0.3)])
    assert found.keys() == {0, 2}
    assert found[0] == 100.0
    assert 30 < found[2] < 60


def test_only_people_with_a_choice_are_judged() -> None:
    match = Match(Record.begin("alva", size=5, pieces=2), {0})
    for _ in range(4):
        seat = match.awaited()[0]
        match.add(match.plan(seat, match.legal_indices(seat)[0]))
    assert {moment.seat for moment in decisions(match.start, match.played)} == {0}
    [*_, last] = decisions(match.start, match.played)
    assert last.position.legal_indices(0) != [last.action]


def test_a_weak_answer_to_a_puzzle_is_marked_and_the_better_line_is_legal() -> None:
    game = alcove.game("alva")
    puzzle = max(collection_of(game).puzzles[:20], key=lambda one: one.margin)
    start = game.read(puzzle.position)
    worst = min(puzzle.values, key=lambda text: puzzle.values[text])
    [wrong] = [one for one in judged(decisions(start, played(start, worst))) if one is not None]
    [right] = [one for one in judged(decisions(start, played(start, puzzle.answer))) if one is not None]
    assert (right.mark, right.better, right.line) == ("best", None, [])
    assert (wrong.mark, wrong.better) == ("mistake", puzzle.answer)
    assert wrong.cost > 0.14
    position, seat = start, puzzle.seat
    for text in wrong.line:
        position = position.play(seat, text)
        seat = position.awaited[0] if position.awaited else seat


def test_a_decision_is_judged_by_what_its_seat_could_know() -> None:
    """Two worlds that the seat could not tell apart are judged alike, bit by bit."""
    position = alcove.game("tollgate").new(players=2, seed=3, cards=3)
    seat = position.awaited[0]
    other_world = position.conceal(seat, 99)
    index = position.legal_indices(seat)[-1]
    done = [Played(seat, Action(position.action(seat, index).text, index), "", 0, True)]
    here = [one for one in judged(decisions(position, done)) if one is not None]
    there = [one for one in judged(decisions(other_world, done)) if one is not None]
    assert other_world != position
    assert here == there


def test_in_a_game_for_all_everybodys_decisions_tell_the_chances_of_the_team() -> None:
    position = alcove.game("alvos").new(players=4, seed=3, mode="cooperative", difficulty="hard")
    start, done = position, list[Played]()
    while len(done) < 4:
        seat = position.awaited[0]
        action = position.legal(seat)[0]
        done.append(Played(seat, action, action.text, 0, True))
        position = position.play_legal(seat, action.index)
    found = [one for one in judged(decisions(start, done)) if one is not None]
    assert {one.seat for one in found} == {0, 1, 2, 3}
    best = [one.best for one in found]
    assert max(best) < 0.45  # whoever decides: partners are not each other's opponents, whose chances make up a whole
    assert max(abs(one - other) for one, other in itertools.pairwise(best)) < 0.2
