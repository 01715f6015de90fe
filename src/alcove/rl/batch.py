"""Thousands of games, stepped by one compiled call.

    batch = Batch("NAME", 1024, seed=7)
    while training:
        batch.step(policy(batch.observations, batch.masks))
        learn(batch.rewards, batch.ended)

Every game asks one seat at a time. Where seats choose at once, they are asked one after the other, and none sees what
the others have chosen. A game that ends begins anew in the same step: `rewards` and `ended` tell of the old game,
`seats`, `observations` and `masks` of the new one.
"""

from __future__ import annotations

import hashlib
import io
import weakref
import zipfile
import zlib
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from alcove.kernel import game as shelf
from alcove.kernel.errors import OptionError, UnreadableError
from alcove.kernel.game import Game, check_seed
from alcove.kernel.position import Position
from alcove.kernel.text import Text
from alcove.rl.arrays import aligned, read_only
from alcove.rl.compiling import CHOOSERS, Opponents, Shown, check_word, compile_for, observing
from alcove.rl.crew import Crew, Work
from alcove.rl.kernels import COPY, EVERYBODY, LOOK, OBSERVE, SAMPLE, START, STEP, Desk, Games, Source

MAX_SIZE = 1 << 24
SAVED = ("rows", "numbers", "lengths", "learners", "luck", "rewards", "ended", "illegal")
"""What a saved batch is made of; all else follows from it."""
WRITABLE: Any = ("C", "W", "E")
"""To compiled code an array that is read only is of another type, and would be compiled for anew."""
WORTH_A_THREAD = 1 << 11
"""For fewer games an action is drawn more quickly than another thread has heard of it."""

WRONG_SIZE = Text("A batch has between 1 and {most} games.", "Ein Stapel hat 1 bis {most} Partien.")
WRONG_ACTIONS = Text("A step takes {size} whole numbers.", "Ein Schritt braucht {size} ganze Zahlen.")
WRONG_SEAT = Text("There is no such seat.", "Diesen Platz gibt es nicht.")
NOT_A_BATCH = Text(
    "That is no saved batch, or not all of it.", "Das ist kein gesicherter Stapel, oder nicht der ganze."
)
NOT_THE_SAME = Text("That was saved by another kind of batch.", "Das hat ein anderer Stapel gesichert.")


class Batch:
    """So many games of one kind, side by side.

    `seats` are those that are asked, `observations` what they see, `masks` what they may do, `rewards` what every seat
    has got in the last step, `ended` which games it has ended, and `illegal` which of these by a wrong action. They are
    the same arrays for the whole life of a batch, and each step writes them anew: keep a copy of what is needed longer.
    They are read only.

    With `opponents` each game asks one seat only, `learners`; the other seats play by chance or as quick bots do.
    With `last` the games that the last step has ended have in `last_observations` what the acting seat saw then.
    """

    def __init__(
        self,
        game: str | Game,
        size: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int = 1,
        observations: Shown = "compact",
        masks: bool = True,
        opponents: Opponents = None,
        last: bool = False,
    ) -> None:
        self.game = shelf.game(game) if isinstance(game, str) else game
        if not isinstance(size, int) or not 1 <= size <= MAX_SIZE:
            raise OptionError(WRONG_SIZE.fill(most=MAX_SIZE))
        first = self.game.new(players, 0, **(options or {}))
        self.size, self.players, self.options = size, first.players, first.options
        self.seed = check_seed(seed)
        check_word(observations, ("compact", "normalised", None), "observations")
        check_word(opponents, CHOOSERS, "opponents")
        self.layout, self.opponents = observing(self.game).LAYOUT, opponents
        self._compiled = compile_for(self.game, opponents)
        self._normalised = observations == "normalised"
        self._games = self._arrays(observations, masks, last)
        self._source = Source(*(getattr(self._games, name) for name in Source._fields))
        self._show()
        self._numbers = aligned(np.int64, size)
        self._desks = [self._desk() for _ in range(max(1, min(threads, size)))]
        self._crew = Crew(len(self._desks) - 1)
        self._steps = self._works(self._games, self._source, self._numbers)
        self.close = weakref.finalize(self, self._crew.stop)
        """End the threads; so does forgetting the batch."""
        self.reset()

    def _arrays(self, observations: Shown, masks: bool, last: bool) -> Games:
        rules, size = self.game.rules, self.size
        width = {word: self.layout.size if word == observations else 0 for word in ("compact", "normalised")}
        together = self.game.plays_together(self.players, self.options)
        return Games(
            rows=aligned(rules.STATE, size),
            blank=np.zeros(1, rules.STATE),
            key=self._words("games", 2),
            table=np.array([self.players, together], np.int64),
            options=self.game.option_codes(self.options),
            learners=aligned(np.int8, size),
            numbers=aligned(np.int64, size),
            lengths=aligned(np.int32, size),
            luck=aligned(np.uint64, size, 1),
            legal=aligned(np.int32, size, rules.MAX_CHOICES),
            counts=aligned(np.int32, size),
            asked=aligned(np.int8, size),
            seats=aligned(np.int8, size),
            observations=aligned(np.int8, size, width["compact"]),
            normalised=aligned(np.float32, size, width["normalised"]),
            last=aligned(np.int8, size, width["compact"] * last),
            last_normalised=aligned(np.float32, size, width["normalised"] * last),
            masks=aligned(np.bool_, size, rules.ACTIONS if masks else 0),
            rewards=aligned(np.float32, size, self.players),
            ended=aligned(np.bool_, size),
            illegal=aligned(np.bool_, size),
        )

    def _show(self) -> None:
        """What all may read, and nobody outside write."""
        games = self._games
        self.seats, self.masks = read_only(games.seats), read_only(games.masks)
        self.observations = read_only(games.normalised if self._normalised else games.observations)
        self.rewards, self.ended, self.illegal = map(read_only, (games.rewards, games.ended, games.illegal))
        self.last_observations = read_only(games.last_normalised if self._normalised else games.last)

    def _words(self, purpose: str, count: int) -> Any:
        """Words that follow from the seed."""
        seen = hashlib.shake_256(f"{self.game.name} batch {self.seed} {purpose}".encode())
        return np.frombuffer(seen.digest(8 * count), "<u8").astype(np.uint64)

    def _desk(self) -> Desk:
        rules, layout = self.game.rules, self.layout
        most = rules.MAX_CHOICES if self.opponents == "quick" else 0
        return Desk(
            np.zeros(layout.size, np.int8),
            layout.scale.copy(),
            np.zeros(1, rules.STATE),
            np.zeros(most, np.int32),
            np.zeros(most, np.float64),
            np.zeros(most, np.float64),
        )

    # ---- Playing ----

    def reset(self, seed: int | None = None) -> Batch:
        """Begin all games anew: the first ones of the seed."""
        if seed is not None:
            self.seed = check_seed(seed)
            self._games.key[:] = self._words("games", 2)
        self._games.luck[:, 0] = self._words("luck", self.size)
        self._games.learners[:] = EVERYBODY if self.opponents is None else np.arange(self.size) % self.players
        games = self._games
        for what in (games.numbers, games.rewards, games.ended, games.illegal, games.masks):
            what[:] = 0
        self._run(START)
        return self

    def step(self, actions: Any) -> Batch:
        """One action in each game, for the seat that is asked there."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.size,) or chosen.dtype.kind not in "iu":
            raise UnreadableError(WRONG_ACTIONS.fill(size=self.size))
        self._numbers[:] = chosen
        self._run(STEP)
        return self

    def sample(self) -> Any:
        """A legal action for each game, each as likely, from the batch's own seed."""
        self._run(SAMPLE, alone=self.size < WORTH_A_THREAD)
        return self._numbers.copy()

    def legal(self, game: int) -> Any:
        """The legal actions of one game, in the order of the rules."""
        return self._games.legal[game, : self._games.counts[game]].copy()

    @property
    def learners(self) -> Any:
        """With opponents: the seat that is asked in each game."""
        return None if self.opponents is None else self._games.learners.copy()

    @property
    def lengths(self) -> Any:
        """How many actions each game has had."""
        return self._games.lengths.copy()

    def observe(self, seat: int | None) -> Any:
        """What one seat sees of every game, whoever is asked there; a spectator with None."""
        if seat is not None and not 0 <= seat < self.players:
            raise UnreadableError(WRONG_SEAT)
        out = aligned(np.float32 if self._normalised else np.int8, self.size, self.layout.size)
        there = {"normalised": out} if self._normalised else {"observations": out}
        chosen, games = -1 if seat is None else seat, self._games._replace(**there)
        self._run_with(OBSERVE, self._numbers, chosen, games, self._source)
        return out

    # ---- Positions ----

    def position(self, game: int) -> Position:
        """One of the games as it stands."""
        row = self._games.rows[game : game + 1].copy()
        return Position(self.game, self.players, self.options, row)

    def copy_from(self, other: Batch, which: Any, redraw: bool = False) -> Batch:
        """Take over games of another batch of the same kind, for each game here the one that `which` names there.

        With `redraw` all that the seat to move cannot know is drawn anew, as a search must that does not peek.
        """
        chosen = np.require(which, np.int64, WRITABLE)
        kinds = [(one.game, one.players, one.options, one.opponents) for one in (self, other)]
        if kinds[0] != kinds[1] or chosen.shape != (self.size,) or chosen.min() < 0 or chosen.max() >= other.size:
            raise UnreadableError(NOT_THE_SAME)
        self._run_with(COPY, chosen, 0, self._games, other._source)
        if redraw:
            self._compiled.redraw(self._games, 0, self.size)
            self._run(LOOK)
        return self

    def save(self) -> bytes:
        """All of it, to go on later."""
        kept = io.BytesIO()
        arrays: dict[str, Any] = {name: getattr(self._games, name) for name in SAVED}
        np.savez(kept, about=self._about(), seed=str(self.seed), **arrays | {"rows": arrays["rows"].view(np.uint8)})
        return kept.getvalue()

    def restore(self, saved: bytes) -> Batch:
        """Go on from what a batch of the same kind has saved; the number of threads does not matter."""
        kept = _read(saved)
        if str(kept["about"]) != self._about():
            raise UnreadableError(NOT_THE_SAME)
        self.seed = int(str(kept["seed"]))
        self._games.key[:] = self._words("games", 2)
        for name in SAVED:
            mine = getattr(self._games, name)
            mine[...] = kept[name].view(mine.dtype) if name == "rows" else kept[name]
        self._games.masks[:] = False
        self._run(LOOK)
        return self

    def _about(self) -> str:
        game = self.game
        return f"{game.name} {game.version} {self.size} {self.players} {dict(self.options)} {self.opponents}"

    # ---- Threads ----

    def _works(self, games: Games, source: Source, numbers: Any) -> list[Work]:
        run = partial(self._compiled.run, games, source, numbers, self._crew.words)
        return [partial(run, thread, desk) for thread, desk in enumerate(self._desks)]

    def _run(self, task: int, chosen: int = 0, alone: bool = False) -> None:
        """All threads have a share of the games, or this one has all of them."""
        self._crew.run(self._steps[:1] if alone or not self.close.alive else self._steps, self.size, task, chosen)

    def _run_with(self, task: int, numbers: Any, chosen: int, games: Games, source: Source) -> None:
        """The same with other arrays than those of a step."""
        works = self._works(games, source, numbers)
        self._crew.run(works if self.close.alive else works[:1], self.size, task, chosen)


def _read(saved: bytes) -> dict[str, Any]:
    """All that was saved, before anything of it is taken over."""
    try:
        with np.load(io.BytesIO(saved)) as kept:
            return {name: kept[name] for name in ("about", "seed", *SAVED)}
    except (zipfile.BadZipFile, zlib.error, ValueError, KeyError, EOFError, OSError, TypeError):
        raise UnreadableError(NOT_A_BATCH) from None
