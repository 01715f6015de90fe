"""Compile a function as a part of those that call it, and by itself only when Python calls it.

Numba makes machine code of every function, together with all that it calls. In a chain of calls the last function is
optimised and emitted once for every link above it, and nobody ever uses most of that: rules are called by rules, and
Python enters only at a few points. So a game compiles in half the time, and runs no slower.

Rules are also plain: numbers, records and arrays. What Numba does for closures, lists, exceptions and whole-array
arithmetic is left out, and so is all that would be found out again and again. That saves another quarter.

This reaches into Numba's compiler: its passes, which library a function is lowered into (`state.library`), and what
finishing that library means. The conformance tests compare what comes out with plain Python.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numba.core.caching
import numba.core.compiler
import numba.core.compiler_machinery
import numba.core.ir
import numba.core.registry
import numba.core.typed_passes
import numba.core.types
import numba.core.untyped_passes
import numpy as np
from numba.core.compiler_lock import global_compiler_lock

from alcove.kernel.casts import returns_whole, whole_places
from alcove.kernel.libraries import ColdLibrary, Instead, InternalLibrary, Library
from alcove.kernel.lowering import RulesLower
from alcove.kernel.plain import plain_twin
from alcove.kernel.unboxing import read_addresses
from alcove.kernel.unburdened import unburdened

caching: Any = numba.core.caching
CompilerBase: Any = numba.core.compiler.CompilerBase
Flags: Any = numba.core.compiler.Flags
CPUDispatcher: Any = numba.core.registry.CPUDispatcher
machinery: Any = numba.core.compiler_machinery
typed: Any = numba.core.typed_passes
untyped: Any = numba.core.untyped_passes
ir: Any = numba.core.ir
types: Any = numba.core.types
read_addresses()


# ---- Passes ----


class _Remembering(Instead):
    """The typing context, but what an operator or a built-in function makes of some types is found out only once."""

    found: ClassVar[dict[Any, Any]] = {}

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        if isinstance(function, types.Type) and type(function) is not types.Function:
            return self._original.resolve_function_type(function, arguments, named)
        key = function, tuple(arguments), tuple(named.items())
        if key not in self.found:
            self.found[key] = self._original.resolve_function_type(function, arguments, named)
        return self.found[key]


@machinery.register_pass(mutates_CFG=False, analysis_only=True)
class CountReferences(machinery.AnalysisPass):  # type: ignore[misc]
    """Count references to arrays only where a function makes, gets or returns one, not where it looks into others'."""

    _name = "count_references"

    def __init__(self) -> None:
        machinery.AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        models = state.targetctx.data_model_manager
        made = [state.return_type]
        for block in state.func_ir.blocks.values():
            for line in block.find_insts(ir.Assign):
                if isinstance(line.value, ir.Expr) and line.value.op not in LOOKING:
                    made.append(state.typemap[line.target.name])
        if not any(models[one].contains_nrt_meminfo() for one in made):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


@machinery.register_pass(mutates_CFG=False, analysis_only=True)
class EndLifetimes(typed.IRLegalization):  # type: ignore[misc]
    """Say after which line a variable is needed no more. Only who counts references wants to know."""

    _name = "end_lifetimes"

    def run_pass(self, state: Any) -> bool:
        return bool(state.targetctx.enable_nrt) and bool(super().run_pass(state))


@machinery.register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(typed.NativeLowering):  # type: ignore[misc]
    """The same as Numba's, by `lowering.py`."""

    _name = "lowering_of_rules"
    lowering_class = RulesLower


LOOKING = {
    "getattr",
    "getitem",
    "static_getitem",
    "getiter",
    "iternext",
    "pair_first",
    "pair_second",
    "exhaust_iter",
    "build_tuple",
}
"""Operations that hand out what somebody else has."""

PASSES = (
    untyped.TranslateByteCode,
    untyped.FixupArgs,
    untyped.IRProcessing,
    untyped.RewriteSemanticConstants,
    untyped.DeadBranchPrune,
    untyped.GenericRewrites,
    untyped.InlineInlinables,
    untyped.DeadBranchPrune,
    untyped.ReconstructSSA,
    typed.NopythonTypeInference,
    typed.PreLowerStripPhis,
    typed.InlineOverloads,
    CountReferences,
    EndLifetimes,
    Lowering,
    typed.NoPythonBackend,
)
"""Those of Numba's passes that rules need."""


@cache
def _dependencies() -> Any:
    """Which passes need which others."""
    passes = machinery.PassManager("rules")
    for each in PASSES:
        passes.add_pass(each, each.__name__)
    passes.finalize()
    return passes._analysis


class Pipeline:
    """Runs one pass after the other. Numba's own also times, announces, checks and explains each."""

    pipeline_name = "rules"

    def __init__(self) -> None:
        self.exec_times: dict[str, Any] = {}

    def run(self, state: Any) -> None:
        for kind in PASSES:
            each = machinery._pass_registry.get(kind).pass_inst
            each.analysis = _dependencies()
            each.run_initialization(state)
            each.run_pass(state)
            each.run_finalizer(state)


class _SetFlags(Flags):  # type: ignore[misc]
    """Flags that are told apart by what is set. Numba compares them, option by option, for whatever it looks up."""

    def __hash__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SetFlags) and bool(self._values == other._values)


class _KeyedImplementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
    def __init__(self, function: Any, folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Keyed(function, folder)
        self._filename_base = "code"


class _Keyed(caching._CacheLocator):  # type: ignore[misc]
    """Files in a folder that is named after all that the code is made of: what is there is never out of date."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._py_file, self._folder = function.__code__.co_filename, folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return ""


class _Files(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Files that are damaged count as not there, and so do those in which an older or newer Alcove names types of
    arguments that this one does not have."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except UNREADABLE:
            return {}

    def load(self, key: Any) -> Any:
        try:
            return super().load(key)
        except UNREADABLE:
            return None


UNREADABLE = (ImportError, AttributeError, EOFError, LookupError, TypeError, ValueError, pickle.PickleError)
"""What pickle raises for what it cannot read."""


class _KeyedCache(caching.FunctionCache):  # type: ignore[misc]
    def __init__(self, function: Any, folder: Path) -> None:
        self._impl_class = lambda function: _KeyedImplementation(function, folder)
        super().__init__(function)
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, folder.name)

    def signatures(self, target: Any) -> list[Any]:
        """The types of arguments for which there is code that this processor runs."""
        processor = target.codegen().magic_tuple()
        return [key[0] for key in self._cache_file._load_index() if key[1] == processor]

    def save_overload(self, signature: Any, data: Any) -> None:
        try:
            super().save_overload(signature, data)
        except OSError as error:  # a full disk: the code runs, and is made anew next time
            not_kept.append(f"{self._cache_path}: {error.strerror or error}")


not_kept: list[str] = []
"""Code that could not be put into the cache, and why."""


# ---- Functions ----


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, cut down to what rules need."""

    library: ClassVar[Any] = ColdLibrary

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.flags = _SetFlags(self.state.flags)

    def define_pipelines(self) -> Any:
        self.state.library = self._library()
        self.state.typingctx = _Remembering(self.state.typingctx)
        return [Pipeline()]

    def _library(self) -> Any:
        library = self.library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        library.enable_object_caching()
        return library

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        if self.state.return_type is None and returns_whole(function):
            self.state.return_type = types.int64
        with unburdened():
            return super().compile_extra(function)


class HotCompiler(EntryCompiler):
    library = Library


class InternalCompiler(EntryCompiler):
    def _library(self) -> Any:
        return InternalLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)


class NotCompiledError(Exception):
    """There is no code for arguments of these types, and none is made here."""


class EntryPoint(CPUDispatcher):  # type: ignore[misc]
    """A function as Python calls it."""

    def __init__(
        self, function: Callable[..., Any], options: dict[str, Any], folder: Path | None, hot: bool = False
    ) -> None:
        compiler = HotCompiler if hot else EntryCompiler
        super().__init__(function, targetoptions={"nopython": True, **options}, pipeline_class=compiler)
        self.folder = folder
        if folder is not None:
            self._cache = _KeyedCache(function, folder)

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        if CompiledFunction.waiting:
            raise NotCompiledError
        return super()._compile_for_args(*arguments, **named)

    def load(self) -> bool:
        """Take all there is from the cache, and say whether there was anything. Nothing is compiled."""
        with global_compiler_lock:
            signatures = self._cache.signatures(self.targetctx)
            for signature in signatures:
                found = self._cache.load_overload(signature, self.targetctx)
                if found is None:
                    return False
                self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
                self.add_overload(found)
        return bool(signatures)


class CompiledFunction(CPUDispatcher):  # type: ignore[misc]
    """To compiled code a function like any other; to Python an entry point, made at its first use.

    Where code is waited for (`kernel.takeover`) Python gets the plain function until then. It cannot call itself.
    """

    waiting: ClassVar[bool] = False
    """Whether this process compiles nothing, and waits until others have."""
    known: ClassVar[dict[tuple[str, str], list[CompiledFunction]]] = {}
    """All functions, by module and name. A template's are made anew for every use of it."""
    called: ClassVar[list[CompiledFunction]] = []
    """Those that Python has called."""

    def __init__(
        self,
        function: Callable[..., Any],
        options: dict[str, Any],
        folder: Callable[[], Path | None],
        inline: bool = False,
        hot: bool = False,
    ) -> None:
        super().__init__(
            function,
            targetoptions={
                "nopython": True,
                "no_cpython_wrapper": True,
                **options,
                "inline": "always" if inline else "never",
            },
            pipeline_class=InternalCompiler,
        )
        self._options, self._folder = options, folder
        self.inlined = inline
        """Whether it becomes part of those that call it before anything is compiled."""
        self.hot = hot
        """Whether it runs for long when Python calls it, and is worth all the care of the compiler."""
        self.made_entry: EntryPoint | None = None
        self._run: Any = None
        self._whole = whole_places(function)
        self.known.setdefault((function.__module__, function.__qualname__), []).append(self)

    @property
    def entry(self) -> EntryPoint:
        """The function as Python calls it."""
        if self.made_entry is None:
            self.made_entry = EntryPoint(self.py_func, self._options, self._folder(), self.hot)
        return self.made_entry

    def __call__(self, *arguments: Any) -> Any:
        for place in self._whole:
            if type(arguments[place]) is not int:
                whole = enumerate(arguments)
                arguments = tuple(int(value) if at in self._whole else value for at, value in whole)
                break
        try:
            return (self._run or self._find())(*arguments)
        except NotCompiledError:
            return self.run_plainly(*arguments)

    def _find(self) -> Any:
        if self.waiting:
            return self.run_plainly
        self.called.append(self)
        self._run = self.entry
        return self._run

    def run_plainly(self, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # hashes and generators wrap around on purpose
            return plain_twin(self.py_func)(*arguments)

    def forget(self) -> None:
        """Find out anew what to run, at the next call."""
        self._run = None

    def take_over(self, entry: EntryPoint) -> None:
        """Run machine code from now on."""
        self.made_entry = self._run = entry

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Called from compiled code: numbers of any size are made whole."""
        _, folded = self._compiler.fold_argument_types(arguments, named)
        whole = [
            types.int64 if at in self._whole and isinstance(one, types.Integer | types.Boolean) else one
            for at, one in enumerate(folded)
        ]
        return super().get_call_template(tuple(whole), {})
