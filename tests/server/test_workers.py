"""Bots share their threads fairly, and stop when they are told to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from alcove.bots import Cancel
from alcove.server.bots import Workers


@asynccontextmanager
async def workers(count: int) -> AsyncIterator[Workers]:
    opened = Workers(count)
    try:
        yield opened
    finally:
        await asyncio.to_thread(opened.close)


def test_tables_take_turns() -> None:
    """A table that asks for much does not hold up one that asks for little."""

    async def main() -> list[str]:
        order: list[str] = []
        gate = threading.Event()
        async with workers(1) as pool:
            waiting = pool.ask("gate", lambda cancel: gate.wait(10))
            requests = [pool.ask("greedy", lambda cancel: order.append("greedy")) for _ in range(5)]
            requests.append(pool.ask("modest", lambda cancel: order.append("modest")))
            requests.append(pool.ask("modest", lambda cancel: order.append("modest")))
            background = pool.ask("gate", lambda cancel: order.append("background"), background=True)
            gate.set()
            await waiting.answer
            await asyncio.gather(*(request.answer for request in requests), background.answer)
        return order

    order = asyncio.run(main())
    assert order[:4] == ["greedy", "modest", "greedy", "modest"]
    assert order[-1] == "background"


def test_one_table_never_takes_two_threads() -> None:
    async def main() -> int:
        at_once, most, lock = 0, 0, threading.Lock()

        def work(cancel: Cancel) -> None:
            nonlocal at_once, most
            with lock:
                at_once += 1
                most = max(most, at_once)
            threading.Event().wait(0.02)
            with lock:
                at_once -= 1

        async with workers(3) as pool:
            await asyncio.gather(*(pool.ask("table", work).answer for _ in range(6)))
        return most

    assert asyncio.run(main()) == 1


def test_a_cancelled_request_ends_and_is_never_answered() -> None:
    async def main() -> bool:
        began, ended = threading.Event(), threading.Event()

        def think(cancel: Cancel) -> None:
            began.set()
            while not cancel.cancelled:
                threading.Event().wait(0.005)
            ended.set()

        async with workers(1) as pool:
            request = pool.ask("table", think)
            await asyncio.to_thread(began.wait, 5)
            request.cancel()
            await asyncio.to_thread(ended.wait, 5)
            return request.answer.cancelled()

    assert asyncio.run(main())


def test_an_error_reaches_whoever_asked() -> None:
    async def main() -> str:
        async with workers(1) as pool:
            try:
                await pool.ask("table", lambda cancel: 1 / 0).answer
            except ZeroDivisionError as error:
                return str(error)
        return ""

    assert asyncio.run(main()) == "division by zero"
