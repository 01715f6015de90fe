"""The server's time, by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from alcove.server import moments

if TYPE_CHECKING:
    from alcove.server.hall import Hall
    from tests.server.conftest import Running

NOON = 1_800_014_400.0
"""A Friday at noon, by UTC."""


class FakeTime:
    """What a server takes for the time, which stands still until somebody lets it pass."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.wall, self.monotonic = NOON, 1000.0
        patch.setattr(moments, "time", SimpleNamespace(time=lambda: self.wall, monotonic=lambda: self.monotonic))

    def pass_by(self, seconds: float) -> None:
        """Time passes, and no server is there, or it is stopped."""
        self.wall += seconds
        self.monotonic += seconds

    def let_pass(self, server: Running, seconds: float) -> None:
        """Time passes at a server, and whoever runs out of it is noticed."""

        async def go_on(hall: Hall) -> None:
            self.pass_by(seconds)
            hall.moments.pulse()
            hall.alarms.look()

        server.do(go_on)
