"""The shapes of what clients are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from alcove.kernel.position import Position


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
    turn: msgspec.Raw
    story: list[list[str]]
    status: str
    commitment: str
    undo: UndoOut
    rematch: RematchOut
    chat: list[LineOut]
    resigned: int | None


class TurnOut(msgspec.Struct):
    """The last turn, as far as it has gone: its number from 0, its text, and its actions as data."""

    number: int
    seat: int
    text: str
    parts: list[Mapping[str, Any] | None]


class StepOut(msgspec.Struct, tag_field="t", tag="step"):
    """How a step begins. `Wire.step` adds `view`, `legal` and `undo`."""

    v: int
    seat: int
    text: str
    turn: TurnOut | None
    story: list[str]


class SeatsOut(msgspec.Struct, tag_field="t", tag="seats"):
    seats: list[SeatOut]
    status: str
    undo: UndoOut
    rematch: RematchOut


class ChatOut(msgspec.Struct, tag_field="t", tag="chat"):
    line: LineOut


class ChoiceOut(msgspec.Struct, omit_defaults=True):
    text: str
    index: int
    parts: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, position: Position, seat: int, index: int) -> ChoiceOut:
        return cls(position.game.notation.write_action(position, seat, index), index, position.parts(seat, index))


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
