"""The choices of The Alpacalypse in words, as far as the drawing does not show what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alcove.games.alpacalypse import printed
from alcove.games.alpacalypse.printed import LETTERS
from alcove.games.alpacalypse.shapes import Choice
from alcove.kernel.text import Text
from alcove.terminal.language import say
from alcove.terminal.scene import Folded, Scene

SENDS = Text("{who} is busy for this round", "{who} ist in dieser Runde unterwegs")
STAYS = Text("you take the penalty", "du nimmst die Strafe")
GOES_FIRST = Text("you go first in the Action phase", "du beginnst in der Aktionsphase")
TROTS = Text("no space is of use: {what}", "kein Feld ist von Nutzen: {what}")
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
    every = {text: scene.parts(text) for text in texts}
    bids = {text: parts for text, parts in every.items() if parts["kind"] == "bid"}
    if not bids:
        return Folded([], list(texts))
    free = [letter for member, letter in LETTERS.items() if any(member in bid["members"] for bid in bids.values())]
    coins = max(bid["coins"] for bid in bids.values())
    how = say(HOW_TO_BID, who=" ".join(free)) + (say(WITH_COINS, coins=coins) if coins else "")
    line = (say(BID_FORM_COINS if coins else BID_FORM), how)
    return Folded([line], [text for text in texts if text not in bids])


def meaning(scene: Scene, text: str) -> str:
    parts = scene.parts(text)
    told = TOLD.get(parts["kind"])
    return told(scene, parts) if told else ""


def _title(kind: str, component: str) -> str:
    return "" if printed.wears_its_id(kind, component) else printed.name(kind, component)


def _titled(kind: str, component: str) -> str:
    title = _title(kind, component)
    return f"{title}. {printed.text(kind, component)}" if title else printed.text(kind, component)


def _full_card(scene: Scene, parts: Choice) -> str:
    card = parts["card"]
    title, deck = _title("cards", card), printed.deck(card)
    return f"{f'{title} ({deck})' if title else deck}. {printed.card(card)}"


def _track(scene: Scene, parts: Choice) -> str:
    """ALPAC-5, 6: as the rules say."""
    moves = say(MOVES, old=parts["before"], new=parts["after"])
    return f"{moves}, {say(SHIELD)}" if parts["earns"] else moves


def _build(scene: Scene, parts: Choice) -> str:
    return f"{printed.goods(parts['cost'])}: {printed.text('buildings', parts['building'])}"


def _tribe(scene: Scene, parts: Choice) -> str:
    influence = printed.printed("tribes")[parts["tribe"]]["influence"]
    who = ", ".join(f"{printed.member(member)} {number}" for member, number in influence.items())
    return f"{_titled('tribes', parts['tribe'])} {say(INFLUENCE, who=who)}"


TOLD: dict[str, Callable[[Scene, Choice], str]] = {
    "send": lambda scene, parts: say(SENDS, who=printed.member(parts["member"])),
    "stay": lambda scene, parts: say(STAYS),
    "token": lambda scene, parts: say(GOES_FIRST),
    "take": lambda scene, parts: _title("market", parts["item"]),
    "trot": lambda scene, parts: say(TROTS, what=printed.goods({"coin": parts["coins"]})),
    "play": lambda scene, parts: _title("market", parts["item"]),
    "acquire": lambda scene, parts: say(ACQUIRES, n=parts["left"]),
    "draw": lambda scene, parts: say(DRAWS, n=parts["left"]),
    "complete": lambda scene, parts: _title("cards", parts["card"]),
    "keep": _full_card,
    "scavenge": _full_card,
    "gain": lambda scene, parts: say(HELD, n=parts["before"]),
    "pay-own": lambda scene, parts: say(OWN),
    "cube-for": lambda scene, parts: say(CUBE, n=parts["before"]),
    "pay": lambda scene, parts: say(HELD, n=parts["before"]),
    "less": lambda scene, parts: say(LESS),
    "track": _track,
    "build": _build,
    "tile": lambda scene, parts: _titled("wonders", parts["tile"]),
    "tribe": _tribe,
    "decline": lambda scene, parts: say(DECLINES),
    "end": lambda scene, parts: say(ENDS_TURN),
    "trade": lambda scene, parts: printed.source_text(scene.table["choice"]["source"]["id"]),
}
"""By the kind of choice."""
