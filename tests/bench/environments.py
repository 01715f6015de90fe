"""How many steps a second: batches, the environments made of them, and the environments of others, in one run.

    python tests/bench/environments.py               everything, on one core and on two
    python tests/bench/environments.py --only alva   one game, nobody else

Others come from their own packages: OpenSpiel's games in C++ by way of Python, pgx on the CPU, PettingZoo's connect
four. The last two are installed into folders of their own, which go away afterwards. All play at random with legal
actions, and all are asked for observations and masks. Figures are processor time; for two threads wall time.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

SECONDS = 1.0
SIZE = 1024
PGX = """
import os, time
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
import jax, jax.numpy as jnp, pgx
env = pgx.make("go_9x9")
init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(pgx.experimental.auto_reset(env.step, env.init)))
draw = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1))
def run(state, key, count):
    for _ in range(count):
        key, one, two = jax.random.split(key, 3)
        state = step(state, draw(one, state.legal_action_mask), jax.random.split(two, SIZE))
    jax.block_until_ready(state)
    return state, key
SIZE = 1024
state, key = run(init(jax.random.split(jax.random.PRNGKey(0), SIZE)), jax.random.PRNGKey(1), 3)
count, began = 0, time.process_time()
while time.process_time() - began < 4:
    state, key = run(state, key, 5)
    count += 5
print(count * SIZE / (time.process_time() - began))
"""

CONNECT_FOUR = """
import time, numpy as np
from pettingzoo.classic import connect_four_v3
env = connect_four_v3.env()
env.reset(seed=1)
count, began = 0, time.process_time()
while time.process_time() - began < 2:
    seen, _, over, cut, _ = env.last()
    if over or cut:
        env.reset()
        continue
    env.step(int(np.random.choice(np.flatnonzero(seen["action_mask"]))))
    count += 1
print(count / (time.process_time() - began))
"""


def rate(step: Callable[[], int], clock: Callable[[], float] = time.process_time, seconds: float = SECONDS) -> float:
    """Steps a second."""
    step()
    count, began = 0, clock()
    while clock() - began < seconds:
        count += step()
    return count / (clock() - began)


def tell(who: str, what: str, found: float, more: str = "") -> float:
    print(f"{who:24}{what:34}{found:14,.0f}  {more}", flush=True)
    return found


# ---- Ours ----


def batches(name: str) -> None:
    from alcove.rl import Batch

    def stepping(**how: Any) -> Callable[[], int]:
        batch = Batch(name, how.pop("size", SIZE), seed=1, **how)

        def step() -> int:
            batch.step(batch.sample())
            return batch.size

        return step

    tell(name, "Batch, states alone", rate(stepping(observations=None, masks=False)))
    tell(name, "Batch, masks", rate(stepping(observations=None)))
    tell(name, "Batch, observations", rate(stepping(masks=False)))
    tell(name, "Batch, both", rate(stepping()))
    tell(name, "Batch, both, from -1 to 1", rate(stepping(observations="normalised")))
    one = rate(stepping(size=4096), time.perf_counter)
    two = rate(stepping(size=4096, threads=2), time.perf_counter)
    tell(name, "Batch of 4,096, two threads", two, f"{two / one:.2f} times one")


def wrappers(name: str) -> None:
    import gymnasium

    import alcove
    from alcove.rl import pettingzoo
    from alcove.rl.gymnasium import env_id

    tell(name, "PettingZoo, seat by seat", rate(by_hand(pettingzoo.env(name))))
    chosen = env_id(alcove.game(name))
    envs = gymnasium.make_vec(chosen, num_envs=SIZE, opponents=None)
    envs.reset(seed=1)

    def step() -> int:
        envs.step(envs.unwrapped.batch.sample())
        return SIZE

    tell(name, "Gymnasium, vector environment", rate(step))


def by_hand(env: Any) -> Callable[[], int]:
    """Random play in PettingZoo, with its own spaces."""
    env.reset(seed=1)

    def step() -> int:
        for _ in range(100):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[np.random.randint(len(legal))]))
        return 100

    return step


# ---- Others ----


def open_spiel(name: str) -> None:
    import pyspiel

    game = pyspiel.load_game(name)
    place = [game.new_initial_state()]

    def step() -> int:
        for _ in range(100):
            state = place[0]
            if state.is_terminal():
                place[0] = state = game.new_initial_state()
            np.array(state.observation_tensor(state.current_player()), np.float32)
            np.array(state.legal_actions_mask(), np.bool_)
            actions = state.legal_actions()
            state.apply_action(actions[np.random.randint(len(actions))])
        return 100

    tell("OpenSpiel, C++", name, rate(step))


def elsewhere(who: str, what: str, packages: list[str], script: str) -> None:
    """In a folder and a process of its own, on one core."""
    with tempfile.TemporaryDirectory(prefix="alcove-bench-") as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        if subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=False).returncode:
            print(f"{who} could not be installed, and was left out.")
            return
        one_core = ["taskset", "-c", "0"] if shutil.which("taskset") else []
        done = subprocess.run([*one_core, python, "-c", script], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{who} did not run, and was left out: {done.stderr.strip().splitlines()[-1]}")
        else:
            tell(who, what, float(done.stdout.split()[-1]))


def main() -> None:
    import alcove

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=alcove.games())
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}; steps a second")
    for name in [chosen.only] if chosen.only else alcove.games():
        batches(name)
        wrappers(name)
    if chosen.only is None:
        open_spiel("go(board_size=9)")
        open_spiel("checkers")
        elsewhere("PettingZoo, one core", "connect four", ["pettingzoo[classic]==1.27.0"], CONNECT_FOUR)
        elsewhere("pgx, CPU, one core", "9×9 Go, batch of 1,024", ["pgx==2.6.0", "jax<0.8", "setuptools<81"], PGX)


if __name__ == "__main__":
    main()
