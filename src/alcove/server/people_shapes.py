"""What somebody is told of their own devices and passkeys."""

from __future__ import annotations

from typing import Any

import msgspec


class OwnDevice(msgspec.Struct):
    id: str
    label: str
    """Its browser and system in two words; nothing if they are not known."""
    since: int
    """Days since 1970, as below."""
    seen: int
    this: bool
    """Whether it is the one that asks."""


class OwnPasskey(msgspec.Struct):
    id: str
    name: str
    site: str
    """The name of the server that it was made for."""
    since: int
    seen: int


class OwnDevices(msgspec.Struct):
    """Of a browser alone there are none, and no name."""

    name: str | None
    devices: list[OwnDevice]
    passkeys: list[OwnPasskey]


class PasskeyQuestion(msgspec.Struct):
    options: dict[str, Any]
    """What a browser asks an authenticator for, as the standard (WebAuthn) writes it in JSON."""


class LinkForDevice(msgspec.Struct):
    path: str
    """What follows the # is a secret, and never sent to the server by opening it."""
    seconds: int
    """How long it is good."""
    origin: str | None = None
    """Where other devices find this server, if not where this one does."""
    alone: bool = False
    """Whether it listens to this machine only, so that no other device can open it."""


class LinkOffer(msgspec.Struct):
    """What would happen if this device followed a link."""

    name: str
    """Whom it would belong to."""
    same: bool
    """Whether it does already."""
    tables: int
    """At so many tables this device holds seats, which come along."""
    devices: int
    """So many other devices that belong together with this one come along, too."""
    two_hands: list[str]
    """Games with secrets that forbid it, because both hold different seats at a table that is not over."""


class JoinedPerson(msgspec.Struct):
    name: str
