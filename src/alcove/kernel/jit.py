"""Compile the rules with Numba, and keep what was compiled (`cache.py`).

With NUMBA_DISABLE_JIT=1 every function stays plain Python, for debugging and for line coverage.
"""

from __future__ import annotations

import importlib
import os
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import numba
import numpy as np

from alcove.kernel.cache import cache_folder, folder_of_sources
from alcove.kernel.casts import with_casts

F = TypeVar("F", bound=Callable[..., Any])

config: Any = importlib.import_module("numba.core.config")
COMPILING: bool = not config.DISABLE_JIT
KNOWN_NUMBA = "0.68."
CUT: bool = COMPILING and numba.__version__.startswith(KNOWN_NUMBA) and not os.environ.get("ALCOVE_PLAIN_NUMBA")
"""Whether rules are compiled by our cut of the compiler. It knows one version of Numba from inside; with any other,
or if ALCOVE_PLAIN_NUMBA says so, Numba compiles them as it comes, which takes longer."""
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

if not COMPILING:
    np.seterr(over="ignore")  # hashes and generators wrap around on purpose, as they do when compiled


def extra_game_modules() -> list[str]:
    """Modules named in ALCOVE_EXTRA_GAMES, each with a GAME of its own."""
    return [name for name in os.environ.get("ALCOVE_EXTRA_GAMES", "").split(",") if name]


def _compile(function: F, inline: bool = False, hot: bool = False) -> F:
    if not CUT:
        return _compile_plainly(function)
    from alcove.kernel.compiler import CompiledFunction

    return cast(F, CompiledFunction(function, OPTIONS, lambda: cache_folder(function), inline, hot))


def _compile_plainly(function: F) -> F:
    """By Numba as it comes. Nothing is known of its inside, so its own cache serves, for the sources as they are."""
    folder = folder_of_sources(function.__module__)
    config.CACHE_DIR = str(folder or "")
    return cast(F, numba.njit(cache=folder is not None, **OPTIONS)(with_casts(function, np.int64)))


def compiled(function: F) -> F:
    """Compile a function of the rules. It must run the same way as plain Python."""
    return _compile(function) if COMPILING else with_casts(function, int)


def specialise(
    template: types.ModuleType, names: Sequence[str], game: str, parts: Mapping[str, Any], hot: bool = True
) -> types.SimpleNamespace:
    """Compile a module's functions for one game. They are hot if they run for long: whole games, whole searches.

    Those that the template names in INLINED become part of the function that calls them. A compiled function carries
    along all that it calls, so a chain of calls from one place each would be compiled once for every link.

    The functions reach the game's parts, and each other, as globals: Numba's cache never hits for closures. Each
    copy carries the game in its name, because the cache tells functions apart by name. A template may take functions
    in from other modules; what is constant there they reach as well.
    """
    scope = dict[str, Any]()
    for owner in dict.fromkeys(getattr(template, name).__module__ for name in names):
        scope |= vars(importlib.import_module(owner))
    scope |= {**vars(template), **parts}
    plain = any(isinstance(part, types.FunctionType) for part in parts.values())  # as tests put in place of a rule
    for name in names:
        function = getattr(template, name)
        copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__, copy.__module__ = f"{name}_{game}", template.__name__
        copy.__annotations__ = function.__annotations__
        if COMPILING and not plain:
            scope[name] = _compile(copy, name in getattr(template, "INLINED", ()), hot)
        else:
            scope[name] = with_casts(copy, int)
    return types.SimpleNamespace(**{name: scope[name] for name in names})
