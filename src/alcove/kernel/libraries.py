"""Where code is put before it runs: into a library of its own, or into those of all that call it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import llvmlite.binding
import llvmlite.ir
import numba.core.callconv
import numba.core.cgutils
import numba.core.codegen
import numba.core.imputils
import numba.core.types

JITCodeLibrary: Any = numba.core.codegen.JITCodeLibrary
callconv: Any = numba.core.callconv
cgutils: Any = numba.core.cgutils
imputils: Any = numba.core.imputils
types: Any = numba.core.types
llvm: Any = llvmlite.binding
llvm_ir: Any = llvmlite.ir

TABLE = "alcove.table."
"""What the names of shared tables begin with."""
FAILS = re.compile(r"^\s*ret i32 (?!0$)", re.MULTILINE)
"""A function returns 0 where all is well."""


class Instead:
    """Another object, but for the methods that a subclass puts in place of its own."""

    def __init__(self, original: Any) -> None:
        self._original = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Code that Python calls, together with all parts that it reaches."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in _reached(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_own_module(library), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "private"  # the loader hands out whatever has a name, also what is internal
        for variable in self._final_module.global_variables:
            if variable.name.startswith(TABLE):
                variable.linkage = "private"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:  # Numba sets up all passes for these, too
                passes, builder = self._codegen._function_pass_manager(opt=1)  # hot code is optimised again as a whole
                passes.run(function, builder)
                self._look_at(function)

    def _look_at(self, function: Any) -> None:
        """At a function as it is after it was optimised by itself."""

    def _optimize_final_module(self) -> None:
        """Once. Numba does it twice, so that fewer references are counted; rules count hardly any."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class ColdLibrary(Library):
    """Code that Python calls now and then, and that runs for microseconds. Its parts are optimised one by one already;
    to do that as a whole, and to choose its instructions with care, takes longer than will ever be gained."""

    def _optimize_final_module(self) -> None:
        passes = llvm.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(self._final_module, self._codegen._pass_builder(opt=0))

    def _finalize_final_module(self) -> None:
        machine_code = _quick_machine(self._codegen).emit_object(self._final_module)
        self._set_compiled_object(machine_code)
        super()._finalize_final_module()
        self._set_compiled_object(machine_code)  # to be kept: running it has used the first one up


@cache
def _quick_machine(codegen: Any) -> Any:
    options: dict[str, Any] = {"opt": 0}
    codegen._customize_tm_options(options)
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(**options)


class _WithoutEnvironment(Instead):
    """The code generator, but a part has no place yet where its Python objects could be put. Rules have none."""

    def set_env(self, name: str, environment: Any) -> None:
        pass


class InternalLibrary(Library):
    """Code to be linked into other code. It is neither optimised as a whole nor made executable."""

    may_fail = False
    """Whether one of its functions may return something else than a result."""
    _whole: Any = None
    """With all that it reaches."""

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironment(self._codegen)

    def add_ir_module(self, module: Any) -> None:
        parsed = llvm.parse_assembly(cgutils.normalize_ir_text(str(module)))
        parsed.name = module.name
        self.add_llvm_module(parsed)

    def _look_at(self, function: Any) -> None:
        """Each loop over a range begins with an error for steps of zero, which is gone by now."""
        self.may_fail = self.may_fail or FAILS.search(str(function)) is not None

    def finalize(self) -> None:
        """Each part stays by itself: whoever is called from Python links all that it reaches, once."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"  # it may come from several sides, and goes where nobody calls it
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """For a function that Numba compiles as it comes: it links only what it calls itself."""
        if self._whole is None:
            self._whole = self._final_module.clone()
            for library in _reached(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._whole.link_in(_own_module(library), preserve=True)
        return self._whole

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


_tables: dict[str, InternalLibrary] = {}


def shared_table(library: Any, module: Any, data: bytes) -> Any:
    """A table that a module reads and that is written into none: all code that becomes one has it once, by a name that
    its content gives it. Numba writes it anew wherever it is named."""
    name = TABLE + hashlib.sha256(data).hexdigest()[:32]
    if name not in module.globals:
        if name not in _tables:
            _tables[name] = _library_of_table(library._codegen, name, data)
        library.add_linking_library(_tables[name])
        _declare_table(module, name, len(data))
    return module.globals[name]


def _declare_table(module: Any, name: str, size: int) -> Any:
    table = llvm_ir.GlobalVariable(module, llvm_ir.ArrayType(llvm_ir.IntType(8), size), name)
    table.global_constant = True
    table.align = 16
    return table


def _library_of_table(codegen: Any, name: str, data: bytes) -> InternalLibrary:
    module = codegen._create_empty_module(name)
    table = _declare_table(module, name, len(data))
    table.initializer = llvm_ir.Constant(table.value_type, bytearray(data))
    library = InternalLibrary(codegen, name)
    library.add_ir_module(module)
    library.finalize()
    library._final_module.get_global_variable(name).linkage = "linkonce_odr"  # it may come from several sides
    return library


def _reached(libraries: Iterable[Any]) -> Iterator[Any]:
    """All of them, and those that their code calls in turn, each once."""
    found: dict[Any, None] = {}
    to_do = list(libraries)
    while to_do:
        library = to_do.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, InternalLibrary):
                to_do += library._linking_libraries
    return iter(found)


def _own_module(library: Any) -> Any:
    return library._final_module if isinstance(library, InternalLibrary) else library._get_module_for_linking()


def call_without_status(fndesc: Any, libraries: Any) -> Any:
    """How a part is called that cannot fail: nobody asks whether it has. None if it may."""
    if not all(isinstance(one, InternalLibrary) and not one.may_fail for one in libraries):
        return None
    if not libraries or isinstance(fndesc.restype, types.Optional):
        return None

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = context.declare_function(builder.module, fndesc)
        convention = context.call_conv
        with builder.goto_entry_block():
            result = builder.alloca(convention.get_return_type(fndesc.restype).pointee)
        packed = convention._get_arg_packer(fndesc.argtypes).as_arguments(builder, arguments)
        no_error = llvm_ir.Constant(function.args[1].type, None)
        builder.call(function, [result, no_error, *packed])
        value = context.get_returned_value(builder, fndesc.restype, builder.load(result))
        return imputils.impl_ret_new_ref(context, builder, fndesc.restype, value)

    call.signature = fndesc.argtypes  # type: ignore[attr-defined]
    call.libs = tuple(libraries)  # type: ignore[attr-defined]
    return call
