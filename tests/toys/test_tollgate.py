"""The toy game against positions worked out by hand from its rulebook."""

from __future__ import annotations

import pytest

import alcove
from alcove import IllegalError, NotYourTurnError, OptionError, OverError, Position, UnreadableError
from alcove.kernel.story import tell
from tests.toys.tollgate.notation import CARD_NAMES

TOLLGATE = alcove.game("tollgate")


def table(hands: str, played: str = "", top: str = "", **words: object) -> Position:
    """A position: the hands, the cards out of the game, and the deck with its top cards last; the rest by default."""
    held = [card for hand in hands.split("/") for card in hand.split(",") if card != "-"]
    gone = [card for card in played.split(",") if card]
    upper = [card for card in top.split(",") if card]
    lower = [card for card in CARD_NAMES if card not in held + gone + upper]
    players = hands.count("/") + 1
    values = {
        "players": players,
        "mode": "race",
        "cards": 2,
        "target": 5,
        "round": 1,
        "stage": "choose",
        "die": 4,
        "pot": 4,
        "points": ",".join("0" * players),
        "dummy": 0,
        "hands": hands,
        "chosen": ",".join("-" * players),
        "shown": ",".join("-" * players),
        "dummy-card": "-",
        "deck": ",".join(lower + upper) or "-",
        "rng": "0123456789abcdef.fedcba9876543210.17",
    }
    values |= {key.replace("_", "-"): value for key, value in words.items()}
    return TOLLGATE.read(" ".join(f"{key}={value}" for key, value in values.items()))


def choose(position: Position, *cards: str) -> Position:
    for seat, card in enumerate(cards):
        position = position.play(seat, card)
    return position


def texts(position: Position, seat: int) -> list[str]:
    return [action.text for action in position.legal(seat)]


def told(before: Position, seat: int, text: str, viewer: int | None, language: str = "en") -> list[str]:
    [(action, after)] = before.play_turn(seat, text)
    return [line.of(language) for line in tell(before, after, seat, action, viewer)]


def test_the_deck_has_every_card_once() -> None:
    """TOLL-1"""
    state = TOLLGATE.new(players=4, seed=1, cards=5).state
    in_deck = [int(card) for card in state.deck[: state.deck_left]]
    in_hands = [card for card in range(24) if state.place[card] < 4]
    assert sorted(in_deck + in_hands) == list(range(24))


def test_the_deck_is_shuffled() -> None:
    """TOLL-1"""
    hands = {tuple(TOLLGATE.new(players=1, seed=seed).view(0)["table"]["hand"]) for seed in range(20)}
    assert len(hands) == 20


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_each_hand_gets_as_many_cards_as_there_are_rounds(cards: int) -> None:
    """TOLL-2"""
    seen = TOLLGATE.new(players=3, seed=1, cards=cards).view(0)["table"]
    assert seen["hand_sizes"] == [cards] * 3
    assert seen["rounds"] == cards
    assert seen["deck"] == 24 - 3 * cards


def test_four_cards_by_default_and_no_more_than_five() -> None:
    """TOLL-2"""
    assert TOLLGATE.new(seed=1).options == {"mode": "race", "cards": 4, "target": 11}
    with pytest.raises(OptionError):
        TOLLGATE.new(seed=1, cards=6)


def test_hands_are_hidden() -> None:
    """TOLL-2"""
    position = table("s1,s2/m3,m4")
    assert position.view(0)["table"]["hand"] == ["s1", "s2"]
    assert position.view(1)["table"]["hand"] == ["m3", "m4"]
    assert position.view(None)["table"]["hand"] is None


def test_the_die_makes_the_pot() -> None:
    """TOLL-3"""
    for seed in range(20):
        seen = TOLLGATE.new(players=2, seed=seed).view(None)["table"]
        assert 1 <= seen["die"] <= 6
        assert seen["pot"] == seen["die"]


def test_the_next_die_is_added_to_a_pot_that_stays() -> None:
    """TOLL-3, TOLL-6"""
    after = choose(table("s1,s2/m1,m4", pot=4), "s1", "m1").view(None)["table"]
    assert after["round"] == 2
    assert after["pot"] == 4 + after["die"]


def test_all_choose_at_the_same_time_from_their_own_hand() -> None:
    """TOLL-4"""
    position = table("s1,s2/m3,m4")
    assert position.actors == position.awaited == (0, 1)
    assert texts(position, 0) == ["s1", "s2"]
    assert texts(position, 1) == ["m3", "m4"]
    with pytest.raises(IllegalError) as refused:
        position.play(0, "m3")
    assert refused.value.clause == "TOLL-4"
    assert refused.value.say("de") == "m3 ist nicht auf deiner Hand."


def test_a_choice_is_secret_until_all_are_in() -> None:
    """TOLL-4, TOLL-5"""
    position = table("s1,s2/m3,m4").play(1, "m4")
    assert position.view(0)["table"]["shown"] == ["-", "-"]
    assert position.view(0)["table"]["hand_sizes"] == [2, 2]
    assert position.view(1)["table"]["chosen"] == "m4"
    assert position.view(0) | {"seat": None, "table": None} == position.view(None) | {"table": None}
    assert b"m4" not in str(position.view(0)).encode()


def test_a_choice_may_be_changed_until_the_last_one_is_in() -> None:
    """TOLL-5"""
    position = table("s1,s9/m3,m4").play(0, "s1")
    assert position.actors == (0, 1)
    assert position.awaited == (1,)
    changed = position.play(0, "s9")
    assert changed.awaited == (1,)
    assert changed.play(1, "m3").view(None)["table"]["shown"] == ["s9", "m3"]


def test_revealed_cards_leave_the_game() -> None:
    """TOLL-5"""
    after = choose(table("s1,s9/m3,m4"), "s9", "m3")
    assert after.view(0)["table"]["hand"] == ["s1"]
    assert after.view(1)["table"]["hand"] == ["m4"]
    assert after.view(None)["table"]["deck"] == 20


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("s3", "s9", "s7"), 1),
        (("s9", "m9", "s7"), 2),  # nine is there twice
        (("s12", "s9", "m12"), 1),
        (("s1", "m2", "s2"), 0),
    ],
)
def test_the_highest_number_that_is_there_once_wins(cards: tuple[str, ...], winner: int) -> None:
    """TOLL-6"""
    spare = ["s4", "s5", "s6"]
    hands = "/".join(f"{card},{other}" for card, other in zip(cards, spare, strict=True))
    assert choose(table(hands), *cards).actors == (winner,)


def test_nobody_wins_when_every_number_is_there_twice() -> None:
    """TOLL-6"""
    after = choose(table("s3,s4/m3,m4/s8,s5/m8,m5"), "s3", "m3", "s8", "m8")
    assert after.view(None)["table"]["round"] == 2
    assert after.scores == (0, 0, 0, 0)
    assert after.actors == (0, 1, 2, 3)


def test_the_winner_banks_the_pot() -> None:
    """TOLL-7"""
    decides = choose(table("s1,s9/m3,m4", pot=4), "s9", "m3")
    assert texts(decides, 0) == ["bank", "draw"]
    after = decides.play(0, "bank")
    assert after.scores == (4, 0)
    assert after.view(None)["table"]["pot"] == after.view(None)["table"]["die"]


def test_only_the_winner_decides() -> None:
    """TOLL-7"""
    decides = choose(table("s1,s9/m3,m4"), "s9", "m3")
    with pytest.raises(NotYourTurnError):
        decides.play(1, "bank")
    assert decides.why_not(1, "bank").clause == "TOLL-7"
    assert decides.why_not(0, "s1").clause == "TOLL-7"
    assert table("s1,s9/m3,m4").why_not(0, "bank").clause == "TOLL-7"


def test_the_winner_may_draw_the_top_card_and_leave_the_pot() -> None:
    """TOLL-8"""
    after = choose(table("s1,s9/m3,m4", top="m11,m12", pot=4), "s9", "m3").play(0, "draw")
    seen = after.view(0)["table"]
    assert seen["hand"] == ["s1", "m12"]
    assert after.view(1)["table"]["hand_sizes"] == [2, 1]
    assert seen["deck"] == 19
    assert seen["points"] == [0, 0]
    assert seen["pot"] == 4 + seen["die"]


def test_an_empty_deck_cannot_be_drawn_from() -> None:
    """TOLL-8: four hands of five, and the four cards left were drawn in the rounds before."""
    names = CARD_NAMES
    position = table(
        f"{names[0]}/{names[1]}/{names[2]}/{','.join(names[3:8])}",
        played=",".join(names[8:]),
        cards=5,
        round=5,
        stage="choose",
        pot=6,
        die=2,
        shown=",".join(names[8:12]),
    )
    assert position.view(None)["table"]["deck"] == 0
    decides = choose(position, names[0], names[1], names[2], names[7])
    assert texts(decides, 3) == ["bank"]
    assert decides.why_not(3, "draw") == ("TOLL-8", "The deck is empty.")
    assert decides.why_not(3, "draw", "de") == ("TOLL-8", "Der Stapel ist leer.")


def test_alone_the_dummy_plays_the_top_card() -> None:
    """TOLL-9"""
    decides = table("s5,s9", top="m12,m3").play(0, "s5")
    assert decides.view(0)["table"]["dummy_card"] == "m3"
    assert decides.actors == (0,)
    assert texts(decides, 0) == ["bank", "draw"]


def test_the_dummy_always_banks() -> None:
    """TOLL-9"""
    after = table("s5,s9", top="m12", pot=4).play(0, "s9")
    assert after.view(0)["table"]["dummy_points"] == 4
    assert after.view(0)["table"]["round"] == 2


def test_the_dummy_can_tie() -> None:
    """TOLL-6, TOLL-9"""
    after = table("s5,s9", top="m9", pot=4).play(0, "s9").view(0)["table"]
    assert after["points"] == [0]
    assert after["dummy_points"] == 0
    assert after["pot"] == 4 + after["die"]


LAST = {"round": 2, "played": "s1,m2", "shown": "s1,m2", "pot": 5}


def test_the_most_points_win_after_the_last_round() -> None:
    """TOLL-10"""
    end = choose(table("s9/m3", points="0,4", **LAST), "s9", "m3").play(0, "bank")
    assert end.outcome == alcove.Outcome((5, 4), (0,), "last-round")
    with pytest.raises(OverError):
        end.play(0, "bank")
    assert end.why_not(0, "bank").clause == "TOLL-10"


def test_a_tie_is_shared() -> None:
    """TOLL-10"""
    end = choose(table("s9/m3", points="0,5", **LAST), "s9", "m3").play(0, "bank")
    assert end.outcome == alcove.Outcome((5, 5), (0, 1), "last-round")


def test_what_is_left_in_the_pot_is_lost() -> None:
    """TOLL-10"""
    end = choose(table("s9/m9", points="2,3", **LAST), "s9", "m9")
    assert end.outcome == alcove.Outcome((2, 3), (1,), "last-round")


ALONE = {"round": 2, "played": "s1,m2", "shown": "s1", "dummy_card": "m2", "pot": 5, "top": "m3"}


@pytest.mark.parametrize(("dummy", "winners"), [(4, (0,)), (5, (0,)), (6, ())])
def test_alone_you_need_as_many_points_as_the_dummy(dummy: int, winners: tuple[int, ...]) -> None:
    """TOLL-11"""
    end = table("s9", dummy=dummy, **(ALONE | {"pot": 5})).play(0, "s9").play(0, "bank")
    assert end.outcome == alcove.Outcome((5,), winners, "last-round")


def test_together_the_target_ends_the_game_at_once() -> None:
    """TOLL-12"""
    end = choose(table("s1,s9/m3,m4", mode="together", target=4), "s9", "m3").play(0, "bank")
    assert end.outcome == alcove.Outcome((4, 4), (0, 1), "target-reached", together=True)
    assert end.outcome.kind == "together"


def test_together_below_the_target_the_game_goes_on() -> None:
    """TOLL-12"""
    assert not choose(table("s1,s9/m3,m4", mode="together", target=5), "s9", "m3").play(0, "bank").over


def test_together_all_points_count() -> None:
    """TOLL-12"""
    end = choose(table("s9/m3", mode="together", target=9, points="0,4", **LAST), "s9", "m3").play(0, "bank")
    assert end.outcome == alcove.Outcome((9, 9), (0, 1), "target-reached", together=True)


def test_together_a_missed_target_is_lost_by_all() -> None:
    """TOLL-12"""
    end = choose(table("s9/m3", mode="together", target=10, points="0,4", **LAST), "s9", "m3").play(0, "bank")
    assert end.outcome == alcove.Outcome((9, 9), (), "target-missed", together=True)


def test_together_the_points_of_the_dummy_do_not_count() -> None:
    """TOLL-12"""
    end = table("s9", mode="together", target=8, dummy=4, **ALONE).play(0, "s9").play(0, "bank")
    assert end.outcome == alcove.Outcome((5,), (), "target-missed")


def test_narration_keeps_a_choice_secret() -> None:
    position = table("s1,s9/m3,m4")
    assert told(position, 0, "s9", 0) == ["Player 1 lays s9 face down."]
    assert told(position, 0, "s9", 1) == ["Player 1 lays a card face down."]
    assert told(position, 0, "s9", None, "de") == ["Spieler 1 legt eine Karte verdeckt hin."]


def test_narration_of_a_round() -> None:
    position = table("s1,s9/m3,m4", top="m12").play(0, "s9")
    assert told(position, 1, "m3", 0) == [
        "Player 2 lays a card face down.",
        "Revealed: Player 1 s9, Player 2 m3.",
        "Player 1 has the highest single number.",
    ]
    decides = position.play(1, "m3")
    assert told(decides, 0, "bank", 1)[0] == "Player 1 banks 4."
    assert told(decides, 0, "draw", 0)[0] == "Player 1 draws m12; the pot stays."
    assert told(decides, 0, "draw", 1)[0] == "Player 1 draws a card; the pot stays."
    assert told(decides, 0, "draw", 1)[1].startswith("Round 2: the die shows ")


def test_narration_of_the_dummy_and_the_end() -> None:
    position = table("s9", **(ALONE | {"top": "m11"}))
    assert told(position, 0, "s9", 0, "de") == [
        "Spieler 1 legt s9 verdeckt hin.",
        "Aufgedeckt: Spieler 1 s9, Der Strohmann m11.",
        "Der Strohmann nimmt 5 Punkte.",
        "Die letzte Runde ist gespielt.",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 3},
        {"players": 0},
        {"round": 3},
        {"round": 2},
        {"stage": "decide"},
        {"stage": "over"},
        {"stage": "Choose"},
        {"die": 0},
        {"die": 7},
        {"pot": 3},
        {"pot": 7},
        {"points": "0"},
        {"points": "0,3"},
        {"points": "0,-1"},
        {"dummy": 1},
        {"dummy_card": "m12"},
        {"chosen": "m3,-"},
        {"chosen": "s1,m3"},
        {"shown": "s1,m3"},
        {"deck": "-"},
        {"deck": "s1"},
        {"rng": "0.0.0"},
        {"cards": "٢"},
        {"target": "05"},
        {"target": 0},
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_unreadable(wrong: dict[str, object]) -> None:
    assert str(table("s1,s9/m3,m4"))
    with pytest.raises(UnreadableError):
        table("s1,s9/m3,m4", **wrong)


def test_a_card_lies_in_one_place_only() -> None:
    for hands in ("s1,s1/m3,m4", "s1,s9/s1,m4", "s1/m3,m4", "s1,s9,s8/m3,m4", "s1,s13/m3,m4"):
        with pytest.raises(UnreadableError):
            table(hands)
