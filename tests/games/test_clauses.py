"""Every clause of every rulebook is carried by at least one test."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import alcove
from tests.conformance.play_checks import clauses
from tests.games import NOT_OF_RULES

TESTS = Path(__file__).resolve().parents[1]
REASON_WORDS = 6
RULINGS = tomllib.loads((TESTS / "conformance" / "rulings.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", alcove.games())
def test_every_clause_is_cited_in_a_rule_test(name: str) -> None:
    game = alcove.game(name)
    files = [*TESTS.glob(f"games/{name}/test_*.py"), *TESTS.glob(f"toys/test_{name}*.py")]
    others = {f"test_{other}.py" for other in NOT_OF_RULES}
    cited = {
        id_
        for path in files
        if path.name not in others
        for text in docstrings(path)
        for id_ in re.findall(rf"{game.clause_prefix}-\d+", text)
    }
    assert set(clauses(game, "en")) - cited == set()


def docstrings(path: Path) -> list[str]:
    """Those of the tests in a file."""
    functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    return [ast.get_docstring(function) or "" for function in functions if function.name.startswith("test_")]


@pytest.mark.parametrize("name", alcove.games())
def test_rulings_are_marked_alike_in_both_languages(name: str) -> None:
    """What is ours is told as ours, with the reason, wherever the rulebook is read."""
    marked = []
    for language, word in (("en", "Our ruling"), ("de", "Unsere Festlegung")):
        lines = re.findall(r"^\*\*\[(\S+)\]\*\* (.*)$", alcove.game(name).rulebook(language), re.MULTILINE)
        marked.append({id_ for id_, text in lines if f"*{word}" in text})
        for id_, text in lines:
            for said in re.findall(rf"\*{word}([^*]*)\*", text):
                assert said.startswith(": "), f"{id_}: a ruling says what it is after a colon"
                assert len(said.split()) >= REASON_WORDS, f"{id_}: a ruling has a reason"
    assert marked[0] == marked[1]


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_what_the_rulebooks_mark_is_what_is_a_ruling(name: str) -> None:
    """Neither is a ruling passed off as published, nor is what was published told as ours."""
    game, kinds = alcove.game(name), RULINGS[name]
    listed = [f"{game.clause_prefix}-{number}" for numbers in kinds.values() for number in numbers]
    assert sorted(listed) == sorted(clauses(game, "en")), "each clause is of one kind"
    rulings = {f"{game.clause_prefix}-{number}" for kind in ("ours", "both", "told") for number in kinds[kind]}
    for language, word in (("en", "Our ruling"), ("de", "Unsere Festlegung")):
        told = re.findall(r"^\*\*\[(\S+)\]\*\* (.*)$", game.rulebook(language), re.MULTILINE)
        assert {id_ for id_, text in told if f"*{word}" in text} == rulings
