"""Notifications of a server: what is owed, what is sent, and by what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from email.utils import parseaddr

from alcove.kernel.errors import AlcoveError
from alcove.kernel.time_control import SECOND_MS
from alcove.server.moments import Moments
from alcove.server.notifications.channels import Owed
from alcove.server.notifications.chat import Chat, is_installed
from alcove.server.notifications.delivery import Delivery, Sender
from alcove.server.notifications.events import KINDS, Kind
from alcove.server.notifications.mail import Mail
from alcove.server.notifications.owing import Held, Owing, runs_short_at
from alcove.server.notifications.push import Push, new_key
from alcove.server.notifications.subscribers import Subscribers
from alcove.server.notifications.webhook import Webhook
from alcove.server.settings import Settings
from alcove.server.store import Store
from alcove.server.tables import Plan, SeatAt, Table, moment_of
from alcove.server.writer import Filled

AGAIN_SECONDS = 60.0
"""After so long it is asked again whether time is short at a table that cannot be read now."""


class Notifications:
    """`glimpse` gives a table to look at, by its id."""

    def __init__(
        self, store: Store, settings: Settings, moments: Moments, glimpse: Callable[[str], Awaitable[Table]]
    ) -> None:
        self._settings, self._moments, self._glimpse, self._key = settings, moments, glimpse, store.key
        self.channels, self._alone = store.channels, store.leases is None
        self.subscribers = Subscribers(self.channels.questions)
        self.owing = Owing(self.subscribers, settings.limits.gather_seconds)
        self.senders: dict[str, Sender] = {}
        self.push: Push | None = None
        self.delivery = Delivery(
            self.channels, self.subscribers, self.senders, settings.limits, moments.now, self._short_again
        )

    async def open(self) -> None:
        await self._make_senders()
        if self._alone:
            await self.channels.release()
        await self.subscribers.open(self._moments.now())
        self.delivery.start()

    async def close(self) -> None:
        await self.delivery.close()

    @property
    def offered(self) -> list[Kind]:
        """The kinds of channels that there are."""
        return [kind for kind in KINDS if kind in self.senders]

    async def _make_senders(self) -> None:
        chosen, inside = self._settings, self._settings.notify_inside
        if "push" in chosen.notify:
            self.push = Push(await self.channels.push_key(new_key), _contact(chosen), inside)
            self.senders["push"] = self.push
        if "mail" in chosen.notify and chosen.smtp_host and chosen.smtp_from:
            self.senders["mail"] = Mail(chosen, self._key)
        if "webhook" in chosen.notify:
            self.senders["webhook"] = Webhook(self._key, inside)
        if "chat" in chosen.notify and is_installed():
            self.senders["chat"] = Chat(inside)

    # What a change brings

    def of_change(self, table: Table, plan: Plan, held: Held, by: str) -> Sequence[Filled]:
        told = self.owing.concerns(held)
        if not told:
            return ()
        after, now = table.after(plan), self._moments.now()
        return self.owing.of_change(table, after, held, told, by, plan.entry.seat, now)

    def of_newcomer(self, table: Table, seats: Sequence[SeatAt], held: Held, by: str, seat: int) -> Sequence[Filled]:
        told = self.owing.concerns(held)
        if not told and not self.subscribers.has(by):
            return ()
        now = self._moments.now()
        return self.owing.of_newcomer(table, table.with_seats(seats, moment_of(now)), held, told, by, seat, now)

    def of_new_table(self, table: Table, held: Held, by: str) -> Sequence[Filled]:
        return self.owing.of_new_table(table, held, by, self._moments.now())

    def of_end(self, table: Table, held: Mapping[str, Collection[int]]) -> Sequence[Filled]:
        """What it brings that a game has ended by no one's doing: its rules have changed."""
        if not table.over:
            return ()
        frozen = {holder: frozenset(seats) for holder, seats in held.items()}
        return self.owing.of_end(table, frozen, self.owing.concerns(frozen), "", "", self._moments.now())

    def wake(self, owed: Sequence[Filled]) -> None:
        """What is owed is stored."""
        for statement in owed:
            if "due" in statement.values:
                self.delivery.wake(statement.values["due"])

    async def _short_again(self, one: Owed) -> float | None:
        now = self._moments.now()
        try:
            table = await self._glimpse(one.table)
        except AlcoveError:
            return now + AGAIN_SECONDS
        due = runs_short_at(table, one.seats, moment_of(now))
        return None if due is None else due / SECOND_MS


def _contact(settings: Settings) -> str:
    """Where push services can reach the owner."""
    if settings.public_url and settings.public_url.startswith("https://"):
        return settings.public_url
    return f"mailto:{parseaddr(settings.smtp_from or '')[1] or 'nobody@localhost'}"
