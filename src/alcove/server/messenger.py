"""What processes on different machines tell each other, over Redis or Valkey. It may lose messages.

Each process listens on a channel of its own. What is said in one round of the event loop goes along together. Messages
are signed with the key that the servers share in their database: whoever can only reach the messenger says nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from alcove.kernel.text import Text
from alcove.server.refusals import BadSettingError
from alcove.server.signing import Signer

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = logging.getLogger("alcove.server")

RETRY_SECONDS = 0.5
EVERYBODY = "all"
"""The channel that every process listens to."""
CONNECT_SECONDS = 2.0
QUIET_SECONDS = 1.0
"""After so long without a message the messenger is asked for a sign of life, and given as much time for it."""
MAX_QUEUED = 20_000
NO_REDIS = Text(
    "Redis needs a package that is not installed: pip install 'alcove[hosting]'",
    "Für Redis fehlt ein Paket: pip install 'alcove[hosting]'",
)
BAD_REDIS = Text(
    "{text} is no address of a Redis, such as redis://localhost",
    "{text} ist keine Adresse eines Redis wie redis://localhost",
)


class Word(msgspec.Struct, tag_field="t", array_like=True, frozen=True):
    """A message between processes. `line` names a browser's connection."""


class Enter(Word, tag="enter", frozen=True):
    """A browser has come to the sender, for a table of the receiver's."""

    line: str
    table: str
    address: str
    holder: str
    language: str


class Said(Word, tag="said", frozen=True):
    line: str
    number: int
    text: bytes


class Left(Word, tag="left", frozen=True):
    line: str


class Told(Word, tag="told", frozen=True):
    """What the browser is to hear, with the table's version at that moment."""

    line: str
    number: int
    version: int
    text: bytes


class Ended(Word, tag="ended", frozen=True):
    line: str
    code: int


class Beat(Word, tag="beat", frozen=True):
    """A sign of life, with the number of the last message on each line: nobody else would miss the last one."""

    lines: dict[str, int]


class Question(Word, tag="question", frozen=True):
    number: int
    text: bytes


class Answer(Word, tag="answer", frozen=True):
    number: int
    text: bytes


class Lobby(Word, tag="lobby", frozen=True):
    """The list of open tables is to be read anew, or somebody is invited."""

    invited: str
    """Who is; empty for nobody."""


AnyWord = Enter | Said | Left | Told | Ended | Beat | Question | Answer | Lobby


class Letter(msgspec.Struct, array_like=True, frozen=True):
    sender: str
    words: list[AnyWord]


Hear = Callable[[str, AnyWord], None]
_read = msgspec.msgpack.Decoder(Letter).decode
_write = msgspec.msgpack.Encoder().encode


def prefix_of(key: bytes) -> str:
    """What the keys of all servers of one database begin with; others may use the same Redis."""
    return f"alcove:{hashlib.sha256(b'messenger ' + key).hexdigest()[:12]}"


@contextlib.contextmanager
def explained(url: str) -> Iterator[None]:
    """What can be wrong with the address of a Redis, in a sentence."""
    try:
        yield
    except ImportError:
        raise BadSettingError(NO_REDIS) from None
    except ValueError:
        raise BadSettingError(BAD_REDIS.fill(text=url.rpartition("@")[2])) from None


def connect(url: str, **options: Any) -> Redis:
    with explained(url):
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        once = Retry(NoBackoff(), 0)  # whoever waits is told at once, and tries again by themselves
        client: Redis = Redis.from_url(url, socket_connect_timeout=CONNECT_SECONDS, retry=once, **options)
    return client


class Messenger:
    """Open it with `open`, close it with `close`. `up` says whether it can be used at the moment."""

    def __init__(self, url: str, key: bytes, name: str, hear: Hear) -> None:
        self._signer, self.name, self._hear = Signer(key), name, hear
        self._prefix = prefix_of(key)
        self._talking = connect(url, socket_timeout=CONNECT_SECONDS)
        self._listening = connect(url, socket_timeout=CONNECT_SECONDS)  # a silent one takes connections all the same
        self._waiting: dict[str, list[AnyWord]] = defaultdict(list)
        self._count = 0
        self._wake = asyncio.Event()
        self.up = False
        self.unheard: Callable[[str], None] = lambda name: None
        """Called with the name of a process that nobody listens for."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        listening = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen(listening)), asyncio.create_task(self._talk())]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(listening.wait(), CONNECT_SECONDS)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._talking.aclose()
        await self._listening.aclose()

    def send(self, to: str, word: AnyWord) -> None:
        """Best effort: whoever needs to know that it has come waits for an answer."""
        if not self.up or self._count >= MAX_QUEUED:
            return
        self._waiting[to].append(word)
        self._count += 1
        self._wake.set()

    async def _talk(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._waiting, self._count = self._waiting, defaultdict(list), 0
            for to, words in waiting.items():
                await self._publish(to, words)

    async def _publish(self, to: str, words: list[AnyWord]) -> None:
        content = _write(Letter(self.name, words))
        try:
            heard = await self._talking.publish(self._channel(to), self._signer.sign(content))
        except Exception as error:  # whatever a broken line brings forth
            log.warning("The messenger does not answer: %s", error)
            self.up = False
            return
        if not heard:
            self.unheard(to)

    def _channel(self, name: str) -> str:
        return f"{self._prefix}:to:{name}"

    async def _listen(self, listening: asyncio.Event) -> None:
        """Listen for ever; begin again when the line breaks."""
        while True:
            try:
                async with self._listening.pubsub(ignore_subscribe_messages=True) as subscribed:
                    await subscribed.subscribe(self._channel(self.name), self._channel(EVERYBODY))
                    await subscribed.get_message(timeout=CONNECT_SECONDS)
                    self.up = True
                    listening.set()
                    await self._take_all(subscribed)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # whatever a broken line brings forth
                log.warning("The messenger cannot be heard: %s", error)
            self.up = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _take_all(self, subscribed: Any) -> None:
        asked = False
        while True:
            message = await subscribed.get_message(timeout=QUIET_SECONDS)
            if message is not None:
                asked, self.up = False, True
                if message["type"] == "message":
                    self.take(message["data"])
            elif asked:
                raise TimeoutError("no sign of life")
            else:
                asked = True
                await subscribed.ping()

    def take(self, data: bytes) -> None:
        content = self._signer.read(data)
        if content is None:
            log.warning("A message of a stranger was thrown away")
            return
        letter = _read(content)
        for word in letter.words:
            try:
                self._hear(letter.sender, word)
            except Exception:
                log.exception("A message of another process failed")
