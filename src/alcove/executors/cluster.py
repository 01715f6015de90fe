"""Work on the machines of a Ray cluster: one worker a core, which keeps its code loaded from one job to the next.

A worker that is lost is replaced, and its chunks are done again by whoever is free. Parts come back in the order of
their numbers, and a part says nothing of who has made it: so nobody can tell from a report where it was made.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from alcove.executors.fingerprint import fingerprint
from alcove.executors.job import Job, Part, Segment, timed
from alcove.executors.plan import Plan
from alcove.kernel.errors import AlcoveError, OptionError
from alcove.kernel.text import Text

AUTO = "auto"
SECONDS = 1.0
"""How long a chunk takes."""
AHEAD = 2
"""Chunks that are handed out for each worker, so that none waits for the next."""
WINDOW = 8
"""Chunks for each worker that may be done before one that comes first: what is done early has to be kept."""
TRIES = 3
"""Workers that a chunk may cost, and that may be lost before they have said a word."""
PATIENCE = 300.0
"""Seconds until somebody has a free core."""
KNOCK = 10.0
"""Seconds until an address answers."""
PASSED_ON = ("ALCOVE_EXTRA_GAMES", "NUMBA_DISABLE_JIT")
"""Variables that say what the games are."""

NO_RAY = Text(
    "A cluster needs Ray: pip install 'alcove[cluster]'.", "Für einen Cluster fehlt Ray: pip install 'alcove[cluster]'."
)
NO_ADDRESS = Text(
    "{address} is no address of a cluster. Write HOST:PORT, or auto.",
    "{address} ist keine Adresse eines Clusters. Schreibe HOST:PORT oder auto.",
)
NO_CLUSTER = Text(
    "There is no Ray cluster at {address}: {why}. One is started by `ray start --head`.",
    "Bei {address} ist kein Ray-Cluster: {why}. Einen startet `ray start --head`.",
)
NO_ANSWER = Text("nobody answers", "niemand antwortet")
OTHER_SOURCES = Text(
    "{machine} has another version of Alcove, of Python, NumPy or Numba. All machines need the same.",
    "{machine} hat eine andere Fassung von Alcove, Python, NumPy oder Numba. Alle Maschinen brauchen dieselbe.",
)
NOT_STARTED = Text("No worker can be started: {why}", "Es lässt sich kein Arbeiter starten: {why}")
NO_CORE = Text("No machine of the cluster has had a core free.", "Keine Maschine des Clusters hatte einen Kern frei.")
KEEPS_DYING = Text(
    "Numbers {first} to {last} have cost {tries} workers: {why}",
    "Die Nummern {first} bis {last} haben {tries} Arbeiter gekostet: {why}",
)


class ClusterError(AlcoveError):
    """A cluster that cannot be reached, or cannot do the work."""

    code = "cluster"


class Worker:
    """In a process of its own on some machine."""

    def hello(self) -> Greeting:
        import ray

        return Greeting(ray.get_runtime_context().get_node_id(), socket.gethostname(), fingerprint())

    def prepare(self, job: Job[Any]) -> None:
        job.prepare()

    def do(self, job: Job[Part], first: int, last: int) -> tuple[Part, float]:
        return timed(job, first, last)


class Greeting(NamedTuple):
    node: str
    machine: str
    fingerprint: str


@dataclass(eq=False)
class Hand:
    """A worker as it is known here."""

    actor: Any
    node: str | None = None
    """Unknown until it has said hello: its machine may have no core free."""
    busy: int = 0


class Chunk(NamedTuple):
    number: int
    segment: Segment


class Task(NamedTuple):
    hand: Hand
    what: Literal["hello", "prepare", "chunk"]
    chunk: Chunk | None = None


@contextmanager
def open_cluster(address: str, most: int | None = None) -> Iterator[ClusterExecutor]:
    """The cores of a cluster, or so many of them, until the work is done."""
    executor = ClusterExecutor(connect(address), most)
    try:
        yield executor
    finally:
        executor.close()


def connect(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise OptionError(NO_RAY) from None
    if address != AUTO:
        _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL, runtime_env=_environment())
    except (OSError, RuntimeError, ValueError) as error:  # of these a ConnectionError is one
        raise ClusterError(NO_CLUSTER.fill(address=address, why=_told(error))) from error
    return ray


def _knock(address: str) -> None:
    """Ray would try for a long time."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise OptionError(NO_ADDRESS.fill(address=repr(address[:60])))
    try:
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()
    except OSError as error:
        raise ClusterError(NO_CLUSTER.fill(address=address, why=NO_ANSWER)) from error


def _environment() -> dict[str, Any]:
    return {"env_vars": {name: os.environ[name] for name in PASSED_ON if name in os.environ}}


def _told(error: BaseException) -> str:
    """The last line of what Ray says, which has the reason."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:200].rstrip(".")


class ClusterExecutor:
    def __init__(self, ray: Any, most: int | None = None) -> None:
        self._ray = ray
        self._actors = ray.remote(num_cpus=1)(Worker)
        cores = int(ray.cluster_resources().get("CPU", 0))
        self.hands = [Hand(self._actors.remote()) for _ in range(max(1, min(cores, most or cores)))]
        self._unborn = 0

    def over(self, job: Job[Part], segments: Iterable[Segment]) -> Generator[tuple[int, Part]]:
        return _Run(self._ray, self, job, segments).parts()

    def replace(self, lost: Hand, why: BaseException) -> Hand:
        if lost.node is None:
            self._unborn += 1
            if self._unborn == TRIES:
                raise ClusterError(NOT_STARTED.fill(why=_told(why))) from why
        fresh = Hand(self._actors.remote())
        self.hands[self.hands.index(lost)] = fresh
        return fresh

    def close(self) -> None:
        for hand in self.hands:
            self._ray.kill(hand.actor)
        self._ray.shutdown()


class _Run:
    """One job, from its first chunk to its last."""

    def __init__(self, ray: Any, executor: ClusterExecutor, job: Job[Any], segments: Iterable[Segment]) -> None:
        self._ray, self._executor, self._job = ray, executor, ray.put(job)
        self._plan = Plan(segments, len(executor.hands), SECONDS, job.piece)
        self._upcoming = self._plan.next()
        self._tasks: dict[Any, Task] = {}
        self._prepared = set[str]()
        self._again = deque[Chunk]()
        self._costs: Counter[int] = Counter()
        self._next = self._told = 0
        self._done: dict[int, tuple[int, Any]] = {}

    def parts(self) -> Generator[tuple[int, Any]]:
        try:
            for hand in self._executor.hands:
                hand.busy = 0
                self._greet(hand)
            while self._upcoming is not None or self._told < self._next:
                self._hand_out()
                self._wait()
                while self._told in self._done:
                    yield self._done.pop(self._told)
                    self._told += 1
        finally:
            if self._ray.is_initialized():
                for ref in self._tasks:
                    self._ray.cancel(ref)

    def _greet(self, hand: Hand) -> None:
        if hand.node is None:
            self._start(Task(hand, "hello"), hand.actor.hello.remote())

    def _hand_out(self) -> None:
        """Give everybody something to do, first those who have nothing."""
        for depth in range(AHEAD):
            for hand in self._executor.hands:
                if hand.busy > depth or hand.node is None:
                    continue
                if hand.node not in self._prepared:
                    self._prepare(hand)
                elif (chunk := self._chunk()) is not None:
                    self._start(Task(hand, "chunk", chunk), hand.actor.do.remote(self._job, *chunk.segment))

    def _prepare(self, hand: Hand) -> None:
        """The first worker of a machine compiles what the others then load."""
        if not any(task.what == "prepare" and task.hand.node == hand.node for task in self._tasks.values()):
            self._start(Task(hand, "prepare"), hand.actor.prepare.remote(self._job))

    def _chunk(self) -> Chunk | None:
        if self._again:
            return self._again.popleft()
        if self._upcoming is None or self._next - self._told >= WINDOW * len(self._executor.hands):
            return None
        chunk = Chunk(self._next, self._upcoming)
        self._next, self._upcoming = self._next + 1, self._plan.next()
        return chunk

    def _start(self, task: Task, ref: Any) -> None:
        self._tasks[ref] = task
        task.hand.busy += 1

    def _wait(self) -> None:
        ready, _ = self._ray.wait(list(self._tasks), timeout=PATIENCE)
        if not ready and all(task.what == "hello" for task in self._tasks.values()):
            raise ClusterError(NO_CORE)
        for ref in ready:
            self._settle(ref)

    def _settle(self, ref: Any) -> None:
        task, errors = self._tasks[ref], self._ray.exceptions
        try:
            found = self._ray.get(ref)
        except errors.RayTaskError as error:
            raise error.cause or error from None
        except errors.RayError as error:
            self._lose(task.hand, error)
            return
        del self._tasks[ref]
        task.hand.busy -= 1
        if task.what == "hello":
            _check(found)
            task.hand.node = found.node
        elif task.chunk is None:
            assert task.hand.node is not None
            self._prepared.add(task.hand.node)
        else:
            part, seconds = found
            self._plan.learn(task.chunk.segment, seconds)
            self._done[task.chunk.number] = task.chunk.segment[1], part

    def _lose(self, hand: Hand, why: BaseException) -> None:
        """What it had to do is done again, by whoever is free."""
        lost = [ref for ref, task in self._tasks.items() if task.hand is hand]
        for chunk in sorted(chunk for ref in lost if (chunk := self._tasks.pop(ref).chunk) is not None):
            self._costs[chunk.number] += 1
            if self._costs[chunk.number] == TRIES:
                first, last = chunk.segment
                raise ClusterError(KEEPS_DYING.fill(first=first, last=last - 1, tries=TRIES, why=_told(why))) from why
            self._again.append(chunk)
        self._greet(self._executor.replace(hand, why))


def _check(greeting: Greeting) -> None:
    if greeting.fingerprint != fingerprint():
        raise ClusterError(OTHER_SOURCES.fill(machine=greeting.machine))
