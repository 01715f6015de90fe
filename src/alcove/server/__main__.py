"""python -m alcove.server --port 8642 --data folder"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from alcove import server
from alcove.kernel.errors import AlcoveError
from alcove.ready.children import begin_early
from alcove.server.settings import all_settings
from alcove.server.sources import find


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m alcove.server", description="Serve Alcove's tables.")
    parser.add_argument("--config", type=Path, default=None, help="the file of settings")
    for one in all_settings():
        words = one.about.text.en.replace("%", "%%")
        if one.kind is bool:
            parser.add_argument(one.flag, dest=one.key, action=argparse.BooleanOptionalAction, help=words)
        else:
            parser.add_argument(one.flag, dest=one.key, action="append" if one.many else "store", help=words)
    flags = vars(parser.parse_args())
    try:
        settings = find(flags, flags.pop("config")).settings
        if settings.warm and settings.workers == 1:
            begin_early()
        server.serve(  # loaded only now
            settings.host,
            settings.port,
            settings=settings,
            on_ready=lambda url: print(f"Alcove is open at {url}", flush=True),
        )
    except AlcoveError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
