"""Games are compiled in processes of their own, and played in the meantime."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import alcove
from alcove.kernel import compiler, jit
from alcove.kernel.cache_root import compiled_games
from alcove.ready import child, children, kept, preparation
from alcove.ready.alone import Alone
from alcove.ready.preparation import Preparation, Progress
from tests.plain import as_plain_python

pytestmark = pytest.mark.skipif(not jit.CUT, reason="nothing is waited for")

ROOT = Path(__file__).resolve().parents[2]
TOY = "tollgate"


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that another process has filled with the toy's code, and what that process said."""
    folder = tmp_path_factory.mktemp("filled")
    environment = {**os.environ, "ALCOVE_CACHE": str(folder), "ALCOVE_EXTRA_GAMES": "tests.toys.tollgate"}
    command = [sys.executable, "-m", "alcove.ready.child"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{TOY}\n")
        process.stdin.flush()
        said = []
        while not said or not said[-1].keys() & {"seconds", "problem"}:
            said.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.wait(20) == 0, "it ends when nobody is left to compile for"
    (folder / "said.json").write_text(json.dumps(said))
    return folder


@pytest.fixture
def cache(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, for this test alone."""
    folder = tmp_path / "cache"
    shutil.copytree(filled, folder)
    monkeypatch.setenv("ALCOVE_CACHE", str(folder))
    return folder


@pytest.fixture
def plain() -> Iterator[None]:
    with as_plain_python():
        yield


def prepared(**more: Any) -> Preparation:
    started = Preparation(names=(TOY,), **more)
    started.start()
    assert started.wait(120)
    return started


class Pretended:
    """In place of a process that compiles; what becomes of a game is told by `compile`."""

    begun: str | None = None

    def kill(self) -> None:
        pass

    def close(self) -> None:
        pass


def no_process(*_: Any) -> Any:
    raise AssertionError("no process is needed")


def test_the_process_tells_how_many_functions_are_compiled(filled: Path) -> None:
    *told, last = json.loads((filled / "said.json").read_text())
    assert last["seconds"] > 0
    assert told, "it takes longer than a moment"
    [functions] = {one["of"] for one in told}
    assert 10 < functions <= len(kept.functions_of(alcove.game(TOY)))
    counts = [one["done"] for one in told]
    assert counts == sorted(counts)
    assert 0 < counts[-1] <= functions


def test_what_the_cache_has_takes_over_without_a_process(
    cache: Path, plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "Child", no_process)
    game = alcove.game(TOY)
    before = game.new(players=2, seed=3)
    calls: list[Any] = []
    started = prepared(hand_over=lambda switch: (calls.append(switch), switch()))
    assert len(calls) == 1
    assert started.progress[TOY].complete
    assert game.has_code
    assert game.new(players=2, seed=3) == before
    action = before.legal_indices(before.awaited[0])[0]
    assert game.entry_points.turn._run is game.entry_points.turn.made_entry is not None
    with as_plain_python():
        after = before.play_legal(before.awaited[0], action)
    assert before.play_legal(before.awaited[0], action) == after
    started.close()


def test_broken_code_in_the_cache_is_made_anew(cache: Path, plain: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Compiles(Pretended):
        def compile(self, name: str, report: Any) -> str | None:
            asked.append(name)
            return "no more"

    for file in cache.rglob("*.nbc"):
        file.write_bytes(b"not code")
    monkeypatch.setattr(preparation, "Child", Compiles)
    started = prepared()
    assert asked == [TOY]
    assert started.progress[TOY] == Progress(0, 1, failed=True)
    assert kept.load(alcove.game(TOY)) is None
    started.close()


def test_whoever_compiles_loads_no_database() -> None:
    code = "import sys; from alcove.ready.child import _load; _load(); print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_next_game_is_compiled_while_the_last_one_is_loaded(
    tmp_path: Path, plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, tried, both_asked, waited = list[str](), list[str](), threading.Event(), list[bool]()

    class Compiles(Pretended):
        def compile(self, name: str, report: Any) -> str | None:
            asked.append(name)
            if len(asked) == 2:
                both_asked.set()
            return None

    def load(self: Preparation, name: str) -> bool:
        tried.append(name)
        if tried.count(name) == 1:
            return False  # nobody has compiled it yet
        waited.append(both_asked.wait(30))
        self._report(name, Progress(1, 1))
        return True

    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path))
    monkeypatch.setattr(preparation, "Child", Compiles)
    monkeypatch.setattr(preparation, "cores", lambda: 1)
    monkeypatch.setattr(Preparation, "_load", load)
    started = Preparation(names=("alva", TOY))
    started.start()
    assert started.wait(60)
    assert sorted(asked) == ["alva", TOY]
    assert waited == [True, True]
    started.close()


class Early:
    """A process that is started before anything is loaded."""

    made: list[Early]

    def __init__(self, begun: str | None = None) -> None:
        self.begun = begun
        self.asked: list[str] = []
        self.closed = False
        self.made.append(self)

    def compile(self, name: str, report: Any) -> str | None:
        self.asked.append(name)
        self.begun = None
        return "no more"

    def kill(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> list[Early]:
    monkeypatch.setattr(Early, "made", [], raising=False)
    for where in (children, preparation):
        monkeypatch.setattr(where, "Child", Early)
        monkeypatch.setattr(where, "cores", lambda: 8)
    return Early.made


def test_where_nothing_was_compiled_the_largest_games_are_begun_before_anything_is_loaded(
    tmp_path: Path, plain: None, early: list[Early], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr(children, "largest", lambda: [TOY, "alva", "alvos"])
    children.begin_early()
    assert [one.begun for one in early] == [TOY, "alva"]
    started = Preparation(names=("alva", TOY, "alvos"))
    started.start()
    assert started.wait(60)
    started.close()
    assert sorted(name for one in early for name in one.asked) == ["alva", "alvos", TOY], "each of them once"
    assert early[0].asked[0] == TOY
    assert early[1].asked[0] == "alva"
    assert all(one.closed for one in early)


def test_what_was_begun_for_nothing_is_ended(
    tmp_path: Path, plain: None, early: list[Early], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr(children, "largest", lambda: ["alva", "alvos"])
    children.begin_early()
    started = prepared()
    started.close()
    assert [one.asked for one in early] == [[], [], [TOY]]
    assert all(one.closed for one in early)


def test_where_something_is_kept_none_starts_early(cache: Path, early: list[Early]) -> None:
    children.begin_early()
    assert not early


def test_what_somebody_else_has_compiled_meanwhile_is_not_waited_for(
    cache: Path, plain: None, early: list[Early], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "compiled_games", lambda: cache / "elsewhere")
    monkeypatch.setattr(children, "largest", lambda: [TOY])
    monkeypatch.setattr(kept, "read_manifest", late(kept.read_manifest))
    children.begin_early()
    started = prepared()
    assert started.progress[TOY].complete
    assert all(one.closed and not one.asked for one in early)
    started.close()


def late(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Finds nothing at first."""
    asked: list[Any] = []

    def read_late(game: Any) -> Any:
        asked.append(game)
        return [] if len(asked) == 1 else read(game)

    return read_late


def test_our_games_are_begun_with_by_their_size() -> None:
    assert sorted(children.largest()) == ["alluvium", "alpacalypse", "alva", "alvos"]
    assert children.largest()[0] == "alpacalypse"


def test_processes_are_started_before_anything_heavy_is_loaded() -> None:
    code = (
        "import sys, alcove.server.settings, alcove.server.sources, alcove.ready.children\n"
        "print([name for name in ('numpy', 'numba', 'litestar', 'sqlalchemy', 'msgspec') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_process_that_dies_is_started_again_some_times_and_the_game_is_played_all_the_same(
    tmp_path: Path, plain: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path / "empty"))
    deaths = tmp_path / "deaths"
    dies = f"import os; open({str(deaths)!r}, 'a').write('x'); input(); os.kill(os.getpid(), 9)"
    monkeypatch.setattr(children, "COMMAND", (sys.executable, "-c", dies))
    started = prepared()
    assert deaths.read_text() == "x" * preparation.ATTEMPTS
    assert started.progress[TOY].failed
    assert "its process has died" in caplog.text
    position = alcove.game(TOY).new(players=2, seed=1)
    assert position.play(position.awaited[0], position.legal(position.awaited[0])[0])
    started.close()


def test_a_cache_that_cannot_be_written_to_leaves_the_game_plain(
    tmp_path: Path, plain: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(children, "COMMAND", (sys.executable, "-m", "alcove.ready.child"))
    started = prepared()
    assert started.progress[TOY].failed
    assert "stays slow" in caplog.text
    assert not alcove.game(TOY).has_code
    started.close()


def test_nothing_is_compiled_for_a_cache_that_cannot_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path / "file"))
    tried: list[Any] = []
    monkeypatch.setattr("alcove.server.rehearsal.rehearse", tried.append)
    with pytest.raises(OSError, match="file cannot be written to"):
        child.compile_game(TOY, lambda done, of: None)
    assert not tried


def test_a_full_disk_is_told_and_nothing_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path))
    monkeypatch.setattr(compiler, "not_kept", [])
    keyed: Any = compiler._KeyedCache

    def full(self: Any, signature: Any, data: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(keyed.__bases__[0], "save_overload", full)
    function: Any = jit.compiled(_one_more)
    assert function(1) == 2, "it runs all the same"
    assert "No space left" in compiler.not_kept[0]
    monkeypatch.setattr("alcove.server.rehearsal.rehearse", lambda game: None)
    with pytest.raises(OSError, match="No space left"):
        child.compile_game(TOY, lambda done, of: None)
    assert not kept.read_manifest(alcove.game(TOY))


def _one_more(number: int) -> int:
    return number + 1


def test_the_process_does_not_outlive_the_one_that_started_it(tmp_path: Path) -> None:
    code = (
        "import time\n"
        "from alcove.ready.children import Child\n"
        "child = Child()\n"
        "print(child._process.pid, flush=True)\n"
        "child.compile('tollgate', lambda done, of: print(done, flush=True))"
    )
    environment = {**os.environ, "ALCOVE_CACHE": str(tmp_path), "ALCOVE_EXTRA_GAMES": "tests.toys.tollgate"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    with subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.stdout.readline()  # it compiles
        assert alive(pid)
        parent.kill()
    end = time.monotonic() + 20
    while alive(pid):
        assert time.monotonic() < end, "it goes on for nobody"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_two_servers_compile_a_game_once_and_both_see_how_far_it_is(
    cache: Path, filled: Path, plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "Child", no_process)
    monkeypatch.setattr(preparation, "WAITING_SECONDS", 0.01)
    lists = compiled_games()
    lists.rename(cache / "later")
    other = Alone(TOY)
    assert other.take()
    started = Preparation(names=(TOY,))
    started.start()
    other.tell(7, 30)
    end = time.monotonic() + 20
    while started.progress[TOY] != Progress(7, 30):
        assert time.monotonic() < end
        time.sleep(0.01)
    for file in (cache / "later").iterdir():
        shutil.copy(file, lists)
    other.leave()
    assert started.wait(20)
    assert started.progress[TOY].complete
    started.close()
