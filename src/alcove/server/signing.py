"""Messages that are signed with a key that sender and receiver share: a stranger's are told apart."""

from __future__ import annotations

import hashlib
import hmac

SIGNATURE_BYTES = 16


class Signer:
    def __init__(self, key: bytes) -> None:
        self._key = key[:64]

    @classmethod
    def of_secret(cls, secret: str) -> Signer:
        """From what people have chosen."""
        return cls(hashlib.sha256(secret.encode()).digest())

    def sign(self, content: bytes, about: str = "") -> bytes:
        """The content behind its signature. What it is about is signed along, and must be known to the reader."""
        return self._signature(content, about) + content

    def read(self, data: bytes, about: str = "") -> bytes | None:
        """The content; None if somebody else has written it, or about something else."""
        signature, content = data[:SIGNATURE_BYTES], data[SIGNATURE_BYTES:]
        return content if hmac.compare_digest(signature, self._signature(content, about)) else None

    def _signature(self, content: bytes, about: str) -> bytes:
        person = hashlib.blake2b(about.encode(), digest_size=16).digest() if about else b""
        return hashlib.blake2b(content, key=self._key, digest_size=SIGNATURE_BYTES, person=person).digest()
