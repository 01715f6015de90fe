"""Ask for memory before it is needed. A processor does that by itself for one stream, not for a row in each game."""

from __future__ import annotations

from typing import Any

import llvmlite.ir
import numba.core.cgutils
import numba.core.types
import numba.extending

llvm: Any = llvmlite.ir
cgutils: Any = numba.core.cgutils
types: Any = numba.core.types
extending: Any = numba.extending

TO_WRITE, NEAREST, DATA = 1, 3, 1


def prefetch(array: Any, at: int) -> None:
    """Ask for the line with that byte of an array, which need not exist. Plain Python has no use for it."""


@extending.type_callable(prefetch)  # type: ignore[untyped-decorator]
def _type(context: Any) -> Any:
    return lambda array, at: types.none if isinstance(array, types.Array) and isinstance(at, types.Integer) else None


@extending.lower_builtin(prefetch, types.Array, types.Integer)  # type: ignore[untyped-decorator]
def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, at = arguments
    data = context.make_array(signature.args[0])(context, builder, array).data
    place, number = llvm.IntType(8).as_pointer(), llvm.IntType(32)
    kind = llvm.FunctionType(llvm.VoidType(), [place, number, number, number])
    ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    line = builder.gep(builder.bitcast(data, place), [at])
    builder.call(ask, [line, number(TO_WRITE), number(NEAREST), number(DATA)])
    return context.get_dummy_value()
