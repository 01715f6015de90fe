"""What was learned about how a tribe stands: where the weights lie, and how they are learned."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from alcove.bots import nets
from alcove.bots.schooling import Lesson, Schooling
from alcove.games.alpacalypse.features import FEATURES

FILE = "weights.npz"


@cache
def tables() -> Any:
    """The weights. With more or fewer cards, for a trial, the formula has to do."""
    weights = nets.read(resources.files(__package__).joinpath(FILE).read_bytes())
    size = nets.size_of(FEATURES[0])
    return weights if len(weights) == size else np.zeros(size, dtype=np.float32)


TRAINING = Schooling(
    [
        Lesson((2, 2, 3, 4, 5), rounds=60, games=200, ahead=0, rate=(2e-3, 3e-4), trust=0.9),
        Lesson((2, 2, 2, 2, 2, 2, 3, 4, 5), rounds=40, games=10, ahead=1024, rate=(5e-4, 5e-5), trust=0.8),
    ],
    there=80,
)
