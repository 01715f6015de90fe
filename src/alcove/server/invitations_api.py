"""Invitations over HTTP: who can be invited, who has invited, and whom one does not want to hear of."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from alcove.server import incoming, shapes
from alcove.server.asking import Asked, hall_of, holder_in
from alcove.server.bodies import answers, from_our_pages
from alcove.server.lobby_shapes import CompanionList, InvitationList
from alcove.server.visitors import visitor_of


@get("/companions", responses=answers())
async def companions(request: Asked) -> CompanionList:
    """The people whom this browser has shared a table with, those of the newest tables first."""
    return CompanionList(list((await hall_of(request).store.companions.of(holder_in(request))).values()))


@post("/companions/{handle:str}/block", status_code=200, guards=[from_our_pages], responses=answers())
async def block(request: Asked, handle: FromPath[str], data: JSONBody[incoming.Block]) -> CompanionList:
    """Want no invitations of somebody, or want them again."""
    known = hall_of(request).store.companions
    await known.block(holder_in(request), await known.find(holder_in(request), handle), data.yes)
    return CompanionList(list((await known.of(holder_in(request))).values()))


@post("/tables/{table_id:str}/invitations", status_code=201, guards=[from_our_pages], responses=answers())
async def invite(request: Asked, table_id: FromPath[str], data: JSONBody[incoming.Invite]) -> shapes.NewTableAnswer:
    """Ask somebody to a table that waits."""
    await hall_of(request).invitations.invite(visitor_of(request.scope), table_id, data.to)
    return shapes.NewTableAnswer(table_id)


@get("/invitations", responses=answers())
async def invitations(request: Asked) -> InvitationList:
    """The tables that this browser is invited to, the newest first."""
    return InvitationList(await hall_of(request).invitations.of(visitor_of(request.scope)))


@post("/invitations/{table_id:str}/accept", status_code=200, guards=[from_our_pages], responses=answers())
async def accept(request: Asked, table_id: FromPath[str], data: JSONBody[incoming.TakeSeat]) -> shapes.TakenSeat:
    """Take a free seat of a table that one is invited to."""
    seat = await hall_of(request).invitations.accept(visitor_of(request.scope), table_id, data.name)
    return shapes.TakenSeat(table_id, seat)


@post("/invitations/{table_id:str}/decline", status_code=200, guards=[from_our_pages], responses=answers())
async def decline(request: Asked, table_id: FromPath[str], data: JSONBody[incoming.Decline]) -> InvitationList:
    """Say no, and if one likes want no more invitations of the same person; those that are left."""
    known = hall_of(request).invitations
    await known.decline(visitor_of(request.scope), table_id, data.block)
    return InvitationList(await known.of(visitor_of(request.scope)))


HANDLERS = [companions, block, invite, invitations, accept, decline]
