"""The games in PettingZoo: seat after seat (`env`), and all seats at once (`parallel_env`). Needs `alcove[rl]`.

Agents are called `seat_0`, `seat_1` and so on. An observation is a dictionary of `observation` and `action_mask`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.rl.single import LOWEST, Setup, drawing, legal_or_none, rewards

RENDER_MODES = ["human", "ansi"]


def env(game: str | Game, **more: Any) -> SeatBySeat:
    """A game in which one agent acts after the other."""
    return SeatBySeat(game, **more)


def parallel_env(game: str | Game, **more: Any) -> AllAtOnce:
    """A game in which all agents act in every cycle."""
    return AllAtOnce(game, **more)


class _Agents:
    """What both kinds share."""

    position: Position
    _drawn: tuple[Position, str] | None = None

    def _sit_down(
        self, game: str | Game, players: int | None, options: Mapping[str, Any] | None, no_op: int, name: str
    ) -> None:
        self.setup = Setup(game, players, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setup.players)]
        self.metadata = {"render_modes": RENDER_MODES, "name": f"{self.setup.game.name}_{name}", "render_fps": 1}
        low, high = self.setup.bounds
        count = self.setup.actions + no_op
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def _rendered(self, mode: str | None) -> str | None:
        if self._drawn is None or self._drawn[0] is not self.position:  # a step draws, and who asks again has it
            self._drawn = self.position, drawing(self.position)
        shown = self._drawn[1]
        if mode == "ansi":
            return shown
        if mode == "human":
            print(shown)
        return None


class SeatBySeat(_Agents, AECEnv):
    """Who is awaited acts; of several the one after the other, unseen by the rest.

    A wrong action ends the game: its seat gets -1, the others 0.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        self._sit_down(game, players, options, 0, "aec")
        self.metadata["is_parallelizable"] = False
        self.render_mode, self.max_cycles = render_mode, max_cycles

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.position, self.cycles = self.setup.start(seed), 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.awaited[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        seen, mask = self.setup.observation(self.position, seat), self.setup.mask(self.position, seat)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.cycles += 1
        chosen = legal_or_none(action, self.position.legal_indices(seat))
        if chosen is not None:
            self.position = self.position.play_legal(seat, chosen)
            got, over = rewards(self.position), self.position.over
        else:
            got, over = [LOWEST if other == seat else 0.0 for other in range(self.setup.players)], True
            self.infos[agent]["illegal"] = True
        self.rewards = {other: got[self.possible_agents.index(other)] for other in self.agents}
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.position.awaited[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self._rendered(self.render_mode)

    def close(self) -> None:
        pass


class AllAtOnce(_Agents, ParallelEnv):
    """All seats act in every cycle. A seat that is not awaited has one choice, the last action, which does nothing.

    So does a wrong action, whatever it is: it changes nothing, and `infos` say `illegal`. Give `max_cycles` where that
    may go on.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        self._sit_down(game, players, options, 1, "parallel")
        self.no_op = self.setup.actions
        self.render_mode, self.max_cycles = render_mode, max_cycles

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.position, self.cycles = self.setup.start(seed), 0
        self.agents = self.possible_agents[:]
        return self._observed(self.agents), {agent: {} for agent in self.agents}

    def _observed(self, agents: list[str]) -> dict[str, Any]:
        found = {}
        for seat, agent in enumerate(agents):
            mask = self.setup.mask(self.position, seat, more=1)
            mask[self.no_op] = seat not in self.position.awaited
            found[agent] = {"observation": self.setup.observation(self.position, seat), "action_mask": mask}
        return found

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        agents, infos = self.agents, {agent: dict[str, Any]() for agent in self.agents}
        for seat in self.position.awaited if agents else ():
            chosen = legal_or_none(actions.get(agents[seat]), self.position.legal_indices(seat))
            if chosen is not None:
                self.position = self.position.play_legal(seat, chosen)
            else:
                infos[agents[seat]]["illegal"] = True
        self.cycles += 1
        over = self.position.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        got = dict(zip(agents, rewards(self.position), strict=False))
        seen = self._observed(agents)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, got, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> str | None:
        return self._rendered(self.render_mode)

    def close(self) -> None:
        pass
