"""Why an action is refused: the clause, and a sentence."""

from __future__ import annotations

from alcove.kernel.position import Position
from alcove.kernel.text import Text
from tests.toys.tollgate import rules
from tests.toys.tollgate.notation import card_name

NOT_IN_HAND = Text("{card} is not in your hand.", "{card} ist nicht auf deiner Hand.")
CHOOSE_FIRST = (
    "TOLL-7",
    Text(
        "Only the winner of a round decides; now everyone chooses a card.",
        "Nur wer die Runde gewinnt, entscheidet; jetzt wählen alle eine Karte.",
    ),
)
DECIDE_FIRST = (
    "TOLL-7",
    Text("First decide: bank the points, or draw a card.", "Entscheide zuerst: Punkte nehmen oder eine Karte ziehen."),
)
DECK_EMPTY = ("TOLL-8", Text("The deck is empty.", "Der Stapel ist leer."))


def refuse(position: Position, seat: int, action: int) -> tuple[str, Text]:
    """The reason for an action that is not legal, given by a seat that may act."""
    if position.state.stage == rules.CHOOSE:
        if action < rules.CARDS:
            return "TOLL-4", NOT_IN_HAND.fill(card=card_name(action))
        return CHOOSE_FIRST
    return DECIDE_FIRST if action < rules.CARDS else DECK_EMPTY
