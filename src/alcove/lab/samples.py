"""Some games of a simulation to look at: their records, for the replay."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from typing import Any

import numpy as np

from alcove.bots.thought import mixed
from alcove.kernel.position import Position
from alcove.kernel.record import Record, commit
from alcove.kernel.text import Text
from alcove.lab import policy
from alcove.lab.section import Download, Row, Section, plain
from alcove.lab.simulate import Course, Setup, blank, compiled, decide, play_games, ways_of

LOOKED_AT = 200
"""The games among which samples are looked for."""

TITLE = Text("Games to look at", "Partien zum Ansehen")
WHICH, NUMBER, SCORES, RECORD = (
    Text("which", "welche"),
    Text("number", "Nummer"),
    Text("points", "Punkte"),
    Text("record", "Aufzeichnung"),
)
NOTE = Text(
    "A game opens in the replay where `alcove` is running. A saved record can also be looked at with "
    "`alcove replay FILE`, action by action.",
    "Eine Partie öffnet sich in der Wiedergabe, wo `alcove` läuft. Eine gesicherte Aufzeichnung zeigt auch "
    "`alcove replay DATEI`, Aktion für Aktion.",
)
SHORTEST, LONGEST = Text("the shortest", "die kürzeste"), Text("the longest", "die längste")
CLOSEST, CLEAREST = Text("the closest", "die knappste"), Text("the clearest", "die deutlichste")
LIVELIEST = Text("the one whose leader changed most", "die mit den meisten Führungswechseln")


def record_of(setup: Setup, number: int) -> Record:
    """The game of that number, action by action."""
    seed = random.Random(f"{setup.seed} {number}").getrandbits(64)
    options: dict[str, Any] = dict(setup.chosen)
    record = Record.begin(setup.name, setup.players, seed=seed, **options)
    nonce = hashlib.sha256(f"{setup.seed} {number}".encode()).hexdigest()[:32]  # the same report has the same records
    sealed = commit(record.game, record.players, record.options, seed, nonce)
    record = replace(record, nonce=nonce, commitment=sealed)
    room = {key: value[0] for key, value in blank(setup, 1).items()}
    course, position = Course(setup, room), setup.start(number)
    chooser = _Quick(setup, number, room) if setup.quick else _Thoughtful(setup, number, room)
    while not position.over:
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        index = choices[0] if len(choices) == 1 else chooser(position, seat, choices)
        action = position.action(seat, index)
        position = course.play(position, seat, choices, index)
        record = record.add(seat, action, position)
    return record


class _Quick:
    """Chooses as the template does, with the generator of the game."""

    def __init__(self, setup: Setup, number: int, room: dict[str, Any]) -> None:
        self._setup, self._number, self._offered = setup, number, room["offered"]
        self._rng = np.array([mixed(setup.seed, number)], np.uint64)
        self._ways = ways_of(setup.game, [setup.usual, setup.tested or setup.usual])

    def __call__(self, position: Position, seat: int, choices: list[int]) -> int:
        most = self._setup.game.rules.MAX_CHOICES
        actions = np.empty(most, np.int32)
        actions[: len(choices)] = choices
        way = int(self._setup.tested is not None and seat == self._setup.tested_seat(self._number))
        spare, weights, costs = np.empty(3, self._setup.game.rules.STATE), np.empty(most), np.empty(most)
        return int(
            compiled(self._setup.game).decide(
                position.state,
                spare,
                seat,
                way,
                self._rng,
                actions,
                len(choices),
                weights,
                costs,
                self._ways,
                self._offered,
            )
        )


class _Thoughtful:
    def __init__(self, setup: Setup, number: int, room: dict[str, Any]) -> None:
        self._setup, self._number, self._offered = setup, number, room["offered"]
        self._dice = random.Random(f"{setup.seed} bots {number}")

    def __call__(self, position: Position, seat: int, choices: list[int]) -> int:
        player = self._setup.player_at(self._number, seat)
        return decide(player, position, seat, choices, self._dice.getrandbits(63), self._offered)


def samples(setup: Setup, games: int) -> list[Section]:
    """The records of a few games that stand out. A changed game has none: a replay would show it by the real rules."""
    if setup.changes or not setup.quick or (setup.game.lab.events is not None and setup.tested is not None):
        return []
    finished = play_games(setup, range(min(games, LOOKED_AT)))
    lengths = finished.counts[:, policy.DECISIONS]
    chosen = {SHORTEST: int(lengths.argmin()), LONGEST: int(lengths.argmax())}
    if setup.contested:
        ordered = np.sort(finished.scores, axis=1)
        margins = ordered[:, -1] - ordered[:, -2]
        chosen |= {CLOSEST: int(margins.argmin()), CLEAREST: int(margins.argmax())}
        chosen[LIVELIEST] = int(finished.counts[:, policy.LEADER_CHANGES].argmax())
    rows: list[Row] = []
    for title, number in chosen.items():
        record = record_of(setup, number)
        scores = ", ".join(str(score) for score in finished.scores[number])
        rows.append((title, plain(number, 0), scores, Download(f"{setup.name}-{number}.txt", str(record))))
    return [Section("samples", TITLE, (WHICH, NUMBER, SCORES, RECORD), rows, NOTE)]
