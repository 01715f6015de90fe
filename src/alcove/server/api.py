"""The HTTP calls under /api: those about tables and people, and all of them together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

from litestar import MediaType, Response, Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from alcove.kernel.game import game
from alcove.kernel.proof import prove
from alcove.server import (
    brought,
    entrance_api,
    games_api,
    incoming,
    invitations_api,
    learning_shapes,
    lobby_api,
    outgoing,
    people_api,
    shapes,
)
from alcove.server.asking import PACKED, Asked, hall_of, holder_in, language_of, read_beside, room_of, written
from alcove.server.better import analysed, line_of
from alcove.server.bodies import LANGUAGE, Begin, HeldSeat, StrictRequest, answers, from_our_pages
from alcove.server.clocks import least_left
from alcove.server.history import Summary
from alcove.server.holders import read_seat_secret, seat_secret
from alcove.server.notifications import api as notifications
from alcove.server.refusals import (
    NO_DECISION,
    NO_SEAT_HELD,
    NO_SOCKET,
    NO_TABLE,
    NOT_OVER,
    RECORD_AFTER_END,
    NoSocketError,
    NotFoundError,
    NotYoursError,
    UnavailableError,
)
from alcove.server.replays import unpacked
from alcove.server.room import Room
from alcove.server.stored import FinishedTable, Unreadable
from alcove.server.tables import Table
from alcove.server.visitors import visitor_of
from alcove.server.wishes import Wish


@post("/tables", status_code=201, guards=[from_our_pages], responses=answers())
async def create_table(request: Asked, data: JSONBody[incoming.NewTable]) -> shapes.NewTableAnswer:
    table = await hall_of(request).new_tables.create(visitor_of(request.scope), data)
    return shapes.NewTableAnswer(table.id)


@get("/tables", responses=answers())
async def list_tables(request: Asked) -> shapes.TableList:
    """The tables at which this browser holds a seat, running first, newest first."""
    holder, language = holder_in(request), language_of(request)
    running, finished = await hall_of(request).tables_of(visitor_of(request.scope))
    listed = [_running(room, holder, language) for room in running]
    listed += [
        _finished(one, language) if isinstance(one, FinishedTable) else _unreadable(one, language) for one in finished
    ]
    return shapes.TableList(listed, hall_of(request).notifications.subscribers.of(holder).broken)


def _running(room: Room, holder: str, language: str) -> shapes.Summary:
    table = room.table
    return shapes.Summary(
        id=table.id,
        game=table.game.name,
        title=table.game.title.of(language),
        seats=room.seat_list(holder, language),
        status=table.status,
        your_turn=any(seat in room.mine(holder) & table.people for seat in table.awaited()),
        at=table.touched,
        turns=len(table.runs()),
        progress=_progress(room, language),
        outcome=None,
        ending=None,
        time=None if table.clock is None else incoming.TimeControl.of(table.clock.control),
        left=least_left(table, room.now()),
    )


def _progress(room: Room, language: str) -> str | None:
    told = room.table.game.narrate.progress
    return told(room.table.position).of(language) if told else None


def _finished(table: FinishedTable, language: str) -> shapes.Summary:
    one = game(table.game)
    return shapes.Summary(
        id=table.id,
        game=table.game,
        title=one.title.of(language),
        seats=outgoing.seat_list(one, table.seats, language, table.held, (), ()),
        status="over",
        your_turn=False,
        at=table.ended,
        outcome=None if table.ending is None else cast("shapes.Outcome", table.ending[0].described()),
        ending=None if table.ending is None else table.ending[1].of(language),
    )


def _unreadable(table: Unreadable, language: str) -> shapes.Summary:
    return shapes.Summary(
        id=table.id,
        game=table.game,
        title=table.game,
        seats=[],
        status="unreadable",
        your_turn=False,
        at=table.at,
        outcome=None,
        why=table.why.of(language),
    )


@get("/tables/{table_id:str}", responses=answers())
async def show_table(request: Asked, table_id: FromPath[str], seat: HeldSeat = None) -> Response[shapes.TableMessage]:
    """The same message as the first of the socket."""
    room, language = await room_of(request, table_id), language_of(request)
    look = _look(request, room, seat)
    await room.prepare(hall_of(request).readers, visitor_of(request.scope), look, language)
    return written(room.describe(holder_in(request), look, language))


def _look(request: Asked, room: Room, seat: int | None) -> int | None:
    """The seat asked for, if it is held; else the first one held."""
    if seat is None:
        return room.first_look(room.mine(holder_in(request)))
    room.check_mine(holder_in(request), seat)
    return seat


def _look_back(request: Asked, room: Room, seat: int | None) -> int | None:
    """The same for a replay: where nothing is sealed any more, any seat may be looked through."""
    if not room.sealed and seat is not None and 0 <= seat < room.table.players:
        return seat
    return _look(request, room, seat)


@get("/tables/{table_id:str}/live", responses=answers())
async def no_socket(request: Asked, table_id: FromPath[str]) -> shapes.Refusal:
    """The WebSocket of a table. Whoever comes without asking for one is told so: a proxy may have swallowed it."""
    hall_of(request).advice.give("socket", NO_SOCKET)
    raise NoSocketError(NO_SOCKET)


@post("/tables/{table_id:str}/seats/{seat:int}", status_code=200, guards=[from_our_pages], responses=answers())
async def take_seat(
    request: Asked, table_id: FromPath[str], seat: FromPath[int], data: JSONBody[incoming.TakeSeat]
) -> shapes.TakenSeat:
    """Take an open seat."""
    visitor = visitor_of(request.scope)
    await hall_of(request).wish(Wish("sit", table_id, seat, data.name, *visitor))
    return shapes.TakenSeat(table_id, seat)


@get("/tables/{table_id:str}/links", responses=answers())
async def links(request: Asked, table_id: FromPath[str]) -> shapes.Links:
    """The links of a table, for somebody who holds a seat there."""
    hall = hall_of(request)
    room = await room_of(request, table_id)
    mine = room.mine(holder_in(request))
    if not mine:
        raise NotYoursError(NO_SEAT_HELD)
    seats = {str(seat): f"/seat/{seat_secret(hall.store.key, room.table.id, seat)}" for seat in sorted(mine)}
    origin, alone = request.app.state.site.elsewhere(request.headers, visitor_of(request.scope).address)
    return shapes.Links(f"/table/{room.table.id}", seats, origin, alone)


@post("/seat-links", status_code=200, guards=[from_our_pages], responses=answers())
async def open_seat_link(request: Asked, data: JSONBody[incoming.SeatLink]) -> shapes.TakenSeat:
    """Whoever opens a seat's link holds the seat from then on. The link itself only shows a page, which asks here:
    so neither another site nor a program that looks ahead takes a seat in anybody's name."""
    hall = hall_of(request)
    known = read_seat_secret(hall.store.key, data.secret)
    if known is None:
        raise NotFoundError(NO_TABLE)
    table, seat = known
    await hall.wish(Wish("give", table, seat, "", *visitor_of(request.scope)))
    return shapes.TakenSeat(table, seat)


@get("/tables/{table_id:str}/replay", responses=answers(shapes.Replay))
async def replay(request: Asked, table_id: FromPath[str], seat: HeldSeat = None) -> Stream:
    """The whole game so far as this browser may see it."""
    room, visitor = await room_of(request, table_id), visitor_of(request.scope)
    look, language = _look_back(request, room, seat), language_of(request)
    return _streamed(request, await hall_of(request).replays.open(room.table, look, language, visitor))


def _streamed(request: Asked, portions: AsyncIterator[bytes]) -> Stream:
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Stream(unpacked(portions), media_type=MediaType.JSON, headers={"vary": "accept-encoding"})
    return Stream(portions, media_type=MediaType.JSON, headers=PACKED)


@post("/replay", status_code=200, guards=[from_our_pages], responses=answers(shapes.RecordReplay))
async def replay_record(request: Asked, data: JSONBody[incoming.BroughtRecord]) -> Stream:
    """A game that comes as a record, to be looked at. Nothing of it is kept."""
    table: Table = await read_beside(request, lambda: brought.table_of(data.record))
    look = data.seat if data.seat is not None and data.seat < table.players else None
    language, about = language_of(request), brought.about(table, language_of(request))
    return _streamed(
        request, await hall_of(request).replays.open(table, look, language, visitor_of(request.scope), about)
    )


@get("/tables/{table_id:str}/record", media_type=MediaType.TEXT, responses=answers())
async def record(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """The record as text, for download; sealed while the game lasts."""
    table = (await room_of(request, table_id)).table
    if table.status != "over" and table.game.rules.SECRETS:
        raise UnavailableError(RECORD_AFTER_END)
    text = await read_beside(request, lambda: _record(table.snapshot()))
    name = f"{table.game.name}-{table.id}.txt"
    return Response(
        text,
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def _record(table: Table) -> str:
    full = table.proof()
    return str(full if table.status == "over" else full.without_seed())


def _over(table: Table) -> Table:
    if table.status != "over":
        raise UnavailableError(NOT_OVER)
    return table


@get("/tables/{table_id:str}/verify", responses=answers())
async def verify(request: Asked, table_id: FromPath[str]) -> shapes.Verification:
    """Prove the record of a finished game: a refusal says where it does not hold."""
    table = _over((await room_of(request, table_id)).table)
    full = await read_beside(request, table.snapshot().proof)
    proof = await read_beside(request, lambda: prove(str(full)))
    language = language_of(request)
    parts = [
        shapes.ProvenPart(part.version, part.actions, part.unproven and part.unproven.of(language))
        for part in proof.parts
    ]
    return shapes.Verification(proof.whole, full.commitment, str(full.seed), full.nonce, parts)


@get("/tables/{table_id:str}/analysis", responses=answers())
async def analysis(request: Asked, table_id: FromPath[str], begin: Begin = True) -> learning_shapes.Analysis:
    """What people decided in a finished game and what it cost them, as far as that is worked out."""
    table = _over((await room_of(request, table_id)).table)
    analyses = hall_of(request).analyses
    known = await (analyses.of(table, visitor_of(request.scope)) if begin else analyses.so_far(table))
    return analysed(known, table.players)


@get("/tables/{table_id:str}/analysis/{step:int}", responses=answers())
async def better_line(request: Asked, table_id: FromPath[str], step: FromPath[int]) -> learning_shapes.Line:
    """What would have been better than the decision at a step of a finished game, and what may have followed."""
    table = _over((await room_of(request, table_id)).table)
    known = await hall_of(request).analyses.of(table, visitor_of(request.scope))
    decision = next((one for one in known.decisions if one.step == step), None)
    if decision is None or not table.followable:
        raise NotFoundError(NO_DECISION)
    language, copied = language_of(request), table.snapshot()
    line: learning_shapes.Line = await read_beside(request, lambda: line_of(copied, decision, language))
    return line


@get("/me", responses=answers())
async def me(request: Asked) -> learning_shapes.Person:
    """What this browser has played, how it went, and how well it has decided."""
    summary = Summary()
    async for past in hall_of(request).store.history(holder_in(request)):
        summary.add(past)
    return summary.person()


router = Router(
    "/api",
    request_class=StrictRequest,
    parameters={"lang": LANGUAGE},
    route_handlers=[
        *games_api.HANDLERS,
        *lobby_api.HANDLERS,
        *invitations_api.HANDLERS,
        entrance_api.enter,
        create_table,
        list_tables,
        show_table,
        no_socket,
        take_seat,
        links,
        open_seat_link,
        replay,
        replay_record,
        record,
        verify,
        analysis,
        better_line,
        me,
        *people_api.HANDLERS,
        notifications.router,
    ],
)
