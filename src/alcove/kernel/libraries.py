"""Where code is put before it runs: into a library of its own, or into those of all that call it."""

from __future__ import annotations

import re
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

FAILS = re.compile(r"^\s*ret i32 (?!0$)", re.MULTILINE)
"""A function returns 0 where all is well."""


class Instead:
    """Another object, but for the methods that a subclass puts in place of its own."""

    def __init__(self, original: Any) -> None:
        self._original = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Code that Python calls."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:  # Numba sets up all passes for these, too
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)


class _WithoutEnvironment(Instead):
    """The code generator, but a part has no place yet where its Python objects could be put. Rules have none."""

    def set_env(self, name: str, environment: Any) -> None:
        pass


class InternalLibrary(Library):
    """Code to be linked into other code. It is neither optimised as a whole nor made executable."""

    may_fail = False
    """Whether one of its functions may return something else than a result."""

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironment(self._codegen)

    def add_ir_module(self, module: Any) -> None:
        text = cgutils.normalize_ir_text(str(module))
        self.may_fail = self.may_fail or FAILS.search(text) is not None
        parsed = llvm.parse_assembly(text)
        parsed.name = module.name
        self.add_llvm_module(parsed)

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"  # it may come from several sides, and goes where nobody calls it
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        return self._final_module

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


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
