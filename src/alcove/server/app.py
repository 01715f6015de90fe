"""The application: routes, headers, and errors that all look the same."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from alcove.kernel.errors import AlcoveError, UnreadableError
from alcove.server import api
from alcove.server.hall import Hall
from alcove.server.holders import cookie_for, holder_of, new_token, token_in
from alcove.server.live import live
from alcove.server.refusals import (
    NO_PAGE,
    STATUS,
    TOO_LARGE,
    UNREADABLE,
    WENT_WRONG,
    NotFoundError,
    TooLargeError,
    UnavailableError,
)
from alcove.server.settings import Settings
from alcove.server.static import page, seat_link
from alcove.server.wire import error_body

log = logging.getLogger("alcove.server")

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self' {sockets}",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
HOST_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]")


def create_app(settings: Settings | None = None) -> Litestar:
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = await Hall.open(chosen)
        try:
            yield
        finally:
            await app.state.hall.close()

    return Litestar(
        route_handlers=[api.router, live, seat_link, health, page],
        lifespan=[lifespan],
        middleware=[_know_browser],
        before_send=[_add_headers],
        exception_handlers={AlcoveError: _refuse, HTTPException: _refuse_http, Exception: _fail},
        request_max_body_size=chosen.limits.body_bytes,
        openapi_config=None,
        logging_config=None,
    )


@get("/health", sync_to_thread=False)
def health() -> dict[str, bool]:
    return {"ok": True}


def _know_browser(app: ASGIApp) -> ASGIApp:
    """Find out which browser asks; one that is new gets a token of its own."""

    async def know(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            headers = dict(scope["headers"])
            token = token_in(headers.get(b"cookie", b"").decode("latin-1"))
            state = scope["state"]
            if token is None and scope["type"] == ScopeType.HTTP and scope["path"].startswith(("/api/", "/seat/")):
                token = state["new_token"] = new_token()
            state["holder"] = holder_of(token) if token is not None else ""
            if scope["type"] == ScopeType.HTTP and scope["path"].startswith("/api/"):
                client = scope.get("client")
                hall: Hall = scope["litestar_app"].state.hall
                hall.requests.take(state["holder"] if "new_token" not in state else f"address {client and client[0]}")
        await app(scope, receive, send)

    return know


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    sockets = f"ws://{host} wss://{host}" if host and HOST_LETTERS.issuperset(host) else ""
    headers["content-security-policy"] = POLICY.format(sockets=sockets).replace(" ;", ";")
    for name, value in HEADERS.items():
        headers[name] = value
    if scope["path"].startswith("/api/") and "cache-control" not in headers:
        headers["cache-control"] = "no-store"
    token = scope.get("state", {}).get("new_token")
    if token is not None:
        settings: Settings = scope["litestar_app"].state.hall.settings
        headers.add("set-cookie", cookie_for(token, settings.secure_cookies))


def _refuse(request: Request[Any, Any, Any], error: AlcoveError) -> Response[bytes]:
    content = error_body(error, api.language_of(request))
    return Response(content, status_code=STATUS.get(error.code, 400), media_type="application/json")


def _refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework refuses by itself, said our way."""
    known: AlcoveError
    if error.status_code == 413:
        known = TooLargeError(TOO_LARGE)
    elif error.status_code in (404, 405):
        known = NotFoundError(NO_PAGE)
    elif error.status_code < 500:
        known = UnreadableError(UNREADABLE)
    else:
        return _fail(request, error)
    response = _refuse(request, known)
    response.status_code = error.status_code
    return response


def _fail(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("%s %s failed", request.scope.get("method"), request.scope.get("path"), exc_info=error)
    response = _refuse(request, UnavailableError(WENT_WRONG))
    response.status_code = 500
    return response
