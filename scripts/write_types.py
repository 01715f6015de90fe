"""Write the TypeScript types of the client from the types of the server and of each game's view.

    python scripts/write_types.py

What the server says and hears becomes `lib/wire.gen.ts`. A game's `view.py` declares `View` and `Choice`; they become
`view.gen.ts` in the game's folder of the client, if it has one. Written files are committed, and a test compares them
with what comes out now.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, is_typeddict

import msgspec
from msgspec import inspect as types

from alcove.kernel.game import game, games
from alcove.server import incoming, learning_shapes, lobby_shapes, owner_shapes, people_shapes, shapes
from alcove.server.notifications import shapes as notification_shapes

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "web" / "src"
WRITTEN = "/** Written by scripts/write_types.py; changes belong in {module}. */\n"
NEW_LINE = "\n"
IMPORT_JSON = "import type { Json } from '../../lib/wire.gen';\n"
JSON = "export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };\n"
PLAIN = {
    types.AnyType: "Json",
    types.NoneType: "null",
    types.BoolType: "boolean",
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "string",
}
MAX_TUPLE = 8


def main() -> None:
    for path, text in all_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def all_files() -> dict[Path, str]:
    """Each generated file and what stands in it."""
    modules = shapes, owner_shapes, learning_shapes, lobby_shapes, people_shapes, notification_shapes, incoming
    declared = [one for module in modules for one in declared_in(module)]
    unions = {
        "ServerMessage": shapes.ServerMessage,
        "ClientMessage": incoming.Message,
        "SeatWish": incoming.SeatWish,
        "LobbyMessage": shapes.LobbyMessage,
        "NewChannel": notification_shapes.NewChannel,
    }
    where = ", ".join(module.__name__ for module in modules)
    files = {CLIENT / "lib" / "wire.gen.ts": typescript(where, declared, JSON, unions)}
    for name in games():
        folder, view = CLIENT / "games" / name, game(name).view
        drawn = [declaration for declaration in (view.View, view.Choice) if declaration is not None]
        if folder.is_dir() and drawn:
            files[folder / "view.gen.ts"] = typescript(f"{game(name).package}.view", drawn, IMPORT_JSON)
    return files


def declared_in(module: ModuleType) -> list[type]:
    """The types that a module declares to be sent or read."""
    found = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    return [one for one in found if is_typeddict(one) or (issubclass(one, msgspec.Struct) and is_sent(one))]


def is_sent(struct: type[msgspec.Struct]) -> bool:
    """A struct that others are made from is none itself."""
    return not struct.__subclasses__()


def typescript(module: str, roots: Iterable[Any], json: str, unions: Mapping[str, Any] | None = None) -> str:
    """Types as TypeScript, each after the ones that it needs. `json` says what any JSON is, where that is needed."""
    writer = Writer()
    for root in roots:
        writer.type_of(types.type_info(root))
    for name, union in (unions or {}).items():
        members = writer.type_of(types.type_info(union)).split(" | ")
        writer.written[name] = f"export type {name} =\n{NEW_LINE.join(f'  | {one}' for one in members)};\n"
    head = [WRITTEN.format(module=module)] + [json] * ("Json" in writer.used)
    return "\n".join([*head, *writer.written.values()])


class Writer:
    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.used: set[str] = set()
        self._classes: dict[str, type] = {}

    def type_of(self, one: types.Type) -> str:
        match one:
            case types.LiteralType(values=values):
                return " | ".join(map(_literal, values))
            case types.ListType(item_type=item, min_length=least, max_length=most):
                fixed = most if most == least and most is not None and most <= MAX_TUPLE else None
                inner = self.type_of(item)
                return _list_of(inner) if fixed is None else f"[{', '.join([inner] * fixed)}]"
            case types.VarTupleType(item_type=item):
                return _list_of(self.type_of(item))
            case types.TupleType(item_types=items):
                return f"[{', '.join(map(self.type_of, items))}]"
            case types.DictType(key_type=key, value_type=value):
                return self._record(key, self.type_of(value))
            case types.UnionType(types=members):
                return " | ".join(map(self.type_of, members))
            case types.TypedDictType() | types.StructType():
                return self._interface(one)
            case types.Metadata(type=inner_type):
                return self.type_of(inner_type)
        self.used.add(PLAIN[type(one)])
        return PLAIN[type(one)]

    def _record(self, key: types.Type, value: str) -> str:
        if isinstance(key, types.LiteralType):
            return f"Partial<Record<{self.type_of(key)}, {value}>>"
        return f"Record<string, {value}>"

    def _interface(self, one: types.TypedDictType | types.StructType) -> str:
        name = one.cls.__name__
        if name not in self._classes:
            self._classes[name] = one.cls
            fields = list(self._fields(one))
            about = f"/** {_flat(one.cls.__doc__)} */\n" if _has_words(one.cls) else ""
            self.written[name] = f"{about}export interface {name} {{\n{''.join(fields)}}}\n"
        elif self._classes[name] is not one.cls:
            raise TypeError(f"two types are called {name}")
        return name

    def _fields(self, one: types.TypedDictType | types.StructType) -> Iterator[str]:
        if isinstance(one, types.StructType) and one.tag_field:
            yield f"  {one.tag_field}: {_literal(one.tag)};\n"
        words = _words_about_fields(one.cls)
        order = list(one.cls.__annotations__) if isinstance(one, types.TypedDictType) else []
        for field in sorted(one.fields, key=lambda field: order.index(field.name) if order else 0):
            if field.name in words:
                yield f"  /** {words[field.name]} */\n"
            mark = "" if field.required or not _may_lack(one) else "?"
            yield f"  {field.encode_name}{mark}: {self.type_of(field.type)};\n"


def _may_lack(one: types.TypedDictType | types.StructType) -> bool:
    """Whether a field that is not required may be missing: what we tell has all its fields unless it says otherwise."""
    if isinstance(one, types.TypedDictType):
        return True
    return bool(one.cls.__struct_config__.omit_defaults or one.forbid_unknown_fields)


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _list_of(inner: str) -> str:
    return f"({inner})[]" if "|" in inner and not inner.startswith("[") else f"{inner}[]"


def _has_words(cls: type) -> bool:
    """A TypedDict or a Struct without a docstring of its own has its parent's."""
    return bool(cls.__doc__) and cls.__doc__ not in {parent.__doc__ for parent in cls.__mro__[1:]}


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())


def _words_about_fields(cls: type) -> dict[str, str]:
    """The strings that stand below the fields of a class."""
    return {
        before.target.id: _flat(after.value.value)
        for before, after in _pairs(cls)
        if isinstance(before, ast.AnnAssign)
        and isinstance(before.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
        and isinstance(after.value.value, str)
    }


def _pairs(cls: type) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    module = inspect.getmodule(cls)
    for statement in _syntax(module).body if module is not None else ():
        if isinstance(statement, ast.ClassDef) and statement.name == cls.__name__:
            yield from zip(statement.body, statement.body[1:], strict=False)


@cache
def _syntax(module: Any) -> ast.Module:
    return ast.parse(inspect.getsource(module))


if __name__ == "__main__":
    sys.exit(main())
