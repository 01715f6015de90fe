"""What this server is called, and which requests come from its own pages.

A name that is not ours means that a page of another site has its own name point here, to talk to us as if it were
ours. A request of another site's page may do nothing, and above all takes no cookie away.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from alcove.kernel.text import Text
from alcove.server.addresses import Proxies, read_address, read_origin
from alcove.server.settings import Settings

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.ASCII)
OUR_HEADER = "x-alcove"
"""Sent by our pages. Another site's page cannot send it: a browser would ask us first, and be refused."""
UNKNOWN_PROXY = Text(
    "A proxy at {address} passes requests on, but is not among trusted_proxies: all who come through it share the "
    "limits of one visitor.",
    "Ein Proxy unter {address} reicht Anfragen weiter, steht aber nicht in trusted_proxies: Alle, die durch ihn "
    "kommen, teilen sich die Grenzen eines Besuchers.",
)
Sender = Literal["ours", "another", "unknown"]


def host_name(header: str) -> str:
    """The name in a Host header, without port and brackets; empty if it is none."""
    match = HOST.fullmatch(header.lower())
    return match[1].strip("[]").rstrip(".") if match else ""


class Site:
    def __init__(self, settings: Settings, listens_on: str) -> None:
        self.proxies = Proxies(settings.trusted_proxies)
        self.public = read_origin(settings.public_url) if settings.public_url else None
        machine = socket.gethostname().lower()
        names = {"localhost", "127.0.0.1", "::1", listens_on.strip("[]").lower()}
        names |= {machine, machine.partition(".")[0] + ".local"}
        names |= {name.lower().rstrip(".") for name in settings.names}
        if self.public is not None:
            names.add(urlsplit(self.public).hostname or "")
        self._names = names - {""}
        self._every_address = listens_on in ("", "0.0.0.0", "::")

    def is_called(self, host: str) -> bool:
        """Whether a Host header names this server. Who listens everywhere is called by every number: numbers, unlike
        names, cannot be made to point elsewhere."""
        name = host_name(host)
        return name in self._names or (self._every_address and _is_number(name))

    def elsewhere(self, headers: Mapping[str, str], visitor: str) -> tuple[str | None, bool]:
        """By which address others reach this server, if it is not the one by which it was asked; and whether nobody
        else can. Only somebody at this very machine is told its address in the neighbourhood."""
        if self.public is not None:
            return self.public, False
        host = headers.get("host", "").lower()
        if not _is_loopback(host_name(host)) or not _is_loopback(visitor) or "x-forwarded-for" in headers:
            return None, False
        near = neighbourhood_address() if self._every_address else None
        port = host.rpartition(":")[2] if host.rstrip("0123456789").endswith(":") else "80"
        return (None, True) if near is None else (f"http://{near}:{port}", False)

    def by_https(self, peer: str, headers: Mapping[str, str]) -> bool:
        """Whether the browser asked by HTTPS."""
        if self.proxies.trusts(read_address(peer)) and "x-forwarded-proto" in headers:
            return headers["x-forwarded-proto"].rpartition(",")[2].strip().lower() in ("https", "wss")
        public, host = urlsplit(self.public or ""), headers.get("host", "").lower()
        if public.scheme != "https":
            return False
        if host_name(host) == public.hostname:
            return True
        # A proxy that puts the address it asks into Host. Who asks from this very machine says so in Origin.
        return _is_loopback(host_name(host)) and headers.get("origin", "").lower() != f"http://{host}"

    def sender(self, headers: Mapping[str, str]) -> Sender:
        """Whose page sent a request. Every browser of today says so; older ones cannot send another site's
        requests with a header of ours, or with JSON in them. Neither can a form."""
        origin, fetched = headers.get("origin"), headers.get("sec-fetch-site")
        if (fetched or "none") not in ("none", "same-origin") or (origin is not None and not self.is_own(headers)):
            return "another"
        if fetched or origin or OUR_HEADER in headers or headers.get("content-type", "").startswith("application/json"):
            return "ours"
        return "unknown"

    def is_own(self, headers: Mapping[str, str]) -> bool:
        """Whether the Origin header names the site as the world knows it. Who is asked by another name, such as the
        machine's own, takes pages of that name for its own as well."""
        origin, host = headers.get("origin", "").lower(), headers.get("host", "").lower()
        if not origin or not host:
            return False
        if origin == self.public:
            return True
        by_public_name = self.public is not None and host_name(host) == urlsplit(self.public).hostname
        return not by_public_name and origin in (f"http://{host}", f"https://{host}")

    def unknown_proxy(self, peer: str, headers: Mapping[str, str]) -> Text | None:
        """What the owner should know of a proxy in the neighbourhood that nobody has named."""
        address = read_address(peer)
        if "x-forwarded-for" not in headers or address is None or not address.is_private:
            return None
        return None if self.proxies.trusts(address) else UNKNOWN_PROXY.fill(address=address)


def neighbourhood_address() -> str | None:
    """This machine's address in its own network; None without one. Nothing is sent to find out."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address that belongs to nobody
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if _is_loopback(found) else found


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (_is_number(name) and ip_address(name).is_loopback)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
