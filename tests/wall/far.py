"""Another process on another machine: it does not have the table, and passes on what its browsers say and are told.

The two processes share the database. Letters between them are signed, written and read as they are for Redis, but go
straight from one to the other; now and then one is lost, and what it told is read from the database instead.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from copy import copy
from typing import Any

import msgspec

from alcove.server.cluster import Cluster
from alcove.server.hall import Hall
from alcove.server.leases import Process
from alcove.server.live import attend_from_afar
from alcove.server.messenger import AnyWord, Hear, Letter, Messenger, Told
from alcove.server.site import Site
from tests.server.app_at_once import create_app_at_once
from tests.wall.at_once import without_threads

HOME, AWAY = "home", "away"


class Post(Messenger):
    """Letters without a Redis."""

    to: Post

    def __init__(self, key: bytes, name: str, hear: Hear) -> None:
        super().__init__("redis://127.0.0.1", key, name, hear)  # it is never connected to
        self.up = True
        self.losing = False
        """Whether the next message that a browser is to hear is lost, with all that goes along."""

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._talk())]

    async def _publish(self, to: str, words: list[AnyWord]) -> None:
        assert to == self.to.name
        if self.losing and any(isinstance(word, Told) for word in words):
            self.losing = False
        else:
            self.to.take(self._signer.sign(msgspec.msgpack.encode(Letter(self.name, words))))


class TheOther:
    """What a process knows of the tables: the other one has them all."""

    seconds, machine = 0.0, AWAY

    def __init__(self, name: str) -> None:
        self.name = name

    async def owner(self, table: str) -> Process:
        return Process(HOME, "another machine", "")


class Staying(Cluster):
    """Tables stay where they are."""

    async def _lets_go(self, owner: Process, table: str) -> bool:
        return False


class Away:
    """The process that a browser came to."""

    def __init__(self, hall: Hall, home: Post, post: Post, app: Any) -> None:
        self.hall, self.app, self._home, self._post = hall, app, home, post

    def lose_next(self) -> None:
        """What the browser is told next is lost, and missed at the next sign of life."""
        self._home.losing = True

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, home: Hall, site: Site) -> AsyncIterator[Away]:
        store = copy(home.store)
        store.leases = TheOther(AWAY)  # type: ignore[assignment]
        hall = Hall(home.settings, store, home.preparation, 0)
        without_threads(hall)
        halls = {HOME: home, AWAY: hall}
        clusters = {name: Staying(one, TheOther(name), None, attend_from_afar) for name, one in halls.items()}  # type: ignore[arg-type]
        posts = {name: Post(home.store.key, name, cluster.hear) for name, cluster in clusters.items()}
        posts[HOME].to, posts[AWAY].to = posts[AWAY], posts[HOME]
        for name, cluster in clusters.items():
            cluster.messenger, cluster._loop = posts[name], asyncio.get_running_loop()
            await posts[name].open()
        app = create_app_at_once(hall, site)
        app.state.cluster = clusters[AWAY]
        try:
            yield cls(hall, posts[HOME], posts[AWAY], app)
        finally:
            for cluster in clusters.values():
                await cluster.close()
            await hall._finish()
