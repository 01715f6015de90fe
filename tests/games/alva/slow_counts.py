"""Count the nodes of the Alva game tree with the slow oracle.

    python -m tests.games.alva.slow_counts            write the counts into the files
    python -m tests.games.alva.slow_counts --check    compare them, and show each move where they differ

The depth is counted in actions, not in turns: a placement, a shift, or one jump of a chain. perft 0
is 1; a finished position has no children. Names, positions, depths and comments are kept as they
are in the files. To add a position write its block with 0 for each count.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.games.alva.oracle import Alva

FOLDER = Path(__file__).resolve().parent / "perft"

COUNT = re.compile("perft ([1-9][0-9]*): ([0-9]+)")


@dataclass
class Entry:
    name: str
    position: str = ""
    counts: dict[int, int] = field(default_factory=dict)


def load(path: str | Path) -> list[Entry]:
    """The blocks of one file."""
    entries: list[Entry] = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        match = COUNT.fullmatch(line)
        if line.startswith("name: "):
            entries.append(Entry(line.removeprefix("name: ")))
        elif line.startswith("position: ") and entries and not entries[-1].position:
            entries[-1].position = line.removeprefix("position: ")
        elif match and entries and entries[-1].position:
            entries[-1].counts[int(match[1])] = int(match[2])
        else:
            raise ValueError(f"{path}, line {number}: {line!r}")
    for entry in entries:
        if not entry.position:
            raise ValueError(f"{path}: {entry.name} has no position")
    return entries


def perft(position: Alva, depth: int) -> int:
    """The number of action sequences of this length."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal())
    return sum(perft(position.play(action), depth - 1) for action in position.legal())


def divide(position: Alva, depth: int) -> dict[str, int]:
    """The same number, split by the first action."""
    return {action: perft(position.play(action), depth - 1) for action in position.legal()}


def write(path: Path) -> None:
    """Count again, and replace the numbers in the file."""
    entries = load(path)
    for entry in entries:
        position = Alva.read(entry.position)
        entry.counts = {depth: perft(position, depth) for depth in entry.counts}
        print(f"{path.name} {entry.name}: {entry.counts}", flush=True)
    lines = []
    index = -1
    for line in path.read_text(encoding="utf-8").splitlines():
        match = COUNT.fullmatch(line)
        if line.startswith("name: "):
            index += 1
        elif match:
            depth = int(match[1])
            line = f"perft {depth}: {entries[index].counts[depth]}"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def check(path: Path) -> bool:
    """Count again, and show where the numbers differ from those in the file."""
    good = True
    for entry in load(path):
        position = Alva.read(entry.position)
        for depth, expected in entry.counts.items():
            counted = perft(position, depth)
            if counted == expected:
                continue
            good = False
            print(f"{path.name} {entry.name}: perft {depth} is {counted}, the file says {expected}")
            for action, nodes in divide(position, depth).items():
                print(f"    {action}: {nodes}")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the nodes of the Alva game tree with the slow oracle.")
    parser.add_argument("files", nargs="*", type=Path, help="default: all files in the folder perft")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args()
    begin = time.perf_counter()
    good = True
    for path in options.files or sorted(FOLDER.glob("*.txt")):
        if options.check:
            good = check(path) and good
        else:
            write(path)
    print(f"{time.perf_counter() - begin:.1f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
