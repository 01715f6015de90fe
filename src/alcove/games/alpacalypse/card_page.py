"""The list of all cards as a page of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

DECKS = {
    "MD": "Military Deployments",
    "PC": "Production Contracts",
    "BP": "Building Plans",
    "AT": "Advanced Techs",
    "starter": "Starter cards",
}
AGES = {1: "I", 2: "II", 3: "III"}


def table(heading: str, columns: str, rows: Iterable[Iterable[object]]) -> str:
    names = columns.split(", ")
    lines = [names, ["---"] * len(names), *rows]
    return f"## {heading}\n\n" + "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def name(card: dict[str, Any]) -> str:
    copies = f" ({card['copies']}×)" if card.get("copies", 1) > 1 else ""
    return f"{card['name']['en']}{copies}<br>*{card['name']['de']}*"


def text(card: dict[str, Any]) -> str:
    return str(card["text"]["en"])


def price(parts: list[dict[str, Any]]) -> str:
    return ", ".join(f"{part['n']} {part['icon']}" for part in parts)


def page(printed: Mapping[str, Any]) -> str:
    """All that is printed, in tables."""
    parts = [
        "# The cards of The Alpacalypse\n\nMade from the tables in `src/alcove/games/alpacalypse/cards` by "
        "`scripts/write_cards.py`.\n"
    ]
    for deck, heading in DECKS.items():
        rows = ((name(c), c["cost_text"]["en"], text(c)) for c in printed["cards"] if c["deck"] == deck)
        parts.append(table(heading, "card, cost, what it does", rows))
    market = (
        (name(c), AGES[place["age"]], f"{place['players']}+", c["kind"], text(c))
        for c in printed["market"]
        for place in c["places"]
    )
    parts.append(table("Market", "card, age, players, kind, what it does", market))
    parts.append(table("New Days", "card, what it does", ((name(c), text(c)) for c in printed["days"])))
    ages = ((name(c), AGES[c["age"]], text(c)) for c in printed["ages"])
    parts.append(table("Age bonus tiles", "tile, age, what it asks for", ages))
    parts.append(table("Bonus wonder tiles", "tile, what it does", ((name(c), text(c)) for c in printed["wonders"])))
    tribes = (
        (
            c["number"],
            name(c),
            " ".join(map(str, c["influence"].values())),
            text(c),
            "; ".join(f"{building}: {price(cost)}" for building, cost in c["costs"].items()),
        )
        for c in printed["tribes"]
    )
    parts.append(table("Tribes", "number, tribe, influence W F B R L, what it has, prices", tribes))
    return "\n".join(parts)
