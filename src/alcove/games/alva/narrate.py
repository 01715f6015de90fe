"""What happened, told by comparing before and after."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from alcove.games.alva import rules
from alcove.games.alva.board import point_name
from alcove.kernel.position import Action, Position
from alcove.kernel.story import Line, moment
from alcove.kernel.text import Text

PLACED = Text("{who} places a piece on {to}.", "{who} setzt einen Stein auf {to}.")
SHIFTED = Text("{who} shifts a piece from {start} to {to}.", "{who} schiebt einen Stein von {start} nach {to}.")
JUMPED = Text(
    "{who} jumps from {start} to {to} and captures {pieces}.",
    "{who} springt von {start} nach {to} und schlägt {pieces}.",
)
ONE_PIECE, PIECES = Text("one piece", "einen Stein"), Text("{n} pieces", "{n} Steine")
GOES_ON = Text("The piece must go on jumping.", "Der Stein muss weiterspringen.")
RETURNED = Text(
    "An even exchange: {pieces} go back to {other}.", "Ein gleicher Tausch: {pieces} gehen zurück an {other}."
)
RETURNED_ONE = Text(
    "An even exchange: the piece goes back to {other}.", "Ein gleicher Tausch: der Stein geht zurück an {other}."
)
EMPTY_HAND = Text("{who}'s hand is empty.", "Der Vorrat von {who} ist leer.")
FULL_BOARD = Text(
    "The board is full, and {who} can capture nothing.", "Das Brett ist voll, und {who} kann nichts schlagen."
)
ENDED = Text(
    "{why} The game ends: {white} {whites}, {black} {blacks}.",
    "{why} Das Spiel endet: {white} {whites}, {black} {blacks}.",
)


def tell(
    before: Position, after: Position, seat: int, action: Action, viewer: int | None, names: Sequence[Text]
) -> list[Text | Line]:
    who, other = names[seat], names[1 - seat]
    told: list[Text | Line] = []
    if action.index < rules.SHIFT_FROM:
        told.append(_placed(who, action.index))
    elif action.index < rules.JUMP_FROM:
        start, to = action.text.split("-")
        told.append(SHIFTED.fill(who=who, start=start, to=to))
    else:
        told += _tell_jump(before, after, seat, action, who, other)
    if after.outcome is not None:
        whites, blacks = after.outcome.scores
        why = ending(after, names)
        scores = ENDED.fill(why=why, white=names[0], whites=whites, black=names[1], blacks=blacks)
        told.append(moment(scores))
    return told


def ending(position: Position, names: Sequence[Text]) -> Text:
    """ALVA-18: who cannot take a turn, and whether it is for want of pieces."""
    side = int(position.state.to_move)
    return (EMPTY_HAND if position.state.hands[side] == 0 else FULL_BOARD).fill(who=names[side])


@lru_cache(maxsize=2000)
def _placed(who: Text, point: int) -> Text:
    return PLACED.fill(who=who, to=point_name(point))


def _tell_jump(before: Position, after: Position, seat: int, action: Action, who: Text, other: Text) -> list[Text]:
    start, to = action.text.split("x")
    ended = after.state.jumper < 0
    now = int(after.state.before) if ended else int(after.state.taken)
    jumped = now - int(before.state.taken)
    told = [JUMPED.fill(who=who, start=start, to=to, pieces=_pieces(jumped))]
    if not ended:
        told.append(GOES_ON)
    elif after.state.before_returned:
        told.append(RETURNED_ONE.fill(other=other) if now == 1 else RETURNED.fill(pieces=_pieces(now), other=other))
    return told


def _pieces(count: int) -> Text:
    return ONE_PIECE if count == 1 else PIECES.fill(n=count)
