"""Sends what is owed: finds it in the database, gathers what belongs to one channel, and notes what was sent.

Whatever process looks first takes a channel for a while. It notes that something was sent after the other side has
taken it: so if it is killed just between, the same is sent once more, and nothing is ever lost. What was noted as sent
is never sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from alcove.kernel.errors import AlcoveError
from alcove.server.database import UNREACHABLE
from alcove.server.limit_settings import Limits
from alcove.server.metrics import METRICS
from alcove.server.notifications.channels import Channel, Channels, Owed
from alcove.server.notifications.messages import Message, message_of
from alcove.server.notifications.refusals import BadAddressError, Gone, Later, OurFault, Undelivered
from alcove.server.notifications.subscribers import Subscribers
from alcove.server.tasks import Tasks

log = logging.getLogger("alcove.server")

POLL_SECONDS = 15.0
"""So often it is looked for what another process has left, and for what others have been told to send."""
TIDY_SECONDS = 24 * 3600.0
AT_ONCE = 8
CLOSING_SECONDS = 5.0
RETRY_SECONDS = (60.0, 300.0, 1800.0, 7200.0, 21_600.0, 43_200.0, 86_400.0)
"""Pauses between attempts. After the last one the channel is switched off."""
MAY_PASS: tuple[type[Exception], ...] = (AlcoveError, *UNREACHABLE)


class Sender(Protocol):
    async def send(self, channel: Channel, message: Message, now: float) -> None:
        """Raises Undelivered, or a BadAddressError."""


ShortAgain = Callable[[Owed], Awaitable[float | None]]
"""When time will be short indeed, for a notification that says so; None if it is now."""


class Delivery:
    def __init__(
        self,
        channels: Channels,
        subscribers: Subscribers,
        senders: Mapping[str, Sender],
        limits: Limits,
        now: Callable[[], float],
        short_again: ShortAgain,
    ) -> None:
        self._channels, self._subscribers, self._senders, self._limits = channels, subscribers, senders, limits
        self._now, self._short_again = now, short_again
        self._looking, self._serving = Tasks(), Tasks()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._sending: set[str] = set()
        self._awake = asyncio.Event()
        self._due = float("inf")
        self._tidied = float("-inf")

    def start(self) -> None:
        self._looking.do(self._keep_looking())

    async def close(self) -> None:
        """What is just being sent is sent to its end, unless that takes too long."""
        await self._looking.end()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._serving.finish()), CLOSING_SECONDS)
        await self._serving.end()

    def wake(self, due: float) -> None:
        """Something is owed that is due at a moment."""
        if due < self._due:
            self._due = due
            self._awake.set()

    async def _keep_looking(self) -> None:
        while True:
            self._awake.clear()
            try:
                async with asyncio.timeout(max(0.0, min(self._due - self._now(), POLL_SECONDS))):
                    await self._awake.wait()
                continue
            except TimeoutError:
                pass
            try:
                await self.look()
            except MAY_PASS as error:
                log.warning("Notifications could not be looked for: %s", error)
                self._due = float("inf")

    async def look(self) -> None:
        """Send what is due, and find out when there is more."""
        now, self._due = self._now(), float("inf")
        await self._subscribers.refresh(now)
        if now - self._tidied > TIDY_SECONDS:
            self._tidied = now
            await self._channels.tidy(now)
        if self._subscribers.none:
            return
        for channel in await self._channels.due(now, AT_ONCE):
            if channel.id not in self._sending:
                self._sending.add(channel.id)
                self._serving.do(self._serve(channel))
        next_moment = await self._channels.next_moment(now + POLL_SECONDS)
        if next_moment is not None:
            self.wake(max(next_moment, now + (0.0 if next_moment > now else 1.0)))

    async def finish(self) -> None:
        """Wait until nothing is being sent."""
        while self._sending:
            await asyncio.sleep(0.01)

    async def _serve(self, channel: Channel) -> None:
        try:
            async with self._places:
                now = self._now()
                if await self._channels.claim(channel.id, now):
                    await self._send_all(channel, now)
        except MAY_PASS as error:
            log.warning("A notification could not be noted: %s", error)
        finally:
            self._sending.discard(channel.id)

    async def _send_all(self, channel: Channel, now: float) -> None:
        told = await self._still_true(channel, await self._channels.owed_on(channel, now + self._limits.gather_seconds))
        sender = self._senders.get(channel.kind)
        if not told or sender is None:
            await self._channels.leave(channel.id, rests_until=now if sender else now + RETRY_SECONDS[-1])
            return
        try:
            await sender.send(channel, message_of(channel, told), now)
        except (Undelivered, BadAddressError) as error:
            await self._failed(channel, error)
        else:
            METRICS.notifications[channel.kind, "sent"] += 1
            pause = self._limits.mail_pause if channel.kind == "mail" else self._limits.notification_pause
            await self._channels.sent(channel.id, told, self._now(), self._now() + pause)

    async def _still_true(self, channel: Channel, owed: Sequence[Owed]) -> list[Owed]:
        """What its person still wants to hear, without time that is not short yet."""
        subscriber, told, untrue = self._subscribers.of(channel.holder), list[Owed](), list[Owed]()
        for one in owed:
            if not subscriber.wants(one.table, one.event) or not one.seats:
                untrue.append(one)
            elif one.event == "short" and (due := await self._short_again(one)) is not None:
                await self._channels.put_off(channel.id, one, due)
            else:
                told.append(one)
        if untrue:
            await self._channels.drop(channel.id, untrue)
        return told

    async def _failed(self, channel: Channel, error: Undelivered | BadAddressError) -> None:
        """Try again later, or switch the channel off."""
        METRICS.notifications[channel.kind, "failed"] += 1
        now, failures = self._now(), channel.failures
        why = error.why if isinstance(error, Undelivered) else error.code
        if isinstance(error, OurFault):
            log.warning("No mail can be sent: %s", why)
            await self._channels.leave(channel.id, rests_until=now + RETRY_SECONDS[min(failures, 2)])
        elif isinstance(error, Gone | BadAddressError) or failures >= len(RETRY_SECONDS):
            await self._channels.change(channel.id, now, state="off", why=why, busy_until=0.0, failures=0)
            await self._subscribers.learn(channel.holder)
        else:
            pause = RETRY_SECONDS[failures]
            if isinstance(error, Later) and error.after is not None:
                pause = max(pause, min(error.after, RETRY_SECONDS[-1]))
            await self._channels.leave(channel.id, failures=failures + 1, rests_until=now + pause)
