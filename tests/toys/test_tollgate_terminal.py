"""Tollgate's own drawing, found in its folder like that of any game."""

from __future__ import annotations

import alcove
from tests.cli.drawn import drawn

DECIDING = (
    "players=2 mode=race cards=3 target=8 round=1 stage=decide die=4 pot=4 points=0,0 dummy=0 "
    "hands=s1,s2/m1,m2 chosen=-,- shown=s9,m7 dummy-card=- "
    "deck=s3,s4,s5,s6,s7,s8,s10,s11,s12,m3,m4,m5,m6,m8,m9,m10,m11,m12 rng=0000000000000001.0000000000000002.5"
)


def test_the_pot_the_seats_and_the_own_hand_are_drawn() -> None:
    lines = drawn(alcove.game("tollgate").read(DECIDING), 1).splitlines()
    assert lines[0] == "Round 1 of 3: 4 in the pot"
    assert lines[1].split() == ["points", "cards", "showed"]
    assert lines[2].split() == ["Player", "1", "0", "2", "s9"]
    assert lines[3].split() == ["Player", "2", "0", "2", "m7"]
    assert lines[4] == "Your hand: m1 m2"


def test_what_a_decision_does_is_told_beside_it() -> None:
    shown = drawn(alcove.game("tollgate").read(DECIDING), 0, language="de")
    assert "1 bank  nimm die 4 aus dem Topf" in shown
    assert "2 draw  eine Karte, und der Topf bleibt" in shown


def test_a_chosen_card_is_shown_to_its_seat_alone() -> None:
    start = alcove.game("tollgate").new(players=2, seed=3)
    card = start.legal(0)[0].text
    after = start.play(0, card)
    assert f"You have chosen {card}." in drawn(after, 0)
    assert "chosen" not in drawn(after, 1)
    assert "hand" not in drawn(after, None)


def test_the_dummy_sits_at_the_table_of_one() -> None:
    start = alcove.game("tollgate").new(players=1, seed=3)
    assert "Strohmann  " in drawn(start, 0, language="de")
    assert "Dummy" not in drawn(alcove.game("tollgate").new(players=2, seed=3), 0)
