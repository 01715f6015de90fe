"""A game is its record: a header and the list of actions, in readable text.

    Alcove record 1
    game: NAME 1
    players: 2
    options: size=9 pieces=34
    seat 1: Anna
    seat 2: Bruno
    commitment: 6c1f…

    1 e5
    2 c3-c4 d5

    scores: 12 9
    winners: 1
    reason: no-turn
    seed: 7
    nonce: 91ab…
    check: 3f0c…

The seed decides dice and decks, so it is sealed while the game lasts: only the commitment, a hash over everything
that was fixed at the start, is shown. The end reveals seed and nonce, and `verify` proves that nothing was touched.
The check is a hash of all lines above it: it finds a slip that leaves another legal game with the same result.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from alcove.kernel.errors import AlcoveError, OptionError, SealedError, TamperedError, UnreadableError
from alcove.kernel.game import Game, check_seed, game, new_seed
from alcove.kernel.options import Options, complete, read_options, write_options
from alcove.kernel.position import Action, Outcome, Position
from alcove.kernel.text import Text

FORMAT = "Alcove record 1"
RECORD_MOST = 1_000_000
"""The longest record that is looked at, in characters."""
NAME_MOST = 40


@dataclass(frozen=True)
class Record:
    game: Game
    players: int
    options: Options
    names: tuple[str, ...]
    commitment: str
    seed: int | None
    nonce: str | None
    actions: tuple[tuple[int, str], ...] = ()
    outcome: Outcome | None = None
    intact: bool = field(default=True, compare=False)
    """False if it was read from a text whose check does not fit."""

    @classmethod
    def begin(
        cls,
        name: str,
        players: int | None = None,
        names: tuple[str, ...] = (),
        seed: int | None = None,
        **options: Any,
    ) -> Record:
        """A record without actions, with its seed drawn and committed to."""
        chosen = game(name)
        count = chosen.check_players(chosen.players.start if players is None else players)
        complete_options = complete(chosen.options, options)
        drawn = new_seed() if seed is None else check_seed(seed)
        nonce = secrets.token_hex(16)
        called = tuple(
            clean_name(names[seat] if seat < len(names) else chosen.seat_name(seat).en) for seat in range(count)
        )
        sealed = commit(chosen, count, complete_options, drawn, nonce)
        return cls(chosen, count, complete_options, called, sealed, drawn, nonce)

    def start(self) -> Position:
        if self.seed is None:
            if self.game.rules.CHANCE:
                raise SealedError(
                    Text(
                        "The seed of this game is not revealed yet, so it cannot be replayed.",
                        "Der Startwert dieses Spiels ist noch nicht offengelegt, es lässt sich nicht nachspielen.",
                    )
                )
            return self.game.new(self.players, None, **self.options)
        return self.game.new(self.players, self.seed, **self.options)

    def positions(self) -> Iterator[tuple[int | None, Action | None, Position]]:
        """Fold the record: each action with its seat and the position after it; first the start."""
        position = self.start()
        yield None, None, position
        for number, (seat, text) in enumerate(self.actions, 1):
            try:
                [(action, position)] = position.play_turn(seat, text)
            except (AlcoveError, ValueError) as error:
                reason = error.text if isinstance(error, AlcoveError) else Text("unreadable", "nicht lesbar")
                raise TamperedError(
                    Text(
                        "Action {n} ({text}) is not possible: {reason}",
                        "Aktion {n} ({text}) ist nicht möglich: {reason}",
                    ).fill(n=number, text=text[:40], reason=reason)
                ) from error
            yield seat, action, position

    def position(self, count: int | None = None) -> Position:
        """The position after that many actions, after all of them by default."""
        wanted = len(self.actions) if count is None else count
        for number, (_, _, position) in enumerate(self.positions()):
            if number == wanted:
                return position
        raise UnreadableError(Text("The record is shorter than that.", "So lang ist die Aufzeichnung nicht."))

    def add(self, seat: int, action: Action, after: Position) -> Record:
        """The record with one more action, which led to `after`."""
        return replace(self, actions=(*self.actions, (seat, action.text)), outcome=after.outcome)

    def without_last(self, count: int) -> Record:
        return replace(self, actions=self.actions[: len(self.actions) - count], outcome=None)

    def sealed(self) -> Record:
        """What may be shown while the game lasts."""
        return self if self.outcome is not None else replace(self, seed=None, nonce=None)

    def turns(self) -> list[tuple[int, str]]:
        """Seat and text of each turn: what one seat did in a row, written together."""
        return [
            (run[0][0], self.game.notation.join([text for _, text in run])) for run in in_turns(self.game, self.actions)
        ]

    def __str__(self) -> str:
        text = self._unchecked_text()
        return f"{text}check: {check_of(text)}\n"

    def _unchecked_text(self) -> str:
        lines = [
            FORMAT,
            f"game: {self.game.name} {self.game.version}",
            f"players: {self.players}",
            f"options: {write_options(self.options)}",
            *(f"seat {seat + 1}: {name}" for seat, name in enumerate(self.names)),
            f"commitment: {self.commitment}",
            "",
            *(f"{seat + 1} {text}" for seat, text in self.turns()),
        ]
        footer = []
        if self.outcome is not None:
            footer += [
                f"scores: {' '.join(str(score) for score in self.outcome.scores)}",
                f"winners: {' '.join(str(seat + 1) for seat in self.outcome.winners)}",
                f"reason: {self.outcome.reason}",
            ]
        if self.seed is not None:
            footer += [f"seed: {self.seed}", f"nonce: {self.nonce}"]
        return "".join(f"{line}\n" for line in [*lines, "", *footer])

    @classmethod
    def read(cls, text: str | bytes) -> Record:
        """A record from its text. It is read, not yet believed: `verify` does that."""
        return _Reader(text).record()

    def verify(self) -> Outcome | None:
        """Prove the record: what was committed to, every action, and the result. None if it has not ended."""
        if self.seed is None or self.nonce is None:
            raise SealedError(
                Text(
                    "The seed of this record is not revealed, so it proves nothing yet.",
                    "Der Startwert dieser Aufzeichnung ist nicht offengelegt; noch beweist sie nichts.",
                )
            )
        if commit(self.game, self.players, self.options, self.seed, self.nonce) != self.commitment:
            raise TamperedError(
                Text(
                    "The seed or the set-up is not the one committed to at the start.",
                    "Startwert oder Aufbau sind nicht die, auf die sich das Spiel zu Beginn festgelegt hat.",
                )
            )
        outcome = self.position().outcome
        if outcome != self.outcome:
            raise TamperedError(
                Text("The result does not follow from the actions.", "Das Ergebnis folgt nicht aus den Aktionen.")
            )
        if not self.intact:
            raise TamperedError(
                Text(
                    "The record was changed after it was written: its check does not fit.",
                    "Die Aufzeichnung wurde nachträglich geändert: Ihre Prüfsumme passt nicht.",
                )
            )
        return outcome


def begins_turn(game: Game, before: tuple[int, str] | None, seat: int) -> bool:
    """Whether an action of a seat opens a turn, after what was done before (seat and text)."""
    if before is None or before[0] != seat:
        return True
    return game.notation.ends_turn is not None and game.notation.ends_turn(before[1])


def in_turns(game: Game, actions: Iterable[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Actions, as seat and text, put together by turns."""
    turns: list[list[tuple[int, str]]] = []
    for action in actions:
        if begins_turn(game, turns[-1][-1] if turns else None, action[0]):
            turns.append([])
        turns[-1].append(action)
    return turns


def commit(game: Game, players: int, options: Options, seed: int, nonce: str) -> str:
    """The hash that seals what was fixed at the start. The nonce keeps short seeds from being guessed."""
    fixed = f"{FORMAT}\n{game.name} {game.version}\n{players}\n{write_options(options)}\n{seed}\n{nonce}\n"
    return hashlib.sha256(fixed.encode()).hexdigest()


def check_of(text: str) -> str:
    """A short hash against slips. Whoever edits on purpose can make it anew; it is not a signature."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def clean_name(name: str) -> str:
    """A name that fits into one line of a record."""
    printable = "".join(c if c.isprintable() else " " for c in str(name)[: 4 * NAME_MOST])
    return " ".join(printable.split())[:NAME_MOST].strip() or "?"


def _bad(line: int, en: str, de: str) -> UnreadableError:
    return UnreadableError(Text(f"Line {line}: {en}", f"Zeile {line}: {de}"))


class _Reader:
    def __init__(self, text: str | bytes) -> None:
        try:
            text = text.decode("utf-8") if isinstance(text, bytes) else str.encode(text, "utf-8").decode("utf-8")
        except (UnicodeError, TypeError):
            raise UnreadableError(Text("A record is UTF-8 text.", "Eine Aufzeichnung ist UTF-8-Text.")) from None
        if len(text) > RECORD_MOST:
            raise UnreadableError(Text("That is too long for a record.", "Das ist zu lang für eine Aufzeichnung."))
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.fields: dict[str, tuple[int, str]] = {}
        self.turns: list[tuple[int, int, str]] = []

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
        actions = tuple(self._actions(chosen, players))
        sealed = self._hex("commitment", 64)
        read = Record(chosen, players, options, names, sealed, seed, nonce, actions, self._outcome(players))
        check = self._hex("check", 16) if "check" in self.fields else ""
        return replace(read, intact=check == check_of(read._unchecked_text()))

    def _sort_lines(self) -> None:
        if self.lines[0] != FORMAT:
            raise _bad(1, f"a record begins with '{FORMAT}'.", f"eine Aufzeichnung beginnt mit '{FORMAT}'.")
        for number, line in enumerate(self.lines[1:], 2):
            if not line.strip():
                continue
            if line[0].isdigit():
                seat, _, text = line.partition(" ")
                self.turns.append((number, self._seat(number, seat), text))
                continue
            name, colon, value = line.partition(":")
            if not colon or name in self.fields:
                raise _bad(number, "not a field, or one said twice.", "kein Feld, oder eines doppelt.")
            self.fields[name] = (number, value.strip())

    def _no_other_fields(self, players: int) -> None:
        known = {"game", "players", "options", "commitment", "scores", "winners", "reason", "seed", "nonce", "check"}
        known |= {f"seat {seat + 1}" for seat in range(players)}
        for name, (number, _) in self.fields.items():
            if name not in known:
                raise _bad(number, "there is no such field.", "dieses Feld gibt es nicht.")

    def _seat(self, number: int, text: str) -> int:
        if len(text) > 2 or not (text.isascii() and text.isdigit()) or text == "0":
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
        if version != str(chosen.version):
            raise UnreadableError(
                Text(
                    "This record follows version {theirs} of the rules of {title}; this program has version {ours}.",
                    "Diese Aufzeichnung folgt Fassung {theirs} der Regeln von {title}; dieses Programm kennt {ours}.",
                ).fill(theirs=version[:8], title=chosen.title, ours=chosen.version)
            )
        return chosen

    def _actions(self, chosen: Game, players: int) -> Iterator[tuple[int, str]]:
        for number, seat, turn in self.turns:
            if seat >= players:
                raise _bad(number, "there is no such seat.", "diesen Platz gibt es nicht.")
            texts = chosen.notation.split(turn)
            if not texts:
                raise _bad(number, "there is no move in this line.", "in dieser Zeile steht kein Zug.")
            yield from ((seat, text) for text in texts)

    def _outcome(self, players: int) -> Outcome | None:
        if "reason" not in self.fields:
            return None
        scores = tuple(self._numbers("scores"))
        winners = tuple(number - 1 for number in self._numbers("winners"))
        if len(scores) != players or any(not 0 <= seat < players for seat in winners):
            raise UnreadableError(
                Text("The result does not fit the seats.", "Das Ergebnis passt nicht zu den Plätzen.")
            )
        return Outcome(scores, winners, self._field("reason"))

    def _numbers(self, name: str) -> list[int]:
        words = self._field(name).split()
        if any(len(word) > 9 or not word.removeprefix("-").isdecimal() or not word.isascii() for word in words):
            raise _bad(self.fields[name][0], "numbers are missing.", "hier fehlen Zahlen.")
        return [int(word) for word in words]
