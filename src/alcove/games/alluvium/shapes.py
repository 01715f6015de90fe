"""The types of what a seat of Alluvium may know; the client's types are written from them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

Letter = Literal["r", "b", "g", "y", "n", "d"]
Stage = Literal["own", "dummy", "other", "over"]
Share = Literal["none", "all", "half", "quarter"]
Cell = Annotated[list[int], Meta(min_length=2, max_length=2)]
"""Columns to the right and rows up."""


class Moment(TypedDict):
    """A round, and how often the sheets had moved in it."""

    round: int
    hop: int


class Drawing(Moment):
    colour: Letter
    text: str
    boxes: list[str]


Rectangle = TypedDict("Rectangle", {"boxes": int, "from": str | None, "to": str | None})
"""By its lowest left and its highest right box."""


class Scored(Rectangle):
    round: int


class Sheet(TypedDict):
    owner: int
    current: bool
    seen: Moment | None
    """When a viewer last had it."""
    rows: list[str]
    """From row 10 down to row 1, a letter for each box."""
    drawings: list[Drawing]
    checks: list[int]
    """On the Helper Track, by colour."""
    area: int | None
    """The viewer's largest area on it; None for a spectator."""
    rectangle: Rectangle
    scored: list[Scored]


class Card(TypedDict):
    form: str
    secret: bool
    rotations: dict[str, list[Cell]]
    """For each rotation that differs, the boxes from the anchor."""


class Choice(TypedDict):
    """A drawing: a form of a card, a single box (action B), or a pass."""

    kind: Literal["form", "plug", "pass"]
    form: NotRequired[str]
    turn: NotRequired[str]
    at: NotRequired[str]
    """The anchor of the form, or the single box."""
    checks: NotRequired[int]
    """What it earns on the Helper Track."""
    rectangle: NotRequired[int]
    """The boxes of the largest rectangle on the sheet after it."""
    area: NotRequired[int]
    """The boxes of the viewer's largest area after it, on another player's sheet."""


class Before(TypedDict):
    """What the next drawing is added to: the sheet before the viewer, with what is drawn of an unfinished pair."""

    rectangle: int
    area: int | None
    """The viewer's largest area; None at home, where areas count for nothing."""


class Chosen(Choice):
    text: str
    boxes: list[str]


class Choices(TypedDict):
    """What the viewer has drawn in this step."""

    first: Chosen | None
    second: Chosen | None
    draft: Chosen | None


class Helper(TypedDict):
    colour: Letter
    checks: int
    rank: int
    area: int
    boxes: list[str]
    share: Share
    vp: int
    counts: bool


class Bonus(TypedDict):
    owner: int
    helpers: list[Helper]


class View(TypedDict):
    round: int
    rounds: int
    step: str
    """The name of the step, one of `steps`, or `over`."""
    steps: list[str]
    """The steps of a round, one after the other."""
    stage: Stage
    hop: int
    """How often the sheets have moved in this round."""
    direction: Literal["clockwise", "counterclockwise"]
    colours: list[Letter]
    revealed: list[list[str]]
    card: list[str | None]
    deck: list[int]
    solid: list[str]
    forms: dict[str, list[str]]
    sheet_before: list[int | None]
    forms_drawn: list[int]
    round_scores: list[list[int]]
    points: list[int]
    to_draw: list[Card] | None
    due: int | None
    """Which of these cards the viewer has to draw next; None when all are drawn."""
    before: Before | None
    chosen: Choices | None
    changes_left: list[int]
    """How often each seat may still change what it has drawn in this step."""
    sheet: Sheet | None
    memories: list[Sheet]
    sheets: list[Sheet] | None
    bonus: list[Bonus] | None
