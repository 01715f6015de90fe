"""The state of a game as a class: its annotations are the fields of the record that rules work on.

    class State(GameState):
        rng: Rng
        turn: Int8
        deck: Annotated[Vector, int8, CARDS]
        hand: Annotated[Matrix, int8, SEATS, CARDS]
        stones: Annotated[Words, 2, 2]

    STATE = State.dtype

The class is never made. A state is a row of an array with that dtype, and the class tells editors and the type checker
what its fields are: numbers, and arrays of numbers by one, two or three indices. Sets of bits are words, of 64 bits
without a sign.

The row is a type of its own, with a property for each field. NumPy's records look fields up in Python, which takes ten
times as long, and views, refusals and plain rules do little else.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_type_hints, overload

import numpy as np

int8, int16, int32, uint64 = np.int8, np.int16, np.int32, np.uint64

Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Word = Annotated[Any, np.uint64]
"""A set of bits."""

if TYPE_CHECKING:

    class Vector(np.ndarray[Any, np.dtype[Any]]):
        """Numbers by one index."""

        @overload  # type: ignore[override]
        def __getitem__(self, at: int) -> int: ...
        @overload
        def __getitem__(self, at: slice) -> Vector: ...
        @overload
        def __getitem__(self, at: Any) -> Any: ...
        def __getitem__(self, at: Any) -> Any: ...

    class Matrix(np.ndarray[Any, np.dtype[Any]]):
        """Numbers by two indices."""

        @overload  # type: ignore[override]
        def __getitem__(self, at: tuple[int, int]) -> int: ...
        @overload
        def __getitem__(self, at: int) -> Vector: ...
        @overload
        def __getitem__(self, at: Any) -> Any: ...
        def __getitem__(self, at: Any) -> Any: ...

    class Cube(np.ndarray[Any, np.dtype[Any]]):
        """Numbers by three indices."""

        @overload  # type: ignore[override]
        def __getitem__(self, at: tuple[int, int, int]) -> int: ...
        @overload
        def __getitem__(self, at: tuple[int, int]) -> Vector: ...
        @overload
        def __getitem__(self, at: int) -> Matrix: ...
        @overload
        def __getitem__(self, at: Any) -> Any: ...
        def __getitem__(self, at: Any) -> Any: ...

    class WordArray(np.ndarray[Any, np.dtype[np.uint64]]):
        """Words by any number of indices."""

else:

    class Vector: ...

    class Matrix: ...

    class Cube: ...

    class WordArray: ...


DIMENSIONS = {Vector: 1, Matrix: 2, Cube: 3}
Words = Annotated[WordArray, np.uint64]
Rng = Annotated[WordArray, np.uint64, 3]
"""The generator of a game with chance: `kernel.random`."""


class GameState:
    """The base of a game's state."""

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        fields = [_field(cls, name, hint) for name, hint in hints.items() if name in cls.__annotations__]
        cls.dtype = np.dtype((_row_type(cls, [name for name, *_ in fields]), fields))


def _row_type(cls: type, names: Iterable[str]) -> type:
    """Without room for other attributes: what is no field cannot be written."""
    members = {name: property(itemgetter(name), partial(_put, name=name)) for name in names}
    return type(cls.__name__, (np.void,), {**members, "__slots__": (), "__module__": cls.__module__})


def _put(row: Any, value: Any, *, name: str) -> None:
    row[name] = value


def _field(cls: type, name: str, hint: Any) -> tuple[Any, ...]:
    """A field of the record, from its annotation."""
    place = f"{cls.__module__}.{cls.__qualname__}.{name}"
    if hasattr(np.void, name):
        raise TypeError(f"{place}: every record has a {name} of its own; take another name.")
    kind, *shape = getattr(hint, "__metadata__", (None,))
    if not (isinstance(kind, type) and issubclass(kind, np.generic)):
        raise TypeError(f"{place}: say how large its numbers are, such as Int16 or Annotated[Vector, int16, SEATS].")
    wanted = DIMENSIONS.get(hint.__origin__, len(shape))
    if len(shape) != wanted or (hint.__origin__ is WordArray) != bool(shape and kind is np.uint64):
        raise TypeError(f"{place}: its type and its sizes do not fit.")
    return (name, kind, tuple(shape)) if shape else (name, kind)
