"""Loops over ranges, found before a function is put into LLVM's language.

Numba lets a range fail whose step is zero, counts how often a loop runs, by a division, and describes the range, the
iterator and each number that it yields. That was a quarter of all instructions that rules are made of. Where the step
stands in the line a loop is a counter and an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numba.core.ir
import numba.core.types

ir: Any = numba.core.ir
types: Any = numba.core.types

Values = Mapping[str, list[Any]]
"""All that is assigned to each variable."""


class Loop:
    """A range whose step is known: the line that makes it, and the variables that hold its iterator."""

    def __init__(self, made: Any, kind: Any, step: int) -> None:
        self.made, self.kind, self.step = made, kind, step
        self.holders: list[str] = []


def find_loops(blocks: Mapping[int, Any], typeof: Callable[[str], Any], local: set[str]) -> list[Loop]:
    """The loops of a function. Ranges that more than one block uses are not among them; `local` are all others."""
    values: dict[str, list[Any]] = {}
    for block in blocks.values():
        for line in block.body:
            if type(line) is ir.Assign:
                values.setdefault(line.target.name, []).append(line.value)
    found: dict[int, Loop] = {}
    for name in values:
        if isinstance(typeof(name), types.RangeIteratorType):
            made = _range_of(name, values, local)
            step = made and _step(made, typeof)
            if step and typeof(name).yield_type.signed:
                found.setdefault(id(made), Loop(made, typeof(name).yield_type, step)).holders.append(name)
    return list(found.values())


def _range_of(name: str, values: Values, local: set[str]) -> Any:
    """The call that made the range of an iterator; None if it might be one of several."""
    for value in _origins(name, values):
        if isinstance(value, ir.Expr) and value.op == "getiter" and value.value.name in local:
            made = values[value.value.name]
            if len(made) == 1 and isinstance(made[0], ir.Expr) and made[0].op == "call":
                return made[0]
    return None


def _origins(name: str, values: Values) -> Iterator[Any]:
    """What a variable is, and where that comes from, as long as each is assigned once."""
    while len(values.get(name, ())) == 1:
        value = values[name][0]
        yield value
        if not isinstance(value, ir.Var):
            return
        name = value.name


def _step(made: Any, typeof: Callable[[str], Any]) -> int:
    """How far it is from one number to the next; 0 if that is not known yet."""
    if getattr(typeof(made.func.name), "typing_key", None) is not range or made.kws or made.vararg:
        return 0
    if len(made.args) < 3:
        return 1
    kind = typeof(made.args[2].name)
    return int(kind.literal_value) if isinstance(kind, types.IntegerLiteral) else 0
