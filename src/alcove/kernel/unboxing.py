"""How compiled code gets at a record that Python hands over.

Numba asks NumPy for the bytes of a record as a buffer, and for that NumPy puts all its fields into words: 5 to 13 µs
for the state of a game, far longer than what most functions do with it. But a record holds the address of its bytes.
"""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.ir
import numba.core.boxing  # Numba's own way, which would refuse to come after another
import numba.core.cgutils
import numba.core.pythonapi
import numba.core.types
import numpy as np

cgutils: Any = numba.core.cgutils
pythonapi: Any = numba.core.pythonapi
types: Any = numba.core.types
llvm_ir: Any = llvmlite.ir


def place_of_address() -> int | None:
    """How many bytes after its beginning a record object has the address of its bytes; None if that is not clear."""
    row = np.zeros(1, dtype=[("one", np.int64), ("other", np.int64)])
    record, size = row[0], ctypes.sizeof(ctypes.c_void_p)
    words = (ctypes.c_size_t * (type(record).__basicsize__ // size)).from_address(id(record))
    found = [number for number, word in enumerate(words) if word == row.ctypes.data]
    return size * found[0] if len(found) == 1 else None


def read_addresses() -> None:
    """Let compiled code read the address from now on."""
    place = place_of_address()
    if place is None:
        return

    def unbox_record(kind: Any, record: Any, c: Any) -> Any:
        address = cgutils.pointer_add(c.builder, record, place, llvm_ir.PointerType(cgutils.voidptr_t))
        bytes_of_record = c.builder.load(address)
        return pythonapi.NativeValue(c.builder.bitcast(bytes_of_record, c.context.get_value_type(kind)))

    pythonapi._unboxers.functions[types.Record] = unbox_record
