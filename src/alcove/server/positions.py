"""The last position of each table in words: what a game goes on from if its rules change.

It is kept when a table is opened, now and then while it is played at, when something is taken back, when it falls
asleep and when the server stops; always as it was at the end of a turn. Like the seed it tells everything, so it leaves
the server only in the record of a game that is over.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import text

from alcove.kernel.other_rules import settled
from alcove.kernel.position import Position
from alcove.server.tables import Table
from alcove.server.writer import Filled

KEEP = text(
    "INSERT INTO positions (table_id, version, rules, actions, text)"
    " VALUES (:table_id, :version, :rules, :actions, :text)"
    " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, rules = excluded.rules,"
    " actions = excluded.actions, text = excluded.text WHERE excluded.version >= positions.version"
)


class KeptPosition(NamedTuple):
    """A position that is to be kept, not yet in words: these take a moment, in another thread."""

    table: str
    version: int
    actions: int
    position: Position

    @classmethod
    def of(cls, table: Table, version: int | None = None, count: int | None = None) -> KeptPosition:
        """The end of the last turn, after so many actions; now, by default."""
        done = settled(table, len(table.played) if count is None else count)
        return cls(table.id, table.version if version is None else version, done, table.position_after(done))

    def statement(self) -> Filled:
        rules, words = self.position.game.version, str(self.position)
        values = {"table_id": self.table, "version": self.version, "rules": rules, "actions": self.actions}
        return Filled(KEEP, {**values, "text": words})
