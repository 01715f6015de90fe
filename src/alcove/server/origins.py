"""Games that go on from a position: a moment of a finished game, or one that somebody has typed.

Never from a game that is sealed: a position tells everything, what is secret included. That is every game that is not
over, but for those that one person alone tries out from a finished one (`Company.sealed`).
"""

from __future__ import annotations

from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.kernel.record import TYPED, Record
from alcove.kernel.text import Text
from alcove.server.refusals import NOT_OVER, RULES_GONE, UnavailableError
from alcove.server.shapes import Origin
from alcove.server.tables import Table

OTHER_GAME = Text(
    "That position belongs to another game, or to another number of players.",
    "Diese Stellung gehört zu einem anderen Spiel oder zu einer anderen Zahl von Mitspielern.",
)
NO_MOMENT = Text("The game has no such moment.", "Diesen Moment gibt es in dem Spiel nicht.")
ENDED_THERE = Text("In that position the game is over.", "In dieser Stellung ist das Spiel zu Ende.")


def descends_from_a_game(table: Table) -> bool:
    """Whether it began with a moment of another table. That one was not sealed then, so neither is that moment now."""
    return table.record.origin not in (None, TYPED)


def unsealed(table: Table, sealed: bool) -> Table:
    """A copy of a table that may be gone on from, for another thread to read."""
    if sealed:
        raise UnavailableError(NOT_OVER)
    if not table.followable:
        raise UnavailableError(RULES_GONE)
    return table.snapshot()


def begin_from_table(table: Table, after: int) -> Record:
    if after > len(table.played):
        raise UnavailableError(NO_MOMENT)
    return _begin(table.position_after(after), f"{table.id} {after}")


def begin_from_text(game: Game, text: str) -> Record:
    return _begin(game.read(text), TYPED)


def _begin(position: Position, origin: str) -> Record:
    if position.over:
        raise UnavailableError(ENDED_THERE)
    return Record.begin_from(position, origin)


def origin_of(said: str | None) -> Origin | None:
    """Where a game came from, as its record says it."""
    if said is None or said == TYPED:
        return None if said is None else Origin()
    table, _, after = said.partition(" ")
    return Origin(table, int(after))
