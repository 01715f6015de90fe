"""The drawing of Alvos: the cave, the sheets, the dice, and what each combination does."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Alcove
from tests.cli.drawn import drawn, played, widest
from tests.games.alvos.tables import ALVOS, SOPAVRE, next_roll, table

MIDDLE = {
    "players": 3,
    "round": 4,
    "first": 2,
    "turn": 1,
    "dice": "5,3",
    "advances": 1,
    "delivered": "2,0,4,0,0",
    "fires": "0,0,0,1,0",
    "track": "1:1,4:2,5:1",
    "alvos": ["3", "5", "5"],
    "health": [2, 3, 1],
    "cogs": ["3346", "-", "2"],
    "bolts": [1, 0, 0],
    "shards": [4, 0, 1],
    "spent": [0, 3, 0],
    "unused": ["123453", "6", "2"],
}


def test_the_cave() -> None:
    shown = drawn(table(**MIDDLE), 0).splitlines()
    assert "Alvos · Against each other · round 4 · Player 2 began it" in shown
    assert "│ 10 □□□     │ 20 ■□□     │ 30 □□□     │ 40 □□□     │ 50 □□□     │ 60 □□□     │" in shown
    assert "│ no part    │ ✓ ✓ 2 4    │ 4 6 3 5    │ complete   │ 6 3 5 2 ▲  │ 2 4 6 3    │" in shown
    assert "│            │            │ engineer   │            │            │            │" in shown
    assert "│ 1/7        │ 2/8        │ 3/9  ◆1    │ 4/10       │ 5/11 ◆23   │ 6/12       │" in shown
    assert "│ bolt       │ cog 2      │ cog 3      │ cog 4      │ cog 5      │ cog 6      │" in shown


def test_the_track_and_the_sheets() -> None:
    shown = drawn(table(**MIDDLE), 0)
    assert "Track  1 2 3  4  5 6 7 8 9 10 11 12 13 14 15 16 17 18 19\n" in shown
    assert "      ◆1 · · ◆2 ◆1 · · · ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·\n" in shown
    rows = [line.split() for line in shown.splitlines() if "◆" in line and "Player" in line]
    assert rows[0] == ["▶", "◆1", "Player", "1", "2", "♥♥", "3", "33", "4", "6", "*", "1", "4/9", "[3]", "1+1/5", "-2"]
    assert rows[1] == ["◆2", "Player", "2", "3", "♥♥♥", "5", "–", "0", "0/6", "[6]", "0+1/5", "4"]
    assert "Your score: last mark 5, further marks 2, rows 1, cogs -4, bolts -2, shards -4." in shown


def test_every_combination_says_what_it_does() -> None:
    shown = drawn(table(**MIDDLE), 0)
    assert "Player 1 rolled [5] [3], unused die [3], total 11: The engineer has moved on\n" in shown
    ways = [" ".join(line.split()) for line in shown.splitlines() if "unused die then" in line]
    assert ways == [
        "d5+u3→8 hex 2 gives: cog 2 unused die then 3 on a 10: Windfall",
        "d3+u3→6 hex 6 gives: cog 6 unused die then 5 on a 10: Yvhada Attack",
        "d5+d3→8 hex 2 gives: cog 2 unused die then 3 on a 10: Windfall",
        "u3→30 delivers to part 30 unused die then 5 on a 10: Yvhada Attack",
        "u3→30 delivers to part 30 unused die then 3 on a 10: Windfall",
    ]
    assert "Part 30 needs next: 4 6 3 5\n" in shown


def test_a_delivery_says_what_it_scores() -> None:
    position = table(dice="5,6", unused=2, cogs=["35", "-"], bolts=[1, 0], track="1:2,2:2")
    lines = [" ".join(line.split()) for line in drawn(position, 0).splitlines()]
    assert "4 u2→20 deliver 3 keep 5 1 on: marks 3" in lines
    assert "7 u2→20 deliver 3 5 +bolt keep 5 6 on: marks 8" in lines


def test_a_delivery_that_does_not_fit_says_what_it_would_need() -> None:
    shown = drawn(table(dice="1,2", unused=6), 0)
    assert "No delivery to 20: that needs the unused die 2, or a roll of 2 or 8." in shown
    assert "delivers" not in shown
    assert "  1 d1+u6→7 bolt    2 d2+u6→8 cog 2    3 d1+d2→3 cog 3    4 pass\n" in shown


def test_a_caved_in_hex_cannot_be_chosen() -> None:
    shown = drawn(table(dice="1,2", unused=6, cave_ins=1), 0)
    assert "│ caved in   │ cog 2      │" in shown
    assert "d1+u6→7  hex 1 is caved in" in shown


def test_choices_on_the_way() -> None:
    fire = next_roll(table(unused=[6, 2], fires="0,0,1,0,0"), 3, 5)  # a 10 with the unused 2
    asked = drawn(fire, 1)
    assert "total 10: Sopavre Sabotage\nChoose the part that burns." in asked
    assert "  1 fire 30  fires there now: 0\n  2 fire 50  fires there now: 0\n" in asked
    trip = next_roll(table(unused=[6, 4], cogs=["-", "335"]), 2, 4)  # a 10 with the unused 4
    assert "Choose the cog that is lost." in drawn(trip, 1)
    assert "  1 lose cog 3  you have 2\n  2 lose cog 5  you have 1\n" in drawn(trip, 1)
    assert "fire 30" not in drawn(fire, 0), "the choices of others are theirs"
    wild = next_roll(table(unused=[6, 4], cogs=["-", "5"], shards=[0, 7]), 2, 4)
    assert "  1 lose cog 5  you have 1\n  2 lose wild   you have 2\n" in drawn(wild, 1)
    strike = next_roll(table(**SOPAVRE, fires="0,0,1,0,0"), 2, 3)  # an 11
    assert "The Sopavre strike: choose the part that loses a cog and burns." in drawn(strike, 0)
    assert "fire 40  fires there now: 1" in drawn(strike, 0)


def test_the_goal_of_every_mode() -> None:
    assert "Beat Axel: he marks a space for each checked box, 2 points each; now 4." in drawn(
        table(1, track="1:axel,2:axel", advances=2), 0
    )
    assert "Score 20 before a part has burnt twice" in drawn(table(**SOPAVRE), 0)
    shown = drawn(table(2, mode="cooperative", difficulty="hard"), 0)
    assert "Alvos · Together · Hard · round 1" in shown
    assert "with at most 2 cogs each" in shown
    assert "Track" not in shown
    assert "score" not in shown.partition("health")[2].splitlines()[0]


def test_eliminated_and_last_rounds() -> None:
    shown = drawn(table(3, health=[3, 0, 3], last_rounds=1), 0)
    assert "round 1 · Player 1 began it · rounds to come: 1" in shown
    assert "◆2 Player 2 out" in shown


def test_german() -> None:
    shown = drawn(table(**MIDDLE), 0, language="de")
    assert "Alvos · Gegeneinander · Runde 4 · Spieler 2 hat begonnen" in shown
    assert "d5+u3→8  Feld 2 gibt: Zahnrad 2" in shown
    assert "Der Ingenieur ist weitergezogen" in shown
    assert "Player" not in shown


def test_plain_letters() -> None:
    shown = drawn(table(**MIDDLE), 0, ascii_only=True)
    assert shown.isascii()
    assert "| no part    | - - 2 4    | 4 6 3 5    | complete   | 6 3 5 2 !  | 2 4 6 3    |" in shown
    assert "| 1/7        | 2/8        | 3/9  P1    | 4/10       | 5/11 P23   | 6/12       |" in shown
    assert "d5+u3->8" in shown


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("language", ["en", "de"])
def test_it_fits_eighty_columns(players: int, language: str) -> None:
    position = ALVOS.new(players, seed=players)
    for _ in range(12):
        viewer = position.awaited[0] if position.awaited else 0
        shown = drawn(position, viewer, language=language)
        assert widest(shown) <= 80
        assert "…" not in shown, "nothing is cut off"
        position = played(position, 4, seed=1)


def test_a_drawing_that_explains_its_choices_lists_them(alcove: Alcove) -> None:
    out = alcove("play", "alvos", "--players", 1, "--seed", 5).out
    assert re.search(r"^  1 d\d\+u\d→\d+ (cog \d|bolt)    2 .* pass$", out, re.MULTILINE)
    assert "1 a1" not in alcove("play", "alva", "-o", "size=5", "--level", 1, "--seed", 3).out, (
        "the board of Alva shows enough"
    )
