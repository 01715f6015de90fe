"""What a seat may know: in Alvos everything lies open, except the dice to come."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from alcove.games.alvos.cave import (
    ADVANCE_TOTAL,
    AXEL_OWNER,
    BOLT_HEX,
    BOXES,
    BY_ROLL,
    COGS,
    COLLECT_BOTH,
    COLLECT_UNUSED,
    DELIVER_FROM,
    EVENT_TOTAL,
    EXTRA,
    FIRE_FROM,
    FIRES,
    FIRST_PART,
    GIFT_FROM,
    HEXES,
    LEAVE,
    LOSE_FROM,
    LOSE_WILD,
    OVER,
    PASS,
    RESOLVE,
    ROWS,
    SHARDS,
    TAKE,
    UNUSED_ROW,
    UNUSED_ROWS,
    State,
)
from alcove.games.alvos.notation import dice_of, next_cogs, split_delivery
from alcove.games.alvos.position_text import (
    DIFFICULTIES,
    MODES,
    PENDING,
    SOLITAIRES,
    Difficulty,
    Mode,
    Pending,
    Solitaire,
)
from alcove.games.alvos.preview import EVENTS, Event, Thing, Way, scored, thing, ways
from alcove.games.alvos.score import (
    axel_score,
    for_bolts,
    for_cogs,
    for_marks,
    for_rows,
    for_shards,
    last_mark,
    score_of,
)
from alcove.games.alvos.sheet import (
    at_axel,
    at_sopavre,
    boxes_checked,
    closed,
    cogs_delivered,
    cogs_held,
    cooperative,
    current_unused,
    hex_of,
    wilds_held,
)
from alcove.kernel.errors import UnreadableError
from alcove.kernel.position import NO_SUCH_ACTION, Position

Fields = SimpleNamespace


class Progress(TypedDict):
    """How much of something is done."""

    done: int
    of: int


class Inner(TypedDict):
    hex: int
    label: str
    gives: Thing
    closed: bool
    alvos: list[int]


class Part(TypedDict):
    row: list[int]
    delivered: int
    fires: Progress


class Outer(TypedDict):
    hex: int
    boxes: Progress
    engineer: bool
    part: Part | None


class Tally(TypedDict):
    """ALVOS-28: what makes up a score."""

    last_mark: int
    marks: int
    rows: int
    cogs: int
    bolts: int
    shards: int


class Sheet(TypedDict):
    seat: int
    hex: int | None
    health: int
    eliminated: bool
    cogs: dict[str, int]
    """How many of each kind."""
    cogs_held: int
    bolts: int
    shards: int
    shards_spent: int
    shards_left: int
    """Those that can still be shaded."""
    wilds: int
    unused_die: int
    unused_rows: list[list[int]]
    unused_row: int
    """How many dice fill a row."""
    marks: list[int]
    score: int | None
    tally: Tally | None


class Axel(TypedDict):
    marks: list[int]
    score: int
    tally: Tally


class View(TypedDict):
    mode: Mode | Solitaire
    difficulty: Difficulty | None
    round: int
    rounds_left: int | None
    """How many rounds follow this one, once an end is in sight."""
    first: int
    to_move: int | None
    pending: Pending | None
    dice: Annotated[list[int], Meta(min_length=2, max_length=2)]
    unused_die: int | None
    total: int | None
    event: Event | Literal["advance"] | None
    engineer: int
    next_cogs: list[int]
    ways: list[Way]
    cave_ins: int
    inner: list[Inner]
    outer: list[Outer]
    machine: Progress
    """The cogs of all parts."""
    time: Progress
    """The boxes of all outer hexes."""
    track: list[int | Literal["axel"] | None]
    sneezed: list[int]
    alvos: list[Sheet]
    axel: Axel | None


class Cog(TypedDict):
    kind: int
    wild: bool
    """Whether a wild cog takes its place."""


class Choice(TypedDict):
    """What somebody can do, and what it would do."""

    kind: Literal["collect", "deliver", "fire", "gain", "lose", "take", "leave", "pass"]
    dice: NotRequired[list[int]]
    unused: NotRequired[int | None]
    keeps: NotRequired[int]
    sum: NotRequired[int | None]
    hex: NotRequired[int]
    """Where the Alvo goes."""
    what: NotRequired[Thing]
    """What is gained or lost."""
    held: NotRequired[int]
    """How many of it the player has now."""
    part: NotRequired[int]
    load: NotRequired[list[Cog]]
    bolt: NotRequired[bool]
    points: NotRequired[int | None]
    """How far a delivery goes on the track; None together."""
    space: NotRequired[int | None]
    """The space that it marks."""
    completes: NotRequired[bool]
    fires: NotRequired[int]
    """Those that the part has now."""


def view(position: Position, seat: int | None) -> View:
    state, f = position.state, position.fields()
    over, mover, together = f.stage == OVER, f.to_move, bool(cooperative(state))
    rolled = f.stage not in (EXTRA, OVER)  # the dice of the seat to move, with its unused one
    unused = int(current_unused(state, mover)) if rolled else None
    return {
        "mode": SOLITAIRES[f.solitaire] if position.players == 1 else MODES[f.mode],
        "difficulty": DIFFICULTIES[f.difficulty] if together else None,
        "round": f.lap,
        "rounds_left": f.last_rounds if f.last_rounds >= 0 else None,
        "first": f.first,
        "to_move": None if over else mover,
        "pending": None if over else PENDING[f.stage],
        "dice": f.dice,
        "unused_die": unused,
        "total": None if unused is None else sum(f.dice) + unused,
        "event": event_of(state, mover) if rolled else None,
        "engineer": 10 * f.engineer,
        "next_cogs": next_cogs(position),
        "ways": ways(position, mover) if f.stage == RESOLVE else [],
        "cave_ins": f.cave_ins,
        "inner": [_inner_hex(state, f, inner) for inner in range(1, HEXES + 1)],
        "outer": [_outer_hex(f, outer) for outer in range(1, HEXES + 1)],
        "machine": {"done": int(cogs_delivered(state)), "of": COGS},
        "time": {"done": int(boxes_checked(state)), "of": BOXES * HEXES},
        "track": [_owner(owner) for owner in f.track[1:]],
        "sneezed": [other for other in range(position.players) if f.sneezed[other]],
        "alvos": [_sheet(state, f, other, together) for other in range(position.players)],
        "axel": _axel(state, f) if at_axel(state) else None,
    }


def event_of(state: State, seat: int) -> Event | Literal["advance"] | None:
    """What the roll of a seat brings, as long as its unused die is the one it began its turn with."""
    unused = int(current_unused(state, seat))
    total = int(state.dice.sum()) + unused
    if total == ADVANCE_TOTAL:
        return "advance"
    return EVENTS[unused - 1] if total == EVENT_TOTAL and not at_sopavre(state) else None


def _inner_hex(state: State, f: Fields, inner: int) -> Inner:
    return {
        "hex": inner,
        "label": f"{inner}/{inner + HEXES}",
        "gives": thing(inner),
        "closed": bool(closed(state, inner)),
        "alvos": [seat for seat in range(f.players) if f.alvo[seat] == inner],
    }


def _outer_hex(f: Fields, outer: int) -> Outer:
    part: Part | None = None
    if outer >= FIRST_PART:
        part = {
            "row": ROWS[outer].tolist(),
            "delivered": f.delivered[outer],
            "fires": {"done": f.fires[outer], "of": FIRES},
        }
    return {
        "hex": 10 * outer,
        "boxes": {"done": f.boxes[outer], "of": BOXES},
        "engineer": f.engineer == outer,
        "part": part,
    }


def _owner(owner: int) -> int | Literal["axel"] | None:
    if owner == AXEL_OWNER:
        return "axel"
    return owner - 1 if owner else None


def _marks(f: Fields, owner: int) -> list[int]:
    return [space for space, whose in enumerate(f.track) if whose == owner]


def _sheet(state: State, f: Fields, seat: int, together: bool) -> Sheet:
    dice = f.unused[seat][: f.written[seat]]
    health, shards, spent = f.health[seat], f.shards[seat], f.spent[seat]
    return {
        "seat": seat,
        "hex": f.alvo[seat] or None,
        "health": health,
        "eliminated": health == 0,
        "cogs": {str(kind): f.cogs[seat][kind] for kind in range(BOLT_HEX + 1, HEXES + 1)},
        "cogs_held": int(cogs_held(state, seat)),
        "bolts": f.bolts[seat],
        "shards": shards,
        "shards_spent": spent,
        "shards_left": SHARDS - shards - spent,
        "wilds": int(wilds_held(state, seat)),
        "unused_die": dice[-1],
        "unused_rows": [dice[UNUSED_ROW * row : UNUSED_ROW * (row + 1)] for row in range(UNUSED_ROWS)],
        "unused_row": UNUSED_ROW,
        "marks": _marks(f, seat + 1),
        "score": None if together else int(score_of(state, seat)),
        "tally": None if together else _tally(state, seat),
    }


def _tally(state: State, seat: int) -> Tally:
    return {
        "last_mark": int(last_mark(state, seat + 1)),
        "marks": int(for_marks(state, seat)),
        "rows": int(for_rows(state, seat)),
        "cogs": int(for_cogs(state, seat)),
        "bolts": int(for_bolts(state, seat)),
        "shards": int(for_shards(state, seat)),
    }


def _axel(state: State, f: Fields) -> Axel:
    """ALVOS-32: his marks are all that counts."""
    score = int(axel_score(state))
    tally: Tally = {"last_mark": 0, "marks": score, "rows": 0, "cogs": 0, "bolts": 0, "shards": 0}
    return {"marks": _marks(f, AXEL_OWNER), "score": score, "tally": tally}


def choice(position: Position, seat: int, action: int) -> Choice:
    state = position.state
    if action >= DELIVER_FROM:
        return _delivery(position, seat, action)
    if action <= COLLECT_BOTH:
        return _collect(position, seat, action)
    if action in (PASS, LEAVE):
        return {"kind": "pass" if action == PASS else "leave"}
    if action < GIFT_FROM:
        part = action - FIRE_FROM + FIRST_PART
        return {"kind": "fire", "part": 10 * part, "fires": int(state.fires[part])}
    if action == LOSE_WILD:
        return {"kind": "lose", "what": "wild", "held": int(wilds_held(state, seat))}
    if action == TAKE:
        return {"kind": "take", "what": thing(int(state.alvo[seat]))}
    kind = action - GIFT_FROM + 1 if action < LOSE_FROM else action - LOSE_FROM + FIRST_PART
    held = int(state.bolts[seat] if kind == BOLT_HEX else state.cogs[seat, kind])
    return {"kind": "gain" if action < LOSE_FROM else "lose", "what": thing(kind), "held": held}


def read_choice(position: Position, seat: int, parts: Mapping[str, Any]) -> int:
    """All but those by the dice: the ways of a view say what is sent for them."""
    for action in range(COLLECT_BOTH + 1, DELIVER_FROM):
        said = choice(position, seat, action)
        if all(parts.get(key) == said.get(key) for key in ("kind", "what", "part")):
            return action
    raise UnreadableError(NO_SUCH_ACTION)


def _collect(position: Position, seat: int, action: int) -> Choice:
    one, two = dice_of(position)
    unused = int(current_unused(position.state, seat))
    if action == COLLECT_BOTH:
        dice, added, keeps = [one, two], None, unused
    else:
        die = action - COLLECT_UNUSED + 1
        dice, added, keeps = [die], unused, two if die == one else one
    total = sum(dice) + (added or 0)
    inner = int(hex_of(total))
    return {
        "kind": "collect",
        "dice": dice,
        "unused": added,
        "keeps": keeps,
        "sum": total,
        "hex": inner,
        "what": thing(inner),
    }


def _delivery(position: Position, seat: int, action: int) -> Choice:
    way, cogs, wilds, bolt = split_delivery(action)
    one, two = dice_of(position)
    unused, part, row = int(current_unused(position.state, seat)), int(position.state.engineer), next_cogs(position)
    points, space = scored(position, seat, cogs, bolt)
    delivery: Choice = {
        "kind": "deliver",
        "dice": [one, two] if way == BY_ROLL else [],
        "unused": None if way == BY_ROLL else unused,
        "keeps": unused if way == BY_ROLL else way,
        "part": 10 * part,
        "load": [{"kind": kind, "wild": bool(wilds >> nth & 1)} for nth, kind in enumerate(row[:cogs])],
        "bolt": bool(bolt),
        "points": points,
        "space": space,
        "completes": cogs == len(row),
    }
    if way == BY_ROLL:
        delivery["hex"] = part
    return delivery
