"""A tournament in PettingZoo: a bot of a level against players who do as they please, in every seat by turns.

python examples/tournament.py alvos --players 4 --games 50 --level 1
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

from curve import Curve

from alcove.bots import think
from alcove.rl.pettingzoo import env as make


def play(env: Any, seed: int, bot: str, level: int, dice: random.Random) -> dict[str, float]:
    """One game; what every agent got."""
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        if over or cut:
            env.step(None)
        elif agent == bot:
            seat = env.possible_agents.index(agent)
            env.step(think(env.position, seat, level, dice.getrandbits(63)).action.index)
        else:
            env.step(env.action_space(agent).sample(seen["action_mask"]))
    return got


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, default=Path("tournament.svg"))
    chosen = parser.parse_args(arguments)
    env = make(chosen.game, players=chosen.players)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(chosen.seed + number)
    dice = random.Random(chosen.seed)
    curve = Curve(f"{chosen.game}: a bot of level {chosen.level} among random players", "games", -1.0, 1.0)
    total = 0.0
    for number in range(chosen.games):
        bot = env.possible_agents[number % len(env.possible_agents)]
        got = play(env, chosen.seed + number, bot, chosen.level, dice)
        total += got[bot]
        curve.add(number + 1, total / (number + 1), f"this game {got[bot]:+.2f} as {bot}")
    curve.save(chosen.plot)
    return total / chosen.games


if __name__ == "__main__":
    main()
