"""For all tests: the toy game is on the shelf, Hypothesis runs are reproducible, browsers can be sent to visit."""

from __future__ import annotations

import os

TOY = "tests.toys.tollgate"
pytest_plugins = ["tests.browser.visiting"]
os.environ.setdefault("ALCOVE_EXTRA_GAMES", TOY)  # read when alcove is imported, so before any test module

from hypothesis import HealthCheck, settings  # noqa: E402

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
