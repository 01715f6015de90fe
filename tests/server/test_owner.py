"""For the owner alone: the state of the server, and what Prometheus reads. For everybody: whether it is ready."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from prometheus_client.parser import text_string_to_metric_families

from alcove.server.hall import Hall
from alcove.server.holders import owner_token
from alcove.server.metrics import SECONDS, Histogram, Metrics, Page
from alcove.server.readiness import Readiness
from tests.server.browser import ME, OPEN, Browser, bot
from tests.server.conftest import Running
from tests.services import Postgres

Start = Callable[..., Running]


async def token(hall: Hall) -> str:
    return owner_token(hall.store.key, hall.settings.owner_token)


@pytest.fixture
def owner(server: Running) -> httpx.Client:
    browser = server.browser()
    browser.http.headers["authorization"] = f"Bearer {server.do(token)}"
    return browser.http


def samples(client: httpx.Client) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    families = list(text_string_to_metric_families(answer.text))
    assert all(family.documentation for family in families)
    return {(one.name, tuple(sorted(one.labels.items()))): one.value for family in families for one in family.samples}


@pytest.mark.parametrize("path", ["/api/owner", "/metrics"])
@pytest.mark.parametrize("given", ["", "Bearer", "Bearer x", "Basic abc", "Bearer é", "bearer TOKEN", "TOKEN"])
def test_nobody_else_gets_it(server: Running, anna: Browser, path: str, given: str) -> None:
    header = given.replace("TOKEN", server.do(token)).encode()
    answer = anna.http.get(path, headers=[(b"authorization", header)] if given else [])
    assert (answer.status_code, answer.json()["code"]) == (401, "not-owner")
    assert "alcove_" not in answer.text


def test_moves_are_counted_and_timed(server: Running, owner: httpx.Client, anna: Browser) -> None:
    before = samples(owner)
    table = anna.create(ME, bot(), name="Annabella")
    seat = anna.enter(table)
    seat.act()
    seat.hear("step", where=lambda message: message["v"] == 2)
    after = samples(owner)

    def grown(name: str, **labels: str) -> float:
        key = name, tuple(sorted(labels.items()))
        return after[key] - before.get(key, 0)

    assert grown("alcove_moves_total", by="person") == 1
    assert grown("alcove_moves_total", by="bot") >= 1, "bots of other tests may still play"
    for step in ("check", "store", "tell"):
        assert grown("alcove_move_seconds_count", step=step) >= 2
        assert grown("alcove_move_seconds_bucket", step=step, le="+Inf") >= 2
        assert 0 < grown("alcove_move_seconds_sum", step=step) < 60
    assert grown("alcove_bot_seconds_count") >= 1
    assert grown("alcove_transaction_changes_count") == grown("alcove_transaction_seconds_count") >= 3
    assert grown("alcove_tables") == 1
    assert after["alcove_sockets", ()] >= 1
    assert grown("alcove_requests_total", status="201") == 1
    for name in ("alcove_bots_waiting", "alcove_bots_thinking", "alcove_sockets_watching", "alcove_tables_in_memory"):
        assert after[name, ()] >= 0
    assert after["alcove_game_compiled", (("game", "alva"),)] == 1
    assert after["process_resident_memory_bytes", ()] > 1_000_000
    assert "Annabella" not in owner.get("/metrics").text


def test_refusals_are_counted(owner: httpx.Client, anna: Browser) -> None:
    key = "alcove_refusals_total", (("code", "not-found"),)
    before = samples(owner).get(key, 0)
    anna.refused("/api/tables/aaaaaaaaaaaaaaaa")
    assert samples(owner)[key] == before + 1


def test_the_state_of_the_server(server: Running, owner: httpx.Client, anna: Browser) -> None:
    anna.create(ME, OPEN, name="Annabella")
    answer = owner.get("/api/owner")
    assert "Annabella" not in answer.text
    state: dict[str, Any] = answer.json()
    assert state["tables"] >= state["running"] >= 1
    assert state["database"]["kind"] == "sqlite"
    assert state["database"]["bytes"] > 10_000
    assert 0 < state["disk"]["free"] <= state["disk"]["total"]
    assert {(one["name"], one["title"]) for one in state["games"]} >= {("alva", "Alva"), ("tollgate", "Tollgate")}
    german = owner.get("/api/owner?lang=de").json()
    assert "Zollschranke" in {one["title"] for one in german["games"]}, "also for an owner who is no guest of the lobby"
    assert [one["step"] for one in state["latencies"]] == ["check", "store", "tell"]
    assert state["started"] <= state["now"]


def test_advice_is_told_in_the_owners_language(start: Start) -> None:
    server = start(trusted_proxies=())
    httpx.get(f"{server.url}/api/games", headers={"x-forwarded-for": "1.2.3.4"})
    headers = {"authorization": f"Bearer {server.do(token)}"}
    for language, words in (("en", "share the limits of one visitor"), ("de", "teilen sich die Grenzen")):
        [told] = httpx.get(f"{server.url}/api/owner?lang={language}", headers=headers).json()["advice"]
        assert "127.0.0.1" in told
        assert words in told


def test_the_token_follows_from_the_key_or_the_settings(start: Start) -> None:
    assert owner_token(b"a key", None) == owner_token(b"a key", "")
    assert owner_token(b"a key", None) != owner_token(b"another key", None)
    assert len(owner_token(b"a key", None)) == 32
    server = start(owner_token="a-token-of-my-own-choice")
    for given, status in (("a-token-of-my-own-choice", 200), (owner_token(b"a key", None), 401)):
        assert httpx.get(f"{server.url}/metrics", headers={"authorization": f"Bearer {given}"}).status_code == status


def test_ready_touches_the_database(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path)
    by_any_name = {"host": "balancer"}
    assert httpx.get(f"{server.url}/ready", headers=by_any_name).json() == {"ready": True}

    async def break_it(hall: Hall) -> None:
        async def fail() -> None:
            raise OSError("the disk is gone")

        hall.store.answers = fail  # type: ignore[method-assign]
        hall.readiness._until = 0.0

    server.do(break_it)
    answer = httpx.get(f"{server.url}/ready", headers=by_any_name, params={"lang": "de"})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert httpx.get(f"{server.url}/health").status_code == 200, "the process itself is well"

    async def close(hall: Hall) -> None:
        hall.closing = True

    server.do(close)
    assert httpx.get(f"{server.url}/ready").status_code == 503


def test_many_who_ask_are_one_question() -> None:
    class Slow:
        asked = 0

        async def answers(self) -> None:
            self.asked += 1
            await asyncio.sleep(0.01)

    async def ask() -> int:
        slow = Slow()
        readiness = Readiness(slow)
        assert all(await asyncio.gather(*(readiness.holds() for _ in range(50))))
        assert await readiness.holds()
        return slow.asked

    assert asyncio.run(ask()) == 1


def test_a_database_that_hangs_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging:
        async def answers(self) -> None:
            await asyncio.sleep(60)

    monkeypatch.setattr("alcove.server.readiness.PATIENCE", 0.01)
    assert asyncio.run(Readiness(Hanging()).holds()) is False


def test_many_values_are_counted_as_one_by_one() -> None:
    values = [0.0, 0.0005, 0.00051, 0.3, 5.0, 5.1, 100.0]
    single, together = Histogram(SECONDS), Histogram(SECONDS)
    for value in values:
        single.note(value)
    together.note_all(np.array(values[:3]))
    together.note_all(np.array(values[3:]))
    assert together.counts == single.counts
    assert together.total == pytest.approx(single.total)


def test_a_histogram() -> None:
    times = Histogram(SECONDS)
    assert times.below(0.5) is None
    for value in (0.0001, 0.0005, 0.004, 9.0):
        times.note(value)
    assert times.counts == [2, 0, 0, 1, *[0] * 9, 1]
    assert (times.below(0.5), times.below(0.75), times.below(0.99)) == (0.0005, 0.005, None)
    metrics = Metrics()
    metrics.move("bot", 1.0, 1.5, 1.6)
    assert metrics.steps()["check"].below(0.5) == 0.5


def test_labels_are_escaped() -> None:
    page = Page({"process": "one"})
    page.add("gauge", "x", "About.", [({"name": 'a "b" \\ \n'}, 1.5)])
    [family] = text_string_to_metric_families(str(page))
    assert family.samples[0].labels == {"name": 'a "b" \\ \n', "process": "one"}


def test_processes_that_share_a_database_are_told_apart(start: Start, postgres: Postgres) -> None:
    database = postgres.database()
    servers = [start(database=database) for _ in range(2)]
    [own] = {server.do(token) for server in servers}
    headers = {"authorization": f"Bearer {own}"}
    for server in servers:
        state = httpx.get(f"{server.url}/api/owner", headers=headers).json()
        assert (state["processes"], state["database"]["kind"]) == (2, "postgresql")
        assert f'process="{state["process"]}"' in httpx.get(f"{server.url}/metrics", headers=headers).text
