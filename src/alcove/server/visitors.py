"""Who asks: the browser by its token, and the address it asks from. What every request passes first."""

from __future__ import annotations

import hashlib
from typing import Any

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from alcove.server.addresses import key_of
from alcove.server.hall import Hall
from alcove.server.holders import (
    HTTPS_COOKIE,
    Visitor,
    cookie_for,
    holder_of,
    is_device,
    is_signed,
    new_token,
    tokens_in,
)
from alcove.server.refusals import BAD_HOST, NOT_INVITED, BadHostError, NotInvitedError
from alcove.server.site import Site

HOST_SHOWN = 80
OUTSIDE = ("/api/entrance", "/api/seat-links", "/api/along", "/api/sign-in", "/api/owner")
"""What strangers may ask a server that is closed to them: by an invitation, by the link of a seat, to prove who they
are on another device, as its owner."""
WITHOUT_NAME = ("/health", "/ready")
"""What balancers ask, by whatever name."""


def visitor_of(scope: Any) -> Visitor:
    visitor: Visitor = scope["state"]["visitor"]
    return visitor


def device_of(scope: Any) -> str:
    """The hash of the token by which a browser is known."""
    device: str = scope["state"]["device"]
    return device


def person_mark(holder: str) -> str:
    """By what a browser can tell one person from another, and nobody can tell who it is."""
    return hashlib.sha256(b"mark " + holder.encode()).hexdigest()[:16]


def keep_token(scope: Any, token: str | None) -> None:
    """Have the browser keep another token from now on, if there is one."""
    if token is not None:
        scope["state"]["cookie"] = cookie_for(token, scope["state"]["secure"])


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
        if await _is_outside(scope, state.hall):
            if scope["type"] == ScopeType.HTTP:
                raise NotInvitedError(NOT_INVITED)
            await send({"type": "websocket.close", "code": 1008, "reason": "not-invited"})
            return
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
    device, holder = await _known(hall, headers.get("cookie", ""), address, secure)
    visitor = Visitor(address, holder)
    state = scope["state"]
    state["secure"] = secure
    if scope["type"] == ScopeType.HTTP:
        await hall.admission.admit(visitor, by_browser=scope["path"].startswith("/api/"))
        if not device and scope["path"].startswith("/api/") and site.sender(headers) == "ours":
            token = new_token(hall.store.key)
            device = holder_of(token)
            visitor = Visitor(address, device)
            state["cookie"] = cookie_for(token, secure)
    state["visitor"], state["device"] = visitor, device


async def _is_outside(scope: Scope, hall: Hall) -> bool:
    """Whether a stranger asks for more than the entrance of a server that is closed to strangers."""
    path = scope["path"]
    if not hall.store.entrance.closed or not path.startswith("/api/") or path.startswith(OUTSIDE):
        return False
    return not await hall.store.entrance.lets_in(visitor_of(scope).holder)


async def _known(hall: Hall, cookies: str, address: str, secure: bool) -> tuple[str, str]:
    """The device of the first token that this server has given, and who holds seats by it. Where a page comes by HTTPS,
    a cookie of the plain name counts for nothing: another site of the same domain may have set it, to a token that it
    was given itself."""
    unsigned = []
    for name, token in tokens_in(cookies):
        if secure and name != HTTPS_COOKIE:
            continue
        device = holder_of(token)
        if is_signed(hall.store.key, token):
            return device, device
        if not is_device(hall.store.key, token):
            unsigned.append(device)
        elif person := await hall.devices.person_of(device):
            return device, person
    for device in unsigned:
        if await hall.old_browsers.knows(device, address):
            return device, device
    return "", ""


def give_cookie(message: Message, scope: Scope) -> None:
    """With an answer to our own pages only, never with a refusal: a browser that is given another token loses the
    seats that the old one holds."""
    cookie = scope.get("state", {}).get("cookie")
    if cookie is not None and message["type"] == "http.response.start" and message["status"] < 400:
        MutableScopeHeaders.from_message(message).add("set-cookie", cookie)
