"""For all tests: the toy game is on the shelf, Hypothesis runs are reproducible, browsers can be sent to visit."""

from __future__ import annotations

import gc
import os
import secrets
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

TOY = "tests.toys.tollgate"
pytest_plugins = [  # each before those that import it
    "tests.forking",
    "tests.browser.visiting",
    "tests.browser.again",
    "tests.services",
]
sys.dont_write_bytecode = False  # hundreds of processes are started, and need not compile the same sources each
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["ALCOVE_CONFIG"] = os.devnull  # not the settings of whoever runs the tests
os.environ.setdefault("ALCOVE_EXTRA_GAMES", TOY)  # read when alcove is imported, so before any test module

import pytest  # noqa: E402
from _pytest.unraisableexception import gc_collect_iterations_key  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402
from typer.main import get_command  # noqa: E402

from alcove.kernel.game import games  # noqa: E402
from alcove.kernel.jit import COMPILING  # noqa: E402
from tests.compiling import ROOT, compile_all  # noqa: E402
from tests.server.app_at_once import create_app_at_once  # noqa: E402
from tests.server.schema_at_once import migrate_at_once  # noqa: E402

settings.register_profile(
    "ci",
    deadline=None,  # the first call compiles
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile("explore", settings.get_profile("ci"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice and cards are the same each time that a test is run, also at the tables of a server in its process."""
    luck = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "randbits", luck.getrandbits)


@pytest.fixture(scope="session", autouse=True)
def all_at_once() -> Iterator[None]:
    command_at_once = cache(get_command)  # each process makes it once, and hundreds are run in this one
    with (
        patch("typer.main.get_command", command_at_once),
        patch("typer.testing._get_command", command_at_once),
        patch("alcove.server.store.migrate", migrate_at_once),
        patch("alcove.server.serving.create_app", create_app_at_once),
    ):
        yield


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Folders are tested on all cores. Single files are quicker in this process, and a debugger can be used there."""
    return 0 if all(".py" in argument for argument in config.args) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What the tests import stays for good: nobody has to look through it for garbage, now or later."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[gc_collect_iterations_key] = 1  # of five at the end of each worker, which take seconds
    workers = getattr(config.option, "numprocesses", None)
    if workers and COMPILING and not hasattr(config, "workerinput") and not config.option.collectonly:
        compile_all(os.cpu_count() or 1, _games_in(config.args))


def _games_in(arguments: list[str]) -> list[str]:
    """The games that the folders to be tested are about: all, if it is the whole suite."""
    parts = [Path(os.path.relpath(argument, ROOT)).parts for argument in arguments]
    whole = any(one in ((), ("tests",), ("tests", "games"), ("tests", "conformance")) for one in parts)
    return [name for name in games() if whole or any(name in one for one in parts)]
