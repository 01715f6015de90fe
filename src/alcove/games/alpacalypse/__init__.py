"""The Alpacalypse: five alpacas of a tribe, ten days, and a market that takes the best of them away."""

from alcove.kernel.game import Game
from alcove.kernel.options import Option
from alcove.kernel.text import Text

GAME = Game.from_package(
    __name__,
    title=Text("The Alpacalypse", "Die Alpakalypse"),
    summary=Text(
        "Send your five alpacas to meet the day, to market and to work, and climb the four tracks of prestige.",
        "Schicke deine fünf Alpakas in den Tag, auf den Markt und an die Arbeit, und steige auf vier Leisten auf.",
    ),
    goal=Text(
        "Lead your tribe through ten rounds: climb four tracks of prestige and score the most points.",
        "Führe deinen Stamm durch zehn Runden: Steig auf vier Prestigeleisten und sammle die meisten Punkte.",
    ),
    minutes=(90, 150),
    weight=4,
    version=3,
    players=range(2, 6),
    options=(
        Option(
            name="tribes",
            title=Text("Tribes", "Stämme"),
            help=Text(
                "Tribes are dealt at random, or chosen one after the other in player order.",
                "Stämme werden ausgelost oder der Reihe nach gewählt.",
            ),
            default="random",
            choices={"random": Text("at random", "ausgelost"), "chosen": Text("chosen", "gewählt")},
            clause="ALPAC-10",
        ),
    ),
    seat_names=(
        Text("Red", "Rot"),
        Text("Blue", "Blau"),
        Text("Green", "Grün"),
        Text("Yellow", "Gelb"),
        Text("Violet", "Violett"),
    ),
    reasons={
        "most-points": Text("The most victory points win.", "Die meisten Siegpunkte gewinnen."),
        "most-cards": Text(
            "The points are level; the most completed action cards win.",
            "Gleichstand; die meisten abgeschlossenen Aktionskarten gewinnen.",
        ),
        "most-spaces": Text(
            "Points and cards are level; the most spaces on the tracks win.",
            "Punkte und Karten sind gleich; die meisten Felder auf den Leisten gewinnen.",
        ),
        "shared": Text(
            "Points, cards and spaces are level: the win is shared.",
            "Punkte, Karten und Felder sind gleich: Der Sieg wird geteilt.",
        ),
    },
    clause_prefix="ALPAC",
    turn_clause="ALPAC-21",
    end_clause="ALPAC-44",
    colour="#a33b4a",
    shelf=40,
)
