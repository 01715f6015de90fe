"""Alluvium on paper: sheets to draw on, the pioneer cards of five colours, and the Direction card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.games.alluvium.notation import FORM_NAMES
from alcove.games.alluvium.sheet import FORMS, ORIENTATION_NAMED, ORIENTATIONS, SOLID, TURNS, box_name
from alcove.games.alluvium.table import COLOURS, MAX_ROUNDS
from alcove.kernel.text import Text
from alcove.printing.sheets import MINI_EURO, STANDARD, Card, Cards, Document, Face, Page

LETTERS = "rbgyn"
NAMES = (
    Text("Red", "Rot"),
    Text("Blue", "Blau"),
    Text("Green", "Grün"),
    Text("Yellow", "Gelb"),
    Text("Brown", "Braun"),
)
PENCILS = ("#b8392b", "#2a62ab", "#3c7a2f", "#a8740a", "#6b4423")
"""As the table draws them; `print.typ` has them for backs and bands."""
SHEET_COPIES = COLOURS
DRAWN_FROM = {
    "forms": {
        f"{FORMS[form]} {turn}": [list(cell) for cell in ORIENTATIONS[named][2]]
        for (form, turn), named in ORIENTATION_NAMED.items()
    },
    "letters": list(LETTERS),
    "solid": [box_name(box) for box in SOLID],
}

GAME = Text("Sheets to draw on", "Blätter zum Zeichnen")
CARDS = Text("Pioneer cards and Direction card", "Pionierkarten und Richtungskarte")
SHEETS = Text("A sheet for each player", "Ein Blatt für jede Person")
PIONEERS = Text("Pioneer cards in five colours", "Pionierkarten in fünf Farben")
DIRECTION = Text("Direction card", "Richtungskarte")
WORDS = {
    "colour": Text("Colour", "Farbe"),
    "community": Text("Community", "Gemeinschaft"),
    "round": Text("Round", "Runde"),
    "fifth": Text("not with five", "nicht zu fünft"),
    "helpers": Text("Helper Track", "Helferleiste"),
    "helper": Text(
        "a check for each box of the owner that a drawing touches",
        "ein Haken für jedes Kästchen, das eine Zeichnung beim Besitzer berührt",
    ),
    "sum": Text("Sum", "Summe"),
    "bonus": Text("Bonus from the others' sheets", "Bonus von den Blättern der anderen"),
    "total": Text("Total", "Gesamt"),
    "solid": Text(
        "In round 1 each of your two forms covers one of the boxes with bold lines.",
        "In Runde 1 bedeckt jede deiner zwei Formen eins der fett umrandeten Kästchen.",
    ),
    "ranks": Text(
        "At the end, by checks: the first gets all boxes of the own largest area here, the second half of them, "
        "with five the third a quarter.",
        "Am Ende nach Haken: Der Erste erhält alle Kästchen seines größten Gebiets hier, der Zweite die Hälfte, zu "
        "fünft der Dritte ein Viertel.",
    ),
    "clockwise": Text("clockwise", "im Uhrzeigersinn"),
    "counter": Text("counter-clockwise", "gegen den Uhrzeigersinn"),
    "turn": Text("Turn me after every round.", "Wende mich nach jeder Runde."),
    "pass": Text("Pass the sheets on", "Gebt die Blätter weiter"),
}


def documents(language: str, printed: Mapping[str, Any]) -> Sequence[Document]:
    words = {key: text.of(language) for key, text in WORDS.items()}
    sheet = Face("sheet", {"words": words, "rounds": MAX_ROUNDS, "letters": list(LETTERS)})
    return [
        Document("sheets", GAME.of(language), [Page(SHEETS.of(language), sheet, count=SHEET_COPIES)]),
        Document("cards", CARDS.of(language), [_pioneers(language), _direction(words, language)]),
    ]


def _pioneers(language: str) -> Cards:
    """Six forms in each of five colours, with all rotations in the corners (ALLUV-2, 3)."""
    cards = [_pioneer(colour, form, language) for colour in range(COLOURS) for form in range(len(FORMS))]
    return Cards(PIONEERS.of(language), MINI_EURO, cards)


def _pioneer(colour: int, form: int, language: str) -> Card:
    common = {"letter": LETTERS[colour], "pencil": PENCILS[colour], "colour": NAMES[colour].of(language)}
    turns = [f"{FORMS[form]} {turn}" for turn in TURNS]
    return Card(
        Face("pioneer", {**common, "name": FORM_NAMES[form].of(language), "turns": turns}), Face("back", common)
    )


def _direction(words: Mapping[str, str], language: str) -> Cards:
    """ALLUV-4: clockwise on one side, the other way on the other."""
    clockwise = Face("direction", {"words": words, "clockwise": True})
    counter = Face("direction", {"words": words, "clockwise": False})
    return Cards(DIRECTION.of(language), STANDARD, [Card(clockwise, counter)])
