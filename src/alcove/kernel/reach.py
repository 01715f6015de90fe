"""What compiled code is made of, as one hash: its key in the cache.

Compiling turns a function, all that it calls and all global values that these name into one piece of machine code. So
the key is made of just that: the code of each function (without its lines, comments and sentences), numbers, types and
whole tables by their values. A drawing or a sentence of the same game changes nothing, a called function of any other
file does.
"""

from __future__ import annotations

import enum
import hashlib
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

LIBRARIES = {"numpy", "math", "numba", "builtins"}
"""Modules that are known by their version; whoever makes a key says which versions there are."""

_tables: dict[int, tuple[Any, bytes]] = {}
"""The hashes of tables, and the tables, so that no other gets the same id."""


BY_SOURCE = "known_by_source"
"""Marks a function that its module writes in LLVM's language: what it is made of is that module's source."""


class UnknownValueError(TypeError):
    """Compiled code names a value whose part in it is not known."""


def reached(function: Callable[..., Any]) -> dict[types.FunctionType, bytes]:
    """Every function that becomes part of the compiled code of one, with a hash of what it is made of."""
    found: dict[types.FunctionType, bytes] = {}
    to_do = [plain(function)]
    while to_do:
        one = to_do.pop()
        if one not in found:
            digest = hashlib.sha256(f"{one.__module__} {one.__qualname__} ".encode())
            if hasattr(one, BY_SOURCE):
                digest.update(Path(one.__code__.co_filename).read_bytes())
                found[one] = digest.digest()
                continue
            digest.update(_code(one.__code__, one.__doc__))
            digest.update(repr((one.__defaults__, sorted(one.__annotations__.items()))).encode())
            for name, value in _named(one):
                digest.update(f" {name} ".encode() + _value(value, to_do))
            found[one] = digest.digest()
    return found


def known_by_source(function: F) -> F:
    setattr(function, BY_SOURCE, True)
    return function


def key(function: Callable[..., Any], *more: str) -> str:
    """The hash of all that a compiled function is made of, and of more."""
    digest = hashlib.sha256(repr(more).encode())
    for part in sorted(reached(function).values()):
        digest.update(part)
    return digest.hexdigest()[:24]


def plain(function: Any) -> types.FunctionType:
    """The function as it was written."""
    found: types.FunctionType = getattr(function, "py_func", function)
    return found


def is_library(module: str) -> bool:
    return module.partition(".")[0] in LIBRARIES


def _code(code: types.CodeType, told: str | None) -> bytes:
    """All of a function but where it stands and what it says."""
    digest = hashlib.sha256(code.co_code + code.co_exceptiontable)
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    digest.update(repr((names, code.co_argcount, code.co_kwonlyargcount, code.co_flags)).encode())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            digest.update(_code(constant, None))
        elif constant is not told or constant is None:
            digest.update(f"{type(constant).__name__} {constant!r} ".encode())
    return digest.digest()


def names_in(code: types.CodeType) -> set[str]:
    """All that code names: globals and attributes alike."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= names_in(constant)
    return found


def _named(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The values that a function's code names, in a fixed order.

    Code does not tell a global from an attribute, so some of these values are not reached at all. That does no harm.
    """
    names = sorted(names_in(function.__code__))
    yield from _within(function.__globals__, names, "")
    for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=True):
        yield name, cell.cell_contents


def _within(scope: Mapping[str, Any], names: list[str], place: str) -> Iterator[tuple[str, Any]]:
    for name in names:
        if name in scope:
            value = scope[name]
            yield place + name, value
            if isinstance(value, types.ModuleType) and not is_library(value.__name__):
                others = [other for other in names if other != name]
                yield from _within(vars(value), others, f"{place}{name}.")


def _value(value: Any, functions: list[types.FunctionType]) -> bytes:
    """What a value is, as bytes. Functions are noted to be looked at."""
    if isinstance(plain(value), types.FunctionType):
        functions.append(plain(value))
        return f"function {plain(value).__module__} {plain(value).__qualname__}".encode()
    if isinstance(value, np.ndarray):
        return _table(value)
    if isinstance(value, np.generic):
        return f"{value.dtype} ".encode() + value.tobytes()
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}(".encode() + b",".join(_value(part, functions) for part in value) + b")"
    if value is None or isinstance(value, bool | int | float | complex | str | bytes | np.dtype | types.ModuleType):
        return f"{type(value).__name__} {_told(value)}".encode()
    if isinstance(value, type):
        return f"type {_type(value)}".encode()
    home = getattr(value, "__module__", None) or type(value).__module__
    if is_library(home):  # a built-in function, or one of NumPy's
        return f"{home} {getattr(value, '__name__', None) or repr(value)}".encode()
    raise UnknownValueError(f"{type(value).__name__} {value!r}")


def _told(value: Any) -> str:
    return value.__name__ if isinstance(value, types.ModuleType) else repr(value)


def _type(kind: type) -> str:
    told = f"{kind.__module__} {kind.__qualname__}"
    if issubclass(kind, enum.Enum):
        return f"{told} {[(member.name, member.value) for member in kind]!r}"
    if hasattr(kind, "_fields"):
        return f"{told} {kind._fields!r}"
    if is_library(kind.__module__) or isinstance(getattr(kind, "dtype", None), np.dtype):
        return f"{told} {getattr(kind, 'dtype', '')!r}"
    raise UnknownValueError(told)


def _table(table: Any) -> bytes:
    known = _tables.get(id(table))
    if known is None or known[0] is not table:
        digest = hashlib.sha256(f"{table.dtype!r} {table.shape} {table.strides} {table.flags.writeable}".encode())
        digest.update(np.ascontiguousarray(table).data if table.size else b"")
        known = _tables[id(table)] = (table, digest.digest())
    return known[1]
