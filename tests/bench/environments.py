"""How many steps a second: batches, the environments made of them, and the environments of others, in one run.

    python tests/bench/environments.py                           everything, on one core and on two
    python tests/bench/environments.py --only alva --no-others   one game, nobody else
    python tests/bench/environments.py --seconds 0.2 --rounds 1  a quick look

Others come from their own packages, which are installed into environments of their own, once (`--folder`): OpenSpiel's
games in C++ by way of Python, pgx on the CPU, PettingZoo's connect four. All play at random with legal actions. Each
is measured in turn, and that so many times (`--rounds`); the best counts. On one core that is processor time, and what
is compared on one core and on two is measured by the clock: two threads, and two processes that share nothing but the
machine, each with half of the games. One core and two are compared within each round, where one is measured right after
the other, and the median of the rounds counts: a core that was quick for a moment is no core that is quick for two. The
tables are Markdown.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).with_name("others")))

from at_random import choose, seat_by_seat
from pace import Pace, Step, one_core, pace, serve

HOW: dict[str, dict[str, Any]] = {
    "states and legal actions": {"observations": None, "masks": False},
    "and masks": {"observations": None},
    "and observations": {"masks": False},
    "and both": {},
    "and both, from -1 to 1": {"observations": "normalised"},
}
BOTH = "and both"
ENVIRONMENTS = ("PettingZoo, AEC", "PettingZoo, parallel", "Gymnasium, single", "Gymnasium, vector")
OTHERS = {
    "OpenSpiel": ("open_spiel_games.py", ["open_spiel==2.0.2", "numpy"]),
    "pgx": ("pgx_go.py", ["pgx==2.6.0", "jax<0.8", "setuptools<81"]),
    "PettingZoo": ("connect_four.py", ["pettingzoo[classic]==1.27.0"]),
}
PLAYED = {
    ("OpenSpiel", "go alone"): "OpenSpiel's 9×9 Go, states and legal actions",
    ("OpenSpiel", "go"): "OpenSpiel's 9×9 Go, and observation and mask",
    ("OpenSpiel", "checkers alone"): "OpenSpiel's checkers, states and legal actions",
    ("OpenSpiel", "checkers"): "OpenSpiel's checkers, and observation and mask",
    ("pgx", "go"): "pgx's 9×9 Go, batch of 1,024, observation and mask",
    ("PettingZoo", "connect four"): "PettingZoo's connect four, AEC",
}
AIMS = {"alva": 2.0, "alvos": 2.0, "alluvium": 1.0, "alpacalypse": 1.0}
"""Millions of steps a second on one core, with observations and masks."""
Measure = Callable[[float], Pace]
Key = tuple[str, ...]


class Found(dict[Key, list[Pace]]):
    """What each measurement found, round by round."""

    def best(self, *key: str) -> Pace:
        return Pace(max(one.clock for one in self[key]), max(one.processor for one in self[key]))

    def times(self, more: Key, less: Key) -> Pace:
        """How many times as much, round by round, by the median."""
        rounds = list(zip(self[more], self[less], strict=True))
        return Pace(median(a.clock / b.clock for a, b in rounds), median(a.processor / b.processor for a, b in rounds))


# ---- Ours ----


class Sizes(NamedTuple):
    one: int  # games of a batch on one core
    many: int  # ... where one core and two are compared


def batches(name: str, sizes: Sizes) -> Iterable[tuple[tuple[str, ...], Measure]]:
    for what in HOW:
        yield (name, what), alone(lambda what=what: stepping(name, sizes.one, 1, what))
        yield (name, what, "one"), alone(lambda what=what: stepping(name, sizes.many, 1, what))
        yield (name, what, "two"), together(lambda what=what: stepping(name, sizes.many, 2, what))


def stepping(name: str, size: int, threads: int, what: str) -> Step:
    from alcove.rl import Batch

    batch = Batch(name, size, seed=1, threads=threads, **HOW[what])

    def step() -> int:
        for _ in range(5):
            batch.step(batch.sample())
        return 5 * batch.size

    return step


def later(name: str, size: int) -> Step:
    """Made when it is first asked for."""
    made = cache(lambda: stepping(name, size, 1, BOTH))
    return lambda: made()()


def alone(make: Callable[[], Step]) -> Measure:
    made = cache(make)

    def measure(seconds: float) -> Pace:
        with one_core():
            return pace(made(), seconds)

    return measure


def together(make: Callable[[], Step]) -> Measure:
    """On all cores: threads stay on those that were open to them when they were started."""
    made = cache(make)
    return lambda seconds: pace(made(), seconds)


def apart(name: str, size: int) -> tuple[tuple[str, ...], Measure]:
    """Two processes at once: what the machine gives to two cores that have nothing to do with each other."""

    @cache
    def both() -> list[Any]:
        command = [sys.executable, __file__, "--apart", str(size // 2)]
        return [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]

    def measure(seconds: float) -> Pace:
        for asked in both():
            asked.stdin.write(f"{name} {seconds}\n")
            asked.stdin.flush()
        paces = [Pace(*map(float, asked.stdout.readline().split())) for asked in both()]
        return Pace(sum(one.clock for one in paces), sum(one.processor for one in paces) / 2)

    return (name, BOTH, "apart"), measure


def environments(name: str, size: int) -> Iterable[tuple[tuple[str, ...], Measure]]:
    makers = (aec, all_at_once, one_seat, lambda name: many_games(name, size))
    for what, make in zip(ENVIRONMENTS, makers, strict=True):
        yield (name, what), alone(lambda make=make: make(name))


def aec(name: str) -> Step:
    from alcove.rl import pettingzoo

    return seat_by_seat(pettingzoo.env(name))


def all_at_once(name: str) -> Step:
    from alcove.rl import pettingzoo

    env = pettingzoo.parallel_env(name)
    seen = [env.reset(seed=1)[0]]

    def step() -> int:
        for _ in range(100):
            if not env.agents:
                seen[0] = env.reset()[0]
            seen[0] = env.step({agent: choose(seen[0][agent]["action_mask"]) for agent in env.agents})[0]
        return 100

    return step


def one_seat(name: str) -> Step:
    import gymnasium

    import alcove
    from alcove.rl.gymnasium import env_id

    env = gymnasium.make(env_id(alcove.game(name)), level=1)
    info = [env.reset(seed=1)[1]]

    def step() -> int:
        for _ in range(5):
            _, _, over, cut, info[0] = env.step(choose(info[0]["action_mask"]))
            if over or cut:
                info[0] = env.reset()[1]
        return 5

    return step


def many_games(name: str, size: int) -> Step:
    import gymnasium

    import alcove
    from alcove.rl.gymnasium import env_id

    envs = gymnasium.make_vec(env_id(alcove.game(name)), num_envs=size, opponents=None)
    envs.reset(seed=1)

    def step() -> int:
        envs.step(envs.unwrapped.batch.sample())
        return size

    return step


# ---- Others ----


def others(folder: Path) -> Iterable[tuple[tuple[str, ...], Measure]]:
    for who, (script, packages) in OTHERS.items():
        python = installed(folder / who, packages)
        if python is None:
            print(f"{who} could not be installed, and was left out.", file=sys.stderr)
            continue
        place = Path(__file__).with_name("others") / script
        asked = subprocess.Popen([python, place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name in (name for other, name in PLAYED if other == who):
            yield (who, name), lambda seconds, asked=asked, name=name: ask(asked, name, seconds)


def installed(folder: Path, packages: list[str]) -> Path | None:
    """The Python of an environment that has these packages, and nothing of ours."""
    python, done = folder / "bin" / "python", folder / "installed"
    if not done.exists():
        venv.create(folder, with_pip=True)
        if subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=False).returncode:
            return None
        done.write_text("\n".join(packages), "utf-8")
    return python


def ask(asked: Any, name: str, seconds: float) -> Pace:
    asked.stdin.write(f"{name} {seconds}\n")
    asked.stdin.flush()
    return Pace(*map(float, asked.stdout.readline().split()))


# ---- Tables ----


def table(head: list[str], rows: Iterable[list[str]]) -> None:
    print("|", " | ".join(head), "|")
    print("|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print("|", " | ".join(row), "|")
    print()


def millions(rate: float) -> str:
    return f"{rate / 1e6:.2f}"


def print_batches(names: list[str], found: Found, sizes: Sizes) -> None:
    print("Batches, millions of steps a second:\n")
    rows = []
    for name in names:
        for what in HOW:
            best, one, two = found.best(name, what), found.best(name, what, "one"), found.best(name, what, "two")
            rates = [millions(best.processor), millions(one.clock), millions(two.clock)]
            times = found.times((name, what, "two"), (name, what, "one"))
            rows.append([name, what, *rates, f"{times.clock:.2f}", f"{1 / times.processor:.2f}"])
    many = f"{sizes.many:,} games"
    table(
        [
            "game",
            "what",
            f"{sizes.one:,} games, one core",
            f"{many}, one core",
            f"{many}, two",
            "two : one",
            "processor time a step, two : one",
        ],
        rows,
    )


def print_environments(names: list[str], found: Found) -> None:
    print("Environments, steps a second on one core:\n")
    rows = [[name, *(f"{found.best(name, what).processor:,.0f}" for what in ENVIRONMENTS)] for name in names]
    table(["game", *ENVIRONMENTS], rows)


def print_others(found: Found) -> None:
    print("Others, steps a second on one core:\n")
    rows = [[title, f"{found.best(*key).processor:,.0f}"] for key, title in PLAYED.items() if key in found]
    table(["what", "steps/s"], rows)


def print_ratios(names: list[str], found: Found) -> None:
    """What is aimed at stands above each column."""
    print("With observations and masks, in ratios:\n")
    rivals = [("pgx", "go"), ("OpenSpiel", "go"), ("OpenSpiel", "checkers")]
    rows = []
    for name in names:
        mine = found.best(name, BOTH).processor
        row = [name, f"{mine / 1e6:.2f} ({AIMS.get(name, 0):.0f})"]
        row += [f"{mine / found.best(*rival).processor:,.0f}" if rival in found else "–" for rival in rivals]
        theirs = ("PettingZoo", "connect four")
        stepped = found.best(name, ENVIRONMENTS[0]).processor
        row.append(f"{stepped / found.best(*theirs).processor:.1f}" if theirs in found else "–")
        row += [f"{found.times((name, BOTH, how), (name, BOTH, 'one')).clock:.2f}" for how in ("two", "apart")]
        rows.append(row)
    table(
        [
            "game",
            "millions of steps/s (aim)",
            "× pgx's Go (10)",
            "× OpenSpiel's Go (5)",
            "× OpenSpiel's checkers (5)",
            "AEC × PettingZoo's connect four",
            "two cores × one (1.8)",
            "two processes × one",
        ],
        rows,
    )


def main() -> None:
    import alcove

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=alcove.games(), nargs="+", default=alcove.games())
    parser.add_argument("--no-others", action="store_true")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--size", type=int, default=1024, help="games of a batch")
    parser.add_argument("--many", type=int, default=4096, help="games of a batch that has one thread or two")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "alcove-others")
    parser.add_argument("--apart", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.apart:
        serve({name: later(name, chosen.apart) for name in alcove.games()})
        return
    names, sizes = list(chosen.only), Sizes(chosen.size, chosen.many)
    measures: dict[tuple[str, ...], Measure] = {}
    for name in names:
        measures |= dict([*batches(name, sizes), apart(name, sizes.many), *environments(name, sizes.one)])
    if not chosen.no_others:
        measures |= dict(others(chosen.folder))
    found = Found()
    for turn in range(chosen.rounds):
        for key, measure in measures.items():
            print(f"\rround {turn + 1}: {' '.join(key):60}", end="", file=sys.stderr, flush=True)
            found.setdefault(key, []).append(measure(chosen.seconds))
    print(file=sys.stderr)
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}; "
        f"the best of {chosen.rounds}, {chosen.seconds:g} s each, two cores by the median.\n"
    )
    print_batches(names, found, sizes)
    print_environments(names, found)
    if not chosen.no_others:
        print_others(found)
    print_ratios(names, found)


if __name__ == "__main__":
    main()
