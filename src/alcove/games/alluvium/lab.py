"""What the lab counts in Alluvium: forms, how they are turned, what is drawn on the sheets of others, and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.notation import FORM_NAMES
from alcove.games.alluvium.sheet import BOXES, FORMS, ORIENTATIONS, PASS, PLUG_FROM
from alcove.games.alluvium.table import CARDS, MAX_ROUNDS, OTHERS, State, rounds, sheet_before, touched
from alcove.kernel.jit import compiled
from alcove.kernel.text import Text
from alcove.lab.section import Section, mean, rate
from alcove.lab.simulate import FinishedGames, Simulated
from alcove.lab.sources import add_sources, by_source
from alcove.lab.sums import Sums
from alcove.lab.things import Group, Number, Style

FORM_IDS = tuple(form.lower() for form in FORMS)
TURNED = Text("{form}, turned {turn}°", "{form}, um {turn}° gedreht")
ORIENTATION_IDS = tuple(f"{FORM_IDS[form]}-{turn}" for form, turn, _ in ORIENTATIONS)
ORIENTATION_NAMES = tuple(TURNED.fill(form=FORM_NAMES[form], turn=turn) for form, turn, _ in ORIENTATIONS)
HELP_IDS = ("none", "one", "two", "three", "plug", "pass")
HELP_NAMES = (
    Text("a form that touches nothing of the owner's", "eine Form, die nichts vom Eigenen berührt"),
    Text("… that touches one box", "… die ein Kästchen berührt"),
    Text("… that touches two", "… die zwei berührt"),
    Text("… that touches three or more", "… die drei oder mehr berührt"),
    Text("filling a hole", "ein Loch füllen"),
    Text("passing", "passen"),
)
THINGS = (
    Group(
        "turns",
        Text("Forms as they are turned", "Formen, wie sie gedreht sind"),
        ORIENTATION_IDS,
        ORIENTATION_NAMES,
        repeats=True,
    ),
    Group("help", Text("On the sheets of others", "Auf den Blättern der anderen"), HELP_IDS, HELP_NAMES, repeats=True),
    Group("opening", Text("First drawing", "Erste Zeichnung"), ORIENTATION_IDS, ORIENTATION_NAMES),
    Group("forms", Text("Forms", "Formen"), FORM_IDS, tuple(FORM_NAMES), "dealt"),
)
HELP_FROM = len(ORIENTATIONS)
PLUG_AT, PASS_AT = HELP_FROM + 4, HELP_FROM + 5
OPENING_FROM = HELP_FROM + len(HELP_IDS)
FORMS_FROM = OPENING_FROM + len(ORIENTATIONS)
MANY_TOUCHED = 3

STYLES = {
    "helper": Style(
        Text("helps wherever it can", "hilft, wo es geht"), {"help.none": 0.05, "help.two": 3.0, "help.three": 6.0}
    ),
    "hermit": Style(Text("keeps to itself", "bleibt für sich"), {"help.none": 8.0, "help.two": 0.3, "help.three": 0.1}),
    "filler": Style(Text("fills every hole", "füllt jedes Loch"), {"help.plug": 20.0}),
}
NUMBERS = {
    "rounds": Number(
        Text("rounds with three or four", "Runden zu dritt oder viert"), "table", "ROUNDS_OF_FEW", 1, MAX_ROUNDS
    ),
    "rounds-of-five": Number(Text("rounds with five", "Runden zu fünft"), "table", "ROUNDS_OF_FIVE", 1, MAX_ROUNDS),
    "second": Number(
        Text("parts that the second helper gets one of", "Teile, von denen der zweite Helfer einen bekommt"),
        "rules",
        "SECOND_PARTS",
        1,
        9,
    ),
    "third": Number(
        Text("the same for the third, with five", "dasselbe für den dritten, zu fünft"), "rules", "THIRD_PARTS", 1, 9
    ),
}

ROUND = Text("round {n}", "Runde {n}")
BONUS = Text("bonus", "Bonus")
DRAWINGS = Text("Drawings", "Zeichnungen")
WHAT, FIGURE = Text("what", "was"), Text("figure", "Wert")
PASSES = Text("passes in a game", "Passen je Spiel")
SCORED_0 = Text("rounds that brought a player nothing", "Runden, die jemandem nichts brachten")
COVERED = Text("boxes coloured on a sheet at the end", "am Ende gefärbte Kästchen eines Blatts")


@compiled
def things(state: State, seat: int, action: int, out: Any) -> int:
    others = state.stage == OTHERS
    if action == PASS:
        out[0] = PASS_AT
        return 1 if others else 0
    if action >= PLUG_FROM:
        out[0] = PLUG_AT
        return 1
    out[0] = action // BOXES
    if others:
        out[1] = HELP_FROM + min(touched(state, sheet_before(state, seat), action), MANY_TOUCHED)
        return 2
    if rules.first_land(state) and state.draft[seat] < 0 and state.second[seat] < 0:
        out[1] = OPENING_FROM + action // BOXES
        return 2
    return 1


def measure(finished: FinishedGames, sums: Sums) -> None:
    rows, players = finished.rows, finished.players
    laps = int(rounds(rows[0])) if len(rows) else MAX_ROUNDS
    scored = rows["points"][:, :players, :laps].astype(np.int64)
    add_sources(finished, sums, np.concatenate([scored, (finished.scores - scored.sum(axis=2))[:, :, None]], axis=2))
    sums.add("passes", (rows["drawn"] == PASS).sum(axis=(1, 2)))
    sums.add("nothing", (scored == 0).reshape(-1))
    covered = np.bitwise_count(rows["filled"][:, :players]).sum(axis=(1, 2), dtype=np.int64)
    sums.add("covered", covered, unit=players)
    used = rows["deck"][:, :players, : min(laps + 1, CARDS)]  # ALLUV-8: two in the first round, then one in each
    for form in range(len(FORMS)):
        finished.taken[:, :, FORMS_FROM + form] = (used == form).any(axis=2)


def sections(simulated: Simulated) -> Sequence[Section]:
    sums = simulated.sums
    laps = sums.size("sources") - 1
    drawings = [
        (PASSES, mean(sums.of("passes").average)),
        (SCORED_0, rate(sums.of("nothing").rate)),
        (COVERED, mean(sums.of("covered").average)),
    ]
    return [
        by_source(simulated, [*(ROUND.fill(n=lap + 1) for lap in range(laps)), BONUS]),
        Section("drawings", DRAWINGS, (WHAT, FIGURE), drawings),
    ]
