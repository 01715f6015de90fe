"""A record that somebody brings to look at. The server makes a table of it for the replay, and keeps nothing."""

from __future__ import annotations

import hashlib

from alcove.kernel.match import unplayed
from alcove.kernel.packed import unpack
from alcove.kernel.record import MAX_RECORD, Record
from alcove.server.incoming import encode
from alcove.server.outgoing import seat_list
from alcove.server.tables import SeatAt, Table


def table_of(packed: str) -> Table:
    record = Record.read(unpack(packed, MAX_RECORD))
    name = "record " + hashlib.sha256(packed.encode()).hexdigest()
    table = Table(name, unplayed(record), [_sat(record, seat) for seat in range(record.players)], 0.0)
    table.follow(record)
    return table


def _sat(record: Record, seat: int) -> SeatAt:
    """Seats without a name of somebody's are written with their own."""
    name = record.names[seat]
    return SeatAt("human", "" if name == record.game.seat_name(seat).en else name)


def about(table: Table, language: str) -> bytes:
    """What a replay of it begins with."""
    seats = seat_list(table.game, table.seats, language, frozenset(), range(table.players), ())
    return b'{"game":%b,"seats":%b,' % (encode(table.game.name), encode(seats))
