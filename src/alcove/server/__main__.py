"""python -m alcove.server --port 8642 --data folder"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from alcove.server.serving import serve


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m alcove.server", description="Serve Alcove's tables.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8642)
    parser.add_argument("--data", type=Path, default=None, help="where tables are kept")
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    serve(
        chosen.host, chosen.port, data=chosen.data, on_ready=lambda url: print(f"Alcove is open at {url}", flush=True)
    )


if __name__ == "__main__":
    main()
