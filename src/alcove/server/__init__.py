"""The web application: tables, seats, store, wire messages."""

from alcove.server.serving import serve

__all__ = ["serve"]
