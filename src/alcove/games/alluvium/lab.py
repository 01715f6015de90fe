"""What the lab tells of Alluvium."""

from __future__ import annotations

import numpy as np

from alcove.games.alluvium.sheet import PASS
from alcove.kernel.text import Text
from alcove.lab.figures import Figures, Section, share
from alcove.lab.simulate import FinishedGames

POINTS = Text("Where the points come from", "Woher die Punkte kommen")
SOURCE = Text("source", "Quelle")
MEAN = Text("mean", "Mittel")
PART = Text("share", "Anteil")
WINNER = Text("winners", "Siegende")
ROUND = Text("round {n}", "Runde {n}")
BONUS = Text("bonus", "Bonus")
DRAWINGS = Text("Drawings", "Zeichnungen")
PASSES = Text("passes in a game", "Passen je Spiel")
SCORED_0 = Text("rounds that brought a player nothing", "Runden, die jemandem nichts brachten")


def figures(finished: FinishedGames) -> Figures:
    players = finished.players
    rounds = finished.rows["points"][:, :players, : int(finished.rows["lap"].max())].astype(float)
    outcomes = list(finished.outcomes())
    scores = np.array([outcome.scores for outcome in outcomes], dtype=float)
    parts = np.concatenate([rounds, (scores - rounds.sum(axis=2))[:, :, None]], axis=2)
    won = np.array([[seat in outcome.winners for seat in range(players)] for outcome in outcomes])
    titles = [*(ROUND.fill(n=number + 1) for number in range(rounds.shape[2])), BONUS]
    rows = [
        (
            title,
            f"{parts[:, :, i].mean():.1f}",
            share(parts[:, :, i].sum(), scores.sum()),
            f"{parts[won][:, i].mean():.1f}",
        )
        for i, title in enumerate(titles)
    ]
    passes = (finished.rows["drawn"] == PASS).sum() / len(finished)
    drawings = [(PASSES, f"{passes:.2f}"), (SCORED_0, share((rounds == 0).sum(), rounds.size))]
    return [
        Section(POINTS, (SOURCE, MEAN, PART, WINNER), rows),
        Section(DRAWINGS, ("", ""), drawings),
    ]
