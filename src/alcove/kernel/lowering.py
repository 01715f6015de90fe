"""Rules in LLVM's language, by the shortest way.

Numba has one way for all there is: it looks up what an operation is for the types at hand, makes a description of
every array before one number of it is read, and empties each variable that is needed no more. Rules count, compare, and
read and write fields, and arrays in fields and tables whose shapes are known. That is written here as the few
instructions it takes. All else goes Numba's way, and what comes out is the same.
"""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

import llvmlite.ir
import numba.core.cgutils
import numba.core.errors
import numba.core.ir
import numba.core.lowering
import numba.core.types
import numpy as np

from alcove.kernel.libraries import shared_table
from alcove.kernel.loops import Loop, find_loops

llvm: Any = llvmlite.ir
ir: Any = numba.core.ir
types: Any = numba.core.types
cgutils: Any = numba.core.cgutils
errors: Any = numba.core.errors
Lower: Any = numba.core.lowering.Lower

WORD = llvm.IntType(64)
SMALL, LARGE = 256, 10**6
"""Bytes. A smaller table is written where it is read: LLVM may know the number. A larger one Numba leaves in memory."""
DATA, SHAPE = 4, 5
"""Where an array's description has its place and its shape."""

ARITHMETIC = {
    operator.add: ("add", "nsw"),
    operator.sub: ("sub", "nsw"),
    operator.mul: ("mul", "nsw"),
    operator.and_: ("and_", ""),
    operator.or_: ("or_", ""),
    operator.xor: ("xor", ""),
    operator.lshift: ("shl", ""),
}
"""Instructions, and what they say of numbers with a sign: these do not overflow."""
COMPARISONS = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}

DIVISIONS = {operator.mod, operator.floordiv}


def _is_positive(kind: Any) -> bool:
    """Whether a number stands in the line, above zero."""
    return isinstance(kind, types.IntegerLiteral) and kind.literal_value > 0


class Undescribed:
    """A value that is described to LLVM only where somebody wants it whole."""

    def value(self, lower: Any) -> Any:
        raise NotImplementedError


class View(Undescribed):
    """An array of a known shape somewhere in memory."""

    def __init__(self, kind: Any, data: Any, shape: tuple[int, ...]) -> None:
        self.kind, self.data, self.shape = kind, data, shape

    def value(self, lower: Any) -> Any:
        model = lower.context.get_value_type(self.kind)
        size = 1 if isinstance(self.kind.dtype, types.Boolean) else self.kind.dtype.bitwidth // 8
        items, strides = 1, list[int]()
        for length in reversed(self.shape):
            strides.insert(0, items * size)
            items *= length
        parts = [None, None, items, size, llvm.Undefined, list(self.shape), strides]
        constants = [
            llvm.Constant(kind, [llvm.Constant(WORD, one) for one in part] if isinstance(part, list) else part)
            for kind, part in zip(model.elements, parts, strict=True)
        ]
        return lower.builder.insert_value(llvm.Constant(model, constants), self.data, DATA)


class Indices(Undescribed):
    """A tuple of numbers that is most likely an index."""

    def __init__(self, kind: Any, values: list[Any], kinds: list[Any]) -> None:
        self.kind, self.values, self.kinds = kind, values, kinds

    def value(self, lower: Any) -> Any:
        cast = [lower.to(*one) for one in zip(self.values, self.kinds, self.kind, strict=True)]
        return lower.context.make_tuple(lower.builder, self.kind, cast)


class Record(Undescribed):
    """Values that Numba keeps together: the bounds and the step of a range, or a number and whether there is one."""

    def __init__(self, kind: Any, parts: list[Any]) -> None:
        self.kind, self.parts = kind, parts

    def value(self, lower: Any) -> Any:
        whole = llvm.Constant(lower.context.get_value_type(self.kind), llvm.Undefined)
        for at, part in enumerate(self.parts):
            whole = lower.builder.insert_value(whole, part, at)
        return whole


class RulesLower(Lower):  # type: ignore[misc]
    # ---- Lines ----

    def pre_lower(self) -> None:
        super().pre_lower()
        loops = find_loops(self.blocks, self.typeof, self._singly_assigned_vars)
        self.ranges = {id(loop.made): loop for loop in loops}
        counters = [(loop, *self._counter(loop)) for loop in loops]
        self.iterators = {name: one for one in counters for name in one[0].holders}

    def lower_block(self, block: Any) -> None:
        self.pre_block(block)
        line = None
        try:
            for line in block.body:
                self.loc = line.loc
                self.lower_inst(line)
        except Exception:
            kind = partial(errors.LoweringError, loc=self.loc)
            with errors.new_error_context('lowering "{inst}" at {loc}', inst=line, loc=self.loc, errcls_=kind):
                raise
        self.post_block(block)

    def lower_inst(self, inst: Any) -> Any:
        kind = type(inst)
        if kind is ir.Assign:
            name = inst.target.name
            if name in self.iterators:
                self._begin(name, inst.value)
            else:
                self.storevar(self.lower_assign(self.typeof(name), inst), name)
        elif kind is ir.Del:
            self.delvar(inst.value)
        elif kind is ir.Jump:
            self.builder.branch(self.blkmap[inst.target])
        elif kind is ir.Branch:
            held = self.to(self.loadvar(inst.cond.name), self.typeof(inst.cond.name), types.boolean)
            self.builder.cbranch(held, self.blkmap[inst.truebr], self.blkmap[inst.falsebr])
        elif kind is ir.SetItem:
            self.lower_setitem(inst.target, inst.index, inst.value, self.fndesc.calltypes[inst])
        elif kind is ir.StaticSetItem and isinstance(self.typeof(inst.target.name), types.Array):
            self.lower_setitem(inst.target, inst.index_var, inst.value, self.fndesc.calltypes[inst])
        elif kind is not ir.SetAttr or not self._set_field(inst):
            return super().lower_inst(inst)
        return None

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        value = inst.value
        if isinstance(value, ir.Const | ir.Global | ir.FreeVar):
            constant = value.value
            if type(constant) is int and type(ty) is types.Integer:
                return llvm.Constant(llvm.IntType(ty.bitwidth), constant)
            if isinstance(constant, np.ndarray) and isinstance(ty, types.Array) and ty.layout == "C":
                return self._table(ty, constant)
        return super().lower_assign(ty, inst)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        if expr.op == "getattr" and isinstance(self.typeof(expr.value.name), types.Record):
            return self._field(resty, expr)
        if expr.op == "static_getitem" and isinstance(self.typeof(expr.value.name), types.Array):
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, self.fndesc.calltypes[expr])
        if expr.op == "build_tuple" and all(isinstance(one, types.Integer) for one in resty):
            names = [one.name for one in expr.items]
            return Indices(resty, [self.loadvar(name) for name in names], [self.typeof(name) for name in names])
        if expr.op == "call" and id(expr) in self.ranges:
            return self._range(resty, expr)
        if expr.op == "iternext" and expr.value.name in self.iterators:
            return self._next(resty, expr)
        if expr.op in ("pair_first", "pair_second") and isinstance(self.peek(expr.value.name), Record):
            return self.peek(expr.value.name).parts[expr.op == "pair_second"]
        return super().lower_expr(resty, expr)

    # ---- Variables ----

    def loadvar(self, name: str) -> Any:
        value = self.peek(name)
        if isinstance(value, Undescribed):
            value = self._blk_local_varmap[name] = value.value(self)
        return value

    def peek(self, name: str) -> Any:
        """A variable's value, or what it would be made of."""
        value = self._blk_local_varmap.get(name)
        return self.builder.load(self.getvar(name)) if value is None else value

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
            return
        if isinstance(value, Undescribed):
            value = value.value(self)
        if self._counted(self.typeof(name)):
            super().storevar(value, name, argidx)
        else:
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        if name in self.iterators or isinstance(self._blk_local_varmap.get(name), Undescribed):
            return
        kind = self.typeof(name)
        if self._counted(kind):
            super().delvar(name)
            return
        if name not in self._blk_local_varmap:
            self._singly_assigned_vars.discard(name)
            self._alloca_var(name, kind)

    def _counted(self, kind: Any) -> bool:
        """Whether somebody counts who has it."""
        return bool(self.context.enable_nrt and self.context.data_model_manager[kind].contains_nrt_meminfo())

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        return cgutils.alloca_once(self.builder, lltype, name=name, zfill=False)

    # ---- Numbers ----

    def to(self, value: Any, kind: Any, other: Any) -> Any:
        """A value as one of another type."""
        if kind is other:
            return value
        if type(other) is types.Integer:
            width = other.bitwidth
            if type(kind) is types.Integer:
                if width == kind.bitwidth:
                    return value
                if width < kind.bitwidth:
                    return self.builder.trunc(value, llvm.IntType(width))
                extend = self.builder.sext if kind.signed else self.builder.zext
                return extend(value, llvm.IntType(width))
            if type(kind) is types.IntegerLiteral and other.minval <= kind.literal_value <= other.maxval:
                return llvm.Constant(llvm.IntType(width), kind.literal_value)
        return self.context.cast(self.builder, value, kind, other)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        signature = self.fndesc.calltypes[expr]
        left, right = signature.args
        divisor = self.typeof(expr.rhs.name)
        if op in DIVISIONS and signature.return_type is left is right is types.int64 and _is_positive(divisor):
            value = self.to(self.loadvar(expr.lhs.name), self.typeof(expr.lhs.name), left)
            return self.to(self._divided(value, divisor.literal_value, op), left, resty)
        if type(left) is not types.Integer or left is not right:
            return super().lower_binop(resty, expr, op)
        if op in ARITHMETIC and signature.return_type is left:
            name, flag = ARITHMETIC[op]
            compute = getattr(self.builder, name)
            if flag and left.signed:
                compute = partial(compute, flags=(flag,))
        elif op is operator.rshift and signature.return_type is left:
            compute = self.builder.ashr if left.signed else self.builder.lshr
        elif op in COMPARISONS:
            compute = partial(self.builder.icmp_signed if left.signed else self.builder.icmp_unsigned, COMPARISONS[op])
        else:
            return super().lower_binop(resty, expr, op)
        values = [self.to(self.loadvar(one.name), self.typeof(one.name), left) for one in (expr.lhs, expr.rhs)]
        return self.to(compute(*values), signature.return_type, resty)

    def _divided(self, value: Any, divisor: int, op: Any) -> Any:
        """By a number above zero that stands in the line, rounded down as Python does."""
        builder, power = self.builder, divisor & (divisor - 1) == 0
        if power and op is operator.mod:
            return builder.and_(value, llvm.Constant(WORD, divisor - 1))
        if power:
            return builder.ashr(value, llvm.Constant(WORD, divisor.bit_length() - 1))
        by = llvm.Constant(WORD, divisor)
        rest = builder.srem(value, by)
        found, lower = rest, partial(builder.add, rest, by)
        if op is operator.floordiv:
            found = builder.sdiv(value, by)
            lower = partial(builder.sub, found, llvm.Constant(WORD, 1))
        return builder.select(builder.icmp_signed("<", rest, llvm.Constant(WORD, 0)), lower(), found)

    # ---- Loops ----

    def _counter(self, loop: Loop) -> tuple[Any, Any]:
        """Where a loop's next number is kept, and where its end."""
        word = llvm.IntType(loop.kind.bitwidth)
        return cgutils.alloca_once(self.builder, word), cgutils.alloca_once(self.builder, word)

    def _range(self, resty: Any, expr: Any) -> Record:
        loop = self.ranges[id(expr)]
        word = llvm.IntType(loop.kind.bitwidth)
        bounds = [self.to(self.loadvar(one.name), self.typeof(one.name), loop.kind) for one in expr.args[:2]]
        if len(bounds) == 1:
            bounds.insert(0, llvm.Constant(word, 0))
        return Record(resty, [*bounds, llvm.Constant(word, loop.step)])

    def _begin(self, name: str, value: Any) -> None:
        """A loop; or another name for one that has begun."""
        if isinstance(value, ir.Expr):
            start, stop, _ = self.peek(value.value.name).parts
            _, counter, end = self.iterators[name]
            self.builder.store(start, counter)
            self.builder.store(stop, end)

    def _next(self, resty: Any, expr: Any) -> Record:
        loop, counter, end = self.iterators[expr.value.name]
        value = self.builder.load(counter)
        goes_on = self.builder.icmp_signed("<" if loop.step > 0 else ">", value, self.builder.load(end))
        flags = ("nsw",) if abs(loop.step) == 1 else ()  # a longer step may go beyond the end, and all numbers
        self.builder.store(self.builder.add(value, llvm.Constant(value.type, loop.step), flags=flags), counter)
        return Record(resty, [value, goes_on])

    # ---- Fields ----

    def _member(self, record: Any, kind: Any, name: str, element: Any) -> Any:
        data = self.context.get_data_type(element)
        return cgutils.get_record_member(self.builder, record, kind.offset(name), data)

    def _field(self, resty: Any, expr: Any) -> Any:
        kind = self.typeof(expr.value.name)
        element, record = kind.typeof(expr.attr), self.loadvar(expr.value.name)
        if isinstance(element, types.NestedArray):
            return View(resty, self._member(record, kind, expr.attr, element.dtype), element.shape)
        place = self._member(record, kind, expr.attr, element)
        value = self.context.unpack_value(self.builder, element, place, None if kind.aligned else 1)
        return self.to(value, element, resty)

    def _set_field(self, line: Any) -> bool:
        """Whether it could be done."""
        kind = self.typeof(line.target.name)
        if not isinstance(kind, types.Record) or not isinstance(kind.typeof(line.attr), types.Number | types.Boolean):
            return False
        element, between = kind.typeof(line.attr), self.fndesc.calltypes[line].args[1]
        value = self.to(self.loadvar(line.value.name), self.typeof(line.value.name), between)
        value = self.to(value, between, element)
        place = self._member(self.loadvar(line.target.name), kind, line.attr, element)
        self.context.pack_value(self.builder, element, value, place, align=None if kind.aligned else 1)
        return True

    # ---- Arrays ----

    def _table(self, kind: Any, table: Any) -> Any:
        if isinstance(kind.dtype, types.Number | types.Boolean) and SMALL < table.nbytes <= LARGE:
            shared = shared_table(self.library, self.module, table.tobytes())
            return View(
                kind, self.builder.bitcast(shared, self.context.get_data_type(kind.dtype).as_pointer()), table.shape
            )
        described = self.context.get_constant_generic(self.builder, kind, table)
        return View(kind, self.builder.extract_value(described, DATA), table.shape)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        kind, made = signature.args[0], signature.return_type
        found = self._place(value.name, kind, index.name)
        if found is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        place, left = found
        if left:
            return View(resty, place, left)
        return self.to(self.context.unpack_value(self.builder, made, place, None if kind.aligned else 1), made, resty)

    def lower_setitem(self, target: Any, index: Any, value: Any, signature: Any) -> Any:
        kind, _, between = signature.args
        found = None
        if isinstance(between, types.Number | types.Boolean) or self._is_record(kind, between):
            found = self._place(target.name, kind, index.name, whole=True)
        if found is None:
            return super().lower_setitem(target, index, value, signature)
        given = self.to(self.loadvar(value.name), self.typeof(value.name), between)
        if isinstance(between, types.Record):
            self._copy_record(between, given, found[0])
            return None
        given = self.to(given, between, kind.dtype)
        self.context.pack_value(self.builder, kind.dtype, given, found[0], align=None if kind.aligned else 1)
        return None

    def _is_record(self, kind: Any, value: Any) -> bool:
        """Whether a whole record is put into an array of its kind."""
        return isinstance(value, types.Record) and isinstance(kind, types.Array) and kind.dtype == value

    def _copy_record(self, kind: Any, record: Any, place: Any) -> None:
        """Numba loads a record as one value and stores that. LLVM makes it a load and a store for each byte."""
        cgutils.raw_memcpy(self.builder, place, record, llvm.Constant(WORD, 1), kind.size)

    def _place(self, name: str, kind: Any, index: str, whole: bool = False) -> tuple[Any, tuple[int, ...]] | None:
        """Where an element lies, or a part of an array and its shape; None if Numba has to find out."""
        if not isinstance(kind, types.Array) or kind.layout != "C":
            return None
        if not isinstance(kind.dtype, types.Number | types.Boolean | types.Record):
            return None
        kinds = self.typeof(index)
        kinds = tuple(kinds) if isinstance(kinds, types.BaseTuple) else (kinds,)
        if not kinds or not all(isinstance(one, types.Integer) for one in kinds):
            return None
        array = self.peek(name)
        described = not isinstance(array, View)
        if len(kinds) != kind.ndim and (whole or described):
            return None
        if described:
            data, shape = self.builder.extract_value(array, DATA), None
        else:
            data, shape = array.data, array.shape
        place = None
        for axis, (value, one) in enumerate(zip(self._indices(index, kinds), kinds, strict=True)):
            at = self._wrapped(value, one, axis, shape, array)
            if place is not None:
                place = self.builder.add(self.builder.mul(place, self._length(axis, shape, array)), at)
            else:
                place = at
        left = () if shape is None else shape[len(kinds) :]
        if left:
            place = self.builder.mul(place, llvm.Constant(WORD, int(np.prod(left))))
        return self.builder.gep(data, [place]), left

    def _indices(self, name: str, kinds: tuple[Any, ...]) -> list[Any]:
        value = self.peek(name)
        if isinstance(value, Indices):
            return [self.to(*one) for one in zip(value.values, value.kinds, kinds, strict=True)]
        if isinstance(self.typeof(name), types.BaseTuple):
            return [self.builder.extract_value(value, at) for at in range(len(kinds))]
        return [value]

    def _length(self, axis: int, shape: tuple[int, ...] | None, array: Any) -> Any:
        if shape is not None:
            return llvm.Constant(WORD, shape[axis])
        return self.builder.extract_value(array, (SHAPE, axis))

    def _wrapped(self, value: Any, kind: Any, axis: int, shape: tuple[int, ...] | None, array: Any) -> Any:
        """An index as a number that is not below 0: -1 is the last element."""
        whole = self.to(value, kind, types.int64 if kind.signed else types.uint64)
        if not kind.signed or (isinstance(whole, llvm.Constant) and whole.constant >= 0):
            return whole
        negative = self.builder.icmp_signed("<", whole, llvm.Constant(WORD, 0))
        return self.builder.select(negative, self.builder.add(whole, self._length(axis, shape, array)), whole)
