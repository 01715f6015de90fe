"""A server in a thread of its own, and browsers that talk to it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from httpx._config import create_ssl_context

from alcove.bots import warm
from alcove.kernel.game import game
from alcove.server.hall import Hall
from alcove.server.limit_settings import Limits
from alcove.server.serving import serve_until
from alcove.server.settings import Settings
from tests.ports import free_port
from tests.server.browser import Browser
from tests.server.forks import Forks


@dataclass
class Running:
    """A server that runs. `hall` is its inside, to be touched by `do` only."""

    settings: Settings
    port: int = field(default_factory=free_port)
    hall: Hall | None = None
    browsers: list[Browser] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        ready = threading.Event()
        self._failure: list[BaseException] = []

        async def main() -> None:
            self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
            await serve_until(self._stop, "127.0.0.1", self.port, self.settings, lambda _: ready.set(), self._opened)

        def run() -> None:
            np.seterr(over="ignore")
            try:
                asyncio.run(main())
            except BaseException as error:
                self._failure.append(error)
            ready.set()

        self._thread = threading.Thread(target=run, name="test-server")
        self._thread.start()
        assert ready.wait(60)
        if self._failure:
            raise self._failure[0]

    def _opened(self, hall: Hall) -> None:
        self.hall = hall

    def do(self, work: Callable[[Hall], Coroutine[Any, Any, Any]]) -> Any:
        """Run something inside the server's event loop."""
        assert self.hall is not None
        return asyncio.run_coroutine_threadsafe(work(self.hall), self._loop).result(30)

    def stop(self) -> None:
        """Close the way a signal would."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)
        assert not self._thread.is_alive()
        if self._failure:
            raise self._failure[0]

    def browser(self) -> Browser:
        browser = Browser(self.url)
        self.browsers.append(browser)
        return browser

    def close(self) -> None:
        """Nobody looks at what it has left: games that have ended are not kept for later."""
        for browser in self.browsers:
            browser.close()
        if self._thread.is_alive():
            with patch("alcove.server.care.CLOSING_SECONDS", 0.0):
                self.stop()


def settings_for(folder: Path, limits: Limits | None = None, **changes: Any) -> Settings:
    generous = limits or Limits(
        messages_per_second=1000,
        message_burst=1000,
        address_messages_per_second=10_000,
        address_message_burst=10_000,
        request_burst=2000,
        address_requests_per_second=10_000,
        address_request_burst=10_000,
        address_work_burst=1000,  # a game that is compiled at its first table takes seconds
        tables_per_minute=600,
        address_tables_per_minute=10_000,
        address_tables_per_day=100_000,
        person_changes_per_minute=1000,
        address_person_changes_per_minute=10_000,
        tickets_per_minute=10_000,
        analyses_waiting=0,  # a game that nobody asks about is not worth the time of all tests
    )
    usual = Settings(data=folder, limits=generous, warm=False, bot_threads=2, bot_pause=0, static=folder / "no client")
    return replace(usual, **changes)


@pytest.fixture(scope="session", autouse=True)
def certificates_at_once() -> Iterator[None]:
    """Clients without certificates of their own share the usual ones: reading them takes longer than many a test."""
    with patch("httpx._transports.default.create_ssl_context", cache(create_ssl_context)):
        yield


@pytest.fixture(scope="session", autouse=True)
def warmed() -> None:
    """Compile before the clocks run."""
    for name in ("alva", "tollgate"):
        warm(game(name))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(tmp_path_factory.mktemp("server"), notify_inside=True))
    running.start()
    yield running
    running.close()


@pytest.fixture
def server(shared: Running) -> Iterator[Running]:
    """The server that most tests share, each with browsers of its own."""
    yield shared
    for browser in shared.browsers:
        browser.close()
    shared.browsers.clear()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts a server with limits of its own."""
    started: list[Running] = []

    def begin(folder: Path = tmp_path, **changes: Any) -> Running:
        own = {name: value for name, value in changes.items() if name in Limits.__dataclass_fields__}
        rest = {name: value for name, value in changes.items() if name not in own}
        settings = settings_for(folder)
        settings = replace(settings, limits=replace(settings.limits, **own), **rest)
        running = Running(settings)
        running.start()
        started.append(running)
        return running

    yield begin
    for running in started:
        running.close()


@pytest.fixture(scope="session")
def forks(zygote: str) -> Forks:
    return Forks(zygote)


@pytest.fixture
def anna(server: Running) -> Browser:
    return server.browser()


@pytest.fixture
def bruno(server: Running) -> Browser:
    return server.browser()


@pytest.fixture
def carla(server: Running) -> Browser:
    return server.browser()
