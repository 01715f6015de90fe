"""Requests to addresses that strangers have named: never into the server's own network.

The name is resolved once, every address that it has must be a public one, and the connection goes to one of just these:
a name that points elsewhere a moment later leads nowhere. Redirections are not followed.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpx

from alcove.server.notifications.refusals import (
    INSIDE,
    NO_HTTPS,
    NO_SUCH_NAME,
    NOT_AN_ADDRESS,
    BadAddressError,
    Gone,
    Later,
)

SECONDS = 10.0
"""How long an answer may take in all."""
MOST_URL = 2000
NAT64 = IPv6Network("64:ff9b::/96")
TOO_OFTEN, SERVER_ERROR = 429, 500
OVER_FOR_GOOD = (404, 410)


class Answer:
    def __init__(self, status: int, retry_after: float | None) -> None:
        self.status, self.retry_after = status, retry_after

    def check(self) -> None:
        """Raises what has become of a delivery that the other side did not take."""
        if 200 <= self.status < 300:
            return
        if self.status in OVER_FOR_GOOD:
            raise Gone(f"status-{self.status}")
        raise Later(f"status-{self.status}", self.retry_after)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the open internet, also if it is an IPv4 address in other clothes."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if inner is None and address in NAT64:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner:
            return is_public(inner)
    return address.is_global and not (address.is_multicast or address.is_reserved)


def check_public(addresses: list[str], inside: bool) -> None:
    """Raises a BadAddressError if one of them is in a network that nobody may reach through this server."""
    if not inside and not all(is_public(ip_address(one.partition("%")[0])) for one in addresses):
        raise BadAddressError(INSIDE)


async def resolve(host: str, port: int, inside: bool) -> str:
    """One of the addresses of a name, all of which are allowed."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(SECONDS):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Later("no-such-name", None) from None
    except TimeoutError:
        raise Later("no-answer", None) from None
    addresses = [str(one[4][0]) for one in found]
    check_public(addresses, inside)
    return addresses[0]


def check_url(url: str, inside: bool) -> None:
    """Whether something could be sent there, by its looks."""
    parts = _split(url)
    if parts.scheme != "https" and not (inside and parts.scheme == "http"):
        raise BadAddressError(NO_HTTPS)
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadAddressError(NOT_AN_ADDRESS)


def _split(url: str) -> Any:
    if len(url) > MOST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise BadAddressError(NOT_AN_ADDRESS)
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  raises for a port that is none
    except ValueError:
        raise BadAddressError(NOT_AN_ADDRESS) from None
    return parts


async def check_reachable(url: str, inside: bool) -> None:
    """Whether something may be sent there now."""
    check_url(url, inside)
    parts = _split(url)
    try:
        await resolve(parts.hostname, _port(parts), inside)
    except Later:
        raise BadAddressError(NO_SUCH_NAME) from None


async def post(url: str, body: bytes, headers: Mapping[str, str], inside: bool) -> Answer:
    """Send something. Raises Later if nobody answers, and a BadAddressError if the address is not allowed."""
    import httpx

    check_url(url, inside)
    parts = _split(url)
    address = await resolve(parts.hostname, _port(parts), inside)
    target = httpx.URL(url).copy_with(host=address)
    named = {**headers, "Host": parts.netloc}
    sni = {"sni_hostname": parts.hostname}
    try:
        async with asyncio.timeout(SECONDS), _client() as client:
            request = client.build_request("POST", target, content=body, headers=named, extensions=sni)
            answer = await client.send(request, stream=True)
            try:
                return Answer(answer.status_code, _seconds(answer.headers.get("retry-after", "")))
            finally:
                await answer.aclose()
    except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError):
        raise Later("no-answer", None) from None


def _port(parts: Any) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _seconds(text: str) -> float | None:
    return float(text) if text.isdecimal() and len(text) < 7 else None


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


def _client() -> httpx.AsyncClient:
    import httpx

    return httpx.AsyncClient(verify=_certificates(), follow_redirects=False, trust_env=False, timeout=SECONDS)
