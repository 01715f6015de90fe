"""Whether plain JSON is exactly as a type declares it: nothing missing, of another type, or there undeclared."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import inspect as types

PLAIN: dict[type[types.Type], tuple[type, ...]] = {
    types.NoneType: (type(None),),
    types.BoolType: (bool,),
    types.IntType: (int,),
    types.FloatType: (int, float),
    types.StrType: (str,),
}


def check_declared(value: Any, declared: Any) -> None:
    """Fail with the places at which a value differs from its declaration."""
    problems = misfits(value, info(declared), "")
    assert not problems, f"{problems} in {value}"


@cache
def info(declared: Any) -> types.Type:
    return types.type_info(declared)


def misfits(value: Any, one: types.Type, where: str) -> list[str]:
    match one:
        case types.AnyType():
            return []
        case types.Metadata(type=inner):
            return misfits(value, inner, where)
        case types.LiteralType(values=values):
            return [] if any(value == known and type(value) is type(known) for known in values) else [where]
        case types.UnionType(types=members):
            return _in_union(value, members, where)
        case types.ListType(item_type=item, min_length=least, max_length=most):
            if not isinstance(value, list) or not (least or 0) <= len(value) <= (len(value) if most is None else most):
                return [where]
            return [problem for n, part in enumerate(value) for problem in misfits(part, item, f"{where}[{n}]")]
        case types.TupleType(item_types=items):
            if not isinstance(value, list) or len(value) != len(items):
                return [where]
            pairs = zip(value, items, strict=True)
            return [problem for n, (part, item) in enumerate(pairs) for problem in misfits(part, item, f"{where}[{n}]")]
        case types.DictType(key_type=key, value_type=inner):
            return _in_dict(value, key, inner, where)
        case types.TypedDictType() | types.StructType():
            return _in_fields(value, one, where)
    return [] if type(value) in PLAIN[type(one)] else [where]


def _in_union(value: Any, members: tuple[types.Type, ...], where: str) -> list[str]:
    """Nothing if one of them fits, else what is wrong with the nearest."""
    tried = []
    for member in members:
        problems = misfits(value, member, where)
        if not problems:
            return []
        tried.append(problems)
    return min(tried, key=lambda problems: (len(problems), problems))


def _in_dict(value: Any, key: types.Type, inner: types.Type, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [where]
    names = [f"{where}{{{name}}}" for name in value if misfits(name, key, "")]
    return names + [problem for name, part in value.items() for problem in misfits(part, inner, f"{where}.{name}")]


def _in_fields(value: Any, one: types.TypedDictType | types.StructType, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [where]
    problems, rest = [], dict(value)
    if isinstance(one, types.StructType) and one.tag_field and rest.pop(one.tag_field, None) != one.tag:
        problems.append(f"{where}.{one.tag_field}")
    optional = isinstance(one, types.TypedDictType) or one.cls.__struct_config__.omit_defaults
    for field in one.fields:
        place = f"{where}.{field.encode_name}"
        if field.encode_name in rest:
            problems += misfits(rest.pop(field.encode_name), field.type, place)
        elif field.required or not optional:
            problems.append(f"{place} is missing")
    return problems + [f"{where}.{name} is not declared" for name in rest]
