"""Who holds which seat: a token for each browser, a secret link for each seat.

A browser's token is random, signed with the server's own key, and lives in its cookie; only a hash of it is stored. So
a token that nobody was given counts for nothing. A browser alone holds seats under the hash of its token. A device of
somebody who has several has a token of another kind: it holds nothing itself, and is looked up (`devices.py`). A seat's
secret is made from the same key and need not be stored at all.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

COOKIE = "alcove"
HTTPS_COOKIE = "__Host-alcove"
"""Its name where the page came by HTTPS. No other site of the same domain can set a cookie of such a name."""
COOKIE_SECONDS = 400 * 24 * 3600
COOKIES_READ = 4
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
RANDOM_BYTES, SIGNATURE_BYTES = 20, 12
BROWSER, DEVICE = b"browser ", b"device "
"""What a token is signed as."""
TABLE_ID = re.compile(r"[a-z2-7]{16}", re.ASCII)
MAC_LETTERS = 26
SECRET = re.compile(rf"({TABLE_ID.pattern})\.([0-9]{{1,2}})\.([a-z2-7]{{{MAC_LETTERS}}})", re.ASCII)


class Visitor(NamedTuple):
    """Who asks for something."""

    address: str
    """Whom limits by address bind."""
    holder: str
    """Under whom seats are held: a browser alone, or a person with all devices; empty for nobody."""

    @property
    def person(self) -> str:
        """Whom limits by person bind."""
        return self.holder or self.address


NOBODY = Visitor("", "")


def new_token(key: bytes) -> str:
    return _sign(key, secrets.token_bytes(RANDOM_BYTES), BROWSER)


def new_device_token(key: bytes) -> str:
    """For a device that belongs to somebody."""
    return _sign(key, secrets.token_bytes(RANDOM_BYTES), DEVICE)


def is_signed(key: bytes, token: str) -> bool:
    """Whether this server has made a token, for a browser alone."""
    return _is_signed(key, token, BROWSER)


def is_device(key: bytes, token: str) -> bool:
    """Whether this server has made a token for a device. It may have been signed out since."""
    return _is_signed(key, token, DEVICE)


def _is_signed(key: bytes, token: str, kind: bytes) -> bool:
    return hmac.compare_digest(_sign(key, base64.urlsafe_b64decode(token + "=")[:RANDOM_BYTES], kind), token)


def _sign(key: bytes, number: bytes, kind: bytes) -> str:
    signature = hmac.digest(key, kind + number, "sha256")[:SIGNATURE_BYTES]
    return base64.urlsafe_b64encode(number + signature).decode().rstrip("=")


def holder_of(token: str) -> str:
    """The name under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def tokens_in(cookie_header: str) -> list[tuple[str, str]]:
    """Names and tokens in a Cookie header that could be ours, the safest first."""
    pairs = [pair.strip().partition("=") for pair in cookie_header.split(";")]
    found = [(name, value) for name, _, value in pairs if name in (COOKIE, HTTPS_COOKIE) and TOKEN.fullmatch(value)]
    return sorted(found[:COOKIES_READ], key=lambda pair: pair[0] != HTTPS_COOKIE)


def cookie_for(token: str, secure: bool) -> str:
    name = HTTPS_COOKIE if secure else COOKIE
    parts = [f"{name}={token}", "Path=/", f"Max-Age={COOKIE_SECONDS}", "HttpOnly", "SameSite=Lax"]
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


def owner_token(key: bytes, chosen: str | None) -> str:
    """The token that the settings name, else the one that follows from the server's key."""
    if chosen:
        return chosen
    mac = hmac.digest(key, b"owner", "sha256")[:20]
    return base64.b32encode(mac).decode().lower()
