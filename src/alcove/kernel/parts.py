"""Compile a function as a part of those that call it, and by itself only when Python calls it.

Numba makes machine code of every function, together with all that it calls. In a chain of calls the last function is
optimised and emitted once for every link above it, and nobody ever uses most of that: rules are called by rules, and
Python opens only a few doors. With parts a game compiles in half the time, and runs no slower.

This reaches into Numba's compiler: which library a function is lowered into (`state.library`), and what finishing that
library means. The conformance tests compare what comes out with plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba.core.codegen
import numba.core.compiler
import numba.core.registry

JITCodeLibrary: Any = numba.core.codegen.JITCodeLibrary
Compiler: Any = numba.core.compiler.Compiler
CPUDispatcher: Any = numba.core.registry.CPUDispatcher


class _WithoutEnvironment:
    """The code generator, but a part has no place yet where its Python objects could be put. Rules have none."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        pass


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked into other code. It is neither optimised nor made executable."""

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironment(self._codegen)

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


class PartCompiler(Compiler):  # type: ignore[misc]
    def define_pipelines(self) -> Any:
        state = self.state
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class Part(CPUDispatcher):  # type: ignore[misc]
    """To compiled code a function like any other; to Python a door, which `open_door` makes when it is first used.

    It cannot call itself.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], open_door: Callable[[], Any]) -> None:
        super().__init__(
            function,
            targetoptions={"nopython": True, "no_cpython_wrapper": True, **options},
            pipeline_class=PartCompiler,
        )
        self._open_door = open_door
        self._door: Any = None

    @property
    def door(self) -> Any:
        """The function as Python calls it."""
        if self._door is None:
            self._door = self._open_door()
        return self._door

    def __call__(self, *arguments: Any) -> Any:
        return self.door(*arguments)
