"""The cards and tiles of The Alpacalypse as they are printed: fronts from the tables, and a back for each deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from alcove.games.alpacalypse.print_words import DECK_TITLES, KINDS
from alcove.games.alpacalypse.vocabulary import DECKS
from alcove.printing.sheets import MINI_EURO, STANDARD, Card, Cards, Face

Component = Mapping[str, Any]
Words = Mapping[str, Any]

DECK_COLOURS = {"MD": "#b5483c", "PC": "#94670f", "BP": "#557d46", "AT": "#3d739c", "starter": "#7a4a9c"}
"""As on the table; starter cards have purple backs."""
DAY_COLOUR, MARKET_COLOUR, AGE_COLOUR, WONDER_COLOUR = "#c0700f", "#8a5a86", "#6b5a49", "#86670f"
MARKET_BACK = "#fbf7ee"
AGE_NUMERALS = {1: "I", 2: "II", 3: "III"}


def card_sheets(printed: Mapping[str, Any], words: Words, language: str) -> list[Cards]:
    """One kind after the other. Copies of a card are printed as often as there are (ALPAC-60 to 65)."""
    maker = Maker(words, language)
    decks = [
        Cards(maker.title(deck), MINI_EURO, [maker.action(card) for card in printed["cards"] if card["deck"] == deck])
        for deck in (*DECKS, "starter")
    ]
    market = [card for one in printed["market"] for card in maker.market(one)]
    return [
        Cards(maker.title("day"), STANDARD, [maker.day(one) for one in printed["days"]]),
        *decks,
        Cards(maker.title("market"), MINI_EURO, market),
        Cards(maker.title("age"), MINI_EURO, [maker.age(one) for one in printed["ages"]]),
        Cards(maker.title("wonder"), MINI_EURO, [maker.wonder(one) for one in printed["wonders"]]),
    ]


class Maker:
    """Makes cards in one language."""

    def __init__(self, words: Words, language: str) -> None:
        self._words, self._language = words, language

    def title(self, deck: str) -> str:
        return DECK_TITLES[deck].of(self._language)

    def action(self, one: Component) -> Card:
        colour, deck = DECK_COLOURS[one["deck"]], one["deck"]
        front = self._face(one, colour, deck, self.title(deck), cost=one["cost"], wonder=bool(one.get("wonder")))
        return Card(front, self._back(colour, deck, deck), one["copies"])

    def market(self, one: Component) -> Iterator[Card]:
        """ALPAC-62: the back says for which age and from how many players on."""
        front = self._face(one, MARKET_COLOUR, one["kind"], KINDS[one["kind"]].of(self._language), who=one.get("role"))
        for place in one["places"]:
            players = str(self._words["players"]).format(n=place["players"])
            back = {**self._back_told(MARKET_BACK, "bid", "market"), "age": place["age"], "players": players}
            yield Card(front, Face("back", back))

    def day(self, one: Component) -> Card:
        front = self._face(one, DAY_COLOUR, "hourglass", self.title("day"), who=one["responder"])
        return Card(front, self._back(DAY_COLOUR, "hourglass", "day"))

    def age(self, one: Component) -> Card:
        numeral = AGE_NUMERALS[one["age"]]
        front = self._face(one, AGE_COLOUR, "vp", f"{self.title('age')} {numeral}")
        told = {**self._back_told(AGE_COLOUR, "vp", "age"), "age": one["age"], "players": numeral}
        return Card(front, Face("back", told))

    def wonder(self, one: Component) -> Card:
        front = self._face(one, WONDER_COLOUR, "wonder-tile", self.title("wonder"))
        return Card(front, self._back(WONDER_COLOUR, "wonder-tile", "wonder"))

    def _face(self, one: Component, colour: str, glyph: str, kind: str, **more: Any) -> Face:
        vp = one.get("vp", 0)
        told = {
            "words": self._words,
            "name": one["name"][self._language],
            "text": one["text"][self._language],
            "joke": (one.get("joke") or {}).get(self._language, ""),
            "colour": colour,
            "glyph": glyph,
            "kind": kind,
            "cost": None,
            "vp": vp,
            "vp-words": str(self._words["vp"]).format(n=vp),
            "hero": bool(one.get("hero")),
            "answers": bool(one.get("answers")),
            **{part: _listed(one.get(part)) for part in ("face", "fail", "bonus", "power", "resolution")},
            **more,
        }
        return Face("card", told)

    def _back(self, colour: str, glyph: str, deck: str) -> Face:
        return Face("back", self._back_told(colour, glyph, deck))

    def _back_told(self, colour: str, glyph: str, deck: str) -> dict[str, Any]:
        return {"colour": colour, "glyph": glyph, "name": self.title(deck)}


def _listed(parts: Sequence[Any] | None) -> list[Any]:
    return list(parts or ())
