"""Records: what they promise, and what happens to those that were touched."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import alcove
from alcove import (
    AlcoveError,
    OptionError,
    Outcome,
    Record,
    SealedError,
    TamperedError,
    UnknownGameError,
    UnreadableError,
)
from alcove.kernel.record import SECOND, clean_name, commit
from tests.kernel.garbage import check_error


def finished(name: str, seed: int = 3, **options: object) -> Record:
    record = Record.begin(name, seed=seed, **options)
    position = record.start()
    rng = random.Random(seed)
    while not position.over:
        seat = rng.choice(position.awaited)
        action = rng.choice(position.legal(seat))
        position = position.play(seat, action)
        record = record.add(seat, action, position)
    return record


RECORDS = [
    finished("alva", size=5, pieces=4, names=("Anna", "Bruno")),
    finished("tollgate", players=3),
    finished("tollgate", players=1, mode="together", cards=2),
]
IDS = ["alva", "tollgate", "tollgate-alone"]
records = pytest.mark.parametrize("record", RECORDS, ids=IDS)


def fails_or_proves_the_same(text: str | bytes, record: Record) -> None:
    """Whatever was done to a record: it fails with a coded error, or it is the same record still."""
    try:
        read = Record.read(text)
        outcome = read.verify()
    except AlcoveError as error:
        check_error(error)
        return
    assert read == record
    assert outcome == record.outcome


@records
def test_a_finished_record_is_proven(record: Record) -> None:
    assert record.outcome is not None
    assert record.verify() == record.outcome
    assert Record.read(str(record)).verify() == record.outcome


def test_the_text_is_readable() -> None:
    lines = str(RECORDS[0]).splitlines()
    assert lines[:6] == [
        SECOND,
        "game: alva 1",
        "players: 2",
        "options: size=5 pieces=4",
        "seat 1: Anna",
        "seat 2: Bruno",
    ]
    assert lines[6].startswith("commitment: ")
    assert lines[7] == ""
    assert lines[8].startswith("1 ")
    assert [line.partition(":")[0] for line in lines[-6:]] == ["scores", "winners", "reason", "seed", "nonce", "check"]


@records
def test_a_record_survives_other_line_ends_and_blank_lines(record: Record) -> None:
    assert Record.read(str(record).replace("\n", "\r\n")).verify() == record.outcome
    assert Record.read(str(record).replace("\n", "\n\n")).verify() == record.outcome
    assert Record.read(str(record).rstrip()).verify() == record.outcome


@records
def test_truncated_at_every_position(record: Record) -> None:
    text = str(record)
    for length in range(len(text)):
        fails_or_proves_the_same(text[:length], record)
        if length < len(text) - 1:  # the last line end may be missing
            with pytest.raises(AlcoveError):
                Record.read(text[:length]).verify()


@records
def test_every_single_character_deleted_doubled_or_replaced(record: Record) -> None:
    text = str(record)
    rng = random.Random(1)
    for at in range(len(text)):
        fails_or_proves_the_same(text[:at] + text[at + 1 :], record)
        fails_or_proves_the_same(text[:at] + text[at] + text[at:], record)
        for sign in rng.sample("0123456789abcdefghixsm-: =\n\r\t\x00é٣\ud800", 4):
            fails_or_proves_the_same(text[:at] + sign + text[at + 1 :], record)


@records
def test_lines_swapped_or_doubled(record: Record) -> None:
    lines = str(record).splitlines(keepends=True)
    for one in range(len(lines)):
        fails_or_proves_the_same("".join([*lines[: one + 1], *lines[one:]]), record)
        fails_or_proves_the_same("".join([*lines[:one], *lines[one + 1 :]]), record)
        for two in range(one + 1, len(lines)):
            swapped = list(lines)
            swapped[one], swapped[two] = swapped[two], swapped[one]
            fails_or_proves_the_same("".join(swapped), record)


@records
def test_a_field_said_twice_is_unreadable(record: Record) -> None:
    text = str(record)
    for name in ("game", "players", "options", "seat 1", "commitment", "seed", "nonce", "reason", "check"):
        line = next(line for line in text.splitlines() if line.startswith(f"{name}:"))
        with pytest.raises(UnreadableError, match="said twice"):
            Record.read(f"{text}{line}\n")


@settings(max_examples=400)
@given(st.sampled_from(RECORDS), st.data())
def test_any_edit(record: Record, data: st.DataObject) -> None:
    text = str(record)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + data.draw(st.text(max_size=12)) + text[end:]
    fails_or_proves_the_same(text, record)


@settings(max_examples=400)
@given(st.sampled_from(RECORDS), st.data())
def test_any_edit_of_bytes(record: Record, data: st.DataObject) -> None:
    text = str(record).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 4)))
    fails_or_proves_the_same(text[:start] + data.draw(st.binary(max_size=4)) + text[end:], record)


def test_not_utf_8() -> None:
    with pytest.raises(UnreadableError, match="UTF-8"):
        Record.read(str(RECORDS[0]).encode("utf-16"))


@pytest.mark.parametrize("text", [None, 7, 1.5, ["x"], True])
def test_what_is_no_text_is_unreadable(text: object) -> None:
    with pytest.raises(UnreadableError):
        Record.read(text)


def test_huge_input_is_refused_at_once() -> None:
    for huge in ("x" * 2_000_000, SECOND + "\n" * 2_000_000, b"\n" * 2_000_000):
        with pytest.raises(UnreadableError):
            Record.read(huge)


@records
def test_the_largest_input_ends_soon(record: Record) -> None:
    head = str(record).partition("\n\n")[0]
    for filler in ("1 e5", "1 " + "e5 " * 90, "1 a1x" + "b2x" * 90 + "c3", "9 x", "x: y", "1"):
        text = f"{head}\n\n" + f"{filler}\n" * (900_000 // (len(filler) + 1))
        fails_or_proves_the_same(text, record)
        fails_or_proves_the_same(f"{head}\n\n{filler} " + "e5 " * 200_000, record)


@records
def test_another_seed_or_set_up_is_noticed(record: Record) -> None:
    for touched in (
        replace(record, seed=record.seed + 1),
        replace(record, nonce="0" * 32),
        replace(record, commitment="0" * 64),
        replace(record, options=record.options | {list(record.options)[-1]: 3}),
    ):
        with pytest.raises(TamperedError, match="not the one committed to"):
            touched.verify()


@records
def test_another_result_is_noticed(record: Record) -> None:
    scores, winners, reason = record.outcome.scores, record.outcome.winners, record.outcome.reason
    for outcome in (
        None,
        Outcome((99, *scores[1:]), winners, reason),
        Outcome(scores, () if winners else (0,), reason),
        Outcome(scores, winners, "magic"),
    ):
        with pytest.raises(TamperedError, match="result does not follow"):
            replace(record, outcome=outcome).verify()


@records
def test_an_impossible_action_is_noticed(record: Record) -> None:
    with pytest.raises(TamperedError, match=r"Action 1 \(nonsense\) is not possible"):
        replace(record, actions=((0, "nonsense"), *record.actions)).verify()
    with pytest.raises(TamperedError):
        replace(record, actions=(*record.actions, record.actions[-1])).verify()


@records
def test_a_slip_that_leaves_a_legal_game_is_noticed(record: Record) -> None:
    """Another name is not committed to and breaks no rule; the check finds it."""
    with pytest.raises(TamperedError, match="check does not fit"):
        Record.read(str(record).replace("seat 1: ", "seat 1: x")).verify()
    without_check = "".join(line for line in str(record).splitlines(keepends=True) if not line.startswith("check"))
    with pytest.raises(TamperedError, match="check does not fit"):
        Record.read(without_check).verify()


def test_the_commitment_binds() -> None:
    alva, toll = alcove.game("alva"), alcove.game("tollgate")
    given = [alva, 2, {"size": 5}, 7, "00"]
    others = [(0, toll), (1, 3), (2, {"size": 7}), (3, 8), (4, "01")]
    assert commit(*given) == commit(*given)
    for at, value in others:
        changed = list(given)
        changed[at] = value
        assert commit(*changed) != commit(*given)
    assert commit(replace(alva, version=2), *given[1:]) != commit(*given)


def test_the_commitment_hides() -> None:
    """The same seed is never committed to in the same way, so that it cannot be guessed."""
    same_seed = {Record.begin("tollgate", seed=1).commitment for _ in range(20)}
    assert len(same_seed) == 20
    assert all(len(commitment) == 64 for commitment in same_seed)


def test_a_sealed_record_keeps_the_seed() -> None:
    record = Record.begin("tollgate", players=2, seed=123456789123456789)
    sealed = record.without_seed()
    assert "123456789123456789" not in str(sealed)
    assert record.nonce not in str(sealed)
    read = Record.read(str(sealed))
    for follow in (read.verify, read.start, read.position):
        with pytest.raises(SealedError) as error:
            follow()
        assert error.value.code == "sealed"


def test_a_sealed_record_without_chance_can_be_followed() -> None:
    record = Record.begin("alva", size=5)
    position = record.start().play(0, "c3")
    record = record.add(0, alcove.Action("c3", 20), position)
    assert str(Record.read(str(record.without_seed())).position()) == "5/5/2w2/5/5 b 9-10 0-0 0"
    with pytest.raises(SealedError):
        record.without_seed().verify()


def test_an_unfinished_record_verifies_so_far() -> None:
    record = Record.begin("alva", size=5)
    assert record.verify() is None
    position = record.start().play(0, "c3")
    assert record.add(0, alcove.Action("c3", 20), position).verify() is None


@records
def test_positions_on_the_way(record: Record) -> None:
    assert record.position(0) == record.start()
    assert record.position() == record.position(len(record.actions))
    with pytest.raises(UnreadableError):
        record.position(len(record.actions) + 1)
    assert record.without_last(2).position() == record.position(len(record.actions) - 2)


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("game: chess 1", UnknownGameError, "no game"),
        ("game: alva 2", TamperedError, "not the one committed to"),
        ("game: alva", UnreadableError, "version"),
        ("players: 3", OptionError, "game for 2"),
        ("players: two", UnreadableError, "whole number"),
        ("options: size=6 pieces=4", UnreadableError, "one of"),
        ("options: size=5 size=5", UnreadableError, "no option=value"),
        ("options: colour=5", UnreadableError, "no option"),
        ("commitment: xyz", UnreadableError, "not a hash"),
        ("seed: -1", UnreadableError, "whole number"),
        ("nonce: 0", UnreadableError, "not a hash"),
        ("scores: many", UnreadableError, "numbers are missing"),
        ("scores: 1", UnreadableError, "does not fit"),
        ("winners: 3", UnreadableError, "does not fit"),
        ("winners: 0", UnreadableError, "does not fit"),
        ("check: 7", UnreadableError, "not a hash"),
    ],
)
def test_wrong_fields(line: str, error: type[AlcoveError], says: str) -> None:
    name = line.partition(":")[0]
    text = "\n".join(line if old.startswith(f"{name}:") else old for old in str(RECORDS[0]).splitlines())
    with pytest.raises(error, match=says):
        Record.read(text)


@pytest.mark.parametrize("line", ["0 e5", "3 e5", "99 e5", "100 e5", "1", "1 ", "² e5", "e5", ": x", "colour: red"])
def test_wrong_lines(line: str) -> None:
    with pytest.raises(UnreadableError):
        Record.read(f"{RECORDS[0]}{line}\n")


@pytest.mark.parametrize("seed", ["9" * 40, "9" * 41, "٣", "1e3", ""])
def test_wrong_seeds(seed: str) -> None:
    text = str(RECORDS[1])
    with pytest.raises(AlcoveError):
        Record.read(text.replace(f"seed: {RECORDS[1].seed}", f"seed: {seed}")).verify()


@given(st.text())
def test_a_name_fits_into_a_line(name: str) -> None:
    cleaned = clean_name(name)
    assert 1 <= len(cleaned) <= 40
    assert cleaned.isprintable()
    assert cleaned == clean_name(cleaned)
    record = Record.begin("alva", names=(name, "x"))
    assert Record.read(str(record)) == record
