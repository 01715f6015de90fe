"""What a process may write where several share the database: only what is its own, at the moment of writing."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, text

from alcove.kernel.errors import StaleError
from alcove.server.leases import ALIVE, Leases
from alcove.server.refusals import MOVED_ON, NOT_SAVED, UnavailableError
from alcove.server.tables import Entry

HELD_SECONDS = 2
"""How long PostgreSQL waits for the next statement of a transaction. Others may wait for what it holds."""
BEGIN = (
    "BEGIN;"
    f" SET LOCAL idle_in_transaction_session_timeout = '{HELD_SECONDS}s';"
    f" SET LOCAL lock_timeout = '{2 * HELD_SECONDS}s'"
)
"""For this transaction only: behind a pooler the next one in the same session may be another program's."""
OWNED_ROWS = (
    "INSERT INTO entries (table_id, version, kind, seat, action, text, reveals, at)"
    " SELECT new.table_id, new.version, new.kind, new.seat, new.action, new.text, new.reveals, new.at"
    " FROM unnest(%s::varchar[], %s::int[], %s::varchar[], %s::int[], %s::int[], %s::text[], %s::bigint[],"
    " %s::float8[], %s::int[]) AS new (table_id, version, kind, seat, action, text, reveals, at, epoch)"
    " JOIN owners ON owners.table_id = new.table_id AND owners.epoch = new.epoch AND owners.process = %s"
    f" WHERE EXISTS (SELECT 1 FROM processes WHERE id = %s AND {ALIVE})"
    " ON CONFLICT DO NOTHING RETURNING table_id, version"
)
"""A row is stored only by the owner of its table, and under a version that nobody has used. A row that is left out was
stale."""
OWNED = text(
    "SELECT 1 FROM owners JOIN processes ON processes.id = owners.process"
    f" WHERE owners.table_id = :table AND owners.epoch = :epoch AND owners.process = :me AND {ALIVE}"
    " FOR SHARE OF owners"
)
"""Whether a table is ours, until the transaction ends."""
LIVING = text(f"SELECT 1 FROM processes WHERE id = :me AND {ALIVE}")
ANOTHERS = text(
    "SELECT 1 FROM owners JOIN processes ON processes.id = owners.process"
    f" WHERE owners.table_id = :table AND owners.process <> :me AND {ALIVE}"
)


class Guard:
    def __init__(self, leases: Leases) -> None:
        self._leases = leases

    def begin(self, connection: Connection) -> None:
        connection.exec_driver_sql(BEGIN)

    def store(self, connection: Connection, rows: Sequence[Entry]) -> list[tuple[str, int]]:
        """Store entries of tables that are ours; gives back the tables and versions that were stored."""
        columns = [list(column) for column in zip(*rows, strict=True)]
        epochs = [self._leases.epochs.get(table, 0) for table in columns[0]]
        me = self._leases.me
        return [(row[0], row[1]) for row in connection.exec_driver_sql(OWNED_ROWS, (*columns, epochs, me, me))]

    def check_ours(self, connection: Connection, table: str) -> None:
        known = {"table": table, "epoch": self._leases.epochs.get(table, 0), "me": self._leases.me}
        if connection.execute(OWNED, known).first() is None:
            raise StaleError(MOVED_ON)

    def check_not_anothers(self, connection: Connection, table: str) -> None:
        """For what is told of a table, not done at it: nobody has it, or we have."""
        if connection.execute(ANOTHERS, {"table": table, "me": self._leases.me}).first() is not None:
            raise StaleError(MOVED_ON)

    def check_living(self, connection: Connection) -> None:
        """Whoever has lost everything writes nothing at all before beginning again."""
        if connection.execute(LIVING, {"me": self._leases.me}).first() is None:
            raise UnavailableError(NOT_SAVED)
