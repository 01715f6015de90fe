"""A finished game whose rules are gone: all that can still be told of it."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from alcove.kernel.match import Played
from alcove.kernel.options import complete
from alcove.kernel.outcome import Outcome
from alcove.kernel.position import Action
from alcove.kernel.record import Record
from alcove.kernel.text import Text
from alcove.server.other_rules import played_in
from alcove.server.shapes import LastTurn, ReplayStep, Sentence
from alcove.server.tables import Entry, SeatAt, Table

SPECTATORS = -1


class KeptStep(msgspec.Struct):
    """A step of a finished game as one viewer saw it, in every language."""

    seat: int | None
    text: str | None
    turn: LastTurn | None
    story: Mapping[str, list[Sentence | str]]
    """Bare sentences in games that were kept when it was not noted yet whom a sentence is about."""
    view: msgspec.Raw

    def told(self, language: str) -> list[Sentence]:
        return [Sentence(self.seat, one) if isinstance(one, str) else one for one in self.story[language]]


class PastTable(Table):
    """Its actions are texts that nobody can follow any more, and its position is not the true one: `replays` has what
    was seen of the game, and `ending` how it ended; None if that is not known."""

    def __init__(
        self,
        record: Record,
        table_id: str,
        seats: Sequence[SeatAt],
        created: float,
        stand_in: int,
        entries: Sequence[Entry],
        ending: tuple[Outcome, Text] | None,
    ) -> None:
        options = complete(record.game.options, {})
        super().__init__(table_id, replace(record, options=options, earlier=(), rules=None), seats, created, stand_in)
        part = played_in(entries)
        self.record, self.options = record, record.options
        self.played = [Played(seat, Action(text, -1), text, 0, False) for seat, text in part.actions]
        for change in part.changes:
            self.change_seat(change.seat, change.level)
        self.changes = list(part.changes)
        if entries:
            self.version, self.touched = entries[-1].version, entries[-1].at
        self._sentence = None if ending is None else ending[1]
        self._ended = None if ending is None else ending[0]
        self._settle()
        self.over = True
        self.replays: dict[int, bytes] = {}
        """What each seat saw, and -1 for spectators, as it was kept when the game ended."""

    followable = False

    def steps(self, viewer: int | None) -> list[KeptStep]:
        """What a viewer saw; what spectators did if that was not kept, and nothing if neither was."""
        kept = self.replays.get(SPECTATORS if viewer is None else viewer) or self.replays.get(SPECTATORS)
        return msgspec.json.decode(lzma.decompress(kept), type=list[KeptStep]) if kept else []

    def replay(self, viewer: int | None, language: str) -> Iterator[ReplayStep]:
        for step in self.steps(viewer):
            view: Any = step.view
            yield ReplayStep(step.seat, step.text, step.turn, step.told(language), view)

    def sentence(self, names: Sequence[Text]) -> Text | None:
        return self._sentence
