"""How a game ends: its kind, everybody's share, the sentence, and the record of it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import alcove
from alcove import Outcome, Position, Record
from alcove.bots.engine import parts_for
from alcove.kernel.ending import end_sentence, names_at, tell_end
from alcove.kernel.errors import OtherRulesError, TamperedError, UnreadableError
from alcove.kernel.match import Match
from alcove.kernel.outcome import ABANDONED, OUT_OF_TIME, RESIGNED
from alcove.kernel.record import FIRST, SECOND, check_of, commit_to
from alcove.kernel.shares import share_of_win
from alcove.kernel.text import Text, same
from tests.toys.tollgate.rules import OVER

RECORDS = Path(__file__).parent / "records"
WHY = Text("The last round is played.", "Die letzte Runde ist gespielt.")
NAMES = [same("Anna"), same("Bruno"), same("Clara")]


@pytest.mark.parametrize(
    ("outcome", "kind", "shares"),
    [
        (Outcome((3, 1), (0,), "x"), "won", (1, 0)),
        (Outcome((3, 3, 1), (0, 1), "x"), "won", (0.5, 0.5, 0)),
        (Outcome((2, 2), (0, 1), "x"), "drawn", (0.5, 0.5)),
        (Outcome((9,), (0,), "x"), "won", (1,)),
        (Outcome((9,), (), "x"), "lost", (0,)),
        (Outcome((0, 0), (0, 1), "x", together=True), "together", (1, 1)),
        (Outcome((0, 0, 0), (0, 2), "x", together=True), "together", (1, 0, 1)),
        (Outcome((0, 0), (), "x", together=True), "lost", (0, 0)),
    ],
)
def test_the_kind_and_the_shares(outcome: Outcome, kind: str, shares: tuple[float, ...]) -> None:
    assert (outcome.kind, outcome.shares) == (kind, shares)
    assert outcome.described() == {
        "kind": kind,
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "shares": list(shares),
        "reason": "x",
    }


def test_bots_and_training_share_a_win_as_outcomes_do() -> None:
    for players in (1, 2, 3, 5):
        for winners in range(1 << players):
            seats = tuple(seat for seat in range(players) if winners >> seat & 1)
            for together in (False, True):
                shares = Outcome((0,) * players, seats, "x", together).shares
                assert all(shares[seat] == share_of_win(winners, players, together) for seat in seats)


@pytest.mark.parametrize(("mode", "gets"), [("together", [1.0, 1.0, 1.0]), ("race", [0.5, 0.5, 0.0])])
def test_a_bot_has_the_whole_of_a_win_that_is_everybody_s(mode: str, gets: list[float]) -> None:
    toll = alcove.game("tollgate")
    row = toll.new(3, 1, mode=mode).copy_row()
    row[0].points[:2] = 50
    row[0].stage = OVER
    got = np.zeros(3)
    parts_for(toll)["bot_rewards"](row[0], got)
    assert got.tolist() == gets
    assert toll.rules.together is not None
    assert toll.rules.together(row[0]) == toll.plays_together(3, toll.new(3, 1, mode=mode).options)


def test_all_win_together_only_where_they_play_together() -> None:
    alvos, toll = alcove.game("alvos"), alcove.game("tollgate")
    assert alvos.plays_together(2, {"mode": "cooperative"})
    assert not alvos.plays_together(1, {"mode": "cooperative"})
    assert not alvos.plays_together(2, {"mode": "versus"})
    assert toll.plays_together(3, {"mode": "together", "cards": 3})
    assert not alcove.game("alva").plays_together(2, {"size": 9})


@pytest.mark.parametrize(
    ("outcome", "english", "german"),
    [
        (
            Outcome((8, 33), (1,), "x"),
            "Bruno wins with 33 to 8: the last round is played.",
            "Bruno gewinnt mit 33 zu 8: Die letzte Runde ist gespielt.",
        ),
        (
            Outcome((8, 33, -2), (1,), "x"),
            "Bruno wins with 33 (Anna 8, Clara −2): the last round is played.",
            "Bruno gewinnt mit 33 (Anna 8, Clara −2): Die letzte Runde ist gespielt.",
        ),
        (
            Outcome((5, 5, 2), (0, 1), "x"),
            "Anna and Bruno share the win with 5 each (Clara 2): the last round is played.",
            "Anna und Bruno teilen sich den Sieg mit je 5 (Clara 2): Die letzte Runde ist gespielt.",
        ),
        (
            Outcome((4, 4), (0, 1), "x"),
            "A draw with 4 each: the last round is played.",
            "Unentschieden mit je 4: Die letzte Runde ist gespielt.",
        ),
        (
            Outcome((4, 4, 4), (0, 1, 2), "x", together=True),
            "Anna, Bruno and Clara win together: the last round is played.",
            "Anna, Bruno und Clara gewinnen zusammen: Die letzte Runde ist gespielt.",
        ),
        (
            Outcome((4, 4), (), "x", together=True),
            "All have lost: the last round is played.",
            "Alle haben verloren: Die letzte Runde ist gespielt.",
        ),
        (
            Outcome((4,), (), "x"),
            "Anna has lost with 4: the last round is played.",
            "Anna hat verloren mit 4: Die letzte Runde ist gespielt.",
        ),
        (
            Outcome((4, 4), (1,), RESIGNED, seat=0),
            "Bruno wins: Anna has resigned.",
            "Bruno gewinnt: Anna hat aufgegeben.",
        ),
        (
            Outcome((4, 4, 4), (0, 2), OUT_OF_TIME, seat=1),
            "Anna and Clara win: Bruno has run out of time.",
            "Anna und Clara gewinnen: Bruno hat die Zeit überschritten.",
        ),
        (Outcome((4, 4), (), ABANDONED), "The game was abandoned.", "Das Spiel wurde abgebrochen."),
    ],
)
def test_the_sentence_names_who_and_why(outcome: Outcome, english: str, german: str) -> None:
    assert end_sentence(outcome, NAMES[: len(outcome.scores)], WHY) == Text(english, german)


def test_a_score_is_told_apart_from_the_number_of_its_seat() -> None:
    names = names_at(alcove.game("alvos"), ["Anna", None, "Clara"])
    said = end_sentence(Outcome((33, 7, 2), (0,), "x"), names, WHY)
    assert said.en == "Anna wins with 33 (Player 2: 7, Clara 2): the last round is played."


def test_people_go_by_their_names_and_others_by_their_seats() -> None:
    alva = alcove.game("alva")
    assert names_at(alva, ["Anna", None]) == [same("Anna"), Text("Black", "Schwarz")]
    assert names_at(alva, ["Anna", "Anna"]) == [
        Text("Anna (White)", "Anna (Weiß)"),
        Text("Anna (Black)", "Anna (Schwarz)"),
    ]


def played(name: str, players: int, actions: int, **options: str) -> Match:
    match = Match(Record.begin(name, players, seed=3, **options), range(players))
    rng = random.Random(1)
    for _ in range(actions):
        seat = match.awaited()[0]
        match.add(match.plan(seat, rng.choice(match.legal_indices(seat))))
    return match


@pytest.mark.parametrize("reason", [RESIGNED, OUT_OF_TIME])
def test_an_end_beside_the_rules_is_in_the_record(reason: str) -> None:
    match = played("alva", 2, 7)
    match.end(reason, 0)
    record = Record.read(str(match.full_record()))
    assert record == match.full_record()
    assert record.verify() == match.outcome
    assert (match.outcome.kind, match.outcome.winners, match.outcome.seat) == ("won", (1,), 0)
    assert str(record).splitlines()[0] == SECOND
    assert f"reason: {reason}\nby: 1\n" in str(record)


def test_an_abandoned_game_is_in_the_record() -> None:
    match = played("tollgate", 3, 4)
    match.end(ABANDONED, None)
    record = Record.read(str(match.full_record()))
    assert record.verify() == match.outcome
    assert (match.outcome.kind, match.outcome.shares) == ("abandoned", (0, 0, 0))


def test_who_resigns_from_a_game_for_all_loses_it_for_all() -> None:
    match = played("tollgate", 2, 1, mode="together")
    match.end(RESIGNED, 1)
    assert match.outcome.kind == "lost"
    assert Record.read(str(match.full_record())).verify() == match.outcome


def test_another_who_or_how_is_noticed() -> None:
    match = played("alva", 2, 7)
    match.end(RESIGNED, 0)
    text = str(match.full_record())
    for touched in (text.replace("by: 1", "by: 2"), text.replace("winners: 2", "winners: 1 2")):
        with pytest.raises(TamperedError):
            Record.read(touched).verify()
    with pytest.raises(TamperedError, match="check does not fit"):
        Record.read(text.replace("resigned", "out-of-time")).verify()
    for wrong in (text.replace("by: 1\n", ""), text.replace("by: 1", "by: 3"), text.replace("by: 1", "by: x")):
        with pytest.raises(UnreadableError):
            Record.read(wrong)


def test_a_game_that_its_rules_have_ended_was_not_resigned() -> None:
    record = Record.read((RECORDS / "alva-finished-5.txt").read_text())
    with pytest.raises(TamperedError, match="result does not follow"):
        replace(record, outcome=record.position(20).ended(RESIGNED, 1)).verify()


def test_who_left_and_came_back_is_in_the_record() -> None:
    match = played("tollgate", 3, 2)
    match.change_seat(1, 3)
    for seat in match.awaited():
        match.add(match.plan(seat, match.legal_indices(seat)[0]))
    match.change_seat(1, None)
    lines = str(match.full_record()).splitlines()
    assert [line for line in lines if line.startswith(("leaves", "returns"))] == ["leaves 2 bot 3", "returns 2"]
    again = Record.read(str(match.full_record()))
    assert again == match.full_record()
    assert again.verify() is None
    resumed = Match.of(again, range(3))
    assert (resumed.changes, resumed.people, resumed.position) == (match.changes, {0, 1, 2}, match.position)
    assert [one.human for one in resumed.played] == [one.human for one in match.played]


@pytest.mark.parametrize(
    "line", ["leaves", "leaves 2", "leaves 9 bot 3", "leaves 2 bot 0", "leaves 2 cat 3", "returns"]
)
def test_wrong_words_about_a_seat(line: str) -> None:
    text = str(played("tollgate", 3, 2).full_record())
    with pytest.raises(UnreadableError):
        Record.read(f"{text}{line}\n")


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_records_of_the_first_format_are_read(path: Path) -> None:
    text = path.read_text()
    record = Record.read(text)
    assert text.startswith(FIRST)
    assert str(record) == text
    assert record.verify() == record.outcome
    assert (record.outcome is None) == ("unfinished" in path.stem)
    with pytest.raises(UnreadableError):
        Record.read(f"{text}leaves 2 bot 3\n")  # such lines were not known then


def test_a_game_of_the_first_format_goes_on_in_the_second() -> None:
    match = Match.of(Record.read((RECORDS / "alva-unfinished-7.txt").read_text()), [0, 1])
    match.end(RESIGNED, 1)
    record = Record.read(str(match.full_record()))
    assert str(record).startswith(SECOND)
    assert record.verify() == match.outcome


def of_version(text: str, version: int) -> str:
    """A record as another version of the rules would have written it."""
    fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    name = fields["game"].split()[0]
    fixed = (f"{name} {version}", fields["players"], fields["options"], fields["seed"], fields["nonce"])
    text = text.replace(f"game: {fields['game']}", f"game: {name} {version}")
    text = text.replace(fields["commitment"], commit_to(*fixed))
    bare = text[: text.index("check: ")]
    return f"{bare}check: {check_of(bare)}\n"


def test_other_rules_are_told_apart_from_a_changed_record() -> None:
    old = of_version((RECORDS / "alva-finished-5.txt").read_text(), 7)
    with pytest.raises(OtherRulesError, match="version 7") as error:
        Record.read(old)
    assert error.value.code == "other-rules"
    assert "not changed" in error.value.say("en")
    for changed in (
        old.replace("seat 1: Anna", "seat 1: Anne"),
        old.replace("game: alva 7", "game: alva 8"),
        old.replace("seed: 3", "seed: 4"),
    ):
        assert changed != old
        with pytest.raises(TamperedError):
            Record.read(changed)


def over_at(position: Position) -> Position:
    rng = random.Random(5)
    while not position.over:
        seat = position.awaited[0]
        position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
    return position


@pytest.mark.parametrize("name", alcove.games())
def test_every_game_ends_in_a_sentence_without_holes(name: str) -> None:
    game = alcove.game(name)
    for players in game.players:
        position = over_at(game.new(players, 11))
        assert position.outcome is not None
        for said in tell_end(position.outcome, position, names_at(game, ["Anna"] + [None] * (players - 1))):
            assert said.endswith(".")
            assert "{" not in said
