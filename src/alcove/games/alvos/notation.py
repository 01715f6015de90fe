"""How Alvos is written: `d5+u2→7 bolt`, `d3+d5→8 deliver 3 5* +bolt`, `lose cog 4`. Positions: `position_text.py`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alcove.games.alvos import position_text
from alcove.games.alvos.cave import (
    BOLT_HEX,
    BY_ROLL,
    COLLECT_BOTH,
    COLLECT_UNUSED,
    DELIVER_FROM,
    FIRE_FROM,
    FIRST_PART,
    GIFT_FROM,
    LEAVE,
    LOADS,
    LOADS_WITH_BOLT,
    LOSE_FROM,
    LOSE_WILD,
    PASS,
    ROW,
    ROWS,
    TAKE,
)
from alcove.games.alvos.sheet import current_unused, hex_of
from alcove.kernel.errors import IllegalError, UnreadableError
from alcove.kernel.position import Position
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.kernel.game import Game

ITEM = r"(bolt|cog [2-6])"
WILD = "wild"
COLLECT = re.compile(rf"d([1-6])\+([du])([1-6])(?:→([0-9]{{1,2}})(?: {ITEM})?)?", re.ASCII)
DELIVER = re.compile(
    r"(?:(?:d([1-6])\+d([1-6])(?:→([0-9]{1,2}))?|u([1-6])(?:→([1-6])0)?) )?"
    r"deliver((?: [2-6]\*?){1,4})( \+bolt)?(?: keep ([1-6]))?",
    re.ASCII,
)
PLAIN = re.compile(rf"(pass|leave)|fire ([2-6])0|gain {ITEM}|lose (cog [2-6]|{WILD})|take(?: {ITEM})?", re.ASCII)

HOW_TO_WRITE = Text(
    "Write it like d5+u2, d3+d4, u2 deliver 3 5* +bolt keep 4, d2+d6 deliver 3, fire 20, gain cog 4, lose cog 4, "
    "lose wild, take, leave or pass.",
    "Schreibe so: d5+u2, d3+d4, u2 deliver 3 5* +bolt keep 4, d2+d6 deliver 3, fire 20, gain cog 4, lose cog 4, "
    "lose wild, take, leave oder pass.",
)
DOES_NOT_ADD_UP = Text("That does not add up.", "Diese Rechnung geht nicht auf.")
NOT_ITS_GIFT = Text("That hex gives something else.", "Dieses Feld gibt etwas anderes.")
NOT_ROLLED = Text("The dice show {one} and {two}.", "Die Würfel zeigen {one} und {two}.")
OTHER_UNUSED = Text("Your unused die is {die}.", "Dein freier Würfel ist {die}.")
OTHER_HEX = Text("The engineer stands on {hex}0.", "Der Ingenieur steht auf {hex}0.")
OTHER_ROW = Text(
    "The next cogs of part {hex}0 are {row}.",
    "Die nächsten Zahnräder von Teil {hex}0 sind {row}.",
)
ROW_DONE = Text("Part {hex}0 is complete.", "Teil {hex}0 ist fertig.")
SAY_WHICH_DIE = Text(
    "Say which die you keep: keep {one} or keep {two}.", "Sage, welchen Würfel du behältst: keep {one} oder keep {two}."
)


def item(kind: int) -> str:
    """What an inner hex gives."""
    return "bolt" if kind == BOLT_HEX else f"cog {kind}"


def kind_of(name: str) -> int:
    return BOLT_HEX if name == "bolt" else int(name[-1])


def dice_of(position: Position) -> tuple[int, int]:
    one, two = position.state.dice.tolist()
    return one, two


def next_cogs(position: Position) -> list[int]:
    """The cogs that the engineer's part still needs, in order."""
    part = int(position.state.engineer)
    row: list[int] = ROWS[part].tolist()
    return row[int(position.state.delivered[part]) :]


def split_delivery(action: int) -> tuple[int, int, int, int]:
    """The way, how many cogs, which of them are wild, and the bolts."""
    way, code = divmod(action - DELIVER_FROM, LOADS_WITH_BOLT)
    cogs, wilds = LOADS[code // 2]
    return way, cogs, wilds, code % 2


def write_action(position: Position, seat: int, action: int) -> str:
    if action >= DELIVER_FROM:
        return _write_delivery(position, seat, action)
    if action <= COLLECT_BOTH:
        return _write_collect(position, seat, action)
    if action == PASS:
        return "pass"
    if action < GIFT_FROM:
        return f"fire {action - FIRE_FROM + FIRST_PART}0"
    if action < LOSE_FROM:
        return f"gain {item(action - GIFT_FROM + 1)}"
    if action == LOSE_WILD:
        return f"lose {WILD}"
    if action < LOSE_WILD:
        return f"lose cog {action - LOSE_FROM + FIRST_PART}"
    if action == LEAVE:
        return "leave"
    inner = int(position.state.alvo[seat])
    return f"take {item(inner)}" if inner else "take"


def _write_collect(position: Position, seat: int, action: int) -> str:
    if action == COLLECT_BOTH:
        one, two = dice_of(position)
        return f"d{one}+d{two}→{one + two} {item(hex_of(one + two))}"
    die, unused = action - COLLECT_UNUSED + 1, int(current_unused(position.state, seat))
    return f"d{die}+u{unused}→{die + unused} {item(hex_of(die + unused))}"


def _write_delivery(position: Position, seat: int, action: int) -> str:
    way, cogs, wilds, bolt = split_delivery(action)
    row = [str(kind) for kind in next_cogs(position)] + ["?"] * ROW
    load = " ".join(row[nth] + "*" * (wilds >> nth & 1) for nth in range(cogs))
    what = f"deliver {load}{' +bolt' * bolt}"
    if way == BY_ROLL:
        one, two = dice_of(position)
        return f"d{one}+d{two}→{one + two} {what}"
    return f"u{current_unused(position.state, seat)}→{position.state.engineer}0 {what} keep {way}"


def read_action(position: Position, seat: int, text: str) -> int:
    """The action that a text names. Raises IllegalError where it is clear, but does not fit the dice or the row."""
    words = " ".join(text.lower().replace("->", "→").split())
    if match := COLLECT.fullmatch(words):
        return _read_collect(position, seat, match)
    if match := DELIVER.fullmatch(words):
        return _read_delivery(position, seat, match)
    match = PLAIN.fullmatch(words)
    if match is None:
        raise UnreadableError(HOW_TO_WRITE)
    if match[1]:
        return PASS if match[1] == "pass" else LEAVE
    if match[2]:
        return FIRE_FROM + int(match[2]) - FIRST_PART
    if match[3]:
        return GIFT_FROM + kind_of(match[3]) - 1
    if match[4]:
        return LOSE_WILD if match[4] == WILD else LOSE_FROM + kind_of(match[4]) - FIRST_PART
    if match[5] and kind_of(match[5]) != position.state.alvo[seat]:
        raise IllegalError("ALVOS-34", NOT_ITS_GIFT)
    return TAKE


def _read_collect(position: Position, seat: int, match: re.Match[str]) -> int:
    die, other = int(match[1]), int(match[3])
    if match[4] and int(match[4]) != die + other:
        raise UnreadableError(DOES_NOT_ADD_UP)
    if match[5] and kind_of(match[5]) != hex_of(die + other):
        raise UnreadableError(NOT_ITS_GIFT)
    if match[2] == "d":
        _check_rolled(position, "ALVOS-20", die, other)
        return COLLECT_BOTH
    _check_unused(position, seat, "ALVOS-19", other)
    _check_rolled(position, "ALVOS-19", die)
    return COLLECT_UNUSED + die - 1


def _check_rolled(position: Position, clause: str, *named: int) -> None:
    one, two = dice_of(position)
    if not (named[0] in (one, two) if len(named) == 1 else sorted(named) == sorted((one, two))):
        raise IllegalError(clause, NOT_ROLLED.fill(one=one, two=two))


def _check_unused(position: Position, seat: int, clause: str, named: int) -> None:
    unused = int(current_unused(position.state, seat))
    if named != unused:
        raise IllegalError(clause, OTHER_UNUSED.fill(die=unused))


def _read_delivery(position: Position, seat: int, match: re.Match[str]) -> int:
    one, two, total, unused, part, load, bolt, kept = match.groups()
    if one is not None:
        if total and int(total) != int(one) + int(two):
            raise UnreadableError(DOES_NOT_ADD_UP)
        if kept:
            raise UnreadableError(HOW_TO_WRITE)
        _check_rolled(position, "ALVOS-23", int(one), int(two))
    elif unused is not None:
        _check_unused(position, seat, "ALVOS-22", int(unused))
        if part and int(part) != position.state.engineer:
            raise IllegalError("ALVOS-22", OTHER_HEX.fill(hex=int(position.state.engineer)))
    way = BY_ROLL
    if unused is not None or kept:
        way = _kept_die(position, kept)
    cogs, wilds = _read_load(position, load.split())
    return DELIVER_FROM + LOADS_WITH_BOLT * way + 2 * LOADS.index((cogs, wilds)) + bool(bolt)


def _kept_die(position: Position, kept: str | None) -> int:
    one, two = dice_of(position)
    if kept is None:
        if one != two:
            raise UnreadableError(SAY_WHICH_DIE.fill(one=one, two=two))
        return one
    _check_rolled(position, "ALVOS-22", int(kept))
    return int(kept)


def _read_load(position: Position, words: list[str]) -> tuple[int, int]:
    row, part = next_cogs(position), int(position.state.engineer)
    if not row:
        raise IllegalError("ALVOS-24", ROW_DONE.fill(hex=part))
    if [int(word[0]) for word in words] != row[: len(words)]:
        raise IllegalError("ALVOS-24", OTHER_ROW.fill(hex=part, row=" ".join(map(str, row))))
    return len(words), sum(1 << nth for nth, word in enumerate(words) if word.endswith("*"))


def join(actions: list[str]) -> str:
    return "; ".join(actions)


def ends_turn(action: str) -> bool:
    """A turn ends with its Resolution; alone, the next one is by the same player."""
    return action == "pass" or (action[0] in "du" and action[1:2].isdigit())


def split(turn: str) -> list[str]:
    return [action.strip() for action in turn.split(";") if action.strip()]


def write_position(position: Position) -> str:
    return position_text.write(position.state)


def read_position(game: Game, text: str) -> Position:
    row, options = position_text.read(text)
    return Position(game, int(row[0].players), options, row)
