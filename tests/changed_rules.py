"""A game whose rules change while it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from alcove.kernel import game as shelf
from alcove.kernel.errors import UnreadableError
from alcove.kernel.game import Game, game, register
from alcove.kernel.text import same

ChangeRules = Callable[..., Game]


@contextmanager
def changing_rules() -> Iterator[ChangeRules]:
    """Raises the version of a game. It no longer reads the actions, or the positions, that are named."""
    before = dict(shelf._registered)

    def change(name: str, forgotten: tuple[str, ...] = (), unread: bool = False) -> Game:
        old = game(name)

        def read_action(position: Any, seat: int, text: str) -> int:
            if text in forgotten:
                raise UnreadableError(same(text))
            return old.notation.read_action(position, seat, text)

        def read_position(one: Game, text: str) -> Any:
            if unread:
                raise UnreadableError(same(text))
            return old.notation.read_position(one, text)

        always = None if forgotten else old.notation.STATIC_TEXTS
        notation = replace(old.notation, read_action=read_action, read_position=read_position, STATIC_TEXTS=always)
        new = replace(old, version=old.version + 1, notation=notation)
        register(new)
        return new

    try:
        yield change
    finally:
        shelf._registered.clear()
        shelf._registered.update(before)
