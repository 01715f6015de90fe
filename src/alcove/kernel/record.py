"""A game is its record: a header and the list of actions, in readable text.

    Alcove record 2
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

A game may end beside its rules. Then the reason is resigned, out-of-time or abandoned, and `by: 2` says whose doing it
was. Between the turns, `leaves 3 bot 3` says that a bot of level 3 plays on in the third seat, and `returns 3` that its
person is back. The first format had none of these lines.

The rules may change while a game lasts. Then it goes on under the new ones, in the third format:

    rules 3 after 42 lost 0,2 from POSITION

says that the 42 actions above were played under the rules before, that version 3 goes on from this position, and that
it could not follow two actions of the second seat that had come after it. The version in the header is the first one.
While a game is sealed, `?` stands for the position. A program proves the parts of its own version of the rules.

A game may go on from a moment of another one, or from a position that somebody has typed. Then it is in the fourth
format: `origin: TABLE 42` in the header names the table and the number of actions before that moment; `origin:
position` says that it was typed. The first line below the header is `rules 3 after 0 lost 0,0 from POSITION`. Cards and
dice to come are not those of the other game: `Position.renewed` has drawn them from seed and nonce.

A game that was saved before its end, to go on with later, has the fourth format as well. Its footer says

    position: 42 POSITION

where the first 42 actions of the last part have led: what it goes on from if the rules change until then.

A game with a clock is in the fifth format. `time: live 300 5` in the header says what was agreed (`time_control.py`).
In the footer, `times: 2200 900` has the milliseconds that each action of the last part took, and `left: 297800 299100`
what each seat had left at last. Times are the word of whoever kept them: nothing proves them.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from alcove.kernel.errors import AlcoveError, OtherRulesError, SealedError, TamperedError, UnreadableError
from alcove.kernel.game import Game, check_seed, game, new_seed
from alcove.kernel.options import Options, complete, write_options
from alcove.kernel.outcome import BESIDE_THE_RULES, OUT_OF_TIME, Outcome
from alcove.kernel.position import Action, Position
from alcove.kernel.record_parts import EarlierPart, LastPosition, SeatChange
from alcove.kernel.text import Text
from alcove.kernel.times import TIME, Times

FORMATS = FIRST, SECOND, THIRD, FOURTH, FIFTH = tuple(f"Alcove record {number}" for number in range(1, 6))
COMMITTED = FIRST
"""How the text begins that is committed to, in every format."""
LEAVES, RETURNS = "leaves", "returns"
ORIGIN, TYPED = "origin", "position"
MAX_RECORD = 1_000_000
"""The longest record that is looked at, in characters."""
MAX_NAME = 40
NOT_REVEALED = Text(
    "The seed of this record is not revealed, so it proves nothing yet.",
    "Der Startwert dieser Aufzeichnung ist nicht offengelegt; noch beweist sie nichts.",
)
NOT_COMMITTED = Text(
    "The seed or the set-up is not the one committed to at the start.",
    "Startwert oder Aufbau sind nicht die, auf die sich das Spiel zu Beginn festgelegt hat.",
)
CHANGED = Text(
    "The record was changed after it was written: its check does not fit.",
    "Die Aufzeichnung wurde nachträglich geändert: Ihre Prüfsumme passt nicht.",
)
WRONG_POSITION = Text(
    "The kept position does not follow from the actions.", "Die aufbewahrte Stellung folgt nicht aus den Aktionen."
)
WRONG_RESULT = Text("The result does not follow from the actions.", "Das Ergebnis folgt nicht aus den Aktionen.")
OTHER_PLAYERS = Text(
    "The position has another number of players.", "Die Stellung hat eine andere Zahl von Mitspielern."
)
OTHER_RULES = Text(
    "This record follows version {theirs} of the rules of {title}; this program has version {ours}.",
    "Diese Aufzeichnung folgt Fassung {theirs} der Regeln von {title}; dieses Programm kennt {ours}.",
)


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
    changes: tuple[SeatChange, ...] = ()
    format: str = field(default=SECOND, compare=False)
    intact: bool = field(default=True, compare=False)
    """False if it was read from a text whose check does not fit."""
    earlier: tuple[EarlierPart, ...] = ()
    """What was played under other rules before; actions and changes are of the last part."""
    rules: int | None = None
    """The version of the rules of the last part, None for those at hand."""
    origin: str | None = None
    """Where the position comes from that the game began with, None if it began at the beginning."""
    last: LastPosition | None = field(default=None, compare=False)
    """What a game goes on from if its rules change, where it was saved for that."""
    times: Times | None = None
    """None for a game without a clock."""

    @property
    def version(self) -> int:
        return self.game.version if self.rules is None else self.rules

    @property
    def first_version(self) -> int:
        """The version of the rules that the game began under."""
        return self.earlier[0].version if self.earlier else self.version

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
        commitment = commit(chosen, count, complete_options, drawn, nonce)
        return cls(chosen, count, complete_options, called, commitment, drawn, nonce)

    @classmethod
    def begin_from(cls, position: Position, origin: str, names: tuple[str, ...] = ()) -> Record:
        """A record of a game that goes on from a position. Whatever no seat knows there is drawn anew from the seed
        that is committed to: others may know where the position comes from, and what came after it there."""
        options: dict[str, Any] = dict(position.options)
        begun = cls.begin(position.game.name, position.players, names, **options)
        renewed = position.renewed(f"{begun.seed} {begun.nonce}")
        part = EarlierPart(begun.version, (), 0, (0,) * position.players, str(renewed))
        return replace(begun, earlier=(part,), origin=origin)

    def start(self) -> Position:
        """Where the last part begins: the set-up, unless the rules have changed."""
        if self.version != self.game.version:
            raise OtherRulesError(OTHER_RULES.fill(theirs=self.version, title=self.game.title, ours=self.game.version))
        if self.earlier:
            return self._taken_over(self.earlier[-1].position)
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

    def _taken_over(self, text: str | None) -> Position:
        if text is None:
            raise SealedError(NOT_REVEALED)
        position = self.game.read(text)
        if position.players != self.players:
            raise TamperedError(OTHER_PLAYERS)
        return position

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
        return replace(self, actions=(*self.actions, (seat, action.text)), outcome=after.outcome, last=None, times=None)

    def without_last(self, count: int) -> Record:
        return replace(self, actions=self.actions[: len(self.actions) - count], outcome=None, last=None, times=None)

    def without_seed(self) -> Record:
        """What may be shown while the game lasts. A position has the cards and dice to come in it, like the seed."""
        if self.outcome is not None:
            return self
        hides = self.game.rules.CHANCE or self.game.rules.SECRETS
        earlier = tuple(part._replace(position=None) for part in self.earlier) if hides else self.earlier
        return replace(self, seed=None, nonce=None, earlier=earlier, last=None)

    def turns(self) -> list[tuple[int, str]]:
        """Seat and text of each turn: what one seat did in a row, written together."""
        return [
            (run[0][0], self.game.notation.join([text for _, text in run])) for run in in_turns(self.game, self.actions)
        ]

    def __str__(self) -> str:
        text = self.unchecked_text()
        return f"{text}check: {check_of(text)}\n"

    def unchecked_text(self) -> str:
        lines = [
            self._format(),
            f"game: {self.game.name} {self.first_version}",
            f"players: {self.players}",
            f"options: {write_options(self.options)}",
            *(f"seat {seat + 1}: {name}" for seat, name in enumerate(self.names)),
            f"commitment: {self.commitment}",
            *([] if self.origin is None else [f"{ORIGIN}: {self.origin}"]),
            *([] if self.times is None else [f"{TIME}: {self.times.control}"]),
            "",
            *self._earlier_lines(),
            *told_lines(self.game, self.actions, self.changes),
        ]
        footer = []
        if self.outcome is not None:
            footer += [
                f"scores: {' '.join(str(score) for score in self.outcome.scores)}",
                f"winners: {' '.join(str(seat + 1) for seat in self.outcome.winners)}",
                f"reason: {self.outcome.reason}",
            ]
            footer += [] if self.outcome.seat is None else [f"by: {self.outcome.seat + 1}"]
        footer += [] if self.times is None else self.times.footer()
        if self.last is not None:
            footer += [f"position: {self.last.actions} {self.last.text}"]
        if self.seed is not None:
            footer += [f"seed: {self.seed}", f"nonce: {self.nonce}"]
        return "".join(f"{line}\n" for line in [*lines, "", *footer])

    def _format(self) -> str:
        if self.times is not None:
            return FIFTH
        if self.origin is not None or self.last is not None:
            return FOURTH
        if self.earlier:
            return THIRD
        first = not self.changes and (self.outcome is None or self.outcome.reason not in BESIDE_THE_RULES)
        return self.format if first and self.format in (FIRST, SECOND) else SECOND

    def _earlier_lines(self) -> Iterator[str]:
        versions = [*(part.version for part in self.earlier[1:]), self.version]
        for part, following in zip(self.earlier, versions, strict=False):
            yield from part.lines
            yield part.goes_on(following)

    @classmethod
    def read(cls, text: str | bytes) -> Record:
        """A record from its text. It is read, not yet believed: `verify` does that."""
        from alcove.kernel.record_reader import Reader

        return Reader(text).record()

    def verify(self) -> Outcome | None:
        """Prove the record: what was committed to, every action, and the result. None if it has not ended.

        Of a game whose rules have changed this proves the last part; `proof.prove` tells of all of them.
        """
        self.verify_set_up()
        if self._result() != self.outcome or not self._fits_times():
            raise TamperedError(WRONG_RESULT)
        if self.last is not None and str(self.position(self.last.actions)) != self.last.text:
            raise TamperedError(WRONG_POSITION)
        if not self.intact:
            raise TamperedError(CHANGED)
        return self.outcome

    def verify_set_up(self) -> None:
        """Prove that the seed and the set-up are those committed to."""
        if self.seed is None or self.nonce is None:
            raise SealedError(NOT_REVEALED)
        if commit(self.game, self.players, self.options, self.seed, self.nonce, self.first_version) != self.commitment:
            raise TamperedError(NOT_COMMITTED)

    def _result(self) -> Outcome | None:
        """What follows from the actions, and from what is said to have ended the game."""
        position, said = self.position(), self.outcome
        if position.outcome is not None or said is None or said.reason not in BESIDE_THE_RULES:
            return position.outcome
        return position.ended(said.reason, said.seat)

    def _fits_times(self) -> bool:
        """Nobody runs out of time who has some left."""
        times, said = self.times, self.outcome
        if times is None or said is None or said.reason != OUT_OF_TIME or said.seat is None:
            return True
        return not times.left[said.seat]


def told_lines(game: Game, actions: Sequence[tuple[int, str]], changes: Iterable[SeatChange] = ()) -> Iterator[str]:
    """The lines between header and footer: turns, and who left and came back between them."""
    done = 0
    for change in (*changes, None):
        until = len(actions) if change is None else change.at
        for run in in_turns(game, actions[done:until]):
            yield f"{run[0][0] + 1} {game.notation.join([text for _, text in run])}"
        done = until
        if change is not None:
            seat = change.seat + 1
            yield f"{RETURNS} {seat}" if change.level is None else f"{LEAVES} {seat} bot {change.level}"


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


def commit(game: Game, players: int, options: Options, seed: int, nonce: str, version: int | None = None) -> str:
    """The hash that seals what was fixed at the start. The nonce keeps short seeds from being guessed."""
    rules = game.version if version is None else version
    return commit_to(f"{game.name} {rules}", str(players), write_options(options), str(seed), nonce)


def commit_to(*fixed: str) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in (COMMITTED, *fixed)).encode()).hexdigest()


def check_of(text: str) -> str:
    """A short hash against slips. Whoever edits on purpose can make it anew; it is not a signature."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def clean_name(name: str) -> str:
    """A name that fits into one line of a record."""
    printable = "".join(c if c.isprintable() else " " for c in str(name)[: 4 * MAX_NAME])
    return " ".join(printable.split())[:MAX_NAME].strip() or "?"
