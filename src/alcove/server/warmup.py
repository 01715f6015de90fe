"""Compile the games in the background, so that the page is up at once."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading

from alcove.bots import warm
from alcove.kernel.game import game, games
from alcove.server.refusals import GAME_NOT_READY, NotReadyError
from alcove.server.rehearsal import rehearse

log = logging.getLogger("alcove.server")


class Warmup:
    """How far each game is. A game is ready when all of its steps are done."""

    def __init__(self) -> None:
        self.progress: dict[str, tuple[int, int]] = dict.fromkeys(games(), (0, 1))
        self._thread = threading.Thread(target=self._run, name="alcove-warmup", daemon=True)
        self._stop = False

    def start(self) -> None:
        self._thread.start()

    def skip(self) -> None:
        """Count every game as ready: each is compiled when it is first played."""
        self.progress = dict.fromkeys(self.progress, (1, 1))

    def stop(self) -> None:
        self._stop = True

    def _run(self) -> None:
        self._prepare_all()
        gc.freeze()  # compiled code stays for good

    def _prepare_all(self) -> None:
        for name in list(self.progress):
            try:
                warm(game(name), lambda done, of, name=name: self._report(name, done, of + 1))  # type: ignore[misc]
                rehearse(game(name))
            except _Stopped:
                return
            except Exception:
                log.exception("%s could not be prepared", name)
            else:
                self.progress[name] = (1, 1) if self.progress[name][1] < 2 else (self.progress[name][1],) * 2

    def _report(self, name: str, done: int, of: int) -> None:
        if self._stop:
            raise _Stopped
        self.progress[name] = (done, of)

    def ready(self, name: str) -> bool:
        done, of = self.progress.get(name, (1, 1))
        return done == of

    async def wait_for(self, name: str, seconds: float) -> None:
        """Wait shortly for a game; refuse if it is not ready then."""
        for _ in range(int(seconds / 0.05)):
            if self.ready(name):
                return
            await asyncio.sleep(0.05)
        if not self.ready(name):
            raise NotReadyError(GAME_NOT_READY.fill(title=game(name).title))


class _Stopped(Exception):  # noqa: N818  not an error: the server is closing
    pass
