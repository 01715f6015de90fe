"""What the bots of Alluvium are like, level by level."""

from __future__ import annotations

from alcove.bots.levels import TITLES, Level
from alcove.bots.mistakes import Mistakes
from alcove.kernel.text import Text

LEVELS = {
    1: Level(
        TITLES[0],
        Text(
            "Draws at the first place that looks nice, and sees only a few.",
            "Zeichnet an die erste Stelle, die hübsch aussieht, und sieht nur wenige.",
        ),
        simulations=0,
        mistakes=Mistakes(overlooks=0.6, misjudges=1.5, greed=0.3),
    ),
    2: Level(
        TITLES[1],
        Text(
            "Wants a large rectangle, and misses many a better place.",
            "Will ein großes Rechteck und übersieht manche bessere Stelle.",
        ),
        simulations=40,
        mistakes=Mistakes(overlooks=0.4, misjudges=1.4),
    ),
    3: Level(
        TITLES[2],
        Text(
            "Draws soundly at home and abroad, with a slip now and then.",
            "Zeichnet daheim und auswärts solide, mit einem Ausrutscher ab und zu.",
        ),
        simulations=200,
        mistakes=Mistakes(overlooks=0.2, misjudges=0.7),
    ),
    4: Level(
        TITLES[3],
        Text("Helps others only where that helps itself.", "Hilft anderen nur, wo es selbst etwas davon hat."),
        simulations=1200,
    ),
    5: Level(
        TITLES[4],
        Text(
            "Takes a second, and sees what each drawing is worth to everybody.",
            "Nimmt sich eine Sekunde und sieht, was eine Zeichnung allen einbringt.",
        ),
        milliseconds=1000,
    ),
}
