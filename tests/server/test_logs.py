"""The log: one line for each event, with levels, readable for programs, and without secrets."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from alcove.server.hall import Hall
from alcove.server.holders import holder_of, new_token, seat_secret
from alcove.server.logs import Json, Lines, fields, scrub
from tests.ports import free_port
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running

KEY = b"0123456789abcdef"


def record(message: str, *values: object, **extra: Any) -> logging.LogRecord:
    made = logging.getLogger("alcove.server").makeRecord("alcove.server", logging.INFO, "f", 1, message, values, None)
    made.__dict__.update(extra)
    return made


def test_lines_for_people_and_for_programs() -> None:
    one = record("A table was %s", "opened", **fields(table="abc", players=2))
    assert Lines().format(one) == "INFO alcove.server: A table was opened (table=abc players=2)"
    line = json.loads(Json().format(one))
    moment = line.pop("time")
    assert moment.endswith("Z")
    assert moment.startswith(time.strftime("%Y-"))
    assert line == {
        "level": "info",
        "logger": "alcove.server",
        "message": "A table was opened",
        "table": "abc",
        "players": 2,
    }


def test_what_somebody_sends_does_not_look_like_a_line_of_ours() -> None:
    evil = record("failed %s", "x\nERROR alcove.server: forged \x1b[31m")
    assert "\n" not in Lines().format(evil)
    assert "\x1b" not in Lines().format(evil)
    assert "\n" not in Json().format(evil)


def test_secrets_are_taken_out() -> None:
    token, link = new_token(KEY), seat_secret(KEY, "abcdefghijklmnop", 3)
    holder = holder_of(token)
    said = f"GET /seat/{link} alcove={token}; {holder} postgresql://me:secret@host/x"
    assert scrub(said) == "GET /seat/abcdefghijklmnop.3.*** alcove=***; *** postgresql://me:***@host/x"
    assert scrub("Table abcdefghijklmnop cannot be read") == "Table abcdefghijklmnop cannot be read"
    try:
        raise ValueError(link)
    except ValueError:
        wrong = record("It failed", exc_info=sys.exc_info())
    for formatter in (Lines(), Json()):
        assert link not in formatter.format(wrong)
        assert "ValueError" in formatter.format(wrong)


def test_a_page_that_fails_does_not_tell_the_seat(
    server: Running, anna: Browser, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = anna.get(f"/api/tables/{anna.create(ME, OPEN)}/links")["seats"]["0"]

    def fail(*_: object) -> None:
        raise RuntimeError(f"no such file: {link}")

    monkeypatch.setattr("alcove.server.static.find", fail)
    assert anna.http.get(link).status_code == 500
    told = [one for one in caplog.records if one.name == "alcove.server"]
    assert told
    secret = link.rpartition(".")[2]
    for one in told:
        assert secret not in Lines().format(one)
        assert secret not in Json().format(one)


def test_a_change_that_fails_does_not_tell_what_was_said(
    start: Callable[..., Running], caplog: pytest.LogCaptureFixture
) -> None:
    server = start()
    anna = server.browser()
    table = anna.enter(anna.create(ME, OPEN, name="Annabella"))

    async def break_it(hall: Hall) -> None:
        async with hall.store._questions._engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE chat")

    server.do(break_it)
    assert table.refusal("chat", text="nobody is to know this")["code"] == "unavailable"
    written = "\n".join(Lines().format(one) for one in caplog.records)
    assert "could not be stored" in written
    assert "nobody is to know this" not in written
    assert "Annabella" not in written


def test_a_served_log(tmp_path: Path) -> None:
    """A whole run with everything logged: every line is an object, and nobody's secret is in it."""
    port = free_port()
    words = ["--port", str(port), "--data", str(tmp_path), "--no-warm", "--log-level", "debug", "--log-format", "json"]
    with subprocess.Popen(
        [sys.executable, "-m", "alcove.server", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert "Alcove is open at" in running.stdout.readline()
        anna = Browser(f"http://127.0.0.1:{port}")
        links = anna.get(f"/api/tables/{anna.create(ME, OPEN, name='Annabella')}/links")
        anna.http.get(links["seats"]["0"])
        cookie = anna.http.cookies["alcove"]
        anna.close()
        assert httpx.get(f"http://127.0.0.1:{port}/metrics", headers={"authorization": "Bearer x"}).status_code == 401
        running.terminate()
        _, log = running.communicate(timeout=60)
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["message"] for line in lines if line["level"] == "info"] == [
        "Serving",
        "A table was opened",
        "Closing",
    ]
    for secret in (links["seats"]["0"].rpartition(".")[2], cookie, "Annabella", "127.0.0.1:"):
        assert secret not in log


def test_an_error_of_the_database_tells_no_values(start: Callable[..., Running], database: str | None) -> None:
    running = start(database=database)

    async def fail(hall: Hall) -> list[str]:
        told = []
        for statement in ("SELECT :name FROM nothing", "SELECT seats FROM tables WHERE no_column = :name"):
            with pytest.raises(DBAPIError) as wrong:
                async with hall.store._questions._engine.connect() as connection:
                    await connection.execute(text(statement), {"name": "Annabella"})
            told.append(str(wrong.value))
            with pytest.raises(DBAPIError) as wrong, hall.store._plain.connect() as plain:
                plain.execute(text(statement), {"name": "Annabella"})
            told.append(str(wrong.value))
        return told

    assert all("Annabella" not in one for one in running.do(fail))
