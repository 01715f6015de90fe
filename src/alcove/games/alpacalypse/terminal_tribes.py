"""The tribes of The Alpacalypse in the terminal: a line for each, and all that the viewer's own has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from alcove.games.alpacalypse import printed
from alcove.games.alpacalypse.faces import plain
from alcove.games.alpacalypse.printed import LETTERS
from alcove.games.alpacalypse.terminal_choices import where
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DECKS
from alcove.games.alpacalypse.wording import CARD_NAMES
from alcove.kernel.text import Text, same
from alcove.terminal.language import say
from alcove.terminal.scene import Scene, columns

if TYPE_CHECKING:
    from rich.console import RenderableType

TRIBE_HEADS = (
    same(""),
    Text("tribe", "Stamm"),
    Text("free", "frei"),
    Text("sol", "Sol"),
    Text("coi", "Mün"),
    Text("wor", "Arb"),
    Text("mat", "Bau"),
    Text("cub", "Wür"),
    Text("hand MPBA", "Hand MPBA"),
    Text("done MPBA", "fertig MPBA"),
    Text("VP", "SP"),
)
KEEPS, KNOWN = Text("keeps {what}", "behält {what}"), Text("known in hand: {what}", "bekannt auf der Hand: {what}")
MEMBERS = Text("Members", "Mitglieder")
BUSY = Text("busy: {who}", "unterwegs: {who}")
BUILT = Text("Buildings", "Gebäude")
TO_BUILD = Text("to build: {what}", "noch zu bauen: {what}")
WONDER = Text("Wonder", "Wunder")
WONDER_BUILT = Text("built; {what} each round", "gebaut; {what} in jeder Runde")
WONDER_OPEN = Text("not built; would give {what} each round", "nicht gebaut; brächte {what} in jeder Runde")
DONE = Text("Completed", "Vollendet")
KEPT = Text("Kept", "Behalten")
HAND = Text("Hand", "Hand")
STARTER = Text("start", "Start")
BONUS_ACTIONS = Text("Bonus actions", "Bonusaktionen")


def tribes(scene: Scene) -> RenderableType:
    grid = columns(*"<<<>>>>><<>", gap=1)
    grid.add_row(*(say(head) for head in TRIBE_HEADS), style="dim")
    for seat in scene.seats:
        grid.add_row(*_tribe(scene, seat), style="bold" if seat == scene.viewer else None)
    return grid


def _tribe(scene: Scene, seat: int) -> list[str]:
    tribe = scene.table["tribes"][seat]
    turn = scene.sign("▶", ">") if seat in scene.view["awaited"] else " "
    free = "".join(LETTERS[one["id"]] if one["where"] == "home" else "-" for one in tribe["members"])
    return [
        f"{turn}{scene.signs[seat]} {scene.name(seat)}",
        printed.name("tribes", tribe["tribe"]) if tribe["tribe"] else "–",
        free,
        *(str(number) for number in tribe["goods"].values()),
        _by_deck(tribe["hand_sizes"]),
        _by_deck(Counter(printed.deck(card) for card in tribe["completed"])),
        str(tribe["points"]["total"]),
    ]


def _by_deck(numbers: Mapping[str, int]) -> str:
    """`2-0-0-1+1`: the cards of the four decks, and starters."""
    starters = numbers.get("starter", 0)
    return "-".join(str(numbers.get(deck, 0)) for deck in DECKS) + (f"+{starters}" if starters else "")


def decks() -> RenderableType:
    from rich.text import Text as Styled

    return Styled(" ".join(f"{deck}={say(CARD_NAMES[deck])}" for deck in DECKS), style="dim")


def open_cards(scene: Scene) -> list[RenderableType]:
    """What others keep openly, and which cards of their hands everybody has seen."""
    lines: list[RenderableType] = []
    for seat in scene.seats:
        tribe = scene.table["tribes"][seat]
        if seat == scene.viewer:
            continue
        told = [say(KEEPS, what=printed.names("market", tribe["kept"]))] if tribe["kept"] else []
        told += [say(KNOWN, what=printed.names("cards", tribe["known"]))] if tribe["known"] else []
        if told:
            lines.append(f"{scene.name(seat)}: {'; '.join(told)}.")
    return lines


def estate(scene: Scene, tribe: dict[str, Any]) -> RenderableType:
    """All that the viewer has."""
    grid = columns("<", "+", first="bold")
    grid.add_row(say(MEMBERS), _members(tribe["members"]))
    grid.add_row(say(BUILT), _buildings(tribe))
    wonder = say(plain(printed.printed("tribes")[tribe["tribe"]]["wonder"]))
    grid.add_row(say(WONDER), say(WONDER_BUILT if tribe["wonder"] else WONDER_OPEN, what=wonder))
    for tile in tribe["wonder_tiles"]:
        grid.add_row("", f"{printed.name('wonders', tile)}: {printed.text('wonders', tile)}")
    if tribe["bonus_actions"]:
        grid.add_row(say(BONUS_ACTIONS), str(tribe["bonus_actions"]))
    if tribe["completed"]:
        grid.add_row(say(DONE), printed.names("cards", tribe["completed"]))
    for nth, item in enumerate(tribe["kept"]):
        grid.add_row("" if nth else say(KEPT), f"{printed.name('market', item)}: {printed.text('market', item)}")
    for nth, card in enumerate(tribe["hand"]):
        grid.add_row("" if nth else say(HAND), _card_in_hand(card))
    return grid


def _members(members: list[dict[str, Any]]) -> str:
    """`W Warrior 4, L Leader 7; busy: F (market)`: with the influence, and the letter for a bid."""
    free = [f"{LETTERS[one['id']]} {printed.member(one['id'])} {one['influence']}" for one in members if _is_free(one)]
    busy = [f"{LETTERS[one['id']]} ({where(one['where'])})" for one in members if not _is_free(one)]
    told = [", ".join(free)] * bool(free) + [say(BUSY, who=", ".join(busy))] * bool(busy)
    return "; ".join(told)


def _is_free(member: dict[str, Any]) -> bool:
    return bool(member["where"] == "home")


def _buildings(tribe: dict[str, Any]) -> str:
    built = ", ".join(printed.building(name) for name in tribe["buildings"])
    missing = [name for name in BUILDINGS if name not in tribe["buildings"]]
    priced = [f"{printed.building(name)} ({printed.price(tribe['tribe'], name)})" for name in missing]
    return f"{built}; {say(TO_BUILD, what=', '.join(priced))}" if priced else built


def _card_in_hand(card: str) -> str:
    deck = printed.deck(card)
    return f"{printed.name('cards', card)} ({say(STARTER) if deck == 'starter' else deck}). {printed.card(card)}"
