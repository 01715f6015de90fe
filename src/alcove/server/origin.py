"""Requests that change something must come from our own pages."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether the Origin header names the host that was asked."""
    origin, host = headers.get("origin"), headers.get("host")
    if not origin or not host:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def from_our_pages(headers: Mapping[str, str]) -> bool:
    """The same for plain requests. Programs that are no browsers send neither header, and no stolen cookie."""
    if "origin" in headers:
        return same_origin(headers)
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
