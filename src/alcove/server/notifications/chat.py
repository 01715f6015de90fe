"""Chat services, by Apprise: those alone that are reached by HTTPS, and nothing that reads a file or a setting.

Apprise talks through `requests`, in a thread. Whatever connection is opened there goes to an address that was looked at
in the moment of connecting, as in `outside.py`.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from alcove.server.notifications import outside
from alcove.server.notifications.channels import Channel
from alcove.server.notifications.messages import Message
from alcove.server.notifications.refusals import (
    NO_EXTRAS,
    NO_SUCH_SERVICE,
    NOT_AN_ADDRESS,
    BadAddressError,
    Later,
)

SERVICES = {
    "barks": "bark.NotifyBark",
    "dingtalk": "dingtalk.NotifyDingTalk",
    "discord": "discord.NotifyDiscord",
    "feishu": "feishu.NotifyFeishu",
    "gchat": "google_chat.NotifyGoogleChat",
    "gotifys": "gotify.NotifyGotify",
    "guilded": "guilded.NotifyGuilded",
    "lark": "lark.NotifyLark",
    "line": "line.NotifyLine",
    "matrixs": "matrix.NotifyMatrix",
    "mmosts": "mattermost.NotifyMattermost",
    "ntfys": "ntfy.NotifyNtfy",
    "pbul": "pushbullet.NotifyPushBullet",
    "pover": "pushover.NotifyPushover",
    "revolt": "revolt.NotifyRevolt",
    "rockets": "rocketchat.NotifyRocketChat",
    "slack": "slack.NotifySlack",
    "tgram": "telegram.NotifyTelegram",
    "threema": "threema.NotifyThreema",
    "webex": "webexteams.NotifyWebexTeams",
    "zulip": "zulip.NotifyZulip",
}
"""How an address begins that Apprise sends to by HTTPS, and the only parts of it that are ever loaded."""
AT_HOME = {name[:-1]: SERVICES[name] for name in ("barks", "gotifys", "matrixs", "mmosts", "ntfys", "rockets")}
"""The same without HTTPS, where the owner lets things be sent within the own network."""
SECONDS = 30.0


def is_installed() -> bool:
    return find_spec("apprise") is not None


def check_chat_address(url: str, inside: bool) -> None:
    if len(url) > outside.MOST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise BadAddressError(NOT_AN_ADDRESS)
    if _plugin(url, inside) is None:
        raise BadAddressError(NO_SUCH_SERVICE.fill(names=", ".join(SERVICES)))
    if "?" in url or "#" in url:
        raise BadAddressError(NO_EXTRAS)
    if _service(url, inside) is None:
        raise BadAddressError(NOT_AN_ADDRESS)


def _plugin(url: str, inside: bool) -> str | None:
    scheme = url.partition("://")[0].lower()
    return SERVICES.get(scheme) or (AT_HOME.get(scheme) if inside else None)


def _service(url: str, inside: bool) -> Any:
    """What Apprise makes of an address; None if it is none."""
    import apprise

    module, _, name = (_plugin(url, inside) or "").partition(".")
    kind = getattr(import_module(f"apprise.plugins.{module}"), name)
    quiet = apprise.AppriseAsset(
        http_redirects=False,
        plugin_paths=[],
        storage_mode=apprise.PersistentStoreMode.MEMORY,
        interpret_escapes=False,
        app_id="Alcove",
        app_url="",
    )
    try:
        parsed = kind.parse_url(url)
        return None if parsed is None else kind(**parsed, asset=quiet)
    except (TypeError, ValueError):
        return None


class Chat:
    def __init__(self, inside: bool) -> None:
        self._inside = inside

    async def send(self, channel: Channel, message: Message, _now: float) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                taken = await asyncio.to_thread(self._notify, channel, message)
        except TimeoutError:
            raise Later("no-answer") from None
        if not taken:
            raise Later("not-taken")

    def _notify(self, channel: Channel, message: Message) -> bool:
        _guard_connections(self._inside)
        service = _service(channel.address, self._inside)
        body = f"{message.text}\n{message.link(channel)}"
        return service is not None and bool(service.notify(body=body, title=message.title))


@cache
def _guard_connections(inside: bool) -> None:
    """From now on `requests` connects to addresses that are allowed, and addresses stay out of the log."""
    from urllib3.util import connection

    logging.getLogger("apprise").setLevel(logging.CRITICAL)

    def connect(
        address: tuple[str, int], timeout: Any = None, source_address: Any = None, socket_options: Any = None
    ) -> socket.socket:
        host, port = address
        found = [str(one[4][0]) for one in socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)]
        try:
            outside.check_public(found, inside)
        except BadAddressError as error:
            raise OSError(str(error)) from None
        limit = timeout if isinstance(timeout, int | float) else outside.SECONDS
        opened = socket.create_connection((found[0], port), limit, source_address)
        for option in socket_options or ():
            opened.setsockopt(*option)
        return opened

    connection.create_connection = connect
