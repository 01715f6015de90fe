"""Processes that compile (`child.py`), and those of them that are started before anything else.

Where nothing was ever compiled, the first ones are started before the server is loaded, and told at once which games to
begin with: all load the same at the same time, and nobody waits for the server. So nothing is imported here that takes
time.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from alcove.kernel.cache_root import compiled_games

log = logging.getLogger("alcove.ready")

PATIENCE = 900.0
"""Seconds after which a process is given up that compiles one game."""
DEAD = "its process has died"
COMMAND = (sys.executable, "-P", "-m", "alcove.ready.child")
"""Without this folder among those that modules are looked for in: whoever starts us may stand anywhere."""
EARLY = 2
"""How many processes are started before anything is loaded."""
GAMES = Path(__file__).resolve().parent.parent / "games"


class Child:
    """A process that compiles. It may begin with a game before anybody waits for that."""

    def __init__(self, begun: str | None = None) -> None:
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self.begun = begun
        if begun is not None:
            with suppress(OSError):  # it has died: that is found out when somebody waits for it
                self._tell(begun)

    def _tell(self, name: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()

    def compile(self, name: str, report: Callable[[int, int], None]) -> str | None:
        """Have a game compiled. Returns what went wrong."""
        from alcove.kernel.game import game

        assert self._process.stdout is not None
        begun, self.begun = self.begun, None
        limit = threading.Timer(PATIENCE, self.kill)
        limit.daemon = True
        limit.start()
        try:
            if begun != name:
                self._tell(name)
            for line in self._process.stdout:
                told: dict[str, Any] = json.loads(line)
                if "problem" in told:
                    return str(told["problem"])
                if "seconds" in told:
                    log.info("%s is compiled, in %.1f s of processor time", game(name).title.en, told["seconds"])
                    return None
                report(told["done"], told["of"])
        except OSError:  # it died while it was told
            pass
        finally:
            limit.cancel()
        return DEAD

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self.kill()
        with suppress(OSError):  # what it was told last has not reached it
            self._process.__exit__(None, None, None)


_early: list[Child] = []
"""Processes that nobody waits for yet."""


def begin_early() -> None:
    """Start processes that compile, if nothing is kept yet, by somebody who is about to load a server."""
    if not any(compiled_games().glob("*.json")):
        with suppress(OSError):
            for name in largest()[: min(cores(), EARLY)]:
                _early.append(Child(name))


def largest() -> list[str]:
    """Our games by the length of their sources, the longest first: about the order in which they are compiled."""
    sizes = {
        folder.name: sum(path.stat().st_size for path in folder.glob("*.py"))
        for folder in GAMES.iterdir()
        if (folder / "__init__.py").exists()
    }
    return sorted(sizes, key=sizes.__getitem__, reverse=True)


def take_early() -> Child | None:
    try:
        return _early.pop(0)
    except IndexError:
        return None


def dismiss_early() -> None:
    """Those for whom there is nothing to do."""
    while (child := take_early()) is not None:
        child.close()


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
