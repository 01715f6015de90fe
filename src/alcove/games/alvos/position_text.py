"""A whole position of Alvos in one line of key=value words, written for people and read strictly."""

from __future__ import annotations

import re
from typing import Any, Literal

import numpy as np

from alcove.games.alvos.cave import (
    ADVANCE_TOTAL,
    ALL_ELIMINATED,
    ATTACK,
    AXEL_OWNER,
    BOXES,
    CAVE_FELL,
    CROWD,
    EVENT_TOTAL,
    EXTRA,
    FIRE,
    FIRST_PART,
    GIFT,
    HEXES,
    LAST_PART,
    LAST_ROUNDS,
    LOSE,
    MACHINE_DESTROYED,
    MAX_HEALTH,
    OVER,
    REASONS,
    RESOLVE,
    ROUNDS_AFTER_ELIMINATION,
    ROW,
    SABOTAGE,
    SEATS,
    SHARDS,
    SHARDS_FOR_WILD,
    SKIP,
    STATE,
    TRACK,
    TRIP,
    TURN_DONE,
    UNUSED,
    WINDFALL,
    State,
)
from alcove.games.alvos.rules import check_boxes_at_setup
from alcove.games.alvos.score import see_whether_it_ends
from alcove.games.alvos.sheet import (
    alone,
    at_axel,
    at_sopavre,
    boxes_full,
    cogs_delivered,
    cogs_held,
    cooperative,
    current_unused,
    losses_open,
    machine_complete,
    parts_incomplete,
)
from alcove.kernel.errors import UnreadableError
from alcove.kernel.options import Options
from alcove.kernel.text import Text
from alcove.kernel.words import bad, read_number, read_rng

Mode = Literal["versus", "cooperative"]
Difficulty = Literal["easy", "normal", "hard"]
Solitaire = Literal["axel", "sopavre"]
Pending = Literal["resolve", "skip", "fire", "gift", "lose", "extra"]
MODES: tuple[Mode, ...] = ("versus", "cooperative")
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "normal", "hard")
SOLITAIRES: tuple[Solitaire, ...] = ("axel", "sopavre")
PENDING: tuple[Pending, ...] = ("resolve", "skip", "fire", "gift", "lose", "extra")
STAGES = (*PENDING, "over")
NONE = "-"
AXEL_NAME = "axel"
MAX_ROUNDS = 9999
MAX_BOLTS = 999
KEYS = [
    "players",
    "mode",
    "difficulty",
    "solitaire",
    "round",
    "first",
    "turn",
    "stage",
    "dice",
    "engineer",
    "boxes",
    "delivered",
    "fires",
    "cave-ins",
    "track",
    "alvos",
    "health",
    "cogs",
    "bolts",
    "shards",
    "spent",
    "unused",
    "sneezed",
    "last-rounds",
    "ending",
    "rng",
]
COG_DIGITS = re.compile(r"[2-6]{1,2000}", re.ASCII)
DICE_DIGITS = re.compile(rf"[1-6]{{1,{UNUSED}}}", re.ASCII)
MARK = re.compile(rf"(0|[1-9][0-9]?):([1-{SEATS}]|{AXEL_NAME})", re.ASCII)


def write(state: State) -> str:
    players = int(state.players)
    seats = range(players)
    values = (
        players,
        MODES[state.mode],
        DIFFICULTIES[state.difficulty],
        SOLITAIRES[state.solitaire],
        state.lap,
        state.first + 1,
        state.to_move + 1,
        STAGES[state.stage],
        _listed(state.dice),
        f"{state.engineer}0",
        _listed(state.boxes[1:]),
        _listed(state.delivered[FIRST_PART:]),
        _listed(state.fires[FIRST_PART:]),
        state.cave_ins,
        ",".join(f"{space}:{_owner(owner)}" for space, owner in enumerate(state.track) if owner) or NONE,
        ",".join(str(inner) if inner else NONE for inner in state.alvo[:players]),
        _listed(state.health[:players]),
        "/".join("".join(str(kind) * n for kind, n in enumerate(state.cogs[seat].tolist())) or NONE for seat in seats),
        _listed(state.bolts[:players]),
        _listed(state.shards[:players]),
        _listed(state.spent[:players]),
        "/".join("".join(map(str, state.unused[seat, : state.written[seat]])) for seat in seats),
        ",".join(str(seat + 1) for seat in seats if state.sneezed[seat]) or NONE,
        NONE if state.last_rounds < 0 else state.last_rounds,
        REASONS[state.ending] if state.stage == OVER else NONE,
        f"{state.rng[0]:016x}.{state.rng[1]:016x}.{state.rng[2]}",
    )
    return " ".join(f"{key}={value}" for key, value in zip(KEYS, values, strict=True))


def _listed(numbers: Any) -> str:
    return ",".join(str(number) for number in numbers)


def _owner(owner: int) -> str:
    return AXEL_NAME if owner == AXEL_OWNER else str(owner)


def read(text: str) -> tuple[Any, Options]:
    """The record, and the options that belong to it."""
    words = _Words(text)
    row = np.zeros(1, dtype=STATE)
    state = row[0]
    players = state.players = words.number("players", 1, SEATS)
    state.mode = words.one_of("mode", MODES)
    state.difficulty = words.one_of("difficulty", DIFFICULTIES)
    state.solitaire = words.one_of("solitaire", SOLITAIRES)
    state.lap = words.number("round", 1, MAX_ROUNDS)
    state.first = words.number("first", 1, players) - 1
    state.to_move = words.number("turn", 1, players) - 1
    state.stage = words.one_of("stage", STAGES)
    state.dice[:] = words.numbers("dice", 2, 1, 6)
    _read_cave(state, words)
    _read_track(state, words)
    _read_sheets(state, words)
    state.rng[:] = words.rng()
    _check_engineer(state)
    _check_health(state)
    if state.stage == OVER:
        state.ending = words.one_of("ending", REASONS)
        _check_ending(state)
    elif words.value("ending") != NONE:
        raise bad("ending")
    else:
        _check_stage(state)
    options: Options = {
        "mode": MODES[state.mode],
        "difficulty": DIFFICULTIES[state.difficulty],
        "solitaire": SOLITAIRES[state.solitaire],
    }
    return row, options


def _read_cave(state: State, words: _Words) -> None:
    parts = LAST_PART - FIRST_PART + 1
    state.engineer = words.one_of("engineer", tuple(f"{part}0" for part in range(HEXES + 1)))
    state.boxes[1:] = words.numbers("boxes", HEXES, 0, BOXES)
    state.delivered[FIRST_PART:] = words.numbers("delivered", parts, 0, ROW)
    state.fires[FIRST_PART:] = words.numbers("fires", parts, 0, 2)
    state.cave_ins = words.number("cave-ins", 0, 2)


def _read_track(state: State, words: _Words) -> None:
    marks = words.value("track")
    reached = 0
    for word in [] if marks == NONE else marks.split(","):
        match = MARK.fullmatch(word)
        if match is None or not reached < int(match[1]) <= TRACK or cooperative(state):
            raise bad("track")
        reached = int(match[1])
        owner = AXEL_OWNER if match[2] == AXEL_NAME else int(match[2])
        if owner > state.players and not (owner == AXEL_OWNER and at_axel(state)):
            raise bad("track")
        state.track[reached] = owner


def _read_sheets(state: State, words: _Words) -> None:
    players = int(state.players)
    state.alvo[:players] = [
        0 if word == NONE else read_number("alvos", word, 1, HEXES) for word in words.parts("alvos", ",", players)
    ]
    state.health[:players] = words.numbers("health", players, 0, MAX_HEALTH)
    state.bolts[:players] = words.numbers("bolts", players, 0, MAX_BOLTS)
    state.shards[:players] = words.numbers("shards", players, 0, SHARDS)
    state.spent[:players] = words.numbers("spent", players, 0, SHARDS)
    for seat in range(players):
        if state.spent[seat] % SHARDS_FOR_WILD or state.shards[seat] + state.spent[seat] > SHARDS:
            raise bad("spent")
    for seat, held in enumerate(words.parts("cogs", "/", players)):
        if held != NONE and (COG_DIGITS.fullmatch(held) is None or list(held) != sorted(held)):
            raise bad("cogs")
        for kind in held.replace(NONE, ""):
            state.cogs[seat, int(kind)] += 1
    for seat, dice in enumerate(words.parts("unused", "/", players)):
        if DICE_DIGITS.fullmatch(dice) is None:
            raise bad("unused")
        state.written[seat] = len(dice)
        state.unused[seat, : len(dice)] = [int(die) for die in dice]
    sneezers = words.value("sneezed")
    last = 0
    for word in [] if sneezers == NONE else sneezers.split(","):
        seat = read_number("sneezed", word, last + 1, players)
        state.sneezed[seat - 1] = 1
        last = seat
    left = words.value("last-rounds")
    state.last_rounds = -1 if left == NONE else read_number("last-rounds", left, 0, ROUNDS_AFTER_ELIMINATION)


def _check_engineer(state: State) -> None:
    """ALVOS-9: he goes round from 20, so the boxes tell where he stands."""
    start = np.zeros(1, dtype=STATE)
    start[0].difficulty = state.difficulty
    if cooperative(state):
        check_boxes_at_setup(start[0])
    checked = (state.boxes - start[0].boxes).tolist()
    laps, left = checked[1], int(state.engineer) - FIRST_PART
    ahead = [laps] * (LAST_PART - FIRST_PART + 1 - left)
    if laps < 0 or left < 0 or checked[FIRST_PART:] != [laps + 1] * left + ahead:
        raise bad("boxes")


def _check_health(state: State) -> None:
    """ALVOS-30: the eliminated have nothing but their marks and their unused dice."""
    out = [seat for seat in range(int(state.players)) if state.health[seat] == 0]
    for seat in out:
        if cogs_held(state, seat) or state.bolts[seat] or state.shards[seat] or state.alvo[seat] or state.sneezed[seat]:
            raise bad("health")
    whole_rounds_follow = state.last_rounds == ROUNDS_AFTER_ELIMINATION
    if bool(out) != (state.last_rounds >= 0) or (whole_rounds_follow and state.stage not in (EXTRA, OVER)):
        raise bad("last-rounds")
    if at_sopavre(state) and (out or state.sneezed.any() or state.cave_ins):  # ALVOS-33
        raise bad("solitaire")


def _check_ending(state: State) -> None:
    ending = int(state.ending)
    if ending == MACHINE_DESTROYED:
        fits = sorted(state.fires)[-2:-1] != [2] and state.fires.max() == 2
    else:
        fits = state.fires.max() < 2
    fits = fits and (ending == CAVE_FELL) == (state.cave_ins == 2)
    fits = fits and (ending == ALL_ELIMINATED) == (state.health.sum() == 0)
    if not fits:
        raise bad("ending")
    if ending in (MACHINE_DESTROYED, CAVE_FELL, ALL_ELIMINATED):
        return
    if ending == LAST_ROUNDS:
        if state.last_rounds != 0 or _ends_by_itself(state) is not None:
            raise bad("ending")
    elif _ends_by_itself(state) != ending:
        raise bad("ending")


def _ends_by_itself(state: State) -> int | None:
    """The end that comes after a turn in this position, if any."""
    row = np.zeros(1, dtype=STATE)
    row[0] = state
    row[0].stage = TURN_DONE
    see_whether_it_ends(row[0])
    return int(row[0].ending) if row[0].stage == OVER else None


def _check_stage(state: State) -> None:
    seat = int(state.to_move)
    unused = int(current_unused(state, seat))
    total = int(state.dice.sum()) + unused
    if state.health[seat] == 0:
        raise bad("turn")
    if state.fires.max() > 1 or state.cave_ins > 1:
        raise bad("ending")
    just_advanced = state.stage in (RESOLVE, FIRE) and total == ADVANCE_TOTAL
    may_be_complete = at_sopavre(state) and just_advanced
    may_be_nineteen = at_axel(state) and just_advanced and state.track[TRACK] == AXEL_OWNER
    if (
        (boxes_full(state) and not just_advanced)
        or (machine_complete(state) and not may_be_complete)
        or (state.track[TRACK] and not may_be_nineteen)
    ):
        raise bad("ending")
    event = unused if total == EVENT_TOTAL and not at_sopavre(state) else 0
    one, two = state.dice
    fits = {
        RESOLVE: True,
        SKIP: event == ATTACK and losses_open(state, seat) == 0,
        FIRE: _struck(state) if at_sopavre(state) else event == SABOTAGE and one != two and min(one, two) >= FIRST_PART,
        GIFT: event == WINDFALL,
        LOSE: event in (TRIP, ATTACK) and losses_open(state, seat) > 1,
        EXTRA: state.players >= CROWD and bool(alone(state, seat)),
    }
    if not fits[int(state.stage)]:
        raise bad("stage")


def _struck(state: State) -> bool:
    """ALVOS-33: the engineer has moved, and there are more boxes than cogs."""
    total = int(state.dice.sum()) + int(current_unused(state, 0))
    outnumbered = state.boxes.sum() > cogs_delivered(state)
    return bool(total == ADVANCE_TOTAL and outnumbered and parts_incomplete(state) > 1)


class _Words:
    """The words of a position text, each key once and in order."""

    def __init__(self, text: str) -> None:
        pairs = [word.partition("=") for word in text.split(" ")]
        if [key for key, _, _ in pairs] != KEYS:
            raise UnreadableError(
                Text("A position has the words {keys}.", "Eine Stellung hat die Wörter {keys}.").fill(
                    keys=", ".join(KEYS)
                )
            )
        self.values = {key: value for key, _, value in pairs}

    def value(self, key: str) -> str:
        return self.values[key]

    def number(self, key: str, least: int, most: int) -> int:
        return read_number(key, self.values[key], least, most)

    def parts(self, key: str, between: str, count: int) -> list[str]:
        words = self.values[key].split(between)
        if len(words) != count:
            raise bad(key)
        return words

    def numbers(self, key: str, count: int, least: int, most: int) -> list[int]:
        return [read_number(key, word, least, most) for word in self.parts(key, ",", count)]

    def one_of(self, key: str, names: tuple[str, ...]) -> int:
        if self.values[key] not in names:
            raise bad(key)
        return names.index(self.values[key])

    def rng(self) -> Any:
        return read_rng(self.values["rng"])
