"""The same over real sockets and real HTTP: two servers, every game, a seat and a spectator."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from unittest.mock import patch

import pytest

import alcove
from alcove import Position
from alcove.server import new_tables
from alcove.server.hall import Hall
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running, settings_for
from tests.wall.choices import Deals, Secrets, choose, deals
from tests.wall.worlds import KEY, dealt, stopped_clock, table_id

PAGES = ("", "/replay", "/replay?seat=0", "/record", "/verify", "/analysis", "/analysis/1", "/links")
STEPS, LEAST = 4, 3


TABLES = count()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    with stopped_clock(), ExitStack() as stack:
        worlds = [Running(settings_for(tmp_path_factory.mktemp("world"))) for _ in range(2)]
        for world in worlds:
            world.start()
            stack.callback(world.close)
        yield worlds


@pytest.fixture
def servers(both: list[Running]) -> Iterator[list[Running]]:
    """Two servers for all games, with browsers of its own for each."""
    yield both
    for server in both:
        for browser in server.browsers:
            browser.close()
        server.browsers.clear()


class World:
    """A table on one of the servers, with a browser at each seat and one that watches."""

    def __init__(self, server: Running, deal: Position, seed: int, number: int) -> None:
        self.server = server
        self.browsers = [server.browser() for _ in range(deal.players + 1)]
        server.do(self._same_key)
        record = dealt(deal, seed)
        seats = [ME, *[OPEN] * (deal.players - 1)]
        with (
            patch.object(new_tables.Record, "begin", lambda *_, **__: record),
            patch.object(new_tables, "new_table_id", lambda: table_id(number)),
        ):
            wish = {"game": deal.game.name, "players": deal.players, "seats": seats, "name": "Player 0"}
            self.table = self.browsers[0].post("/api/tables", wish)["table"]
        for seat in range(1, deal.players):
            self.browsers[seat].sit(self.table, seat, f"Player {seat}")
        self.sockets = [browser.enter(self.table) for browser in self.browsers]

    @staticmethod
    async def _same_key(hall: Hall) -> None:
        hall.store.key = KEY

    def position(self) -> Position:
        async def find(hall: Hall) -> Position:
            return (await hall.room(self.table)).table.position

        position: Position = self.server.do(find)
        return position

    def act(self, seat: int, index: int) -> None:
        socket = self.sockets[seat]
        socket.say("act", v=socket.table["v"], seat=seat, action=index)
        self.settle(seat)

    def settle(self, *first: int) -> None:
        """Until every socket has heard all that was sent to it."""
        for number in (*first, *range(len(self.sockets))):
            self.sockets[number].say("ping")
            self.sockets[number].hear("pong")

    def told(self, viewer: int | None) -> list[str]:
        """All that the viewer was sent, and the answers to all that it can ask now."""
        browser = self.viewer(viewer)
        socket = self.sockets[self.browsers.index(browser)]
        seat = 0 if viewer is None else viewer
        for action in ("nonsense", 0, 1, 2, 3):
            socket.say("why", v=0, seat=seat, action=action)
        socket.say("act", v=99, seat=seat, action=0)
        self.settle(self.browsers.index(browser))
        answers = []
        for page in PAGES:
            joined = f"{page}{'&' if '?' in page else '?'}lang=de"
            answer = browser.http.get(f"/api/tables/{self.table}{joined}")
            kept = {
                name: value
                for name, value in answer.headers.items()
                if name not in ("date", "set-cookie", "x-alcove-person")
            }
            kept.pop("content-security-policy")  # it names the server's port
            answers.append(f"{answer.status_code} {kept} {answer.text}")
        return [*socket.raw, *answers]

    def viewer(self, viewer: int | None) -> Browser:
        return self.browsers[-1 if viewer is None else viewer]


@pytest.mark.parametrize("spectator", [False, True], ids=["a seat", "a spectator"])
@pytest.mark.parametrize("name", alcove.games())
def test_two_servers_send_a_viewer_the_same_bytes(servers: list[Running], name: str, spectator: bool) -> None:
    rng = random.Random(f"{name} {spectator}")
    deal, plan = planned(rng, alcove.game(name), spectator)
    number = next(TABLES)
    worlds = [World(*one, number) for one in zip(servers, (deal.one, deal.two), (1, 2), strict=True)]
    for step in [None, *plan]:
        if step is not None:
            seat, *indices = step
            for world, index in zip(worlds, indices, strict=True):
                world.act(seat, index)
        one, two = (world.told(deal.viewer) for world in worlds)
        assert one == two


def planned(rng: random.Random, game: alcove.Game, spectator: bool) -> tuple[Deals, list[tuple[int, int, int]]]:
    """Two deals, and some steps in which they stay alike to their viewer, without the end of the game."""
    while True:
        deal = deals(rng, game)
        plan: list[tuple[int, int, int]] = []
        one, two = deal.one, deal.two
        while (deal.viewer is None) == spectator and len(plan) < STEPS:
            chosen = choose(rng, Deals(deal.viewer, one, two), 1.0, Secrets())
            if chosen is None:
                break
            seat, index, other = chosen
            one, two = one.play_legal(seat, index), two.play_legal(seat, other)
            if one.over or two.over:
                break
            plan.append(chosen)
        if len(plan) >= LEAST:
            return deal, plan
