"""The wheel: installed into an empty environment, without Node and without the sources, it serves."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from alcove import __version__, games
from alcove.server.settings import STATIC
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
PARTS = {"llvmlite": "numba"}
"""Packages that are a part of another one."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert (STATIC / "index.html").is_file(), "the client is not built: make web"
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`alcove` in an environment of its own. What it depends on is borrowed, because to fetch it takes minutes; the
    sources that the tests run on are not to be seen from there."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "--quiet"]
    subprocess.run([*command, "install", "--no-deps", "--no-index", str(wheel)], check=True)
    [site] = folder.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "alcove"


def surroundings(folder: Path) -> dict[str, str]:
    """An environment without Node, and without anything that points to the sources."""
    kept = {name: value for name, value in os.environ.items() if name in ("ALCOVE_CACHE", "LANG", "ALCOVE_CONFIG")}
    cache = kept.get("ALCOVE_CACHE") or str(Path(os.environ.get("HOME", "/")) / ".cache" / "alcove")
    return kept | {"PATH": "/nowhere", "HOME": str(folder), "ALCOVE_CACHE": cache}


def run(program: Path, folder: Path, *words: str) -> str:
    done = subprocess.run(
        [str(program), *words], cwd=folder, env=surroundings(folder), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_has_the_client_and_all_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        names = set(content.namelist())
    package = ROOT / "src" / "alcove"
    for file in package.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            assert f"alcove/{file.relative_to(package).as_posix()}" in names, file
    assert "alcove/server/static/index.html" in names
    assert not any(name.startswith(("tests/", "web/", "docs/")) for name in names)


def test_it_knows_its_games_and_settings(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path, "--version").strip() == __version__
    assert "port = 8642" in run(program, tmp_path, "settings", "port")
    listed = run(program, tmp_path, "games")
    assert all(name in listed for name in games() if name != "tollgate")


def test_it_prints_without_node_or_browser(program: Path, tmp_path: Path) -> None:
    told = run(program, tmp_path, "print", "alva", "--only", "game", "--only", "booklet")
    assert "alva-game-a4-en.pdf: Board and pieces" in told
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == ["alva-booklet-a4-en.pdf", "alva-game-a4-en.pdf"]


@pytest.fixture
def served(program: Path, tmp_path: Path) -> Iterator[str]:
    port = free_port()
    words = ["serve", "--no-browser", "--no-warm", "--port", str(port), "--data", str(tmp_path / "data")]
    with subprocess.Popen(
        [str(program), *words], cwd=tmp_path, env=surroundings(tmp_path), stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert f"http://127.0.0.1:{port}/" in running.stdout.readline()
        yield f"http://127.0.0.1:{port}"
        running.terminate()
        assert running.wait(30) == 0


def test_it_serves_the_table(served: str) -> None:
    with httpx.Client(base_url=served, headers={"origin": served}, timeout=60) as browser:
        page = browser.get("/")
        assert page.headers["content-type"].startswith("text/html")
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
        assert assets
        assert all(browser.get(asset).status_code == 200 for asset in assets)
        for game in browser.get("/api/games").json()["games"]:
            assert browser.get(f"/api/games/{game['name']}/rulebook").status_code == 200
        assert browser.get("/ready").json() == {"ready": True}
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"game": "alva", "players": 2, "options": {"size": 5}, "seats": seats, "name": "Anna"}
        table = browser.post("/api/tables", json=wish).json()["table"]
        assert browser.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Anna"


def test_what_it_imports_it_asks_for() -> None:
    """Every package that the sources import is among the dependencies, or comes with an extra."""
    asked = importlib.metadata.requires("alcove") or []
    known = {re.split(r"[\[<>=; ]", one)[0].lower() for one in asked if "dev" not in one.partition("extra")[2]}
    providers = importlib.metadata.packages_distributions()
    for file in (ROOT / "src").rglob("*.py"):
        for module in imported(file):
            if module not in sys.stdlib_module_names and module not in ("alcove", "__future__"):
                names = {name.lower().replace("_", "-") for name in providers.get(module, [module])}
                packages = names | {PARTS.get(module, "")}
                assert packages & known, f"{file}: {module}"


def imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_the_command_line_is_light() -> None:
    """The command line answers without loading what serves."""
    code = "import sys, alcove.cli.main; print('litestar' in sys.modules or 'sqlalchemy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "False"
