"""What becomes of a table when the rules of its game have changed.

A table that is not over goes on under the new rules, from the last position that was kept of it. What was done after
that is followed under the new rules as far as they allow it; the rest is lost, and the table says so. An entry of the
kind `rules` notes the change. All entries after it belong to the new rules, those that were followed included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from alcove.kernel.errors import AlcoveError, TamperedError
from alcove.kernel.game import Game
from alcove.kernel.other_rules import count_lost, is_readable, tell_other_rules
from alcove.kernel.position import Position
from alcove.kernel.record import Record, told_lines
from alcove.kernel.record_parts import EarlierPart, SeatChange
from alcove.kernel.text import Text
from alcove.server.origins import origin_of
from alcove.server.refusals import TABLE_UNREADABLE
from alcove.server.tables import RULES, Entry, SeatAt, StoredPosition, Table

FROM_GAME = Text(
    "Tried from another game, after its action {n}.", "Ausprobiert aus einem anderen Spiel, nach dessen Aktion {n}."
)
FROM_START = Text("Tried from the start of another game.", "Ausprobiert vom Anfang eines anderen Spiels an.")
FROM_TYPED = Text("Tried from a position that was typed.", "Ausprobiert aus einer eingetippten Stellung.")


class PlayedPart(NamedTuple):
    """What was done under one version of the rules, as seats and texts; nothing of it is believed or understood."""

    actions: list[tuple[int, str]]
    changes: list[SeatChange]
    shortest: dict[int, int]
    """For each version of the table, the fewest actions that were left of the game since."""


class Parts(NamedTuple):
    """A table's entries, cut where the rules have changed."""

    earlier: tuple[EarlierPart, ...]
    rules: int
    """The version of the rules since the last change."""
    entries: list[Entry]
    """Since the last change, the change included."""


def cut(chosen: Game, rules: int, entries: Iterable[Entry]) -> Parts:
    """`rules` is the version that the table began under."""
    earlier: list[EarlierPart] = []
    present: list[Entry] = []
    for entry in entries:
        if entry.kind == RULES:
            earlier.append(_part(chosen, rules, played_in(present), entry.text))
            rules, present = entry.action, []
        present.append(entry)
    return Parts(tuple(earlier), rules, present)


def played_in(entries: Iterable[Entry]) -> PlayedPart:
    """What the entries leave of a game, without its rules."""
    played = PlayedPart([], [], {})
    for entry in entries:
        actions, changes = played.actions, played.changes
        if entry.kind == "action":
            actions.append((entry.seat, entry.text))
        elif entry.kind == "undo":
            del actions[max(0, len(actions) - entry.action) :]
            changes[:] = [change._replace(at=min(change.at, len(actions))) for change in changes]
        elif entry.kind in ("leave", "return"):
            level = entry.action if entry.kind == "leave" else None
            changes.append(SeatChange(len(actions), entry.seat, level))
        played.shortest[entry.version] = len(actions)
    fewest = len(played.actions)
    for version in reversed(played.shortest):
        fewest = played.shortest[version] = min(fewest, played.shortest[version])
    return played


def _part(chosen: Game, rules: int, played: PlayedPart, text: str) -> EarlierPart:
    """A part that has ended, from what the entry says that ends it."""
    try:
        count, lost, position = text.split(" ", 2)
        return _ended(chosen, rules, played, int(count), tuple(int(n) for n in lost.split(",")), position)
    except ValueError:
        raise TamperedError(TABLE_UNREADABLE) from None


def _ended(
    chosen: Game, rules: int, played: PlayedPart, count: int, lost: tuple[int, ...], position: str
) -> EarlierPart:
    actions = played.actions[:count]
    changes = [change for change in played.changes if change.at <= count]
    return EarlierPart(rules, tuple(told_lines(chosen, actions, changes)), count, lost, position)


def take_over(
    record: Record,
    parts: Parts,
    kept: StoredPosition | None,
    table_id: str,
    seats: Sequence[SeatAt],
    created: float,
    stand_in: int,
    start_clock: Callable[[Table], None] = lambda table: None,
) -> tuple[Table, list[Entry]]:
    """The table under the rules at hand, and the entries that make it so. `record` has the set-up, and no actions."""
    played = played_in(parts.entries)
    count, text = _last_position(record, parts, played, kept)
    part = _ended(record.game, parts.rules, played, count, (0,) * record.players, text)
    table = Table(table_id, replace(record, earlier=(*parts.earlier, part), rules=None), seats, created, stand_in)
    start_clock(table)
    table.version = max((entry.version for entry in parts.entries), default=0)
    at = max((entry.at for entry in parts.entries), default=created)
    change = Entry(table.id, table.version + 1, RULES, 0, record.game.version, "", 0, at)
    table.restore([change])
    entries = _follow(table, played, count, at)
    part = part._replace(lost=count_lost(record.players, played.actions[count + len(table.played) :]))
    table.record = replace(table.record, earlier=(*parts.earlier, part))
    return table, [change._replace(text=part.ending_text()), *entries]


def _last_position(record: Record, parts: Parts, played: PlayedPart, kept: StoredPosition | None) -> tuple[int, str]:
    """The last position that the rules at hand can read, and how many actions of the part came before it."""
    if kept is not None and kept.rules == parts.rules:
        still_there = played.shortest.get(kept.version, len(played.actions)) >= kept.actions
        if still_there and is_readable(record, kept.text):
            return kept.actions, kept.text
    if not parts.earlier:
        return 0, str(_set_up(record))
    begun = parts.earlier[-1].position
    if begun is None or not is_readable(record, begun):
        raise TamperedError(TABLE_UNREADABLE)
    return 0, begun


def _set_up(record: Record) -> Position:
    return replace(record, earlier=(), rules=None).start()


def _follow(table: Table, played: PlayedPart, count: int, at: float) -> list[Entry]:
    """Do what was done after the position, as far as the rules at hand allow it."""
    left: dict[int, int | None] = {change.seat: change.level for change in played.changes}
    entries: list[Entry] = []
    for seat, level in left.items():
        if level is not None:
            plan = table.plan_leave(seat, level, at)
            table.take(plan)
            entries.append(plan.entry)
    for seat, text in played.actions[count:]:
        try:
            plan = table.plan_action(seat, table.version, text, at)
        except (AlcoveError, ValueError):
            break
        table.take(plan)
        entries.append(plan.entry)
    return entries


def tell_origin(table: Table) -> list[Text]:
    """Where a game came from that began with a position."""
    origin = origin_of(table.record.origin)
    if origin is None:
        return []
    if origin.table is None:
        return [FROM_TYPED]
    return [FROM_GAME.fill(n=origin.after) if origin.after else FROM_START]


def tell_at(table: Table) -> list[Text]:
    """What is to be said at a table of how its game began, and of rules that have changed since."""
    names = [table.person(seat) or table.game.seat_name(seat) for seat in range(table.players)]
    return tell_origin(table) + tell_other_rules(table.record, names)
