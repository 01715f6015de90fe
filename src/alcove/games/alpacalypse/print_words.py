"""What stands on the printed things of The Alpacalypse beside what its tables say."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.wording import CARD_NAMES
from alcove.kernel.text import Text

KINDS = {
    "resource": Text("Resources", "Ressourcen"),
    "action-card": Text("Action card", "Aktionskarte"),
    "prestige": Text("Prestige", "Prestige"),
    "assistant": Text("Assistant", "Hilfskraft"),
    "ability": Text("Special ability", "Sonderfähigkeit"),
    "artifact": Text("Artifact", "Artefakt"),
    "wonder-tile": Text("Wonder tile", "Wunderplättchen"),
    "points": Text("Victory points", "Siegpunkte"),
}
DECK_TITLES = {
    **{deck: CARD_NAMES[deck] for deck in ("MD", "PC", "BP", "AT")},
    "starter": Text("Starter card", "Startkarte"),
    "day": Text("New Day", "Neuer Tag"),
    "market": Text("Market", "Markt"),
    "age": Text("Age bonus", "Zeitalterbonus"),
    "wonder": Text("Bonus wonder tile", "Wunderplättchen"),
}
DOING = {
    "draw": Text("draw", "ziehen"),
    "acquire": Text("acquire", "beschaffen"),
    "complete": Text("complete", "vollenden"),
    "build": Text("build", "bauen"),
    "scavenge": Text("take from", "nehmen von"),
    "bonus-action": Text("bonus action", "Bonusaktion"),
    "act": Text("one action more", "eine Aktion mehr"),
    "keep": Text("choose", "wählen"),
}
WORDS = {
    "per": Text("per", "je"),
    "others": Text("others", "andere"),
    "fail": Text("else", "sonst"),
    "bonus": Text("all pass", "bestehen alle"),
    "each": Text("each round", "jede Runde"),
    "free": Text("free", "kostenlos"),
    "vp": Text("{n} VP", "{n} SP"),
    "players": Text("{n}+ players", "ab {n} Personen"),
    "board": Text("Board", "Tafel"),
    "built": Text("built", "gebaut"),
    "wonder": Text("Wonder", "Wunder"),
    "blessing": Text("Blessing", "Segen"),
    "starter": Text("a starter card", "eine Startkarte"),
    "trot-title": Text("Trot of Shame", "Trab der Schande"),
    "trot": Text(
        "A member that can use neither of its spaces may go home for 1 coin.",
        "Ein Mitglied, das keins seiner Felder nutzen kann, darf für 1 Münze traben.",
    ),
    "tracks": Text("Prestige", "Prestige"),
    "start": Text("start", "Start"),
    "milestones": Text("Milestones", "Meilensteine"),
    "milestone-vp": Text("4 VP each, to the first tribe", "je 4 SP, für den ersten Stamm"),
    "rounds": Text("Rounds", "Runden"),
    "tracks-how": Text(
        "Whoever moves into a shield, up or down, takes a resource of choice. Only one pawn stands on 12. At the end "
        "8, 4 and 2 VP on each track for those above the start; below it −1 or −2.",
        "Wer auf ein Schild zieht, hinauf oder hinab, nimmt eine beliebige Ressource. Auf der 12 steht nur eine Figur. "
        "Am Ende 8, 4 und 2 SP je Leiste für alle über dem Start; darunter −1 oder −2.",
    ),
    "spaces": Text("Action spaces", "Aktionsfelder"),
    "four": Text("4–5", "4–5"),
    "market": Text("Market", "Markt"),
    "ages": Text("Age bonuses and wonder tiles", "Zeitalterboni und Wunderplättchen"),
    "items": Text("One card for each player, and the first-player token", "Eine Karte je Person, und der Startstein"),
    "more": Text("+ players", "+ Personen"),
    "token": Text("First player", "Startspieler"),
    "tiles": Text("Wonder tiles", "Wunderplättchen"),
    "deck": Text("Deck", "Stapel"),
    "discard": Text("Discards", "Ablage"),
    "market-how": Text(
        "All bid in secret: members and coins. From the strongest bid down each takes one item, then the strongest one "
        "more.",
        "Alle bieten verdeckt: Mitglieder und Münzen. Vom stärksten Gebot abwärts nimmt jeder eins, der stärkste dann "
        "noch eins.",
    ),
    "day": Text("New Day", "Neuer Tag"),
    "today": Text("today", "heute"),
    "day-how": Text(
        "Send the responder, or take the penalty. If every tribe passes, every tribe gets the bonus.",
        "Schickt das gefragte Mitglied oder nehmt die Strafe. Bestehen alle Stämme, bekommen alle den Bonus.",
    ),
    "decks": Text("Action cards", "Aktionskarten"),
}


def told(language: str) -> dict[str, Any]:
    words: dict[str, Any] = {key: text.of(language) for key, text in WORDS.items()}
    return {**words, "doing": {key: text.of(language) for key, text in DOING.items()}}
