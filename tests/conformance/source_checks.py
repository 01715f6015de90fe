"""What every game's folder must look like."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from alcove import Game
from alcove.kernel.options import By
from tests.conformance.digests import digests
from tests.conformance.play_checks import clauses

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "__init__.py",
    "rules.py",
    "notation.py",
    "view.py",
    "narrate.py",
    "refuse.py",
    "bot.py",
    "rulebook.en.md",
    "rulebook.de.md",
}
NOT_FOR_RULES = {"notation", "view", "narrate", "refuse", "bot"}
LIBRARIES = {"__future__", "typing", "collections.abc", "functools", "itertools", "numpy"}
LIBRARIES |= {"dataclasses", "pathlib", "re", "tomllib"}  # to read tables of cards


def folder(game: Game) -> Path:
    return Path(importlib.import_module(game.package).__file__).parent


def the_folder_has_the_same_files_as_every_other(game: Game) -> None:
    files = {path.name for path in folder(game).iterdir() if path.is_file()}
    assert files >= FILES
    tables = {name for name in files - FILES if not name.endswith((".py", ".typ", ".csv", ".toml", ".json", ".npz"))}
    assert not tables, "beside the common files a game has only tables"


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if (path.parent / f"{name.rpartition('.')[2]}.py").exists()}
            found |= modules or {node.module or ""}
    return found


def rules_import_only_the_kernel_and_their_own_tables(game: Game) -> None:
    to_do, done = {"rules"}, set()
    while to_do:
        module = to_do.pop()
        done.add(module)
        for name in imports(folder(game) / f"{module}.py"):
            if name.startswith(f"{game.package}."):
                own = name.removeprefix(f"{game.package}.").partition(".")[0]
                assert own not in NOT_FOR_RULES, f"{module}.py imports {name}"
                to_do |= {own} - done
            else:
                allowed = name in LIBRARIES or name.startswith("alcove.kernel.")
                assert allowed, f"{module}.py imports {name}"
                assert name not in {"alcove.kernel.text", "alcove.kernel.position", "alcove.kernel.record"}


def both_rulebooks_have_the_same_clauses_in_the_same_order(game: Game) -> None:
    english, german = clauses(game, "en"), clauses(game, "de")
    assert english
    assert english == german
    assert len(set(english)) == len(english)


def mentioned(prefix: str, text: str) -> set[str]:
    """The ids in a text; `ALVA-1, 2` and `ALVA-8 to 12` name several."""
    found: set[str] = set()
    for match in re.finditer(rf"{prefix}-(\d+)((?:,? (?:to |and )?\d+\b)*)", text):
        numbers = [int(match[1])]
        for joint, number in re.findall(r"(to )?(\d+)", match[2]):
            numbers += range(numbers[-1] + 1, int(number) + 1) if joint else [int(number)]
        found |= {f"{prefix}-{number}" for number in numbers}
    return found


def clauses_named_in_the_code_exist(game: Game) -> None:
    known = set(clauses(game, "en"))
    for path in folder(game).glob("*.py"):
        unknown = mentioned(game.clause_prefix, path.read_text("utf-8")) - known
        assert not unknown, f"{path.name}: {unknown}"
    declared = {game.turn_clause, game.end_clause, *(option.clause for option in game.options)}
    assert declared <= known
    for language in ("en", "de"):
        assert mentioned(game.clause_prefix, game.rulebook(language)) <= known


def the_game_describes_itself_in_both_languages(game: Game) -> None:
    texts = [game.title, game.summary, *game.reasons.values(), *(game.seat_name(s) for s in range(game.players.stop))]
    for option in game.options:
        texts += [option.title, option.help, *option.choices.values()]
    for text in texts:
        assert text.en.strip()
        assert text.de.strip()
    for option in game.options:
        default = option.default
        for value in default.values.values() if isinstance(default, By) else [default]:
            assert option.check(value) == value
        json.dumps(option.describe("de"))


def compiled_and_plain_rules_agree(game: Game) -> None:
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    plain = subprocess.run(
        [sys.executable, "-m", "tests.conformance.digests", game.name],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == {"compiled": False, "digests": digests(game)}
