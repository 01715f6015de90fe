"""What is told about a table, as bytes: each part made once for each viewer and version.

Every function takes the viewer (a seat, or None for a spectator). Nothing here looks at a position except through
`view`, `legal` and `tell` of that viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from alcove.bots.levels import levels_of
from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.kernel.record import begins_turn
from alcove.server.messages import encode
from alcove.server.tables import Played, SeatAt, Table, ended_view, view_of

Viewer = int | None


class SeatOut(msgspec.Struct):
    seat: int
    name: str
    kind: str
    level: int | None
    mine: bool
    online: bool
    thinking: bool


class UndoOut(msgspec.Struct):
    may: str
    asked_by: int | None


class RematchOut(msgspec.Struct):
    wanted: list[int]
    table: str | None


class LineOut(msgspec.Struct):
    name: str
    seat: int | None
    text: str
    at: float


class TableOut(msgspec.Struct, tag_field="t", tag="table"):
    v: int
    id: str
    game: str
    options: dict[str, int | str]
    seats: list[SeatOut]
    look: int | None
    view: msgspec.Raw
    legal: msgspec.Raw
    turns: list[tuple[int, str]]
    story: list[list[str]]
    status: str
    commitment: str
    undo: UndoOut
    rematch: RematchOut
    chat: list[LineOut]
    resigned: int | None


class StepOut(msgspec.Struct, tag_field="t", tag="step"):
    """How a step begins. `Wire.step` adds `view`, `legal` and `undo`."""

    v: int
    seat: int
    text: str
    begins: bool
    story: list[str]


class SeatsOut(msgspec.Struct, tag_field="t", tag="seats"):
    seats: list[SeatOut]
    status: str
    undo: UndoOut
    rematch: RematchOut


class ChatOut(msgspec.Struct, tag_field="t", tag="chat"):
    line: LineOut


class ChoiceOut(msgspec.Struct):
    text: str
    index: int


class HintOut(msgspec.Struct, tag_field="t", tag="hint"):
    v: int
    choice: ChoiceOut
    value: float
    line: list[str]


class WhyOut(msgspec.Struct, tag_field="t", tag="why"):
    action: str | int
    clause: str | None
    message: str | None


class ErrorOut(msgspec.Struct, tag_field="t", tag="error", omit_defaults=True):
    code: str
    message: str
    re: str | None = None
    clause: str | None = None


PONG = b'{"t":"pong"}'
BYE = b'{"t":"bye","code":"shutdown"}'
NOTHING = b"[]"
SPECTATOR = b'{"seat":null'
"""How a spectator's view begins."""


class Wire:
    """The bytes of one table. Parts are kept until its version changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._open = not table.game.rules.SECRETS  # then all viewers know the same, and are told the same
        self._static = _static_choices(table.game)
        self._version = -1
        self._parts: dict[Any, Any] = {}

    def _part(self, key: Any, make: Callable[..., Any], *of: Any) -> Any:
        if self._version != self.table.version:
            self._version = self.table.version
            self._parts.clear()
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = make(*of)
        return part

    def view(self, viewer: Viewer) -> msgspec.Raw:
        return msgspec.Raw(self._view(viewer))

    def _view(self, viewer: Viewer) -> bytes:
        if not self._open:
            made: bytes = self._part(("view", viewer), self._encode_view, viewer)
            return made
        everybody: bytes = self._part("view", self._encode_view, None)
        return everybody if viewer is None else b'{"seat":%d%b' % (viewer, everybody[len(SPECTATOR) :])

    def _encode_view(self, viewer: Viewer) -> bytes:
        return encode({"seat": viewer, **view_of(self.table, viewer)})

    def legal(self, viewer: Viewer) -> msgspec.Raw:
        return msgspec.Raw(self._legal(viewer))

    def _legal(self, viewer: Viewer) -> bytes:
        if viewer is None or viewer not in self.table.actors():
            return NOTHING
        made: bytes = self._part(("legal", self.table.status, viewer), self._encode_legal, viewer)
        return made

    def _encode_legal(self, viewer: int) -> bytes:
        indices = self.table.legal_indices(viewer)
        try:
            return b"[%b]" % b",".join(map(self._static.__getitem__, indices))
        except IndexError:  # some of them read differently from position to position
            write, position = self.table.game.notation.write_action, self.table.position
            return encode([ChoiceOut(write(position, viewer, index), index) for index in indices])

    def step(self, viewer: Viewer, language: str, undo: UndoOut) -> bytes:
        """The last action, as a viewer may know it."""
        made: bytes = self._part(
            ("step", viewer, language, undo.may, undo.asked_by), self._encode_step, viewer, language, undo
        )
        return made

    def _encode_step(self, viewer: Viewer, language: str, undo: UndoOut) -> bytes:
        teller = None if self._open else viewer
        begin: bytes = self._part(("begin", teller, language), self._encode_begin, teller, language)
        view, legal = self._view(viewer), self._legal(viewer)
        return b'%b,"view":%b,"legal":%b,"undo":%b}' % (begin, view, legal, encode(undo))

    def _encode_begin(self, viewer: Viewer, language: str) -> bytes:
        """A step without its closing brace."""
        table = self.table
        played = table.played[-1]
        story = tell(*table.last(), viewer, language)
        text = table.text_for(played, viewer)
        return encode(StepOut(table.version, played.seat, text, table.last_begins_turn(), story))[:-1]

    def story(self, viewer: Viewer, language: str) -> list[list[str]]:
        made: list[list[str]] = self._part(
            ("story", viewer, language),
            lambda: [tell(*moment, viewer, language) for moment in self.table.recent()],
        )
        return made

    def turns(self, viewer: Viewer) -> list[tuple[int, str]]:
        made: list[tuple[int, str]] = self._part(("turns", viewer), lambda: self.table.turns(viewer))
        return made


@cache
def _static_choices(game: Game) -> list[bytes]:
    """The choices that read the same in every position, where a game's notation says which they are."""
    return [encode(ChoiceOut(text, index)) for index, text in enumerate(game.notation.STATIC_TEXTS or [])]


def tell(before: Position, played: Played, after: Position, viewer: Viewer, language: str) -> list[str]:
    told = before.game.narrate.tell(before, after, played.seat, played.action, viewer)
    return [text.of(language) for text in told]


def replay(table: Table, viewer: Viewer, language: str) -> bytes:
    """All steps so far, each as the viewer saw it."""
    position = table.start
    steps: list[dict[str, Any]] = [
        {"seat": None, "text": None, "begins": False, "story": [], "view": position.view(viewer)}
    ]
    last: tuple[int, str] | None = None
    for played in list(table.played):
        before, position = position, position.play_legal(played.seat, played.action.index)
        steps.append(
            {
                "seat": played.seat,
                "text": table.text_for(played, viewer),
                "begins": begins_turn(table.game, last, played.seat),
                "story": tell(before, played, position, viewer, language),
                "view": position.view(viewer),
            }
        )
        last = played.seat, played.public
    steps[-1]["view"] = ended_view(steps[-1]["view"], table)
    return encode({"steps": steps})


def seat_list(
    game: Game,
    seats: Sequence[SeatAt],
    language: str,
    mine: frozenset[int],
    online: Iterable[int],
    thinking: Iterable[int],
) -> list[SeatOut]:
    there, busy = set(online), set(thinking)
    return [
        SeatOut(
            number,
            bot_name(game, seat.level, language) if seat.kind == "bot" else seat.name,
            seat.kind,
            seat.level,
            number in mine,
            seat.kind == "bot" or number in there,
            number in busy,
        )
        for number, seat in enumerate(seats)
    ]


def bot_name(game: Game, level: int | None, language: str) -> str:
    title = levels_of(game)[level or 1].title.of(language)
    return f"Bot · {title}"


def error_out(error: AlcoveError, language: str, re: str | None = None) -> bytes:
    return encode(ErrorOut(error.code, error.say(language), re, getattr(error, "clause", None)))


def error_body(error: AlcoveError, language: str) -> bytes:
    """The same for an HTTP answer."""
    body = {"code": error.code, "message": error.say(language)}
    clause = getattr(error, "clause", None)
    return encode(body if clause is None else {**body, "clause": clause})
