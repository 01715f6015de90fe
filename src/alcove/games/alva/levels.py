"""What the bots of Alva are like, level by level."""

from __future__ import annotations

from alcove.bots.deepening import Character
from alcove.bots.levels import TITLES, Level
from alcove.kernel.text import Text

LEVELS = {
    1: Level(
        TITLES[0],
        Text(
            "Likes to capture, and overlooks most of your captures.",
            "Schlägt gern und übersieht die meisten Schläge von dir.",
        ),
        simulations=125,
        character=Character(depth=1, shake=250, blind=700),
    ),
    2: Level(
        TITLES[1],
        Text(
            "Looks at its own move; your best reply often surprises it.",
            "Sieht den eigenen Zug; deine beste Antwort überrascht es oft.",
        ),
        simulations=250,
        character=Character(depth=1, shake=150, blind=320),
    ),
    3: Level(
        TITLES[2],
        Text("Hangs nothing, but does not look far.", "Stellt nichts ein, schaut aber nicht weit."),
        simulations=250,
        character=Character(depth=2, shake=60),
    ),
    4: Level(
        TITLES[3],
        Text("Plans baits and exchanges a few moves deep.", "Plant Köder und Tausche einige Züge weit."),
        simulations=250,
    ),
    5: Level(
        TITLES[4],
        Text(
            "Looks as far as a second allows, and makes no mistake at the end.",
            "Schaut so weit, wie eine Sekunde reicht, und irrt am Ende nicht.",
        ),
        milliseconds=1000,
    ),
}
