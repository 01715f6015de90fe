"""Servers to be killed: forks of one process that has loaded everything."""

from __future__ import annotations

import sys
from pathlib import Path

from alcove.server.limit_settings import Limits
from alcove.server.serving import serve
from alcove.server.settings import Settings
from tests.forking import Forked

LEASE = 0.5
"""So that a server which was killed is not waited for."""


class Forks:
    def __init__(self, zygote: str) -> None:
        self._zygote = zygote

    def start(self, port: int, folder: Path, database: str | None = None) -> Forked:
        return Forked(self._zygote, "tests.server.forks:main", port, folder, *([database] if database else []))


def main() -> None:
    _, port, folder, *database = sys.argv
    limits = Limits(
        messages_per_second=10_000,
        message_burst=10_000,
        address_messages_per_second=10_000,
        address_message_burst=10_000,
        address_request_burst=10_000,
        tables_per_minute=10_000,
        address_tables_per_minute=10_000,
        gather_seconds=0.01,
        notification_pause=0,
    )
    settings = Settings(
        data=Path(folder),
        database=database[0] if database else None,
        warm=False,
        bot_threads=1,
        bot_pause=0,
        lease=LEASE,
        notify_inside=True,
        limits=limits,
    )
    serve("127.0.0.1", int(port), settings=settings)
