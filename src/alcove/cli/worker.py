"""`alcove worker`: think for the bots of servers elsewhere."""

from __future__ import annotations

import signal
from types import FrameType

from alcove.cli.options import Lang
from alcove.cli.setting_flags import ALL_SETTINGS, FindSettings, takes_settings
from alcove.kernel.text import Text
from alcove.server.refusals import BadSettingError
from alcove.terminal.language import say

EXAMPLES = f"""\b
Examples:
  ALCOVE_WORKER_SECRET=… alcove worker --redis redis://games.example.org
  alcove worker --config /etc/alcove/alcove.toml --bot-threads 8

{ALL_SETTINGS}
"""
SHORT = "Think for the bots of servers elsewhere."

NEEDS_REDIS = Text(
    "Questions come through a Redis or Valkey: --redis redis://…",
    "Die Fragen kommen über ein Redis oder Valkey: --redis redis://…",
)
NEEDS_SECRET = Text(
    "Questions are signed. Say the worker_secret that the servers have, in the file or as ALCOVE_WORKER_SECRET.",
    "Fragen sind unterschrieben. Nötig ist das worker_secret der Server, in der Datei oder als ALCOVE_WORKER_SECRET.",
)
PREPARING = Text("The games are being prepared.", "Die Spiele werden vorbereitet.")
THINKING = Text(
    "Thinking for bots (threads: {count}; Ctrl-C ends it)", "Denkt für Bots (Fäden: {count}; Strg-C beendet es)"
)


@takes_settings
def worker(found: FindSettings, lang: Lang = None) -> None:
    """Think for the bots of servers elsewhere.

    They ask what a bot's seat knows, and nothing else. Of the settings only the Redis, the secret
    and the number of threads count.
    """
    settings = found().settings
    if not settings.redis:
        raise BadSettingError(NEEDS_REDIS)
    if not settings.worker_secret:
        raise BadSettingError(NEEDS_SECRET)
    from alcove.bots import warm
    from alcove.kernel.game import game, games
    from alcove.server.thinking import Thinker

    print(say(PREPARING), flush=True)
    for name in games():
        warm(game(name))
    thinker = Thinker(settings.redis, settings.worker_secret, max(1, settings.bot_threads))
    ended = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal ended
        ended = True

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    thinker.start()
    print(say(THINKING, count=max(1, settings.bot_threads)), flush=True)
    while not ended:
        thinker.wait(0.2)
    thinker.stop()
