"""Tollgate in the terminal: the pot, who has what, and the own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alcove.kernel.text import Text, same
from alcove.terminal.language import say
from alcove.terminal.scene import Scene, columns

if TYPE_CHECKING:
    from rich.console import RenderableType

TITLE = Text("Round {n} of {of}: {pot} in the pot", "Runde {n} von {of}: {pot} im Topf")
HEADS = (same(""), Text("points", "Punkte"), Text("cards", "Karten"), Text("showed", "gezeigt"))
DUMMY = Text("Dummy", "Strohmann")
HAND = Text("Your hand: {cards}", "Deine Hand: {cards}")
CHOSEN = Text("You have chosen {card}.", "Du hast {card} gewählt.")
BANK = Text("take the {pot} of the pot", "nimm die {pot} aus dem Topf")
DRAW = Text("a card, and the pot stays", "eine Karte, und der Topf bleibt")


def draw(scene: Scene) -> RenderableType:
    from rich.console import Group

    table = scene.table
    parts: list[RenderableType] = [say(TITLE, n=table["round"], of=table["rounds"], pot=table["pot"]), _seats(scene)]
    if table["hand"]:
        parts.append(say(HAND, cards=" ".join(table["hand"])))
    if table["chosen"] not in (None, "-"):
        parts.append(say(CHOSEN, card=table["chosen"]))
    return Group(*parts)


def meaning(scene: Scene, text: str) -> str:
    """A card speaks for itself."""
    if text == "bank":
        return say(BANK, pot=scene.table["pot"])
    return say(DRAW) if text == "draw" else ""


def _seats(scene: Scene) -> RenderableType:
    table = scene.table
    grid = columns("<", ">", ">", "<")
    grid.add_row(*(say(head) for head in HEADS), style="dim")
    for seat in scene.seats:
        numbers = (str(table[kind][seat]) for kind in ("points", "hand_sizes"))
        grid.add_row(scene.name(seat), *numbers, table["shown"][seat])
    if table["dummy_points"] is not None:
        grid.add_row(say(DUMMY), str(table["dummy_points"]), "", table["dummy_card"])
    return grid
