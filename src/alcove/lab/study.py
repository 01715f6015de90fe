"""A study: what a designer wants to know of a game, carried out step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from alcove.executors import Workers
from alcove.kernel.text import Text, same
from alcove.lab import drama, figures, ladder, worth
from alcove.lab.samples import samples
from alcove.lab.section import Section
from alcove.lab.simulate import Report, Setup, Simulated, simulate

PLAYING = Text("Playing", "Es wird gespielt")
FORCING = Text("Forcing and forbidding", "Erzwingen und verbieten")
LOOKING = Text("Looking closely", "Genau hinsehen")
CLIMBING = Text("Climbing the ladder", "Die Leiter hinauf")

TOLD = Text(
    "{players} seats, {bots}, seed {seed}, {options}.", "{players} Plätze, {bots}, Startwert {seed}, {options}."
)
QUICK_BOTS = Text("quick bots that do not search", "schnelle Bots, die nicht suchen")
LEVEL = Text("bots of level {level}", "Bots der Stufe {level}")
AS_IT_IS = Text("the game as it is", "das Spiel, wie es ist")

Stage = Callable[[Text], Report]
"""Told that a stage begins, gives where to report how far it is."""


@dataclass(frozen=True)
class Study:
    """How much of everything; none of what is 0."""

    setup: Setup
    games: int = 1000
    until: float | None = None
    samples: bool = False
    """Whether some of the games are there to be looked at."""
    worth: int = 0
    worth_of: tuple[int, ...] | None = None
    drama: int = 0
    ladder: int = 0


@dataclass(frozen=True)
class Findings:
    study: Study
    simulated: Simulated
    sections: Sequence[Section]


def told_of(setup: Setup) -> Text:
    """How games were played, in a line."""
    bots = QUICK_BOTS if setup.usual.quick else LEVEL.fill(level=setup.usual.level)
    changed = [f"{name}={value}" for name, value in setup.options] + list(setup.changes.told)
    options = AS_IT_IS if not changed else same("; ".join(changed))
    return TOLD.fill(players=setup.players, bots=bots, seed=setup.seed, options=options)


def carry_out(study: Study, workers: Workers = None, stage: Stage | None = None) -> Findings:
    begin = stage or (lambda title: lambda done, of: None)
    setup = study.setup
    simulated = simulate(setup, study.games, study.until, workers, begin(PLAYING))
    sections = figures.figures(simulated)
    if study.drama:
        sections[2:2] = drama.sections(drama.drama(setup, study.drama, workers, begin(LOOKING)))
    if study.ladder:
        found = ladder.ladder(setup, study.ladder, workers=workers, report=begin(CLIMBING))
        sections[2:2] = ladder.sections(setup, found)
    if study.worth:
        forced = worth.worth(setup, study.worth, study.worth_of, workers, begin(FORCING))
        sections += worth.sections(setup, forced)
    if study.samples:
        sections += samples(setup, simulated.games)
    return Findings(study, simulated, sections)
