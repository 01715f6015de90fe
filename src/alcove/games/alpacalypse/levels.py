"""What the bots of The Alpacalypse are like, level by level."""

from __future__ import annotations

from alcove.bots.levels import TITLES, Level
from alcove.bots.mistakes import Mistakes
from alcove.kernel.text import Text

LEVELS = {
    1: Level(
        TITLES[0],
        Text(
            "Grabs points that lie about, and overlooks most of what a tribe can do.",
            "Greift nach Punkten, die herumliegen, und übersieht das meiste, was ein Stamm kann.",
        ),
        simulations=0,
        mistakes=Mistakes(overlooks=0.7, misjudges=2.0, greed=0.3),
    ),
    2: Level(
        TITLES[1],
        Text(
            "Knows what its members can do, and often misjudges what that is worth.",
            "Weiß, was die eigenen Leute können, und verschätzt sich oft, was das wert ist.",
        ),
        simulations=40,
        mistakes=Mistakes(overlooks=0.4, misjudges=1.3),
    ),
    3: Level(
        TITLES[2],
        Text(
            "Uses its members well, and misses a good bid now and then.",
            "Setzt seine Leute gut ein; ab und zu entgeht ihm ein gutes Gebot.",
        ),
        simulations=120,
        mistakes=Mistakes(overlooks=0.27, misjudges=0.9),
    ),
    4: Level(
        TITLES[3],
        Text(
            "Plans its round and weighs every bid, not always rightly.",
            "Plant die Runde und wägt jedes Gebot ab, nicht immer richtig.",
        ),
        simulations=350,
        mistakes=Mistakes(overlooks=0.12, misjudges=0.48),
    ),
    5: Level(
        TITLES[4],
        Text(
            "Takes a second, and thinks of the next round, too.",
            "Nimmt sich eine Sekunde und denkt auch an die nächste Runde.",
        ),
        milliseconds=1000,
    ),
}
