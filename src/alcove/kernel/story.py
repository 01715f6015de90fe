"""A sentence of the story with what belongs to it: whom it is about, and how it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from alcove.kernel.position import Action, Position
from alcove.kernel.text import Text

LineKind = Literal["moment", "quiet"]
"""A moment is something for the whole table to dwell on, such as a scoring. A quiet line says only that somebody did
something that nobody else may know; several of them make one line."""

LEFT = Text(
    "{name} has left. A bot of level {level} plays on in that seat.",
    "{name} ist gegangen. Ein Bot der Stufe {level} spielt auf diesem Platz weiter.",
)
RETURNED = Text("{name} is back.", "{name} ist wieder da.")


class Line(NamedTuple):
    text: Text
    seat: int | None
    """Whom it is about, None for the whole table."""
    kind: LineKind | None = None

    def of(self, language: str) -> str:
        return self.text.of(language)


def about(seat: int | None, *texts: Text) -> list[Text | Line]:
    """Sentences about one seat, or about the whole table."""
    return [Line(text, seat) for text in texts]


def moment(text: Text, seat: int | None = None) -> Line:
    return Line(text, seat, "moment")


def quiet(text: Text, seat: int) -> Line:
    return Line(text, seat, "quiet")


def tell_change(name: str | Text, level: int | None) -> Text:
    """That somebody has left a seat to a bot of a level or, with None, come back to it."""
    return RETURNED.fill(name=name) if level is None else LEFT.fill(name=name, level=level)


def tell(
    before: Position,
    after: Position,
    seat: int,
    action: Action,
    viewer: int | None,
    names: Sequence[Text] | None = None,
) -> list[Line]:
    """What a game tells of an action, by the names at the table or else those of the seats."""
    called = [before.game.seat_name(each) for each in range(before.players)] if names is None else names
    told = before.game.narrate.tell(before, after, seat, action, viewer, called)
    return [one if isinstance(one, Line) else Line(one, seat) for one in told]
