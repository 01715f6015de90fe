"""The web application: tables, seats, store, wire messages."""

from __future__ import annotations

from typing import Any

__all__ = ["serve"]


def __getattr__(name: str) -> Any:
    """What serves is loaded when it is asked for: the command line needs only the list of settings."""
    if name == "serve":
        from alcove.server.serving import serve

        return serve
    raise AttributeError(name)
