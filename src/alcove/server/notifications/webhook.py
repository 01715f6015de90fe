"""Webhooks: the same as JSON, signed so that the other side can tell who has sent it."""

from __future__ import annotations

import hmac

import msgspec

from alcove.server.notifications import outside
from alcove.server.notifications.channels import Channel
from alcove.server.notifications.messages import Message, key_of

SIGNATURE = "X-Alcove-Signature"


def secret_of(key: bytes, channel: str) -> str:
    """By what the other side can tell that a request is ours."""
    return hmac.digest(key, f"webhook {channel}".encode(), "sha256").hex()


class Webhook:
    def __init__(self, key: bytes, inside: bool) -> None:
        self._key, self._inside = key, inside

    async def send(self, channel: Channel, message: Message, _now: float) -> None:
        body = msgspec.json.encode(
            {
                "id": message.key,
                "text": f"{message.title}\n{message.text}\n{message.link(channel)}",
                "title": message.title,
                "url": message.link(channel),
                "events": [
                    {
                        "id": key_of(channel, one),
                        "event": one.event,
                        "table": one.table,
                        "game": one.game,
                        "who": one.who,
                        "with": one.names,
                        "url": f"{channel.origin}/table/{one.table}",
                        "at": one.at,
                    }
                    for one in message.owed
                ],
            }
        )
        signature = hmac.digest(secret_of(self._key, channel.id).encode(), body, "sha256").hex()
        headers = {"Content-Type": "application/json", SIGNATURE: f"sha256={signature}", "User-Agent": "Alcove"}
        (await outside.post(channel.address, body, headers, self._inside)).check()
