"""What only some people need is no burden for the others: `alcove` runs without any of it."""

from __future__ import annotations

import subprocess
import sys

OPTIONAL = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pyarrow", "ray", "torch", "jax", "psycopg", "redis")
PROGRAM = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OPTIONAL!r}:
            raise ModuleNotFoundError("not installed: " + name, name=name)

sys.meta_path.insert(0, Absent())
import alcove
import alcove.rl
import alcove.rl.data
from alcove.cli.main import main

assert alcove.game("alva").new(seed=1).players == 2
assert main(["games"]) == 0
assert main(["data", "--help"]) == 0
assert main(["lab", "tollgate", "--cluster", "auto"]) == 2
try:
    import alcove.rl.gymnasium
except ModuleNotFoundError as error:
    print(error)
"""


def test_alcove_and_its_commands_need_no_library_of_the_extras() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "alva" in done.stdout
    assert "A cluster needs Ray" in done.stderr
    assert done.stdout.splitlines()[-1] == "not installed: gymnasium", "the libraries were not kept away"
