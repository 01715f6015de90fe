"""What is told of simulated games: sections with a table each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alcove.kernel.text import Text
from alcove.lab.simulate import FinishedGames

OVERVIEW = Text("Overview", "Überblick")
SEATS = Text("By seat", "Nach Platz")
GAMES = Text("games", "Spiele")
ACTIONS = Text("actions in a game", "Aktionen je Spiel")
NOBODY = Text("nobody wins", "niemand gewinnt")
SHARED = Text("the win is shared", "der Sieg wird geteilt")
SEAT = Text("seat", "Platz")
WINS = Text("wins", "Siege")
SCORE = Text("mean score", "mittlere Punktzahl")
SPREAD = Text("spread", "Streuung")


@dataclass(frozen=True)
class Section:
    """One table. Cells are text; the first column says what a row is about."""

    title: Text
    headings: Sequence[Text | str]
    rows: Sequence[Sequence[Text | str]]
    note: Text | None = None


Figures = list[Section]


def figures(finished: FinishedGames) -> Figures:
    """What can be said of any game, and then what the game itself has to say."""
    own = finished.game.lab.figures
    return [overview(finished), by_seat(finished), *(own(finished) if own else [])]


def share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def overview(finished: FinishedGames) -> Section:
    reasons: Counter[str] = Counter()
    nobody = shared = 0
    for outcome in finished.outcomes():
        reasons[outcome.reason] += 1
        nobody += not outcome.winners
        shared += outcome.kind != "together" and len(outcome.winners) > 1
    games = len(finished)
    rows: list[tuple[Text | str, str]] = [
        (GAMES, f"{games:,}"),
        (ACTIONS, f"{finished.actions / games:.1f}"),
        (NOBODY, share(nobody, games)),
        (SHARED, share(shared, games)),
    ]
    rows += [(finished.game.reasons[reason], share(count, games)) for reason, count in reasons.most_common()]
    return Section(OVERVIEW, ("", ""), rows)


def by_seat(finished: FinishedGames) -> Section:
    players = finished.players
    wins = np.zeros(players)
    scores = np.zeros((len(finished), players))
    for number, outcome in enumerate(finished.outcomes()):
        scores[number] = outcome.scores
        wins += outcome.shares
    rows = [
        (
            finished.game.seat_name(seat),
            share(wins[seat], len(finished)),
            f"{scores[:, seat].mean():.1f}",
            f"{scores[:, seat].std():.1f}",
        )
        for seat in range(players)
    ]
    return Section(SEATS, (SEAT, WINS, SCORE, SPREAD), rows)
