"""Nothing leaks from any game with secrets: two tables differ in what a viewer cannot know, other secrets are chosen at
them, and every message to that viewer is the same, byte by byte.

ALCOVE_WALL=100000 compares so many times in each game.
"""

from __future__ import annotations

import os
import random
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

import alcove
from alcove.bots import warm
from alcove.kernel.position import Position
from alcove.server import wire
from alcove.server.hall import Hall
from alcove.server.room import Room
from alcove.server.tables import Table
from tests.server.browser import ME, local
from tests.server.conftest import Running

COMPARISONS = int(os.environ.get("ALCOVE_WALL", "24"))
SECRET_GAMES = [name for name in alcove.games() if alcove.game(name).rules.SECRETS]
TIMES = re.compile(rb'"at":[0-9.]+')
PLAYER, EAR = "player", "ear"
MAX_BEFORE = 60
AT_ONCE = 12
"""How long one pair of tables is played."""


class Ear:
    """A connection that keeps what it hears."""

    def __init__(self, look: int | None) -> None:
        self.holder, self.language, self.look = EAR, "en", look
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.heard.append(message)


class Side:
    def __init__(self, room: Room, start: Position, viewer: int | None) -> None:
        self.room, self.viewer = room, viewer
        self.table.start = start
        self.table._recent = deque([start], maxlen=self.table._recent.maxlen)
        everybody = frozenset(range(self.table.players))
        room.held = {PLAYER: everybody, EAR: frozenset() if viewer is None else frozenset([viewer])}
        self.ear = Ear(viewer)
        room.listeners = {self.ear}

    @property
    def table(self) -> Table:
        return self.room.table

    async def act(self, seat: int, index: int) -> None:
        await self.room.act(PLAYER, seat, self.table.version, index)

    def told(self, whole: bool) -> list[bytes]:
        """All that the viewer has heard since it was asked last, and what it could ask for."""
        heard, self.ear.heard = self.ear.heard, []
        heard += [self.room.describe(EAR, self.viewer, language) for language in ("en", "de")]
        if whole:
            heard.append(b"".join(wire.replay(self.table.snapshot(), self.viewer, "de")))
        return [self.clean(message) for message in heard]

    def clean(self, message: bytes) -> bytes:
        """Ids, commitments and times differ by nature."""
        message = message.replace(self.table.id.encode(), b"ID")
        return TIMES.sub(b'"at":0', message.replace(self.table.record.commitment.encode(), b"COMMITMENT"))


def worlds(position: Position, viewer: int | None, seed: int) -> tuple[Position, Position]:
    """Two positions that look the same to a viewer, with the same chance to come."""
    one, two = position.conceal(viewer, seed), position.conceal(viewer, seed + 1)
    row = two.copy_row()
    if position.game.rules.CHANCE:
        row["rng"] = one.state.rng
    return one, Position(position.game, position.players, position.options, row)


def somewhere(rng: random.Random, position: Position) -> Position:
    """A position in the first half of a game. The cards that come first tell two tables apart too soon."""
    for _ in range(rng.randrange(MAX_BEFORE)):
        seat = rng.choice(position.awaited)
        after = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
        if after.over:
            break
        position = after
    return position


def pairs(rng: random.Random, one: Position, two: Position, seat: int, viewer: int | None) -> Iterator[tuple[int, int]]:
    """Actions that a viewer may not tell apart, those first that are not the same."""
    mine, theirs = one.legal_indices(seat), two.legal_indices(seat)
    rng.shuffle(mine)
    rng.shuffle(theirs)
    for index in mine[:12]:
        if seat == viewer:
            yield from [(index, index)] if index in theirs else []
            continue
        public = one.public_text(seat, index)
        others = [other for other in theirs if two.public_text(seat, other) == public]
        yield from ((index, other) for other in sorted(others, key=lambda other: other == index)[:2])


def next_pair(rng: random.Random, sides: list[Side], viewer: int | None) -> tuple[int, int, int] | None:
    """A seat and what it does at each of the two tables so that the viewer sees the same; None if there is nothing."""
    one, two = (side.table.position for side in sides)
    for seat in rng.sample(one.awaited, len(one.awaited)):
        for first, second in pairs(rng, one, two, seat, viewer):
            if one.play_legal(seat, first).view(viewer) == two.play_legal(seat, second).view(viewer):
                return seat, first, second
    return None


async def compare(hall: Hall, tables: list[str], viewer: int | None, seed: int, most: int) -> tuple[int, int]:
    """Play on at both tables. Return how often all that was told was the same, and how often other things were done."""
    rng, rooms = random.Random(seed), [await hall.room(table) for table in tables]
    starts = worlds(somewhere(rng, rooms[0].table.start), viewer, seed)
    sides = [Side(room, start, viewer) for room, start in zip(rooms, starts, strict=True)]
    compared = differed = 0
    while compared < most and sides[0].table.status == "running":
        found = next_pair(rng, sides, viewer)
        if found is None:
            break  # from here on the viewer knows which of the two it is, and rightly so
        seat, *chosen = found
        for side, index in zip(sides, chosen, strict=True):
            await side.act(seat, index)
        told = [side.told(whole=compared % 6 == 5) for side in sides]
        assert [len(messages) for messages in told] == [len(told[0])] * 2
        assert told[0] == told[1]
        compared += 1
        differed += chosen[0] != chosen[1]
    return compared, differed


def open_tables(server: Running, name: str) -> list[str]:
    players = 3
    wish: dict[str, Any] = {"game": name, "players": players, "options": {}, "name": "Anna"}
    wish["seats"] = [ME, *(local(f"Player {seat}") for seat in range(1, players))]
    browser = server.browser()
    return [browser.post("/api/tables", wish)["table"] for _ in range(2)]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    for name in SECRET_GAMES:
        warm(alcove.game(name))


def play(server: Running, name: str, viewer: int | None, most: int) -> tuple[int, int]:
    compared = differed = seed = 0
    while compared < most:
        tables = open_tables(server, name)
        left, at = min(AT_ONCE, most - compared), seed
        more, other = server.do(lambda hall: compare(hall, tables, viewer, at, left))  # noqa: B023
        compared, differed, seed = compared + max(more, 1), differed + other, seed + 2
    return compared, differed


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("name", SECRET_GAMES)
def test_other_secrets_send_the_same_bytes(server: Running, name: str, viewer: int | None) -> None:
    compared, differed = play(server, name, viewer, COMPARISONS)
    assert compared >= COMPARISONS
    assert differed >= COMPARISONS // 20


@pytest.mark.parametrize("name", SECRET_GAMES)
def test_a_game_that_tells_what_is_chosen_is_found(server: Running, name: str) -> None:
    """The fault itself: the public text is the action's own."""

    async def leak(hall: Hall, tables: list[str]) -> None:
        for table in tables:
            (await hall.room(table)).table.text_for = lambda played, viewer: played.action.text  # type: ignore[method-assign]

    found = False
    for seed in range(10):
        tables = open_tables(server, name)
        server.do(lambda hall: leak(hall, tables))  # noqa: B023
        try:
            server.do(lambda hall: compare(hall, tables, None, 2 * seed, AT_ONCE))  # noqa: B023
        except AssertionError:
            found = True
            break
    assert found
