"""The page for people who train agents: its tables are those of the games, and its pieces of code run."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

import alcove
from alcove.games.alluvium import sheet
from alcove.games.alpacalypse.actions import ACTION_KINDS
from alcove.games.alva import rules
from alcove.games.alvos import cave

GAMES = ("alva", "alvos", "alluvium", "alpacalypse")
ROOT = Path(__file__).resolve().parents[2]
PIECES = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "docs" / "research.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
SHORTER = {
    "range(1000)": "range(60)",
    "range(20_000)": "range(60)",
    "% 1000 == 999": "% 60 == 59",
    'opponents="quick"': 'opponents="random"',
}
"""What would take minutes to run, or seconds to compile."""


def test_the_tables_are_those_of_the_games() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "write_layouts.py"))
    written = script["PAGE"].read_text("utf-8")
    assert written == script["page"](), "run scripts/write_layouts.py"
    assert script["our_games"]() == list(GAMES)
    for name in GAMES:
        assert written.count(f"### {alcove.game(name).title.en}\n") == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_action_belongs_to_a_block(name: str) -> None:
    game = alcove.game(name)
    assert sum(block.size for block in game.observe.LAYOUT.blocks) == game.rules.ACTIONS


def test_blocks_begin_where_the_rules_say() -> None:
    starts = {name: blocks_of(name) for name in GAMES}
    assert starts["alva"] == {"place": rules.PLACE_FROM, "shift": rules.SHIFT_FROM, "jump": rules.JUMP_FROM}
    assert starts["alvos"] == {
        "collect": cave.COLLECT_UNUSED,
        "collect_both": cave.COLLECT_BOTH,
        "pass": cave.PASS,
        "fire": cave.FIRE_FROM,
        "gain": cave.GIFT_FROM,
        "lose": cave.LOSE_FROM,
        "take": cave.TAKE,
        "leave": cave.LEAVE,
        "deliver": cave.DELIVER_FROM,
    }
    assert starts["alluvium"] == {"draw": 0, "plug": sheet.PLUG_FROM, "pass": sheet.PASS}
    assert starts["alpacalypse"] == {block.kind: block.first for block in ACTION_KINDS}


def blocks_of(name: str) -> dict[str, int]:
    return {block["name"]: block["from"] for block in alcove.game(name).observe.LAYOUT.describe()["blocks"]}


def test_the_page_has_what_is_cut_short() -> None:
    assert len(PIECES) == 5
    assert [sum(piece.count(long) for piece in PIECES) for long in SHORTER] == [1, 1, 1, 1]


@pytest.mark.parametrize("piece", PIECES, ids=[piece.split("\n\n")[-1].split("\n")[0].strip() for piece in PIECES])
def test_a_piece_of_code_runs(piece: str, capsys: pytest.CaptureFixture[str]) -> None:
    for long, short in SHORTER.items():
        piece = piece.replace(long, short)
    np.random.seed(1)  # what the pieces draw from
    exec(compile(piece, "research.md", "exec"), {"__name__": "piece"})
    assert bool(capsys.readouterr().out) == ("print(" in piece)
