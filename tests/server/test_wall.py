"""Nothing leaks: two tables that differ only in what a viewer cannot know send that viewer the same bytes.

Ids, times and commitments differ by nature; they are taken out by name, and nothing else is.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

import pytest

from alcove.kernel.position import Position
from alcove.server.hall import Hall
from tests.server.browser import ME, OPEN, Browser, Socket
from tests.server.conftest import Running

SEATS = 3
TIMES = re.compile(r'"at":[0-9.]+')


class Side:
    """One of the two tables, with a browser at each seat and one that watches."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.browsers = [server.browser() for _ in range(SEATS + 1)]
        self.table = self.browsers[0].create(ME, OPEN, OPEN, game="tollgate", cards=3, name="Anna")
        for seat in range(1, SEATS):
            self.browsers[seat].sit(self.table, seat, f"Player {seat}")

    def start(self) -> Position:
        async def find(hall: Hall) -> Position:
            return (await hall.room(self.table)).table.start

        position: Position = self.server.do(find)
        return position

    def begin_with(self, position: Position) -> None:
        """Put another deal on the table before anybody has seen it."""

        async def deal(hall: Hall) -> None:
            table = (await hall.room(self.table)).table
            table.start = position
            table._recent = deque([position], maxlen=table._recent.maxlen)

        self.server.do(deal)

    def enter(self) -> None:
        self.sockets = [browser.enter(self.table, language) for browser, language in self._languages()]

    def _languages(self) -> Iterator[tuple[Browser, str]]:
        for number, browser in enumerate(self.browsers):
            yield browser, ("en", "de")[number % 2]

    def position(self) -> Position:
        async def find(hall: Hall) -> Position:
            return (await hall.room(self.table)).table.position

        position: Position = self.server.do(find)
        return position

    def clean(self, text: str) -> str:
        async def commitment(hall: Hall) -> str:
            return (await hall.room(self.table)).table.record.commitment

        text = text.replace(self.table, "ID").replace(self.server.do(commitment), "COMMITMENT")
        return TIMES.sub('"at":0', text)


def viewer_socket(side: Side, viewer: int | None) -> Socket:
    return side.sockets[SEATS if viewer is None else viewer]


def settle(side: Side, *actors: int) -> None:
    """Until every socket has heard all that was sent to it; first those that said something."""
    for number in (*actors, *range(len(side.sockets))):
        side.sockets[number].say("ping")
        side.sockets[number].hear("pong")


def act(side: Side, seat: int, nth: int) -> None:
    """A seat makes its nth choice, whatever that is at this table."""
    position = side.position()
    choice = position.legal(seat)[nth]
    side.sockets[seat].say("act", v=side.sockets[seat].table["v"], seat=seat, action=choice.text)
    settle(side, seat)


def probe(side: Side, viewer: int | None) -> list[str]:
    """Ask for everything that a viewer can ask for."""
    browser = side.browsers[SEATS if viewer is None else viewer]
    socket = viewer_socket(side, viewer)
    answers = []
    for path in ("", "/replay", "/record", "/verify", "/analysis", "/seats"):
        for language in ("en", "de"):
            answer = browser.http.get(f"/api/tables/{side.table}{path}", params={"lang": language})
            answers.append(f"{answer.status_code} {answer.headers.get('content-length')} {answer.text}")
    seat = 0 if viewer is None else viewer
    for action in ("s1", "m12", "bank", "draw", "nonsense", 0, 25, 26):
        socket.say("why", v=0, seat=seat, action=action)
        if viewer != seat or action in ("bank", "draw", "nonsense", 25, 26):
            socket.say("act", v=socket.table["v"], seat=seat, action=action)
    socket.say("act", v=99, seat=seat, action="s1")
    if viewer is not None:
        socket.say("act", v=socket.table["v"], seat=(seat + 1) % SEATS, action="s1")
    settle(side, SEATS if viewer is None else viewer)
    return [side.clean(answer) for answer in answers]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("seed", range(2))
def test_paired_tables_send_the_same_bytes(server: Running, viewer: int | None, seed: int) -> None:
    sides = [Side(server), Side(server)]
    start = sides[0].start()
    sides[1].begin_with(start.conceal(viewer, 1000 + seed))
    sides[0].begin_with(start)
    differs = bytes(sides[0].start()) != bytes(sides[1].start())
    assert differs
    for side in sides:
        side.enter()
    script = [(1, 0), (2, 1), (1, 2), (0, 1), (1, 1), (0, 0)] if viewer != 0 else [(1, 0), (2, 1), (1, 2), (2, 0)]
    compared = 0
    for seat, nth in script:
        seen = [side.position().view(viewer) for side in sides]
        if seen[0] != seen[1]:
            break  # from here on they know different things, and rightly so
        asked = [probe(side, viewer) for side in sides]
        assert asked[0] == asked[1]
        told = [[side.clean(raw) for raw in viewer_socket(side, viewer).raw] for side in sides]
        assert told[0] == told[1]
        compared += 1
        if any(seat not in side.position().actors for side in sides):
            break
        for side in sides:
            act(side, seat, nth)
    assert compared >= 3


def test_a_secret_choice_is_not_told(server: Running) -> None:
    side = Side(server)
    side.enter()
    card = side.position().legal(1)[0].text
    act(side, 1, 0)
    own = next(raw for raw in side.sockets[1].raw if raw.startswith('{"t":"step"'))
    assert f'"text":"{card}"' in own
    for other in (0, 2, 3):
        step = next(raw for raw in side.sockets[other].raw if raw.startswith('{"t":"step"'))
        assert '"text":"card"' in step
        assert f'"{card}"' not in step.partition('"view"')[0]
    assert side.browsers[0].get(f"/api/tables/{side.table}")["turns"] == [[1, "card"]]
    assert side.browsers[1].get(f"/api/tables/{side.table}")["turns"] == [[1, card]]


def test_secret_choices_do_not_make_each_other_stale(server: Running) -> None:
    side = Side(server)
    side.enter()
    versions = [socket.table["v"] for socket in side.sockets]
    for seat in range(SEATS):
        choice = side.position().legal(seat)[0].text
        side.sockets[seat].say("act", v=versions[seat], seat=seat, action=choice)
    settle(side, *range(SEATS))
    errors = [raw for socket in side.sockets for raw in socket.raw if raw.startswith('{"t":"error"')]
    assert errors == []
    assert side.sockets[0].table["v"] == SEATS


def test_half_a_secret_choice_makes_nobody_stale(server: Running) -> None:
    """In the first round of Alluvium everybody draws two forms: after the first of them more is awaited."""
    browsers = [server.browser() for _ in range(3)]
    wish = {"game": "alluvium", "players": 3, "options": {}, "seats": [ME, OPEN, OPEN], "name": "Player 1"}
    table = browsers[0].post("/api/tables", wish)["table"]
    for seat in (1, 2):
        browsers[seat].sit(table, seat, f"Player {seat + 1}")
    players = [browser.enter(table) for browser in browsers]
    assert [player.table["v"] for player in players] == [0, 0, 0]
    first = players[0].table["legal"][0]["text"]
    players[0].say("act", v=0, seat=0, action=first)
    assert players[0].hear("step")["view"]["awaited"] == [0, 1, 2]
    players[1].say("act", v=0, seat=1, action=players[1].table["legal"][0]["text"])
    assert players[1].hear("step", "error", where=lambda told: told.get("seat") != 0)["t"] == "step"


def test_the_card_that_is_kept_of_three_is_told_to_nobody(server: Running) -> None:
    """The Alpacalypse, ALPAC-8 and 24: the others learn that a card was kept, in no message which one."""
    browsers = [server.browser() for _ in range(3)]
    wish = {"game": "alpacalypse", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
    table = browsers[0].post("/api/tables", wish)["table"]
    browsers[1].sit(table, 1, "Bruno")
    sockets = [browser.enter(table) for browser in browsers]
    for _ in range(400):
        seat = sockets[0].table["view"]["awaited"][0]
        me, others = sockets[seat], [socket for number, socket in enumerate(sockets) if number != seat]
        legal = [choice["text"] for choice in me.table["legal"]]
        wanted = next((text for text in legal if text.startswith(("keep", "acquire", "draw"))), legal[0])
        version = me.act(wanted)["v"]
        steps = [socket.hear("step", where=lambda told, v=version: told["v"] == v) for socket in others]
        if wanted.startswith("keep "):
            break
    else:
        raise AssertionError("nobody has drawn cards")
    card = wanted.removeprefix("keep ")
    replays = [browsers[n].get(f"/api/tables/{table}/replay")["steps"][-1] for n in range(3) if n != seat]
    for step in [*steps, *replays]:
        assert step["text"] == "keep ?"
        assert card not in " ".join(one["text"] for one in step["story"])
    for browser in browsers[:seat] + browsers[seat + 1 :]:
        assert wanted not in browser.get(f"/api/tables/{table}")["turns"][-1][1]
    assert wanted in browsers[seat].get(f"/api/tables/{table}")["turns"][-1][1]
