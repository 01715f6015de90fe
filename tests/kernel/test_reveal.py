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


def chosen(position: Position, seat: int, nth: int = 0) -> tuple[Position, int]:
    index = position.legal_indices(seat)[nth]
    return position.play_legal(seat, index), index


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
