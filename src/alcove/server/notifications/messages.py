"""What somebody is told, in words: of a table its game, who sits there and what has happened.

Nothing of what lies on the table is in it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import game
from alcove.kernel.text import Text, same
from alcove.server.notifications.channels import Channel, Owed
from alcove.server.notifications.events import EVENTS, Event

SHOWN_NAMES = 4
SHOWN_LETTERS = 60

SENTENCES: dict[Event, Text] = {
    "turn": Text("It is your turn.", "Du bist dran."),
    "short": Text("Your time runs short.", "Deine Zeit wird knapp."),
    "joined": Text("{who} has joined.", "{who} ist dazugekommen."),
    "over": Text("The game is over.", "Das Spiel ist zu Ende."),
}
PLAYED = Text("{who} has played, and it is your turn.", "{who} hat gespielt, und du bist dran.")
SEVERAL_JOINED = Text("{who} have joined.", "{who} sind dazugekommen.")
SOMEBODY = Text("Somebody", "Jemand")
AT_TABLE = Text("{game} with {names}", "{game} mit {names}")
SUBJECT = Text("{table}: {what}", "{table}: {what}")
SEVERAL = Text("News from {n} of your games", "Neues aus {n} deiner Spiele")
TEST = Text("A test from Alcove", "Ein Test von Alcove")
TEST_LINE = Text("This is how you will be told of your games.", "So erfährst du von deinen Spielen.")
URGENT: tuple[Event, ...] = ("turn", "short")


@dataclass(frozen=True)
class Message:
    title: str
    lines: list[str]
    path: str
    """Where in the client it leads."""
    tag: str
    """What a newer one with the same tag takes the place of."""
    key: str
    """The same for the same content, should it be sent again."""
    urgent: bool
    owed: tuple[Owed, ...] = ()

    def link(self, channel: Channel) -> str:
        return channel.origin + self.path

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def test_message(channel: Channel, moment: float) -> Message:
    words = TEST.of(channel.language), [TEST_LINE.of(channel.language)]
    return Message(*words, "/notifications", "test", _key(channel.id, str(moment)), urgent=True)


def message_of(channel: Channel, owed: Sequence[Owed]) -> Message:
    """One message for all that is owed."""
    language = channel.language
    by_table = [list(some) for _, some in groupby(sorted(owed, key=lambda one: one.table), lambda one: one.table)]
    tables = sorted((_in_order(some) for some in by_table), key=lambda some: some[0].at)
    lines = [_line(some, language) for some in tables]
    first = tables[0][0]
    one_table, key = len(tables) == 1, _key(channel.id, *(key_of(channel, one) for one in owed))
    if one_table:
        what = _sentence(first, language)
        title = SUBJECT.fill(table=_title(first.game), what=what).of(language)
    else:
        title = SEVERAL.fill(n=len(tables)).of(language)
    return Message(
        title,
        lines,
        f"/table/{first.table}" if one_table else "/",
        first.table if one_table else key,
        key,
        any(one.event in URGENT for one in owed),
        tuple(owed),
    )


def key_of(channel: Channel, one: Owed) -> str:
    """What only this event has on this channel."""
    return _key(channel.id, one.table, one.event, str(one.mark))


def _key(*parts: str) -> str:
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]


def _in_order(some: list[Owed]) -> list[Owed]:
    return sorted(some, key=lambda one: EVENTS.index(one.event))


def _line(some: list[Owed], language: str) -> str:
    return SUBJECT.fill(table=_table(some[0]), what=" ".join(_sentence(one, language) for one in some)).of(language)


def _sentence(one: Owed, language: str) -> str:
    sentence = SENTENCES[one.event]
    if one.event == "turn" and one.who:
        sentence = PLAYED
    elif one.event == "joined" and ", " in one.who:
        sentence = SEVERAL_JOINED
    return sentence.fill(who=_short(one.who) or SOMEBODY).of(language)


def _table(one: Owed) -> Text:
    names = ", ".join(_short(name) for name in one.names[:SHOWN_NAMES])
    more = " …" if len(one.names) > SHOWN_NAMES else ""
    title = _title(one.game)
    return AT_TABLE.fill(game=title, names=names + more) if names else title


def _title(name: str) -> Text:
    try:
        return game(name).title
    except AlcoveError:  # a game that is not on the shelf any more
        return same(name)


def _short(name: str) -> str:
    """A name as somebody typed it, on one line and no longer than can be read."""
    clean = " ".join(name.split())
    return clean if len(clean) <= SHOWN_LETTERS else clean[: SHOWN_LETTERS - 1] + "…"
