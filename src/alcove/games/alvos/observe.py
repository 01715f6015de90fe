"""Alvos as numbers: the cave, the track, and the sheets of all Alvos, the own one first."""

from __future__ import annotations

from typing import Any

from alcove.games.alvos.cave import (
    AXEL,
    AXEL_OWNER,
    BOXES,
    FIRES,
    FIRST_PART,
    HEXES,
    LAST_PART,
    LOADS,
    MAX_HEALTH,
    OVER,
    ROUNDS_AFTER_ELIMINATION,
    ROW,
    SEATS,
    SHARDS,
    TRACK,
    UNUSED,
    State,
)
from alcove.games.alvos.score import score_of
from alcove.games.alvos.sheet import cooperative, current_unused
from alcove.kernel.jit import compiled
from alcove.kernel.layout import Block, Feature, Layout
from alcove.kernel.text import Text

MAX_ROUNDS = 100
MAX_HELD = 30
MAX_CAVE_INS = 6
MAX_POINTS = 80
PARTS = LAST_PART - FIRST_PART + 1
STAGES = OVER + 1
VERSUS_MODE, TOGETHER_MODE, AXEL_MODE, SOPAVRE_MODE = range(4)


def _of_each(name: str, high: int, means: Text, *shape: int, low: int = 0) -> Feature:
    """Something of every Alvo: the own one first, then the next seats."""
    return Feature(name, (SEATS, *shape), high, means, low)


LAYOUT = Layout(
    version=1,
    features=(
        Feature(
            "mode",
            (4,),
            1,
            Text("against each other, together, Axel, the Sopavre", "gegeneinander, zusammen, Axel, die Sopavre"),
        ),
        Feature("difficulty", (3,), 1, Text("together: easy, normal, hard", "zusammen: leicht, mittel, schwer")),
        Feature("round", (1,), MAX_ROUNDS, Text("the round, no more than 100", "die Runde, höchstens 100")),
        Feature(
            "rounds_left",
            (ROUNDS_AFTER_ELIMINATION + 1,),
            1,
            Text("how many rounds follow, once an end is in sight", "wie viele Runden folgen, sobald ein Ende naht"),
        ),
        Feature(
            "stage",
            (STAGES,),
            1,
            Text(
                "what is to be decided: resolution, skipped, fire, gift, loss, extra, or it is over",
                "was zu entscheiden ist: Auswertung, keine, Feuer, Geschenk, Verlust, Zugabe, oder es ist vorbei",
            ),
        ),
        Feature("dice", (2, HEXES), 1, Text("the two dice", "die beiden Würfel")),
        Feature("engineer", (HEXES,), 1, Text("the engineer's hex", "das Feld des Ingenieurs")),
        Feature("cave_ins", (1,), MAX_CAVE_INS, Text("how often hex 1 has caved in", "wie oft Feld 1 eingestürzt ist")),
        Feature("boxes", (HEXES,), BOXES, Text("boxes checked, by outer hex", "abgehakte Kästchen je äußerem Feld")),
        Feature("delivered", (PARTS,), ROW, Text("cogs delivered, by part", "gelieferte Zahnräder je Teil")),
        Feature("fires", (PARTS,), FIRES, Text("fires, by part", "Feuer je Teil")),
        Feature(
            "track",
            (TRACK, SEATS + 1),
            1,
            Text(
                "whose mark a space has: own, the next seats, at the end Axel",
                "wessen Marke ein Feld hat: eigene, die nächsten Plätze, am Ende Axel",
            ),
        ),
        _of_each("there", 1, Text("seats of this game", "Plätze dieser Partie")),
        _of_each("to_move", 1, Text("whose turn it is", "wer am Zug ist")),
        _of_each("first", 1, Text("who begins each round", "wer jede Runde beginnt")),
        _of_each("hex", 1, Text("the Alvo's inner hex", "das innere Feld des Alvos"), HEXES),
        _of_each("health", MAX_HEALTH, Text("health, 0 when eliminated", "Leben, 0 nach dem Ausscheiden")),
        _of_each("cogs", MAX_HELD, Text("cogs 2 to 6, no more than 30", "Zahnräder 2 bis 6, höchstens 30"), PARTS),
        _of_each("bolts", MAX_HELD, Text("bolts, no more than 30", "Bolzen, höchstens 30")),
        _of_each("shards", SHARDS, Text("cog shards shaded", "schraffierte Splitter")),
        _of_each("spent", SHARDS, Text("cog shards crossed out", "durchgestrichene Splitter")),
        _of_each("unused", 1, Text("the unused die", "der ungenutzte Würfel"), HEXES),
        _of_each("written", UNUSED, Text("unused dice written down", "notierte ungenutzte Würfel")),
        _of_each("sneezed", 1, Text("sneezed in this round", "hat in dieser Runde geniest")),
        _of_each(
            "points",
            MAX_POINTS,
            Text("the score as it stands, from -80 to 80", "der Punktestand, von -80 bis 80"),
            low=-MAX_POINTS,
        ),
        Feature("viewer", (1,), 1, Text("a seat, not a spectator", "ein Platz, kein Publikum")),
    ),
    blocks=(
        Block(
            "collect", (6,), Text("collect by a die of this value and the unused die", "mit Würfel und freiem sammeln")
        ),
        Block("collect_both", (1,), Text("collect by both dice", "mit beiden Würfeln sammeln")),
        Block("pass", (1,), Text("pass", "passen")),
        Block("fire", (PARTS,), Text("where it burns: part 20 to 60", "wo es brennt: Teil 20 bis 60")),
        Block(
            "gain",
            (1 + PARTS,),
            Text("gain a bolt, or a cog of kind 2 to 6", "eine Schraube oder Zahnrad 2 bis 6 bekommen"),
        ),
        Block(
            "lose",
            (PARTS + 1,),
            Text("lose a cog of kind 2 to 6, or a wild one", "Zahnrad 2 bis 6 oder einen Joker verlieren"),
        ),
        Block("take", (1,), Text("take what the hex gives", "nehmen, was das Feld gibt")),
        Block("leave", (1,), Text("leave it", "es lassen")),
        Block(
            "deliver",
            (7, len(LOADS), 2),
            Text(
                "deliver by the roll, or keep a die of 1 to 6; how many cogs, which of them wild; with a bolt or not",
                "liefern nach Wurf, oder Würfel 1 bis 6 behalten; wie viele Zahnräder, welche Joker; mit Schraube",
            ),
        ),
    ),
)
MODE, DIFFICULTY, ROUND, ROUNDS_LEFT = (LAYOUT.start(name) for name in ("mode", "difficulty", "round", "rounds_left"))
STAGE, DICE, ENGINEER, CAVE_INS = (LAYOUT.start(name) for name in ("stage", "dice", "engineer", "cave_ins"))
BOXES_AT, DELIVERED, FIRES_AT, TRACK_AT = (LAYOUT.start(name) for name in ("boxes", "delivered", "fires", "track"))
THERE, TO_MOVE, FIRST, HEX, HEALTH = (LAYOUT.start(name) for name in ("there", "to_move", "first", "hex", "health"))
COGS, BOLTS, SHADED, SPENT, DIE = (LAYOUT.start(name) for name in ("cogs", "bolts", "shards", "spent", "unused"))
WRITTEN, SNEEZED, POINTS, VIEWER = (LAYOUT.start(name) for name in ("written", "sneezed", "points", "viewer"))


@compiled
def observe(state: State, seat: int, out: Any) -> None:
    _observe_cave(state, out)
    own = max(seat, 0)
    for space in range(1, TRACK + 1):
        owner = state.track[space]
        if owner == AXEL_OWNER:
            out[TRACK_AT + (space - 1) * (SEATS + 1) + SEATS] = 1
        elif owner > 0:
            out[TRACK_AT + (space - 1) * (SEATS + 1) + (owner - 1 - own) % state.players] = 1
    for place in range(state.players):
        _observe_sheet(state, (own + place) % state.players, place, out)
    out[VIEWER] = seat >= 0


@compiled
def _observe_cave(state: State, out: Any) -> None:
    out[MODE + _mode(state)] = 1
    if cooperative(state):
        out[DIFFICULTY + state.difficulty] = 1
    out[ROUND] = min(state.lap, MAX_ROUNDS)
    if state.last_rounds >= 0:
        out[ROUNDS_LEFT + state.last_rounds] = 1
    out[STAGE + state.stage] = 1
    for slot in range(2):
        if state.dice[slot] > 0:
            out[DICE + HEXES * slot + state.dice[slot] - 1] = 1
    out[ENGINEER + state.engineer - 1] = 1
    out[CAVE_INS] = min(state.cave_ins, MAX_CAVE_INS)
    for outer in range(1, HEXES + 1):
        out[BOXES_AT + outer - 1] = state.boxes[outer]
    for part in range(FIRST_PART, LAST_PART + 1):
        out[DELIVERED + part - FIRST_PART] = state.delivered[part]
        out[FIRES_AT + part - FIRST_PART] = state.fires[part]


@compiled
def _mode(state: State) -> int:
    if state.players == 1:
        return AXEL_MODE if state.solitaire == AXEL else SOPAVRE_MODE
    return TOGETHER_MODE if cooperative(state) else VERSUS_MODE


@compiled
def _observe_sheet(state: State, seat: int, place: int, out: Any) -> None:
    out[THERE + place] = 1
    out[TO_MOVE + place] = state.stage != OVER and state.to_move == seat
    out[FIRST + place] = state.first == seat
    out[HEALTH + place] = state.health[seat]
    out[BOLTS + place] = min(state.bolts[seat], MAX_HELD)
    out[SHADED + place] = state.shards[seat]
    out[SPENT + place] = state.spent[seat]
    out[WRITTEN + place] = state.written[seat]
    out[SNEEZED + place] = state.sneezed[seat] > 0
    if not cooperative(state):
        out[POINTS + place] = max(-MAX_POINTS, min(MAX_POINTS, score_of(state, seat)))
    if state.alvo[seat] > 0:
        out[HEX + HEXES * place + state.alvo[seat] - 1] = 1
    for kind in range(FIRST_PART, HEXES + 1):
        out[COGS + PARTS * place + kind - FIRST_PART] = min(state.cogs[seat, kind], MAX_HELD)
    out[DIE + HEXES * place + current_unused(state, seat) - 1] = 1
