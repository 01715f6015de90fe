"""What was told of the last actions, kept for each viewer and language.

To tell sixty actions takes tens of milliseconds in some games. Each is told once; a viewer who comes new to a long game
has them told beside the event loop.
"""

from __future__ import annotations

from collections.abc import Callable

from alcove.kernel.match import KEPT, Played
from alcove.kernel.position import Position
from alcove.server.shapes import Sentence

Moment = tuple[Position, Played, Position]
"""An action, with the positions before and after it."""
Told = list[Sentence]
Tell = Callable[[Position, Played, Position, int | None, str], Told]


class Stories:
    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._told: dict[tuple[int | None, str], dict[int, Told]] = {}

    def of(self, moments: list[Moment], viewer: int | None, language: str) -> list[Told]:
        told = self._told.get((viewer, language), {})
        serials = [played.serial for _, played, _ in moments]
        now = {
            serial: told[serial] if serial in told else self._tell(*moment, viewer, language)
            for serial, moment in zip(serials, moments, strict=True)
        }
        self._told[viewer, language] = now
        return list(now.values())

    def last(self, moment: Moment, viewer: int | None, language: str) -> Told:
        """Of the last action alone."""
        told, serial = self._told.setdefault((viewer, language), {}), moment[1].serial
        last = told.get(serial)
        if last is None:
            last = told[serial] = self._tell(*moment, viewer, language)
            if len(told) > KEPT:
                del told[next(iter(told))]
        return last

    def untold(self, moments: list[Moment], viewer: int | None, language: str) -> list[Moment]:
        told = self._told.get((viewer, language), {})
        return [moment for moment in moments if moment[1].serial not in told]

    def tell_ahead(self, moments: list[Moment], viewer: int | None, language: str) -> dict[int, Told]:
        """Tell some without keeping them, in another thread."""
        return {moment[1].serial: self._tell(*moment, viewer, language) for moment in moments}

    def keep(self, told: dict[int, Told], viewer: int | None, language: str) -> None:
        self._told.setdefault((viewer, language), {}).update(told)
