"""Servers to be killed: forks of one process that has loaded everything (`zygote.py`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ("alva", "tollgate")


class Forks:
    def __init__(self) -> None:
        environment = {**os.environ, "ALCOVE_EXTRA_GAMES": "tests.toys.tollgate"}
        command = [sys.executable, "-m", "tests.server.zygote", *GAMES]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
        )
        assert self.line() == "ready"

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def start(self, port: int, folder: Path, database: str | None = None) -> int:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{port} {folder} {database or ''}\n")
        self.process.stdin.flush()
        return int(self.line())

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()
