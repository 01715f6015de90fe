"""From plain Python to machine code while games are being played.

A process that waits for code compiles nothing: rules run as plain Python (`kernel.plain`) until other processes have
filled the cache. Then it loads what they have made, which takes a while and changes nothing, and switches, which takes
no time: a game's rules run as machine code from the next call on. Positions are the same bytes in both.
`alcove.ready` sees to all this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from alcove.kernel import jit

if TYPE_CHECKING:
    from alcove.kernel.compiler import CompiledFunction, EntryPoint

_waiting = False
_switched: set[str] = set()


class Loaded(NamedTuple):
    """The code of a game, ready to be switched to."""

    game: str
    parts: list[tuple[CompiledFunction, EntryPoint]]


def wait_for_code() -> bool:
    """Compile nothing in this process from now on. Says whether that can be done."""
    global _waiting
    if jit.CUT:
        from alcove.kernel.compiler import CompiledFunction

        _waiting = CompiledFunction.waiting = True
        _switched.clear()
    return jit.CUT


def stop_waiting() -> None:
    """Compile again what is missing, when it is called."""
    global _waiting
    if _waiting:
        from alcove.kernel.compiler import CompiledFunction

        _waiting = CompiledFunction.waiting = False


def has_code(game: str) -> bool:
    """Whether the rules and the search of a game run as machine code, or would be compiled when they are called."""
    return not _waiting or game in _switched


def switch(loaded: Loaded) -> None:
    for function, entry in loaded.parts:
        function.take_over(entry)
    _switched.add(loaded.game)
