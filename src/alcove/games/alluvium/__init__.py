"""Alluvium: everybody draws at once, and every sheet travels round the table."""

from alcove.kernel.game import Game
from alcove.kernel.text import Text, same

GAME = Game.from_package(
    __name__,
    title=same("Alluvium"),
    summary=Text(
        "Draw your forms into one large rectangle, then do good or harm on everyone else's sheet.",
        "Zeichne deine Formen zu einem großen Rechteck und tu auf allen anderen Blättern Gutes oder Böses.",
    ),
    goal=Text(
        "Grow one large rectangle at home, and be the best helper on the sheets of the others.",
        "Lass daheim ein großes Rechteck wachsen, und sei auf den Blättern der anderen die beste Hilfe.",
    ),
    minutes=(25, 40),
    weight=2,
    version=2,
    players=range(3, 6),
    seat_names=(
        Text("Red", "Rot"),
        Text("Blue", "Blau"),
        Text("Green", "Grün"),
        Text("Yellow", "Gelb"),
        Text("Brown", "Braun"),
    ),
    reasons={
        "most-points": Text("The most points win.", "Die meisten Punkte gewinnen."),
        "most-bonus": Text(
            "The points are level, and the bonus VP decide.",
            "Die Punkte sind gleich, und die Bonuspunkte entscheiden.",
        ),
        "shared": Text("The points and the bonus VP are level.", "Punkte und Bonuspunkte sind gleich."),
    },
    clause_prefix="ALLUV",
    turn_clause="ALLUV-6",
    end_clause="ALLUV-5",
    colour="#3d7a6f",
    shelf=30,
)
