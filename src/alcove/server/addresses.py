"""Where a request comes from: the visitor's own address, also behind a proxy that is trusted."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from alcove.kernel.text import Text
from alcove.server.refusals import BadSettingError

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

NO_NETWORK = Text("{text} is no address and no network.", "{text} ist keine Adresse und kein Netz.")
NO_URL = Text(
    "{text} is no address of a site, such as https://games.example.org",
    "{text} ist keine Adresse einer Seite wie https://spiele.example.org",
)
HOUSEHOLD = 64
"""Bits of an IPv6 address that belong to one customer: below them anybody has as many addresses as they like."""


def read_network(text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise BadSettingError(NO_NETWORK.fill(text=text)) from None


def read_origin(url: str) -> str:
    """A site's address as browsers write it: without a path."""
    try:
        parts = urlsplit(url.strip())
        parts.port  # noqa: B018  raises for a port that is none
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise BadSettingError(NO_URL.fill(text=url))
    return f"{parts.scheme}://{parts.netloc}".lower()


def read_address(text: str) -> Address | None:
    """An address, with or without a port; None for anything else."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def key_of(address: Address | None) -> str:
    """Whom a limit binds: an IPv4 address, or the customer of an IPv6 one."""
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOUSEHOLD), strict=False))
    return str(address or "")


class Proxies:
    """The proxies whose word about a visitor counts."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._networks = [read_network(text) for text in trusted]

    def trusts(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)

    def visitor(self, peer: str, forwarded: Iterable[str]) -> Address | None:
        """The last address in the chain that no trusted proxy has: what stands before it anybody may have written."""
        address = read_address(peer)
        chain = [part for header in forwarded for part in header.split(",")]
        while chain and self.trusts(address):
            before = read_address(chain.pop())
            if before is None:
                break
            address = before
        return address
