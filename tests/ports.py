"""Ports for servers in tests, apart for each worker, and apart from those that outgoing connections are given."""

from __future__ import annotations

import os
import secrets
import socket

WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
EACH = 5_000
FIRST = 10_000 + WORKER % 4 * EACH

_next = secrets.randbelow(EACH)


def free_port() -> int:
    """The next port of this worker that nobody uses."""
    global _next
    while True:
        port = FIRST + _next
        _next = (_next + 1) % EACH
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                line.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
