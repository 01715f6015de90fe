"""Whatever a client marks on a table is explained, with a clause that exists, and nothing is explained in vain."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import alcove
from alcove.games.alpacalypse.shapes import Points as AlpacaPoints
from alcove.games.alvos.view import Tally as AlvosTally
from tests.conformance.play_checks import clauses

WEB = Path(__file__).resolve().parents[2] / "web" / "src" / "games"
SHIPPED = [name for name in alcove.games() if (WEB / name).is_dir()]
MARK = re.compile(r'data-explain=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})')
LITERAL = re.compile(r"'([a-z0-9-]+)'")
LEAST = 10
SCREENS = WEB.parent / "screens"
BOARDS = ("TableRoom", "learn/Learn", "improve/PuzzleBoard", "improve/Analysis")
"""Screens on which a table is drawn."""
WITHOUT_MARK = {
    "alluvium": {"Crayon", "Cursor", "Form", "Hidden", "Players", "ReadSheet", "Symbol", "Table", "Thumb"},
    "alpacalypse": {
        *("Alpaca", "CardFace", "ChoiceBar", "DiagramParts", "Glyph", "Head", "Icons", "OfferButton", "Others", "Pip"),
        *("Shown", "Table", "Upcoming"),
    },
    "alva": {"Stone", "Table", "Wood"},
    "alvos": {"Alvo", "Bolt", "Cog", "Die", "Engineer", "Flame", "Ground", "InnerFace", "OuterFace", "Thing"},
}
"""Components that are drawn inside of marked ones, hold only marked ones, or say in words what they are."""


def marked(name: str) -> tuple[set[str], set[str]]:
    """The keys that stand in a game's components, and the beginnings of those that are put together."""
    source = "\n".join(path.read_text("utf-8") for path in sorted((WEB / name).glob("*.svelte")))
    keys = {plain for plain, _ in MARK.findall(source) if plain}
    keys |= {key for _, code in MARK.findall(source) for key in LITERAL.findall(code)}
    keys |= set(re.findall(r'explain="([a-z0-9-]+)"', source))
    returned = re.findall(r"function (?:explain|spaceKey)\(.*?\n  \}", source, re.DOTALL)
    keys |= {key for body in returned for key in LITERAL.findall(body)}
    keys |= set(re.findall(r"'(tip-[a-z-]+)'", (WEB / name / "index.ts").read_text("utf-8")))  # told once, by the table
    beginnings = {found for _, code in MARK.findall(source) for found in re.findall(r"`([a-z-]+)\$\{", code)}
    return keys, beginnings


@pytest.mark.parametrize("name", SHIPPED)
def test_every_mark_is_explained_and_every_explanation_is_used(name: str) -> None:
    things = alcove.game(name).things
    keys, beginnings = marked(name)
    assert len(things) >= LEAST
    not_keys = {"dummy", "other"} - things.keys()
    assert keys - things.keys() - not_keys == set()
    assert {key for key in things if key not in keys and not key.startswith(tuple(beginnings) or ("?",))} == set()


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_drawn_is_marked(name: str) -> None:
    """A component that is new is marked, or told apart above."""
    files = [path for path in (WEB / name).glob("*.svelte") if path.stem not in {"Art", "Diagram"}]
    unmarked = {path.stem for path in files if "explain=" not in path.read_text("utf-8")}
    assert unmarked == WITHOUT_MARK[name]
    _, beginnings = marked(name)
    for beginning in beginnings:
        assert any(key.startswith(beginning) for key in alcove.game(name).things), beginning


@pytest.mark.parametrize("screen", BOARDS)
def test_whoever_looks_at_a_table_can_ask(screen: str) -> None:
    source = (SCREENS / f"{screen}.svelte").read_text("utf-8")
    inside = source.partition("<Explainer")[2].partition("</Explainer>")[0]
    assert re.search(r"<(Drawn|gameTable\.table)\s", inside)


def test_every_part_of_a_score_is_explained() -> None:
    alvos, alpacalypse = alcove.game("alvos").things, alcove.game("alpacalypse").things
    assert {f"tally-{part}" for part in AlvosTally.__annotations__} <= alvos.keys()
    assert {f"points-{part}" for part in AlpacaPoints.__annotations__} <= alpacalypse.keys()


@pytest.mark.parametrize("name", SHIPPED)
def test_explanations_are_sentences_with_a_clause(name: str) -> None:
    known = set(clauses(alcove.game(name), "en"))
    for key, thing in alcove.game(name).things.items():
        assert thing.clause in known, key
        assert thing.en.endswith("."), key
        assert thing.de.endswith("."), key
        assert set(re.findall(r"\{\w+\}", thing.en)) == set(re.findall(r"\{\w+\}", thing.de)), key
