"""The pictures of the rulebook of The Alpacalypse: parts of the board at a step of the lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from alcove.games.alpacalypse.cards import AGE_ENDS
from alcove.games.alpacalypse.components import components
from alcove.games.alpacalypse.print_cards import AGE_NUMERALS, Maker
from alcove.games.alpacalypse.print_pieces import SPACE_GLYPHS, TRIBE_COLOURS
from alcove.games.alpacalypse.print_words import told
from alcove.games.alpacalypse.vocabulary import DECKS, MEMBERS, TRACKS
from alcove.games.alpacalypse.wording import MEMBER_NAMES, TRACK_NAMES
from alcove.kernel.text import Text
from alcove.printing import drawings
from alcove.printing.sheets import Face

GAME = __package__.rpartition(".")[2]
SEATS = (Text("R", "R"), Text("B", "B"), Text("G", "G"), Text("Y", "G"), Text("P", "L"))
"""The first letters of the seats' colours."""
DUMMY = {"colour": "#8b98a1", "sign": "–"}
MILESTONE_GLYPHS = {
    "three-md": "MD",
    "three-pc": "PC",
    "three-bp": "BP",
    "three-at": "AT",
    "one-of-each": "action",
    "top": "track",
    "buildings": "production",
}

Table = Mapping[str, Any]


def diagram(lines: Sequence[str], language: str) -> Face:
    """`step: take` and `show: market bids`"""
    said = dict(line.split(": ", 1) for line in lines)
    table = drawings.steps(GAME)[said["step"]]["table"]
    parts = [{"draw": name, **SHOWN[name](table, language)} for name in said["show"].split()]
    return Face("diagram", {"words": told(language), "parts": parts})


def _pip(seat: int, language: str) -> dict[str, str]:
    return {"colour": TRIBE_COLOURS[seat], "sign": SEATS[seat].of(language)}


def _find(kind: str, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(one for one in components()[kind] if one["id"] == name)
    return found


def _tracks(table: Table, language: str) -> dict[str, Any]:
    def pawns(track: str, space: int) -> list[dict[str, str]]:
        here = [_pip(seat, language) for seat, at in enumerate(table["tracks"][track]) if at == space]
        return here + [DUMMY] * (table["dummy"] == space)

    rows = [
        {
            "id": track,
            "name": TRACK_NAMES[track].of(language),
            "spaces": [
                {"number": space, "shield": space in table["shields"], "pawns": pawns(track, space)}
                for space in table["track_spaces"]
            ],
        }
        for track in TRACKS
    ]
    return {"rows": rows}


def _day(table: Table, language: str) -> dict[str, Any]:
    day = _find("days", table["new_day"]["card"])
    met = [{"pip": _pip(seat, language), "how": how} for seat, how in enumerate(table["new_day"]["met"])]
    return {"card": Maker(told(language), language).day(day).front.told, "met": met}


def _market(table: Table, language: str) -> dict[str, Any]:
    maker = Maker(told(language), language)
    cards = [next(maker.market(_find("market", stall["card"]))).front.told for stall in table["market"]["stalls"]]
    return {"cards": cards}


def _bids(table: Table, language: str) -> dict[str, Any]:
    bids = [
        {"pip": _pip(seat, language), "seat": seat + 1, "members": bid["members"], "strength": bid["strength"]}
        for seat, bid in enumerate(table["bids"]["shown"])
    ]
    return {"bids": bids}


def _spaces(table: Table, language: str) -> dict[str, Any]:
    def space(one: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "name": _find("spaces", one["id"])["name"][language],
            "glyph": SPACE_GLYPHS.get(one["id"], one["id"]),
            "places": one["capacity"],
            "occupants": [{"who": by["by"], "seat": by["seat"] + 1} for by in one["occupants"]],
        }

    columns = [
        {
            "id": member,
            "name": MEMBER_NAMES[member].of(language),
            "spaces": [space(one) for one in table["spaces"] if one["member"] == member],
        }
        for member in MEMBERS
    ]
    return {"columns": columns}


def _rounds(table: Table, language: str) -> dict[str, Any]:
    ages = [
        {
            "name": _find("ages", age["tile"])["name"][language],
            "numeral": AGE_NUMERALS[number],
            "rounds": age["rounds"],
            "holders": [_pip(seat, language) for seat in age["holders"]],
        }
        for number, age in enumerate(table["ages"], 1)
    ]
    assert ages[-1]["rounds"][-1] == AGE_ENDS[-1]
    return {"ages": ages, "now": table["round"]}


def _goals(table: Table, language: str) -> dict[str, Any]:
    milestones = [
        {
            "name": _find("milestones", one["id"])["name"][language],
            "glyph": MILESTONE_GLYPHS[one["id"]],
            "owner": None if one["owner"] is None else _pip(one["owner"], language),
        }
        for one in table["milestones"]
    ]
    decks = [
        {"id": deck, "left": table["decks"][deck]["left"], "discards": len(table["decks"][deck]["discards"])}
        for deck in DECKS
    ]
    return {"milestones": milestones, "decks": decks}


SHOWN: dict[str, Callable[[Table, str], dict[str, Any]]] = {
    "tracks": _tracks,
    "day": _day,
    "market": _market,
    "bids": _bids,
    "spaces": _spaces,
    "rounds": _rounds,
    "goals": _goals,
}
