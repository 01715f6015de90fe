"""Tollgate: a small game with everything a game can have. The model for a new one."""

from alcove.kernel.game import Game
from alcove.kernel.options import By, Option
from alcove.kernel.text import Text
from tests.toys.tollgate import rules

GAME = Game.from_package(
    __name__,
    title=Text("Tollgate", "Zollschranke"),
    summary=Text(
        "Choose a card in secret. The highest number that nobody else has opens the gate.",
        "Wähle heimlich eine Karte. Die höchste Zahl, die sonst niemand hat, öffnet die Schranke.",
    ),
    version=1,
    players=range(1, rules.SEATS + 1),
    options=(
        Option(
            "mode",
            Text("Mode", "Spielart"),
            Text("Against each other, or all together.", "Gegeneinander oder alle zusammen."),
            "race",
            choices={"race": Text("Race", "Wettlauf"), "together": Text("Together", "Zusammen")},
            clause="TOLL-12",
        ),
        Option(
            "cards",
            Text("Cards", "Karten"),
            Text("Cards dealt to each hand, and rounds.", "Karten für jede Hand, und Runden."),
            4,
            least=2,
            most=rules.MAX_DEALT,
            clause="TOLL-2",
        ),
        Option(
            "target",
            Text("Target", "Ziel"),
            Text("Points that all need together.", "Punkte, die alle zusammen brauchen."),
            By("cards", {2: 5, 3: 8, 4: 11, 5: 14}),
            least=1,
            most=rules.MAX_TARGET,
            clause="TOLL-12",
        ),
    ),
    seat_names=(),
    together={"mode": "together"},
    reasons={
        "last-round": Text("The last round is played.", "Die letzte Runde ist gespielt."),
        "target-reached": Text("The target is reached.", "Das Ziel ist erreicht."),
        "target-missed": Text("The target is missed.", "Das Ziel ist verfehlt."),
    },
    clause_prefix="TOLL",
    turn_clause="TOLL-7",
    end_clause="TOLL-10",
    colour="#4a6b5d",
)
