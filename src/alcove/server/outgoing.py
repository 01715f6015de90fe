"""What is told about a table, as bytes: each part made once for each viewer and version.

Every function takes the viewer (a seat, or None for a spectator). Nothing here looks at a position except through
`view`, `legal` and `tell` of that viewer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from sys import intern
from typing import Any

import msgspec

from alcove.bots.levels import every_level_of
from alcove.kernel import story
from alcove.kernel.entry_points import AWAITED_FROM
from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import Game
from alcove.kernel.match import Played
from alcove.kernel.position import Position
from alcove.kernel.text import LANGUAGES, Text
from alcove.server.clocks import clock_state
from alcove.server.incoming import encode
from alcove.server.lobby_shapes import ReportedMessage
from alcove.server.other_rules import tell_at
from alcove.server.past import PastTable
from alcove.server.shapes import (
    Bye,
    Choice,
    ChoicesMessage,
    ErrorMessage,
    LastTurn,
    Pong,
    Refusal,
    ReplayStep,
    Seat,
    Sentence,
    StepBeginning,
    UndoState,
)
from alcove.server.stories import Stories, Told
from alcove.server.tables import SeatAt, Table, ended_view, names_of
from alcove.server.turns import Turns

Viewer = int | None
ToldTurn = tuple[int | None, Told]
"""The number of a turn, and what was told of one of its actions."""


PONG = encode(Pong())
BYE = encode(Bye())
REPORTED = encode(ReportedMessage())
NOTHING = b"[]"
TOLD_AT_ONCE = 3
"""Actions that are told on the event loop; more are told beside it."""
NOBODYS_SEAT = NO_CLOCK = b"null"
SEATS = [b"%d" % seat for seat in range(AWAITED_FROM)]
"""Seats as they are written."""


class TableMessages:
    """The bytes of one table. Parts are kept until its version changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._open = not table.game.rules.SECRETS  # then all viewers know the same, and are told the same
        self._static = len(table.game.notation.STATIC_TEXTS or ())
        self._turns = Turns(table)
        self._fixed_view = encode(table.start.fixed_view())[1:-1]
        self._version = -1
        self._parts: dict[Any, Any] = {}
        self._stories = Stories(self._tell)

    def has_part(self, key: Any) -> bool:
        return self._version == self.table.version and key in self._parts

    def keep_part(self, key: Any, part: Any) -> None:
        self._part(key, lambda: part)

    def _part(self, key: Any, make: Callable[..., Any], *of: Any) -> Any:
        parts = self._parts if self._version == self.table.version else self._no_parts()
        part = parts.get(key)
        if part is None:
            part = parts[key] = make(*of)
        return part

    def _no_parts(self) -> dict[Any, Any]:
        """Nothing is made of a new version yet."""
        self._version = self.table.version
        self._parts.clear()
        return self._parts

    def _tell(self, before: Position, played: Played, after: Position, viewer: Viewer, language: str) -> Told:
        return tell(before, played, after, viewer, language, self.table.names())

    def tidy(self) -> None:
        """Drop what was made for the present version. It is made again for whoever asks."""
        self._parts.clear()

    def view(self, viewer: Viewer) -> Any:
        return msgspec.Raw(self._view(viewer))

    def _view(self, viewer: Viewer) -> bytes:
        seat = NOBODYS_SEAT if viewer is None else SEATS[viewer]
        return b'{"seat":%b%b' % (seat, self._view_after_seat(self._teller(viewer)))

    def _view_after_seat(self, viewer: Viewer) -> bytes:
        made: bytes = self._part(("view", viewer), self._encode_view_after_seat, viewer)
        return made

    def _encode_view_after_seat(self, viewer: Viewer) -> bytes:
        changing = encode(ended_view(self.table.position.changing_view(viewer), self.table))
        return b",%b,%b" % (self._fixed_view, changing[1:])

    def legal(self, viewer: Viewer) -> Any:
        return msgspec.Raw(self._legal(viewer))

    def _legal(self, viewer: Viewer) -> bytes:
        if not self._may_choose(viewer):
            return NOTHING
        made: bytes = self._part(("legal", self.table.status, viewer), self._encode_legal, viewer)
        return made

    def _encode_legal(self, viewer: int) -> bytes:
        position = self.table.position
        return encode([Choice.of(position, viewer, index) for index in self.table.legal_indices(viewer)])

    def _legal_in_short(self, viewer: Viewer) -> bytes:
        """Choices that are always the same by their index: everybody here has been told them."""
        table, static = self.table, self._static
        if viewer is None or viewer in table.stand_ins:
            return NOTHING
        choices = table.legal_indices(viewer)
        if not choices or max(choices) < static:
            return encode(choices)
        position = table.position
        return encode([index if index < static else Choice.of(position, viewer, index) for index in choices])

    def _may_choose(self, viewer: Viewer) -> bool:
        return viewer in self.table.actors() and viewer not in self.table.stand_ins

    def choices(self) -> bytes | None:
        """The choices that are the same in every position, None where there are none."""
        return _static_choices(self.table.game) if self._static else None

    def step(self, viewer: Viewer, language: str, undo: UndoState) -> bytes:
        """The last action, as a viewer may know it."""
        parts = self._parts if self._version == self.table.version else self._no_parts()
        key = viewer, language, undo.may, undo.asked_by
        step: bytes | None = parts.get(key)
        if step is not None:
            return step
        teller = None if self._open else viewer
        around = parts.get(("around", teller, language))
        if around is None:
            around = parts["around", teller, language] = self._encode_around_seat(teller, language)
        before, after = around
        seat = NOBODYS_SEAT if viewer is None else SEATS[viewer]
        clock = NO_CLOCK if self.table.clock is None else self._clock()
        choices = self._legal_in_short(viewer)
        step = parts[key] = b'%b%b%b%b,"undo":%b,"clock":%b}' % (before, seat, after, choices, encode(undo), clock)
        return step

    def _clock(self) -> bytes:
        """What the clocks showed when the last thing was done."""
        return encode(clock_state(self.table, self.table.touched))

    def _encode_around_seat(self, viewer: Viewer, language: str) -> tuple[bytes, bytes]:
        """A step as far as all are told the same where nothing is secret: up to the seat of their view, and from there
        up to their choices."""
        before = b'%b,"view":{"seat":' % self._encode_begin(viewer, language)
        return before, b'%b,"legal":' % self._view_after_seat(viewer)

    def _encode_begin(self, viewer: Viewer, language: str) -> bytes:
        table = self.table
        played = table.played[-1]
        story = self._stories.last(table.last(), viewer, language)
        ending, turn = self.ending(language), self._turns.current(viewer)
        begin = StepBeginning(table.version, played.seat, table.text_for(played, viewer), turn, story, ending)
        return encode(begin)[:-1]

    def ending(self, language: str) -> str | None:
        """How the game ended, by the names at the table."""
        sentence = self.table.sentence(self.table.names()) if self.table.over else None
        return None if sentence is None else sentence.of(language)

    def notice(self, language: str) -> str | None:
        """That the rules have changed while the game lasted."""
        return " ".join(text.of(language) for text in tell_at(self.table)) or None

    def story(self, viewer: Viewer, language: str) -> list[ToldTurn]:
        teller = self._teller(viewer)
        made: list[ToldTurn] = self._part(("story", teller, language), self._make_story, teller, language)
        return made

    def _make_story(self, viewer: Viewer, language: str) -> list[ToldTurn]:
        told = self._stories.of(self.table.recent(), viewer, language)
        numbers: list[int] = self._part("turn numbers", self._number_turns)
        return with_changes(self.table, list(zip(numbers[len(numbers) - len(told) :], told, strict=True)), language)

    def _number_turns(self) -> list[int]:
        """For each action the number of its turn."""
        return [number for number, run in enumerate(self.table.runs()) for _ in run]

    def _teller(self, viewer: Viewer) -> Viewer:
        """Where nothing is secret all are told the same."""
        return None if self._open else viewer

    def untold(self, viewer: Viewer, language: str) -> Callable[[], Callable[[], None]] | None:
        """Work for another thread if much has yet to be told to a viewer. It gives back what to do here afterwards."""
        teller, stories = self._teller(viewer), self._stories
        untold = stories.untold(self.table.recent(), teller, language)
        if len(untold) <= TOLD_AT_ONCE:
            return None

        def work() -> Callable[[], None]:
            told = stories.tell_ahead(untold, teller, language)
            return lambda: stories.keep(told, teller, language)

        return work

    def turns(self, viewer: Viewer) -> list[tuple[int, str]]:
        teller = self._teller(viewer)
        made: list[tuple[int, str]] = self._part(("turns", teller), lambda: self.table.turns(teller))
        return made

    def turn(self, viewer: Viewer) -> Any:
        made: bytes = self._part(("turn", viewer), lambda: encode(self._turns.last(viewer)))
        return msgspec.Raw(made)


@cache
def _static_choices(game: Game) -> bytes:
    texts = game.notation.STATIC_TEXTS or []
    anywhere = game.new()
    choices = [Choice(text, index, anywhere.parts(0, index)) for index, text in enumerate(texts)]
    return encode(ChoicesMessage(choices))


def tell(
    before: Position, played: Played, after: Position, viewer: Viewer, language: str, names: Sequence[Text]
) -> Told:
    told = story.tell(before, after, played.seat, played.action, viewer, names)
    return [Sentence(line.seat, intern(line.of(language)), line.kind) for line in told]  # most are told the same


def tell_changes(table: Table, language: str) -> defaultdict[int, Told]:
    """Who left and came back, by the number of actions before it; first, that other rules hold since."""
    told: defaultdict[int, Told] = defaultdict(list)
    told[0] = [Sentence(None, text.of(language)) for text in tell_at(table)]
    for at, seat, level in table.changes:
        name = table.person(seat) or table.game.seat_name(seat)
        told[at].append(Sentence(None, story.tell_change(name, level).of(language)))
    return told


def with_changes(table: Table, told: list[ToldTurn], language: str) -> list[ToldTurn]:
    """The story of the last actions, with those who left and came back between them."""
    if not (table.changes or table.record.earlier):
        return told
    changed, first = tell_changes(table, language), len(table.played) - len(told)
    whole: list[ToldTurn] = [(None, [sentence]) for sentence in changed[first]]
    for number, one in enumerate(told, first + 1):
        whole += [one, *((None, [sentence]) for sentence in changed[number])]
    return whole


def replay(table: Table, viewer: Viewer, language: str, about: bytes = b"{") -> Iterator[bytes]:
    """All steps so far, each as the viewer saw it, as one JSON text in pieces; before them, what is said about them."""
    seen = table.replay(viewer, language) if isinstance(table, PastTable) else _told(table, viewer, language)
    yield about + b'"steps":['
    for number, step in enumerate(seen):
        yield b",%b" % encode(step) if number else encode(step)
    yield b"]}"


def _told(table: Table, viewer: Viewer, language: str) -> Iterator[ReplayStep]:
    for step, told in steps(table, viewer):
        step.story = told(language)
        yield step


def steps(table: Table, viewer: Viewer) -> Iterator[tuple[ReplayStep, Callable[[str], Told]]]:
    """All steps so far, each as the viewer saw it, and its story by the language."""
    position, left = table.start, len(table.played)

    def view() -> Any:
        seen = position.view(viewer)
        return msgspec.Raw(encode(seen if left else ended_view(seen, table)))

    changed = {language: tell_changes(table, language) for language in LANGUAGES}
    names = table.names()
    done = 0
    yield ReplayStep(None, None, None, [], view()), lambda language: changed[language][0]
    for number, run in enumerate(table.runs()):
        parts: list[Mapping[str, Any] | None] = []
        for count, played in enumerate(run, 1):
            before, position = position, position.play_legal(played.seat, played.action.index)
            left -= 1
            done += 1
            known = table.may_know(played, viewer)
            parts.append(before.parts(played.seat, played.action.index) if known else None)
            turn = LastTurn(number, played.seat, table.turn_text(run[:count], viewer), list(parts))

            def told(
                language: str,
                before: Position = before,
                one: Played = played,
                after: Position = position,
                n: int = done,
            ) -> Told:
                return tell(before, one, after, viewer, language, names) + changed[language][n]

            yield ReplayStep(played.seat, table.text_for(played, viewer), turn, [], view()), told


def seat_list(
    game: Game,
    seats: Sequence[SeatAt],
    language: str,
    mine: frozenset[int],
    online: Iterable[int],
    thinking: Iterable[int],
) -> list[Seat]:
    there, busy = set(online), set(thinking)
    names = names_of(game, seats)
    return [
        Seat(
            number,
            bot_name(game, seat.level, seat.seconds, language) if seat.kind == "bot" else seat.name,
            names[number].of(language),
            seat.kind,
            seat.level,
            number in mine,
            seat.kind == "bot" or number in there,
            number in busy,
            seconds=seat.seconds,
        )
        for number, seat in enumerate(seats)
    ]


def bot_name(game: Game, level: int | None, seconds: int | None, language: str) -> str:
    title = every_level_of(game)[level or 1].title.of(language)
    return f"Bot · {title}" if seconds is None else f"Bot · {title} · {seconds} s"


def error_out(error: AlcoveError, language: str, re: str | None = None) -> bytes:
    return encode(ErrorMessage(error.code, error.say(language), re, getattr(error, "clause", None)))


def error_body(error: AlcoveError, language: str) -> bytes:
    """The same for an HTTP answer."""
    return encode(Refusal(error.code, error.say(language), getattr(error, "clause", None)))
