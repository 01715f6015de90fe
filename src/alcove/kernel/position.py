"""A position: one moment of one game. It never changes; playing makes a new one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from alcove.kernel.entry_points import AWAITED_FROM
from alcove.kernel.errors import IllegalError, NotYourTurnError, OverError, UnreadableError
from alcove.kernel.options import Options
from alcove.kernel.outcome import Outcome
from alcove.kernel.random import seed_words
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.kernel.game import Game

MAX_ACTION_TEXT = 200
NO_SUCH_ACTION = Text("There is no such action.", "Diese Aktion gibt es nicht.")


@dataclass(frozen=True)
class Action:
    """What a seat can do: `text` for people, `index` for programs."""

    text: str
    index: int

    def __str__(self) -> str:
        return self.text


NamedAction = Action | str | int | Mapping[str, Any]
"""An action as somebody names it: itself, in words, by its index, or by its parts (see `Position.parts`)."""


class Refusal(NamedTuple):
    clause: str
    message: str


def seats_in(mask: int) -> tuple[int, ...]:
    return SEATS_IN[mask]


SEAT_SETS = 1 << AWAITED_FROM
SEATS_IN = [tuple(seat for seat in range(AWAITED_FROM) if mask >> seat & 1) for mask in range(SEAT_SETS)]


class Position:
    """`actors` are the seats that may act now, none when the game is over. `awaited` are those of them whose choice the
    game is waiting for; the others may only change theirs."""

    def __init__(self, game: Game, players: int, options: Options, row: Any, who: int | None = None) -> None:
        self.game = game
        self.players = players
        self.options = options
        self._row = row
        row.flags.writeable = False
        if who is None:
            who = game.entry_points.who(row)
        self.actors = SEATS_IN[who % SEAT_SETS]
        self.awaited = SEATS_IN[who >> AWAITED_FROM]

    @property
    def state(self) -> Any:
        """The record, read-only: fields by attribute."""
        return self._row[0]

    def copy_row(self) -> Any:
        """A copy of the record as an array of one row that may be written to."""
        return np.frombuffer(bytearray(self._row.tobytes()), dtype=self._row.dtype)

    def fields(self) -> SimpleNamespace:
        """The record's fields as plain numbers and lists: quicker where many of them are read."""
        values = [*self._row.item()]
        for place in self.game.array_fields:
            values[place] = values[place].tolist()
        return SimpleNamespace(**dict(zip(self._row.dtype.names, values, strict=True)))

    @property
    def over(self) -> bool:
        return not self.actors

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do, in the order of the rules."""
        return tuple(self.action(seat, index) for index in self.legal_indices(seat))

    def legal_indices(self, seat: int) -> list[int]:
        if self._check_seat(seat) not in self.actors:
            return []
        out = np.empty(self.game.rules.MAX_CHOICES, dtype=np.int32)
        count = self.game.entry_points.choices(self._row, seat, out)
        indices: list[int] = out[:count].tolist()
        return indices

    def action(self, seat: int, index: int) -> Action:
        return Action(self.game.notation.write_action(self, seat, index), index)

    def public_text(self, seat: int, index: int) -> str:
        """What everybody else may read of an action. In a game with secrets the game itself says that."""
        notation = self.game.notation
        return (notation.public_text or notation.write_action)(self, seat, index)

    def parts(self, seat: int, index: int) -> Mapping[str, Any] | None:
        """An action as data: what it consists of and what it does, ready for JSON. None where a game does not say."""
        choice = self.game.view.choice
        return None if choice is None else choice(self, seat, index)

    def play(self, seat: int, action: NamedAction) -> Position:
        """The position after an action. Raises an AlcoveError for anything the rules do not allow."""
        self._check_may_act(seat)
        index = self.index_of(seat, action)
        if index not in self.legal_indices(seat):
            raise IllegalError(*self.game.refuse.refuse(self, seat, index))
        return self.play_legal(seat, index)

    def play_legal(self, seat: int, index: int) -> Position:
        """Play an index that `legal` has just given."""
        row = self.copy_row()
        who = self.game.entry_points.turn(row, seat, index)
        return Position(self.game, self.players, self.options, row, who)

    def play_turn(self, seat: int, turn: str) -> list[tuple[Action, Position]]:
        """Play the actions of a whole turn written together, such as 'c3-c4 e5'; all of them or none."""
        played: list[tuple[Action, Position]] = []
        position = self
        for text in self.game.notation.split(_checked_text(turn)):
            index = position.index_of(seat, text) if seat in position.actors else -1
            following = position.play(seat, text)
            played.append((position.action(seat, index), following))
            position = following
        if not played:
            raise UnreadableError(Text("There is no move in that.", "Darin steht kein Zug."))
        return played

    def why_not(self, seat: int, action: NamedAction, language: str = "en") -> Refusal | None:
        """None if the action is legal, else the clause that forbids it and why."""
        self._check_seat(seat)
        game = self.game
        try:
            self._check_may_act(seat)
            index = self.index_of(seat, action)
        except OverError as error:
            return Refusal(game.end_clause, error.say(language))
        except NotYourTurnError as error:
            return Refusal(game.turn_clause, error.say(language))
        except IllegalError as error:
            return Refusal(error.clause, error.say(language))
        if index in self.legal_indices(seat):
            return None
        clause, text = game.refuse.refuse(self, seat, index)
        return Refusal(clause, text.of(language))

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat may know, ready for JSON; for a spectator with None."""
        return {**self.fixed_view(), "seat": seat, **self.changing_view(seat)}

    def fixed_view(self) -> dict[str, Any]:
        """Of a view, what is the same for everybody at every moment of a game."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "players": self.players,
            "options": dict(self.options),
        }

    def changing_view(self, seat: int | None) -> dict[str, Any]:
        """Of a view, what is this moment's."""
        if seat is not None:
            self._check_seat(seat)
        outcome = self.outcome
        return {
            "actors": list(self.actors),
            "awaited": list(self.awaited),
            "outcome": None if outcome is None else outcome.described(),
            "table": self.game.view.view(self, seat),
        }

    @property
    def outcome(self) -> Outcome | None:
        return None if self.actors else self._outcome

    @cached_property
    def _outcome(self) -> Outcome:
        winners = seats_in(self.game.rules.winners(self.state))
        return Outcome(self.scores, winners, self._reason(), self.game.plays_together(self.players, self.options))

    def ended(self, reason: str, seat: int | None) -> Outcome:
        """How it ends if it ends here beside the rules: because a seat has resigned, or everybody has left."""
        together = self.game.plays_together(self.players, self.options)
        lost = together or seat is None
        winners = () if lost else tuple(other for other in range(self.players) if other != seat)
        return Outcome(self.scores, winners, reason, together, seat)

    @property
    def scores(self) -> tuple[int, ...]:
        out = np.zeros(self.players, dtype=np.int64)
        self.game.rules.scores(self.state, out)
        return tuple(int(score) for score in out)

    def _reason(self) -> str:
        return self.game.rules.REASONS[self.game.rules.reason(self.state)]

    def conceal(self, seat: int | None, seed: int) -> Position:
        """A position that looks the same to a seat, with all that it cannot know drawn anew."""
        row = self.copy_row()
        rng = np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)
        self.game.rules.conceal(row[0], -1 if seat is None else self._check_seat(seat), rng)
        return Position(self.game, self.players, self.options, row)

    def renewed(self, seed: str) -> Position:
        """A position that looks the same to every seat, with all that none of them knows drawn anew from a seed. What
        was to come before leaves no trace in it."""
        rules = self.game.rules
        if not (rules.CHANCE or rules.SECRETS):
            return self
        dice = random.Random(seed)
        known = self if rules.undealt is not None else self.conceal(None, dice.getrandbits(64))
        row = known.copy_row()
        for cards in [] if rules.undealt is None else rules.undealt(row[0]):
            order = sorted(cards.tolist())
            dice.shuffle(order)
            cards[:] = order
        if rules.CHANCE:
            row[0].rng[:] = seed_words(f"{self.game.name} {seed}")
        return Position(self.game, self.players, self.options, row)

    def __str__(self) -> str:
        return self.game.notation.write_position(self)

    def xor(self, other: Position) -> bytes:
        """What differs between two positions of a game."""
        mine, its = self._row.view(np.uint8), other._row.view(np.uint8)
        difference: bytes = np.bitwise_xor(mine, its).tobytes()
        return difference

    def of_bytes(self, row: bytes) -> Position:
        """Another position of this game, from what `bytes` gave of it."""
        return Position(self.game, self.players, self.options, np.frombuffer(row, self._row.dtype))

    def xored(self, difference: bytes) -> Position:
        """The other one of the two."""
        row = np.bitwise_xor(self._row.view(np.uint8), np.frombuffer(difference, np.uint8)).view(self._row.dtype)
        return Position(self.game, self.players, self.options, row)

    def __bytes__(self) -> bytes:
        row: bytes = self._row.tobytes()
        return row

    def __copy__(self) -> Position:
        return self  # it never changes

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.game.name, self.players, dict(self.options), bytes(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self.options == other.options and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self}>"

    def _check_seat(self, seat: Any) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise UnreadableError(Text("There is no such seat.", "Diesen Platz gibt es nicht."))
        return seat

    def _check_may_act(self, seat: int) -> None:
        self._check_seat(seat)
        if not self.actors:
            raise OverError(Text("The game is over.", "Das Spiel ist zu Ende."))
        if seat not in self.actors:
            waiting = self.game.refuse.waiting
            if waiting is not None and (reason := waiting(self, seat)) is not None:
                raise IllegalError(*reason)
            raise NotYourTurnError(_not_the_turn_of(self.game.seat_name(seat)))

    def index_of(self, seat: int, action: NamedAction) -> int:
        """The index of an action that is said in words or by its parts, legal or not."""
        if isinstance(action, Action):
            action = action.index
        if isinstance(action, str):
            return self.game.notation.read_action(self, seat, _checked_text(action))
        if isinstance(action, Mapping) and self.game.view.read_choice is not None:
            return self.game.view.read_choice(self, seat, action)
        if not isinstance(action, int) or isinstance(action, bool) or not 0 <= action < self.game.rules.ACTIONS:
            raise UnreadableError(NO_SUCH_ACTION)
        return action


@cache
def _not_the_turn_of(name: Text) -> Text:
    return Text("It is not {name}'s turn.", "{name} ist nicht am Zug.").fill(name=name)


def _unpickled(name: str, players: int, options: dict[str, Any], row: bytes) -> Position:
    from alcove.kernel.game import game

    found = game(name)
    return Position(found, players, options, np.frombuffer(row, found.rules.STATE))


def _checked_text(text: Any) -> str:
    if not isinstance(text, str) or len(text) > MAX_ACTION_TEXT:
        raise UnreadableError(Text("That is too long for a move.", "Das ist zu lang für einen Zug."))
    return text
