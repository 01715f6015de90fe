"""For the owner of the server alone: its state, as a page and for Prometheus.

The owner is whoever has the token. It follows from the server's key, so every process of a cluster has the same, and
whoever can read the database can work it out: `alcove admin token` prints it. An address proves nothing: behind a proxy
on the same machine, everybody comes from there.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import shutil
import socket
import sys
import time
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath

import alcove
from alcove.server import owner_shapes as shapes
from alcove.server.bodies import LANGUAGE, answers
from alcove.server.hall import Hall
from alcove.server.holders import owner_token
from alcove.server.metrics import METRICS, Page
from alcove.server.refusals import NOT_THE_OWNER, NotOwnerError

STARTED = time.time()
PROCESS = f"{socket.gethostname()}-{os.getpid()}"
"""What tells this process from others that share its database."""
BEARER = "Bearer "
PROMETHEUS = "text/plain; version=0.0.4"


def owner_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    hall: Hall = connection.app.state.hall
    given = connection.headers.get("authorization", "")
    token = owner_token(hall.store.key, hall.settings.owner_token)
    known = given.startswith(BEARER) and hmac.compare_digest(given.removeprefix(BEARER).encode(), token.encode())
    if not known:
        raise NotOwnerError(NOT_THE_OWNER)


@get("/api/owner", guards=[owner_only], responses=answers())
async def state(request: Request[Any, Any, Any]) -> shapes.ServerState:
    """How the server is, for its owner."""
    hall: Hall = request.app.state.hall
    language = "de" if request.query_params.get("lang") == "de" else "en"
    began = time.perf_counter()
    running = await hall.store.count_running()
    answered = time.perf_counter() - began
    disk = await asyncio.to_thread(_disk, hall.settings.data)
    waiting, thinking = hall.workers.load()
    return shapes.ServerState(
        version=alcove.__version__,
        python=".".join(map(str, sys.version_info[:3])),
        process=PROCESS,
        processes=1 if hall.store.leases is None else await hall.store.leases.count(),
        now=time.time(),
        started=STARTED,
        tables=hall.count,
        running=running,
        in_memory=len(hall.rooms()),
        sockets=hall.connections.count,
        watching=hall.connections.watching_now,
        moves=dict(METRICS.moves),
        latencies=[
            shapes.Latency(name, one.count, one.below(0.5), one.below(0.99)) for name, one in METRICS.steps().items()
        ],
        thinking=thinking,
        waiting=waiting,
        threads=hall.settings.bot_threads,
        games=[
            shapes.GameState(name, alcove.game(name).title.of(language), one.done, one.of, one.failed)
            for name, one in hall.preparation.progress.items()
        ],
        database=shapes.DatabaseState(hall.store.kind, await hall.store.size(), answered, METRICS.failures),
        disk=disk,
        memory=memory_bytes(),
        cpu=time.process_time(),
        advice=[text.of(language) for text in hall.advice.given.values()],
        reports=await hall.store.reports.count(),
    )


@get("/api/owner/reports", guards=[owner_only], responses=answers())
async def reports(request: Request[Any, Any, Any]) -> shapes.ReportList:
    """What people have reported, the newest first."""
    return shapes.ReportList(await request.app.state.hall.store.reports.newest())


@post("/api/owner/reports/{report:str}/dismiss", status_code=200, guards=[owner_only], responses=answers())
async def dismiss_report(request: Request[Any, Any, Any], report: FromPath[str]) -> shapes.ReportList:
    """Forget a report; those that are left."""
    known = request.app.state.hall.store.reports
    await known.dismiss(report)
    return shapes.ReportList(await known.newest())


def _disk(folder: Path) -> shapes.Disk | None:
    try:
        total, _, free = shutil.disk_usage(folder)
    except OSError:  # no folder is used where the database is elsewhere
        return None
    return shapes.Disk(free, total)


def memory_bytes() -> int | None:
    """What the process has in memory; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


@get("/metrics", guards=[owner_only], responses=answers(), media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    """Counters and times for Prometheus."""
    return Response(str(metrics_page(request.app.state.hall)), media_type=PROMETHEUS)


def metrics_page(hall: Hall) -> Page:
    page = Page({"process": PROCESS} if hall.store.leases is not None else {})
    about = {"version": alcove.__version__, "database": hall.store.kind}
    page.add("gauge", "alcove_info", "What runs here.", [(about, 1)])
    page.gauge("process_start_time_seconds", "When the process was started, in Unix seconds.", STARTED)
    page.counter("process_cpu_seconds_total", "Processor time used.", time.process_time())
    if (memory := memory_bytes()) is not None:
        page.gauge("process_resident_memory_bytes", "Memory used.", memory)
    moves = [({"by": who}, METRICS.moves[who]) for who in ("person", "bot")]
    page.add("counter", "alcove_moves_total", "Actions that were stored.", moves)
    page.histogram("alcove_move_seconds", "How long each step of a move takes.", METRICS.steps(), "step")
    page.histogram(
        "alcove_bot_seconds", "From the question to a bot to its thought, waiting included.", {"": METRICS.thought}
    )
    page.histogram("alcove_transaction_seconds", "How long a transaction takes.", {"": METRICS.transaction})
    page.histogram("alcove_transaction_changes", "Changes that share a transaction.", {"": METRICS.group})
    page.counter("alcove_storing_failures_total", "Changes that could not be stored.", METRICS.failures)
    requests = [({"status": status}, count) for status, count in sorted(METRICS.requests.items())]
    page.add("counter", "alcove_requests_total", "HTTP requests, by status.", requests)
    refusals = [({"code": code}, count) for code, count in sorted(METRICS.refusals.items())]
    page.add("counter", "alcove_refusals_total", "What was refused, by code.", refusals)
    told = [({"kind": kind, "outcome": how}, n) for (kind, how), n in sorted(METRICS.notifications.items())]
    page.add("counter", "alcove_notifications_total", "Notifications, by kind of channel.", told)
    _add_present(page, hall)
    return page


def _add_present(page: Page, hall: Hall) -> None:
    """How things are at this moment."""
    page.gauge("alcove_tables", "Tables in all, finished ones too, as far as this process knows.", hall.count)
    page.gauge("alcove_tables_in_memory", "Tables that are open in this process.", len(hall.rooms()))
    page.gauge("alcove_sockets", "Connections at tables.", hall.connections.count)
    page.gauge("alcove_sockets_watching", "Of these, those who sit at no table.", hall.connections.watching_now)
    waiting, thinking = hall.workers.load()
    page.gauge("alcove_bots_waiting", "Questions to bots that wait for a thread.", waiting)
    page.gauge("alcove_bots_thinking", "Questions to bots that are thought about.", thinking)
    progress = hall.preparation.progress.items()
    ready = [({"game": name}, float(one.complete)) for name, one in progress]
    page.add("gauge", "alcove_game_compiled", "Whether a game is compiled.", ready)
    share = [({"game": name}, one.done / one.of) for name, one in progress]
    page.add("gauge", "alcove_game_compiled_share", "How far a game is compiled.", share)


router = Router("/", parameters={"lang": LANGUAGE}, route_handlers=[state, metrics, reports, dismiss_report])
