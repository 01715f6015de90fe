"""How far each game is, and who sees to it.

What the cache has is loaded in a thread. For the rest there are processes, one for each core, that stand behind
everything else (`child.py`). Each takes the largest game that is left; when it is done, the game's code is loaded and
handed over. A process that dies is started again, some times; a game that cannot be compiled stays plain Python.

Where nothing was ever compiled, the first processes have begun before the server itself is loaded (`children.py`).
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from alcove.kernel import jit, takeover
from alcove.kernel.game import game, games
from alcove.ready.alone import Alone
from alcove.ready.children import DEAD, Child, cores, dismiss_early, take_early

log = logging.getLogger("alcove.ready")

ATTEMPTS = 3
"""How often a game is tried whose process dies."""
STOP_SECONDS = 3.0
WAITING_SECONDS = 0.5
"""How often it is looked whether another process is done."""

HandOver = Callable[[Callable[[], None]], None]


@dataclass(frozen=True)
class Progress:
    """How many functions of a game are compiled. Until all are, it runs as plain Python, for good after a failure."""

    done: int = 0
    of: int = 1
    failed: bool = False

    @property
    def complete(self) -> bool:
        return self.done == self.of


class Preparation:
    """`hand_over` calls the function that it is given, between two moves."""

    def __init__(self, hand_over: HandOver = lambda switch: switch(), names: tuple[str, ...] | None = None) -> None:
        self.progress = dict.fromkeys(names or games(), Progress())
        self._hand_over = hand_over
        self._changed = threading.Condition()
        self._to_do: list[str] = []
        self._children: set[Child] = set()
        self._threads: list[threading.Thread] = []
        self._stopping = False
        self._may_load = threading.Event()
        self._cache_read = threading.Event()

    def start(self, load: bool = True) -> None:
        """Let games run as plain Python from now on, until they are compiled. What is in the cache may wait for `load`:
        whoever is about to open needs the processor for that."""
        if load:
            self.load()
        if takeover.wait_for_code():
            self._in_thread(self._begin, "alcove-load")
            return
        dismiss_early()
        if jit.COMPILING:
            self._in_thread(self._compile_here, "alcove-compile")
        else:
            self.skip()

    def load(self) -> None:
        self._may_load.set()

    def skip(self) -> None:
        """Count every game as compiled: each is when it is first played."""
        self._cache_read.set()
        self.progress = dict.fromkeys(self.progress, Progress(1, 1))

    def stop(self) -> None:
        """Compile no more. What is plain Python stays so until `close`: nobody compiles anything at the end."""
        with self._changed:
            self._stopping = True
            self._may_load.set()
            self._to_do.clear()
            for child in self._children:
                child.kill()
            self._changed.notify_all()
        dismiss_early()
        for thread in self._threads:
            thread.join(STOP_SECONDS)

    def close(self) -> None:
        self.stop()
        takeover.stop_waiting()

    def playable(self, name: str) -> bool:
        """At once, but with a Numba that we do not know from inside: then when it is compiled."""
        return jit.CUT or self.progress[name].complete

    def wait(self, seconds: float) -> bool:
        """Until every game is compiled, or has failed."""
        with self._changed:
            return self._changed.wait_for(self._settled, seconds)

    def wait_for_cache(self) -> None:
        """Until what was compiled before is loaded."""
        self._cache_read.wait()

    def _settled(self) -> bool:
        return self._stopping or all(one.complete or one.failed for one in self.progress.values())

    def _in_thread(self, work: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _report(self, name: str, progress: Progress) -> None:
        with self._changed:
            self.progress[name] = progress
            self._changed.notify_all()

    def _compile_here(self) -> None:
        from alcove.server.rehearsal import rehearse

        self._cache_read.set()
        for name in self.progress:
            try:
                rehearse(game(name))
                self._report(name, Progress(1, 1))
            except Exception as error:
                self._fail(name, str(error))

    # Loading

    def _begin(self) -> None:
        from alcove.ready import kept

        there = [name for name in self.progress if kept.read_manifest(game(name))]
        self._have_all_compiled([name for name in self.progress if name not in there])
        kept.make_ready_to_load()
        self._may_load.wait()
        broken = [name for name in there if not self._load(name)]
        self._cache_read.set()
        self._have_all_compiled(broken)

    def _have_all_compiled(self, names: list[str]) -> None:
        from alcove.ready import kept

        sizes = {name: len(kept.functions_of(game(name))) for name in names}
        for name, size in sizes.items():
            self._report(name, Progress(0, size))
        begun = self._take_early(names)
        left = [name for name in names if all(name != child.begun for child in begun)]
        with self._changed:
            self._to_do += sorted(left, key=sizes.__getitem__)
        for number in range(min(cores(), len(names))):
            child = begun.pop(0) if begun else None
            self._in_thread(partial(self._compile, child), f"alcove-compile-{number}")

    def _load(self, name: str) -> bool:
        """Take a game's code from the cache, if it is there, and hand it over."""
        from alcove.ready import kept

        try:
            with _uncollected():
                loaded = kept.load(game(name))
        except Exception:  # whatever lies in the cache: it is made anew
            log.warning("What is kept of %s cannot be read", name, exc_info=True)
            kept.forget(game(name))
            return False
        if loaded is None or self._stopping:
            return False

        def switch() -> None:
            if not self._stopping:
                takeover.switch(loaded)
                self._report(name, Progress(self.progress[name].of, self.progress[name].of))

        self._hand_over(switch)
        return True

    # Compiling

    def _compile(self, child: Child | None) -> None:
        """Take one game after the other, with a process of its own; first what that one has begun."""
        name = self._next() if child is None else child.begun
        while name is not None:
            with self._alone(name) as alone:
                if self._stopping or self._load(name):  # somebody else has compiled it
                    child = self._without_begun(child)
                else:
                    child, problem = self._have_compiled(name, child, alone)
                    self._in_thread(partial(self._take_over, name, problem), f"alcove-load-{name}")
            name = self._next()  # it begins while the last one is loaded
        if child is not None:
            self._end_child(child)

    def _take_over(self, name: str, problem: str | None) -> None:
        if not self._stopping and (problem or not self._load(name)):
            self._fail(name, problem or "its code is not in the cache")

    def _have_compiled(self, name: str, child: Child | None, alone: Alone) -> tuple[Child | None, str | None]:
        """Returns the process, if it is still there, and what went wrong."""

        def report(done: int, of: int) -> None:
            alone.tell(done, of)
            self._report_part(name, done, of)

        for _ in range(ATTEMPTS):
            if child is None and (child := self._start_child()) is None:
                return None, "no process could be started"
            problem = child.compile(name, report)
            if problem != DEAD or self._stopping:
                return child, problem
            self._end_child(child)
            child = None
        return None, DEAD

    @contextmanager
    def _alone(self, name: str) -> Iterator[Alone]:
        """Wait until no other process compiles a game, and tell how far that one is."""
        alone = Alone(name)
        while not self._stopping and not alone.take():
            if (told := alone.told()) is not None:
                self._report_part(name, *told)
            with self._changed:
                self._changed.wait_for(lambda: self._stopping, WAITING_SECONDS)
        try:
            yield alone
        finally:
            alone.leave()

    def _next(self) -> str | None:
        with self._changed:
            return self._to_do.pop() if self._to_do and not self._stopping else None

    def _report_part(self, name: str, done: int, of: int) -> None:
        self._report(name, Progress(min(done, of - 1), of))  # complete is what has taken over

    def _fail(self, name: str, problem: str) -> None:
        log.warning("%s is not compiled and stays slow, without search: %s", game(name).title.en, problem)
        self._report(name, Progress(0, 1, failed=True))

    def _start_child(self) -> Child | None:
        try:
            child = Child()
        except OSError:
            return None
        self._keep_child(child)
        return child

    def _take_early(self, names: list[str]) -> list[Child]:
        """The processes that have begun already with what is to be done here."""
        begun: list[Child] = []
        while (child := take_early()) is not None:
            if child.begun in names:
                self._keep_child(child)
                begun.append(child)
            else:
                child.close()
        return begun

    def _without_begun(self, child: Child | None) -> Child | None:
        """The process, if it does nothing that is not needed any more."""
        if child is None or child.begun is None:
            return child
        self._end_child(child)
        return None

    def _keep_child(self, child: Child) -> None:
        with self._changed:
            self._children.add(child)
            if self._stopping:
                child.kill()

    def _end_child(self, child: Child) -> None:
        with self._changed:
            self._children.discard(child)
        child.close()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Code is many objects that stay: a collector that looks at them all would hold up everybody for a tenth second."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
