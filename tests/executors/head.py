"""A Ray cluster on loopback, for tests and measurements."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.compiling import ROOT
from tests.ports import free_port

PATIENCE = 180.0
PATHS = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
"""Where its workers find the sources, and the games of the tests."""
HOW = (
    *("--head", "--block", "--node-ip-address=127.0.0.1", "--object-store-memory=80000000"),
    *("--include-dashboard=false", "--disable-usage-stats", "--min-worker-port=0", "--max-worker-port=0"),
    "--include-log-monitor=false",
)
UNHURRIED = {"RAY_prestart_worker_first_driver": "0"}
"""Workers are started when somebody wants them, and not four for every job: each takes seconds of a core."""


class Head(NamedTuple):
    address: str
    pid: int


@contextmanager
def started_head(cores: int) -> Iterator[Head]:
    """All processes of the cluster are its children, and end with it."""
    folder, port = tempfile.mkdtemp(prefix="ray"), free_port()  # a short path: it holds sockets
    how = (*HOW, f"--num-cpus={cores}", f"--port={port}", f"--temp-dir={folder}")
    log = Path(folder) / "head.log"
    with log.open("wb") as said:
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *how]
        environment = os.environ | {"PYTHONPATH": PATHS} | UNHURRIED
        head = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        end = time.monotonic() + PATIENCE
        while b"Ray runtime started" not in log.read_bytes():
            assert head.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        yield Head(f"127.0.0.1:{port}", head.pid)
    finally:
        head.terminate()
        head.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)
