"""Rules change while games are played: they go on from the last kept position, and finished ones can be looked at."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from alcove.kernel.game import game, register
from alcove.kernel.proof import prove
from alcove.server.database import read_url
from alcove.server.hall import Hall
from alcove.server.past import KeptStep, PastTable
from alcove.server.settings import DATABASE_FILE
from tests.changed_rules import ChangeRules, changing_rules
from tests.server.browser import ME, OPEN, Browser, Socket, local
from tests.server.conftest import Running

Start = Callable[..., Running]


@pytest.fixture
def change_rules() -> Iterator[ChangeRules]:
    with changing_rules() as change:
        yield change


class Club:
    """Two people at a table, on a server that is stopped, killed and started again."""

    def __init__(self, start: Start, folder: Path, **settings: Any) -> None:
        self._start, self.folder, self._settings = start, folder, settings
        self.running = start(folder, **settings)
        self.anna, self.bruno = self.running.browser(), self.running.browser()

    def table(self, game: str = "alva", **options: Any) -> str:
        table = self.anna.create(ME, OPEN, game=game, **options)
        self.bruno.sit(table, 1)
        return table

    def stop(self, kept: bool = True) -> None:
        """Stop the server; without having kept anything, as if it had been killed."""
        if not kept:

            async def forget(hall: Hall) -> None:
                hall._rooms.clear()

            self.running.do(forget)
        cookies = [one.http.cookies for one in (self.anna, self.bruno)]
        self.running.close()
        self._cookies = cookies

    def again(self) -> None:
        self.running = self._start(self.folder, **self._settings)
        self.anna, self.bruno = self.running.browser(), self.running.browser()
        for one, cookies in zip((self.anna, self.bruno), self._cookies, strict=True):
            one.http.cookies = cookies

    def enter(self, table: str) -> list[Socket]:
        return [self.anna.enter(table), self.bruno.enter(table)]

    def ask(self, query: str) -> list[Any]:
        database = self._settings.get("database")
        engine = create_engine(read_url(database) if database else f"sqlite:///{self.folder / DATABASE_FILE}")
        with engine.begin() as connection:
            found = connection.execute(text(query))
            rows = [tuple(row) for row in found] if found.returns_rows else []
        engine.dispose()
        return rows

    def until(self, query: str) -> None:
        """Wait until a query finds something."""
        end = time.monotonic() + 60
        while not self.ask(query):
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.fixture
def club(start: Start, tmp_path: Path) -> Club:
    return Club(start, tmp_path)


@pytest.fixture
def either_club(start: Start, tmp_path: Path, database: str | None) -> Club:
    """Once with each database."""
    return Club(start, tmp_path, database=database)


def play(sockets: list[Socket], *moves: str) -> None:
    """Moves of Alva, by turns."""
    for number, move in enumerate(moves, sockets[0].table["v"]):
        sockets[number % 2].act(move, v=number)
        sockets[1 - number % 2].hear("step")


def act(sockets: list[Socket], action: str | int | None = None) -> None:
    """Let somebody act who is awaited, with the first choice that there is, and let all hear it."""
    acting = next(one for one in sockets if one.table["look"] in one.table["view"]["awaited"])
    heard = acting.act(acting.table["legal"][0]["index"] if action is None else action)
    for other in sockets:
        if other is not acting:
            other.hear("step", where=lambda message: message["v"] >= heard["v"])


def finish(sockets: list[Socket]) -> None:
    """Play the first choice that there is, to the end."""
    while sockets[0].table["status"] != "over" and not sockets[0].table["view"]["outcome"]:
        act(sockets)


def board(browser: Browser, table: str) -> Any:
    return browser.get(f"/api/tables/{table}")["view"]["table"]


def test_a_running_game_goes_on_under_new_rules(club: Club, change_rules: ChangeRules) -> None:
    table = club.table()
    play(club.enter(table), "a1", "e5", "b1", "d5")
    before = board(club.anna, table)
    club.stop()
    new = change_rules("alva")
    club.again()

    assert board(club.anna, table) == before
    [listed] = club.anna.get("/api/tables")["tables"]
    assert (listed["id"], listed["status"], listed["your_turn"]) == (table, "running", True)
    sockets = club.enter(table)
    said = sockets[0].table
    assert f"goes on under version {new.version}." in said["notice"]
    assert "4 actions were played before" in said["notice"]
    assert "lost" not in said["notice"]
    assert said["story"][0][1][0]["text"] in said["notice"]
    assert f"unter Fassung {new.version} weiter." in club.anna.get(f"/api/tables/{table}", lang="de")["notice"]
    assert (said["v"], said["undo"]["may"]) == (5, "no")

    finish(sockets)
    record = club.anna.http.get(f"/api/tables/{table}/record").text
    assert record.startswith("Alcove record 3\ngame: alva 1\n")
    assert "\nrules 2 after 4 lost 0,0 from 3bb/" in record
    proof = prove(record)
    assert proof.parts[0][:2] == (1, 4)
    assert proof.parts[0].unproven is not None
    assert proof.parts[1].unproven is None
    assert proof.outcome is not None
    told = club.anna.get(f"/api/tables/{table}/verify")
    assert not told["proven"]
    assert [part["unproven"] is None for part in told["parts"]] == [False, True]
    assert "this program has version 2" in told["parts"][0]["unproven"]


def test_what_the_new_rules_still_allow_is_followed_after_a_kill(club: Club, change_rules: ChangeRules) -> None:
    table = club.table()
    play(club.enter(table), "a1", "e5", "b1", "d5")
    before = board(club.anna, table)
    club.stop(kept=False)
    change_rules("alva")
    club.again()
    shown = club.anna.get(f"/api/tables/{table}")
    assert shown["view"]["table"] == before
    assert "were played before" not in shown["notice"]
    assert "lost" not in shown["notice"]
    assert shown["turns"] == [[0, "a1"], [1, "e5"], [0, "b1"], [1, "d5"]]
    assert shown["v"] == 9  # the change, and what was followed


def test_what_cannot_be_followed_is_lost_and_the_table_says_whose_it_was(
    either_club: Club, change_rules: ChangeRules
) -> None:
    club = either_club
    table = club.table()
    play(club.enter(table), "a1", "e5", "b1", "d5", "c1")
    club.stop(kept=False)
    change_rules("alva", forgotten=("b1",))
    club.again()
    sockets = club.enter(table)
    said = sockets[0].table
    assert said["turns"] == [[0, "a1"], [1, "e5"]]
    assert said["notice"].endswith("is lost: 2 of Anna, 1 of Bruno.")
    german = club.bruno.get(f"/api/tables/{table}", lang="de")["notice"]
    assert german.endswith("ist verloren: 2 von Anna, 1 von Bruno.")
    act(sockets, "c1")
    sockets[1].say("resign", seat=1)
    sockets[1].hear("table")
    record = club.anna.http.get(f"/api/tables/{table}/record").text
    assert "\nrules 2 after 0 lost 2,1 from " in record
    assert prove(record).parts[1].unproven is None


def test_it_changes_once_however_often_the_server_starts(club: Club, change_rules: ChangeRules) -> None:
    table = club.table()
    play(club.enter(table), "a1", "e5")
    club.stop()
    change_rules("alva")
    shown = []
    for _ in range(2):
        club.again()
        shown.append(club.anna.get(f"/api/tables/{table}"))
        club.stop()
    assert shown[0] == shown[1]


def test_rules_may_change_more_than_once(club: Club, change_rules: ChangeRules) -> None:
    table = club.table()
    for moves in (("a1", "e5", "b1"), ("d5",), ("c1", "c5")):
        sockets = club.enter(table)
        for move in moves:
            act(sockets, move)
        club.stop()
        change_rules("alva")
        club.again()
    sockets = club.enter(table)
    assert "6 actions were played before" in sockets[0].table["notice"]
    finish(sockets)
    proof = prove(club.anna.http.get(f"/api/tables/{table}/record").text)
    assert [(part.version, part.actions) for part in proof.parts[:3]] == [(1, 3), (2, 1), (3, 2)]
    assert [part.unproven is None for part in proof.parts] == [False, False, False, True]


def test_what_was_taken_back_stays_so(club: Club, change_rules: ChangeRules) -> None:
    """The position that was kept before is one that was taken back."""
    table = club.anna.create(ME, local("Ben"))
    socket = club.anna.enter(table)
    for move in ("a1", "e5", "b1"):
        socket.say("look", seat=socket.table["view"]["awaited"][0])
        socket.hear("table")
        socket.act(move)

    async def keep(hall: Hall) -> None:
        await hall._care._keep_positions(hall.rooms())

    club.running.do(keep)
    assert club.ask("SELECT actions FROM positions") == [(3,)]
    socket.say("undo", v=socket.table["v"])
    socket.hear("table")
    turns = socket.table["turns"]
    club.stop(kept=False)
    change_rules("alva")
    club.again()
    shown = club.anna.get(f"/api/tables/{table}")
    assert len(turns) < 3
    assert sum(part.actions for part in prove_running(club, table)) + len(shown["turns"]) == len(turns)
    assert "lost" not in shown["notice"]


def prove_running(club: Club, table: str) -> Any:
    async def parts(hall: Hall) -> Any:
        return (await hall.room(table)).table.record.earlier

    return club.running.do(parts)


def test_a_position_that_cannot_be_read_is_replaced_by_what_was_done(club: Club, change_rules: ChangeRules) -> None:
    table = club.table()
    play(club.enter(table), "a1", "e5", "b1")
    before = board(club.anna, table)
    club.stop()
    old = game("alva")
    change_rules("alva", unread=True)
    club.again()
    refused = club.anna.http.get(f"/api/tables/{table}")
    assert refused.status_code == 400  # nothing can be read at all, not even the set-up
    club.stop()
    register(replace(old, version=3))
    club.again()
    assert board(club.anna, table) == before


def test_secrets_go_on_and_stay_secret(club: Club, change_rules: ChangeRules) -> None:
    table = club.table("tollgate", cards=3)
    sockets = club.enter(table)
    for _ in range(4):
        act(sockets)
    seen = [browser.get(f"/api/tables/{table}")["view"]["table"] for browser in (club.anna, club.bruno)]
    club.stop()
    change_rules("tollgate")
    club.again()
    assert seen == [browser.get(f"/api/tables/{table}")["view"]["table"] for browser in (club.anna, club.bruno)]
    assert club.anna.refused(f"/api/tables/{table}/record") == (503, "unavailable")
    sockets = club.enter(table)
    [[text]] = club.ask("SELECT text FROM entries WHERE kind = 'rules'")
    secret = text.split(" ", 2)[2]
    told = "".join(text for socket in sockets for text in socket.raw)
    assert secret.rpartition("=")[2] not in told
    finish(sockets)
    record = club.anna.http.get(f"/api/tables/{table}/record").text
    assert f" from {secret}\n" in record
    assert prove(record).parts[-1].unproven is None


def test_the_record_of_a_running_game_with_chance_is_sealed(club: Club, change_rules: ChangeRules) -> None:
    table = club.table("tollgate", cards=3)

    async def sealed(hall: Hall) -> str:
        return str((await hall.room(table)).table.proof().without_seed())

    club.stop()
    change_rules("tollgate")
    club.again()
    record = club.running.do(sealed)
    assert "\nrules 2 after 0 lost 0,0 from ?\n" in record
    assert "rng=" not in record


def test_who_left_is_still_away(club: Club, change_rules: ChangeRules) -> None:
    table = club.anna.create(ME, OPEN, local("Ben"), game="tollgate", cards=3)
    club.bruno.sit(table, 1)
    socket = club.bruno.enter(table)
    socket.say("resign", seat=1)
    socket.hear("table", where=lambda message: message["seats"][1]["kind"] == "bot")
    club.stop()
    change_rules("tollgate")
    club.again()
    shown = club.bruno.get(f"/api/tables/{table}")
    assert (shown["seats"][1]["kind"], shown["seats"][1]["left"]) == ("bot", "Bruno")
    again = club.bruno.enter(table)
    again.say("return", seat=1)
    assert again.hear("table")["seats"][1]["kind"] == "human"


def test_a_finished_game_can_be_looked_at_when_its_rules_are_gone(
    either_club: Club, change_rules: ChangeRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept is unpacked beside the event loop, once for each viewer."""
    unpacked: list[str] = []
    unpack = PastTable.steps

    def noted(self: PastTable, viewer: int | None) -> list[KeptStep]:
        unpacked.append(threading.current_thread().name)
        return unpack(self, viewer)

    monkeypatch.setattr(PastTable, "steps", noted)
    club = either_club
    table = club.table("tollgate", cards=2)
    finish(club.enter(table))
    club.anna.live(table).say("chat", text="well played")
    club.until("SELECT 1 FROM replays WHERE seat = 1")
    club.until("SELECT 1 FROM chat")
    spectator = club.running.browser()
    paths = [f"/api/tables/{table}", f"/api/tables/{table}/replay"]
    everybody = [club.anna, club.bruno, spectator]
    seen = [browser.get(path, lang=lang) for browser in everybody for path in paths for lang in ("en", "de")]
    record = club.anna.http.get(f"/api/tables/{table}/record").text
    club.stop()
    change_rules("tollgate", unread=True)
    club.again()
    everybody = [club.anna, club.bruno, club.running.browser()]
    again = [browser.get(path, lang=lang) for browser in everybody for path in paths for lang in ("en", "de")]
    for old, new in zip(seen, again, strict=True):
        if "steps" in old:
            assert new == old
        else:
            differing = {key for key in old if old[key] != new[key] and key not in ("seats", "story")}
            assert differing <= {"undo"}
            assert [told for told in old["story"] if told[1]] == new["story"][-len(old["story"]) :]
    assert club.anna.live(table).hear("table")["look"] == 0
    assert unpacked
    assert {name.rpartition("-")[0] for name in unpacked} == {"alcove-reader"}
    assert club.anna.http.get(f"/api/tables/{table}/record").text == record
    assert club.anna.refused(f"/api/tables/{table}/verify") == (409, "other-rules")
    assert club.anna.refused(f"/api/tables/{table}/analysis") == (503, "unavailable")
    [listed] = club.anna.get("/api/tables")["tables"]
    assert (listed["status"], listed["ending"]) == ("over", seen[0]["ending"])


def test_of_a_game_of_which_nothing_was_kept_the_moves_and_the_end_are_told(
    club: Club, change_rules: ChangeRules
) -> None:
    table = club.table()
    sockets = club.enter(table)
    play(sockets, "a1", "e5")
    sockets[0].say("resign", seat=0)
    sockets[1].hear("table")
    before = club.anna.get(f"/api/tables/{table}")
    club.stop()
    club.ask("DELETE FROM replays")
    change_rules("alva")
    club.again()
    shown = club.anna.get(f"/api/tables/{table}")
    assert shown["view"]["table"] is None
    for part in ("turns", "ending", "status", "resigned", "options", "commitment", "chat"):
        assert shown[part] == before[part]
    assert shown["view"]["outcome"] == before["view"]["outcome"]
    assert club.anna.get(f"/api/tables/{table}/replay") == {"steps": []}
    both = club.enter(table)
    for socket in both:
        socket.say("rematch")
    rematch = both[0].hear("seats", where=lambda message: message["rematch"]["table"] is not None)["rematch"]["table"]
    assert club.anna.get(f"/api/tables/{rematch}")["status"] == "running"


def test_what_a_killed_server_has_not_kept_is_kept_after_the_next_start(either_club: Club) -> None:
    club = either_club
    running, over = club.table(), club.table()
    play(club.enter(running), "a1", "e5")
    sockets = club.enter(over)
    play(sockets, "a1", "e5")
    sockets[0].say("resign", seat=0)
    sockets[1].hear("table")
    club.stop()
    club.ask("DELETE FROM replays")
    club.ask("DELETE FROM positions")
    club.again()
    club.until(f"SELECT 1 FROM positions WHERE table_id = '{running}' AND actions = 2")
    club.until(f"SELECT 1 FROM replays WHERE table_id = '{over}'")
    assert club.ask("SELECT seat FROM replays") == [(-1,)]  # nothing is secret here: all have seen the same


def test_quiet_tables_fall_asleep_and_wake_up(start: Start, tmp_path: Path) -> None:
    club = Club(start, tmp_path, sleep_after=0.0, position_seconds=0.0)
    table = club.table()
    sockets = club.enter(table)
    play(sockets, "a1", "e5")
    for socket in sockets:
        socket.close()
    end = time.monotonic() + 60

    async def awake(hall: Hall) -> int:
        return len(hall.rooms())

    while club.running.do(awake):
        assert time.monotonic() < end
        time.sleep(0.05)
    club.until("SELECT 1 FROM positions WHERE actions = 2")
    assert club.anna.get(f"/api/tables/{table}")["turns"] == [[0, "a1"], [1, "e5"]]
