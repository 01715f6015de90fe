"""The games in Gymnasium: one seat against bots, and thousands of games at once. Needs `alcove[rl]`.

    gymnasium.make("alcove.rl.gymnasium:alcove/NAME-v1", level=2)
    gymnasium.make_vec("alcove.rl.gymnasium:alcove/NAME-v1", num_envs=1024, opponents="quick")

What may be done stands in the info, as `action_mask`. A wrong action ends the game with the lowest reward.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from alcove.bots.levels import check_level, think
from alcove.kernel import game as shelf
from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.rl.batch import Batch
from alcove.rl.compiling import Opponents
from alcove.rl.single import LOWEST, Setup, drawing, legal_or_none, rewards

NAMESPACE = "alcove"


def register() -> None:
    """Put every game on Gymnasium's shelf. Naming this module before an id, as above, imports it."""
    for name in shelf.games():
        game = shelf.game(name)
        if game.observe is not None and env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point=f"{__name__}:OneSeat",
                vector_entry_point=f"{__name__}:ManyGames",
                kwargs={"game": name},
            )


def env_id(game: Game) -> str:
    assert game.observe is not None
    return f"{NAMESPACE}/{game.name}-v{game.observe.LAYOUT.version}"


class OneSeat(gymnasium.Env[Any, Any]):
    """One seat of a game; bots of a level have the others."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int = 0,
        level: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.setup = Setup(game, players, options)
        check_level(self.setup.game, level)
        self.seat, self.level, self.render_mode = self.setup.start(0)._check_seat(seat), level, render_mode
        low, high = self.setup.bounds
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.setup.actions)
        self.position: Position | None = None
        self._ended = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self._let_bots_play(self.setup.start(self._draw()))
        while self.position.over:  # it ended before the seat had a turn
            self.position = self._let_bots_play(self.setup.start(self._draw()))
        self._ended = False
        return self._seen()

    def _draw(self) -> int:
        return int(self.np_random.integers(2**62))

    def _let_bots_play(self, position: Position) -> Position:
        while not position.over and self.seat not in position.awaited:
            other = position.awaited[0]
            position = position.play_legal(other, think(position, other, self.level, self._draw()).action.index)
        return position

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.position is None or self._ended:
            raise gymnasium.error.ResetNeeded("The game is over: call reset.")
        chosen = legal_or_none(action, self.position.legal_indices(self.seat))
        if chosen is None:
            self._ended = True
            seen, info = self._seen()
            return seen, LOWEST, True, False, info | {"illegal": True}
        self.position = self._let_bots_play(self.position.play_legal(self.seat, chosen))
        self._ended = self.position.over
        seen, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return seen, rewards(self.position)[self.seat], self.position.over, False, info

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        assert self.position is not None
        seen = self.setup.observation(self.position, self.seat)
        return seen, {"action_mask": self.setup.mask(self.position, self.seat)}

    def render(self) -> str | None:
        assert self.position is not None
        shown = drawing(self.position, self.seat)
        if self.render_mode == "human":
            print(shown)
            return None
        return shown


class ManyGames(VectorEnv[Any, Any, Any]):
    """A `Batch` as a vector environment.

    With opponents each game asks one seat, and rewards are that seat's. Without, all seats are asked in turn, as in
    self-play: `seat` in the info says which, and a reward is that of the seat that has just acted; `rewards` has all.
    A game that ends begins anew in the same step; then `final_obs` has what the acting seat saw at its end, and
    `final_info` what belongs to that. Games are never cut short.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        opponents: Opponents = "random",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.batch = Batch(
            game,
            num_envs,
            players,
            0,
            options,
            threads=threads,
            observations="normalised",
            opponents=opponents,
            last=True,
        )
        self.num_envs, self._copy = num_envs, copy
        low, high = Setup(game, players, options).bounds
        self.single_observation_space = spaces.Box(low, high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(self.batch.game.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**62)))
        return self._given(self.batch.observations), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        acting = self.batch.seats.astype(np.int64)
        self.batch.step(actions)
        got = self.batch.rewards[np.arange(self.num_envs), acting].astype(np.float64)
        never = np.zeros(self.num_envs, np.bool_)
        info = self._info()
        if self.batch.ended.any():
            info |= self._final(acting)
        return self._given(self.batch.observations), got, self.batch.ended.copy(), never, info

    def _given(self, array: Any) -> Any:
        return np.array(array) if self._copy else array

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "action_mask": self._given(batch.masks),
            "seat": batch.seats.copy(),
            "rewards": batch.rewards.copy(),
            "illegal": batch.illegal.copy(),
        }

    def _final(self, acting: Any) -> dict[str, Any]:
        """As Gymnasium's own vector environments tell of games that ended: arrays, and where they mean something."""
        batch, ended = self.batch, self.batch.ended.copy()
        seen = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            seen[game] = batch.last_observations[game].copy()
        told = {"seat": acting.astype(np.int8), "rewards": batch.rewards.copy(), "illegal": batch.illegal.copy()}
        info = told | {f"_{name}": ended for name in told}
        return {"final_obs": seen, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def close_extras(self, **how: Any) -> None:
        self.batch.close()


register()
