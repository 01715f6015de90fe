"""python -m alcove.server --port 8642 --data folder"""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

from alcove.kernel.errors import AlcoveError
from alcove.server.serving import serve
from alcove.server.settings import Settings, data_folder


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m alcove.server", description="Serve Alcove's tables.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8642)
    parser.add_argument("--data", type=Path, default=None, help="where tables are kept")
    parser.add_argument("--bot-pause", type=float, default=Settings.bot_pause, help="seconds before a bot answers")
    parser.add_argument("--name", action="append", default=[], help="what browsers may call this server; repeatable")
    parser.add_argument("--public-url", default=None, help="the site's address, if a proxy stands before it")
    parser.add_argument(
        "--trusted-proxy", action="append", default=[], help="address or network of a proxy to believe; repeatable"
    )
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings = Settings(
        data=chosen.data or data_folder(),
        bot_pause=chosen.bot_pause,
        names=tuple(chosen.name),
        public_url=chosen.public_url,
        trusted_proxies=tuple(chosen.trusted_proxy),
    )
    try:
        serve(
            chosen.host,
            chosen.port,
            settings=settings,
            on_ready=lambda url: print(f"Alcove is open at {url}", flush=True),
        )
    except AlcoveError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
