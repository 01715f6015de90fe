"""The application in one go, for the many servers that are started in one process.

The first one gets its routes as every server does, which takes a third of a second; the others get copies of it that
differ in their state alone.
"""

from __future__ import annotations

from copy import copy

from litestar import Litestar
from litestar.datastructures import State

from alcove.server.app import create_app
from alcove.server.hall import Hall
from alcove.server.site import Site

_made: dict[int, Litestar] = {}


def create_app_at_once(hall: Hall, site: Site) -> Litestar:
    size = hall.settings.limits.body_bytes  # all that routes depend on
    if size not in _made:
        _made[size] = create_app(hall, site)
    app = copy(_made[size])
    app.state = State({"hall": hall, "site": site, "cluster": None})
    return app
