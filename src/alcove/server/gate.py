"""Everybody who has come in: how many, from where, and for how long we wait for them.

A connection either waits for us, or we wait for it: for its request, its next request, or that it reads an answer. We
wait for few at a time, by address and in all, and not for long. When there are too many, the oldest goes: an honest
request is complete after milliseconds, so those that wait longest are the slow and the idle.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from alcove.server.holders import is_device, is_signed, tokens_in
from alcove.server.limit_settings import Limits
from alcove.server.limits import Buckets

log = logging.getLogger("alcove.server")

SWEEP_SECONDS = 0.5
FLOOD = 2
"""So many times more requests of an address than may be are a flood."""
SPARE_FILES = 256
"""Files besides connections: the database, its log, pages being sent, the standard streams."""


class Peer(Protocol):
    """One end of a connection, before anybody knows who it is."""

    address: str
    """Whom a limit by address binds; empty for nobody, as for a proxy that many come through."""

    def too_slow(self) -> None:
        """Its time is up."""

    def cut(self) -> None:
        """Its place is needed."""


class Gate:
    def __init__(self, limits: Limits, key: bytes = b"") -> None:
        self.limits = limits
        self._key = key
        rate, burst = FLOOD * limits.address_requests_per_second, FLOOD * limits.address_request_burst
        self._asked, self._asked_again = Buckets(rate, burst), Buckets(rate, burst)
        self._returns = Buckets(limits.returns_per_second, limits.return_burst)
        self.sits: Callable[[str, str], bool] = lambda address, token: False
        """Whether a browser of an address is known to sit at a table: a neighbour with many cookies cannot use up what
        it is heard by."""
        self._inside: set[Peer] = set()
        self._awaited: dict[Peer, float] = {}  # and until when, oldest first
        self._by_address: dict[str, dict[Peer, None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._inside)

    @property
    def awaited(self) -> int:
        return len(self._awaited)

    def enter(self, peer: Peer) -> bool:
        """Whether there is room, if need be by showing somebody else out."""
        if len(self._inside) >= self.limits.requests_at_once and not self._cut_oldest(self._awaited):
            return False
        self._inside.add(peer)
        self.wait(peer, self.limits.head_seconds)
        return True

    def hears(self, address: str, cookies: str) -> bool:
        """Whether a request is looked at at all. The application refuses whoever asks too often, with care; a flood is
        refused here, for a fraction of the work. A browser that we know is heard now and then in the midst of it."""
        if self._asked.allows(address):
            return True
        known = next((token for _, token in tokens_in(cookies) if self._is_ours(token)), None)
        if known is None or not self._returns.allows(known):
            return False
        return self.sits(address, known) or self._asked_again.allows(address)

    def _is_ours(self, token: str) -> bool:
        return is_signed(self._key, token) or is_device(self._key, token)

    def leave(self, peer: Peer) -> None:
        self._inside.discard(peer)
        self.serve(peer)

    def wait(self, peer: Peer, seconds: float) -> None:
        """It is the peer's turn, for so long. Whoever is waited for already goes to the end of the line."""
        if peer not in self._inside:
            return
        self.serve(peer)
        self._awaited[peer] = time.monotonic() + seconds
        neighbours = self._by_address.setdefault(peer.address, {})
        neighbours[peer] = None
        if peer.address and len(neighbours) > self.limits.waiting_per_address:
            self._cut_oldest(neighbours)
        elif len(self._awaited) > self.limits.waiting:
            self._cut_oldest(self._awaited)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def serve(self, peer: Peer) -> None:
        """It is our turn."""
        if self._awaited.pop(peer, None) is not None:
            neighbours = self._by_address[peer.address]
            del neighbours[peer]
            if not neighbours:
                del self._by_address[peer.address]

    def _cut_oldest(self, peers: dict[Peer, float] | dict[Peer, None]) -> bool:
        oldest = next(iter(peers), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.cut()
        return True

    def _sweep(self) -> None:
        now = time.monotonic()
        for peer in [peer for peer, until in self._awaited.items() if until <= now]:
            self.serve(peer)
            peer.too_slow()
        self._timer = None
        if self._awaited:
            self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)


def fit_to_open_files(limits: Limits) -> Limits:
    """Raise the process's limit of open files to what the connections need; where it may not be raised so far, let in
    fewer."""
    try:
        import resource
    except ImportError:  # Windows
        return limits
    needed = limits.connections + limits.requests_at_once + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        share = max(0.0, hard - SPARE_FILES) / (needed - SPARE_FILES)
        limits = replace(
            limits,
            connections=max(1, int(limits.connections * share)),
            connections_watching=int(limits.connections_watching * share),
            requests_at_once=max(1, int(limits.requests_at_once * share)),
        )
        log.warning("Only %d files may be open: room for %d connections at tables", hard, limits.connections)
        needed = hard
    if soft != resource.RLIM_INFINITY and soft < needed:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
        except (OSError, ValueError) as error:
            log.warning("The limit of open files stays at %d: %s", soft, error)
    return limits
