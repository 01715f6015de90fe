"""A game at the keyboard: what undo takes back, and what stays secret."""

from __future__ import annotations

import pytest

from alcove import Record
from alcove.terminal.table import LocalTable, UndoError


def tollgate(players: int = 2) -> LocalTable:
    return LocalTable(Record.begin("tollgate", players=players, seed=5), {})


def choose(table: LocalTable, seat: int) -> None:
    table.play_action(seat, table.position.legal(seat)[0])


def test_a_choice_that_is_still_hidden_can_be_taken_back() -> None:
    table = tollgate()
    choose(table, 0)
    assert table.undo() == 1
    assert table.position == table.start
    assert table.record.actions == ()


def test_the_last_one_to_act_takes_back_first() -> None:
    table = tollgate(3)
    choose(table, 0)
    choose(table, 1)
    assert table.undo() == 1
    assert table.undo() == 1
    with pytest.raises(UndoError) as refused:
        table.undo()
    assert refused.value.code == "no-undo"


def test_people_at_one_keyboard_agree_to_take_back_what_was_shown() -> None:
    """As at the table in the browser: people on the asking device count as agreed."""
    table = tollgate()
    choose(table, 0)
    choose(table, 1)
    assert table.undo() == 1


def test_bots_do_not_agree_to_take_back_what_was_shown() -> None:
    table = LocalTable(Record.begin("tollgate", players=2, seed=5), {1: 1})
    choose(table, 0)
    choose(table, 1)
    with pytest.raises(UndoError):
        table.undo()
    assert len(table.steps) == 2


def test_a_hidden_choice_has_no_text_for_others() -> None:
    table = tollgate()
    choose(table, 0)
    [step] = table.steps
    assert step.text_for(0) == step.action.text
    assert step.text_for(1) == step.text_for(None) == "card"
    assert table.last_turn(1) == [None]
    assert table.last_turn(0) == [step.before.parts(0, step.action.index)]


def test_a_turn_is_taken_back_as_a_whole() -> None:
    table = LocalTable(Record.begin("alva"), {})
    for seat, turn in [(0, "c3"), (1, "g7"), (0, "c3-c4"), (0, "a1"), (1, "g7-g6 i9")]:
        table.play(seat, turn)
    assert [table.undo() for _ in range(4)] == [2, 2, 1, 1]
    with pytest.raises(UndoError):
        table.undo()


def test_a_resumed_game_takes_back_turn_by_turn() -> None:
    table = LocalTable(Record.begin("alva"), {})
    for seat, turn in [(0, "c3"), (1, "g7"), (0, "c3-c4 a1")]:
        table.play(seat, turn)
    resumed = LocalTable(Record.read(str(table.record)), {1: 1})
    assert resumed.undo() == 2
    assert resumed.undo() == 2
