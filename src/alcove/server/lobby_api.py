"""Open tables over HTTP, and live over a WebSocket."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, get, post, websocket
from litestar.params import FromPath, JSONBody

from alcove.kernel.errors import AlcoveError
from alcove.server import incoming, outgoing, shapes
from alcove.server.asking import Asked, hall_of
from alcove.server.bodies import answers, from_our_pages
from alcove.server.database import UNREACHABLE
from alcove.server.frames import GOING_AWAY, NORMAL, POLICY
from alcove.server.hall import Hall
from alcove.server.holders import Visitor
from alcove.server.live import Line, admit, bare_of, no_database, pace, told
from alcove.server.lobby_shapes import OpenTables
from alcove.server.refusals import NO_SOCKET, TOO_FAST, NoSocketError, TooFastError
from alcove.server.sockets import Socket
from alcove.server.visitors import device_of, visitor_of


@get("/open-tables", responses=answers())
async def open_tables(request: Asked) -> OpenTables:
    """The tables that everybody may join, the newest first."""
    return OpenTables(await hall_of(request).lobby.tables())


@get("/open-tables/live", responses=answers())
async def no_lobby_socket(request: Asked) -> shapes.Refusal:
    """The WebSocket of the lobby. Whoever comes without asking for one is told so."""
    hall_of(request).advice.give("socket", NO_SOCKET)
    raise NoSocketError(NO_SOCKET)


class LobbyConnection:
    """A browser that looks at the open tables."""

    def __init__(self, socket: Socket, visitor: Visitor, language: str, hall: Hall) -> None:
        self._socket, self._language, self.holder = socket, language, visitor.holder
        pace(socket, hall, visitor, lambda: False)
        socket.too_fast = lambda: self.refuse(TooFastError(TOO_FAST))
        self.gone = socket.gone

    def tell(self, message: bytes) -> None:
        self._socket.send(message)

    def refuse(self, error: AlcoveError) -> None:
        self.tell(outgoing.error_out(error, self._language))

    def send_off(self) -> None:
        self.tell(outgoing.BYE)
        self._socket.close(GOING_AWAY)

    async def listen(self) -> None:
        """Nobody has more to say here than that they are there."""
        while (text := await self._socket.receive()) is not None:
            try:
                incoming.read_body(text, incoming.Ping)
                self.tell(outgoing.PONG)
            except AlcoveError as error:
                self.refuse(error)
        self._socket.close(self._socket.broken or NORMAL)


@websocket("/api/open-tables/live")
async def lobby_live(socket: WebSocket[Any, Any, Any]) -> None:
    hall: Hall = socket.app.state.hall
    language = "de" if socket.query_params.get("lang") == "de" else "en"
    visitor, bare = visitor_of(socket.scope), bare_of(socket)
    if not socket.app.state.site.is_own(socket.headers):
        await socket.close(POLICY, "bad-origin")  # before it is accepted: the handshake fails
        return
    refused: AlcoveError | None = None
    try:
        await admit(hall, visitor)
    except AlcoveError as error:
        refused = error
    except UNREACHABLE as error:
        refused = no_database(error)
    await socket.accept()
    with told(bare, language), hall.devices.here(device_of(socket.scope), visitor.holder, Line(bare, language)):
        if refused is not None:
            raise refused
        await _look(hall, bare, visitor, language)


async def _look(hall: Hall, socket: Socket, visitor: Visitor, language: str) -> None:
    """Look at the open tables until somebody ends it. Whoever sits at a table may take the place."""
    with hall.connections.one(visitor, seated=False) as place:
        connection = LobbyConnection(socket, visitor, language, hall)
        place.leave = connection.send_off
        try:
            await hall.lobby.enter(connection)
            await connection.listen()
        finally:
            hall.lobby.leave(connection)


@post("/tables/{table_id:str}/password", status_code=200, guards=[from_our_pages], responses=answers())
async def say_password(
    request: Asked, table_id: FromPath[str], data: JSONBody[incoming.Password]
) -> shapes.NewTableAnswer:
    """Be let in to a table that asks for a password."""
    await hall_of(request).doorkeeper.hear(visitor_of(request.scope), table_id, data.password)
    return shapes.NewTableAnswer(table_id)


HANDLERS = [open_tables, no_lobby_socket, say_password]
