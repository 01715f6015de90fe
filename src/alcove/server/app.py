"""The application: routes, headers, and errors that all look the same."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import MutableScopeHeaders, State
from litestar.exceptions import HTTPException
from litestar.types import Message, Scope

from alcove.kernel.errors import AlcoveError, UnreadableError
from alcove.server import api, entrance_api, lab_api, owner
from alcove.server.asking import language_of
from alcove.server.database import UNREACHABLE
from alcove.server.hall import Hall
from alcove.server.live import live
from alcove.server.lobby_api import lobby_live
from alcove.server.metrics import METRICS
from alcove.server.openapi import health, openapi_document, ready
from alcove.server.outgoing import error_body
from alcove.server.refusals import (
    NO_DATABASE_NOW,
    NO_PAGE,
    STATUS,
    TOO_LARGE,
    UNREADABLE,
    WENT_WRONG,
    NotFoundError,
    TooLargeError,
    UnavailableError,
)
from alcove.server.site import Site
from alcove.server.static import page, seat_page
from alcove.server.visitors import give_cookie, know_visitor, person_mark

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
PERSON_HEADER = "x-alcove-person"
"""Whom an answer is for. The service worker keeps what it may for one person, and forgets it when another one comes."""
GONE = "client disconnected prematurely"
"""What the framework says of a visitor who has left before the request was read: no failure of ours."""
HOST_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]")


def create_app(hall: Hall, site: Site) -> Litestar:
    return Litestar(
        route_handlers=[
            api.router,
            owner.router,
            entrance_api.router,
            lab_api.router,
            openapi_document,
            live,
            lobby_live,
            seat_page,
            health,
            ready,
            page,
        ],
        state=State({"hall": hall, "site": site, "cluster": None}),
        middleware=[know_visitor],
        before_send=[_add_headers],
        exception_handlers={
            AlcoveError: _refuse,
            HTTPException: _refuse_http,
            **dict.fromkeys(UNREACHABLE, _wait_for_database),
            Exception: _fail,
        },
        request_max_body_size=hall.settings.limits.body_bytes,
        openapi_config=None,
        logging_config=None,
    )


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] != "http.response.start":
        return
    METRICS.requests[str(message["status"])] += 1
    headers = MutableScopeHeaders.from_message(message)
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    sockets = f"ws://{host} wss://{host}" if host and HOST_LETTERS.issuperset(host) else ""
    if "content-security-policy" not in headers:  # a report has one of its own
        headers["content-security-policy"] = POLICY.format(sockets=sockets).replace(" ;", ";")
    for name, value in HEADERS.items():
        headers[name] = value
    if scope["path"].startswith(("/api/", "/metrics", "/ready")) and "cache-control" not in headers:
        headers["cache-control"] = "no-store"
    if scope["path"].startswith("/api/") and (visitor := scope.get("state", {}).get("visitor")) is not None:
        headers[PERSON_HEADER] = person_mark(visitor.holder)
    give_cookie(message, scope)


def _refuse(request: Request[Any, Any, Any], error: AlcoveError) -> Response[bytes]:
    METRICS.refusals[error.code] += 1
    content = error_body(error, language_of(request))
    return Response(content, status_code=STATUS.get(error.code, 400), media_type="application/json")


def _refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework refuses by itself, said our way."""
    known: AlcoveError
    if error.status_code == 413:
        known = TooLargeError(TOO_LARGE)
    elif error.status_code in (404, 405):
        known = NotFoundError(NO_PAGE)
    elif error.status_code < 500 or error.detail == GONE:
        known = UnreadableError(UNREADABLE)
    else:
        return _fail(request, error)
    response = _refuse(request, known)
    response.status_code = error.status_code
    return response


def _wait_for_database(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("The database did not answer: %s", error)
    return _refuse(request, UnavailableError(NO_DATABASE_NOW))


def _fail(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("%s %r failed", request.scope.get("method"), request.scope.get("path"), exc_info=error)
    response = _refuse(request, UnavailableError(WENT_WRONG))
    response.status_code = 500
    return response
