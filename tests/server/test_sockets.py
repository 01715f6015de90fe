"""Sockets at a table, spoken by hand: what no decent client would send."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from alcove.server.frames import CLOSE, LAST, NOT_UTF8, PING, POLICY, PONG, PROTOCOL_ERROR, TEXT, TOO_BIG
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running
from tests.server.line import Line, at_table, bare, line_to, question, sent

Start = Callable[..., Running]
BYE = (1000).to_bytes(2, "big")


def test_the_handshake_proves_that_the_key_was_read(anna: Browser) -> None:
    with bare(anna, anna.create(ME, OPEN)) as line:
        head = line.head()
        assert head.startswith(b"HTTP/1.1 101 ")
        assert b"Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=" in head
        assert [json.loads(line.frame()[1])["t"] for _ in range(2)] == ["choices", "table"]


def asked(anna: Browser, change: Callable[[list[str]], list[str]]) -> tuple[int, str]:
    """How a question is answered that was changed before it was asked; the whole head of the answer in lower case."""
    lines = change(question(anna, anna.create(ME, OPEN)))
    with line_to(anna.url) as line:
        line.say("\r\n".join([*lines, "", ""]).encode())
        head = line.head()
        assert b"content-type: application/json" in head
        assert line.hung_up() or json.loads(line.heard)["code"] == "unreadable"
        return int(head.split()[1]), head.decode().lower()


def without(name: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [line for line in lines if not line.startswith(name + ":")]


def twice(name: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines, *(line for line in lines if line.startswith(name + ":"))]


def instead(old: str, new: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [line.replace(old, new) for line in lines]


@pytest.mark.parametrize(
    "change",
    [
        instead("GET ", "POST "),
        instead("HTTP/1.1", "HTTP/1.0"),
        instead("AAAAAAAAAAAAAAAAAAAAAA==", "short"),
        without("Host"),
        without("Sec-WebSocket-Key"),
        without("Sec-WebSocket-Version"),
        twice("Host"),
        twice("Sec-WebSocket-Key"),
        twice("Sec-WebSocket-Version"),
        twice("Upgrade"),
    ],
    ids=range(10),
)
def test_a_bad_handshake_is_refused(anna: Browser, change: Callable[[list[str]], list[str]]) -> None:
    assert asked(anna, change)[0] == 400


def test_who_speaks_another_version_is_told_ours(anna: Browser) -> None:
    status, head = asked(anna, instead("Version: 13", "Version: 8"))
    assert status == 426
    assert "\r\nsec-websocket-version: 13" in head
    assert "\r\nupgrade: websocket" in head


def test_a_page_of_elsewhere_gets_no_socket(anna: Browser) -> None:
    with bare(anna, anna.create(ME, OPEN), Origin="http://elsewhere.example") as line:
        assert line.head().startswith(b"HTTP/1.1 403 ")


def test_what_comes_with_the_question_is_kept(anna: Browser) -> None:
    lines = question(anna, anna.create(ME, OPEN))
    early = sent(LAST | PING, b"early") + sent(LAST | TEXT, b'{"t":"ping"}')
    with line_to(anna.url) as line:
        line.say("\r\n".join([*lines, "", ""]).encode() + early)
        assert line.head().startswith(b"HTTP/1.1 101 ")
        heard = [line.frame() for _ in range(4)]
    assert (PONG, b"early") in heard
    assert (TEXT, b'{"t":"pong"}') in heard


def test_pings_are_answered_and_a_goodbye_is_returned(anna: Browser) -> None:
    with at_table(anna, anna.create(ME, OPEN)) as line:
        line.say(sent(LAST | PING, b"there?"))
        assert line.frame() == (PONG, b"there?")
        line.say(sent(LAST | CLOSE, BYE + b"bye"))
        assert line.closed_with() == 1000
        assert line.hung_up()


def test_what_was_said_before_a_goodbye_is_answered_and_nothing_after_it(anna: Browser) -> None:
    with at_table(anna, anna.create(ME, OPEN)) as line:
        ping = sent(LAST | TEXT, b'{"t":"ping"}')
        line.say(ping + sent(LAST | CLOSE, BYE) + ping + sent(LAST | PING, b"after") + b"\xff" * 100)
        assert line.frame() == (TEXT, b'{"t":"pong"}')
        assert line.frame() == (CLOSE, BYE)
        assert line.hung_up()


def test_a_message_that_is_too_long_is_refused_before_it_has_arrived(anna: Browser) -> None:
    with at_table(anna, anna.create(ME, OPEN)) as line:
        line.say(b"\x81\xff" + (10**12).to_bytes(8, "big") + bytes(4))
        assert json.loads(line.frame()[1])["code"] == "too-large"
        assert line.closed_with() == TOO_BIG
        assert line.hung_up()


def test_bytes_without_sense_end_the_connection(anna: Browser) -> None:
    with at_table(anna, anna.create(ME, OPEN)) as line:
        line.say(b"\x00" * 50)
        assert line.closed_with() == PROTOCOL_ERROR
        assert line.hung_up()


def test_text_is_utf8(anna: Browser) -> None:
    with at_table(anna, anna.create(ME, OPEN)) as line:
        line.say(sent(LAST | TEXT, b'{"t":"chat","text":"\xff"}'))
        assert line.closed_with() == NOT_UTF8


def test_a_flood_of_empty_frames_freezes_nobody(anna: Browser) -> None:
    """Once 240 kB of them kept the server for 35 seconds."""
    with at_table(anna, anna.create(ME, OPEN)) as line:
        began = time.monotonic()
        with suppress(ConnectionError):
            line.say(sent(TEXT, b"") + sent(0, b"") * 40_000)
        anna.get("/health")
        assert line.closed_with() == POLICY
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("kind", [PING, PONG, TEXT])
def test_every_kind_of_frame_counts_as_a_message(start: Start, kind: int) -> None:
    running = start(messages_per_second=1, message_burst=20, refusals_before_close=100)
    anna = running.browser()
    with at_table(anna, anna.create(ME, OPEN)) as line:
        with suppress(ConnectionError):
            line.say(sent(LAST | kind, b"x") * 30_000)
        frames = count_frames(line)
    assert frames <= 20 + 100 / 20 + 2  # what was allowed, and some refusals


def count_frames(line: Line) -> int:
    """How many frames come until the server says goodbye or hangs up."""
    count = 0
    with suppress(AssertionError, ConnectionError):
        while line.frame()[0] != CLOSE:
            count += 1
    return count


def test_pongs_that_nobody_reads_are_not_kept(start: Start) -> None:
    running = start(outbox_bytes=50_000, messages_per_second=1e6, message_burst=1_000_000)
    anna = running.browser()
    with at_table(anna, anna.create(ME, OPEN)) as line:
        line.line.settimeout(5)
        pings = sent(LAST | PING, b"x" * 125) * 1000
        with suppress(OSError):  # the server has hung up, or does not read
            for _ in range(400):
                line.say(pings)
        assert count_frames(line) < 400_000


def test_a_slow_reader_is_cut_off(start: Start) -> None:
    running = start(outbox_bytes=100_000)
    anna = running.browser()
    table = anna.create(ME, OPEN)

    async def flood(hall: object) -> None:
        room = await hall.room(table)  # type: ignore[attr-defined]
        for listener in list(room.listeners):
            for number in range(500):
                listener.tell(json.dumps({"t": "noise", "n": number, "noise": "x" * 30_000}).encode())
                await asyncio.sleep(0)

    with at_table(anna, table) as line:
        running.do(flood)
        assert count_frames(line) < 500


def test_who_vanishes_without_a_word_is_shown_as_gone(start: Start) -> None:
    running = start(ping_seconds=0.4)
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white = anna.enter(table)
    with at_table(bruno, table) as line:
        white.hear("seats", where=lambda message: message["seats"][1]["online"])
        began = time.monotonic()
        while time.monotonic() - began < 3 * 0.4:  # whoever answers stays
            kind, payload = line.frame()
            if kind == PING:
                line.say(sent(LAST | PONG, payload))
        assert white.silent(0.1)
        seats = white.hear("seats")  # nothing is said any more, and the line stays open
        assert not seats["seats"][1]["online"]


def test_a_player_is_asked_often_enough(start: Start) -> None:
    """Two pings without an answer, and at most one turn of the wheel before them: gone within 15 seconds."""
    running = start()
    assert 3 * running.settings.limits.ping_seconds * 9 / 8 < 15
