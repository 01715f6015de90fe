"""PPO on the vector environment of a small Alva, against random players. Needs PyTorch; minutes on a CPU.

pip install "alcove[rl]" torch
python examples/ppo.py --steps 400000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import torch
from curve import Curve
from torch import nn

import alcove.rl.gymnasium  # noqa: F401  (puts the games on Gymnasium's shelf)

HORIZON, EPOCHS, MINIBATCHES = 32, 3, 4
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.997, 0.95, 0.2, 0.01, 1e-3


class Agent(nn.Module):
    def __init__(self, inputs: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.policy.bias)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        features = self.body(seen)
        logits = self.policy(features).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(features).squeeze(-1)


def collect(envs: Any, agent: Agent, seen: Any, mask: Any) -> tuple[dict[str, Any], Any, Any, list[float]]:
    """So many steps of every game, and what the games that ended brought."""
    kept: dict[str, list[Any]] = {name: [] for name in ("seen", "mask", "action", "log", "value", "reward", "over")}
    results: list[float] = []
    for _ in range(HORIZON):
        with torch.no_grad():
            choice, value = agent(seen, mask)
            action = choice.sample()
        after, reward, over, _, info = envs.step(action.numpy())
        results += reward[over].tolist()
        for name, what in (("seen", seen), ("mask", mask), ("action", action), ("log", choice.log_prob(action))):
            kept[name].append(what)
        kept["value"].append(value)
        kept["reward"].append(torch.from_numpy(reward).float())
        kept["over"].append(torch.from_numpy(over).float())
        seen, mask = torch.from_numpy(after), torch.from_numpy(info["action_mask"])
    return {name: torch.stack(rows) for name, rows in kept.items()}, seen, mask, results


def advantages(kept: dict[str, Any], last: Any) -> Any:
    """Generalised advantage estimation; a game that ended begins anew in the same step."""
    found, running = torch.zeros_like(kept["reward"]), torch.zeros_like(last)
    for at in reversed(range(HORIZON)):
        alive = 1 - kept["over"][at]
        error = kept["reward"][at] + DISCOUNT * last * alive - kept["value"][at]
        running = error + DISCOUNT * TRACE * alive * running
        found[at], last = running, kept["value"][at]
    return found


def improve(agent: Agent, optimiser: Any, kept: dict[str, Any], gain: Any) -> None:
    flat = {name: rows.flatten(0, 1) for name, rows in kept.items()}
    gain = gain.flatten()
    target, gain = gain + flat["value"], (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gain)).chunk(MINIBATCHES):
            choice, value = agent(flat["seen"][part], flat["mask"][part])
            ratio = (choice.log_prob(flat["action"][part]) - flat["log"][part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(ratio * gain[part], clipped * gain[part]).mean()
            loss = policy_loss + 0.5 * (value - target[part]).pow(2).mean() - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, default=Path("ppo.svg"))
    chosen = parser.parse_args(arguments)
    torch.manual_seed(chosen.seed)
    envs = gymnasium.make_vec(
        "alcove/alva-v1", num_envs=chosen.games, options={"size": chosen.size}, opponents=chosen.opponents
    )
    first, info = envs.reset(seed=chosen.seed)
    seen, mask = torch.from_numpy(first), torch.from_numpy(info["action_mask"])
    agent = Agent(seen.shape[1], mask.shape[1])
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE)
    curve = Curve(f"PPO, Alva {chosen.size} × {chosen.size} against {chosen.opponents} players", "steps", -1.0, 1.0)
    recent: list[float] = []
    began, done, told = time.monotonic(), 0, 0
    while done < chosen.steps:
        kept, seen, mask, results = collect(envs, agent, seen, mask)
        done += HORIZON * chosen.games
        recent += results
        with torch.no_grad():
            last = agent(seen, mask)[1]
        improve(agent, optimiser, kept, advantages(kept, last))
        if recent and (done - told >= chosen.steps // 40 or done >= chosen.steps):
            curve.add(done, sum(recent) / len(recent), f"{len(recent)} games, {time.monotonic() - began:.0f} s")
            recent, told = [], done
    curve.save(chosen.plot)
    return curve.points[0][1], curve.points[-1][1]


if __name__ == "__main__":
    main()
