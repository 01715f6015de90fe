"""Learning from games against oneself."""

from __future__ import annotations

from dataclasses import replace

import alcove
from alcove.bots.training import Lesson, Round, Training, train

ALVA = alcove.game("alva")


def short() -> Training:
    assert ALVA.bot.TRAINING is not None
    return replace(ALVA.bot.TRAINING, lessons=[Lesson([{"size": 5}], rounds=3, games=60, nodes=60, opening=4)])


def test_the_same_seed_learns_the_same_and_the_error_falls() -> None:
    told = list[Round]()
    first = train(ALVA, short(), 5, told.append)
    assert (train(ALVA, short(), 5, lambda one: None) == first).all()
    assert (train(ALVA, short(), 6, lambda one: None) != first).any()
    assert told[0].before == told[0].untrained
    assert told[2].before < told[2].untrained
    assert [one.number for one in told] == [0, 1, 2]
