"""Alva: two players place, shift and jump on nine by nine points."""

from alcove.games.alva import rules
from alcove.kernel.game import Game
from alcove.kernel.options import By, Option
from alcove.kernel.text import Text, same

GAME = Game.from_package(
    __name__,
    title=same("Alva"),
    summary=Text(
        "Place, shift and jump. Whoever takes must fear the answer: an even exchange gives nothing.",
        "Setzen, schieben, springen. Wer schlägt, fürchte die Antwort: ein gleicher Tausch bringt nichts.",
    ),
    goal=Text(
        "Capture more than you lose, and keep off the edge.",
        "Schlage mehr, als du verlierst, und meide den Rand.",
    ),
    minutes=(15, 30),
    weight=2,
    version=1,
    players=range(2, 3),
    options=(
        Option(
            "size",
            Text("Board", "Brett"),
            Text("Points on each side.", "Punkte auf jeder Seite."),
            9,
            choices={5: same("5 × 5"), 7: same("7 × 7"), 9: same("9 × 9")},
            clause="ALVA-3",
        ),
        Option(
            "pieces",
            Text("Pieces", "Steine"),
            Text(
                "Pieces each. The German rulebook has 34, the English one 32.",
                "Steine für jede Seite. Die deutsche Regel nennt 34, die englische 32.",
            ),
            By("size", {5: 10, 7: 20, 9: 34}),
            least=1,
            most=rules.MAX_PIECES,
            clause="ALVA-2",
        ),
    ),
    seat_names=(Text("White", "Weiß"), Text("Black", "Schwarz")),
    reasons={"no-turn": Text("The player to move can take no turn.", "Wer am Zug ist, kann nicht ziehen.")},
    clause_prefix="ALVA",
    turn_clause="ALVA-4",
    end_clause="ALVA-18",
    colour="#9a5b2d",
    shelf=10,
)
