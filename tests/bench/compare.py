"""The same load on Alcove and on boardgame.io, by turns, so that both have the same share of the machine.

    python tests/bench/compare.py --tables 200 --rounds 5

Both servers are spoken to by the bare WebSockets of load.py, one game is played on both: placing pieces on a 9 by 9
board, two players, one answering the other. Alcove stores every move on disk before it tells anybody; boardgame.io
keeps its games in memory. Needs Node.js; `npm ci` fetches boardgame.io at the first run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import subprocess
from pathlib import Path

import load
from load import MOVES, Game, Player, Tally

from alcove.server.serving import free_port

FOLDER = Path(__file__).parent / "boardgame_io"
SPACE = "/placing,"
"""Socket.IO keeps the messages of a game apart by its name."""


def event(*words: object) -> bytes:
    return load.frame(f"42{SPACE}{json.dumps(words, separators=(',', ':'))}")


class SocketIoPlayer(Player):
    """Speaks Socket.IO 4 over a WebSocket, as far as boardgame.io needs it."""

    def path(self) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def hear(self, buffer: bytes, at: int) -> None:
        kind = buffer[at : at + 2]
        if kind[:1] == b"0":
            self.transport.write(load.frame(f"40{SPACE}"))
        elif kind[:1] == b"2":
            self.transport.write(load.frame("3"))
        elif kind == b"40":
            self.transport.write(event("sync", self.game.table, str(self.seat), None, 2))
        elif buffer.startswith(b'["update"', at + 2 + len(SPACE)):
            version = self._version(buffer, at)
            if version % 2 == self.seat:
                self.game.seen(version)
        elif buffer.startswith(b'["sync"', at + 2 + len(SPACE)):
            self.game.arrived()
        elif not buffer.startswith(b'["matchData"', at + 2 + len(SPACE)):
            raise RuntimeError(buffer[at : at + 200].decode(errors="replace"))

    def _version(self, buffer: bytes, at: int) -> int:
        mark = b'"_stateID":'
        start = buffer.index(mark, at) + len(mark)
        end = start
        while buffer[end : end + 1].isdigit():
            end += 1
        return int(buffer[start:end])


class PlacingGame(Game):
    player = SocketIoPlayer

    def act(self, number: int) -> bytes:
        seat = str(number % 2)
        point = (ord(MOVES[number][0]) - ord("a")) + 9 * (int(MOVES[number][1]) - 1)
        payload = {"type": "place", "args": [point], "playerID": seat, "credentials": None}
        return event("update", {"type": "MAKE_MOVE", "payload": payload}, number, self.table, seat)


async def run(ours: int, theirs: int, tables: int, rounds: int) -> None:
    async def open_ours() -> Game:
        return Game(ours, *await load.open_table(ours))

    async def open_theirs() -> Game:
        return PlacingGame(theirs, secrets.token_hex(6), ["", ""])  # made when somebody first asks for it

    await load.wait_until_ready(ours)
    both = {"Alcove, stored": (Tally(), open_ours), "boardgame.io, in memory": (Tally(), open_theirs)}
    for number in range(rounds + 1):  # the first is not counted
        for tally, open_game in both.values():
            await (tally if number else Tally()).round(tables, open_game)
    for name, (tally, _) in both.items():
        p50, p99 = tally.milliseconds(0.5), tally.milliseconds(0.99)
        print(f"{name:24} {tally.rate:8,.0f} moves/s   p50 {p50:.0f} ms   p99 {p99:.0f} ms")
    mine, other = (tally.rate for tally, _ in both.values())
    print(f"ratio {mine / other:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    if not (FOLDER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)
    load.use_quick_loop()
    theirs = free_port()
    with load.server() as ours, load.started(["node", "server.js", str(theirs)], FOLDER):
        asyncio.run(run(ours, theirs, chosen.tables, chosen.rounds))


if __name__ == "__main__":
    main()
