"""How Alvos is written, read, shown and told; what is refused, and how its bot chooses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alcove import IllegalError, OptionError, Position, UnreadableError
from alcove.bots import search
from alcove.kernel.jit import COMPILING
from alcove.kernel.record import Record
from alcove.kernel.story import tell
from tests.games.alvos.tables import ALVOS, next_roll, play, rolling, seen, table, texts

RICH = table(dice="2,6", unused=[2, 6], cogs=["2345", "-"], shards=[9, 0], bolts=[1, 0])


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("d2+u2", "d2+u2→4 cog 4"),
        ("D6+U2", "d6+u2→8 cog 2"),
        ("d6+u2->8 cog 2", "d6+u2→8 cog 2"),
        ("d6+d2", "d2+d6→8 cog 2"),
        ("deliver 3 5", "d2+d6→8 deliver 3 5"),
        ("d2+d6->8 deliver 3 5* +bolt", "d2+d6→8 deliver 3 5* +bolt"),
        ("deliver 3 keep 6", "u2→20 deliver 3 keep 6"),
        ("u2->20  deliver 3* keep 2", "u2→20 deliver 3* keep 2"),
        (" PASS ", "pass"),
    ],
)
def test_short_and_plain_spellings(typed: str, text: str) -> None:
    assert ALVOS.notation.write_action(RICH, 0, ALVOS.notation.read_action(RICH, 0, typed)) == text
    assert text in texts(RICH)


@pytest.mark.parametrize(
    "typed",
    ["", "x", "d7+u2", "d2+u2→5", "d2+u2→4 cog 5", "deliver", "deliver 1", "u2 deliver 3", "d2+d6 deliver 3 keep 2"],
)
def test_what_cannot_be_read(typed: str) -> None:
    with pytest.raises(UnreadableError):
        RICH.play(0, typed)


@pytest.mark.parametrize(
    ("typed", "clause"),
    [
        ("d3+u2", "ALVOS-19"),
        ("d2+u3", "ALVOS-19"),
        ("d2+d5", "ALVOS-20"),
        ("deliver 5", "ALVOS-24"),
        ("take", "ALVOS-34"),
    ],
)
def test_what_is_clear_but_does_not_fit(typed: str, clause: str) -> None:
    with pytest.raises(IllegalError) as error:
        RICH.play(0, typed)
    assert error.value.clause == clause


def test_a_turn_of_several_actions() -> None:
    position = next_roll(table(unused=[6, 4], cogs=["-", "35"]), 1, 5)
    turn = "lose cog 3; d1+d5→6 cog 6"
    assert ALVOS.notation.split(turn) == ["lose cog 3", "d1+d5→6 cog 6"]
    assert ALVOS.notation.join(["lose cog 3", "d1+d5→6 cog 6"]) == turn
    assert [action.text for action, _ in position.play_turn(1, turn)] == ["lose cog 3", "d1+d5→6 cog 6"]


WRONG_WORDS = [
    ("players", "7"),
    ("players", "0"),
    ("mode", "war"),
    ("round", "0"),
    ("first", "3"),
    ("turn", "0"),
    ("stage", "fire"),
    ("stage", "gift"),
    ("stage", "lose"),
    ("stage", "skip"),
    ("stage", "extra"),
    ("stage", "over"),
    ("dice", "0,7"),
    ("dice", "3"),
    ("engineer", "10"),
    ("engineer", "30"),
    ("boxes", "0,0,1,0,0,0"),
    ("boxes", "4,4,4,4,4,4"),
    ("boxes", "3,3,3,3,3,3"),
    ("delivered", "4,4,4,4,4"),
    ("delivered", "5,0,0,0,0"),
    ("fires", "2,0,0,0,0"),
    ("cave-ins", "2"),
    ("track", "20:1"),
    ("track", "3:3"),
    ("track", "3:axel"),
    ("track", "4:1,3:1"),
    ("track", "19:1"),
    ("alvos", "7,-"),
    ("health", "0,3"),
    ("health", "9,3"),
    ("cogs", "1/-"),
    ("cogs", "53/-"),
    ("cogs", "-"),
    ("bolts", "-1,0"),
    ("shards", "10,0"),
    ("spent", "2,0"),
    ("spent", "9,3,0"),
    ("unused", "7/1"),
    ("unused", "/1"),
    ("unused", "1" * 31 + "/1"),
    ("sneezed", "2,1"),
    ("sneezed", "3"),
    ("last-rounds", "1"),
    ("ending", "nineteen"),
    ("rng", "0.0.0"),
]


@pytest.mark.parametrize(("key", "value"), WRONG_WORDS)
def test_positions_are_read_strictly(key: str, value: str) -> None:
    words = [word if not word.startswith(f"{key}=") else f"{key}={value}" for word in str(table()).split()]
    with pytest.raises(UnreadableError):
        ALVOS.read(" ".join(words))


@pytest.mark.parametrize(
    "words",
    [
        {"players": 2, "last_rounds": 2, "health": [3, 0]},  # ALVOS-30: only at the end of a round
        {"players": 2, "mode": "cooperative", "difficulty": "hard", "boxes": "1,1,1,1,1,1"},  # ALVOS-35
        {"players": 1, "solitaire": "sopavre", "stage": "fire", "dice": "2,3"},  # ALVOS-33: no box more than cogs
        {"players": 5, "stage": "extra", "alvos": [1, 2, 2, 3, 3]},  # ALVOS-34: no cog on hex 1
        {"players": 2, "stage": "skip", "dice": "1,4", "unused": 5, "shards": 3},  # ALVOS-15: a wild cog to lose
        {"players": 2, "stage": "lose", "dice": "1,5", "unused": 4, "shards": 3},  # ALVOS-14: nothing to choose
    ],
)
def test_positions_that_the_rulings_rule_out(words: dict[str, object]) -> None:
    with pytest.raises(UnreadableError):
        table(**words)


@settings(max_examples=300 if COMPILING else 60)
@given(st.integers(0, 10**6), st.data())
def test_garbage_is_refused_or_is_a_position(seed: int, data: st.DataObject) -> None:
    """A changed sign never gets through to the rules as a number out of range."""
    position = ALVOS.new(1 + seed % 6, seed)
    rng = random.Random(seed)
    for _ in range(seed % 40):
        if not position.over:
            position = position.play(position.awaited[0], rng.choice(position.legal(position.awaited[0])))
    text = str(position)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from("0123456789,/-:=xa ")) + text[at + data.draw(st.integers(0, 1)) :]
    try:
        read = ALVOS.read(changed)
    except UnreadableError:
        return
    assert str(read) == changed
    for _ in range(6):
        if not read.over:
            read = read.play(read.awaited[0], rng.choice(read.legal(read.awaited[0])))
            assert ALVOS.read(str(read)) == read


@pytest.mark.parametrize("wrong", [{"mode": "axel"}, {"difficulty": "deadly"}, {"solitaire": "versus"}, {"size": 3}])
def test_other_options_are_refused(wrong: dict[str, object]) -> None:
    """ALVOS-32, ALVOS-33, ALVOS-35"""
    with pytest.raises(OptionError):
        ALVOS.new(2, 1, **wrong)


def test_modes_by_the_number_of_players() -> None:
    """ALVOS-32, ALVOS-33, ALVOS-35: an option without meaning at this table changes nothing."""
    modes = {1: "axel", 2: "versus", 6: "versus"}
    assert {players: seen(ALVOS.new(players, 1))["mode"] for players in modes} == modes
    assert seen(ALVOS.new(1, 1, solitaire="sopavre"))["mode"] == "sopavre"
    assert seen(ALVOS.new(1, 1, mode="cooperative"))["mode"] == "axel"
    assert seen(ALVOS.new(2, 1, mode="cooperative", solitaire="sopavre"))["mode"] == "cooperative"


def told(before: Position, action: str, language: str = "en") -> str:
    seat = before.awaited[0]
    chosen = before.action(seat, ALVOS.notation.read_action(before, seat, action))
    lines = tell(before, before.play(seat, chosen), seat, chosen, None)
    return " ".join(line.of(language) for line in lines)


def test_a_turn_is_told_as_a_story() -> None:
    position = rolling(table(dice="2,6", cogs=["35", "-"], bolts=[1, 0]), 2, 3)
    assert told(position, "deliver 3 5 +bolt") == (
        "Player 1 delivers 2 cogs to part 20 with a bolt and marks 6. "
        "Player 2 rolls 2 and 3, with the unused 6 that makes 11: the engineer moves on to 30."
    )
    assert told(position, "pass", "de") == (
        "Spieler 1 passt. Spieler 2 würfelt 2 und 3, mit der freien 6 sind das 11: der Ingenieur zieht weiter auf 30."
    )


def test_sneezes_eliminations_and_the_end_are_told() -> None:
    """ALVOS-11, ALVOS-30"""
    sneeze = rolling(table(3, turn=3, sneezed=3, alvos=[2, 4, 3], health=[1, 3, 3]), 1, 1)
    assert told(sneeze, "pass") == (
        "Player 3 passes. The sneezing reaches Player 1: 1 health lost. Player 1 is eliminated. "
        "The sneezing reaches Player 2: 1 health lost. Player 2 rolls 1 and 1. Doubles bring a cog shard."
    )
    chain = rolling(table(3, unused=[6, 1, 6], health=[3, 1, 3]), 4, 5, 1, 2)
    assert told(chain, "pass") == (
        "Player 1 passes. Player 2 rolls a 10, sneezes, and is eliminated. Player 3 rolls 1 and 2."
    )
    assert told(table(dice="2,6", track="18:1", cogs=["3", "-"]), "deliver 3") == (
        "Player 1 delivers one cog to part 20 and marks 19. Player 1 wins with 21 to 0: Player 1 has marked 19."
    )
    fall = rolling(table(1, cave_ins=1), 1, 3)
    assert told(fall, "pass").endswith("a Cave In. Hex 1 is closed. Player 1 has lost with 0: the cave has fallen in.")


@pytest.mark.parametrize(
    ("words", "action", "en", "de"),
    [
        (
            {"cogs": ["3", "55"]},
            "d1+d5 deliver 3",
            "Player 1 and Player 2 win together: the machine is complete in time.",
            "Spieler 1 und Spieler 2 gewinnen zusammen: Die Maschine ist rechtzeitig fertig.",
        ),
        (
            {"cogs": ["3", "555"]},
            "d1+d5 deliver 3",
            "All have lost: the machine is complete, but Player 2 holds more than 2 cogs.",
            "Alle haben verloren: Die Maschine ist fertig, aber Spieler 2 hat mehr als 2 Zahnräder übrig.",
        ),
        (
            {"turn": 2, "last_rounds": 0, "health": [0, 3], "dice": "1,2"},
            "pass",
            "All have lost: the last two rounds since the first elimination are over.",
            "Alle haben verloren: Die letzten zwei Runden seit dem ersten Ausscheiden sind vorbei.",
        ),
        (
            {"advances": 10, "delivered": "0,0,0,0,0", "dice": "2,3"},
            "pass",
            "All have lost: all boxes are checked before the machine is complete.",
            "Alle haben verloren: Alle Kästchen sind abgehakt, bevor die Maschine fertig ist.",
        ),
    ],
)
def test_how_it_ended_together_is_told(words: dict[str, object], action: str, en: str, de: str) -> None:
    """ALVOS-35, ALVOS-30: never as a draw, and with the names of those whose cogs are too many."""
    last_cog = {"advances": 4, "delivered": "4,4,4,4,3", "dice": "1,5"}
    position = table(2, **{**last_cog, "mode": "cooperative", **words})
    assert told(position, action).endswith(en)
    assert told(position, action, "de").endswith(de)


def test_who_was_ahead_alone_is_told() -> None:
    """ALVOS-32, ALVOS-33"""
    track = ",".join(f"{space}:axel" for space in range(1, 8))
    behind = next_roll(table(1, advances=14, track=track), 2, 3)
    assert told(behind, "pass").endswith("Player 1 has lost with 0: the game is over, and Axel has 18.")
    marked = next_roll(table(1, track="17:1,18:axel", unused=3), 3, 5)
    assert told(marked, "pass").endswith("Player 1 wins with 17: the 19 is marked by Axel.")
    burnt = next_roll(table(1, solitaire="sopavre", fires="1,0,0,0,0"), 2, 3)
    assert told(burnt, "fire 20").endswith("Player 1 has lost with 0: a second fire has destroyed the machine.")


def test_the_lost_cog_is_told_even_if_it_has_just_been_taken() -> None:
    """ALVOS-14: alone, the next roll is one's own."""
    position = rolling(table(1, dice="1,2", unused=4), 1, 5)
    assert "Cog 3 is lost." in told(position, "d1+d2")
    assert seen(play(position, "d1+d2"))["alvos"][0]["cogs"]["3"] == 0


def test_a_lost_wild_cog_and_the_shard_after_it_are_told() -> None:
    """ALVOS-14, ALVOS-15: the shard of a Trip comes when the loss is settled."""
    position = rolling(table(unused=[6, 4], cogs=["-", "5"], shards=[0, 3]), 1, 5)
    trip = told(position, "pass")
    assert trip.endswith("Player 2 rolls 1 and 5, with the unused 4 that makes 10: a Trip.")
    asked = play(position, "pass")
    assert told(asked, "lose wild") == "Player 2 gives up a wild cog. A cog shard is shaded."
    assert told(asked, "lose wild", "de") == "Spieler 2 gibt einen Joker ab. Ein Zahnradsplitter wird schraffiert."
    alone = rolling(table(unused=[6, 4], shards=[0, 3]), 1, 5)
    assert told(alone, "pass").endswith("a Trip. A wild cog is lost. A cog shard is shaded.")
    attack = play(rolling(table(unused=[6, 5], cogs=["-", "5"], shards=[0, 3]), 1, 4), "pass")
    assert told(attack, "lose cog 5") == "Player 2 gives up cog 5."


def test_two_marks_of_axel_and_a_strike_are_told() -> None:
    """ALVOS-32, ALVOS-33"""
    assert told(rolling(table(1, advances=4), 2, 3), "pass").endswith(
        "the engineer passes 10 and comes to 20. Player 1 gains 1 health. Axel marks 1 and 2."
    )
    position = rolling(table(1, solitaire="sopavre"), 2, 3)
    assert told(position, "pass").endswith("moves on to 30. The Sopavre strike: a part loses a cog and burns.")
    assert told(play(position, "pass"), "fire 40") == (
        "Player 1 lets the Sopavre strike part 40: it loses a cog and burns."
    )
    only = rolling(table(1, solitaire="sopavre", advances=14, delivered="4,4,4,4,1"), 2, 3)
    assert told(only, "pass").endswith("The Sopavre tear a cog out of part 60 and set it on fire.")


def test_the_bot_does_not_let_the_sopavre_burn_a_part_twice() -> None:
    """ALVOS-33"""
    position = next_roll(table(1, solitaire="sopavre", fires="1,1,0,1,1"), 2, 3)
    assert search(position, 0, simulations=100 if COMPILING else 12, seed=1).action.text == "fire 40"


def test_the_bot_takes_the_winning_delivery() -> None:
    """ALVOS-26, ALVOS-29: four cogs and a bolt are 19 points and the end."""
    position = table(dice="2,6", cogs=["2345", "6"], bolts=[1, 0])
    assert search(position, 0, simulations=300 if COMPILING else 12, seed=1).action.text.endswith(
        "deliver 3 5 2 4 +bolt"
    )


def test_the_bot_does_not_burn_the_machine() -> None:
    """ALVOS-12"""
    position = next_roll(table(unused=[6, 2], fires="0,1,0,0,0"), 3, 5)
    assert search(position, 1, simulations=100 if COMPILING else 12, seed=1).action.text == "fire 50"


def test_the_bots_of_a_table_want_the_same() -> None:
    """ALVOS-35: the last cog is delivered, although a partner is not helped by points."""
    position = table(
        advances=4, delivered="4,4,4,4,3", dice="1,5", mode="cooperative", difficulty="easy", cogs=["3", "22"]
    )
    assert search(position, 0, simulations=100 if COMPILING else 8, seed=1).action.text == "d1+d5→6 deliver 3"


def test_alone_every_resolution_is_a_turn_of_its_own() -> None:
    record = Record.begin("alvos", 1, seed=5)
    position = record.start()
    while not position.over and len(record.actions) < 30:
        action = position.legal(0)[0]
        position = position.play(0, action)
        record = record.add(0, action, position)
    turns = [text for _, text in record.turns()]
    endings = [text for _, text in record.actions if text == "pass" or "→" in text]
    assert len(endings) >= 10
    assert len(turns) in (len(endings), len(endings) + 1)
    assert all(turn.endswith(ending) for turn, ending in zip(turns, endings, strict=False))
    assert Record.read(str(record)).actions == record.actions
