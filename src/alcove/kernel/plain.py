"""Compiled functions as plain Python: how rules run while their machine code is still being made.

A compiled function calls others that are compiled, too. Its plain twin calls their twins, in a scope of its own. So a
call from outside runs plainly from top to bottom, and the next one may run as machine code.
"""

from __future__ import annotations

import builtins
import types
from typing import Any

from alcove.kernel import reach
from alcove.kernel.casts import CAST, code_with_casts, made_of

_twins: dict[types.FunctionType, types.FunctionType] = {}


def plain_twin(function: types.FunctionType) -> types.FunctionType:
    """A function that does the same as the compiled one, without any compiled code."""
    twin = _twins.get(function)
    if twin is None:
        twin = _twins[function] = _make(function)
    return twin


def _make(function: types.FunctionType) -> types.FunctionType:
    code = code_with_casts(function)
    named = reach.names_in(code)
    scope = {name: _plain(function.__globals__[name], named) for name in named if name in function.__globals__}
    twin = made_of(function, code, {**scope, CAST: int, "__builtins__": builtins})
    if function.__closure__:
        cells = tuple(types.CellType(_plain(cell.cell_contents, named)) for cell in function.__closure__)
        twin = types.FunctionType(code, twin.__globals__, function.__name__, function.__defaults__, cells)
    return twin


def _plain(value: Any, named: set[str]) -> Any:
    written = reach.plain(value)
    if written is not value:
        return plain_twin(written)
    if isinstance(value, types.ModuleType) and not reach.is_library(value.__name__):
        there = {name: _plain(getattr(value, name), named) for name in named if hasattr(value, name)}
        return types.SimpleNamespace(**there)
    return value
