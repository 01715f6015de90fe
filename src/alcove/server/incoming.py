"""What clients may say, read strictly, and the shapes of what they are told."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from alcove.kernel import time_control
from alcove.kernel.errors import UnreadableError
from alcove.kernel.game import MAX_POSITION_TEXT
from alcove.server.refusals import UNREADABLE

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
Version = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Index = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Word = Annotated[str, msgspec.Meta(max_length=200)]
BASE64 = "^[A-Za-z0-9_-]+$"
MAX_PACKED_RECORD = 16_000
"""Of the longest games that are played it is a quarter."""
Parts = Annotated[dict[Word, Word | Index], msgspec.Meta(max_length=8)]
"""An action by its parts: as many of those that a choice has as are needed to tell which it is."""


class Said(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """A message of a client. The tag is its `t`."""


class Act(Said, tag="act", frozen=True):
    v: Version
    seat: SeatNumber
    action: Word | Index


class Look(Said, tag="look", frozen=True):
    seat: SeatNumber | None


class Undo(Said, tag="undo", frozen=True):
    v: Version


class UndoAnswer(Said, tag="undo-answer", frozen=True):
    v: Version
    yes: bool


class Resign(Said, tag="resign", frozen=True):
    seat: SeatNumber


class Abandon(Said, tag="abandon", frozen=True):
    """End the game without a result: nobody else is there to go on with it."""

    seat: SeatNumber


class Return(Said, tag="return", frozen=True):
    """Come back to a seat in which a bot plays."""

    seat: SeatNumber


class Replace(Said, tag="replace", frozen=True):
    """Let a bot play on for somebody who is gone."""

    seat: SeatNumber


class Claim(Said, tag="claim", frozen=True):
    """Win because the other one has run out of time."""

    seat: SeatNumber
    """Whose time is up."""


class OpenToAll(Said, tag="open", frozen=True):
    """Let everybody find the table in the lobby, or no more."""

    yes: bool


class Mute(Said, tag="mute", frozen=True):
    """Silence somebody in the chat of one's table, or let them talk again."""

    seat: SeatNumber
    yes: bool


class Free(Said, tag="free", frozen=True):
    """Let somebody else have a seat, before the game has begun."""

    seat: SeatNumber


class ReportSeat(Said, tag="report", frozen=True):
    """Tell the server's owner of a name, or of a line of chat."""

    seat: SeatNumber
    at: float | None = None
    """When the line was said; null for the name."""


class ReportWatcher(Said, tag="report-watcher", frozen=True):
    """Tell the server's owner of the name of somebody who watches."""

    name: Name


class NameMe(Said, tag="name", frozen=True):
    """What somebody who watches is called."""

    name: Name


class Rematch(Said, tag="rematch", frozen=True):
    pass


class Hint(Said, tag="hint", frozen=True):
    v: Version


class Why(Said, tag="why", frozen=True):
    v: Version
    seat: SeatNumber
    action: Word | Index | Parts


class Chat(Said, tag="chat", frozen=True):
    text: Annotated[str, msgspec.Meta(max_length=2000)]


class Ping(Said, tag="ping", frozen=True):
    pass


Message = (
    Act
    | Look
    | Undo
    | UndoAnswer
    | Resign
    | Abandon
    | Return
    | Replace
    | Claim
    | OpenToAll
    | Mute
    | Free
    | ReportSeat
    | ReportWatcher
    | NameMe
    | Rematch
    | Hint
    | Why
    | Chat
    | Ping
)


class Me(msgspec.Struct, tag_field="kind", tag="me", forbid_unknown_fields=True, frozen=True):
    pass


class Bot(msgspec.Struct, tag_field="kind", tag="bot", forbid_unknown_fields=True, frozen=True):
    level: int
    seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] | None = None
    """How long it thinks, if it is of the level that can be told."""


class Open(msgspec.Struct, tag_field="kind", tag="open", forbid_unknown_fields=True, frozen=True):
    pass


class Local(msgspec.Struct, tag_field="kind", tag="local", forbid_unknown_fields=True, frozen=True):
    name: Name


SeatWish = Me | Bot | Open | Local


class FromTable(msgspec.Struct, tag_field="from", tag="table", forbid_unknown_fields=True, frozen=True):
    """A moment of a finished game."""

    table: Word
    after: Index
    """How many of its actions were done."""


class FromPosition(msgspec.Struct, tag_field="from", tag="position", forbid_unknown_fields=True, frozen=True):
    """A position as the game writes it."""

    position: Annotated[str, msgspec.Meta(max_length=MAX_POSITION_TEXT)]


class TimeControl(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How much time players have."""

    kind: time_control.Kind
    seconds: Index
    """For the whole game if it is live, for each move by correspondence."""
    added: Index = 0
    """Seconds that a live game adds after each move."""
    sleep: tuple[Index, Index] | None = None
    """From one minute of the day to another clocks stand, by correspondence."""
    offset: Annotated[int, msgspec.Meta(ge=-2000, le=2000)] = 0
    """Minutes by which that day is ahead of UTC."""
    days_off: Annotated[list[Index], msgspec.Meta(max_length=7)] = []
    """Days of the week on which clocks stand, 0 for Monday."""

    def read(self) -> time_control.TimeControl:
        days = tuple(sorted(set(self.days_off)))
        return time_control.TimeControl(self.kind, self.seconds, self.added, self.sleep, self.offset, days)

    @classmethod
    def of(cls, control: time_control.TimeControl) -> TimeControl:
        days = list(control.days_off)
        return cls(control.kind, control.seconds, control.added, control.sleep, control.offset, days)


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    game: Word
    players: Annotated[int, msgspec.Meta(ge=1, le=64)]
    seats: Annotated[list[SeatWish], msgspec.Meta(max_length=64)]
    name: Name = "?"
    options: Annotated[dict[Word, Word | int], msgspec.Meta(max_length=64)] = {}
    stand_in: int | None = None
    """The level of the bot that plays on when somebody leaves; the game's middle one if nobody chooses."""
    start: FromTable | FromPosition | None = None
    """Where the game goes on from; the options are then those of the position."""
    time: TimeControl | None = None
    """How much time there is; any if nobody chooses."""
    open: bool = False
    """Whether everybody may find the table in the lobby; else only who has its link."""
    password: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    """What newcomers are asked for."""


class Password(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    password: Word


class Invite(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    to: Word
    """The handle of somebody one has played with."""


class Decline(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    block: bool = False
    """Whether one wants no more invitations of the same person."""


class Block(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    yes: bool


class NewPass(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An invitation of the owner to the server."""

    label: Name = ""
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None
    uses: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None


class Revoke(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    members: bool = False
    """Whether nobody is let in any more who came by it."""


class LabOrder(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A study that the owner asks the lab for."""

    game: Word
    games: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    players: Annotated[int, msgspec.Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[Word, Word | int], msgspec.Meta(max_length=64)] = {}
    changes: Annotated[list[Word], msgspec.Meta(max_length=50)] = []
    """Cards and numbers that are changed for a trial: cards.CARD.FIELD=VALUE, numbers.NAME=VALUE."""
    seed: Version = 0
    worth: Index = 0
    drama: Index = 0
    ladder: Index = 0


class BroughtRecord(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A record to be looked at: its text compressed (DEFLATE) and written in letters (Base64 for addresses)."""

    record: Annotated[str, msgspec.Meta(pattern=BASE64, max_length=MAX_PACKED_RECORD)]
    seat: SeatNumber | None = None
    """Whose eyes it is looked at through; a spectator's without one."""


class Nothing(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A body that says nothing more."""


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: Name


class SeatLink(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    secret: Word


class OwnName(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: Name


class AlongLink(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What stands behind the # of a link that takes somebody along to another device."""

    secret: Word


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What an authenticator says of a passkey that it has made; bytes as base64url."""

    id: Annotated[str, msgspec.Meta(max_length=1400, pattern=BASE64)]
    client_data: Annotated[str, msgspec.Meta(max_length=4000, pattern=BASE64)]
    attestation: Annotated[str, msgspec.Meta(max_length=8000, pattern=BASE64)]
    name: Name = ""
    """What somebody is called who has no name yet."""


class PasskeyAnswer(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What an authenticator says when somebody signs in; bytes as base64url."""

    id: Annotated[str, msgspec.Meta(max_length=1400, pattern=BASE64)]
    client_data: Annotated[str, msgspec.Meta(max_length=4000, pattern=BASE64)]
    authenticator: Annotated[str, msgspec.Meta(max_length=2000, pattern=BASE64)]
    signature: Annotated[str, msgspec.Meta(max_length=2000, pattern=BASE64)]


class DeleteMe(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    sure: Literal["delete everything"]
    """Nobody says that by accident."""


_message = msgspec.json.Decoder(Message)
encode = msgspec.json.Encoder().encode


def read_message(text: str | bytes) -> Message:
    message: Message = _read(_message, text)
    return message


def read_body(text: bytes, kind: Any) -> Any:
    """The body of a request, as what it should be."""
    return _read(_decoder(kind), text)


def named_action(said: str) -> str | Parts:
    """An action in an address: by its text, or by its parts as JSON."""
    return read_body(said.encode("utf-8", "replace"), Parts) if said.startswith("{") else said


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _read(decoder: msgspec.json.Decoder[Any], text: str | bytes) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise UnreadableError(UNREADABLE) from None
