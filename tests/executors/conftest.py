"""These tests come early and in a row: at the end of a run all workers would share them, each with a cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: HERE not in item.path.parents)
