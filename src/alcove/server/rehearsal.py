"""Play a game as a table plays it, so that nothing is left to compile when people do.

Compiled code is compiled, or loaded, when Python first calls it. On the event loop that would hold everybody up.
"""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from alcove.bots import warm
from alcove.kernel.compiler import CompiledFunction
from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import Game
from alcove.kernel.record import Record
from alcove.server.outgoing import TableMessages, replay
from alcove.server.shapes import UndoState
from alcove.server.tables import Entry, SeatAt, Table

SEED = 1
MAX_REHEARSED_ACTIONS = 400
ASKED_ABOUT = 6
"""Actions of before that are asked about after each one."""
SHORT = 30
"""Actions of a game with another option: enough for what it changes. In a long game all are looked at, then some."""
NOW_AND_THEN = 10


def rehearse(one: Game) -> None:
    warm(one)
    _play(one, {}, SHORT, people=True)
    _play(one, {}, MAX_REHEARSED_ACTIONS)
    for options in _variants(one):
        with suppress(AlcoveError):  # not every value goes with every number of players
            _play(one, options, SHORT)
    _ask_the_rest(one)


def _ask_the_rest(one: Game) -> None:
    """All that refusals ask of the rules. Some of it is asked so seldom that no game played here comes to it."""
    state = Record.begin(one.name, one.players.start, seed=SEED).start().copy_row()[0]
    asked = vars(sys.modules[one.refuse.refuse.__module__]).values()
    for question in [each for each in asked if isinstance(each, CompiledFunction)]:
        kinds = [kind.annotation for kind in inspect.signature(question.py_func).parameters.values()]
        if kinds[0] == "State" and set(kinds[1:]) <= {"int"}:
            question(state, *[0 for _ in kinds[1:]])


def _variants(one: Game) -> Iterator[dict[str, Any]]:
    for option in one.options:
        for choice in option.describe("en").get("choices", ()):
            yield {option.name: choice["value"]}


def _play(one: Game, options: dict[str, Any], most: int, people: bool = False) -> None:
    """What an action gives away is worked out for people, which takes most of the time."""
    record = Record.begin(one.name, one.players.start, seed=SEED, **options)
    seats = [SeatAt("human" if people else "bot", str(seat), 1) for seat in range(record.players)]
    table, dice = Table("rehearsal", record, seats, 0.0), random.Random(0)
    outgoing, entries, seen = TableMessages(table), list[Entry](), set[int]()
    while table.awaited() and len(table.played) < most:
        seat = dice.choice(table.awaited())
        seen.update(table.legal_indices(seat))
        plan = table.plan_action(seat, table.version, dice.choice(table.legal_indices(seat)), 0.0)
        entries.append(plan.entry)
        table.take(plan)
        if len(entries) <= SHORT or len(entries) % NOW_AND_THEN == 0 or table.over:
            _look(table, outgoing, seat, dice.sample(sorted(seen), min(ASKED_ABOUT, len(seen))))
    _look_back(table, entries)


def _look(table: Table, outgoing: TableMessages, seat: int, asked_about: list[int]) -> None:
    """All that is told after an action, also about what was possible once and may be forbidden now."""
    for viewer in (None, *range(table.players)):
        outgoing.step(viewer, "en", UndoState("no", None))
    for action in asked_about:
        table.why_not(seat, action, "en")
    table.undo(frozenset([seat]))
    str(table.position)


def _look_back(table: Table, entries: list[Entry]) -> None:
    """All that is made of a game that has been played."""
    for _ in islice(replay(table, 0, "en"), SHORT):
        pass
    full = table.full_record()
    str(full)
    if table.over:
        full.verify()
    again = Table(table.id, table.record, table.seats, 0.0)
    again.restore(entries)
    if not again.over:
        again.take(again.plan_undo(entries[-1].seat, 1, 0.0))
