"""The stack: all that somebody still has to do or to choose, as frames, the next one on top.

Each kind of frame is declared once: its name, its fields by name, and the least and the most that each may hold. The
four at the beginning carry something out; all others wait for a choice of their seat. How one is answered stands in the
file of its noun, and `asking.py` finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from alcove.games.alpacalypse.cards import CARDS, PROGRAM_FROM, PROGRAM_TO, STEPS
from alcove.kernel.jit import compiled

if TYPE_CHECKING:
    from alcove.games.alpacalypse.table import State

STACK, FRAME = 64, 9
OP, SEAT, PROGRAM, FIRST_FIELD = range(4)
"""What a frame is, whose, the program it comes from; then the fields of its kind."""
Bounds = tuple[int, int]


class Kind(NamedTuple):
    name: str
    fields: dict[str, Bounds]


KINDS_OF_FRAME: list[Kind] = []


def _kind(name: str, **fields: Bounds) -> tuple[Any, tuple[Any, ...]]:
    """The number of a kind, and where its frames have their fields."""
    KINDS_OF_FRAME.append(Kind(name, fields))
    return len(KINDS_OF_FRAME) - 1, tuple(FIRST_FIELD + nth for nth in range(len(fields)))


_CARD, _MAYBE_CARD, _SET, _FLAG, _PRICE = (0, CARDS - 1), (-1, CARDS - 1), (1, 15), (0, 1), (0, 9)

RUN, (RUN_STEP, RUN_END, RUN_SOFTENED) = _kind("run", step=(0, len(STEPS) - 1), end=(1, len(STEPS)), softened=_FLAG)
LAY, (LAY_CARD,) = _kind("lay", card=_CARD)
RAISE, (RAISE_BUILDING,) = _kind("raise", building=(0, 3))
OBTAIN, (OBTAIN_STALL,) = _kind("obtain", stall=(0, 4))
TURN, (TURN_ACTIONS,) = _kind("turn", actions=(0, 2))
TRACK, (TRACK_CHOICES, TRACK_STEPS) = _kind("track", choices=_SET, steps=(-9, 9))
PICK, (PICK_CHOICES, PICK_LEFT) = _kind("pick", choices=_SET, left=(1, 99))
ASK_DRAW, (DRAW_DECKS, DRAW_LEFT, DRAW_DIFFERENT, DRAW_COMPLETES) = _kind(
    "draw", decks=(0, 15), left=(1, 9), different=_FLAG, completes=_FLAG
)
ASK_ACQUIRE, (ACQUIRE_DECKS,) = _kind("acquire", decks=_SET)
KEEP, (KEEP_CARDS, KEEP_SECOND, _) = _kind("keep", card=_CARD, second=_MAYBE_CARD, third=_MAYBE_CARD)
DRAWN, (DRAWN_CARD,) = _kind("drawn", card=_CARD)
ASK_COMPLETE, (COMPLETE_DECKS,) = _kind("complete", decks=_SET)
ASK_WORK, (WORK_PARTS,) = _kind("work", parts=(1, 63))
ASK_BUILD, (BUILD_LESS,) = _kind("build", less=(0, 2))
PAY, (PAY_COST, *_, PAY_ANY, PAY_LESS) = _kind(
    "pay", soldier=_PRICE, coin=_PRICE, worker=_PRICE, material=_PRICE, any=_PRICE, less=_PRICE
)
ASK_TRADE, (TRADE_STEP,) = _kind("trade", step=(0, len(STEPS) - 2))
ASK_SCAVENGE, _ = _kind("scavenge")
TILE, _ = _kind("tile")
ITEM, _ = _kind("item")
DAY, _ = _kind("day")
TRIBE, _ = _kind("tribe")
FRAMES = tuple(kind.name for kind in KINDS_OF_FRAME)


@compiled
def push(state: State, op: int, seat: int, program: int, one: int, two: int, three: int) -> None:
    """A frame with its first three fields; the others are 0."""
    top = state.depth
    state.stack[top, OP] = op
    state.stack[top, SEAT] = seat
    state.stack[top, PROGRAM] = program
    state.stack[top, FIRST_FIELD] = one
    state.stack[top, FIRST_FIELD + 1] = two
    state.stack[top, FIRST_FIELD + 2] = three
    for at in range(FIRST_FIELD + 3, FRAME):
        state.stack[top, at] = 0
    state.depth = top + 1


@compiled
def ask(state: State, op: int, seat: int, program: int) -> None:
    """A frame without fields, or one whose fields are filled in afterwards."""
    push(state, op, seat, program, 0, 0, 0)


@compiled
def run_program(state: State, seat: int, program: int, softened: int) -> None:
    push(state, RUN, seat, program, PROGRAM_FROM[program], PROGRAM_TO[program], softened)


@compiled
def pop(state: State) -> None:
    """What lay there stays until `tidy_up`."""
    state.depth -= 1


@compiled
def tidy_up(state: State) -> None:
    """Wipe what is left above the stack: positions that are equal have equal bytes."""
    at = state.depth
    while state.stack[at, OP] != 0 or state.stack[at, PROGRAM] != 0:
        for value in range(FRAME):
            state.stack[at, value] = 0
        at += 1


@compiled
def top_value(state: State, at: int) -> int:
    return state.stack[state.depth - 1, at]
