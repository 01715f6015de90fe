"""The layout of an observation of The Alpacalypse; `observe.py` fills it."""

from __future__ import annotations

from alcove.games.alpacalypse.actions import ACTION_KINDS
from alcove.games.alpacalypse.cards import AGE_TILES, CARDS, COPIES, DECK_SIZE, NEW_DAYS, PROGRAMS, SPACES, TRIBES
from alcove.games.alpacalypse.frames import FRAMES, STACK
from alcove.games.alpacalypse.table import (
    AGES,
    GOODS,
    KINDS,
    MARKET_TYPES,
    MAX_ROW,
    MILESTONES,
    PHASES,
    ROUNDS,
    SEATS,
    TILES,
    TRACK_BOTTOM,
    TRACK_COUNT,
    TRACK_TOP,
)
from alcove.games.alpacalypse.vocabulary import BUILDINGS, MEMBERS, POWERS
from alcove.kernel.layout import Block, Feature, Layout
from alcove.kernel.text import Text

MAX_GOODS = 100
FEW_GOODS = 12
"""Of goods, up to so many make the difference for most choices."""
MAX_POINTS = 120
MAX_POWER = 20
MAX_COPIES = int(COPIES.max())
MAX_ITEMS = 10
MAX_STRENGTH = 120
MAX_STEPS = 9
RESOLUTION_STEPS = 5
SPOTS = 6
"""Where a member can be: at home, at the event, in the market, trotting, or on one of its two spaces."""


def _of_each(name: str, high: int, means: Text, *shape: int, low: int = 0) -> Feature:
    """Something of every tribe: the own one first, then the next seats."""
    return Feature(name, (SEATS, *shape), high, means, low)


TABLE = (
    Feature("round", (1,), ROUNDS, Text("the round", "die Runde")),
    Feature("age", (AGES,), 1, Text("the age", "das Zeitalter")),
    Feature("phase", (len(PHASES),), 1, Text("the phase, from tribes to over", "die Phase, von Stämme bis vorbei")),
    Feature("step", (RESOLUTION_STEPS,), 1, Text("the step of the resolution", "der Schritt der Auswertung")),
    Feature("new_day", (len(NEW_DAYS),), 1, Text("the New Day", "der Neue Tag")),
    Feature("past_days", (len(NEW_DAYS),), 1, Text("the New Days before", "die Neuen Tage davor")),
    Feature("stalls", (SEATS, MARKET_TYPES), 1, Text("the card on each stall", "die Karte auf jedem Stand")),
    Feature("taken", (SEATS, SEATS), 1, Text("who has taken it", "wer sie genommen hat")),
    Feature("token", (SEATS,), 1, Text("who has taken the token", "wer den Startmarker genommen hat")),
    Feature(
        "market",
        (MARKET_TYPES,),
        MAX_ITEMS,
        Text("market cards dealt so far", "bisher ausgelegte Marktkarten"),
    ),
    Feature("age_tiles", (AGES, len(AGE_TILES)), 1, Text("the tile of each age", "das Plättchen jedes Zeitalters")),
    Feature("milestones", (MILESTONES, SEATS), 1, Text("who has reached each", "wer jeden erreicht hat")),
    Feature(
        "wonder_tiles",
        (TILES, SEATS + 1),
        1,
        Text("who has each wonder tile, at the end nobody", "wer jedes Wunderplättchen hat, am Ende niemand"),
    ),
    Feature("deck_left", (KINDS,), int(DECK_SIZE.max()), Text("cards in each deck", "Karten in jedem Stapel")),
    Feature("discards", (CARDS,), MAX_COPIES, Text("discarded cards", "abgelegte Karten")),
    Feature("helpers", (len(SPACES), SEATS), MAX_ITEMS, Text("assistants on each space", "Hilfskräfte je Feld")),
)
TRIBE = (
    _of_each("there", 1, Text("seats of this game", "Plätze dieser Partie")),
    _of_each("first", 1, Text("who is first player", "wer beginnt")),
    _of_each("tribe", 1, Text("the tribe", "der Stamm"), len(TRIBES)),
    _of_each("met", 1, Text("New Day passed, failed", "Neuer Tag bestanden, verfehlt"), 2),
    _of_each(
        "goods",
        MAX_GOODS,
        Text("soldiers, coins, workers, material, cubes", "Soldaten, Münzen, Arbeiter, Material, Würfel"),
        GOODS,
    ),
    _of_each("few_goods", FEW_GOODS, Text("the same, up to twelve", "dasselbe, bis zwölf"), GOODS),
    _of_each(
        "pawns",
        TRACK_TOP,
        Text("the pawns on the tracks", "die Figuren auf den Leisten"),
        TRACK_COUNT,
        low=TRACK_BOTTOM,
    ),
    _of_each(
        "members",
        1,
        Text(
            "where each member is: home, event, market, trot, its first space, its second",
            "wo jedes Mitglied ist: zu Hause, Ereignis, Markt, Trott, sein erstes Feld, sein zweites",
        ),
        len(MEMBERS),
        SPOTS,
    ),
    _of_each("built", 1, Text("production buildings", "Produktionsgebäude"), len(BUILDINGS)),
    _of_each("wonder", 1, Text("the wonder is built", "das Wunder ist gebaut")),
    _of_each("completed", MAX_COPIES, Text("completed cards", "abgeschlossene Karten"), CARDS),
    _of_each("kept", MAX_ITEMS, Text("market cards kept", "behaltene Marktkarten"), MARKET_TYPES),
    _of_each(
        "hand_sizes",
        int(DECK_SIZE.max()),
        Text("cards in hand, by deck, starters last", "Handkarten je Stapel, Startkarten zuletzt"),
        KINDS + 1,
    ),
    _of_each("known", MAX_COPIES, Text("cards in hand that all have seen", "Handkarten, die alle kennen"), CARDS),
    _of_each("bonus", MAX_ITEMS, Text("bonus actions to come", "Bonusaktionen, die noch kommen")),
    _of_each("powers", MAX_POWER, Text("permanent powers", "dauerhafte Kräfte"), len(POWERS)),
    _of_each("age_bonus", 1, Text("bonus of each age", "Bonus jedes Zeitalters"), AGES),
    _of_each(
        "this_age",
        MAX_POWER,
        Text(
            "in this age: completed by deck, built, passed",
            "im Zeitalter: abgeschlossen je Stapel, gebaut, bestanden",
        ),
        KINDS + 2,
    ),
    _of_each("advanced", 1, Text("tracks advanced in this age", "Leisten mit Fortschritt im Zeitalter"), TRACK_COUNT),
    _of_each("points", MAX_POINTS, Text("the score as it stands", "der Punktestand"), low=-8),
    _of_each("bid_made", 1, Text("has bid", "hat geboten")),
    _of_each(
        "bid_members",
        1,
        Text("members in the bid; the own, or all once they are open", "Mitglieder im Gebot; das eigene, oder offene"),
        len(MEMBERS),
    ),
    _of_each("bid_coins", MAX_GOODS, Text("coins in it", "Münzen darin")),
    _of_each("bid_strength", MAX_STRENGTH, Text("strength of an open bid", "Stärke eines offenen Gebots")),
)
PENDING = (
    Feature("turn", (SEATS,), 1, Text("whose turn of the action phase", "wessen Zug der Aktionsphase")),
    Feature("turn_number", (3,), 1, Text("first, second, bonus", "erster, zweiter, Bonus")),
    Feature("actions", (1,), 2, Text("actions left in it", "übrige Aktionen darin")),
    Feature("depth", (1,), STACK, Text("how much is still to be done", "wie viel noch zu tun ist")),
    Feature("asked", (SEATS,), 1, Text("who has to choose now", "wer jetzt wählen muss")),
    Feature("question", (len(FRAMES),), 1, Text("what is asked", "was gefragt ist")),
    Feature("source", (len(PROGRAMS),), 1, Text("the text it comes from", "der Text, aus dem es kommt")),
    Feature("price", (6,), 9, Text("to pay: the resources, any, less", "zu zahlen: Ressourcen, beliebige, Nachlass")),
    Feature("steps", (1,), MAX_STEPS, Text("spaces to move a pawn", "Felder für eine Figur"), low=-MAX_STEPS),
    Feature("amount", (1,), MAX_ITEMS, Text("resources to take, or cards to draw", "Ressourcen oder Karten")),
    Feature("streak", (1,), MAX_ROW, Text("actions in a row", "Aktionen hintereinander")),
    Feature("raised", (len(BUILDINGS),), 1, Text("the building to be put up", "das Gebäude, das entsteht")),
    Feature("laid", (CARDS,), MAX_COPIES, Text("cards to be completed", "Karten vor dem Abschluss")),
    Feature("obtained", (SEATS,), 1, Text("stalls still to be given out", "Stände, die noch zu verteilen sind")),
)
OWN = (
    Feature("hand", (CARDS,), MAX_COPIES, Text("the own hand", "die eigene Hand")),
    Feature("offered", (CARDS,), MAX_COPIES, Text("cards just drawn", "eben gezogene Karten")),
    Feature("viewer", (1,), 1, Text("a seat, not a spectator", "ein Platz, kein Publikum")),
)

MEANS = {
    "pass": Text("pass, end the turn, or decline", "passen, den Zug beenden oder ablehnen"),
    "send": Text("send the member", "das Mitglied schicken"),
    "stay": Text("send nobody", "niemanden schicken"),
    "tribe": Text("choose a tribe", "einen Stamm wählen"),
    "token": Text("take the first-player token", "den Startspielstein nehmen"),
    "take": Text("take a market card", "eine Marktkarte nehmen"),
    "member": Text("a member to a space", "ein Mitglied auf ein Feld"),
    "assistant": Text("an assistant to a space", "eine Hilfskraft auf ein Feld"),
    "trot": Text("a member trots", "ein Mitglied trabt"),
    "play": Text("play a market card", "eine Marktkarte ausspielen"),
    "acquire": Text("draw or acquire from a deck", "von einem Stapel ziehen oder nehmen"),
    "complete": Text("complete a card", "eine Karte abschließen"),
    "keep": Text("keep a card that was drawn", "eine gezogene Karte behalten"),
    "scavenge": Text("take a card from the discards", "eine Karte aus der Ablage nehmen"),
    "gain": Text("gain a resource", "eine Ressource bekommen"),
    "pay-own": Text("pay what is named", "zahlen, was verlangt ist"),
    "cube-for": Text("pay a cube instead of a resource", "mit einem Würfel statt Ressource zahlen"),
    "pay": Text("pay a resource, or a cube, for any", "Ressource oder Würfel für beliebige zahlen"),
    "less": Text("a discount on a resource, or on any", "Nachlass auf eine Ressource, oder beliebig"),
    "track": Text("move a pawn", "eine Figur ziehen"),
    "build": Text("put up a building", "ein Gebäude errichten"),
    "trade": Text("trade", "tauschen"),
    "tile": Text("take a wonder tile", "ein Wunderplättchen nehmen"),
    "bid": Text(
        "bid these members, as a set from 1 on, and so many coins", "diese Mitglieder bieten, und so viele Münzen"
    ),
    "no-bid": Text("bid nothing", "nichts bieten"),
}
BLOCKS = tuple(Block(one.kind, one.shape, MEANS[one.kind]) for one in ACTION_KINDS)
LAYOUT = Layout(version=2, features=(*TABLE, *TRIBE, *PENDING, *OWN), blocks=BLOCKS)
