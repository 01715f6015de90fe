"""What the bots of Alvos are like, level by level."""

from __future__ import annotations

from alcove.bots.levels import TITLES, Level
from alcove.bots.mistakes import Mistakes
from alcove.kernel.text import Text

LEVELS = {
    1: Level(
        TITLES[0],
        Text(
            "Loves to deliver, and does not look at the die that it keeps.",
            "Liefert für sein Leben gern und achtet nicht darauf, welcher Würfel bleibt.",
        ),
        simulations=0,
        mistakes=Mistakes(overlooks=0.8, misjudges=3.5, greed=5.0),
    ),
    2: Level(
        TITLES[1],
        Text(
            "Collects what is needed next, and misses many a chance.",
            "Sammelt, was als Nächstes gebraucht wird, und übersieht manche Gelegenheit.",
        ),
        simulations=20,
        mistakes=Mistakes(overlooks=0.7, misjudges=3.5, greed=0.7),
    ),
    3: Level(
        TITLES[2],
        Text(
            "Plans a delivery ahead, and overlooks this and that.",
            "Plant eine Lieferung voraus und übersieht dies und das.",
        ),
        simulations=100,
        mistakes=Mistakes(overlooks=0.47, misjudges=1.7),
    ),
    4: Level(
        TITLES[3],
        Text(
            "Weighs cogs, fires and health, and is seldom wrong.",
            "Wägt Zahnräder, Feuer und Gesundheit ab und irrt sich selten.",
        ),
        simulations=400,
        mistakes=Mistakes(overlooks=0.22, misjudges=0.8),
    ),
    5: Level(
        TITLES[4],
        Text(
            "Takes a second and knows what the dice may still bring.",
            "Nimmt sich eine Sekunde und weiß, was die Würfel noch bringen können.",
        ),
        milliseconds=1000,
    ),
}
