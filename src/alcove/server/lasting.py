"""Finished games as they can be looked at when their rules are gone: what each viewer saw at every step.

They are made once, soon after the end, as long as the rules are at hand. Other rules could not make them again, and
neither could a record alone.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from alcove.kernel.text import LANGUAGES
from alcove.server.incoming import encode
from alcove.server.outgoing import TableMessages, ToldTurn, steps
from alcove.server.past import KeptStep, PastTable
from alcove.server.shapes import LastTurn, Sentence
from alcove.server.tables import Table

QUICK = 1
"""How hard lzma tries. Steps are so alike that more brings little."""

TOLD = 60
"""Steps that are told of a finished game when somebody comes to it."""


def viewers(table: Table) -> list[int | None]:
    """Who may come to look at it again: spectators, and where something was secret the people who had a seat, those who
    have left included. Where nothing was, all saw the same."""
    return [None, *sorted(table.persons)] if table.game.rules.SECRETS else [None]


def pack(table: Table, viewer: int | None) -> Iterator[bytes]:
    """A whole game as one viewer saw it, packed in pieces."""
    packer = lzma.LZMACompressor(preset=QUICK)
    yield packer.compress(b"[")
    for number, (step, tell) in enumerate(steps(table, viewer)):
        story: dict[str, list[Sentence | str]] = {language: [*tell(language)] for language in LANGUAGES}
        view: Any = step.view  # it is bytes already
        kept = KeptStep(step.seat, step.text, step.turn, story, view)
        yield packer.compress(b",%b" % encode(kept) if number else encode(kept))
    yield packer.compress(b"]") + packer.flush()


class PastMessages(TableMessages):
    """What is told of a game that nobody can follow any more."""

    def __init__(self, table: PastTable) -> None:
        super().__init__(table)
        self._past = table

    def _steps(self, viewer: int | None) -> list[KeptStep]:
        made: list[KeptStep] = self._part(("steps", viewer), self._past.steps, viewer)
        return made

    def view(self, viewer: int | None) -> Any:
        seen = self._steps(viewer)
        return seen[-1].view if seen else msgspec.Raw(encode(blank_view(self._past, viewer)))

    def turn(self, viewer: int | None) -> Any:
        seen = self._steps(viewer)
        return seen[-1].turn if seen else self._last_turn(viewer)

    def _last_turn(self, viewer: int | None) -> LastTurn | None:
        turns = self.turns(viewer)
        return LastTurn(len(turns) - 1, *turns[-1], []) if turns else None

    def story(self, viewer: int | None, language: str) -> list[ToldTurn]:
        return [
            (None if step.turn is None else step.turn.number, step.told(language))
            for step in self._steps(viewer)[-TOLD:]
            if step.story[language]
        ]

    def untold(self, viewer: int | None, language: str) -> Callable[[], Callable[[], None]] | None:
        """What was kept is packed, and may be long."""
        if self.has_part(("steps", viewer)):
            return None

        def work() -> Callable[[], None]:
            steps = self._past.steps(viewer)
            return lambda: self.keep_part(("steps", viewer), steps)

        return work


def blank_view(table: PastTable, viewer: int | None) -> Mapping[str, Any]:
    """What is left if nothing was kept: everything but the board."""
    return {
        "game": table.game.name,
        "version": table.record.version,
        "players": table.players,
        "options": table.options,
        "seat": viewer,
        "actors": [],
        "awaited": [],
        "outcome": None if table.outcome is None else table.outcome.described(),
        "table": None,
    }


def messages_of(table: Table) -> TableMessages:
    return PastMessages(table) if isinstance(table, PastTable) else TableMessages(table)
