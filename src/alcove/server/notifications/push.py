"""Web Push: encrypted for the browser (RFC 8291), and signed so that its push service knows who sends (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import msgspec

from alcove.server.notifications import outside
from alcove.server.notifications.channels import Channel
from alcove.server.notifications.messages import Message
from alcove.server.notifications.refusals import BAD_KEYS, BadAddressError

TTL_SECONDS = 24 * 3600
VALID_SECONDS = 12 * 3600
POINT_BYTES, AUTH_BYTES = 65, 16
MOST_TEXT = 1500
"""Letters of a message: what a push service takes is 4096 bytes in all."""


class Subscription(msgspec.Struct, frozen=True):
    """What a browser says of where it gets its pushes."""

    endpoint: str
    p256dh: str
    auth: str

    def write(self) -> str:
        return msgspec.json.encode(self).decode()


def read_subscription(text: str) -> Subscription:
    return msgspec.json.decode(text, type=Subscription)


def check_subscription(said: Subscription, inside: bool) -> None:
    """Whether something can be encrypted for it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    outside.check_url(said.endpoint, inside)
    try:
        point, auth = _bytes(said.p256dh), _bytes(said.auth)
        if len(point) != POINT_BYTES or len(auth) != AUTH_BYTES:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise BadAddressError(BAD_KEYS) from None


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def new_key() -> str:
    """A private key, to be kept."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return f"{ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value:064x}"


class Push:
    """`contact` is where whoever runs a push service can reach the server's owner."""

    def __init__(self, key: str, contact: str, inside: bool) -> None:
        self._key, self._contact, self._inside = key, contact, inside

    @cached_property
    def _signer(self) -> Any:
        from py_vapid import Vapid02

        return Vapid02.from_raw(_text(bytes.fromhex(self._key)).encode())

    @cached_property
    def public_key(self) -> str:
        """What browsers want to know before they let anybody send."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return _text(self._signer.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, channel: Channel, message: Message, now: float) -> None:
        said = read_subscription(channel.address)
        headers = {
            "Authorization": self._signature(said.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_SECONDS),
            "Urgency": "high" if message.urgent else "normal",
            "Topic": message.tag,
        }
        (await outside.post(said.endpoint, self._encrypted(said, message), headers, self._inside)).check()

    def _signature(self, endpoint: str, now: float) -> str:
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact, "exp": int(now) + VALID_SECONDS}
        return str(self._signer.sign(claims)["Authorization"])

    def _encrypted(self, said: Subscription, message: Message) -> bytes:
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        told = {"title": message.title, "body": message.text[:MOST_TEXT], "path": message.path, "tag": message.tag}
        encrypted: bytes = http_ece.encrypt(
            msgspec.json.encode(told),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(said.p256dh),
            auth_secret=_bytes(said.auth),
            version="aes128gcm",
        )
        return encrypted
