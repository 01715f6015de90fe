"""Who holds which seat: a token for each browser, a secret link for each seat.

A browser's token is random and lives in its cookie; only a hash of it is stored. A seat's secret is made from the
server's own key, so it need not be stored at all.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from http.cookies import CookieError, SimpleCookie

COOKIE = "alcove"
COOKIE_SECONDS = 400 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
TABLE_ID = re.compile(r"[a-z2-7]{16}", re.ASCII)
MAC_LETTERS = 26
SECRET = re.compile(rf"({TABLE_ID.pattern})\.([0-9]{{1,2}})\.([a-z2-7]{{{MAC_LETTERS}}})", re.ASCII)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def holder_of(token: str) -> str:
    """The name under which a browser's token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_in(cookie_header: str) -> str | None:
    """The token in a Cookie header, None if there is none that could be ours."""
    try:
        morsel = SimpleCookie(cookie_header).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and TOKEN.fullmatch(morsel.value) else None


def cookie_for(token: str, secure: bool) -> str:
    parts = [f"{COOKIE}={token}", "Path=/", f"Max-Age={COOKIE_SECONDS}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)


def new_table_id() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def seat_secret(key: bytes, table: str, seat: int) -> str:
    mac = hmac.digest(key, f"{table}.{seat}".encode(), "sha256")
    letters = base64.b32encode(mac[:16]).decode().lower().rstrip("=")
    return f"{table}.{seat}.{letters}"


def read_seat_secret(key: bytes, secret: str) -> tuple[str, int] | None:
    """Table and seat of a secret, None if this server has not made it."""
    match = SECRET.fullmatch(secret)
    if match is None:
        return None
    table, seat = match[1], int(match[2])
    return (table, seat) if hmac.compare_digest(seat_secret(key, table, seat), secret) else None
