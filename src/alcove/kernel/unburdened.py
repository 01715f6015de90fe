"""Numba without what costs much while rules are compiled and serves nobody.

Compiling makes many objects and keeps most: the garbage collector looks at them all, over and over. Every call into
LLVM is announced to those who measure it. A function that becomes part of another is copied block by block, with all
its variables for each, although nobody changes those. All modules are imported again and again that might bring new
registries. What an
operator makes of some types is worked out when types are inferred and once more when code is made. A type of a state
with a hundred fields is written out as text for each pass. And the variables of a line are found by looking at every
attribute of every object that it is made of.

All of this holds while something of ours is compiled; then Numba is as it was.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import llvmlite.binding.ffi
import numba.core.base
import numba.core.compiler
import numba.core.cpu
import numba.core.ir
import numba.core.registry
import numba.core.types
import numba.core.types.functions
import numba.core.typing.context

from alcove.kernel.libraries import InternalLibrary, call_without_status

ir: Any = numba.core.ir
types: Any = numba.core.types
llvm: Any = llvmlite.binding.ffi
base: Any = numba.core.base
compiler: Any = numba.core.compiler
cpu: Any = numba.core.cpu
functions: Any = numba.core.types.functions
typing_context: Any = numba.core.typing.context

_depth = 0
_call_types: dict[Any, Any] = {}
_written: dict[Any, str] = {}


@contextmanager
def unburdened() -> Iterator[None]:
    """Under the compiler's lock only."""
    global _depth
    if _depth:
        yield
        return
    _refresh_once()
    _depth += 1
    collecting, announced = gc.isenabled(), llvm.lib._lock._cblist
    gc.disable()
    llvm.lib._lock._cblist = []
    try:
        with ExitStack() as patches:
            for place, name, other in PATCHES:
                patches.enter_context(patch.object(place, name, other, create=True))
            yield
    finally:
        _depth -= 1
        llvm.lib._lock._cblist = announced
        if collecting:
            gc.enable()


def _refresh_once() -> None:
    """Look for news in all registries."""
    numba.core.registry.cpu_target.target_context.refresh()


def _list_vars(self: Any, value: Any) -> list[Any]:
    """The variables in whatever a line is made of."""
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind is dict:
        value = value.values()
    elif kind is not list and kind is not tuple:
        return value.list_vars() if isinstance(value, ir.Inst) else []
    found: list[Any] = []
    for one in value:
        kind = type(one)
        if kind is ir.Var:
            found.append(one)
        elif kind not in WITHOUT_VARS:
            found += _list_vars(self, one)
    return found


WITHOUT_VARS = {str, int, bool, float, type(None), ir.Loc, ir.Scope}
"""What most attributes are."""

_find_call_type = functions.BaseFunction.get_call_type
_write_record = types.Record.__repr__
_define_pipelines = compiler.Compiler.define_pipelines
_user_function = base.user_function


def _call_type(self: Any, context: Any, arguments: Any, named: Any) -> Any:
    """What a built-in function or an operator makes of some types."""
    key = self, tuple(arguments), tuple(named.items())
    if key not in _call_types:
        _call_types[key] = _find_call_type(self, context, arguments, named)
    return _call_types[key]


def _written_record(self: Any) -> str:
    if self not in _written:
        _written[self] = _write_record(self)
    return _written[self]


def _pipelines(self: Any) -> Any:
    """What Numba itself brings, such as `min` or `np.empty`, becomes part of those that call it, too."""
    state = self.state
    if state.library is None and state.flags.no_cpython_wrapper:
        state.library = InternalLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
    return _define_pipelines(self)


def _look_for_news(self: Any) -> None:
    """In the registries that are known, without importing all of Numba anew."""
    for registry in list(self._registries):
        self.install_registry(registry)


def _called(fndesc: Any, libraries: Any) -> Any:
    return call_without_status(fndesc, libraries) or _user_function(fndesc, libraries)


PATCHES: tuple[tuple[Any, str, Any], ...] = (
    (ir.Scope, "__deepcopy__", lambda scope, memo: scope),
    (ir.Inst, "_rec_list_vars", _list_vars),
    (functions.BaseFunction, "get_call_type", _call_type),
    (types.Record, "__repr__", _written_record),
    (cpu.CPUContext, "load_additional_registries", _look_for_news),
    (typing_context.Context, "load_additional_registries", _look_for_news),
    (compiler.Compiler, "define_pipelines", _pipelines),
    (base, "user_function", _called),
)
