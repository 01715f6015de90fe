"""What the lab counts in Alvos: hexes, dice that are kept, deliveries, events, and where the points come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from alcove.games.alvos import score
from alcove.games.alvos.cave import (
    BY_ROLL,
    COLLECT_BOTH,
    COLLECT_UNUSED,
    DELIVER_FROM,
    EVENT_TOTAL,
    FIRST_PART,
    HEXES,
    LAST_PART,
    LOAD_COGS,
    LOADS_WITH_BOLT,
    PASS,
    ROW,
    State,
)
from alcove.games.alvos.sheet import at_sopavre, current_unused, hex_of
from alcove.kernel.jit import compiled
from alcove.kernel.text import Text, same
from alcove.lab.section import Section, mean, rate
from alcove.lab.simulate import FinishedGames, Simulated
from alcove.lab.sources import add_sources, by_source
from alcove.lab.sums import Sums
from alcove.lab.things import Group, Number, Style

DICE = tuple(str(number) for number in range(1, HEXES + 1))
HEX_NAMES = (Text("hex 1: a bolt", "Feld 1: ein Bolzen"), *(Text(f"hex {n}", f"Feld {n}") for n in range(2, HEXES + 1)))
EVENT_IDS = ("sneeze", "sabotage", "windfall", "trip", "attack", "cave-in")
EVENT_NAMES = (
    Text("sneeze", "Niesen"),
    Text("sabotage", "Sabotage"),
    Text("windfall", "Glücksfall"),
    Text("trip", "Stolpern"),
    Text("attack", "Angriff"),
    Text("cave-in", "Einsturz"),
)
LOAD_IDS = tuple(f"{cogs}{bolt}" for bolt in ("", "-bolt") for cogs in range(1, ROW + 1))
LOAD_NAMES = tuple(
    Text(f"{cogs} cogs{en}" if cogs > 1 else f"1 cog{en}", f"{cogs} Zahnräder{de}" if cogs > 1 else f"1 Zahnrad{de}")
    for en, de in (("", ""), (" and a bolt", " und ein Bolzen"))
    for cogs in range(1, ROW + 1)
)
THINGS = (
    Group("hexes", Text("Hexes collected from", "Felder, von denen gesammelt wird"), DICE, HEX_NAMES, repeats=True),
    Group(
        "kept", Text("Dice kept unused", "Würfel, die aufgehoben werden"), DICE, tuple(map(same, DICE)), repeats=True
    ),
    Group("loads", Text("Deliveries", "Lieferungen"), LOAD_IDS, LOAD_NAMES, repeats=True),
    Group("pass", Text("Passing", "Passen"), ("pass",), (Text("pass", "passen"),), repeats=True),
    Group("opening", Text("First hex", "Erstes Feld"), DICE, HEX_NAMES),
    Group("events", Text("Events", "Ereignisse"), EVENT_IDS, EVENT_NAMES, "event"),
)
KEPT_FROM = HEXES
LOADS_FROM = KEPT_FROM + HEXES
PASS_AT = LOADS_FROM + len(LOAD_IDS)
OPENING_FROM = PASS_AT + 1
EVENTS_FROM = OPENING_FROM + HEXES

STYLES = {
    "courier": Style(Text("delivers at once", "liefert sofort"), {"loads": 20.0}),
    "hoarder": Style(
        Text("waits for large loads", "wartet auf große Lieferungen"),
        {"loads.1": 0.02, "loads.1-bolt": 0.02, "loads.2": 0.2, "loads.2-bolt": 0.2},
    ),
    "bolts": Style(Text("loves bolts", "liebt Bolzen"), {"hexes.1": 10.0}),
}
NUMBERS = {
    "health": Number(Text("health at the start", "Gesundheit zu Beginn"), "cave", "HEALTH", 1, 6),
    "event": Number(Text("total that brings an event", "Summe, die ein Ereignis bringt"), "cave", "EVENT_TOTAL", 3, 18),
    "advance": Number(
        Text("total that moves the engineer", "Summe, die den Ingenieur bewegt"), "cave", "ADVANCE_TOTAL", 3, 18
    ),
    "shards": Number(Text("shards for a wild cog", "Splitter für ein Joker-Zahnrad"), "cave", "SHARDS_FOR_WILD", 1, 9),
    "last-rounds": Number(
        Text("rounds after an elimination", "Runden nach einem Ausscheiden"), "cave", "ROUNDS_AFTER_ELIMINATION", 1, 6
    ),
    "cogs-left": Number(
        Text("cogs that may be left together", "Zahnräder, die zusammen übrig sein dürfen"),
        "cave",
        "MAX_COGS_LEFT",
        0,
        9,
    ),
    "sopavre": Number(
        Text("points to win at the Sopavre", "Punkte gegen die Sopavre"), "cave", "WIN_AT_SOPAVRE", 1, 40
    ),
    **{
        f"points-{cogs}": Number(
            Text(f"points for {cogs} cogs", f"Punkte für {cogs} Zahnräder"), "cave", "POINTS", 0, 19, (cogs,)
        )
        for cogs in range(1, ROW + 1)
    },
    **{
        f"boxes-{name}": Number(
            Text(f"boxes at the start, {name}", f"Kästchen zu Beginn, {name}"), "cave", "BOXES_AT_SETUP", 0, 17, (at,)
        )
        for at, name in enumerate(("easy", "normal", "hard"))
    },
}

SOURCE_NAMES = (
    Text("the last mark on the track", "die letzte Marke auf der Leiste"),
    Text("marks", "Marken"),
    Text("rows of unused dice", "Reihen unbenutzter Würfel"),
    Text("cogs left", "übrige Zahnräder"),
    Text("bolts left", "übrige Bolzen"),
    Text("shards left", "übrige Splitter"),
)
CAVE = Text("The cave", "Die Höhle")
WHAT, FIGURE = Text("what", "was"), Text("figure", "Wert")
CAVE_NAMES = (
    Text("rounds", "Runden"),
    Text("cogs delivered", "gelieferte Zahnräder"),
    Text("boxes checked", "abgehakte Kästchen"),
    Text("fires", "Feuer"),
    Text("eliminated", "Ausgeschiedene"),
)
PART_DONE = Text("part {n} is complete", "Teil {n} ist fertig")


@compiled
def things(state: State, seat: int, action: int, out: Any) -> int:
    one, two = state.dice[0], state.dice[1]
    if action >= DELIVER_FROM:
        code = action - DELIVER_FROM
        way, load = code // LOADS_WITH_BOLT, code % LOADS_WITH_BOLT
        out[0] = LOADS_FROM + ROW * (load % 2) + LOAD_COGS[load // 2] - 1
        if way == BY_ROLL:
            return 1
        out[1] = KEPT_FROM + way - 1
        return 2
    if action == PASS:
        out[0] = PASS_AT
        return 1
    if action > PASS:
        return 0
    if action == COLLECT_BOTH:
        out[0], length = hex_of(one + two) - 1, 1
    else:
        die = action - COLLECT_UNUSED + 1
        out[0] = hex_of(die + current_unused(state, seat)) - 1
        out[1], length = KEPT_FROM + (two if die == one else one) - 1, 2
    if state.alvo[seat] == 0:
        out[length] = OPENING_FROM + out[0]
        length += 1
    return length


@compiled
def events(before: State, after: State, seats: Any, out: Any) -> int:
    """A turn has begun with a 10; one that an event ends at once is told by whoever comes next, and is missed."""
    if before.rng[2] == after.rng[2] or at_sopavre(after):
        return 0
    seat = after.to_move
    unused = current_unused(after, seat)
    if after.dice[0] + after.dice[1] + unused != EVENT_TOTAL:
        return 0
    seats[0], out[0] = seat, EVENTS_FROM + unused - 1
    return 1


def measure(finished: FinishedGames, sums: Sums) -> None:
    rows, players = finished.rows, finished.players
    if not finished.setup.together:
        parts = np.zeros((len(finished), players, len(SOURCE_NAMES)), np.int64)
        add_up(rows, parts)
        add_sources(finished, sums, parts)
    counted = [rows["lap"], rows["delivered"].sum(axis=1), rows["boxes"].sum(axis=1), rows["fires"].sum(axis=1)]
    sums.add("cave", np.stack([*counted, (rows["health"][:, :players] == 0).sum(axis=1)], axis=1))
    sums.add("parts", rows["delivered"][:, FIRST_PART : LAST_PART + 1] == ROW)


@compiled
def add_up(rows: Any, parts: Any) -> None:
    """ALVOS-28, line by line: [game, seat, line]."""
    for number in range(len(rows)):
        state = rows[number]
        for seat in range(parts.shape[1]):
            out = parts[number, seat]
            out[0] = score.last_mark(state, seat + 1)
            out[1] = score.for_marks(state, seat)
            out[2] = score.for_rows(state, seat)
            out[3] = score.for_cogs(state, seat)
            out[4] = score.for_bolts(state, seat)
            out[5] = score.for_shards(state, seat)


def sections(simulated: Simulated) -> Sequence[Section]:
    sums = simulated.sums
    rows = [(name, mean(figure.average)) for name, figure in zip(CAVE_NAMES, sums.each("cave"), strict=True)]
    done = [
        (PART_DONE.fill(n=10 * part), rate(figure.rate))
        for part, figure in zip(range(FIRST_PART, LAST_PART + 1), sums.each("parts"), strict=True)
    ]
    told = [by_source(simulated, SOURCE_NAMES)] if "sources" in sums else []
    return [*told, Section("cave", CAVE, (WHAT, FIGURE), [*rows, *done])]
