"""The HTTP calls about notifications, under /api/notifications."""

from __future__ import annotations

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from alcove.server.asking import Asked, hall_of, holder_in, language_of
from alcove.server.bodies import answers, from_our_pages
from alcove.server.notifications import shapes
from alcove.server.notifications.registration import Registration
from alcove.server.refusals import BAD_ORIGIN, BadOriginError
from alcove.server.visitors import visitor_of


def _registration(request: Asked) -> Registration:
    return hall_of(request).registration


async def _told(request: Asked) -> shapes.NotificationState:
    return await _registration(request).state(holder_in(request), language_of(request))


def _holder(request: Asked) -> str:
    """Whoever changes something is somebody."""
    if not holder_in(request):
        raise BadOriginError(BAD_ORIGIN)
    return holder_in(request)


def _origin(request: Asked) -> str:
    """By which address the links in messages lead here."""
    site = request.app.state.site
    if site.public is not None:
        return str(site.public)
    client = request.scope.get("client")
    scheme = "https" if site.by_https(client[0] if client else "", request.headers) else "http"
    return f"{scheme}://{request.headers.get('host', '')}"


@get("/", responses=answers())
async def show(request: Asked) -> shapes.NotificationState:
    """How this person is told of their games."""
    return await _told(request)


@post("/channels", status_code=200, guards=[from_our_pages], responses=answers())
async def add_channel(request: Asked, data: JSONBody[shapes.NewChannel]) -> shapes.NotificationState:
    """Add a channel, and test it: it counts when the test has arrived, a mailbox when its code was typed."""
    _holder(request)
    await _registration(request).add(visitor_of(request.scope), data, language_of(request), _origin(request))
    return await _told(request)


@post("/channels/{channel:str}/test", status_code=200, guards=[from_our_pages], responses=answers())
async def test_channel(
    request: Asked, channel: FromPath[str], data: JSONBody[shapes.NoDetails]
) -> shapes.NotificationState:
    """Send a test, or another code to a mailbox."""
    await _registration(request).test(visitor_of(request.scope), channel)
    return await _told(request)


@post("/channels/{channel:str}/confirm", status_code=200, guards=[from_our_pages], responses=answers())
async def confirm_channel(
    request: Asked, channel: FromPath[str], data: JSONBody[shapes.ConfirmCode]
) -> shapes.NotificationState:
    """Type the code that was sent to a mailbox."""
    await _registration(request).confirm(_holder(request), channel, data.code)
    return await _told(request)


@post("/channels/{channel:str}/switch", status_code=200, guards=[from_our_pages], responses=answers())
async def switch_channel(
    request: Asked, channel: FromPath[str], data: JSONBody[shapes.SwitchChannel]
) -> shapes.NotificationState:
    await _registration(request).switch(_holder(request), channel, data.on)
    return await _told(request)


@post("/channels/{channel:str}/delete", status_code=200, guards=[from_our_pages], responses=answers())
async def delete_channel(
    request: Asked, channel: FromPath[str], data: JSONBody[shapes.NoDetails]
) -> shapes.NotificationState:
    await _registration(request).delete(_holder(request), channel)
    return await _told(request)


@post("/events", status_code=200, guards=[from_our_pages], responses=answers())
async def choose_events(request: Asked, data: JSONBody[shapes.EventWish]) -> shapes.NotificationState:
    """Of what this person is usually told."""
    await _registration(request).wish(_holder(request), data.events)
    return await _told(request)


@get("/tables/{table_id:str}", responses=answers())
async def show_for_table(request: Asked, table_id: FromPath[str]) -> shapes.TableNotifications:
    """Of what this person is told of one table."""
    return await _registration(request).of_table(holder_in(request), table_id)


@post("/tables/{table_id:str}", status_code=200, guards=[from_our_pages], responses=answers())
async def choose_for_table(
    request: Asked, table_id: FromPath[str], data: JSONBody[shapes.EventWish]
) -> shapes.TableNotifications:
    """Be told of other things at one table than usual."""
    _holder(request)
    await _registration(request).wish_for(visitor_of(request.scope), table_id, data.events)
    return await _registration(request).of_table(holder_in(request), table_id)


@post("/leave/{token:str}", status_code=200, responses=answers())
async def leave(request: Asked, token: FromPath[str]) -> shapes.Unsubscribed:
    """End the mails of a channel. A mail program asks for it, and knows no page of ours: the token says whose."""
    await _registration(request).leave(token)
    return shapes.Unsubscribed()


router = Router(
    "/notifications",
    route_handlers=[
        show,
        add_channel,
        test_channel,
        confirm_channel,
        switch_channel,
        delete_channel,
        choose_events,
        show_for_table,
        choose_for_table,
        leave,
    ],
)
