"""Everything that means the server's usual address means the same."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from alcove.server.serving import serve
from alcove.server.settings import Settings

WEB = Path(__file__).resolve().parents[2] / "web"


def test_the_development_proxy_asks_where_the_server_listens() -> None:
    proxied = re.search(r"http://127\.0\.0\.1:(\d+)", (WEB / "vite.config.ts").read_text("utf-8"))
    assert proxied is not None
    assert int(proxied[1]) == Settings().port == inspect.signature(serve).parameters["port"].default
