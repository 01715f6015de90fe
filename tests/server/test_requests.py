"""Requests spoken by hand: endless, slow, half, and very many."""

from __future__ import annotations

import logging
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from alcove.server.gate import SPARE_FILES, fit_to_open_files
from alcove.server.limit_settings import Limits
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running
from tests.server.line import Line, line_to, question

Start = Callable[..., Running]
GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
HALF_BODY = POST + b"Content-Length: 1000\r\n\r\n"


def pour(line: Line, begin: bytes, more: bytes, times: int) -> int:
    """Send the same again and again until nobody listens; how many bytes went out."""
    count = 0
    with suppress(OSError):
        line.say(begin)
        for _ in range(times):
            line.say(more)
            count += len(more)
    return count


@pytest.mark.parametrize(
    ("begin", "more", "status"),
    [
        (b"GET /", b"x" * 60_000, 414),
        (b"GET /?lang=de&x=", b"x" * 60_000, 414),
        (GET + b"X: ", b"x" * 60_000, 431),
        (GET + b"X", b"x" * 60_000, 431),
        (GET, b"X: y\r\n" * 10_000, 431),
        (GET + b"Cookie: a=", b"b; a=" * 10_000, 431),
        (b"", b"\r\n" * 30_000, 431),
        (CHUNKED, b"ea60\r\n" + b"x" * 60_000 + b"\r\n", 413),
        (POST + b"Content-Length: 60000000\r\n\r\n", b"x" * 60_000, 413),
        (GET + b"Content-Length: 60000000\r\n\r\n", b"x" * 60_000, 413),
        (CHUNKED + b"0\r\nX: ", b"x" * 60_000, 413),
        (CHUNKED + b"0\r\nX", b"x" * 60_000, 413),
        (CHUNKED + b"1;x=", b"y" * 60_000, 413),
        (CHUNKED, b"1;y=zzzzzzzz\r\nx\r\n" * 4000, 413),
    ],
    ids=range(14),
)
def test_what_is_endless_is_refused_and_not_kept(anna: Browser, begin: bytes, more: bytes, status: int) -> None:
    with line_to(anna.url) as line:
        line.say(begin + more[:45_000])
        found, said = line.answer()
        assert (found, said["code"]) == (status, "too-large")
        assert said["message"] == (
            "Diese Nachricht ist zu lang." if b"lang=de" in begin else "That message is too long."
        )
        assert line.hung_up()
        assert pour(line, b"", more, 1000) < 20_000_000
    assert anna.get("/health")["ok"]


def test_what_is_just_allowed_is_read(anna: Browser) -> None:
    with line_to(anna.url) as line:
        line.say(b"GET /health?" + b"x" * 3900 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for number in range(8):
            line.say(b"X%d: " % number + b"y" * 1000 + b"\r\n")
        line.say(b"\r\n")
        assert line.answer() == (200, {"ok": True})


@pytest.mark.parametrize(
    "text",
    [b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/9.9\r\n\r\n", b"GET /h\xffealth HTTP/1.1\r\n\r\n", b"\x00" * 30],
    ids=range(4),
)
def test_what_is_no_request_is_refused(anna: Browser, text: bytes) -> None:
    with line_to(anna.url) as line:
        line.say(text)
        status, said = line.answer()
        assert (status, said["code"]) == (400, "unreadable")
        assert line.hung_up()


@pytest.mark.parametrize(
    ("begin", "drop", "status"),
    [
        (GET, b"X: y\r\n", 408),
        (b"GET /", b"x", 408),
        (HALF_BODY, b"x", 408),
        (CHUNKED, b"1\r\nx\r\n", 408),
    ],
    ids=range(4),
)
def test_who_sends_slowly_is_cut(start: Start, begin: bytes, drop: bytes, status: int) -> None:
    running = start(head_seconds=1.0, body_seconds=1.0)
    with line_to(running.url) as line:
        line.line.settimeout(0.2)
        line.say(begin)
        began = time.monotonic()
        while not line.heard and time.monotonic() - began < 10:
            line.say(drop)
            with suppress(TimeoutError):
                line.heard += line.line.recv(65536)
        assert time.monotonic() - began < 5
        line.line.settimeout(5)
        found, said = line.answer()
        assert (found, said["code"]) == (status, "too-slow")
        assert line.hung_up()


def test_who_sends_slowly_after_a_whole_request_is_cut_as_well(start: Start, tmp_path: Path) -> None:
    """Also where the answer before was too long to be sent at once."""
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<html></html>")
    (pages / "assets" / "long.png").write_bytes(bytes(6_000_000))
    running = start(static=pages, head_seconds=0.5, body_seconds=0.5)
    drops = [(GET, b"X: y\r\n"), (HALF_BODY, b"x"), (CHUNKED, b"1\r\nx\r\n"), (b"\r\n", b"\r\n")]
    with ExitStack() as stack:
        lines = []
        for page in (b"/health", b"/assets/long.png"):
            for begin, drop in drops:
                line = stack.enter_context(line_to(running.url)).line
                line.settimeout(0.02)
                line.sendall(b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n%b" % (page, begin))
                lines.append((page, begin, line, drop))
        end = time.monotonic() + 20
        while lines and time.monotonic() < end:
            lines = [one for one in lines if drips(one[2], one[3])]
    assert [(page, begin) for page, begin, _, _ in lines] == []


def drips(line: socket.socket, drop: bytes) -> bool:
    """Say a little more and listen; whether the line is still open."""
    try:
        line.sendall(drop)
        return line.recv(1 << 20) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_a_trailer_is_no_header(start: Start) -> None:
    """Who asks, and from where, is said before the body."""
    running = start(trusted_proxies=("127.0.0.1",), address_request_burst=5, address_requests_per_second=0.01)
    head = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 1.2.3.4\r\nTransfer-Encoding: chunked\r\n"
    for number in range(12):
        with line_to(running.url) as line:
            line.say(head + b"\r\n0\r\nX-Forwarded-For: 5.5.5.%d\r\n\r\n" % number)
            status, said = line.answer()
            assert (status, said["code"]) in ((400, "unreadable"), (429, "too-fast"))
            assert line.hung_up()
    with line_to(running.url) as line:
        line.say(head.replace(b"1.2.3.4", b"1.2.3.5") + b"\r\n0\r\n\r\n")
        assert line.head().startswith(b"HTTP/1.1 200 ")


def test_leave_for_a_body_is_given_when_its_turn_has_come(anna: Browser) -> None:
    wish = b'{"game":"nonsense","players":2,"options":{},"seats":[],"name":"Anna"}'
    with line_to(anna.url) as line:
        line.say(GET + b"\r\n" + POST + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % len(wish))
        assert line.answer() == (200, {"ok": True})
        assert line.head() == b"HTTP/1.1 100 Continue"
        line.say(wish)
        assert line.answer()[1]["code"] == "bad-option"


def test_nobody_becomes_a_socket_while_an_answer_is_on_its_way(anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    with line_to(anna.url) as line:
        line.say(GET + b"\r\n" + "\r\n".join([*question(anna, table), "", ""]).encode())
        line.line.settimeout(10)
        heard = b""
        with suppress(ConnectionError):
            while more := line.line.recv(65536):
                heard += more
        assert b"101 Switching" not in heard


def test_who_says_nothing_is_cut(start: Start) -> None:
    running = start(head_seconds=0.5, idle_seconds=1)
    with line_to(running.url) as silent, line_to(running.url) as idle:
        idle.say(GET + b"\r\n")
        assert idle.answer() == (200, {"ok": True})
        assert silent.hung_up()
        assert idle.hung_up()


def test_who_does_not_read_is_cut(start: Start, tmp_path: Path) -> None:
    """A page that is longer than all buffers, asked for and left lying."""
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<html></html>")
    (pages / "assets" / "long.png").write_bytes(bytes(20_000_000))
    running = start(static=pages, reading_seconds=1.0)
    with line_to(running.url) as line:
        line.say(b"GET /assets/long.png HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.head().startswith(b"HTTP/1.1 200")
        time.sleep(3)
        count = 0
        with suppress(ConnectionError):
            while more := line.line.recv(1 << 20):
                count += len(more)
        assert count < 20_000_000


def test_the_application_sees_whole_requests_only(anna: Browser) -> None:
    """Also when they come in drops, ask for leave before their body, or come several at a time."""
    wish = b'{"game":"nonsense","players":2,"options":{},"seats":[],"name":"Anna"}'
    head = POST + b"Content-Length: %d\r\n" % len(wish)
    with line_to(anna.url) as line:
        for byte in head + b"\r\n" + wish:
            line.say(bytes([byte]))
        assert line.answer()[1]["code"] == "bad-option"
        line.say(head + b"Expect: 100-continue\r\n\r\n")
        assert line.head() == b"HTTP/1.1 100 Continue"
        line.say(wish)
        assert line.answer()[1]["code"] == "bad-option"
        line.say((head + b"\r\n" + wish + GET + b"\r\n") * 3 + head + b"\r\n" + wish[:5])
        for _ in range(3):
            assert line.answer()[1]["code"] == "bad-option"
            assert line.answer() == (200, {"ok": True})
        line.say(wish[5:])
        assert line.answer()[1]["code"] == "bad-option"


@contextmanager
def many(url: str, count: int, begin: bytes) -> Iterator[list[socket.socket]]:
    where = urlsplit(url)
    with ExitStack() as stack:
        lines = []
        for _ in range(count):
            line = stack.enter_context(socket.create_connection((where.hostname, where.port), timeout=20))
            line.sendall(begin)
            lines.append(line)
        yield lines


@pytest.mark.parametrize("begin", [GET, HALF_BODY, b""], ids=["head", "body", "silent"])
def test_half_requests_lock_nobody_out(start: Start, begin: bytes) -> None:
    """A thousand of them: the newest are waited for, the oldest are gone, and everybody else is served."""
    running = start(waiting_per_address=200, requests_at_once=250)
    anna = running.browser()
    with many(running.url, 1000, begin) as lines:
        assert anna.get("/health")["ok"]
        lines[0].settimeout(5)
        with suppress(ConnectionError):
            assert lines[0].recv(1) == b""
        lines[-1].settimeout(0.1)
        with pytest.raises(TimeoutError):
            lines[-1].recv(1)


def test_half_requests_behind_whole_ones_lock_nobody_out(start: Start) -> None:
    running = start(requests_at_once=20)
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(running.url))]
        for _ in range(40):
            lines[-1].say(GET + b"\r\n" + HALF_BODY)
            assert lines[-1].answer() == (200, {"ok": True})
            lines.append(stack.enter_context(line_to(running.url)))
        assert lines[0].hung_up()
        lines[-1].say(GET + b"\r\n")
        assert lines[-1].answer() == (200, {"ok": True})


def test_all_places_are_given_to_those_who_ask_something(start: Start) -> None:
    """By whatever addresses they come."""
    running = start(waiting_per_address=10_000, waiting=50, requests_at_once=60)
    anna = running.browser()
    with many(running.url, 300, GET):
        assert anna.get("/health")["ok"]


def test_a_proxy_is_no_visitor(start: Start) -> None:
    running = start(waiting_per_address=5, trusted_proxies=("127.0.0.1",))
    with many(running.url, 20, GET) as lines:
        lines[0].sendall(b"\r\n")
        assert lines[0].recv(100).startswith(b"HTTP/1.1 200")


@pytest.fixture
def files() -> Iterator[tuple[int, int]]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_so_many_files_may_be_open_as_connections_need(files: tuple[int, int]) -> None:
    _, hard = files
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    limits = Limits(connections=200, requests_at_once=100)
    assert fit_to_open_files(limits) == limits
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 300 + SPARE_FILES


def test_where_few_files_may_be_open_fewer_are_let_in(
    files: tuple[int, int], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (100, 1024))
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    with caplog.at_level(logging.WARNING, "alcove.server"):
        fitted = fit_to_open_files(Limits())
    assert fitted.connections + fitted.requests_at_once + SPARE_FILES <= 1024
    assert fitted.connections > 500
    assert asked == [(1024, 1024)]
    assert "1024 files" in caplog.text
