"""The arrays of a batch: aligned for others to share, and to be read only."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

ALIGNMENT = 64
"""JAX shares memory that begins at a multiple of so many bytes, and copies any other."""


def aligned(kind: Any, *shape: int) -> Any:
    """Zeros that begin where others can share them."""
    size = prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)


class ReadOnlyArray(np.ndarray[Any, Any]):
    """An array that is read only, and that all libraries can take over nevertheless.

    NumPy hands a read-only array to those alone who ask for DLPack 1.0, and JAX does not. What it makes of an array
    is never written to, so it gets the memory as if it were any other.
    """

    def __dlpack__(self, **how: Any) -> Any:
        return np.asarray(_Memory(self)).__dlpack__(**how)


class _Memory:
    """Where an array lies, without what may be done there."""

    def __init__(self, array: Any) -> None:
        self._array = array  # as long as somebody uses its memory
        self.__array_interface__ = array.__array_interface__ | {"data": (array.ctypes.data, False)}


def read_only(array: Any) -> Any:
    """The same memory, to be read only."""
    view = array.view(ReadOnlyArray)
    view.flags.writeable = False
    return view
