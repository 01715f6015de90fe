"""What happened, told by comparing before and after."""

from __future__ import annotations

from functools import cache

from alcove.games.alva import rules
from alcove.games.alva.board import point_name
from alcove.kernel.position import Action, Position
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
ENDED = Text(
    "{who} can take no turn. The game ends {white} : {black}.",
    "{who} kann nicht mehr ziehen. Das Spiel endet {white} : {black}.",
)


def tell(before: Position, after: Position, seat: int, action: Action, viewer: int | None) -> list[Text]:
    who, other = before.game.seat_name(seat), before.game.seat_name(1 - seat)
    told: list[Text] = []
    if action.index < rules.SHIFT_FROM:
        told.append(_placed(who, action.index))
    elif action.index < rules.JUMP_FROM:
        start, to = action.text.split("-")
        told.append(SHIFTED.fill(who=who, start=start, to=to))
    else:
        told += _tell_jump(before, after, seat, action, who, other)
    if after.outcome is not None:
        white, black = after.outcome.scores
        told.append(ENDED.fill(who=after.game.seat_name(int(after.state.to_move)), white=white, black=black))
    return told


@cache
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
