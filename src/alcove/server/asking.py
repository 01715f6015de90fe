"""What all calls under /api need: who asks, in which language, and a place beside the event loop to work it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import MediaType, Request, Response

from alcove.server.hall import Hall
from alcove.server.room import Room
from alcove.server.visitors import visitor_of

Asked = Request[Any, Any, Any]
PACKED = {"content-encoding": "gzip", "vary": "accept-encoding"}


def hall_of(request: Asked) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def room_of(request: Asked, table_id: str) -> Room:
    """A table to be looked at, wherever it is."""
    visitor = visitor_of(request.scope)
    room = await hall_of(request).glimpse(table_id, visitor)
    await room.check_let_in(visitor.holder)
    return room


def holder_in(request: Asked) -> str:
    return visitor_of(request.scope).holder


def language_of(request: Asked) -> str:
    return "de" if request.query_params.get("lang") == "de" else "en"


def written(content: bytes) -> Response[Any]:
    """An answer that is JSON already."""
    return Response(content, media_type=MediaType.JSON)


async def read_beside(request: Asked, work: Callable[[], Any]) -> Any:
    """Something from a long game, beside the event loop, when the visitor's turn has come."""
    return await hall_of(request).readers.do(visitor_of(request.scope), work)
