"""Bots share their threads fairly, and stop when they are told to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from alcove.bots import Cancel
from alcove.server.holders import Visitor
from alcove.server.refusals import TooManyError
from alcove.server.workers import Workers


@asynccontextmanager
async def workers(count: int) -> AsyncIterator[Workers]:
    opened = Workers(count)
    try:
        yield opened
    finally:
        await asyncio.to_thread(opened.close)


def at(address: str, person: str = "") -> Visitor:
    return Visitor(address, person or address)


def test_addresses_take_turns_and_people_there() -> None:
    """Who asks for much, at however many tables and with however many cookies, does not hold up who asks for little."""

    async def main() -> list[str]:
        order: list[str] = []
        gate = threading.Event()

        def note(name: str) -> Callable[[Cancel], None]:
            return lambda cancel: order.append(name)

        async with workers(1) as pool:
            waiting = pool.ask(at("gate"), lambda cancel: gate.wait(10))
            requests = [pool.ask(at("greedy", f"cookie {n}"), note("greedy")) for n in range(5)]
            requests += [pool.ask(at("shared", "loud"), note("loud")) for _ in range(3)]
            requests += [pool.ask(at("shared", "quiet"), note("quiet"))]
            requests += [pool.ask(at("modest"), note("modest"))]
            background = pool.ask(at("gate"), note("background"), background=True)
            gate.set()
            await waiting.answer
            await asyncio.gather(*(request.answer for request in requests), background.answer)
        return order

    order = asyncio.run(main())
    assert order[:6] == ["greedy", "loud", "modest", "greedy", "quiet", "greedy"]
    assert order[-1] == "background"


def test_no_address_has_all_threads() -> None:
    async def main() -> tuple[int, str]:
        at_once, most, lock, gate = 0, 0, threading.Lock(), threading.Event()

        def work(cancel: Cancel) -> None:
            nonlocal at_once, most
            with lock:
                at_once += 1
                most = max(most, at_once)
            gate.wait(10)
            with lock:
                at_once -= 1

        async with workers(3) as pool:
            greedy = [pool.ask(at("greedy", f"cookie {n}"), work) for n in range(6)]
            while most < 2:
                await asyncio.sleep(0.01)
            answer: str = await asyncio.wait_for(pool.ask(at("modest"), lambda cancel: "at once").answer, 5)
            gate.set()
            await asyncio.gather(*(request.answer for request in greedy))
        return most, answer

    assert asyncio.run(main()) == (2, "at once")


def test_who_waits_for_too_much_is_refused() -> None:
    async def main() -> list[str]:
        gate = threading.Event()
        opened = Workers(1, waiting=2)
        try:
            first = opened.ask(at("greedy"), lambda cancel: gate.wait(10))
            while opened._lines[0].waiting("greedy"):
                await asyncio.sleep(0.01)
            waiting = [opened.ask(at("greedy", f"{n}"), lambda cancel: None) for n in range(2)]
            codes = []
            for name in ("greedy", "modest"):
                try:
                    waiting.append(opened.ask(at(name), lambda cancel: None))
                    codes.append("")
                except TooManyError as error:
                    codes.append(error.code)
            waiting[0].cancel()
            waiting.append(opened.ask(at("greedy"), lambda cancel: None))  # nobody waits for the cancelled one
            gate.set()
            await asyncio.gather(first.answer, *(one.answer for one in waiting[1:]))
            return codes
        finally:
            await asyncio.to_thread(opened.close)

    assert asyncio.run(main()) == ["too-many", ""]


def test_a_cancelled_request_ends_and_is_never_answered() -> None:
    async def main() -> bool:
        began, ended = threading.Event(), threading.Event()

        def think(cancel: Cancel) -> None:
            began.set()
            while not cancel.cancelled:
                threading.Event().wait(0.005)
            ended.set()

        async with workers(1) as pool:
            request = pool.ask(at("table"), think)
            await asyncio.to_thread(began.wait, 5)
            request.cancel()
            await asyncio.to_thread(ended.wait, 5)
            return request.answer.cancelled()

    assert asyncio.run(main())


def test_an_error_reaches_whoever_asked() -> None:
    async def main() -> str:
        async with workers(1) as pool:
            try:
                await pool.ask(at("table"), lambda cancel: 1 / 0).answer
            except ZeroDivisionError as error:
                return str(error)
        return ""

    assert asyncio.run(main()) == "division by zero"
