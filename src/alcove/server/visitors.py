"""Who asks: the browser by its token, and the address it asks from. What every request passes first."""

from __future__ import annotations

from typing import Any

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from alcove.server.addresses import key_of
from alcove.server.hall import Hall
from alcove.server.holders import HTTPS_COOKIE, Visitor, cookie_for, holder_of, is_signed, new_token, tokens_in
from alcove.server.refusals import BAD_HOST, BadHostError
from alcove.server.site import Site

HOST_SHOWN = 80
WITHOUT_NAME = ("/health", "/ready")
"""What balancers ask, by whatever name."""


def visitor_of(scope: Any) -> Visitor:
    visitor: Visitor = scope["state"]["visitor"]
    return visitor


def know_visitor(app: ASGIApp) -> ASGIApp:
    """Answer only to our own name, and find out who asks."""

    async def know(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET) or scope["path"] in WITHOUT_NAME:
            await app(scope, receive, send)
            return
        state = scope["litestar_app"].state
        headers = Headers.from_scope(scope)
        host = headers.get("host", "")
        if not state.site.is_called(host):
            if scope["type"] == ScopeType.HTTP:
                raise BadHostError(BAD_HOST.fill(host=host[:HOST_SHOWN] if host.isprintable() else "?"))
            await send({"type": "websocket.close", "code": 1008, "reason": "bad-host"})
            return
        await _introduce(scope, headers, state.site, state.hall)
        await app(scope, receive, send)

    return know


async def _introduce(scope: Scope, headers: Headers, site: Site, hall: Hall) -> None:
    """Note who asks, and the cookie that the browser is to keep from now on."""
    client = scope.get("client")
    peer = client[0] if client else ""
    address = key_of(site.proxies.visitor(peer, headers.getall("x-forwarded-for", [])))
    if (proxy := site.unknown_proxy(peer, headers)) is not None:
        hall.advice.give("proxy", proxy)
    secure = site.by_https(peer, headers)
    token = await _known(hall, headers.get("cookie", ""), address, secure)
    visitor = Visitor(address, holder_of(token) if token else "")
    if scope["type"] == ScopeType.HTTP:
        await hall.admission.admit(visitor, by_browser=scope["path"].startswith("/api/"))
        if not token and scope["path"].startswith("/api/") and site.sender(headers) == "ours":
            token = new_token(hall.store.key)
            visitor = Visitor(address, holder_of(token))
            scope["state"]["cookie"] = cookie_for(token, secure)
    scope["state"]["visitor"] = visitor


async def _known(hall: Hall, cookies: str, address: str, secure: bool) -> str:
    """The first token that this server has given. Where a page comes by HTTPS, a cookie of the plain name counts for
    nothing: another site of the same domain may have set it, to a token that it was given itself."""
    unsigned = []
    for name, token in tokens_in(cookies):
        if secure and name != HTTPS_COOKIE:
            continue
        if is_signed(hall.store.key, token):
            return token
        unsigned.append(token)
    for token in unsigned:
        if await hall.old_browsers.knows(holder_of(token), address):
            return token
    return ""


def give_cookie(message: Message, scope: Scope) -> None:
    """With an answer to our own pages only, never with a refusal: a browser that is given another token loses the
    seats that the old one holds."""
    cookie = scope.get("state", {}).get("cookie")
    if cookie is not None and message["type"] == "http.response.start" and message["status"] < 400:
        MutableScopeHeaders.from_message(message).add("set-cookie", cookie)
