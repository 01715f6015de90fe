"""The HTTP interface, described for programs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.openapi.config import OpenAPIConfig

from alcove.server import (
    entrance_api,
    incoming,
    lab_api,
    learning_shapes,
    lobby_shapes,
    owner,
    owner_shapes,
    people_shapes,
    shapes,
)
from alcove.server.api import router
from alcove.server.bodies import answers
from alcove.server.hall import Hall
from alcove.server.incoming import encode
from alcove.server.notifications import shapes as notification_shapes
from alcove.server.refusals import NO_DATABASE_NOW, SHUTTING_DOWN, UnavailableError

ABOUT = "All that can be asked of a server of Alcove over HTTP. What is said at a table goes over a WebSocket."


@get("/api/openapi.json", sync_to_thread=True)
def openapi_document() -> Response[dict[str, Any]]:
    """This document."""
    content: Any = _document()
    return Response(content, media_type=MediaType.JSON)


@get("/health", sync_to_thread=False)
def health() -> dict[str, bool]:
    """Whether the server is there."""
    return {"ok": True}


@get("/ready", responses=answers())
async def ready(request: Request[Any, Any, Any]) -> dict[str, bool]:
    """Whether the server can serve: the database answers, and the server is not closing."""
    hall: Hall = request.app.state.hall
    if hall.closing:
        raise UnavailableError(SHUTTING_DOWN)
    if not await hall.readiness.holds():
        raise UnavailableError(NO_DATABASE_NOW)
    return {"ready": True}


@cache
def _document() -> bytes:
    """Made of the handlers' types, by an application that serves nobody: so the one that serves has no pages of the
    framework's own."""
    config = OpenAPIConfig("Alcove", version("alcove"), description=ABOUT, use_handler_docstrings=True)
    routers = [router, owner.router, entrance_api.router, lab_api.router]
    described = Litestar([*routers, health, ready, openapi_document], openapi_config=config)
    document = described.openapi_schema.to_schema()
    document["components"]["schemas"] = _schemas(document["components"]["schemas"])
    return encode(document)


def _schemas(named: Iterable[str]) -> dict[str, Any]:
    """The types as the library has them that reads and writes them: Litestar takes what may be missing for required."""
    modules = shapes, owner_shapes, learning_shapes, lobby_shapes, people_shapes, notification_shapes, incoming
    declared = {name: kind for module in modules for name, kind in vars(module).items()}
    kinds = [declared[name] for name in named if name in declared]
    return msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")[1]
