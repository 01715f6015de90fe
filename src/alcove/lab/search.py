"""Look for better numbers: vary some of a game's within bounds, towards several goals at once, with Optuna.

Every trial is a simulation of the changed game on the same seeds. A study lies in a file and goes on where it stopped.
What it ends with is the front of trade-offs: trials that no other one beats in every goal. These are played once more,
on games that the search has not seen, because the best of many tries was lucky, too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from alcove.executors import Workers
from alcove.kernel.errors import OptionError
from alcove.kernel.game import game
from alcove.kernel.text import Text
from alcove.lab.changes import read_changes
from alcove.lab.goals import Goal, Knob
from alcove.lab.section import Line, Plot, Row, Section, plain
from alcove.lab.simulate import Report, Setup, simulate

NO_OPTUNA = Text(
    "The search needs Optuna: pip install 'alcove[lab]'.", "Für die Suche fehlt Optuna: pip install 'alcove[lab]'."
)
OTHER_STUDY = Text(
    "{path} is a study of something else. Take another file.", "{path} ist eine andere Studie. Nimm eine andere Datei."
)
NOT_A_STUDY = Text("{path} is no study.", "{path} ist keine Studie.")
TITLE = Text("Trade-offs", "Abwägungen")
TRIAL = Text("trial", "Versuch")
AS_IS = Text("as it is", "wie es ist")
BEST = Text("missed by, in the best trial so far", "verfehlt um, im besten Versuch bisher")
NOTE = Text(
    "{trials} trials of {games} games. Each line is a trial that no other one beats in every goal. Its figures come "
    "from games that the search has not seen.",
    "{trials} Versuche mit je {games} Spielen. Jede Zeile ist ein Versuch, den kein anderer in allen Zielen schlägt. "
    "Die Werte stammen aus Spielen, die die Suche nicht kannte.",
)
WANTED = Text("{goal} ({range})", "{goal} ({range})")
NAME = "alcove"
MAX_FRONT = 8
STARTUP = 8
"""Trials at random before the sampler learns from them."""
FRESH = 1_000_003
"""The seed of the last games is this much further."""


@dataclass(frozen=True)
class Quest:
    """What is varied, towards what, and how each trial is played."""

    setup: Setup
    knobs: tuple[Knob, ...]
    goals: tuple[Goal, ...]
    games: int
    pace: float
    """Seconds that a decision takes."""

    def described(self) -> str:
        parts = [repr(replace(self.setup, seed=0)), repr(self.knobs), repr(self.goals), self.games, self.setup.seed]
        return json.dumps(parts)


@dataclass(frozen=True)
class Found:
    """A trial of the front: its values, and its figures in other games."""

    number: int | None
    values: tuple[int | str, ...]
    figures: tuple[float, ...]


@dataclass(frozen=True)
class Searched:
    quest: Quest
    trials: int
    front: tuple[Found, ...]
    history: tuple[tuple[float, ...], ...]
    """By trial: by how much each goal was missed."""


def seconds_a_decision(setup: Setup, workers: Workers = None) -> float:
    """Seconds a decision, from how long the game says it takes people and how many decisions it has as it is."""
    usual = replace(setup, changes=type(setup.changes)(), tested=None)
    decisions = simulate(usual, 200, workers=workers).sums.of("decisions").mean
    low, high = usual.game.minutes or (30, 30)
    return 60 * (low + high) / 2 / max(decisions, 1)


def look(quest: Quest, path: Path, trials: int, workers: Workers = None, report: Report | None = None) -> Searched:
    """Go on with a study until it has so many trials; then look at its front."""
    study = _open(quest, path)
    while (done := len(study.trials)) < trials:
        study.sampler = _sampler(quest.setup.seed + done)
        trial = study.ask()
        study.tell(trial, _missed(quest, [_suggested(trial, knob) for knob in quest.knobs], workers))
        if report is not None:
            report(done + 1, trials)
    fresh = replace(quest, setup=replace(quest.setup, seed=quest.setup.seed + FRESH))
    chosen = sorted(study.best_trials, key=lambda one: (sum(one.values), one.number))
    values = {tuple(one.params[knob.name] for knob in quest.knobs): one.number for one in reversed(chosen)}
    front = [Found(None, (), _figures(fresh, [], workers))]
    front += [
        Found(number, one, _figures(fresh, list(one), workers))
        for one, number in sorted(values.items(), key=lambda item: item[1])[:MAX_FRONT]
    ]
    history = tuple(tuple(one.values) for one in study.trials if one.values)
    return Searched(quest, len(study.trials), tuple(front), history)


def _sampler(seed: int) -> Any:
    import optuna

    return optuna.samplers.TPESampler(seed=seed, n_startup_trials=STARTUP)


def _open(quest: Quest, path: Path) -> Any:
    try:
        import optuna
    except ImportError:
        raise OptionError(NO_OPTUNA) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        study = optuna.create_study(
            study_name=NAME,
            storage=f"sqlite:///{path}",
            directions=["minimize"] * len(quest.goals),
            load_if_exists=True,
        )
    except Exception as error:  # whatever the database says of a file that is none
        raise OptionError(NOT_A_STUDY.fill(path=repr(path.name[:40]))) from error
    if study.user_attrs.setdefault("quest", quest.described()) != quest.described():
        raise OptionError(OTHER_STUDY.fill(path=repr(path.name[:40])))
    study.set_user_attr("quest", quest.described())
    return study


def _suggested(trial: Any, knob: Knob) -> int | str:
    if knob.choices:
        chosen: str = trial.suggest_categorical(knob.name, list(knob.choices))
        return chosen
    number: int = trial.suggest_int(knob.name, knob.low, knob.high)
    return number


def _changed(quest: Quest, values: Sequence[int | str]) -> Setup:
    words = [knob.word(value) for knob, value in zip(quest.knobs, values, strict=True)] if values else []
    told = [*quest.setup.changes.told, *words]
    return replace(quest.setup, changes=read_changes(game(quest.setup.name), None, told)) if told else quest.setup


def _figures(quest: Quest, values: Sequence[int | str], workers: Workers) -> tuple[float, ...]:
    simulated = simulate(_changed(quest, values), quest.games, workers=workers)
    return tuple(goal.figure(simulated, quest.pace) for goal in quest.goals)


def _missed(quest: Quest, values: Sequence[int | str], workers: Workers) -> list[float]:
    figures = _figures(quest, values, workers)
    return [goal.missed_by(figure) for goal, figure in zip(quest.goals, figures, strict=True)]


def sections(found: Searched) -> list[Section]:
    quest, chosen = found.quest, found.quest.setup.game
    titles = [WANTED.fill(goal=goal.title(chosen), range=goal.range) for goal in quest.goals]
    headings: list[Text | str] = [TRIAL, *(knob.name for knob in quest.knobs), *titles]
    rows: list[Row] = []
    for one in found.front:
        about = AS_IS if one.number is None else plain(one.number + 1, 0)
        values = [str(value) for value in one.values] or ["–"] * len(quest.knobs)
        rows.append((about, *values, *(plain(figure) for figure in one.figures)))
    lines = []
    for at, title in enumerate(titles):
        best, points = float("inf"), []
        for number, missed in enumerate(found.history, 1):
            best = min(best, missed[at])
            points.append((float(number), best))
        lines.append(Line(title, points))
    note = NOTE.fill(trials=found.trials, games=quest.games)
    return [Section("front", TITLE, headings, rows, note, [Plot("lines", TRIAL, BEST, lines)])]
