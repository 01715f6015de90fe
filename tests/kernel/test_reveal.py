"""What an action gives away, and to whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

import alcove
from alcove import Position
from alcove.kernel.game import register
from alcove.kernel.hooks import DeclarationError
from alcove.kernel.reveal import revealed, unnoticed

TOLLGATE = alcove.game("tollgate")
ALPACALYPSE = alcove.game("alpacalypse")


def chosen(position: Position, seat: int, nth: int = 0) -> tuple[Position, int]:
    index = position.legal_indices(seat)[nth]
    return position.play_legal(seat, index), index


def keeping(seed: int) -> tuple[Position, int]:
    """A position of The Alpacalypse in which somebody keeps one of three cards, and who that is."""
    position = ALPACALYPSE.new(3, seed)
    for _ in range(2000):
        seat = position.awaited[0]
        legal = position.legal(seat)
        if legal[0].text.startswith("keep "):
            return position, seat
        drawing = [action for action in legal if action.text.startswith(("acquire", "draw"))]
        position = position.play_legal(seat, (drawing or legal)[seed % len(drawing or legal)].index)
    raise AssertionError("nobody draws a card")


def test_a_game_with_secrets_must_say_what_others_may_read() -> None:
    silent = replace(TOLLGATE, notation=replace(TOLLGATE.notation, public_text=None))
    with pytest.raises(DeclarationError, match="public_text"):
        register(silent)
    assert alcove.game("tollgate") is TOLLGATE


def test_others_read_that_a_card_was_laid_and_not_which() -> None:
    position = TOLLGATE.new(3, 5)
    assert {position.public_text(0, index) for index in position.legal_indices(0)} == {"card"}


def test_without_secrets_everybody_reads_everything() -> None:
    position = alcove.game("alva").new()
    assert position.public_text(0, 40) == position.action(0, 40).text


@pytest.mark.parametrize("seed", range(3))
def test_which_of_three_cards_is_kept_is_for_nobody_else(seed: int) -> None:
    position, seat = keeping(seed)
    kept = position.legal(seat)
    texts = {position.public_text(seat, action.index) for action in kept}
    assert len(kept) > 1
    assert len(texts) == 1
    assert not any(action.text.removeprefix("keep ") in text for action in kept for text in texts)


def test_a_choice_among_others_is_not_noticed_by_those_who_still_choose() -> None:
    position = TOLLGATE.new(3, 5)
    after, index = chosen(position, 1)
    assert unnoticed(position, after, 1, index) == 0b101
    assert revealed(position, after, 1, index, range(3)) == 0
    again, index = chosen(after, 1, 1)  # a choice that is changed
    assert unnoticed(after, again, 1, index) == 0b101


def test_the_choice_that_closes_a_step_is_noticed_by_all_and_reveals() -> None:
    position = TOLLGATE.new(3, 5)
    for seat in (0, 1):
        position, _ = chosen(position, seat)
    after, index = chosen(position, 2)
    assert unnoticed(position, after, 2, index) == 0
    assert revealed(position, after, 2, index, range(3)) == 0b111


def test_an_open_action_of_a_game_without_secrets_is_noticed() -> None:
    position = alcove.game("alva").new()
    after, index = chosen(position, 0)
    assert unnoticed(position, after, 0, index) == 0


def test_a_choice_that_others_can_read_is_noticed_although_several_choose() -> None:
    """Not the number of those who choose decides, but what can be seen."""
    open_cards = replace(TOLLGATE.notation, public_text=TOLLGATE.notation.write_action)
    game = replace(TOLLGATE, notation=open_cards)
    position = game.new(3, 5)
    after, index = chosen(position, 1)
    assert unnoticed(position, after, 1, index) == 0
    assert revealed(position, after, 1, index, [0]) == 1
