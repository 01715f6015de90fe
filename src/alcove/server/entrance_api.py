"""The entrance of a server that is closed to strangers, and what its owner can do about it."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody

from alcove.server import incoming, owner_shapes
from alcove.server.asking import Asked, hall_of, holder_in
from alcove.server.bodies import LANGUAGE, StrictRequest, answers, from_our_pages
from alcove.server.owner import owner_only


@post("/entrance", status_code=200, guards=[from_our_pages], responses=answers())
async def enter(request: Asked, data: JSONBody[incoming.SeatLink]) -> owner_shapes.Entered:
    """Be let in by an invitation of the owner."""
    await hall_of(request).store.entrance.enter(holder_in(request), data.secret)
    return owner_shapes.Entered()


async def _passes(request: Request[Any, Any, Any]) -> owner_shapes.PassList:
    entrance = hall_of(request).store.entrance
    return owner_shapes.PassList(entrance.closed, await entrance.passes())


@get("/api/owner/passes", guards=[owner_only], responses=answers())
async def passes(request: Request[Any, Any, Any]) -> owner_shapes.PassList:
    """The owner's invitations to this server, the newest first."""
    return await _passes(request)


@post("/api/owner/passes", status_code=201, guards=[owner_only], responses=answers(), request_class=StrictRequest)
async def make_pass(request: Request[Any, Any, Any], data: JSONBody[incoming.NewPass]) -> owner_shapes.PassList:
    """Make another invitation."""
    await hall_of(request).store.entrance.make(data.label, data.days, data.uses)
    return await _passes(request)


@post(
    "/api/owner/passes/{name:str}/revoke",
    status_code=200,
    guards=[owner_only],
    responses=answers(),
    request_class=StrictRequest,
)
async def revoke_pass(
    request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[incoming.Revoke]
) -> owner_shapes.PassList:
    """End an invitation, and if wished shut out who came by it."""
    await hall_of(request).store.entrance.revoke(name, data.members)
    return await _passes(request)


router = Router("/", parameters={"lang": LANGUAGE}, route_handlers=[passes, make_pass, revoke_pass])
