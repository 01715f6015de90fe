"""The lab, for the server's owner: one study at a time, in a process of its own that gives way to everybody who plays.

A report is kept in memory under a key that nobody can guess; whoever has the link may read it, until others have taken
its place.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import shlex
import sys
import tempfile
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alcove.kernel.errors import AlcoveError, OptionError
from alcove.kernel.game import Game, game
from alcove.kernel.text import Text
from alcove.lab.changes import FOLDER, NO_CHANGE, read_changes
from alcove.lab.page import policy_of
from alcove.lab.simulate import set_up
from alcove.server.incoming import LabOrder
from alcove.server.limit_settings import Limits
from alcove.server.refusals import LAB_BUSY, LAB_TOO_MUCH, TooManyError
from alcove.server.tasks import Tasks

NICE = 10
"""How far a study stands back: whoever plays comes first."""
KEPT_REPORTS = 5
MAX_REPORT_BYTES = 30_000_000
MAX_LINE = 1 << 16
WAITING = Text("Beginning", "Es geht los")
FAILED = Text("The study has failed. The log says why.", "Die Studie ist gescheitert. Im Protokoll steht, warum.")
TOO_LONG = Text("It took too long and was stopped.", "Es dauerte zu lange und wurde abgebrochen.")
STOPPED = Text("It was stopped.", "Es wurde abgebrochen.")


@dataclass
class Run:
    """A study that goes on, or the last one."""

    order: LabOrder
    began: float
    stage: Text = WAITING
    done: int = 0
    of: int = 0
    over: bool = False
    trouble: Text | None = None
    report: str | None = None
    """The key of its report."""


@dataclass(frozen=True)
class Report:
    game: str
    made: float
    page: bytes
    policy: str


class LabRuns:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._tasks = Tasks()
        self._process: asyncio.subprocess.Process | None = None
        self.nice = NICE
        self.run: Run | None = None
        self.reports: OrderedDict[str, Report] = OrderedDict()

    async def start(self, order: LabOrder, language: str) -> None:
        """Check an order, and begin."""
        if self.run is not None and not self.run.over:
            raise TooManyError(LAB_BUSY)
        most = self._limits.lab_games
        if order.games > most or max(order.worth, order.drama, order.ladder) > most:
            raise TooManyError(LAB_TOO_MUCH.fill(most=most))
        run = self.run = Run(order, time.time())
        try:
            chosen = await asyncio.to_thread(_checked, order)
        except AlcoveError:
            self.run = None
            raise
        self._tasks.do(self._go(run, chosen, language))

    def cancel(self) -> None:
        if self.run is not None and not self.run.over:
            self.run.trouble = STOPPED
            self._kill()

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def close(self) -> None:
        self.cancel()
        await self._tasks.end()
        self._kill()

    async def _go(self, run: Run, chosen: Game, language: str) -> None:
        try:
            with tempfile.TemporaryDirectory(prefix="alcove-lab-") as folder:
                path = Path(folder) / "report.html"
                await asyncio.wait_for(self._work(run, path, language), 60 * self._limits.lab_minutes)
                if run.trouble is None and path.exists() and path.stat().st_size <= MAX_REPORT_BYTES:
                    run.report = self._keep(
                        Report(chosen.name, time.time(), path.read_bytes(), policy_of(chosen.colour))
                    )
        except TimeoutError:
            run.trouble = TOO_LONG
        finally:
            self._kill()
            run.over = True
            if run.report is None and run.trouble is None:
                run.trouble = FAILED

    async def _work(self, run: Run, path: Path, language: str) -> None:
        """Tell the process what to do, and listen to it until it is done."""
        asked = {
            **_plain(run.order),
            "to": str(path),
            "nice": self.nice,
            "command": command(run.order),
            "language": language,
        }
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "alcove.lab.child",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MAX_LINE,
        )
        if run.trouble is not None:  # cancelled before it was there
            self._kill()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        while line := await process.stdout.readline():
            _note(run, json.loads(line))
        await process.wait()

    def _keep(self, report: Report) -> str:
        key = secrets.token_urlsafe(16)
        self.reports[key] = report
        while len(self.reports) > KEPT_REPORTS:
            self.reports.popitem(last=False)
        return key


def _checked(order: LabOrder) -> Game:
    chosen = game(order.game)
    for word in order.changes:
        if word.partition("=")[0].strip() == FOLDER:  # nobody reads this machine's files from a page
            raise OptionError(NO_CHANGE.fill(word=repr(word[:60])))
    set_up(
        chosen.name, order.players, dict(order.options), order.seed, changes=read_changes(chosen, None, order.changes)
    )
    return chosen


def _note(run: Run, told: dict[str, Any]) -> None:
    if "stage" in told:
        run.stage, run.done, run.of = Text(*told["stage"]), told["done"], told["of"]
    elif "refused" in told:
        run.trouble = Text(*told["message"])


def _plain(order: LabOrder) -> dict[str, Any]:
    return {name: getattr(order, name) for name in order.__struct_fields__}


def command(order: LabOrder) -> str:
    """The same study at the command line."""
    words = ["alcove", "lab", order.game, "--games", str(order.games), "--seed", str(order.seed)]
    if order.players is not None:
        words += ["--players", str(order.players)]
    for name in ("worth", "drama", "ladder"):
        if getattr(order, name):
            words += [f"--{name}", str(getattr(order, name))]
    words += [word for item in order.options.items() for word in ("-o", "{}={}".format(*item))]
    words += [word for change in order.changes for word in ("--set", change)]
    return shlex.join([*words, "--to", "report.html"])
