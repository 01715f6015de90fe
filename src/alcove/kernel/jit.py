"""Compile the rules with Numba, and keep what was compiled (`cache.py`).

With NUMBA_DISABLE_JIT=1 every function stays plain Python, for debugging and for line coverage.
"""

from __future__ import annotations

import importlib
import os
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

import numba
import numpy as np

from alcove.kernel.cache import cache_folder
from alcove.kernel.parts import DoorCompiler, Part, keep_in

F = TypeVar("F", bound=Callable[..., Any])

int64: Any = np.int64
"""For compiled code: a whole number of the one type that functions are compiled for. To the type checker, an int."""

config: Any = importlib.import_module("numba.core.config")
COMPILING: bool = not config.DISABLE_JIT

if not COMPILING:
    np.seterr(over="ignore")  # hashes and generators wrap around on purpose, as they do when compiled


def extra_game_modules() -> list[str]:
    """Modules named in ALCOVE_EXTRA_GAMES, each with a GAME of its own."""
    return [name for name in os.environ.get("ALCOVE_EXTRA_GAMES", "").split(",") if name]


def _compile(function: F, inline: bool = False) -> F:
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

    def open_door() -> Any:
        door = numba.njit(pipeline_class=DoorCompiler, **options)(function)
        keep_in(cache_folder(function, repr(options)), door)
        return door

    return cast(F, Part(function, {**options, "inline": "always" if inline else "never"}, open_door))


def compiled(function: F) -> F:
    """Compile a function of the rules. It must run the same way as plain Python."""
    return _compile(function) if COMPILING else function


def specialise(
    template: types.ModuleType, names: Iterable[str], game: str, parts: Mapping[str, Any]
) -> types.SimpleNamespace:
    """Compile a module's functions for one game.

    Those that the template names in INLINED become part of the function that calls them. A compiled function carries
    along all that it calls, so a chain of calls from one place each would be compiled once for every link.

    The functions reach the game's parts, and each other, as globals: Numba's cache never hits for closures. Each
    copy carries the game in its name, because the cache tells functions apart by name.
    """
    scope: dict[str, Any] = {**vars(template), **parts}
    plain = any(isinstance(part, types.FunctionType) for part in parts.values())  # as tests put in place of a rule
    for name in names:
        function = getattr(template, name)
        copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__ = f"{name}_{game}"
        copy.__module__ = template.__name__
        scope[name] = copy
        if COMPILING and not plain:
            scope[name] = _compile(copy, name in getattr(template, "INLINED", ()))
    return types.SimpleNamespace(**{name: scope[name] for name in names})
