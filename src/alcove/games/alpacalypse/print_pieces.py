"""The board, the player boards, the pieces and the player aids of The Alpacalypse as they are printed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from alcove.games.alpacalypse.cards import AGE_ENDS, ROUNDS_OF_AGE
from alcove.games.alpacalypse.print_cards import AGE_NUMERALS
from alcove.games.alpacalypse.print_words import DECK_TITLES
from alcove.games.alpacalypse.table import SHIELDS, TRACK_BOTTOM, TRACK_TOP
from alcove.games.alpacalypse.vocabulary import CUBE, DECKS, MEMBERS, RESOURCES, TRACKS
from alcove.games.alpacalypse.wording import CARD_NAMES, MEMBER_NAMES, TRACK_NAMES
from alcove.kernel.text import Text
from alcove.printing.sheets import MINI_EURO, STANDARD, Card, Cards, Face, Page

Words = Mapping[str, Any]

TRIBE_COLOURS = ("#b83a2c", "#2f66ad", "#3b7f3f", "#c9971f", "#7a4a9c")
DUMMY_COLOUR = "#8b98a1"
TRIBE_BOARD, AID = (190.0, 104.0), (190.0, 120.0)
MEMBER_SIZE, PAWN_SIZE, GOOD_SIZE, BUILDING_SIZE, WONDER_SIZE = 24.0, 12.0, 16.0, 25.4, 27.0
PAWNS, AGE_MARKS, DUMMIES, GOODS_EACH = 10, 3, 4, 22
"""Of each tribe; of the dummy with two players; of each good."""
SPACE_GLYPHS = {
    "scavenge": "discard",
    "resources": "any",
    "field-test": "different",
    "diplomacy": "cube",
    "leadership": "action",
}

TRIBES = Text("Player boards", "Stammestafeln")
MEMBERS_TITLE = Text("Tribe tokens: five of each tribe", "Mitglieder: fünf von jedem Stamm")
PAWNS_TITLE = Text(
    "Pawns: {pawns} and {marks} age markers of each tribe, {dummies} of the dummy",
    "Figuren: {pawns} und {marks} Zeitaltermarken von jedem Stamm, {dummies} für den Strohmann",
).fill(pawns=PAWNS, marks=AGE_MARKS, dummies=DUMMIES)
GOODS_TITLE = Text("Resources and diplomacy cubes: {n} of each", "Ressourcen und Diplomatiewürfel: je {n}").fill(
    n=GOODS_EACH
)
BUILDINGS_TITLE = Text("Production buildings", "Produktionsgebäude")
WONDERS_TITLE = Text("Wonders and the first-player token", "Wunder und der Startstein")
AIDS_TITLE = Text("Player aids", "Übersichten")
BOARD_TITLES = (
    ("board-tracks", Text("Board: prestige", "Spielplan: Prestige")),
    ("board-spaces", Text("Board: action spaces", "Spielplan: Aktionsfelder")),
    ("board-market", Text("Board: market", "Spielplan: Markt")),
    ("board-decks", Text("Board: New Day and action cards", "Spielplan: Neuer Tag und Aktionskarten")),
)


def tribe_sheets(printed: Mapping[str, Any], words: Words, language: str) -> list[Cards]:
    boards = [Card(Face("tribe", _tribe(one, printed, words, language))) for one in printed["tribes"]]
    return [Cards(TRIBES.of(language), TRIBE_BOARD, boards)]


def _tribe(one: Mapping[str, Any], printed: Mapping[str, Any], words: Words, language: str) -> dict[str, Any]:
    number = one["number"]
    return {
        "words": words,
        "name": one["name"][language],
        "joke": (one.get("joke") or {}).get(language, ""),
        "number": number,
        "seat": number,
        "colour": TRIBE_COLOURS[number - 1],
        "members": [
            {"id": member, "name": MEMBER_NAMES[member].of(language), "influence": one["influence"][member]}
            for member in MEMBERS
        ],
        "buildings": [
            {
                "name": building["name"][language],
                "icon": building["face"][0]["icon"],
                "built": building["id"] == one["built"],
                "cost": one["costs"].get(building["id"], []),
            }
            for building in printed["buildings"]
        ],
        "wonder": one["wonder"],
        "blessing": one["blessing"],
    }


def piece_sheets(printed: Mapping[str, Any], words: Words, language: str) -> list[Cards]:
    tribes = [(one, TRIBE_COLOURS[one["number"] - 1]) for one in printed["tribes"]]
    members = [
        Card(Face("member", _member(one, colour, member, language))) for one, colour in tribes for member in MEMBERS
    ]
    pawns = [
        Card(Face("pawn", {"colour": colour, "sign": str(one["number"])}), count=PAWNS + AGE_MARKS)
        for one, colour in tribes
    ]
    dummies = Card(Face("pawn", {"colour": DUMMY_COLOUR, "sign": "–"}), count=DUMMIES)
    goods = [Card(Face("token", {"glyph": good}), count=GOODS_EACH) for good in (*RESOURCES, CUBE)]
    wonders = [Card(Face("token", {"glyph": "wonder-tile"})) for _ in tribes]
    first = Card(Face("token", {"glyph": "token", "share": 0.8}))
    return [
        _round(MEMBERS_TITLE, MEMBER_SIZE, members, language),
        _round(PAWNS_TITLE, PAWN_SIZE, [*pawns, dummies], language),
        _round(GOODS_TITLE, GOOD_SIZE, goods, language),
        Cards(BUILDINGS_TITLE.of(language), (BUILDING_SIZE, BUILDING_SIZE), _buildings(tribes, printed, language)),
        _round(WONDERS_TITLE, WONDER_SIZE, [*wonders, first], language),
    ]


def _round(title: Text, size: float, cards: Sequence[Card], language: str) -> Cards:
    return Cards(title.of(language), (size, size), cards, round=True)


def _member(one: Mapping[str, Any], colour: str, member: str, language: str) -> dict[str, Any]:
    return {
        "id": member,
        "seat": one["number"],
        "colour": colour,
        "influence": one["influence"][member],
        "letter": MEMBER_NAMES[member].of(language)[0],
    }


def _buildings(
    tribes: Sequence[tuple[Mapping[str, Any], str]], printed: Mapping[str, Any], language: str
) -> list[Card]:
    return [
        Card(Face("building", {"colour": colour, "icon": one["face"][0]["icon"], "name": one["name"][language]}))
        for _, colour in tribes
        for one in printed["buildings"]
    ]


def board_pages(printed: Mapping[str, Any], words: Words, language: str) -> list[Page]:
    told = {
        "words": words,
        "mini": MINI_EURO,
        "standard": STANDARD,
        "token": MEMBER_SIZE,
        "spaces": list(range(TRACK_BOTTOM, TRACK_TOP + 1)),
        "shields": list(SHIELDS),
        "tracks": [{"id": track, "name": TRACK_NAMES[track].of(language)} for track in TRACKS],
        "milestones": [one["name"][language] for one in printed["milestones"]],
        "rounds": _rounds(),
        "members": [_spaces(member, printed, language) for member in MEMBERS],
        "ages": [f"{DECK_TITLES['age'].of(language)} {numeral}" for numeral in AGE_NUMERALS.values()],
        "decks": [{"id": deck, "name": CARD_NAMES[deck].of(language)} for deck in DECKS],
    }
    return [Page(title.of(language), Face(draw, told)) for draw, title in BOARD_TITLES]


def _rounds() -> list[dict[str, Any]]:
    """ALPAC-12: which rounds belong to which age."""
    return [
        {"number": end - rounds + nth, "age": age, "age-name": AGE_NUMERALS[age]}
        for age, (rounds, end) in enumerate(zip(ROUNDS_OF_AGE, AGE_ENDS, strict=True), 1)
        for nth in range(1, rounds + 1)
    ]


def _spaces(member: str, printed: Mapping[str, Any], language: str) -> dict[str, Any]:
    spaces = [
        {
            "name": one["name"][language],
            "text": one["text"][language],
            "glyph": SPACE_GLYPHS.get(one["id"], one["id"]),
        }
        for one in printed["spaces"]
        if one["member"] == member
    ]
    return {"id": member, "name": MEMBER_NAMES[member].of(language), "spaces": spaces}


def aid_sheets(words: Words, language: str) -> list[Cards]:
    """One for each tribe: the round in front, the points and the icons behind."""
    read = tomllib.loads(resources.files(__package__).joinpath("summary.toml").read_text("utf-8"))
    front, back = (Face("aid", _aid(read[side], language)) for side in ("round", "points"))
    return [Cards(AIDS_TITLE.of(language), AID, [Card(front, back, count=len(TRIBE_COLOURS))])]


def _aid(side: Mapping[str, Any], language: str) -> dict[str, Any]:
    return {
        "title": side["title"][language],
        "blocks": [
            {"title": block["title"][language], "lines": [line[language] for line in block["lines"]]}
            for block in side["block"]
        ],
        "icon-title": side.get("icon-title", {}).get(language, ""),
        "icons": [{"glyph": one["glyph"], "name": one[language]} for one in side.get("icon", [])],
    }
