"""Words of memory that two threads talk by, without asking the system or the interpreter.

What one thread has written before it writes such a word, the other sees after it has read it.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

import llvmlite.ir
import numba.core.types
import numba.extending

from alcove.kernel.reach import known_by_source

llvm: Any = llvmlite.ir
types: Any = numba.core.types
extending: Any = numba.extending

_one_at_a_time = Lock()


@known_by_source
def read_word(words: Any, at: int) -> int:
    return int(words[at])


@known_by_source
def write_word(words: Any, at: int, value: int) -> None:
    words[at] = value


@known_by_source
def swap_word(words: Any, at: int, expected: int, value: int) -> bool:
    """Write a word if it is still what it was, and say whether it was."""
    with _one_at_a_time:  # as plain Python; compiled, it is one instruction
        unchanged = bool(words[at] == expected)
        if unchanged:
            words[at] = value
        return unchanged


@known_by_source
def exchange_word(words: Any, at: int, value: int) -> int:
    """Write a word, and say what it was."""
    with _one_at_a_time:
        old = int(words[at])
        words[at] = value
        return old


@known_by_source
def add_to_word(words: Any, at: int, value: int) -> int:
    """Add to a word, and say what it was."""
    with _one_at_a_time:
        old = int(words[at])
        words[at] = old + value
        return old


def _result(kind: Any, words: Any, *numbers: Any) -> Any:
    """The type of what comes back, if an array of words and whole numbers go in."""
    whole = all(isinstance(number, types.Integer) for number in numbers)
    return kind if isinstance(words, types.Array) and words.dtype == types.int64 and whole else None


@extending.type_callable(read_word)  # type: ignore[untyped-decorator]
def _type_read(context: Any) -> Any:
    return lambda words, at: _result(types.int64, words, at)


@extending.type_callable(write_word)  # type: ignore[untyped-decorator]
def _type_write(context: Any) -> Any:
    return lambda words, at, value: _result(types.none, words, at, value)


@extending.type_callable(swap_word)  # type: ignore[untyped-decorator]
def _type_swap(context: Any) -> Any:
    return lambda words, at, expected, value: _result(types.boolean, words, at, expected, value)


@extending.type_callable(add_to_word)  # type: ignore[untyped-decorator]
@extending.type_callable(exchange_word)  # type: ignore[untyped-decorator]
def _type_exchange(context: Any) -> Any:
    return lambda words, at, value: _result(types.int64, words, at, value)


WORD, BYTES = llvm.IntType(64), 8


def _word(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Where the word lies, and the numbers behind it, all of 64 bits."""
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    kinds = signature.args[1:]
    at, *values = [
        context.cast(builder, value, kind, types.int64) for value, kind in zip(arguments[1:], kinds, strict=True)
    ]
    return builder.gep(builder.bitcast(data, WORD.as_pointer()), [at]), values


@extending.lower_builtin(read_word, types.Array, types.Integer)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, _ = _word(context, builder, signature, arguments)
    return builder.load_atomic(place, "acquire", BYTES)


@extending.lower_builtin(write_word, types.Array, types.Integer, types.Integer)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, (value,) = _word(context, builder, signature, arguments)
    builder.store_atomic(value, place, "release", BYTES)
    return context.get_dummy_value()


@extending.lower_builtin(swap_word, types.Array, types.Integer, types.Integer, types.Integer)  # type: ignore[untyped-decorator]
def _swap(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, (expected, value) = _word(context, builder, signature, arguments)
    return builder.extract_value(builder.cmpxchg(place, expected, value, "seq_cst", "seq_cst"), 1)


@extending.lower_builtin(exchange_word, types.Array, types.Integer, types.Integer)  # type: ignore[untyped-decorator]
def _exchange(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, (value,) = _word(context, builder, signature, arguments)
    return builder.atomic_rmw("xchg", place, value, "seq_cst")


@extending.lower_builtin(add_to_word, types.Array, types.Integer, types.Integer)  # type: ignore[untyped-decorator]
def _add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, (value,) = _word(context, builder, signature, arguments)
    return builder.atomic_rmw("add", place, value, "seq_cst")
