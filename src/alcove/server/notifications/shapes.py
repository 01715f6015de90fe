"""What clients say and are told about notifications."""

from __future__ import annotations

from typing import Annotated

import msgspec

from alcove.server.incoming import Word
from alcove.server.notifications.events import Event, Kind, State

Address = Annotated[str, msgspec.Meta(max_length=2000)]
Key = Annotated[str, msgspec.Meta(max_length=200)]
Events = Annotated[list[Event], msgspec.Meta(max_length=8)]


class PushAddress(msgspec.Struct, tag_field="kind", tag="push", forbid_unknown_fields=True, frozen=True):
    """Where a browser gets its pushes, and by which keys it reads them."""

    endpoint: Address
    p256dh: Key
    auth: Key


class MailAddress(msgspec.Struct, tag_field="kind", tag="mail", forbid_unknown_fields=True, frozen=True):
    address: Address


class WebhookAddress(msgspec.Struct, tag_field="kind", tag="webhook", forbid_unknown_fields=True, frozen=True):
    address: Address


class ChatAddress(msgspec.Struct, tag_field="kind", tag="chat", forbid_unknown_fields=True, frozen=True):
    address: Address
    """As Apprise writes it."""


NewChannel = PushAddress | MailAddress | WebhookAddress | ChatAddress


class ConfirmCode(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    code: Word


class SwitchChannel(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    on: bool


class NoDetails(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """There is nothing to say beside the address of the request."""


class EventWish(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    events: Events | None
    """None for what is usual."""


class ChannelState(msgspec.Struct):
    id: str
    kind: Kind
    label: str
    """What tells it from others, without what must stay secret in it."""
    digest: str
    """By which a browser knows whether it is its own."""
    state: State
    """It waits to be confirmed, counts, or is switched off."""
    why: str | None
    """Why it was switched off, if nobody wished it."""
    secret: str | None
    """By which a webhook can tell who has sent something."""


class NotificationState(msgspec.Struct):
    """How somebody is told of their games."""

    offered: list[Kind]
    push_key: str | None
    channels: list[ChannelState]
    most: int
    """How many there may be."""
    events: list[Event]
    """What is usually told."""
    services: list[str]
    """Chat services that there are."""


class TableNotifications(msgspec.Struct):
    """What somebody is told of one table."""

    events: list[Event] | None
    """None for what is usual."""
    usual: list[Event]
    reached: bool
    """Whether there is any channel that counts."""


class Unsubscribed(msgspec.Struct):
    ok: bool = True
