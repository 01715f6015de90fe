"""Choices come with their parts, and turns in one piece."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import alcove
from alcove.kernel.record import Record
from alcove.server.outgoing import TableMessages
from alcove.server.tables import SeatAt, Table
from tests.server.browser import ME, OPEN, Browser, local


def table_of(game: str, players: int, seed: int = 7, **options: Any) -> Table:
    record = Record.begin(game, players, seed=seed, **options)
    return Table("t", record, [SeatAt("human", f"P{seat}") for seat in range(players)], 0.0)


def play(table: Table, seat: int, *actions: str) -> None:
    for action in actions:
        table.take(table.plan_action(seat, table.version, action, 0.0))


def legal_of(table: Table, seat: int) -> Any:
    return msgspec.json.decode(TableMessages(table).legal(seat))


@pytest.mark.parametrize("game", alcove.games())
def test_each_choice_on_the_wire_is_what_the_game_says(game: str) -> None:
    """Prepared bytes and fresh ones are the same."""
    chosen = alcove.game(game)
    table, rng = table_of(game, chosen.players[-1]), random.Random(3)
    for _ in range(40):
        if table.status == "over":
            break
        seat, position = rng.choice(table.awaited()), table.position
        sent = legal_of(table, seat)
        assert [(one["text"], one["index"]) for one in sent] == [(a.text, a.index) for a in position.legal(seat)]
        parts = [position.parts(seat, one["index"]) for one in sent]
        assert [one.get("parts") for one in sent] == msgspec.json.decode(msgspec.json.encode(parts))
        play(table, seat, rng.choice(sent)["text"])


def test_a_jump_names_the_pieces_it_takes() -> None:
    table = table_of("alva", 2, size=5)
    for seat, action in [(0, "a3"), (1, "d3"), (0, "e5"), (1, "c3"), (0, "e1"), (1, "b3")]:
        play(table, seat, action)
    assert legal_of(table, 0) == [
        {"text": "a3xe3", "index": alcove.game("alva").notation.read_action(table.position, 0, "a3xe3")}
        | {"parts": {"kind": "jump", "from": "a3", "to": "e3", "takes": ["b3", "c3", "d3"]}}
    ]


def test_a_turn_comes_as_far_as_it_has_gone(anna: Browser) -> None:
    table = anna.create(ME, local("Bruno"), size=5)
    both = anna.enter(table)
    assert both.table["turn"] is None
    assert both.act("c3")["turn"] == {"number": 0, "seat": 0, "text": "c3", "parts": [{"kind": "place", "to": "c3"}]}
    both.say("look", seat=1)
    both.hear("table")
    both.say("act", v=1, seat=1, action="a1")
    assert both.hear("step")["turn"]["number"] == 1
    shift, place = {"kind": "shift", "from": "c3", "to": "c4"}, {"kind": "place", "to": "e5"}
    both.say("act", v=2, seat=0, action="c3-c4")
    assert both.hear("step")["turn"] == {"number": 2, "seat": 0, "text": "c3-c4", "parts": [shift]}
    both.say("act", v=3, seat=0, action="e5")
    whole = {"number": 2, "seat": 0, "text": "c3-c4 e5", "parts": [shift, place]}
    assert both.hear("step")["turn"] == whole
    described = anna.get(f"/api/tables/{table}")
    assert described["turn"] == whole
    assert described["turns"][2] == [0, "c3-c4 e5"]
    turns = [step["turn"] for step in anna.get(f"/api/tables/{table}/replay")["steps"]]
    assert [turn and (turn["number"], turn["text"]) for turn in turns] == [
        None,
        (0, "c3"),
        (1, "a1"),
        (2, "c3-c4"),
        (2, "c3-c4 e5"),
    ]
    assert turns[-1] == whole


def test_after_an_undo_turns_are_counted_anew() -> None:
    table = table_of("alva", 2, size=5)
    wire = TableMessages(table)

    def last() -> Any:
        return msgspec.json.decode(wire.turn(0))

    for seat, action in [(0, "c3"), (1, "a1"), (0, "c3-c4")]:
        play(table, seat, action)
        assert last()["parts"][-1] is not None
    table.take(table.plan_undo(0, 1, 0.0))
    assert (last()["number"], last()["text"]) == (1, "a1")
    play(table, 0, "c3-d3", "e5")
    assert (last()["number"], last()["text"]) == (2, "c3-d3 e5")
    table.take(table.plan_undo(0, 4, 0.0))
    assert last() is None


def test_the_parts_of_a_secret_choice_stay_with_its_seat(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN, game="tollgate", cards=3)
    bruno.sit(table, 1)
    first, second = anna.enter(table), bruno.enter(table)
    choice = first.table["legal"][0]
    assert choice["parts"]["card"] == choice["text"]
    assert first.act(choice["text"])["turn"]["parts"] == [choice["parts"]]
    assert second.hear("step")["turn"]["parts"] == [None]
    assert bruno.get(f"/api/tables/{table}")["turn"]["parts"] == [None]
    assert bruno.get(f"/api/tables/{table}/replay")["steps"][1]["turn"]["parts"] == [None]


def test_a_hint_has_parts(anna: Browser) -> None:
    both = anna.enter(anna.create(ME, local("Bruno"), size=5))
    both.say("hint", v=0)
    choice = both.hear("hint")["choice"]
    assert choice["parts"] == {"kind": "place", "to": choice["text"]}


def test_steady_choices_are_told_once_and_then_named_by_index(anna: Browser, bruno: Browser) -> None:
    """Where a jump lands depends on the position, so it is always described."""
    table = anna.create(ME, OPEN, size=5)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    assert [json.loads(one)["t"] for one in white.raw] == ["choices", "table"]
    white.act("c3")
    black.hear("step")
    assert all(isinstance(one, int) for one in json.loads(black.raw[-1])["legal"])
    assert black.table["legal"] == bruno.get(f"/api/tables/{table}")["legal"]
    black.act("d3")
    white.hear("step")
    jump = {"kind": "jump", "from": "c3", "to": "e3", "takes": ["d3"]}
    assert [one["parts"] for one in json.loads(white.raw[-1])["legal"]] == [jump]
    assert white.table["legal"] == anna.get(f"/api/tables/{table}")["legal"]


def test_a_game_whose_choices_change_tells_none_of_them_before(anna: Browser) -> None:
    socket = anna.enter(anna.create(ME, local("Bruno"), game="tollgate", cards=3))
    assert [json.loads(one)["t"] for one in socket.raw] == ["table"]
