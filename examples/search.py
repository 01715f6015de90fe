"""Learning by search, with NumPy alone: a small network guides a search over `Batch`, and learns from what it finds.

Gumbel noise picks candidates at the root, and sequential halving keeps the better half after each round of short
playouts. The policy is taught what the search thinks of them, the value how games ended.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from curve import Curve

from alcove.rl import Batch

STEPS, CANDIDATES, DEPTH, SHARPNESS, KEPT, PART = 30, 8, 6, 8.0, 20_000, 512
RATE, DECAY = 2e-3, (0.9, 0.999)


class Network:
    """Two layers, a policy and a value, taught by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator, width: int = 128) -> None:
        self.w = {
            "body": rng.normal(0, (2 / inputs) ** 0.5, (inputs + 1, width)).astype(np.float32),
            "policy": np.zeros((width + 1, actions), np.float32),
            "value": np.zeros((width + 1, 1), np.float32),
        }
        self.m = {name: [np.zeros_like(w), np.zeros_like(w)] for name, w in self.w.items()}
        self.updates = 0

    def __call__(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Logits, values, and the layer between."""
        hidden = _and_one(np.maximum(_and_one(seen) @ self.w["body"], 0))
        logits = np.where(mask, hidden @ self.w["policy"], -np.inf)
        return logits, np.tanh(hidden @ self.w["value"])[:, 0], hidden

    def learn(self, seen: Any, mask: Any, policy: Any, result: Any) -> None:
        logits, value, hidden = self(seen, mask)
        off_policy = (_softmax(logits) - policy) / len(seen)
        off_value = ((value - result) * (1 - value**2) / len(seen))[:, None]
        back = (off_policy @ self.w["policy"].T + off_value @ self.w["value"].T)[:, :-1] * (hidden[:, :-1] > 0)
        steps = {"body": _and_one(seen).T @ back, "policy": hidden.T @ off_policy, "value": hidden.T @ off_value}
        self.updates += 1
        for name, gradient in steps.items():
            for moment, decay, what in zip(self.m[name], DECAY, (gradient, gradient**2), strict=True):
                moment += (1 - decay) * (what - moment)
            first, second = (m / (1 - d**self.updates) for m, d in zip(self.m[name], DECAY, strict=True))
            self.w[name] -= RATE * first / (np.sqrt(second) + 1e-8)


def _and_one(rows: Any) -> Any:
    return np.concatenate([rows, np.ones((len(rows), 1), np.float32)], axis=1)


def _softmax(logits: Any) -> Any:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def _drawn(logits: Any, rng: np.random.Generator) -> Any:
    """An action for each row, as likely as the policy says."""
    return np.argmax(logits - np.log(rng.standard_exponential(logits.shape, np.float32) + 1e-30), axis=1)


def playouts(root: Batch, scratch: Batch, actions: Any, network: Network, rng: np.random.Generator) -> Any:
    """What each of several actions is worth to the seat to move: a short playout, then the network's value."""
    which = np.repeat(np.arange(len(actions)), actions.shape[1])
    seats = root.seats[which].astype(np.int64)
    scratch.copy_from(root, np.resize(which, scratch.size), redraw=True)
    worth, open_still, chosen = np.zeros(len(which)), np.ones(len(which), bool), actions.ravel()
    for _ in range(DEPTH):
        scratch.step(np.resize(chosen, scratch.size))
        over = scratch.ended[: len(which)] & open_still
        worth[over] = scratch.rewards[: len(which)][np.arange(len(which)), seats][over]
        open_still &= ~over
        logits, values, _ = network(scratch.observations, scratch.masks)
        chosen = _drawn(logits, rng)[: len(which)]
    values = np.where(scratch.seats == np.resize(seats, scratch.size), values, -values)[: len(which)]
    worth[open_still] = values[open_still]
    return worth.reshape(actions.shape)


def think(root: Batch, scratch: Batch, network: Network, rng: np.random.Generator) -> tuple[Any, Any]:
    """An action for each game, and the policy that the search would have."""
    logits, values, _ = network(root.observations, root.masks)
    noisy, rows = logits + rng.gumbel(size=logits.shape), np.arange(root.size)[:, None]
    candidates = np.argsort(-noisy, axis=1)[:, :CANDIDATES]
    candidates = np.where(root.masks[rows, candidates], candidates, candidates[:, :1])
    found, tried = np.zeros(logits.shape), np.zeros(logits.shape)
    while True:
        worth = playouts(root, scratch, candidates, network, rng)
        np.add.at(found, (rows, candidates), worth)
        np.add.at(tried, (rows, candidates), 1)
        mean = np.where(tried > 0, found / np.maximum(tried, 1), values[:, None])
        if candidates.shape[1] == 1:
            break
        order = np.argsort(-(noisy + SHARPNESS * mean)[rows, candidates], axis=1)
        candidates = candidates[rows, order[:, : candidates.shape[1] // 2]]
    return candidates[:, 0], _softmax(np.where(root.masks, logits + SHARPNESS * mean, -np.inf))


def measure(test: Batch, network: Network, rng: np.random.Generator, steps: int = 40) -> float:
    """The mean result of the policy alone against random players."""
    test.reset()
    results, seats = list[float](), test.seats.astype(np.int64)
    for _ in range(steps):
        test.step(_drawn(network(test.observations, test.masks)[0], rng))
        results += test.rewards[np.arange(test.size), seats][test.ended].tolist()
    return float(np.mean(results))


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, default=Path("search.svg"))
    chosen = parser.parse_args(arguments)
    rng, how = np.random.default_rng(chosen.seed), {"options": {"size": 5}, "observations": "normalised"}
    root, scratch = (Batch("alva", n, seed=chosen.seed, **how) for n in (chosen.games, chosen.games * CANDIDATES))
    test = Batch("alva", 100, seed=chosen.seed + 1, opponents="random", **how)
    network = Network(root.layout.size, root.masks.shape[1], rng)
    curve = Curve("Search with a learnt policy, Alva 5 × 5 against random players", "rounds", -1.0, 1.0)
    curve.add(0, measure(test, network, rng))
    memory, waiting = list[Any](), [list[Any]() for _ in range(chosen.games)]
    for number in range(1, chosen.rounds + 1):
        for _ in range(STEPS):
            actions, policies = think(root, scratch, network, rng)
            rows = zip(root.observations.copy(), root.masks.copy(), policies, root.seats.tolist(), strict=True)
            for game, row in zip(waiting, rows, strict=True):
                game.append(row)
            root.step(actions)
            for game in np.flatnonzero(root.ended):
                memory += [(*row, root.rewards[game, seat]) for *row, seat in waiting[game]]
                waiting[game] = []
        memory = memory[-KEPT:]
        for _ in range(min(40, len(memory) // 64)):
            part = [memory[at] for at in rng.integers(len(memory), size=PART)]
            network.learn(*(np.array(column) for column in zip(*part, strict=True)))
        if number % max(1, chosen.rounds // 30) == 0:
            curve.add(number, measure(test, network, rng), f"{len(memory)} positions")
    curve.save(chosen.plot)
    return curve.points[0][1], curve.points[-1][1]


if __name__ == "__main__":
    main()
