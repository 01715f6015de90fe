"""A server whose time we make, which may send to this machine, and somewhere for notifications to arrive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from alcove.server.hall import Hall
from tests.fake_time import FakeTime
from tests.server.browser import Browser
from tests.server.conftest import Running, settings_for
from tests.server.notifications.receiving import Device, Endpoint, Mailbox, opened

GATHER = 3.0
PAUSE = 20.0


@dataclass
class Post:
    """A server, and where it sends to."""

    server: Running
    fake: FakeTime
    endpoint: Endpoint
    mailbox: Mailbox
    devices: int = 0

    def deliver(self, seconds: float = GATHER) -> None:
        """Let so much time pass, and have all sent that is due then."""
        self.fake.let_pass(self.server, seconds)

        async def send(hall: Hall) -> None:
            await hall.notifications.delivery.look()
            await hall.notifications.delivery.finish()

        self.server.do(send)

    def device(self, browser: Browser, **answers: Any) -> Device:
        """Switch on pushes for somebody; the test that comes is taken away."""
        self.devices += 1
        device = Device(f"{self.endpoint.url}/push/{self.devices}")
        browser.post("/api/notifications/channels", device.said)
        [test] = self.arrived(device)
        assert device.read(test)["tag"] == "test"
        return device

    def arrived(self, device: Device) -> list[Any]:
        path = device.endpoint.removeprefix(self.endpoint.url)
        taken = [one for one in self.endpoint.arrived if one.path == path]
        self.endpoint.arrived = [one for one in self.endpoint.arrived if one.path != path]
        return taken

    def told(self, device: Device) -> list[Any]:
        """What a device was told since it was last asked."""
        return [device.read(one) for one in self.arrived(device)]


@pytest.fixture(scope="module")
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patched:
        yield patched


@pytest.fixture(scope="module")
def post(patch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    fake, mailbox = FakeTime(patch), Mailbox()
    settings = settings_for(
        tmp_path_factory.mktemp("told"),
        notify_inside=True,
        smtp_host="127.0.0.1",
        smtp_port=mailbox.port,
        smtp_from="Alcove <alcove@example.org>",
        smtp_tls="none",
    )
    limits = replace(settings.limits, channel_tests_per_hour=1000, address_channel_tests_per_hour=1000)
    running = Running(replace(settings, limits=limits))
    running.start()
    with opened() as endpoint:
        yield Post(running, fake, endpoint, mailbox)
    running.close()
    mailbox.close()
