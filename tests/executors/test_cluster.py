"""A Ray cluster of two workers: the same reports to the last byte, also if a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from alcove.bots import arena
from alcove.cli.main import main
from alcove.executors import LocalExecutor, Workers, cluster, spread
from alcove.executors.cluster import ClusterError, ClusterExecutor, connect, open_cluster
from alcove.kernel.errors import OptionError
from alcove.kernel.text import same
from alcove.lab import set_up
from alcove.lab.export import comma_separated
from alcove.lab.page import page
from alcove.lab.study import Study, carry_out
from alcove.rl.data import Source, write
from alcove.rl.single import Setup
from tests.executors.head import PATHS, PATIENCE, started_head
from tests.executors.jobs import Counting, Deadly, Refusing
from tests.ports import free_port

pytest.importorskip("ray", reason="without Ray nothing is played on a cluster", exc_type=ImportError)

Report = Callable[[int, int], None]
Work = Callable[[Workers, Report], Any]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a cluster answers. It says it has four cores: two for the workers here, two for commands."""
    with started_head(cores=4) as head:
        yield head.address


@pytest.fixture(scope="module")
def executor(address: str) -> Iterator[ClusterExecutor]:
    with open_cluster(address, 2) as found:
        yield found


def pid_of(hand: cluster.Hand) -> int:
    import ray

    pid: int = ray.get(hand.actor.__ray_call__.remote(lambda worker: os.getpid()))
    return pid


class Killing:
    """Kills a worker of two when something is first reported and it has not done what it was given."""

    def __init__(self, executor: ClusterExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
        assert len(executor.hands) == 2
        self._executor = executor
        self._pids = {hand: pid_of(hand) for hand in executor.hands}
        self._tasks = dict[Any, cluster.Task]()
        self.killed: cluster.Hand | None = None
        start = cluster._Run._start

        def noted(run: cluster._Run, task: cluster.Task, ref: Any) -> None:
            self._tasks[ref] = task
            start(run, task, ref)

        monkeypatch.setattr(cluster._Run, "_start", noted)

    def __call__(self, done: int, of: int) -> None:
        for hand, pid in self._pids.items():
            if self.killed is None and self._has_to_do(hand):
                os.kill(pid, signal.SIGSTOP)
                time.sleep(0.1)  # what was on its way arrives
                if self._has_to_do(hand):
                    assert done < of
                    os.kill(pid, signal.SIGKILL)
                    self.killed = hand
                else:
                    os.kill(pid, signal.SIGCONT)

    def _has_to_do(self, hand: cluster.Hand) -> bool:
        import ray

        given = [ref for ref, task in self._tasks.items() if task.hand is hand and task.what == "chunk"]
        return bool(given) and bool(ray.wait(given, num_returns=len(given), timeout=0)[1])

    def check(self) -> None:
        assert self.killed is not None
        assert self.killed not in self._executor.hands, "it was not missed"
        assert len(self._executor.hands) == 2


@pytest.fixture
def in_both_ways(executor: ClusterExecutor, monkeypatch: pytest.MonkeyPatch) -> Callable[[Work], None]:
    """Checks that work of two workers, of whom one is killed, is that of two processes."""

    def compare(work: Work) -> None:
        killing = Killing(executor, monkeypatch)
        played = work(executor, killing)
        killing.check()
        assert played == work(LocalExecutor(2), lambda done, of: None)

    return compare


def test_the_lab_reports_the_same(in_both_ways: Callable[[Work], None]) -> None:
    setup = set_up("tollgate", 3, seed=4, level=1)
    study = Study(setup, 24, samples=True)

    def work(workers: Workers, report: Report) -> list[str]:
        found = carry_out(study, workers, lambda title: report)
        return [
            comma_separated(found.sections, "en"),
            page(found.sections, setup.game.title, same("told"), "command", setup.game.colour, "de"),
        ]

    in_both_ways(work)


def test_a_precise_report_stops_at_the_same_game(executor: ClusterExecutor) -> None:
    study = Study(set_up("tollgate", 2, seed=1), 100_000, until=0.03)
    one, two = (carry_out(study, workers) for workers in (executor, 2))
    assert one.simulated.games == two.simulated.games < 100_000
    assert one.simulated.sums == two.simulated.sums


def test_the_arena_reports_the_same(in_both_ways: Callable[[Work], None]) -> None:
    def work(workers: Workers, report: Report) -> arena.Result:
        return arena.run("tollgate", ["random", 1], 24, players=3, seed=2, workers=workers, report=report)

    in_both_ways(work)


def test_data_are_the_same_bytes(in_both_ways: Callable[[Work], None], tmp_path: Path) -> None:
    source = Source(Setup("tollgate", 3, {}), 1, 5, seed=3)

    def work(workers: Workers, report: Report) -> list[tuple[str, bytes]]:
        folder = tmp_path / type(workers).__name__
        files = write(source, folder, 24, 10, "npz", workers, report)
        return [(path.name, path.read_bytes()) for path in files]

    in_both_ways(work)
    assert len(list(tmp_path.glob("*/games-*"))) == 6


def test_a_machine_prepares_once_and_parts_come_in_order(executor: ClusterExecutor, tmp_path: Path) -> None:
    segments = [(0, 10), (10, 11), (20, 60)]
    found = list(spread(Counting(tmp_path), segments, executor))
    assert [number for _, part in found for number in part] == [*range(11), *range(20, 60)]
    assert {10, 11, 60} <= {end for end, _ in found}
    [mark] = tmp_path.iterdir()
    assert mark.name in {f"prepared by {pid_of(hand)}" for hand in executor.hands}
    assert list(spread(Counting(tmp_path), [], executor)) == []


def test_what_a_lost_worker_had_to_do_is_done_again(executor: ClusterExecutor, tmp_path: Path) -> None:
    before = list(executor.hands)
    found = [number for _, part in spread(Deadly(tmp_path), [(0, 40)], executor) for number in part]
    assert found == [*range(40)]
    assert (tmp_path / "was here").exists()
    assert len({*before} & {*executor.hands}) == 1


def test_work_that_kills_everybody_is_given_up(executor: ClusterExecutor, tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="have cost 3 workers") as caught:
        list(spread(Deadly(tmp_path, always=True), [(0, 40)], executor))
    assert caught.value.code == "cluster"
    assert sum(len(part) for _, part in spread(Counting(tmp_path), [(0, 9)], executor)) == 9, "others still work"


def test_what_goes_wrong_in_a_worker_is_told_here(executor: ClusterExecutor, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="0 is no number"):
        list(spread(Refusing(tmp_path), [(0, 9)], executor))


def test_a_machine_with_other_sources_is_refused(
    executor: ClusterExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "fingerprint", lambda: "another")
    for hand in executor.hands:
        hand.node = None
    with pytest.raises(ClusterError, match="has another version of Alcove"):
        list(spread(Counting(tmp_path), [(0, 9)], executor))


@pytest.mark.parametrize("wrong", ["nowhere", "", ":6379", "host:", "host:70000", "host:six", "ray"])
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(OptionError, match="is no address of a cluster") as caught:
        connect(wrong)
    assert caught.value.code == "bad-option"


LISTENING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from alcove.cli.main import run
run()
"""
"""To Ctrl-C, also where whoever runs the tests in the background has it ignored."""


def alcove(folder: Path, *words: object, **variables: str) -> subprocess.Popen[str]:
    folder.mkdir()
    return subprocess.Popen(
        [sys.executable, "-c", LISTENING, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": PATHS} | variables,
    )


def test_a_command_prints_and_writes_the_same(address: str, tmp_path: Path) -> None:
    written = []
    for name, where in {"here": (), "there": ("--cluster", "auto")}.items():
        words = ("--games", 300, "--to", "report.md", "--to", "report.html", "--lang", "en", "--threads", 2, *where)
        done = alcove(tmp_path / name, "lab", "tollgate", *words, RAY_ADDRESS=address)
        out, err = done.communicate(timeout=PATIENCE)
        assert (done.returncode, err) == (0, "")
        written.append([out, *((tmp_path / name / f"report.{kind}").read_bytes() for kind in ("md", "html"))])
    assert written[0] == written[1]


def test_ctrl_c_ends_it_and_frees_the_cluster(executor: ClusterExecutor, address: str, tmp_path: Path) -> None:
    import ray

    how = ("--games", 100_000, "--simulations", 20, "--per-file", 5, "--threads", 2, "--cluster", address)
    begun = alcove(tmp_path / "here", "data", "tollgate", *how)
    until(lambda: begun.poll() is not None or any(tmp_path.glob("here/data/*/games-*")))
    assert ray.available_resources().get("CPU", 0) < 2
    begun.send_signal(signal.SIGINT)
    out, err = begun.communicate(timeout=PATIENCE)
    assert (begun.returncode, out) == (130, ""), err
    assert err.strip() in ("", "Aborted!", "Aborted.")
    until(lambda: ray.available_resources().get("CPU", 0) == 2)


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_an_address_at_which_nobody_answers(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "tollgate", "--cluster", f"127.0.0.1:{free_port()}", "--lang", "de"]) == 1
    said = capfd.readouterr()
    assert said.out == ""
    assert "kein Ray-Cluster: niemand antwortet" in said.err
    assert said.err.endswith("[cluster]\n")
