"""The shapes of what clients are told. The client's types are written from them by `scripts/write_types.py`.

Where a part was made before, its bytes stand in its place, as a `msgspec.Raw` that `wire` gives out as Any.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

import msgspec

from alcove.kernel.match import Undoing
from alcove.kernel.options import GameOption
from alcove.kernel.outcome import Kind
from alcove.kernel.position import Position
from alcove.kernel.story import LineKind
from alcove.server.clocks import ClockState
from alcove.server.incoming import TimeControl
from alcove.server.lobby_shapes import Hosting, InvitedMessage, OpenTablesMessage, ReportedMessage, WatchingMessage
from alcove.server.tables import Status

Value = int | str


class Outcome(TypedDict):
    kind: Kind
    """A seat or several have won; nobody is ahead; the table has won as one; nobody has won."""
    scores: list[int]
    winners: list[int]
    shares: list[float]
    """Each seat's share of the win."""
    reason: str


class View(TypedDict):
    """What `Position.view` gives."""

    game: str
    version: int
    players: int
    options: dict[str, Value]
    seat: int | None
    actors: list[int]
    """Who may act."""
    awaited: list[int]
    """Of these, who has not chosen yet."""
    outcome: Outcome | None
    table: Any
    """What the game itself shows; its type is in the game's own folder."""


class Seat(msgspec.Struct):
    seat: int
    name: str
    called: str
    """What everybody calls whoever sits there, in the story and everywhere else: a person's name, or the seat's."""
    kind: Literal["human", "bot", "open"]
    level: int | None
    mine: bool
    online: bool
    thinking: bool
    left: str | None = None
    """The name of whoever has left the seat to a bot, and may come back."""
    absent: bool = False
    """Whether somebody has been gone so long that a bot may take the seat."""
    muted: bool = False
    """Whether the host has silenced them in the chat."""
    seconds: int | None = None
    """How long a bot thinks that was told."""


class UndoState(msgspec.Struct):
    may: Undoing
    asked_by: int | None


class RematchState(msgspec.Struct):
    wanted: list[int]
    table: str | None


class ChatLine(msgspec.Struct):
    name: str
    seat: int | None
    text: str
    at: float
    """Unix seconds."""


class Choice(msgspec.Struct, omit_defaults=True):
    """What can be done. `parts` are what it consists of and what it does; their type is in the game's own folder."""

    text: str
    index: int
    parts: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, position: Position, seat: int, index: int) -> Choice:
        return cls(position.game.notation.write_action(position, seat, index), index, position.parts(seat, index))

    @classmethod
    def all_of(cls, position: Position, seat: int) -> list[Choice]:
        """All that a seat may do."""
        return [cls.of(position, seat, index) for index in position.legal_indices(seat)]


class Sentence(msgspec.Struct, omit_defaults=True):
    """A sentence of the story."""

    seat: int | None
    """Whom it is about, null for the whole table."""
    text: str
    kind: LineKind | None = None
    """A moment to dwell on, such as a scoring; or quiet: it only says that somebody did something unseen."""


class LastTurn(msgspec.Struct):
    """The last turn, as far as it has gone: its place among all turns, its text, and its actions as data."""

    number: int
    seat: int
    text: str
    parts: list[Mapping[str, Any] | None]
    """Null for what is secret."""


# What is said at a table


class Origin(msgspec.Struct):
    """A moment of a finished game, after so many of its actions; nulls for a position that was typed."""

    table: str | None = None
    after: int | None = None


class TableMessage(msgspec.Struct, tag_field="t", tag="table"):
    """Everything."""

    v: int
    id: str
    game: str
    options: dict[str, Value]
    seats: list[Seat]
    look: int | None
    view: View
    legal: list[Choice]
    turns: list[tuple[int, str]]
    turn: LastTurn | None
    story: list[tuple[int | None, list[Sentence]]]
    """Of the last actions: the number of the turn that each belongs to, and what came of it. Who left and who came back
    stands between them without a number."""
    status: Status
    commitment: str
    undo: UndoState
    rematch: RematchState
    chat: list[ChatLine]
    resigned: int | None
    ending: str | None
    """How the game ended and why, in one sentence."""
    together: bool
    """Whether all play as one."""
    stand_in: int
    """The level of the bot that plays on when somebody leaves."""
    notice: str | None = None
    """What everybody at the table should know: where it was tried from, that its rules have changed, and what was lost
    by that."""
    origin: Origin | None = None
    """Where the game came from, if it began with a position."""
    sealed: bool = True
    """Whether each seat's view is its own; else everybody may look back through any seat, and try from any moment."""
    time: TimeControl | None = None
    """How much time there is; null if any."""
    clock: ClockState | None = None
    """Null where no time counts."""
    hosting: Hosting | None = None


class ChoicesMessage(msgspec.Struct, tag_field="t", tag="choices"):
    """The choices that are the same in every position of this game, each at the place of its index. They are said once,
    before the first table; steps name them by their index."""

    choices: list[Choice]


class StepBeginning(msgspec.Struct, tag_field="t", tag="step"):
    """Of a step, what all are told alike where nothing is secret."""

    v: int
    seat: int
    text: str
    turn: LastTurn
    story: list[Sentence]
    ending: str | None


class StepMessage(StepBeginning, tag_field="t", tag="step"):
    """One action, and the turn that it opens or goes on with."""

    view: View
    legal: list[Choice | int]
    """A number stands for a choice that is always the same."""
    undo: UndoState
    clock: ClockState | None


class SeatsMessage(msgspec.Struct, tag_field="t", tag="seats"):
    """People came, went, think, ask."""

    seats: list[Seat]
    status: Status
    undo: UndoState
    rematch: RematchState
    clock: ClockState | None = None
    hosting: Hosting | None = None


class ChatMessage(msgspec.Struct, tag_field="t", tag="chat"):
    line: ChatLine


class HintMessage(msgspec.Struct, tag_field="t", tag="hint"):
    v: int
    choice: Choice
    value: float | None
    """The chances of the seat, from 0 to 1; null for a first impression, before the game is compiled."""
    line: str | None
    """What may follow upon it."""


class WhyMessage(msgspec.Struct, tag_field="t", tag="why"):
    """Why an action is not possible; clause and message are null if it is."""

    action: str | int | dict[str, str | int]
    """As it was asked."""
    clause: str | None
    message: str | None


class ErrorMessage(msgspec.Struct, tag_field="t", tag="error", omit_defaults=True):
    code: str
    message: str
    re: str | None = None
    clause: str | None = None


class Pong(msgspec.Struct, tag_field="t", tag="pong"):
    pass


class Bye(msgspec.Struct, tag_field="t", tag="bye"):
    """Come back soon."""

    code: Literal["shutdown"] = "shutdown"


ServerMessage = (
    TableMessage
    | ChoicesMessage
    | StepMessage
    | SeatsMessage
    | ChatMessage
    | HintMessage
    | WhyMessage
    | WatchingMessage
    | ReportedMessage
    | ErrorMessage
    | Pong
    | Bye
)
LobbyMessage = OpenTablesMessage | InvitedMessage | ErrorMessage | Pong | Bye


# What HTTP calls are answered with


class Refusal(msgspec.Struct, omit_defaults=True):
    code: str
    message: str
    clause: str | None = None


class Level(msgspec.Struct):
    level: int
    title: str
    about: str
    """What it is like to play against, in a line."""
    seconds: list[int]
    """How long it may be told to think; nothing to choose from for all that are always equally strong."""
    elo: int | None
    """How strong it is on the game's own scale, where that was measured; 0 is whoever plays at random."""


class Game(msgspec.Struct):
    name: str
    title: str
    summary: str
    version: int
    players: tuple[int, int]
    options: list[GameOption]
    seat_names: list[str]
    reasons: dict[str, str]
    colour: str
    secrets: bool
    chance: bool
    puzzles: int
    """How many puzzles there are."""
    levels: list[Level]
    goal: str | None
    """What one plays for, in a line."""
    minutes: tuple[int, int] | None
    """How long a game takes people, from and to."""
    weight: int | None
    """How much there is to it, from 1 to 5."""
    lesson: int | None
    """How many minutes the guided first game takes; null if there is none."""


class Progress(msgspec.Struct):
    """How many functions of a game are compiled. Before all are, it can be played, and bots do not search; if it has
    failed, that stays so."""

    done: int
    of: int
    failed: bool = False


class GameList(msgspec.Struct):
    games: list[Game]
    ready: dict[str, Progress]


class Rulebook(msgspec.Struct):
    title: str
    markdown: str


class PrintDocument(msgspec.Struct):
    name: str
    title: str


class PrintList(msgspec.Struct):
    documents: list[PrintDocument]


class NewTableAnswer(msgspec.Struct):
    table: str


class TakenSeat(msgspec.Struct):
    table: str
    seat: int


class Summary(msgspec.Struct):
    id: str
    game: str
    title: str
    seats: list[Seat]
    status: Status | Literal["unreadable"]
    your_turn: bool
    at: float
    """Unix seconds."""
    outcome: Outcome | None
    ending: str | None = None
    """How it ended and why, in one sentence."""
    turns: int | None = None
    """How many turns were begun, of a table that still goes on."""
    progress: str | None = None
    """How far that has come, where the game has words for it."""
    why: str | None = None
    """Why a table cannot be opened: its game is unknown, or it is damaged."""
    time: TimeControl | None = None
    left: int | None = None
    """Milliseconds that the next of those who are awaited has left; null where no time counts."""


class TableList(msgspec.Struct):
    tables: list[Summary]
    unreachable: int = 0
    """Channels for notifications that were switched off because nothing arrived."""


class Links(msgspec.Struct):
    table: str
    seats: dict[str, str]
    """By the number of the seat, those that this browser holds."""
    origin: str | None = None
    """Where others find this server, if not where this browser does."""
    alone: bool = False
    """Whether it listens to this machine only, so that nobody else can open a link."""


class ReplayStep(msgspec.Struct):
    """An action and what came of it; the first step has none."""

    seat: int | None
    text: str | None
    turn: LastTurn | None
    story: list[Sentence]
    view: View


class Replay(msgspec.Struct):
    steps: list[ReplayStep]


class RecordReplay(msgspec.Struct):
    """A game that somebody has brought as a record."""

    game: str
    seats: list[Seat]
    steps: list[ReplayStep]


class ProvenPart(msgspec.Struct):
    """What was played under one version of the rules."""

    version: int
    actions: int
    unproven: str | None
    """Why it could not be proven, null if it was."""


class Verification(msgspec.Struct):
    proven: bool
    commitment: str
    seed: str
    """As text: it has 128 bits."""
    nonce: str
    parts: list[ProvenPart]
    """One, unless the rules have changed while the game lasted."""
