"""A game goes on although its rules have changed since it began.

It goes on from the last position in words that was kept of it. What was done after that is followed under the new rules
as far as they allow it; the rest is lost, and whoever plays is told so. The record notes the change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from alcove.kernel.errors import AlcoveError, TamperedError
from alcove.kernel.match import Match
from alcove.kernel.record import Record, begins_turn, told_lines
from alcove.kernel.record_parts import EarlierPart, LastPosition
from alcove.kernel.record_reader import Reader
from alcove.kernel.text import Text

MAX_TURN_ACTIONS = 50
"""Actions after which a turn counts as one that never ends."""
GOES_ON = Text(
    "The rules have changed since this game began: it goes on under version {version}.",
    "Die Regeln haben sich seit Beginn dieses Spiels geändert: Es geht unter Fassung {version} weiter.",
)
BEFORE = Text("{n} actions were played before.", "Davor wurden {n} Aktionen gespielt.")
LOST = Text(
    "What came after the last kept position does not fit the new rules and is lost: {who}.",
    "Was nach der zuletzt aufbewahrten Stellung kam, passt nicht zu den neuen Regeln und ist verloren: {who}.",
)
LOST_OF = Text("{n} of {name}", "{n} von {name}")
NO_START = Text(
    "The rules have changed since this game was saved, and the new ones cannot read its position.",
    "Die Regeln haben sich geändert, seit das Spiel gespeichert wurde; die neuen können seine Stellung nicht lesen.",
)


def settled(match: Match, count: int) -> int:
    """How many of the first actions make whole turns."""
    if not count:
        return 0
    last, ends_turn = match.played[count - 1], match.game.notation.ends_turn
    if last.seat not in match.position_after(count).actors or (ends_turn is not None and ends_turn(last.public)):
        return count
    for begin in range(count - 1, max(0, count - MAX_TURN_ACTIONS), -1):
        before = match.played[begin - 1]
        if begins_turn(match.game, (before.seat, before.public), last.seat):
            return begin
    return 0 if count < MAX_TURN_ACTIONS else count


def with_position(match: Match) -> Record:
    """The record of a game, with the position that it could go on from if its rules change."""
    record = match.full_record()
    if match.over:
        return record
    count = settled(match, len(match.played))
    return replace(record, last=LastPosition(count, str(match.position_after(count))))


def read_to_go_on(text: str | bytes) -> Record:
    """A record, taken over to the rules at hand if the game is not over."""
    reader = Reader(text)
    reader.sort_lines()
    chosen, parts = reader.game(), reader.parts()
    if parts[-1].version == chosen.version or reader.sealed or "reason" in reader.fields:
        return Record.read(text)  # says why, where it cannot be followed
    reader.check_without_rules()
    return _take_over(reader.part(chosen, parts, len(parts) - 1), parts[-1].version)


def _take_over(old: Record, version: int) -> Record:
    """`old` was read by its words alone: nothing in it was followed."""
    count, start = _last_position(old)
    changes = [change for change in old.changes if change.at <= count]
    lines = tuple(told_lines(old.game, old.actions[:count], changes))
    part = EarlierPart(version, lines, count, (0,) * old.players, start)
    match = Match(replace(old, actions=(), changes=(), last=None, earlier=(*old.earlier, part)), ())
    for seat, level in {change.seat: change.level for change in old.changes}.items():
        if level is not None:
            match.change_seat(seat, level)
    follow(match, old.actions[count:])
    part = part._replace(lost=count_lost(old.players, old.actions[count + len(match.played) :]))
    return replace(match.full_record(), earlier=(*old.earlier, part))


def _last_position(old: Record) -> tuple[int, str]:
    """The last position that the rules at hand can read, and how many actions of the part came before it."""
    if old.last is not None and old.last.actions <= len(old.actions) and is_readable(old, old.last.text):
        return old.last
    try:
        start = str(old.start())
    except AlcoveError:
        raise TamperedError(NO_START) from None
    if not is_readable(old, start):
        raise TamperedError(NO_START)
    return 0, start


def is_readable(record: Record, text: str) -> bool:
    """Whether the rules at hand can go on from a position."""
    try:
        return record.game.read(text).players == record.players
    except AlcoveError:
        return False


def follow(match: Match, actions: Iterable[tuple[int, str]]) -> None:
    """Do what was done, as far as the rules at hand allow it."""
    for seat, text in actions:
        try:
            match.add(match.plan(seat, text))
        except (AlcoveError, ValueError):
            return


def count_lost(players: int, actions: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """How many actions of each seat could not be followed."""
    counts = Counter(seat for seat, _ in actions)
    return tuple(counts[seat] for seat in range(players))


def tell_other_rules(record: Record, names: Sequence[str | Text]) -> list[Text]:
    """What is to be said of a game whose rules have changed since it began, by the names of those who play."""
    if len(record.earlier) == (record.origin is not None):  # it began with a position, under these rules
        return []
    told = [GOES_ON.fill(version=record.game.version)]
    if before := sum(part.actions for part in record.earlier):
        told.append(BEFORE.fill(n=before))
    each = [LOST_OF.fill(n=n, name=names[seat]) for seat, n in enumerate(record.earlier[-1].lost) if n]
    if each:
        who = Text(", ".join(one.en for one in each), ", ".join(one.de for one in each))
        told.append(LOST.fill(who=who))
    return told
