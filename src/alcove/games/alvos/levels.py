"""What the bots of Alvos are like, level by level."""

from __future__ import annotations

from alcove.bots.levels import TITLES, Level
from alcove.bots.mistakes import Mistakes
from alcove.kernel.text import Text

LEVELS = {
    1: Level(
        TITLES[0],
        Text(
            "Picks up whatever glitters, and can hardly part with it.",
            "Sammelt, was glänzt, und trennt sich kaum davon.",
        ),
        simulations=0,
        mistakes=Mistakes(overlooks=0.65, misjudges=3.5, greed=-3.0),
    ),
    2: Level(
        TITLES[1],
        Text(
            "Would rather collect than deliver, and overlooks most of what it could do.",
            "Sammelt lieber, als zu liefern, und übersieht das meiste.",
        ),
        simulations=0,
        mistakes=Mistakes(overlooks=0.62, misjudges=3.5, greed=-0.28),
    ),
    3: Level(
        TITLES[2],
        Text(
            "Collects what is needed next, and misses many a chance.",
            "Sammelt, was als Nächstes gebraucht wird, und übersieht manche Gelegenheit.",
        ),
        simulations=20,
        mistakes=Mistakes(overlooks=0.62, misjudges=3.3, greed=-0.1),
    ),
    4: Level(
        TITLES[3],
        Text(
            "Plans a delivery ahead, and overlooks this and that.",
            "Plant eine Lieferung voraus und übersieht dies und das.",
        ),
        simulations=200,
        mistakes=Mistakes(overlooks=0.34, misjudges=1.35),
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
