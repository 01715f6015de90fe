"""Bots that think elsewhere: the table's side and the thinker's side of one queue in Redis or Valkey.

A question is a position as a seat knows it: everything else in it was drawn anew before it left (`conceal`), so it says
nothing that the seat does not know. It is asked in a thread of its own, which waits for the answer. If nobody thinks
elsewhere, or the answer does not come in time, the bot thinks here as ever.

Both sides sign with a secret that they share (`worker_secret`): a position is bytes that compiled code works on, so
only those of our own servers may come to it.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from alcove.bots import Cancel, Thought, think
from alcove.kernel.game import game
from alcove.kernel.position import Position
from alcove.server.messenger import explained
from alcove.server.signing import Signer

if TYPE_CHECKING:
    from redis import Redis

log = logging.getLogger("alcove.server")

QUESTIONS = "alcove:questions"
THINKERS = "alcove:thinkers"
"""A channel on which thinkers do nothing but listen: Redis knows how many there are, and forgets one that dies."""
LOOK_SECONDS = 1.0
"""How long what is known about thinkers is believed."""
SILENT_SECONDS = 10.0
"""How long nobody is asked after the queue has not answered: finding out costs a bot seconds."""
POLL_SECONDS = 0.1
PATIENCE = 6.0
HURRIED_SECONDS = 0.4
"""How long an answer may take after the thinker was told to come to an end."""
KEPT_MILLISECONDS = 15_000
FAR_THREADS = 16
"""Questions that may be asked elsewhere at once."""


class Question(msgspec.Struct, frozen=True, array_like=True):
    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    row: bytes
    seat: int
    level: int
    seed: int

    def position(self) -> Position | None:
        """None if these rules, or this game, are not known here."""
        chosen = game(self.game)
        row = np.frombuffer(bytearray(self.row), dtype=np.uint8)
        dtype = chosen.new()._row.dtype
        if chosen.version != self.rules or len(row) != dtype.itemsize:
            return None
        return Position(chosen, self.players, self.options, row.view(dtype))


def waiting_key(question: str) -> str:
    """It is there while somebody waits for the answer."""
    return f"alcove:waits:{question}"


def answer_key(question: str) -> str:
    return f"alcove:answer:{question}"


def answer_about(question: str) -> str:
    """What an answer's signature is about: one answer does not pass for another."""
    return f"answer {question}"


def ask(position: Position, seat: int, level: int, seed: int) -> Question:
    """What a bot has to decide, and nothing that its seat does not know."""
    known = position.conceal(seat, secrets.randbits(63))
    chosen = position.game
    options = dict(position.options)
    row = known.copy_row().tobytes()
    return Question(
        secrets.token_hex(8), chosen.name, chosen.version, position.players, options, row, seat, level, seed
    )


def connect(url: str) -> Redis:
    with explained(url):
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        once = Retry(NoBackoff(), 0)
        client: Redis = Redis.from_url(url, socket_connect_timeout=1.0, socket_timeout=3.0, retry=once)
    return client


class FarThinking:
    """The table's side. `think` is called in one of many threads; of those that think here only a few do at once."""

    def __init__(self, url: str, secret: str, here: int) -> None:
        self._redis, self._signer = connect(url), Signer.of_secret(secret)
        self._most = max(1, here)
        self._here = threading.Semaphore(self._most)
        self._looked, self._thinkers = -LOOK_SECONDS, 0
        self.answered = 0
        """Questions that were answered elsewhere."""

    def at_once(self) -> int:
        """How many may think, here and elsewhere."""
        return self._most + (FAR_THREADS if self._thinkers else 0)

    def think(self, position: Position, seat: int, level: int, seed: int, cancel: Cancel) -> Thought:
        answer = self._ask(position, seat, level, seed, cancel) if self._anybody() else None
        if answer is not None:
            self.answered += 1
            return answer
        with self._here:
            return think(position, seat, level, seed, cancel)

    def close(self) -> None:
        self._redis.close()

    def _anybody(self) -> bool:
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._looked = time.monotonic()
            try:
                known: Any = self._redis.pubsub_numsub(THINKERS)
                self._thinkers = int(known[0][1])
            except Exception as error:  # whatever a broken line brings forth
                log.warning("Nobody can be asked to think elsewhere: %s", error)
                self._be_alone()
        return self._thinkers > 0

    def _be_alone(self) -> None:
        self._looked, self._thinkers = time.monotonic() + SILENT_SECONDS, 0

    def _ask(self, position: Position, seat: int, level: int, seed: int, cancel: Cancel) -> Thought | None:
        question = ask(position, seat, level, seed)
        try:
            with self._redis.pipeline(transaction=False) as together:
                together.set(waiting_key(question.id), 1, px=KEPT_MILLISECONDS)
                together.rpush(QUESTIONS, self._signer.sign(msgspec.msgpack.encode(question), QUESTIONS))
                together.execute()
            said = self._wait(question.id, cancel)
        except Exception as error:  # whatever a broken line brings forth
            log.warning("A question was not answered elsewhere: %s", error)
            self._be_alone()
            return None
        content = None if said is None else self._signer.read(said, answer_about(question.id))
        return None if content is None else _read_answer(content, position, seat)

    def _wait(self, question: str, cancel: Cancel) -> bytes | None:
        end, hurried = time.monotonic() + PATIENCE, False
        while time.monotonic() < end:
            found: Any = self._redis.blpop([answer_key(question)], timeout=POLL_SECONDS)
            if found is not None:
                return bytes(found[1])
            if cancel.cancelled and not hurried:
                hurried, end = True, time.monotonic() + HURRIED_SECONDS
                self._redis.delete(waiting_key(question))
        self._redis.delete(waiting_key(question))
        return None


def _read_answer(said: bytes, position: Position, seat: int) -> Thought | None:
    """A thought that the rules allow. What comes from elsewhere is not believed."""
    try:
        thought = msgspec.msgpack.decode(said, type=Thought | None)
    except msgspec.MsgspecError:
        return None
    legal = thought is not None and thought.action.index in position.legal_indices(seat)
    return thought if legal else None


class Thinker:
    """The other side: takes questions, with so many threads, until it is told to stop."""

    def __init__(self, url: str, secret: str, threads: int) -> None:
        self._url, self._signer = url, Signer.of_secret(secret)
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._serve, args=(self._answer_next,)) for _ in range(threads)]
        self._threads.append(threading.Thread(target=self._serve, args=(self._be_there,)))
        self.answered = 0

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def wait(self, seconds: float) -> bool:
        return self._stop.wait(seconds)

    def _serve(self, work: Any) -> None:
        """Do something again and again; begin anew when the line breaks."""
        while not self._stop.is_set():
            redis = connect(self._url)
            try:
                while not self._stop.is_set():
                    work(redis)
            except Exception as error:  # whatever a broken line brings forth
                log.warning("The queue does not answer: %s", error)
                self._stop.wait(LOOK_SECONDS)
            finally:
                redis.close()

    def _be_there(self, redis: Redis) -> None:
        listening: Any = redis
        with listening.pubsub(ignore_subscribe_messages=True) as subscribed:
            subscribed.subscribe(THINKERS)
            while not self._stop.is_set():
                subscribed.get_message(timeout=LOOK_SECONDS)
                subscribed.ping()

    def _answer_next(self, redis: Redis) -> None:
        found: Any = redis.blpop([QUESTIONS], timeout=LOOK_SECONDS)
        if found is None:
            return
        content = self._signer.read(bytes(found[1]), QUESTIONS)
        if content is None:
            log.warning("A question of a stranger was thrown away")
            return
        question = msgspec.msgpack.decode(content, type=Question)
        if redis.exists(waiting_key(question.id)):
            self._answer(redis, question)

    def _answer(self, redis: Redis, question: Question) -> None:
        with _Watch(redis, question.id) as cancel:
            thought = self._think(question, cancel)
        self.answered += 1
        with redis.pipeline(transaction=False) as together:
            answer = self._signer.sign(msgspec.msgpack.encode(thought), answer_about(question.id))
            together.rpush(answer_key(question.id), answer)
            together.pexpire(answer_key(question.id), KEPT_MILLISECONDS)
            together.delete(waiting_key(question.id))
            together.execute()

    def _think(self, question: Question, cancel: Cancel) -> Thought | None:
        try:
            position = question.position()
            return None if position is None else think(position, question.seat, question.level, question.seed, cancel)
        except Exception:
            log.exception("A question could not be answered")
            return None


class _Watch:
    """Looks now and then whether somebody still waits for an answer, while it is thought about."""

    def __init__(self, redis: Redis, question: str) -> None:
        self._redis, self._key = redis, waiting_key(question)
        self._cancel, self._end = Cancel(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Cancel:
        self._thread.start()
        return self._cancel

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(POLL_SECONDS):
            try:
                if not self._redis.exists(self._key):
                    self._cancel.cancel()
                    return
            except Exception:  # the answer will say what is wrong
                return
