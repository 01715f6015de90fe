"""Reads records, strictly, and believes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from alcove.kernel.errors import OptionError, OtherRulesError, TamperedError, UnreadableError
from alcove.kernel.game import Game, game
from alcove.kernel.options import Options, complete, read_options
from alcove.kernel.outcome import ABANDONED, BESIDE_THE_RULES, Outcome
from alcove.kernel.record import (
    FIRST,
    LEAVES,
    MAX_RECORD,
    RETURNS,
    SECOND,
    Record,
    SeatChange,
    check_of,
    clean_name,
    commit_to,
)
from alcove.kernel.text import Text

NO_SEAT = ("there is no such seat.", "diesen Platz gibt es nicht.")
FIELDS = {"game", "players", "options", "commitment", "scores", "winners", "reason", "by", "seed", "nonce", "check"}
CHANGED = Text(
    "The record was changed after it was written: its check does not fit.",
    "Die Aufzeichnung wurde nachträglich geändert: Ihre Prüfsumme passt nicht.",
)
NOT_COMMITTED = Text(
    "The seed or the set-up is not the one committed to at the start.",
    "Startwert oder Aufbau sind nicht die, auf die sich das Spiel zu Beginn festgelegt hat.",
)
OTHER_RULES = Text(
    "This record follows version {theirs} of the rules of {title}; this program has version {ours}. "
    "It was not changed, but it cannot be replayed here.",
    "Diese Aufzeichnung folgt Fassung {theirs} der Regeln von {title}; dieses Programm kennt {ours}. "
    "Sie wurde nicht verändert, lässt sich hier aber nicht nachspielen.",
)
OTHER_RULES_SEALED = Text(
    "This record follows version {theirs} of the rules of {title}; this program has version {ours}.",
    "Diese Aufzeichnung folgt Fassung {theirs} der Regeln von {title}; dieses Programm kennt {ours}.",
)


def _bad(line: int, en: str, de: str) -> UnreadableError:
    return UnreadableError(Text(f"Line {line}: {en}", f"Zeile {line}: {de}"))


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
        """Turns, and who left and came back: the number of the line, and the line."""

    def record(self) -> Record:
        self._sort_lines()
        chosen = self._game()
        players = chosen.check_players(self._number("players"))
        try:
            options = complete(chosen.options, read_options(self._field("options")))
        except OptionError as error:
            raise UnreadableError(error.text) from None
        names = tuple(clean_name(self._field(f"seat {seat + 1}")) for seat in range(players))
        self._no_other_fields(players)
        seed = self._number("seed") if "seed" in self.fields else None
        nonce = self._hex("nonce", 32) if "nonce" in self.fields else None
        if (seed is None) != (nonce is None):
            raise UnreadableError(Text("Seed and nonce belong together.", "Startwert und Nonce gehören zusammen."))
        actions, changes = self._story(chosen, players)
        read = Record(
            chosen,
            players,
            options,
            names,
            self._hex("commitment", 64),
            seed,
            nonce,
            actions,
            self._outcome(chosen, players, options),
            changes,
            self.lines[0],
        )
        check = self._hex("check", 16) if "check" in self.fields else ""
        return replace(read, intact=check == check_of(read.unchecked_text()))

    def _sort_lines(self) -> None:
        if self.lines[0] not in (FIRST, SECOND):
            raise _bad(1, f"a record begins with '{SECOND}'.", f"eine Aufzeichnung beginnt mit '{SECOND}'.")
        for number, line in enumerate(self.lines[1:], 2):
            if not line.strip():
                continue
            if line[0].isdigit() or self._tells_of_a_seat(line):
                self.told.append((number, line))
                continue
            name, colon, value = line.partition(":")
            if not colon or name in self.fields:
                raise _bad(number, "not a field, or one said twice.", "kein Feld, oder eines doppelt.")
            self.fields[name] = (number, value.strip())

    def _tells_of_a_seat(self, line: str) -> bool:
        return self.lines[0] == SECOND and line.partition(" ")[0] in (LEAVES, RETURNS)

    def _no_other_fields(self, players: int) -> None:
        known = FIELDS | {f"seat {seat + 1}" for seat in range(players)}
        for name, (number, _) in self.fields.items():
            if name not in known or (name == "by" and self.lines[0] == FIRST):
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

    def _game(self) -> Game:
        name, _, version = self._field("game").partition(" ")
        chosen = game(name)
        if version == str(chosen.version):
            return chosen
        if not (version.isascii() and version.isdigit() and len(version) <= 6):
            raise _bad(self.fields["game"][0], "the rules have no such version.", "diese Fassung gibt es nicht.")
        sealed = "seed" not in self.fields
        if not sealed:
            self._check_without_rules()
        told = OTHER_RULES_SEALED if sealed else OTHER_RULES
        raise OtherRulesError(told.fill(theirs=version, title=chosen.title, ours=chosen.version))

    def _check_without_rules(self) -> None:
        """Prove what can be proven of a record whose rules are not at hand: that it is as it was written."""
        fixed = (self._field(name) for name in ("game", "players", "options", "seed", "nonce"))
        if commit_to(*fixed) != self._hex("commitment", 64):
            raise TamperedError(NOT_COMMITTED)
        end, check = self.fields.get("check", (len(self.lines) + 1, ""))
        if check_of("".join(f"{line}\n" for line in self.lines[: end - 1])) != check:
            raise TamperedError(CHANGED)

    def _story(self, chosen: Game, players: int) -> tuple[tuple[tuple[int, str], ...], tuple[SeatChange, ...]]:
        """The actions, and who left and came back."""
        actions: list[tuple[int, str]] = []
        changes: list[SeatChange] = []
        for number, line in self.told:
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

    def _outcome(self, chosen: Game, players: int, options: Options) -> Outcome | None:
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
        return Outcome(scores, winners, reason, chosen.plays_together(players, options), by)

    def _numbers(self, name: str) -> list[int]:
        words = self._field(name).split()
        if any(len(word) > 9 or not word.removeprefix("-").isdecimal() or not word.isascii() for word in words):
            raise _bad(self.fields[name][0], "numbers are missing.", "hier fehlen Zahlen.")
        return [int(word) for word in words]
