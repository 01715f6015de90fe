"""Reads records, strictly, and believes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from alcove.kernel.errors import OptionError, OtherRulesError, TamperedError, UnreadableError
from alcove.kernel.game import Game, game
from alcove.kernel.options import Options, complete, read_options
from alcove.kernel.outcome import ABANDONED, BESIDE_THE_RULES, Outcome
from alcove.kernel.record import (
    CHANGED,
    FIFTH,
    FIRST,
    FOURTH,
    LEAVES,
    MAX_RECORD,
    NOT_COMMITTED,
    ORIGIN,
    OTHER_RULES,
    RETURNS,
    SECOND,
    THIRD,
    Record,
    check_of,
    clean_name,
    commit_to,
)
from alcove.kernel.record_parts import RULES, SEALED, EarlierPart, LastPosition, SeatChange
from alcove.kernel.text import Text
from alcove.kernel.time_control import TimeControl
from alcove.kernel.times import LEFT, TIME, USED, Times

NO_SEAT = ("there is no such seat.", "diesen Platz gibt es nicht.")
TOLD = {FIRST: (), SECOND: (LEAVES, RETURNS), **dict.fromkeys((THIRD, FOURTH, FIFTH), (LEAVES, RETURNS, RULES))}
"""The words that a line between header and footer may begin with, beside a seat."""
FIELDS = {"game", "players", "options", "commitment", "scores", "winners", "reason", "seed", "nonce", "check"}
POSITION = "position"
FIELDS_SINCE = {
    "by": (SECOND, THIRD, FOURTH, FIFTH),
    **dict.fromkeys((ORIGIN, POSITION), (FOURTH, FIFTH)),
    **dict.fromkeys((TIME, USED, LEFT), (FIFTH,)),
}
"""Fields that not every format has."""
MAX_TIME_DIGITS = 13
"""Milliseconds of three hundred years."""
ORIGIN_WORDS = re.compile(r"position|[a-z0-9]{1,16} [0-9]{1,6}")
UNCHANGED = Text(
    "This record follows version {theirs} of the rules of {title}; this program has version {ours}. "
    "It was not changed, but it cannot be replayed here.",
    "Diese Aufzeichnung folgt Fassung {theirs} der Regeln von {title}; dieses Programm kennt {ours}. "
    "Sie wurde nicht verändert, lässt sich hier aber nicht nachspielen.",
)


def _bad(line: int, en: str, de: str) -> UnreadableError:
    return UnreadableError(Text(f"Line {line}: {en}", f"Zeile {line}: {de}"))


class ToldPart(NamedTuple):
    """The lines that were played under one version of the rules."""

    version: int
    told: list[tuple[int, str]]
    """The number of each line, and the line."""
    start: str | None = None
    """The position that it goes on from; None for the set-up, and while it is sealed."""
    after: int = 0
    """How many actions the part before has."""
    lost: tuple[int, ...] = ()


class Reader:
    def __init__(self, text: str | bytes) -> None:
        try:
            text = text.decode("utf-8") if isinstance(text, bytes) else str.encode(text, "utf-8").decode("utf-8")
        except (UnicodeError, TypeError):
            raise UnreadableError(Text("A record is UTF-8 text.", "Eine Aufzeichnung ist UTF-8-Text.")) from None
        if len(text) > MAX_RECORD:
            raise UnreadableError(Text("That is too long for a record.", "Das ist zu lang für eine Aufzeichnung."))
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.fields: dict[str, tuple[int, str]] = {}
        self.told: list[tuple[int, str]] = []
        """Turns, who left and came back, and changes of the rules: the number of the line, and the line."""

    def record(self) -> Record:
        """The record, if its last part follows the rules at hand."""
        self.sort_lines()
        chosen, parts = self.game(), self.parts()
        self.players = chosen.check_players(self._number("players"))
        if parts[-1].version != chosen.version:
            self._refuse_other_rules(chosen, parts[-1].version)
        read = self.part(chosen, parts, len(parts) - 1)
        check = self._hex("check", 16) if "check" in self.fields else ""
        return replace(read, intact=check == check_of(read.unchecked_text()))

    def part(self, chosen: Game, parts: list[ToldPart], number: int) -> Record:
        """The game up to the end of a part that follows the rules at hand."""
        players = self.players = chosen.check_players(self._number("players"))
        options = self._options(chosen, parts)
        names = tuple(clean_name(self._field(f"seat {seat + 1}")) for seat in range(players))
        self._no_other_fields(players)
        seed = self._number("seed") if "seed" in self.fields else None
        nonce = self._hex("nonce", 32) if "nonce" in self.fields else None
        if (seed is None) != (nonce is None):
            raise UnreadableError(Text("Seed and nonce belong together.", "Startwert und Nonce gehören zusammen."))
        actions, changes = self._story(chosen, players, parts[number].told)
        together = chosen.plays_together(players, options)
        return Record(
            chosen,
            players,
            options,
            names,
            self._hex("commitment", 64),
            seed,
            nonce,
            actions,
            self._outcome(players, together) if number == len(parts) - 1 else None,
            changes,
            self.lines[0],
            earlier=tuple(
                EarlierPart(one.version, tuple(line for _, line in one.told), after.after, after.lost, after.start)
                for one, after in pairwise(parts[: number + 1])
            ),
            origin=self._origin(parts),
            last=self._last() if number == len(parts) - 1 else None,
            times=self._times(players, len(actions)) if number == len(parts) - 1 else None,
        )

    def _times(self, players: int, actions: int) -> Times | None:
        """What was agreed, and what each action took."""
        if not self.fields.keys() & {TIME, USED, LEFT}:
            return None
        try:
            control = TimeControl.read(self._field(TIME))
        except OptionError as error:
            raise UnreadableError(error.text) from None
        used, left = tuple(self._numbers(USED, MAX_TIME_DIGITS)), tuple(self._numbers(LEFT, MAX_TIME_DIGITS))
        if len(used) != actions or len(left) != players or any(time < 0 for time in (*used, *left)):
            raise UnreadableError(Text("The times do not fit the actions.", "Die Zeiten passen nicht zu den Aktionen."))
        return Times(control, used, left)

    def _origin(self, parts: list[ToldPart]) -> str | None:
        """Where the game came from that began with a position."""
        if ORIGIN not in self.fields:
            return None
        number, said = self.fields[ORIGIN]
        begins = len(parts) > 1 and not parts[0].told and parts[1].after == 0
        if not begins or not ORIGIN_WORDS.fullmatch(said):
            raise _bad(number, "this says nothing of another game.", "das sagt nichts über ein anderes Spiel.")
        return said

    def _last(self) -> LastPosition | None:
        if POSITION not in self.fields:
            return None
        line, said = self.fields[POSITION]
        count, _, text = said.partition(" ")
        if not (count.isascii() and count.isdigit() and len(count) <= 6 and text) or "reason" in self.fields:
            raise _bad(line, "this says nothing of a position.", "das sagt nichts über eine Stellung.")
        return LastPosition(int(count), text)

    def _options(self, chosen: Game, parts: list[ToldPart]) -> Options:
        """As the game began with them; checked where its first rules are at hand."""
        try:
            said: dict[str, Any] = {**read_options(self._field("options"))}
            return complete(chosen.options, said) if parts[0].version == chosen.version else said
        except OptionError as error:
            raise UnreadableError(error.text) from None

    def sort_lines(self) -> None:
        if self.lines[0] not in TOLD:
            raise _bad(1, f"a record begins with '{SECOND}'.", f"eine Aufzeichnung beginnt mit '{SECOND}'.")
        for number, line in enumerate(self.lines[1:], 2):
            if not line.strip():
                continue
            if line[0].isdigit() or line.partition(" ")[0] in TOLD[self.lines[0]]:
                self.told.append((number, line))
                continue
            name, colon, value = line.partition(":")
            if not colon or name in self.fields:
                raise _bad(number, "not a field, or one said twice.", "kein Feld, oder eines doppelt.")
            self.fields[name] = (number, value.strip())

    def parts(self) -> list[ToldPart]:
        """What was told, cut where the rules have changed."""
        parts = [ToldPart(self._first_version(), [])]
        for number, line in self.told:
            if line.partition(" ")[0] == RULES:
                parts.append(self._next_part(number, line))
            else:
                parts[-1].told.append((number, line))
        return parts

    def _next_part(self, number: int, line: str) -> ToldPart:
        match line.split(" ", 7):
            case [_, version, "after", after, "lost", lost, "from", position]:
                words = [version, after, *lost.split(",")]
                if all(word.isascii() and word.isdigit() and len(word) <= 6 for word in words):
                    numbers = [int(word) for word in words]
                    if len(numbers) - 2 == self._number("players"):
                        start = None if position == SEALED else position
                        return ToldPart(numbers[0], [], start, numbers[1], tuple(numbers[2:]))
        raise _bad(number, "this says nothing of other rules.", "das sagt nichts über andere Regeln.")

    def _no_other_fields(self, players: int) -> None:
        known = FIELDS | FIELDS_SINCE.keys() | {f"seat {seat + 1}" for seat in range(players)}
        for name, (number, _) in self.fields.items():
            if name not in known or self.lines[0] not in FIELDS_SINCE.get(name, TOLD):
                raise _bad(number, "there is no such field.", "dieses Feld gibt es nicht.")

    def _seat(self, number: int, text: str) -> int:
        if len(text) > 2 or not (text.isascii() and text.isdigit()) or text[0] == "0":
            raise _bad(number, "a turn begins with its seat.", "ein Zug beginnt mit seinem Platz.")
        return int(text) - 1

    def _field(self, name: str) -> str:
        if name not in self.fields:
            raise UnreadableError(
                Text("The record has no '{name}'.", "Der Aufzeichnung fehlt '{name}'.").fill(name=name)
            )
        return self.fields[name][1]

    def _number(self, name: str) -> int:
        value = self._field(name)
        if len(value) > 40 or not (value.isascii() and value.isdigit()):
            raise _bad(self.fields[name][0], "a whole number is missing.", "hier fehlt eine ganze Zahl.")
        return int(value)

    def _hex(self, name: str, length: int) -> str:
        value = self._field(name)
        if len(value) != length or set(value) - set("0123456789abcdef"):
            raise _bad(self.fields[name][0], "not a hash.", "kein Hashwert.")
        return value

    def game(self) -> Game:
        return game(self._field("game").partition(" ")[0])

    def _first_version(self) -> int:
        version = self._field("game").partition(" ")[2]
        if not (version.isascii() and version.isdigit() and len(version) <= 6):
            raise _bad(self.fields["game"][0], "the rules have no such version.", "diese Fassung gibt es nicht.")
        return int(version)

    def commitment(self) -> str:
        """What was committed to at the start: no other game has the same."""
        return self._hex("commitment", 64)

    @property
    def sealed(self) -> bool:
        return "seed" not in self.fields

    def _refuse_other_rules(self, chosen: Game, version: int) -> None:
        if not self.sealed:
            self.check_without_rules()
        told = OTHER_RULES if self.sealed else UNCHANGED
        raise OtherRulesError(told.fill(theirs=version, title=chosen.title, ours=chosen.version))

    def check_without_rules(self) -> None:
        """Prove what can be proven of a record whose rules are not at hand: that it is as it was written."""
        fixed = (self._field(name) for name in ("game", "players", "options", "seed", "nonce"))
        if commit_to(*fixed) != self._hex("commitment", 64):
            raise TamperedError(NOT_COMMITTED)
        end, check = self.fields.get("check", (len(self.lines) + 1, ""))
        if check_of("".join(f"{line}\n" for line in self.lines[: end - 1])) != check:
            raise TamperedError(CHANGED)

    def _story(
        self, chosen: Game, players: int, told: list[tuple[int, str]]
    ) -> tuple[tuple[tuple[int, str], ...], tuple[SeatChange, ...]]:
        """The actions, and who left and came back."""
        actions: list[tuple[int, str]] = []
        changes: list[SeatChange] = []
        for number, line in told:
            if line[0].isdigit():
                actions += self._turn(chosen, players, number, line)
            else:
                changes.append(self._change(players, number, line, len(actions)))
        return tuple(actions), tuple(changes)

    def _turn(self, chosen: Game, players: int, number: int, line: str) -> Iterator[tuple[int, str]]:
        word, _, turn = line.partition(" ")
        seat = self._seat(number, word)
        if seat >= players:
            raise _bad(number, *NO_SEAT)
        texts = chosen.notation.split(turn)
        if not texts:
            raise _bad(number, "there is no move in this line.", "in dieser Zeile steht kein Zug.")
        yield from ((seat, text) for text in texts)

    def _change(self, players: int, number: int, line: str, at: int) -> SeatChange:
        match line.split():
            case [word, seat] if word == RETURNS:
                change = SeatChange(at, self._seat(number, seat), None)
            case [word, seat, "bot", level] if word == LEAVES and level in "123456789":
                change = SeatChange(at, self._seat(number, seat), int(level))
            case _:
                raise _bad(number, "this says nothing of a seat.", "das sagt nichts über einen Platz.")
        if change.seat >= players:
            raise _bad(number, *NO_SEAT)
        return change

    def _outcome(self, players: int, together: bool) -> Outcome | None:
        if "reason" not in self.fields:
            return None
        scores = tuple(self._numbers("scores"))
        winners = tuple(number - 1 for number in self._numbers("winners"))
        by = self._seat(self.fields["by"][0], self._field("by")) if "by" in self.fields else None
        if len(scores) != players or any(not 0 <= seat < players for seat in (*winners, by or 0)):
            raise UnreadableError(
                Text("The result does not fit the seats.", "Das Ergebnis passt nicht zu den Plätzen.")
            )
        reason = self._field("reason")
        if (by is not None) != (reason in BESIDE_THE_RULES and reason != ABANDONED):
            raise UnreadableError(
                Text("The result does not say by whom.", "Das Ergebnis sagt nicht, durch wen es kam.")
            )
        return Outcome(scores, winners, reason, together, by)

    def _numbers(self, name: str, most: int = 9) -> list[int]:
        words = self._field(name).split()
        if any(len(word) > most or not word.removeprefix("-").isdecimal() or not word.isascii() for word in words):
            raise _bad(self.fields[name][0], "numbers are missing.", "hier fehlen Zahlen.")
        return [int(word) for word in words]
