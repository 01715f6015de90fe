"""Records of games whose rules changed while they lasted: written, read, proven part by part."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import alcove
from alcove import AlcoveError, Record, SealedError, TamperedError, UnreadableError
from alcove.kernel.errors import OtherRulesError
from alcove.kernel.match import Match
from alcove.kernel.other_rules import with_position
from alcove.kernel.proof import prove
from alcove.kernel.record import check_of, commit_to, told_lines
from alcove.kernel.record_parts import EarlierPart, SeatChange
from tests.kernel.garbage import check_error

OLD = 7
"""A version that the rules never had."""


def play(record: Record, most: int, seed: int = 1) -> Record:
    """A record with so many actions more."""
    dice, position = random.Random(seed), record.position()
    for _ in range(most):
        if position.over:
            break
        seat = dice.choice(position.awaited)
        action = dice.choice(position.legal(seat))
        position = position.play(seat, action)
        record = record.add(seat, action, position)
    return record


def changed(name: str, first: int, later: int, before: int = 10, after: int = 1000, **options: object) -> Record:
    """A game that began under one version of the rules and ended under another."""
    begun = play(Record.begin(name, 2, seed=3, **options), before)
    part = EarlierPart(first, tuple(told_lines(begun.game, begun.actions)), before, (0, 1), str(begun.position()))
    fixed = (f"{name} {first}", str(begun.players), " ".join(f"{k}={v}" for k, v in begun.options.items()))
    sealed = replace(begun, commitment=commit_to(*fixed, str(begun.seed), str(begun.nonce)))
    if later != begun.game.version:
        return replace(sealed, actions=(), earlier=(part,), rules=later)
    return play(replace(sealed, actions=(), earlier=(part,), outcome=None), after, seed=2)


ALVA = changed("alva", OLD, 1, size=5, pieces=4, before=4)
TOLL = changed("tollgate", OLD, 1)
records = pytest.mark.parametrize("record", [ALVA, TOLL], ids=["alva", "tollgate"])


@records
def test_it_reads_as_it_was_written(record: Record) -> None:
    text = str(record)
    assert text.startswith(f"Alcove record 3\ngame: {record.game.name} {OLD}\n")
    assert f"\nrules 1 after {record.earlier[0].actions} lost 0,1 from {record.earlier[0].position}\n" in text
    read = Record.read(text)
    assert str(read) == text
    assert read.actions == record.actions
    assert read.earlier == record.earlier


@records
def test_the_part_at_hand_is_proven_and_the_other_is_not(record: Record) -> None:
    proof = prove(str(record))
    assert proof.outcome == record.outcome
    assert not proof.whole
    old, new = proof.parts
    assert (old.version, old.actions) == (OLD, record.earlier[0].actions)
    assert old.unproven is not None
    assert "this program has version 1" in old.unproven.en
    assert (new.version, new.actions, new.unproven) == (1, len(record.actions), None)


@pytest.mark.parametrize("name", ["alva", "tollgate"])
def test_a_program_of_the_first_rules_proves_the_first_part(name: str) -> None:
    record = changed(name, 1, OLD)
    proof = prove(str(record))
    assert [part.unproven is None for part in proof.parts] == [True, False]
    assert proof.record is None
    elsewhere = record.earlier[0]._replace(position=str(record.game.new(record.players, 9)))
    with pytest.raises(TamperedError, match="do not lead to the position"):
        prove(str(replace(record, earlier=(elsewhere,))))
    with pytest.raises(OtherRulesError):
        Record.read(str(record))


def test_rules_that_came_back_prove_both_parts() -> None:
    proof = prove(str(changed("alva", 1, 1, size=5, pieces=4, before=4)))
    assert proof.whole
    assert len(proof.parts) == 2


@records
def test_edits_are_found(record: Record) -> None:
    text = str(record)
    other = str(record.game.new(record.players, 11))
    edits = {
        "another position": text.replace(record.earlier[0].position or "", other),
        "an earlier action less": text.replace(record.earlier[0].lines[0] + "\n", "", 1),
        "another count": text.replace("after ", "after 1"),
        "nothing lost": text.replace("lost 0,1", "lost 0,0"),
        "another seed": text.replace("seed: 3", "seed: 4"),
    }
    for name, edited in edits.items():
        assert edited != text, name
        with pytest.raises(AlcoveError) as error:
            prove(edited)
        check_error(error.value)


@pytest.mark.parametrize(
    "line",
    [
        "rules",
        "rules 1",
        "rules x after 4 lost 0,1 from 5/5/5/5/5 w 4-4 0-0 0",
        "rules 1 after 4 lost 0 from 5/5/5/5/5 w 4-4 0-0 0",
        "rules 1 after 4 lost 0,1",
        "rules 1 after -4 lost 0,1 from 5/5/5/5/5 w 4-4 0-0 0",
        "rules 1 after 99999999999 lost 0,1 from 5/5/5/5/5 w 4-4 0-0 0",
    ],
)
def test_lines_that_say_nothing(line: str) -> None:
    old = next(one for one in str(ALVA).splitlines() if one.startswith("rules "))
    with pytest.raises(UnreadableError):
        Record.read(str(ALVA).replace(old, line))


def test_the_line_has_no_place_in_older_formats() -> None:
    with pytest.raises(UnreadableError):
        Record.read(str(ALVA).replace("Alcove record 3", "Alcove record 2"))


def test_a_position_is_sealed_like_the_seed() -> None:
    running = replace(TOLL, outcome=None, actions=TOLL.actions[:2])
    sealed = running.without_seed()
    assert (TOLL.earlier[0].position or "-") not in str(sealed)
    assert " from ?\n" in str(sealed)
    read = Record.read(str(sealed))
    for follow in (read.start, read.verify, lambda: prove(str(sealed))):
        with pytest.raises(SealedError):
            follow()
    open_game = replace(ALVA, outcome=None, actions=ALVA.actions[:2]).without_seed()
    assert Record.read(str(open_game)).position() == replace(ALVA, actions=ALVA.actions[:2]).position()


def test_a_position_of_another_number_of_players_is_refused() -> None:
    other = str(alcove.game("tollgate").new(3, 1, cards=5))
    record = replace(TOLL, earlier=(TOLL.earlier[0]._replace(position=other),))
    with pytest.raises(TamperedError, match="another number of players"):
        record.start()


def test_a_match_goes_on_from_there() -> None:
    match = Match.of(ALVA, (0, 1))
    assert match.start == alcove.game("alva").read(ALVA.earlier[0].position or "")
    assert match.outcome == ALVA.outcome
    assert str(match.full_record()) == str(ALVA)


def test_who_left_before_stands_in_the_earlier_part() -> None:
    begun = play(Record.begin("tollgate", 3, seed=3), 6)
    lines = tuple(told_lines(begun.game, begun.actions, [SeatChange(2, 1, 3)]))
    assert "leaves 2 bot 3" in lines
    part = EarlierPart(OLD, lines, 6, (0, 0, 0), str(begun.position()))
    record = replace(begun, actions=(), earlier=(part,))
    text = str(record)
    assert check_of(text[: text.index("check: ")]) in text
    assert Record.read(text).earlier == (part,)


def saved(record: Record) -> Record:
    return with_position(Match.of(record, (0, 1)))


def test_a_saved_game_has_the_position_at_the_end_of_its_last_turn() -> None:
    running = play(Record.begin("alva", 2, seed=3, size=5), 8)
    text = str(saved(running))
    assert text.startswith("Alcove record 4\n")
    read = Record.read(text)
    assert read.last is not None
    assert read.last.text == str(read.position(read.last.actions))
    assert str(read) == text
    assert read.verify() is None
    assert "position:" not in str(read.without_seed())
    assert "position:" not in str(saved(play(running, 1000)))


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("position: 1 5/5/5/5/5 w 4-4 0-0 0", TamperedError),
        ("position: 1", UnreadableError),
        ("position: x 5/5/5/5/5 w 4-4 0-0 0", UnreadableError),
        ("position: 9999999 5/5/5/5/5 w 4-4 0-0 0", UnreadableError),
        ("position: 999 5/5/5/5/5 w 4-4 0-0 0", UnreadableError),
    ],
)
def test_a_position_that_does_not_follow(said: str, error: type[AlcoveError]) -> None:
    text = str(saved(play(Record.begin("alva", 2, seed=3, size=5), 8)))
    line = next(one for one in text.splitlines() if one.startswith("position:"))
    with pytest.raises(error):
        Record.read(text.replace(line, said)).verify()
    with pytest.raises(UnreadableError):
        Record.read(text.replace("Alcove record 4", "Alcove record 3"))
