"""What a seat sees as numbers: the description of an observation.

A game's `observe.py` has a LAYOUT and a compiled `observe(state, seat, out)`, which fills one row of small whole
numbers. The layout says what stands where: features by name, each with a shape and a range. It is data: it is printed,
it cuts a row into named arrays, and it has the factors that bring every number to the range from -1 to 1. Beside that
it says what the numbers of actions mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from alcove.kernel.text import Text

LEAST, MOST = -128, 127
"""What a number of an observation can be."""


@dataclass(frozen=True)
class Feature:
    name: str
    shape: tuple[int, ...]
    high: int
    means: Text
    low: int = 0

    @property
    def size(self) -> int:
        return prod(self.shape)

    def describe(self, language: str) -> dict[str, Any]:
        return {
            "name": self.name,
            "shape": list(self.shape),
            "low": self.low,
            "high": self.high,
            "means": self.means.of(language),
        }


@dataclass(frozen=True)
class Block:
    """Actions of one kind, with numbers in a row. Their shape is what they differ in; the last part changes first."""

    name: str
    shape: tuple[int, ...]
    means: Text

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Layout:
    version: int
    """Raised whenever what somebody has learnt would no longer fit: other features, other actions, other rules."""
    features: tuple[Feature, ...]
    blocks: tuple[Block, ...] = ()
    """All actions, in the order of their numbers."""

    def __post_init__(self) -> None:
        names = [feature.name for feature in self.features]
        if len({*names}) < len(names):
            raise ValueError("Two features of an observation have the same name.")
        for feature in self.features:
            if not LEAST <= feature.low < feature.high <= MOST or feature.size < 1:
                raise ValueError(f"The feature {feature.name} has no numbers, or they do not fit into a byte.")

    @cached_property
    def places(self) -> Mapping[str, slice]:
        """Where each feature stands in a row."""
        found, at = {}, 0
        for feature in self.features:
            found[feature.name] = slice(at, at + feature.size)
            at += feature.size
        return found

    def start(self, name: str) -> int:
        """Where a feature begins."""
        return int(self.places[name].start)

    @cached_property
    def size(self) -> int:
        """How many numbers a row has."""
        return sum(feature.size for feature in self.features)

    @cached_property
    def low(self) -> Any:
        return self._spread([feature.low for feature in self.features], np.int8)

    @cached_property
    def high(self) -> Any:
        return self._spread([feature.high for feature in self.features], np.int8)

    @cached_property
    def scale(self) -> Any:
        """By what each number is multiplied, so that all lie between -1 and 1."""
        return self._spread([1 / max(-feature.low, feature.high) for feature in self.features], np.float32)

    def _spread(self, values: list[Any], kind: Any) -> Any:
        spread = np.repeat(np.array(values, dtype=kind), [feature.size for feature in self.features])
        spread.flags.writeable = False
        return spread

    def normalised(self, rows: Any) -> Any:
        """Observations as numbers from -1 to 1."""
        return rows * self.scale

    def split(self, rows: Any) -> dict[str, Any]:
        """The features of one row, or of many, by their names: views, nothing is copied."""
        return {
            feature.name: rows[..., self.places[feature.name]].reshape(*rows.shape[:-1], *feature.shape)
            for feature in self.features
        }

    def describe(self, language: str = "en") -> dict[str, Any]:
        """Ready for JSON."""
        features = []
        for feature in self.features:
            features.append({"from": self.start(feature.name), **feature.describe(language)})
        blocks, at = [], 0
        for block in self.blocks:
            blocks.append(
                {"from": at, "name": block.name, "shape": list(block.shape), "means": block.means.of(language)}
            )
            at += block.size
        return {"version": self.version, "size": self.size, "features": features, "blocks": blocks}
