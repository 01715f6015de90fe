"""Run the application: one process, one event loop, until somebody ends it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

import alcove
from alcove.server import logs
from alcove.server.addresses import Proxies
from alcove.server.app import create_app
from alcove.server.cluster import Cluster
from alcove.server.gate import Gate, fit_to_open_files
from alcove.server.hall import Hall
from alcove.server.handshake import welcome
from alcove.server.heartbeat import Heartbeat
from alcove.server.holders import holder_of
from alcove.server.limit_settings import Limits
from alcove.server.live import attend_from_afar, say_goodbye
from alcove.server.outbox import Outbox
from alcove.server.processes import serve_many
from alcove.server.requests import Requests
from alcove.server.settings import Settings
from alcove.server.site import Site
from alcove.server.sockets import Socket

log = logging.getLogger("alcove.server")

GARBAGE_FIRST = 20_000
"""Objects made before the collector looks for cycles. By default it is 700: a handful of moves."""
SWITCH_SECONDS = 0.001
"""How long a thread may keep the interpreter while another waits. Each transaction waits for it several times."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8642,
    *,
    data: Path | None = None,
    settings: Settings | None = None,
    on_ready: Callable[[str], None] | None = None,
    on_key: Callable[[bytes], None] | None = None,
) -> None:
    """Serve until interrupted. Calls `on_key` with the server's key when the database is open, and `on_ready` with the
    address as soon as pages can be loaded."""
    chosen = settings or (Settings(data=data) if data is not None else Settings())
    if chosen.workers > 1:
        serve_many(host, port, chosen, on_ready or _ignore, on_key or _ignore)
        return
    logs.configure(chosen)
    tune()

    def opened(hall: Hall) -> None:
        if on_key is not None:
            on_key(hall.store.key)

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve_until(asyncio.Event(), host, port, chosen, on_ready, opened, handle_signals=True))


def _ignore(_: Any) -> None:
    pass


def tune() -> None:
    """For a process that does nothing else than serve."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()  # what is loaded by now stays for good
    gc.set_threshold(GARBAGE_FIRST, 20, 50)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # Windows
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


async def serve_until(
    stop: asyncio.Event,
    host: str,
    port: int,
    settings: Settings,
    on_ready: Callable[[str], None] | None = None,
    on_open: Callable[[Hall], None] | None = None,
    handle_signals: bool = False,
    sockets: list[socket.socket] | None = None,
) -> None:
    """Serve until `stop` is set; then say goodbye, store what is pending, and end. `sockets` listen already."""
    if handle_signals:
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(name, stop.set)
    settings = replace(settings, limits=fit_to_open_files(settings.limits))
    site = Site(settings, host)
    async with Hall.opened(settings) as hall:
        if on_open is not None:
            on_open(hall)
        app = create_app(hall, site)
        config = Config(app, host, port, settings.limits, site.proxies, hall.store.key)
        config.gate.sits = lambda address, token: hall.is_seated(address, holder_of(token))
        server = Server(config)
        server.config.load()
        async with _cluster(hall, server) as cluster:
            app.state.cluster = cluster  # before anybody comes: most tables may be another process's
            serving = asyncio.create_task(server.serve(sockets))
            try:
                await _until_it_answers(serving, host, port)
                hall.preparation.load()
                about = {"version": alcove.__version__, "database": hall.store.kind, "tables": hall.count}
                log.info("Serving", extra=logs.fields(host=host, port=port, **about))
                if on_ready is not None:
                    on_ready(f"http://{host}:{port}/")
                await _first(stop, serving)
                log.info("Closing")
                if cluster is not None:
                    cluster.shut()
                await say_goodbye(hall)
            finally:
                server.stop()
                await asyncio.wait([serving], timeout=5)


@contextlib.asynccontextmanager
async def _cluster(hall: Hall, server: Server) -> AsyncIterator[Cluster | None]:
    """The other processes, where the database can be shared."""
    if hall.store.leases is None:
        yield None
        return
    cluster = Cluster(hall, hall.store.leases, server, attend_from_afar)
    await cluster.open()
    try:
        yield cluster
    finally:
        await cluster.close()


class Server(uvicorn.Server):
    """Uvicorn without its signal handlers: whoever runs it decides when it ends, and then it ends at once.

    Uvicorn itself looks ten times a second whether it should, and rests a tenth of a second before it does."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        self.should_exit = True
        self._stopping.set()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):  # the date of answers is set anew
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), 1)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        try:
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                while self.server_state.connections or self.server_state.tasks:
                    await asyncio.sleep(0.01)
                for server in self.servers:
                    await server.wait_closed()
        except TimeoutError:
            for task in self.server_state.tasks:
                task.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def adopt(self, scope: dict[str, Any], early: bytes, connection: socket.socket) -> None:
        """Take over a connection that has come to another process."""
        config: Any = self.config

        def protocol() -> Socket:
            return Socket(config.loaded_app, self.server_state, config.gate.limits, config.heartbeat, config.outbox)

        _, adopted = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        adopted.begin(scope, welcome(scope["headers"]), early)


class Config(uvicorn.Config):
    """Uvicorn for the requests, with limits and sockets of our own."""

    def __init__(self, app: Any, host: str, port: int, limits: Limits, proxies: Proxies, key: bytes) -> None:
        super().__init__(
            app,
            host,
            port,
            loop="none",
            http=Requests,
            ws=Socket,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=1024,
            timeout_keep_alive=limits.idle_seconds,
            timeout_graceful_shutdown=3,
        )
        self.proxies = proxies
        self.gate = Gate(limits, key)
        self.heartbeat = Heartbeat(limits.ping_seconds)
        self.outbox = Outbox()


async def _first(stop: asyncio.Event, serving: asyncio.Task[None]) -> None:
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([stopping, serving], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()


async def _until_it_answers(serving: asyncio.Task[None], host: str, port: int) -> None:
    asked = "127.0.0.1" if host in ("0.0.0.0", "") else host
    while not serving.done():
        try:
            _, writer = await asyncio.open_connection(asked, port)
        except OSError:
            await asyncio.sleep(0.02)
            continue
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        return
    await serving


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        number: int = probe.getsockname()[1]
        return number
