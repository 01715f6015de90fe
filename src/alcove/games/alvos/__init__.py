"""Alvos: roll, collect cogs and bring them to the engineer before the cave comes down."""

from alcove.games.alvos.cave import SEATS
from alcove.kernel.game import Game
from alcove.kernel.options import Option
from alcove.kernel.text import Text, same

ALONE, TABLE = (1,), tuple(range(2, SEATS + 1))

GAME = Game.from_package(
    __name__,
    title=same("Alvos"),
    summary=Text(
        "Collect cogs, deliver them to the engineer in the right order, and leave the cave before it falls.",
        "Zahnräder sammeln, dem Ingenieur in der richtigen Folge liefern und die Höhle verlassen, bevor sie einstürzt.",
    ),
    goal=Text(
        "Fetch cogs and deliver many at once: the highest place on the track wins.",
        "Hole Zahnräder und liefere viele auf einmal: Wer auf der Leiste am höchsten steht, gewinnt.",
    ),
    minutes=(25, 40),
    weight=2,
    version=2,
    players=range(1, SEATS + 1),
    options=(
        Option(
            "mode",
            Text("Mode", "Spielart"),
            Text(
                "With two or more: against each other, or all together.", "Ab zwei: gegeneinander oder alle zusammen."
            ),
            "versus",
            choices={
                "versus": Text("Against each other", "Gegeneinander"),
                "cooperative": Text("Together", "Zusammen"),
            },
            clause="ALVOS-35",
            only={"players": TABLE},
        ),
        Option(
            "difficulty",
            Text("Difficulty", "Schwierigkeit"),
            Text(
                "Together: how many of the 18 boxes are checked at the start. When all are, the cave is lost.",
                "Zusammen: wie viele der 18 Kästchen zu Beginn abgehakt sind. Sind es alle, ist die Höhle verloren.",
            ),
            "normal",
            choices={
                "easy": Text("Easy: 3 boxes checked", "Leicht: 3 Kästchen abgehakt"),
                "normal": Text("Normal: 6", "Mittel: 6"),
                "hard": Text("Hard: 9", "Schwer: 9"),
            },
            clause="ALVOS-35",
            only={"players": TABLE, "mode": ("cooperative",)},
        ),
        Option(
            "solitaire",
            Text("Solitaire", "Solitär"),
            Text("Alone: who is against you.", "Allein: gegen wen du spielst."),
            "axel",
            choices={"axel": same("Axel"), "sopavre": Text("The Sopavre", "Die Sopavre")},
            clause="ALVOS-32",
            only={"players": ALONE},
        ),
    ),
    seat_names=(),
    reasons={
        "nineteen": Text("Space 19 is marked.", "Die 19 ist markiert."),
        "machine-complete": Text("The machine is complete.", "Die Maschine ist fertig."),
        "three-rounds": Text("All boxes of the cave are checked.", "Alle Kästchen der Höhle sind abgehakt."),
        "last-rounds": Text(
            "The last two rounds since the first elimination are over.",
            "Die letzten zwei Runden seit dem ersten Ausscheiden sind vorbei.",
        ),
        "machine-destroyed": Text(
            "A second fire has destroyed the machine.", "Ein zweites Feuer hat die Maschine zerstört."
        ),
        "cave-fell": Text("The cave has fallen in.", "Die Höhle ist eingestürzt."),
        "all-eliminated": Text("Every Alvo is eliminated.", "Alle Alvos sind ausgeschieden."),
        "axel-ahead": Text("Axel has more points.", "Axel hat mehr Punkte."),
        "twenty-points": Text("The machine is safe from the Sopavre.", "Die Maschine ist vor den Sopavre gerettet."),
        "too-few-points": Text("The game is over before twenty points.", "Das Spiel ist vor zwanzig Punkten zu Ende."),
        "together": Text("The machine is complete in time.", "Die Maschine ist rechtzeitig fertig."),
        "too-many-cogs": Text(
            "The machine is complete, but somebody holds more than two cogs.",
            "Die Maschine ist fertig, aber jemand hat mehr als zwei Zahnräder übrig.",
        ),
    },
    together={"mode": "cooperative"},
    clause_prefix="ALVOS",
    turn_clause="ALVOS-7",
    end_clause="ALVOS-29",
    colour="#5b4a8a",
    shelf=20,
)
