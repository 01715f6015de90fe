"""One hostile visitor against a server at which others play.

    python tests/bench/hostile.py --seconds 8

The others: tables of two scripted players each, who move at a steady pace, and people against bots of level 3. For each
attack the hostile visitor, at one address, does one thing as hard as it can, and the others' moves are timed: from a
player's send to the opponent's view, and from a person's move to the bot's. The first line is without an attack.

It ends with 1 if a move at the 99th percentile took 100 ms or longer, or a bot's answer 2 s or longer.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import load
from crowds import Crowding, Visitor, chosen
from websockets.asyncio.client import ClientConnection

MAX_MOVE, MAX_BOT = 0.1, 2.0
PACE = 0.15
"""Seconds between the moves of a table."""
TABLES = 8
BROWSERS = 16
LONG = 80
"""Actions of a long game."""


class Steady(load.Game):
    """A table whose players think a little."""

    def send(self, number: int) -> None:
        asyncio.get_running_loop().call_later(PACE, self._send, number)

    def _send(self, number: int) -> None:
        if not self.players[0].transport.is_closing():
            super().send(number)


class Others:
    """Those who only want to play."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.moves: list[float] = []
        self.bots: list[float] = []

    async def play(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        works = [self._table(end) for _ in range(TABLES)]
        works += [self._against_bot(name, end) for name in ("alva", "alpacalypse")]
        await asyncio.gather(*works)

    async def _table(self, end: float) -> None:
        while time.monotonic() < end:
            game = Steady(self.port, *await load.open_table(self.port))
            await game.enter()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(game.play(), max(0.1, end - time.monotonic()))
            self.moves += game.latencies
            game.leave()

    async def _against_bot(self, name: str, end: float) -> None:
        visitor = Visitor(self.port, load.new_home())
        table = await visitor.open(name, [{"kind": "me"}, {"kind": "bot", "level": 3}])
        async with visitor.socket(table) as socket:
            await asyncio.wait_for(self._time_bot(socket, end), end - time.monotonic() + 30)

    async def _time_bot(self, socket: ClientConnection, end: float) -> None:
        acted: float | None = None
        async for text in socket:
            message = json.loads(text)
            if message["t"] not in ("table", "step"):
                continue
            if message["t"] == "step" and message["seat"] != 0 and acted is not None:
                self.bots.append(time.perf_counter() - acted)
                acted = None
            awaited = message["view"]["awaited"]
            if not awaited or time.monotonic() > end:
                return
            if 0 in awaited:
                await asyncio.sleep(PACE)
                choice = chosen(message["legal"])
                await socket.send(json.dumps({"t": "act", "v": message["v"], "seat": 0, "action": choice}))
                acted = None
            elif acted is None:
                acted = time.perf_counter()


class Hostile(Crowding):
    """Does one thing as hard as it can."""

    def __init__(self, port: int, address: str) -> None:
        super().__init__(port, address)
        self.tables: list[str] = []

    async def prepare(self) -> None:
        """Some long games of its own."""
        await self.ask("/api/games")
        for _ in range(3):
            table = await self.open("alpacalypse", [{"kind": "me"}, {"kind": "local", "name": "Me too"}])
            self.tables.append(table)
            async with self.socket(table) as socket:
                await self._play_long(socket)

    async def _play_long(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["t"] not in ("table", "step"):
                continue
            awaited = message["view"]["awaited"]
            if message["v"] >= LONG or not awaited:
                return
            if message["look"] != awaited[0] if message["t"] == "table" else message["view"]["seat"] != awaited[0]:
                await socket.send(json.dumps({"t": "look", "seat": awaited[0]}))
                continue
            choice = chosen(message["legal"])
            await asyncio.sleep(0.03)
            await socket.send(json.dumps({"t": "act", "v": message["v"], "seat": awaited[0], "action": choice}))

    async def invented_cookies(self) -> None:
        await self._again_and_again(lambda: self._status("/api/games", secrets.token_urlsafe(32)))

    async def replays(self) -> None:
        await self._again_and_again(lambda: self._status(self._about("/replay")))

    async def everything_long(self) -> None:
        paths = ["", "/replay", "/record", "/verify", "/analysis", "?seat=0", "?seat=1"]
        await self._again_and_again(lambda: self._status(self._about(random.choice(paths))))

    async def lists(self) -> None:
        await self._again_and_again(lambda: self._status("/api/tables"))

    async def new_tables(self) -> None:
        wish = {"game": "alvos", "players": 1, "options": {}, "seats": [{"kind": "me"}], "name": "x"}
        await self._again_and_again(lambda: self._status("/api/tables", None, wish))

    async def sockets(self) -> None:
        """As many as it gets, and all of them stay."""
        async with contextlib.AsyncExitStack() as stack:

            async def one() -> str:
                socket = await stack.enter_async_context(self.socket(random.choice(self.tables)))
                return str(json.loads(await asyncio.wait_for(socket.recv(), 10))["t"])

            await self._again_and_again(one)

    async def messages(self) -> None:
        """Whatever makes the server say much: looks, and answers to what is long past."""
        said = [{"t": "look", "seat": 0}, {"t": "look", "seat": 1}, {"t": "look", "seat": None}, {"t": "undo", "v": 1}]
        said += [{"t": "act", "v": 1, "seat": 0, "action": "x"}, {"t": "why", "v": 1, "seat": 0, "action": 3}]

        async def one() -> str:
            async with self.socket(random.choice(self.tables)) as socket:
                while True:
                    await socket.send(json.dumps(random.choice(said)))
                    answer = json.loads(await asyncio.wait_for(socket.recv(), 20))
                    self.tried[str(answer.get("code") or answer["t"])] += 1

        await self._again_and_again(one)

    async def moves(self) -> None:
        """Its own game, at its own tables, as fast as it can be played and taken back."""

        async def one() -> str:
            async with self.socket(random.choice(self.tables)) as socket:
                async for text in socket:
                    message = json.loads(text)
                    self.tried[str(message.get("code") or message["t"])] += 1
                    if message["t"] == "step":
                        await socket.send(json.dumps({"t": "undo", "v": message["v"]}))
                    elif message["t"] == "table" and message["legal"]:
                        choice, seat = chosen(message["legal"]), message["look"]
                        act = {"t": "act", "v": message["v"], "seat": seat, "action": choice}
                        await socket.send(json.dumps(act))
                    elif message["t"] == "table" and message["view"]["awaited"]:
                        await socket.send(json.dumps({"t": "look", "seat": message["view"]["awaited"][0]}))
            return "closed"

        await self._again_and_again(one, 12)

    async def bots(self) -> None:
        """Bots of level 5 among themselves, at as many tables as it gets."""
        await self._let_play({"kind": "bot", "level": 5})

    async def unhurried(self) -> None:
        """The same with bots that think for a minute."""
        await self._let_play({"kind": "bot", "level": 6, "seconds": 60})

    async def _let_play(self, bot: dict[str, Any]) -> None:
        async with contextlib.AsyncExitStack() as stack:

            async def one() -> str:
                table = await self.open("alva", [bot] * 2)
                await stack.enter_async_context(self.socket(table))
                return "watched"

            async def tried() -> str:
                try:
                    return await one()
                except RuntimeError:
                    await asyncio.sleep(0.1)
                    return "refused"

            await self._again_and_again(tried, 8)

    async def hints(self) -> None:
        """Of many browsers, each at a table of its own: a browser gets one at a time."""
        tables = []
        for _ in range(BROWSERS):
            browser = Visitor(self.port, self.address)
            await browser.ask("/api/games")
            tables.append((browser, await browser.open("alpacalypse", [{"kind": "me"}, {"kind": "bot", "level": 1}])))

        async def one() -> str:
            browser, table = random.choice(tables)
            async with browser.socket(table) as socket:
                version = None
                async for text in socket:
                    message = json.loads(text)
                    if message["t"] == "table" and version is None:
                        version = message["v"]
                        await socket.send(json.dumps({"t": "look", "seat": 0}))
                        await socket.send(json.dumps({"t": "hint", "v": version}))
                    elif message["t"] in ("hint", "error"):
                        return str(message.get("code") or message["t"])
            return "closed"

        await self._again_and_again(one)

    def _about(self, path: str) -> str:
        language = random.choice(("en", "de"))
        joint = "&" if "?" in path else "?"
        return f"/api/tables/{random.choice(self.tables)}{path}{joint}lang={language}"

    async def _status(self, path: str, token: str | None = None, body: Any = None) -> str:
        return str((await self.ask(path, body, token))[0])


ATTACKS = [
    "nothing",
    "invented_cookies",
    "replays",
    "everything_long",
    "lists",
    "new_tables",
    "sockets",
    "messages",
    "moves",
    "bots",
    "unhurried",
    "hints",
    "crowd",
    "half_requests",
]


def share(times: list[float], part: float) -> float:
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


async def attack_for_ever(port: int, attack: str) -> None:
    """In a process of its own, until its standard input ends. Says a line when it begins, and what it has tried."""
    hostile = Hostile(port, f"66.66.66.{ATTACKS.index(attack)}")
    await hostile.prepare()
    print("begun", flush=True)
    attacking = asyncio.ensure_future(getattr(hostile, attack)())
    stopping = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await asyncio.wait([attacking, stopping], return_when=asyncio.FIRST_COMPLETED)
    print(", ".join(f"{what} {count}" for what, count in hostile.tried.most_common(4)), flush=True)
    os._exit(0)


@contextlib.asynccontextmanager
async def under_attack(port: int, attack: str) -> AsyncIterator[list[str]]:
    """Gives what was tried, once it is over."""
    told: list[str] = []
    if attack == "nothing":
        yield told
        return
    command = [sys.executable, __file__, "--attack", attack, "--port", str(port)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    if await process.stdout.readline() != b"begun\n":
        raise RuntimeError(f"{attack} did not begin")
    await asyncio.sleep(1)
    yield told
    process.stdin.close()
    told.append((await process.stdout.readline()).decode().strip())
    await process.wait()


async def measure(port: int, attack: str, seconds: float) -> bool:
    others = Others(port)
    async with under_attack(port, attack) as told:
        await others.play(seconds)
    late, slowest = share(others.moves, 0.99), max(others.bots, default=0)
    tried = " ".join(told)
    print(
        f"{attack:17} moves {len(others.moves):5}  p50 {share(others.moves, 0.5) * 1000:6.1f} ms"
        f"  p99 {late * 1000:6.1f} ms  bots {len(others.bots):3}  slowest {slowest:5.2f} s  {tried}",
        flush=True,
    )
    if not others.moves or not others.bots:
        print(f"{attack}: nobody could play", flush=True)
        return False
    return late < MAX_MOVE and slowest < MAX_BOT


async def run(port: int, attacks: list[str], seconds: float) -> bool:
    await load.wait_until_ready(port)
    return all([await measure(port, attack, seconds) for attack in attacks])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--only", choices=ATTACKS, action="append", help="this attack; repeatable")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    load.use_quick_loop()
    if chosen.attack:
        asyncio.run(attack_for_ever(chosen.port, chosen.attack))
    with load.server() as port:
        held = asyncio.run(run(port, chosen.only or ATTACKS, chosen.seconds))
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
