"""Numba without what costs much while rules are compiled and serves nobody.

Compiling makes many objects and keeps most: the garbage collector looks at them all, over and over. Every call into
LLVM is announced to those who measure it. A function that becomes part of another is copied block by block, with all
its variables for each and twice, although nobody needs that. All modules are imported again and
again that might bring new registries. What an operator makes of some types is worked out when types are inferred and
once more when code is made, and for each number that stands in a line. A type of a state with a hundred fields is
written out as text for each pass. The variables of a line are found by looking at every attribute of every object that
it is made of. Which variables live where is found out after each pass, for generators and for Python's objects. And
loggers are told of each line, by two passes.

All of this holds while something of ours is compiled; then Numba is as it was.
"""

from __future__ import annotations

import gc
import operator
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

import llvmlite.binding.ffi
import llvmlite.ir
import numba.core.base
import numba.core.byteflow
import numba.core.compiler
import numba.core.cpu
import numba.core.inline_closurecall
import numba.core.ir
import numba.core.postproc
import numba.core.registry
import numba.core.ssa
import numba.core.transforms
import numba.core.types
import numba.core.types.functions
import numba.core.typing.context

from alcove.kernel.libraries import InternalLibrary, call_without_status

inlining: Any = numba.core.inline_closurecall
ir: Any = numba.core.ir
types: Any = numba.core.types
llvm: Any = llvmlite.binding.ffi
llvm_ir: Any = llvmlite.ir
base: Any = numba.core.base
byteflow: Any = numba.core.byteflow
compiler: Any = numba.core.compiler
cpu: Any = numba.core.cpu
postproc: Any = numba.core.postproc
ssa: Any = numba.core.ssa
transforms: Any = numba.core.transforms
functions: Any = numba.core.types.functions
typing_context: Any = numba.core.typing.context

_depth = 0
_call_types: dict[Any, Any] = {}
_value_types: dict[Any, Any] = {}
_written: dict[Any, str] = {}


@contextmanager
def unburdened() -> Iterator[None]:
    """Under the compiler's lock only."""
    global _depth
    if _depth:
        yield
        return
    look_into_registries()
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


def look_into_registries() -> None:
    """Find all that Numba knows. The first time that takes a third of a second."""
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

COUNTING = {
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.truediv, operator.neg),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    *(operator.iadd, operator.isub, operator.imul, operator.ifloordiv, operator.imod, operator.itruediv),
    *(operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift),
}
"""Operators that make the same of two numbers whichever they are."""
PLAIN = {int, bool, float, str, type(None)}

_find_call_type = functions.BaseFunction.get_call_type
_write_record = types.Record.__repr__
_define_pipelines = compiler.Compiler.define_pipelines
_user_function = base.user_function
_find_value_type = typing_context.BaseContext.resolve_value_type


def _call_type(self: Any, context: Any, arguments: Any, named: Any) -> Any:
    """What a built-in function or an operator makes of some types."""
    if self.typing_key in COUNTING:
        plain = [types.unliteral(one) for one in arguments]
        if all(isinstance(one, types.Number | types.Boolean) for one in plain):
            arguments = plain
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


def _value_type(self: Any, value: Any) -> Any:
    """The type of a number or a word that stands in a line."""
    if type(value) not in PLAIN:
        return _find_value_type(self, value)
    key = type(value), value
    if key not in _value_types:
        _value_types[key] = _find_value_type(self, value)
    return _value_types[key]


def _process(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """What is left to do after a pass, for a function that is no generator."""
    if self.func_ir.is_generator:
        _process_generator(self, emit_dels, extend_lifetimes)
        return
    self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
    self.func_ir.variable_lifetime = postproc.VariableLifetime(self.func_ir.blocks)
    self.func_ir.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


_process_generator = postproc.PostProcessor.run


def _inline_function(self: Any, caller: Any, block: Any, place: int, function: Any, arg_typs: Any = None) -> Any:
    """Make a function part of another. What was read of it is for this place alone, so nobody needs two copies."""
    read = self.run_untyped_passes(function)
    with patch.object(inlining, "copy", _Uncopied):
        return self.inline_ir(caller, block, place, read, function.__code__.co_freevars, arg_typs=arg_typs)


class _Uncopied:
    @staticmethod
    def deepcopy(block: Any) -> Any:
        return block


def _lines_with_fresh_variables(states: Any, block: Any, handler: Any) -> Iterator[Any]:
    """Numba gives each variable that is assigned twice new names, one variable after the other, and looks at all lines
    for each. Those that do not name it stay as they are."""
    name = states.get("varname")
    if type(handler) is ssa._FreshVarHandler:
        for line in block.body:
            found = type(line) is ir.Assign and line.target.name == name
            yield handler.on_assign(states, line) if found else line
    elif type(handler) is ssa._FixSSAVars:
        named: dict[Any, Any] = vars(handler._cache_list_vars).setdefault("named", {})
        for line in block.body:
            if line not in named:
                named[line] = {one.name for one in line.list_vars()}
            if name not in named[line]:
                yield line
            else:
                yield (handler.on_assign if type(line) is ir.Assign else handler.on_other)(states, line)
    else:
        yield from _all_lines(states, block, handler)


_all_lines = ssa._run_ssa_block_pass


class _Nobody:
    """A logger that nobody reads."""

    def debug(self, *told: Any) -> None:
        pass


def _called(fndesc: Any, libraries: Any) -> Any:
    return call_without_status(fndesc, libraries) or _user_function(fndesc, libraries)


PATCHES: tuple[tuple[Any, str, Any], ...] = (
    (ir.Scope, "__deepcopy__", lambda scope, memo: scope),
    (ir.Inst, "_rec_list_vars", _list_vars),
    (functions.BaseFunction, "get_call_type", _call_type),
    (types.Record, "__repr__", _written_record),
    (cpu.CPUContext, "load_additional_registries", _look_for_news),
    (typing_context.Context, "load_additional_registries", _look_for_news),
    (typing_context.BaseContext, "resolve_value_type", _value_type),
    (postproc.PostProcessor, "run", _process),
    (inlining.InlineWorker, "inline_function", _inline_function),
    (ssa, "_run_ssa_block_pass", _lines_with_fresh_variables),
    (ssa, "_logger", _Nobody()),
    (byteflow, "_logger", _Nobody()),
    (base, "_has_loc", cache(base._has_loc)),
    (llvm_ir.Type, "__call__", lambda kind, value: llvm_ir.Constant(kind, value)),
    (ir.Loc, "__deepcopy__", lambda place, memo: place),
    (compiler.Compiler, "define_pipelines", _pipelines),
    (base, "user_function", _called),
)
