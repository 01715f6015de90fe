"""A game with other tables or numbers, beside the real one, for a trial.

Rules reach tables and constants as globals, and compiling freezes them. So a changed game is the game's folder loaded
once more, as a package of another name: its imports of itself lead to itself, its tables are the changed ones, and a
changed constant is set anew right after the line that sets it. All code has its own names and its own place in the
cache, and nothing of the real game is touched. The changed game has a name that no record, table or process knows, so
it is never taken for the real one.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from alcove.kernel import tables as files
from alcove.kernel.cache import CHANGED
from alcove.kernel.cache_root import cache_root
from alcove.kernel.game import Game

KEPT = 8
"""Changed games whose code is kept for the next time."""


class Constant(NamedTuple):
    """A constant at the top of a file of the game, or one place of an array, and its new value."""

    file: str
    name: str
    place: tuple[int, ...]
    value: int


class _Package(NamedTuple):
    original: str
    constants: tuple[Constant, ...]


_packages: dict[str, _Package] = {}
_games: dict[str, Game] = {}


def changed(game: Game, tables: Mapping[str, Any], constants: Sequence[Constant]) -> Game:
    """The game with these tables, by their path in its folder, and these constants."""
    described = json.dumps([game.package, game.version, dict(tables), sorted(constants)], sort_keys=True)
    digest = hashlib.sha256(described.encode()).hexdigest()[:12]
    if digest not in _games:
        package = f"alcove.{CHANGED}{digest}"
        _packages[package] = _Package(game.package, tuple(constants))
        files.put_in_place(package, tables)
        if _FINDER not in sys.meta_path:
            sys.meta_path.insert(0, _FINDER)
        _keep_newest(digest)
        made: Game = importlib.import_module(package).GAME
        _games[digest] = replace(made, name=f"{game.name}~{digest}", variant_of=game.name)
    return _games[digest]


def _keep_newest(digest: str) -> None:
    folder = cache_root() / CHANGED.strip("_")
    try:
        (folder / digest).mkdir(parents=True, exist_ok=True)
        os.utime(folder / digest)
        for old in sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass  # a read-only home: nothing is kept


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package = ".".join(fullname.split(".")[:2])
        if package not in _packages:
            return None
        original = _packages[package].original + fullname[len(package) :]
        spec = importlib.util.find_spec(original)
        if spec is None or spec.origin is None:
            return None
        loader = _Loader(fullname, spec.origin, package)
        folders = spec.submodule_search_locations
        return importlib.util.spec_from_file_location(
            fullname, spec.origin, loader=loader, submodule_search_locations=None if folders is None else list(folders)
        )


_FINDER = _Finder()


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, package: str) -> None:
        super().__init__(fullname, path)
        self._package = package

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        original, constants = _packages[self._package]
        _lead_imports(tree, original, self._package)
        file = fullname.rpartition(".")[2]
        for constant in constants:
            if constant.file == file:
                _set_anew(tree, constant)
        code: CodeType = compile(tree, self.path, "exec", dont_inherit=True)
        return code


def _lead_imports(tree: ast.Module, original: str, package: str) -> None:
    """What the game imports of itself is its changed self."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            if node.module == original or node.module.startswith(f"{original}."):
                node.module = package + node.module[len(original) :]


def _set_anew(tree: ast.Module, constant: Constant) -> None:
    place = "".join(f"[{at}]" for at in constant.place)
    for number, statement in enumerate(tree.body):
        if isinstance(statement, ast.Assign) and constant.name in _names_in(statement.targets):
            following = ast.parse(f"{constant.name}{place} = {constant.value}").body[0]
            tree.body.insert(number + 1, ast.copy_location(following, statement))
            ast.fix_missing_locations(tree)
            return
    raise LookupError(f"{constant.file}.py sets no {constant.name}")


def _names_in(targets: Sequence[ast.expr]) -> set[str]:
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
