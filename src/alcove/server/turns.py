"""The turn that is being taken, followed action by action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alcove.kernel.match import Played
from alcove.server.shapes import LastTurn
from alcove.server.tables import Table


class Turns:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._number = -1
        self._turn: list[Played] = []
        self._parts: list[Mapping[str, Any] | None] = []
        self._counted = 0

    def last(self, viewer: int | None) -> LastTurn | None:
        """The last turn, as a viewer may know it; None before the first."""
        return self.current(viewer) if self._table.played else None

    def current(self, viewer: int | None) -> LastTurn:
        """The same where something was done."""
        self._follow()
        known = self._table.may_know(self._turn[0], viewer)
        parts: list[Mapping[str, Any] | None] = [*self._parts] if known else [None] * len(self._parts)
        return LastTurn(self._number, self._turn[0].seat, self._table.turn_text(self._turn, viewer), parts)

    def _follow(self) -> None:
        """Usually one action was added. After a look at nothing, or an undo, count anew."""
        played = self._table.played
        if self._counted == len(played) and (not played or played[-1] is self._turn[-1]):
            return
        if self._turn and self._counted == len(played) - 1 and played[-2] is self._turn[-1]:
            self._add()
        else:
            self._count()
        self._counted = len(played)

    def _add(self) -> None:
        before, played, _ = self._table.last()
        if self._table.last_begins_turn():
            self._number += 1
            self._turn, self._parts = [], []
        self._turn.append(played)
        self._parts.append(before.parts(played.seat, played.action.index))

    def _count(self) -> None:
        """Of a turn longer than the kept positions, the first actions are left out."""
        runs = self._table.runs()
        self._number = len(runs) - 1
        self._turn = runs[-1] if runs else []
        moments = self._table.recent()[-len(self._turn) :] if runs else []
        unknown: list[Mapping[str, Any] | None] = [None] * (len(self._turn) - len(moments))
        self._parts = unknown + [before.parts(one.seat, one.action.index) for before, one, _ in moments]
