"""An authenticator for tests: makes passkeys and answers as the standard says (WebAuthn, level 2), without the library
that the server asks."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def text(said: bytes) -> str:
    return base64.urlsafe_b64encode(said).decode().rstrip("=")


def cbor(value: Any) -> bytes:
    """As much of CBOR (RFC 8949) as is needed here."""
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    return _head(5, len(value)) + b"".join(cbor(key) + cbor(one) for key, one in value.items())


def _head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    size = 1 if number < 256 else 2
    return bytes([kind << 5 | 23 + size]) + number.to_bytes(size, "big")


@dataclass
class Authenticator:
    """One passkey. What it says can be changed before it is said."""

    origin: str
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    count: int = 0
    counts: bool = True
    changes: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, str]:
        public = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")}
        kept = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + cbor(cose)
        data = self._data(options["rp"]["id"], WITH_KEY) + kept
        attestation = cbor({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return {"id": text(self.credential), "client_data": text(client), "attestation": text(attestation)}

    def get(self, options: dict[str, Any]) -> dict[str, str]:
        self.count += self.counts
        data = self._data(options["rpId"], 0)
        client = self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": text(self.credential),
            "client_data": text(client),
            "authenticator": text(data),
            "signature": text(signature),
        }

    def _data(self, site: str, more: int) -> bytes:
        site = self.changes.get("site", site)
        flags = self.changes.get("flags", PRESENT | VERIFIED) | more
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said | self.changes.get("client", {})).encode()
