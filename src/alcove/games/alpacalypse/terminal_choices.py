"""The choices of The Alpacalypse in words, as far as the drawing does not show what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alcove.games.alpacalypse import printed
from alcove.games.alpacalypse.printed import LETTERS
from alcove.games.alpacalypse.table import TRACK_BOTTOM, TRACK_TOP
from alcove.games.alpacalypse.vocabulary import MEMBERS
from alcove.kernel.text import Text
from alcove.terminal.language import say
from alcove.terminal.scene import Folded, Scene

SENDS = Text("{who} is busy for this round", "{who} ist in dieser Runde unterwegs")
STAYS = Text("you take the penalty", "du nimmst die Strafe")
GOES_FIRST = Text("you go first in the Action phase", "du beginnst in der Aktionsphase")
TROTS = Text("no space is of use: 1 coin", "kein Feld ist von Nutzen: 1 Münze")
ACQUIRES = Text("draw 3, keep 1; {n} cards left", "3 ziehen, 1 behalten; noch {n} Karten")
DRAWS = Text("the top card; {n} cards left", "die oberste Karte; noch {n} Karten")
HELD = Text("you have {n}", "du hast {n}")
OWN = Text("all from your stock", "alles aus dem Vorrat")
CUBE = Text("a cube instead; you have {n}", "stattdessen ein Würfel; du hast {n}")
LESS = Text("1 less to pay", "1 weniger zu zahlen")
MOVES = Text("from {old} to {new}", "von {old} auf {new}")
SHIELD = Text("a shield on the way", "ein Schild am Weg")
ENDS_TURN = Text("end the turn", "den Zug beenden")
DECLINES = Text("leave it at that", "dabei belassen")
INFLUENCE = Text("Influence: {who}.", "Einfluss: {who}.")
WHERE = {
    "home": Text("at home", "zu Hause"),
    "event": Text("New Day", "Neuer Tag"),
    "market": Text("market", "Markt"),
    "trot": Text("trot", "Trab"),
}

HOW_TO_BID = Text("one or more of your free members {who}", "eines oder mehrere deiner freien Mitglieder {who}")
WITH_COINS = Text(", with up to {coins} coins", ", mit bis zu {coins} Münzen")
BID_FORM = Text("bid LETTERS", "bid BUCHSTABEN")
BID_FORM_COINS = Text("bid LETTERS+COINS", "bid BUCHSTABEN+MÜNZEN")


def where(place: str) -> str:
    return say(WHERE[place]) if place in WHERE else printed.space(place)


def fold(scene: Scene, texts: Sequence[str]) -> Folded:
    """All bids in one line."""
    bids = [text.removeprefix("bid ") for text in texts if text.startswith("bid ")]
    if not bids:
        return Folded([], list(texts))
    free = [letter for letter in LETTERS.values() if any(letter in bid.partition("+")[0] for bid in bids)]
    coins = max(int(bid.partition("+")[2] or 0) for bid in bids)
    how = say(HOW_TO_BID, who=" ".join(free)) + (say(WITH_COINS, coins=coins) if coins else "")
    line = (say(BID_FORM_COINS if coins else BID_FORM), how)
    return Folded([line], [text for text in texts if not text.startswith("bid ")])


def meaning(scene: Scene, text: str) -> str:
    verb, _, what = text.partition(" ")
    if verb in MEMBERS:
        return say(TROTS) if what == "trot" else ""
    return TOLD[verb](scene, what) if verb in TOLD else ""


def _own(scene: Scene) -> dict[str, Any]:
    tribe: dict[str, Any] = scene.table["tribes"][scene.viewer]
    return tribe


def _title(kind: str, component: str) -> str:
    return "" if printed.wears_its_id(kind, component) else printed.name(kind, component)


def _titled(kind: str, component: str) -> str:
    title = _title(kind, component)
    return f"{title}. {printed.text(kind, component)}" if title else printed.text(kind, component)


def _send(scene: Scene, what: str) -> str:
    return say(SENDS, who=printed.member(scene.table["new_day"]["responder"]))


def _take(scene: Scene, item: str) -> str:
    return say(GOES_FIRST) if item == "token" else _title("market", item)


def _full_card(scene: Scene, card: str) -> str:
    title, deck = _title("cards", card), printed.deck(card)
    return f"{f'{title} ({deck})' if title else deck}. {printed.card(card)}"


def _pay(scene: Scene, how: str) -> str:
    if how == "own":
        return say(OWN)
    held = _own(scene)["goods"]
    return say(CUBE, n=held["cube"]) if how.startswith("cube for") else say(HELD, n=held[how])


def _track(scene: Scene, track: str) -> str:
    """Where the pawn goes; the other pawns may stop it short of the top (ALPAC-6)."""
    old = scene.table["tracks"][track][scene.viewer]
    amount = scene.table["choice"]["amount"]
    taken = any(space == TRACK_TOP for seat, space in enumerate(scene.table["tracks"][track]) if seat != scene.viewer)
    new = max(TRACK_BOTTOM, min(TRACK_TOP - taken, old + amount))
    entered = range(old + 1, new + 1) if amount > 0 else range(new, old)
    shield = any(space in entered for space in scene.table["shields"])
    return say(MOVES, old=old, new=new) + (f", {say(SHIELD)}" if shield else "")


def _build(scene: Scene, building: str) -> str:
    return f"{printed.price(_own(scene)['tribe'], building)}: {printed.text('buildings', building)}"


def _pass(choice: dict[str, Any]) -> str:
    if choice["kind"] != "turn":
        return say(DECLINES)
    return "" if choice["actions"] else say(ENDS_TURN)


def _tribe(scene: Scene, tribe: str) -> str:
    influence = printed.printed("tribes")[tribe]["influence"]
    who = ", ".join(f"{printed.member(member)} {number}" for member, number in influence.items())
    return f"{_titled('tribes', tribe)} {say(INFLUENCE, who=who)}"


TOLD: dict[str, Callable[[Scene, str], str]] = {
    "send": _send,
    "stay": lambda scene, what: say(STAYS),
    "take": _take,
    "play": lambda scene, item: _title("market", item),
    "acquire": lambda scene, deck: say(ACQUIRES, n=scene.table["decks"][deck]["left"]),
    "draw": lambda scene, deck: say(DRAWS, n=scene.table["decks"][deck]["left"]),
    "complete": lambda scene, card: _title("cards", card),
    "keep": _full_card,
    "scavenge": _full_card,
    "gain": lambda scene, what: say(HELD, n=_own(scene)["goods"][what]),
    "pay": _pay,
    "less": lambda scene, what: say(LESS),
    "track": _track,
    "build": _build,
    "tile": lambda scene, tile: _titled("wonders", tile),
    "tribe": _tribe,
    "pass": lambda scene, what: _pass(scene.table["choice"]),
    "trade": lambda scene, what: printed.source_text(scene.table["choice"]["source"]["id"]),
}
"""By the first word."""
