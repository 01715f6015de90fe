"""Where notifications arrive in tests: push services, webhooks and chats at a local port, and a mail server.

What a browser does with a push is written here a second time, from RFC 8188, 8291 and 8292 alone.
"""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.ports import free_port


class Arrived(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Endpoint:
    """A web server that notes what it is sent. `status` is what it answers, `hold` may keep it from answering."""

    def __init__(self) -> None:
        self.arrived: list[Arrived] = []
        self.status = 201
        self.headers: dict[str, str] = {}
        self.hold = threading.Event()
        self.hold.set()
        self.came = threading.Semaphore(0)
        here = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                here.arrived.append(Arrived(self.path, headers, body))
                here.came.release()
                here.hold.wait(30)
                self.send_response(here.status)
                for name, value in here.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            do_GET = do_PUT = do_POST  # noqa: N815

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.hold.set()
        self._server.shutdown()
        self._server.server_close()

    def take(self) -> list[Arrived]:
        """What has come since it was last asked."""
        taken, self.arrived = self.arrived, []
        return taken


class Mailbox:
    """A mail server that keeps what it is given. `refusal` is said to every recipient, if there is one."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refusal: str | None = None
        self.port = free_port()
        self._controller = Controller(self, "127.0.0.1", self.port, server_hostname="mail.example.org")
        self._controller.start()

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if self.refusal is not None:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    def take(self) -> list[EmailMessage]:
        taken, self.mails = self.mails, []
        return taken

    def close(self) -> None:
        self._controller.stop()


@contextmanager
def opened() -> Iterator[Endpoint]:
    endpoint = Endpoint()
    try:
        yield endpoint
    finally:
        endpoint.close()


def text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def binary(content: str) -> bytes:
    return base64.urlsafe_b64decode(content + "=" * (-len(content) % 4))


def _hmac(key: bytes, content: bytes) -> bytes:
    made = HMAC(key, hashes.SHA256())
    made.update(content)
    return made.finalize()


class Device:
    """A browser that has subscribed to pushes."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._secret = bytes(range(100, 116))

    @property
    def said(self) -> dict[str, str]:
        """What its page tells the server."""
        return {"kind": "push", "endpoint": self.endpoint, "p256dh": text(self._public), "auth": text(self._secret)}

    def read(self, arrived: Arrived) -> Any:
        """RFC 8291, section 3.4, and RFC 8188, section 2: one record, its last byte before the padding a 2."""
        assert arrived.headers["content-encoding"] == "aes128gcm"
        body = arrived.body
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        server, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(server) == 65
        assert len(sealed) <= size
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), server))
        info = b"WebPush: info\0" + self._public + server
        key_material = _hmac(_hmac(self._secret, shared), info + b"\1")
        random = _hmac(salt, key_material)
        key = _hmac(random, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _hmac(random, b"Content-Encoding: nonce\0\1")[:12]
        opened = AESGCM(key).decrypt(nonce, sealed, None)
        content, mark, padding = opened.rpartition(b"\2")
        assert mark
        assert not padding.strip(b"\0")
        return json.loads(content)


def check_signature(arrived: Arrived, endpoint: str, public_key: str, now: float) -> dict[str, Any]:
    """RFC 8292: the sender has the key that the browser was told, and means this push service. The claims."""
    scheme, _, rest = arrived.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == public_key
    head, body, signature = parts["t"].split(".")
    assert json.loads(binary(head)) == {"typ": "JWT", "alg": "ES256"}
    signed = binary(signature)
    assert len(signed) == 64
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), binary(public_key))
    numbers = encode_dss_signature(int.from_bytes(signed[:32]), int.from_bytes(signed[32:]))
    key.verify(numbers, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(binary(body))
    site = urlsplit(endpoint)
    assert claims["aud"] == f"{site.scheme}://{site.netloc}"
    assert now < claims["exp"] <= now + 24 * 3600
    return claims
