"""Starts servers for the test that kills them.

Imports and compiled rules are loaded once; each server is a fork that begins with all of it. A line on standard input,
"port folder" or "port folder database", starts one; its process id is written to standard output. The names of the
games that are played are arguments.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import alcove
from alcove.server.limit_settings import Limits
from alcove.server.rehearsal import rehearse
from alcove.server.serving import serve
from alcove.server.settings import Settings

LEASE = 0.5
"""So that a server which was killed is not waited for."""


def warm() -> None:
    for name in sys.argv[1:] or ["alva"]:
        rehearse(alcove.game(name))


def main() -> None:
    warm()
    print("ready", flush=True)
    for line in sys.stdin:
        port, folder, *database = line.split()
        child = os.fork()
        if child == 0:
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
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
