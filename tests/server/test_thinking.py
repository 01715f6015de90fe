"""Bots that think elsewhere are asked what their seat knows and nothing else, and nobody waits for them in vain."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from alcove.bots import Cancel
from alcove.kernel.game import game, games
from alcove.kernel.position import Position
from alcove.server import thinking
from alcove.server.refusals import BadSettingError
from alcove.server.signing import Signer
from alcove.server.thinking import QUESTIONS, FarThinking, Question, Thinker, ask, connect
from tests.server.browser import ME, bot
from tests.server.conftest import Running
from tests.services import Redis

Start = Callable[..., Running]
SECRET = "what-only-our-own-machines-know"
SIGNER = Signer.of_secret(SECRET)


@pytest.fixture
def queue(redis: Redis) -> Iterator[Any]:
    client = connect(redis.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def thinker(redis: Redis, queue: Any) -> Iterator[Thinker]:
    started = Thinker(redis.url, SECRET, 1)
    started.start()
    while not queue.pubsub_numsub(thinking.THINKERS)[0][1]:
        time.sleep(0.01)
    yield started
    started.stop()


def read_question(signed: bytes) -> Question:
    content = SIGNER.read(signed, QUESTIONS)
    assert content is not None
    return msgspec.msgpack.decode(content, type=Question)


def positions(name: str, count: int) -> Iterator[Position]:
    dice = random.Random(name)
    for seed in range(count):
        position = game(name).new(seed=seed)
        for _ in range(dice.randrange(1, 40)):
            if not position.over:
                seat = dice.choice(position.awaited)
                position = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        if not position.over:
            yield position


@pytest.mark.parametrize("name", games())
def test_a_question_holds_nothing_that_the_seat_does_not_know(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that the seat cannot tell apart make the same question, byte by byte."""
    monkeypatch.setattr(thinking.secrets, "randbits", lambda bits: 5)
    monkeypatch.setattr(thinking.secrets, "token_hex", lambda size: "id")
    differed = 0
    for position in positions(name, 12):
        for seat in position.awaited:
            other = position.conceal(seat, 99)
            differed += other.copy_row().tobytes() != position.copy_row().tobytes()
            questions = [msgspec.msgpack.encode(ask(world, seat, 3, 1)) for world in (position, other)]
            assert questions[0] == questions[1]
            read = msgspec.msgpack.decode(questions[0], type=Question).position()
            assert read is not None
            assert read.view(seat) == position.view(seat)
            assert read.legal_indices(seat) == position.legal_indices(seat)
    assert differed or not (game(name).rules.SECRETS or game(name).rules.CHANCE)


def test_a_bot_of_a_table_thinks_elsewhere(start: Start, redis: Redis, thinker: Thinker) -> None:
    running = start(redis=redis.url, worker_secret=SECRET)
    anna = running.browser()
    for options in ({"game": "alva"}, {"game": "tollgate", "cards": 3}):
        before = thinker.answered
        table = anna.create(ME, bot(3), **options)
        white = anna.enter(table)
        white.act()
        white.hear("step", where=lambda message: message["seat"] == 1)
        assert thinker.answered > before


def far(redis: Redis) -> FarThinking:
    return FarThinking(redis.url, SECRET, 1)


def test_where_nobody_thinks_elsewhere_it_is_thought_here(redis: Redis, queue: Any) -> None:
    asked = far(redis)
    thought = asked.think(game("alva").new(), 0, 1, 7, Cancel())
    assert thought.action.index in game("alva").new().legal_indices(0)
    assert queue.llen(QUESTIONS) == 0
    assert asked.at_once() == 1, "no more threads are busy than think here"
    asked.close()


def test_an_answer_that_does_not_come_is_not_waited_for(
    redis: Redis, queue: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.3)
    asked = far(redis)
    monkeypatch.setattr(asked, "_anybody", lambda: True)
    assert asked.think(game("alva").new(), 0, 1, 7, Cancel()).action
    [question] = [read_question(one) for one in queue.lrange(QUESTIONS, 0, -1)]
    assert not queue.exists(thinking.waiting_key(question.id)), "whoever finds it knows that nobody waits"
    asked.close()


@pytest.mark.parametrize("answer", [b"", b"\xc1", None, 10**6])
def test_nonsense_is_not_played(redis: Redis, queue: Any, answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, position = far(redis), game("alva").new()
    monkeypatch.setattr(asked, "_anybody", lambda: True)
    if answer is None or isinstance(answer, int):
        thought = {"action": {"text": "z", "index": answer}, "value": 1.0, "visits": {}, "line": [], "simulations": 1}
        answer = msgspec.msgpack.encode(answer and {**thought, "values": {}})

    def give_nonsense() -> None:
        _, text = queue.blpop([QUESTIONS], timeout=20)
        question = read_question(text).id
        queue.rpush(thinking.answer_key(question), SIGNER.sign(answer, thinking.answer_about(question)))

    giver = threading.Thread(target=give_nonsense)
    giver.start()
    assert asked.think(position, 0, 1, 7, Cancel()).action.index in position.legal_indices(0)
    giver.join()
    asked.close()


def test_questions_and_answers_of_strangers_do_not_count(
    redis: Redis, queue: Any, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = Signer.of_secret("somebody-elses-secret-words")
    question = ask(game("alva").new(), 0, 1, 7)
    said = msgspec.msgpack.encode(question)
    queue.set(thinking.waiting_key(question.id), 1)
    for signed in (said, stranger.sign(said, QUESTIONS), SIGNER.sign(said, thinking.answer_about(question.id))):
        queue.rpush(QUESTIONS, signed)
    queue.rpush(QUESTIONS, SIGNER.sign(said, QUESTIONS))
    assert queue.blpop([thinking.answer_key(question.id)], timeout=20) is not None
    assert thinker.answered == 1
    asked = far(redis)
    thought = msgspec.msgpack.encode(asked.think(game("alva").new(), 0, 1, 7, Cancel()))
    for signed in (
        thought,
        stranger.sign(thought, thinking.answer_about(question.id)),
        SIGNER.sign(thought, "answer other"),
    ):
        monkeypatch.setattr(asked, "_wait", lambda *_: signed)  # noqa: B023  it is asked at once
        assert asked._ask(game("alva").new(), 0, 1, 7, Cancel()) is None
    asked.close()


def test_without_a_secret_nobody_is_asked(start: Start, redis: Redis) -> None:
    hall = start(redis=redis.url).hall
    assert hall is not None
    assert hall.far_thinking is None


def test_whoever_is_told_to_hurry_answers_with_what_they_have(redis: Redis, thinker: Thinker) -> None:
    asked, cancel = far(redis), Cancel()
    timer = threading.Timer(0.2, cancel.cancel)
    timer.start()
    began = time.monotonic()
    assert asked.think(game("alva").new(), 0, 5, 7, cancel).action
    assert time.monotonic() - began < 0.2 + thinking.HURRIED_SECONDS + 5
    assert asked.at_once() == 1 + thinking.FAR_THREADS
    timer.join()
    asked.close()


def test_other_rules_are_not_thought_about(redis: Redis) -> None:
    question = ask(game("alva").new(), 0, 1, 7)
    assert question.position() is not None
    assert msgspec.structs.replace(question, rules=99).position() is None
    assert msgspec.structs.replace(question, row=question.row[:-1]).position() is None


def test_an_address_that_is_none_is_told(tmp_path: Any) -> None:
    with pytest.raises(BadSettingError, match="no address of a Redis"):
        connect("http://anna:secret@localhost")


def test_a_queue_that_fails_is_left_alone_for_a_while(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding out that it is silent takes seconds, which every bot would wait for."""
    asked, looks, now = far(redis), list[float](), [1000.0]

    def fail(_: str) -> None:
        looks.append(now[0])
        raise TimeoutError

    monkeypatch.setattr(asked._redis, "pubsub_numsub", fail)
    monkeypatch.setattr(thinking.time, "monotonic", lambda: now[0])
    for _ in range(2 * int(thinking.SILENT_SECONDS)):
        assert not asked._anybody()
        now[0] += 1.5 * thinking.LOOK_SECONDS
    asked.close()
    assert all(later - earlier > thinking.SILENT_SECONDS for earlier, later in itertools.pairwise(looks))
    assert len(looks) >= 2


def test_a_worker_that_is_killed_while_it_thinks_is_not_missed(
    start: Start, redis: Redis, queue: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`alcove worker` as a process of its own: it answers, then it is killed with a question in its hands."""
    monkeypatch.setattr(thinking, "PATIENCE", 60.0)  # it has just been started
    monkeypatch.setattr(thinking, "KEPT_MILLISECONDS", 60_000)
    program = [sys.executable, "-c", "from alcove.cli.main import run; run()"]
    command = [*program, "worker", "--redis", redis.url, "--bot-threads", "1"]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "ALCOVE_WORKER_SECRET": SECRET})
    try:
        end = time.monotonic() + 60
        while not queue.pubsub_numsub(thinking.THINKERS)[0][1]:
            assert worker.poll() is None
            assert time.monotonic() < end
            time.sleep(0.01)
        running = start(redis=redis.url, worker_secret=SECRET)
        assert running.hall is not None
        far_thinking = running.hall.far_thinking
        assert far_thinking is not None
        anna = running.browser()
        white = anna.enter(anna.create(ME, bot(1)))
        white.act()
        white.hear("step", where=lambda message: message["seat"] == 1)
        assert far_thinking.answered == 1
        os.kill(worker.pid, signal.SIGSTOP)  # from now on it takes a question and says nothing
        monkeypatch.setattr(thinking, "PATIENCE", 1.0)
        white.act()
        while not queue.keys(thinking.waiting_key("*")):
            assert time.monotonic() < end
            time.sleep(0.01)
        os.kill(worker.pid, signal.SIGKILL)
        white.hear("step", where=lambda message: message["seat"] == 1)
        assert far_thinking.answered == 1, "it was thought here"
    finally:
        worker.kill()
        worker.wait()
        assert worker.stdout is not None
        worker.stdout.close()
