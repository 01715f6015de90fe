"""Rules as a server runs them before anything is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from alcove.kernel import takeover
from alcove.kernel.compiler import CompiledFunction


@contextmanager
def as_plain_python() -> Iterator[None]:
    assert takeover.wait_for_code()
    _forget()
    try:
        yield
    finally:
        takeover.stop_waiting()
        _forget()


def _forget() -> None:
    for functions in CompiledFunction.known.values():
        for function in functions:
            function.forget()
