"""Channels are added, tested, confirmed and switched by their people: within limits, and never in somebody else's name.

A channel counts when its test has arrived. To a mailbox only a code is sent, until somebody has typed that code here.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from alcove.kernel.text import Text
from alcove.server.holders import Visitor
from alcove.server.limits import Buckets
from alcove.server.moments import Moments
from alcove.server.notifications import shapes
from alcove.server.notifications.channels import Channel, digest_of
from alcove.server.notifications.chat import SERVICES, check_chat_address
from alcove.server.notifications.events import EVENTS, Event, Kind
from alcove.server.notifications.mail import Mail, check_mail_address, read_leave_token
from alcove.server.notifications.messages import test_message
from alcove.server.notifications.notifier import Notifications
from alcove.server.notifications.outside import check_reachable
from alcove.server.notifications.push import Subscription, check_subscription, read_subscription
from alcove.server.notifications.refusals import (
    NO_CHANNEL,
    NO_CODE,
    NOT_DELIVERED,
    NOT_OFFERED,
    TOO_MANY_CHANNELS,
    TOO_MANY_TESTS,
    UNCONFIRMED,
    WRONG_CODE,
    NotDeliveredError,
    NotOfferedError,
    Undelivered,
    WrongCodeError,
)
from alcove.server.notifications.webhook import secret_of
from alcove.server.refusals import NO_SEAT_HELD, NO_TABLE, NotFoundError, NotYoursError, TooFastError, TooManyError
from alcove.server.settings import Settings
from alcove.server.store import Store

HOUR = 3600.0
DAY = 24 * HOUR
CODE_SECONDS = HOUR
CODE_DIGITS = 6
MOST_GUESSES = 5
WHY: dict[str, Text] = {
    "mailbox-refused": Text("the mailbox was refused", "das Postfach wurde abgelehnt"),
    "bad-address": Text("the address is not allowed any more", "die Adresse ist nicht mehr erlaubt"),
    "no-answer": Text("nobody answers there", "dort antwortet niemand"),
    "no-such-name": Text("there is no server of that name", "einen Server dieses Namens gibt es nicht"),
    "not-taken": Text("the service did not take it", "der Dienst hat es nicht angenommen"),
    "mail-server": Text("this server's mail server does not answer", "der Mailserver dieses Servers antwortet nicht"),
    "left": Text("you have unsubscribed in your mail program", "du hast die Mails im Mailprogramm abbestellt"),
    "status-404": Text("nobody is there any more", "dort ist niemand mehr"),
    "status-410": Text("nobody is there any more", "dort ist niemand mehr"),
}
REFUSED = Text("the other side answers {code}", "die Gegenseite antwortet {code}")


def why_words(why: str) -> Text:
    """What has gone wrong, for people."""
    return WHY.get(why) or REFUSED.fill(code=why.removeprefix("status-").removeprefix("mail-"))


class Registration:
    def __init__(self, store: Store, settings: Settings, moments: Moments, notifications: Notifications) -> None:
        self._store, self._settings, self._now = store, settings, moments.now
        self._notifications, self._channels = notifications, store.channels
        self._limits = limits = settings.limits
        self._tests = Buckets(limits.channel_tests_per_hour / HOUR, limits.channel_tests_per_hour)
        each = limits.address_channel_tests_per_hour
        self._address_tests = Buckets(each / HOUR, each)
        self._codes = Buckets(limits.codes_per_mailbox / DAY, limits.codes_per_mailbox)
        self._all_codes = Buckets(limits.codes_per_hour / HOUR, limits.codes_per_hour)

    # Looking

    async def state(self, holder: str, language: str) -> shapes.NotificationState:
        push, offered = self._notifications.push, self._notifications.offered
        wishes = await self._channels.wishes_of(holder)
        return shapes.NotificationState(
            offered,
            None if push is None else push.public_key,
            [self._shown(one, language) for one in await self._channels.of(holder)],
            self._limits.channels_per_person,
            _sorted(wishes.get("", EVENTS)),
            list(SERVICES) if "chat" in offered else [],
        )

    def _shown(self, channel: Channel, language: str) -> shapes.ChannelState:
        return shapes.ChannelState(
            channel.id,
            channel.kind,
            _label(channel),
            channel.digest,
            channel.state,
            None if channel.why is None else why_words(channel.why).of(language),
            secret_of(self._store.key, channel.id) if channel.kind == "webhook" else None,
        )

    async def of_table(self, holder: str, table: str) -> shapes.TableNotifications:
        wishes = await self._channels.wishes_of(holder)
        chosen = wishes.get(table)
        reached = any(one.state == "on" for one in await self._channels.of(holder))
        return shapes.TableNotifications(
            None if chosen is None else _sorted(chosen), _sorted(wishes.get("", EVENTS)), reached
        )

    # Channels

    async def add(self, visitor: Visitor, said: shapes.NewChannel, language: str, origin: str) -> Channel:
        """A new channel, or one of before with another try."""
        kind, address = await self._read(said)
        channel = Channel(_new_id(), visitor.holder, kind, address, digest_of(kind, address), language, origin, "new")
        mine = await self._channels.of(visitor.holder)
        before = next((one for one in mine if one.digest == channel.digest), None)
        if before is None and len(mine) >= self._limits.channels_per_person:
            raise TooManyError(TOO_MANY_CHANNELS.fill(most=self._limits.channels_per_person))
        self._count_test(visitor)
        if before is None or kind == "push":
            await self._channels.add(channel._replace(changed=self._now()))
            before = channel
        return await self._test(before)

    async def _read(self, said: shapes.NewChannel) -> tuple[Kind, str]:
        """Kind and address, if something may be sent there."""
        inside = self._settings.notify_inside
        if isinstance(said, shapes.PushAddress):
            self._check_offered("push")
            wish = Subscription(said.endpoint, said.p256dh, said.auth)
            check_subscription(wish, inside)
            await check_reachable(said.endpoint, inside)
            return "push", wish.write()
        address = said.address.strip()
        if isinstance(said, shapes.MailAddress):
            self._check_offered("mail")
            check_mail_address(address)
            return "mail", address
        if isinstance(said, shapes.WebhookAddress):
            self._check_offered("webhook")
            await check_reachable(address, inside)
            return "webhook", address
        self._check_offered("chat")
        await asyncio.to_thread(check_chat_address, address, inside)  # to load a service takes a second
        return "chat", address

    def _check_offered(self, kind: str) -> None:
        if kind not in self._notifications.offered:
            raise NotOfferedError(NOT_OFFERED)

    def _count_test(self, visitor: Visitor) -> None:
        if not (self._tests.allows(visitor.person) and self._address_tests.allows(visitor.address)):
            raise TooFastError(TOO_MANY_TESTS)

    async def test(self, visitor: Visitor, channel_id: str) -> Channel:
        channel = await self._mine(visitor.holder, channel_id)
        self._check_offered(channel.kind)
        self._count_test(visitor)
        return await self._test(channel)

    async def _test(self, channel: Channel) -> Channel:
        """Send a test. What has arrived counts from now on; a mailbox gets a code first."""
        try:
            if channel.kind == "mail" and channel.state == "new":
                return await self._send_code(channel)
            sender = self._notifications.senders[channel.kind]
            await sender.send(channel, test_message(channel, self._now()), self._now())
        except Undelivered as error:
            raise NotDeliveredError(NOT_DELIVERED.fill(why=why_words(error.why))) from None
        return await self._change(channel, state="on", why=None, failures=0, rests_until=0.0)

    async def _send_code(self, channel: Channel) -> Channel:
        mail = self._notifications.senders["mail"]
        assert isinstance(mail, Mail)
        if not (self._codes.allows(channel.address.lower()) and self._all_codes.allows("")):
            raise TooFastError(TOO_MANY_TESTS)
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        until = self._now() + CODE_SECONDS
        await mail.send_code(channel, code, self._now())
        return await self._change(channel, code=self._hashed(channel.id, code), code_until=until, guesses=0)

    async def confirm(self, holder: str, channel_id: str, code: str) -> Channel:
        """Somebody has the code that was sent to a mailbox."""
        channel = await self._mine(holder, channel_id)
        if channel.code is None or channel.guesses >= MOST_GUESSES or channel.code_until < self._now():
            raise WrongCodeError(NO_CODE)
        await self._channels.guess(channel.id)
        if not hmac.compare_digest(channel.code, self._hashed(channel.id, "".join(code.split()))):
            raise WrongCodeError(WRONG_CODE)
        return await self._change(channel, state="on", why=None, code=None, failures=0, rests_until=0.0)

    def _hashed(self, channel: str, code: str) -> str:
        return hmac.digest(self._store.key, f"code {channel} {code}".encode(), "sha256").hex()

    async def switch(self, holder: str, channel_id: str, on: bool) -> Channel:
        channel = await self._mine(holder, channel_id)
        if channel.state == "new":
            raise WrongCodeError(UNCONFIRMED)
        if on:
            self._check_offered(channel.kind)
        return await self._change(channel, state="on" if on else "off", why=None, failures=0, rests_until=0.0)

    async def delete(self, holder: str, channel_id: str) -> None:
        channel = await self._mine(holder, channel_id)
        await self._channels.delete(channel.id)
        await self._notifications.subscribers.learn(holder)

    async def leave(self, token: str) -> None:
        """A mail program ends the mails of a channel."""
        channel_id = read_leave_token(self._store.key, token)
        channel = None if channel_id is None else await self._channels.one(channel_id)
        if channel is None:
            raise NotFoundError(NO_CHANNEL)
        await self._change(channel, state="off", why="left")

    async def _mine(self, holder: str, channel_id: str) -> Channel:
        channel = await self._channels.one(channel_id)
        if channel is None or not holder or channel.holder != holder:
            raise NotFoundError(NO_CHANNEL)
        return channel

    async def _change(self, channel: Channel, **values: Any) -> Channel:
        now = self._now()
        await self._channels.change(channel.id, now, **values)
        await self._notifications.subscribers.learn(channel.holder)
        return channel._replace(**{**values, "changed": now})

    # Wishes

    async def wish(self, holder: str, events: list[Event] | None) -> None:
        await self._channels.wish(holder, "", events, self._now())
        await self._notifications.subscribers.learn(holder)

    async def wish_for(self, visitor: Visitor, table: str, events: list[Event] | None) -> None:
        held = await self._store.holders(table)
        if not held:
            raise NotFoundError(NO_TABLE)
        if visitor.holder not in held:
            raise NotYoursError(NO_SEAT_HELD)
        wishes = await self._channels.wishes_of(visitor.holder)
        if events is not None and table not in wishes and len(wishes) > self._limits.table_wishes:
            raise TooManyError(TOO_MANY_CHANNELS.fill(most=self._limits.table_wishes))
        await self._channels.wish(visitor.holder, table, events, self._now())
        await self._notifications.subscribers.learn(visitor.holder)


def _new_id() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def _sorted(events: Iterable[Event]) -> list[Event]:
    wanted = set(events)
    return [event for event in EVENTS if event in wanted]


def _label(channel: Channel) -> str:
    if channel.kind == "push":
        return urlsplit(read_subscription(channel.address).endpoint).hostname or ""
    if channel.kind == "mail":
        return channel.address
    if channel.kind == "webhook":
        return urlsplit(channel.address).hostname or ""
    return channel.address.partition("://")[0]
