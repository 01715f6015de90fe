"""All that is kept of somebody, for themselves: to take away, or to have deleted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from alcove.kernel.errors import AlcoveError
from alcove.server.archive import Archive
from alcove.server.incoming import encode
from alcove.server.limits import Buckets
from alcove.server.people import Asker
from alcove.server.wishes import Wish

if TYPE_CHECKING:
    from alcove.server.hall import Hall

log = logging.getLogger("alcove.server")

HOUR = 3600


class OwnData:
    def __init__(self, hall: Hall) -> None:
        each, by_address = hall.settings.limits.downloads_per_hour, hall.settings.limits.address_downloads_per_hour
        self._hall = hall
        self._downloads = Buckets(each / HOUR, each)
        self._address_downloads = Buckets(by_address / HOUR, by_address)

    async def open(self, asker: Asker) -> AsyncIterator[bytes]:
        """One JSON document, in portions. Of running games there is only what the person did and said; of finished
        ones the record, which has no secrets left."""
        self._downloads.take(asker.holder)
        self._address_downloads.take(asker.visitor.address)
        return self._portions(asker, await asyncio.to_thread(self._export, asker.holder))

    def _export(self, holder: str) -> dict[str, Any]:
        with Archive.opened(self._hall.settings) as archive:
            found: dict[str, Any] = archive.export([holder], for_themselves=True)["people"][0]
        return found

    async def _portions(self, asker: Asker, found: dict[str, Any]) -> AsyncIterator[bytes]:
        tables = found.pop("tables")
        yield encode(found)[:-1] + b',"tables":['
        for number, table in enumerate(tables):
            if table["ended"] is not None:
                table["record"] = await self._record(asker, table["id"])
            yield (b",\n" if number else b"\n") + encode(table)
        yield b"\n]}\n"

    async def _record(self, asker: Asker, table_id: str) -> str | None:
        """The record of a finished game; none if it cannot be read any more."""
        try:
            table = (await self._hall.glimpse(table_id, asker.visitor)).table.snapshot()
            record: str = await self._hall.readers.do(asker.visitor, lambda: str(table.proof()))
        except AlcoveError as error:
            log.info("A record was left out of a download: %s", error.code)
            return None
        return record

    async def delete(self, asker: Asker) -> None:
        """Leave all games, as somebody leaves a table, and delete all that is kept."""
        self._hall.people.count_change(asker)
        running, _ = await self._hall.store.tables_of(asker.holder)
        for one in running:
            await self._leave(asker, one.id)
        await asyncio.to_thread(self._forget, asker.holder)
        self._hall.devices.doubt(asker.holder)
        self._hall.devices.keep_only(asker.holder, [])
        log.info("Somebody has deleted all that was kept of them")

    async def _leave(self, asker: Asker, table_id: str) -> None:
        for seat in sorted((await self._hall.store.holders(table_id)).get(asker.holder, ())):
            try:
                await self._hall.wish(Wish("leave", table_id, seat, "", *asker.visitor))
            except AlcoveError as error:  # it waits for players, or is over by now
                log.info("A seat could not be left: %s", error.code)

    def _forget(self, holder: str) -> None:
        with Archive.opened(self._hall.settings) as archive:
            archive.delete_people([holder])
