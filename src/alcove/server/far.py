"""Browsers whose table is on another machine: what they say goes there through the messenger, and what they are told
comes back.

The process that the browser came to has a `Relay`, the one that has the table a `Guest`, which stands in for the
connection. Each message has a number. The messenger may lose some: a gap in what a browser was to hear is filled from
the database, and what it said in vain it is asked to say again. Signs of life carry the last numbers, so that a loss
at the end is noticed, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from alcove.server import outgoing
from alcove.server.frames import GOING_AWAY
from alcove.server.holders import Visitor
from alcove.server.limits import Bucket
from alcove.server.messenger import Ended, Enter, Left, Messenger, Said, Told
from alcove.server.refusals import NOT_HEARD, UnavailableError
from alcove.server.sockets import Socket

TABLE = b'{"t":"table"'


class Shown(NamedTuple):
    """What a browser is shown of a table: the message, and the version that it is of."""

    message: bytes
    version: int


Fill = Callable[["Relay"], Awaitable[Shown]]


class _Look(msgspec.Struct):
    look: int | None = None


_read_look = msgspec.json.Decoder(_Look).decode


class Relay:
    """A browser here, its table elsewhere."""

    def __init__(
        self,
        line: str,
        owner: str,
        table: str,
        visitor: Visitor,
        language: str,
        socket: Socket,
        messenger: Messenger,
        fill: Fill,
    ) -> None:
        self.line, self.owner, self.table = line, owner, table
        self.visitor, self.language = visitor, language
        self.look: int | None = None
        self.settled = False
        """Whether the other process has had the time to know of it."""
        self.said = self._heard = 0
        self._socket, self._messenger, self._fill = socket, messenger, fill
        self._missed: list[Told] = []
        self._filling: asyncio.Task[None] | None = None
        self._code: int | None = None

    async def run(self) -> int | None:
        """Until either side ends it; the code with which the other one did."""
        visitor = self.visitor
        self._send(Enter(self.line, self.table, visitor.address, visitor.holder, self.language))
        try:
            while self._code is None and (text := await self._socket.receive()) is not None:
                if self._messenger.up:
                    self.said += 1
                    self._send(Said(self.line, self.said, text))
                else:
                    self.refuse()
        finally:
            self._send(Left(self.line))
            if self._filling is not None:
                self._filling.cancel()
        return self._code or self._socket.broken

    def _send(self, word: Enter | Said | Left) -> None:
        self._messenger.send(self.owner, word)

    def refuse(self) -> None:
        self._socket.send(outgoing.error_out(UnavailableError(NOT_HEARD), self.language))

    def end(self, code: int) -> None:
        self._code = self._code or code
        self._socket.stop()

    def send_off(self) -> None:
        """The other process is silent: come again, perhaps somebody else has the table then."""
        self._socket.send(outgoing.BYE)
        self.end(GOING_AWAY)

    def told(self, word: Told) -> None:
        if self._filling is not None:
            self._missed.append(word)
        elif word.number == self._heard + 1:
            self._tell(word)
        elif word.number > self._heard:
            self._missed = [word]
            self._fill_gap()

    def expect(self, number: int) -> None:
        """The other process has said so many messages."""
        if number > self._heard and self._filling is None:
            self._heard = number
            self._fill_gap()

    def _tell(self, word: Told) -> None:
        self._heard = word.number
        if word.text.startswith(TABLE):
            self.look = _read_look(word.text).look
        self._socket.send(word.text)

    def _fill_gap(self) -> None:
        self._filling = asyncio.create_task(self._show_table())
        self._filling.add_done_callback(self._filled)

    async def _show_table(self) -> None:
        shown = await self._fill(self)
        while any(word.version > shown.version + 1 for word in self._missed):
            self._missed = [word for word in self._missed if word.version > shown.version]
            shown = await self._fill(self)
        self._socket.send(shown.message)
        missed, self._missed = self._missed, []
        for word in missed:
            self._heard = max(self._heard, word.number)
            if word.version > shown.version:
                self._tell(word)

    def _filled(self, task: asyncio.Task[None]) -> None:
        self._filling = None
        if not task.cancelled() and task.exception() is not None:
            self.send_off()  # it could not be read: the browser comes again, and is told why


class Guest:
    """A browser elsewhere, its table here: what `Connection` takes for a socket."""

    def __init__(self, line: str, origin: str, messenger: Messenger) -> None:
        self.line, self.origin = line, origin
        self.language = "en"
        self.version: Callable[[], int] = lambda: 0
        self.pace: Bucket
        self.address_pace: Bucket | None = None
        self.reserve: Callable[[], Bucket | None] = lambda: None
        self.too_fast: Callable[[], None] = lambda: None
        self.broken: int | None = None
        self.gone = asyncio.Event()
        self.told = 0
        self._messenger = messenger
        self._said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._heard = 0

    async def receive(self) -> bytes | None:
        return await self._said.get()

    def send(self, message: bytes) -> None:
        if not self.gone.is_set():
            self.told += 1
            self._messenger.send(self.origin, Told(self.line, self.told, self.version(), message))

    def stop(self) -> None:
        self._said.put_nowait(None)

    def close(self, code: int) -> None:
        if not self.gone.is_set():
            self._messenger.send(self.origin, Ended(self.line, code))
            self.leave()

    def leave(self) -> None:
        """The browser is gone, or the process that it came to."""
        self.gone.set()
        self.stop()

    def said(self, number: int, text: bytes) -> None:
        self.expect(number - 1)
        self._heard = number
        self._said.put_nowait(text)

    def expect(self, number: int) -> None:
        if number > self._heard:
            self._heard = number
            self.send(outgoing.error_out(UnavailableError(NOT_HEARD), self.language))
