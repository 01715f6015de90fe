"""An `int` in the signature of a compiled function is a whole number of 64 bits, whatever a caller hands over.

Fields and tables have numbers of 8, 16 or 32 bits. Without this the compiler would make the same function anew for each
of them, and plain Python would count modulo their size.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import linecache
import textwrap
import types
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

CAST = "_whole_number"
"""The global name by which rewritten functions know what makes a number whole."""


def is_whole(annotation: Any) -> bool:
    return annotation is int or annotation == "int"


def whole_places(function: Callable[..., Any]) -> tuple[int, ...]:
    """Which parameters are whole numbers."""
    parameters = inspect.signature(function).parameters.values()
    return tuple(place for place, parameter in enumerate(parameters) if is_whole(parameter.annotation))


def returns_whole(function: Callable[..., Any]) -> bool:
    return is_whole(function.__annotations__.get("return"))


def with_casts(function: F, cast: Callable[[Any], Any]) -> F:
    """The same function with the casts written out, for a compiler that knows nothing of them, and for plain Python."""
    if function.__closure__ or not _has_casts(function):
        return function
    function.__globals__[CAST] = cast
    return made_of(function, code_with_casts(function), function.__globals__)  # type: ignore[return-value]


def made_of(function: Any, code: types.CodeType, scope: dict[str, Any]) -> types.FunctionType:
    """A function with other code, in another scope, and all else the same."""
    made = types.FunctionType(code, scope, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__, made.__annotations__ = function.__kwdefaults__, function.__annotations__
    made.__module__, made.__qualname__, made.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return made


def code_with_casts(function: Callable[..., Any]) -> types.CodeType:
    """A function's code with the casts written out. It calls them by the global name CAST."""
    code: types.CodeType = function.__code__
    if function.__closure__ or not _has_casts(function):
        return code
    key = code.co_filename, code.co_firstlineno, code.co_name, code.co_code
    if key not in _rewritten:  # a template is copied for each game, with the same code
        _rewritten[key] = _rewrite(function, code)
    return _rewritten[key]


_rewritten: dict[tuple[str, int, str, bytes], types.CodeType] = {}


def _has_casts(function: Callable[..., Any]) -> bool:
    return any(is_whole(kind) for kind in function.__annotations__.values())


def _rewrite(function: Callable[..., Any], code: types.CodeType) -> types.CodeType:
    names = [name for name, kind in function.__annotations__.items() if name != "return" and is_whole(kind)]
    written = _definition(code)
    written.decorator_list = []
    if returns_whole(function):
        written.body = [_CastReturned().visit(line) for line in written.body]
    written.body = [_cast_parameter(name, written) for name in names] + written.body
    tree = ast.fix_missing_locations(ast.Module([written], []))
    flags = __future__.annotations.compiler_flag
    module = compile(tree, code.co_filename, "exec", flags=flags, dont_inherit=True)
    return next(constant for constant in module.co_consts if isinstance(constant, types.CodeType))


def _definition(code: types.CodeType) -> ast.FunctionDef:
    """A function as it is written, for whoever wants to change it."""
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename)
    block = inspect.getblock(lines[code.co_firstlineno - 1 :])
    tree = ast.parse(textwrap.dedent("".join(block)))
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    written = tree.body[0]
    assert isinstance(written, ast.FunctionDef)
    return written


def _cast(value: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(CAST, ast.Load()), [value], []), value)


def _cast_parameter(name: str, near: ast.FunctionDef) -> ast.stmt:
    line = ast.Assign([ast.Name(name, ast.Store())], _cast(ast.copy_location(ast.Name(name, ast.Load()), near)))
    return ast.copy_location(line, near)


class _CastReturned(ast.NodeTransformer):
    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None:
            node.value = _cast(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node
