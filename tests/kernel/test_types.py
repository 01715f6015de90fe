"""The client's types are written from the server's."""

from __future__ import annotations

import runpy
from pathlib import Path

import alcove

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "write_types.py"))


def test_the_written_types_are_up_to_date() -> None:
    """`python scripts/write_types.py` writes them anew."""
    files: dict[Path, str] = SCRIPT["all_files"]()
    assert set((ROOT / "web" / "src").rglob("*.gen.ts")) == set(files)
    for path, text in files.items():
        assert path.read_text("utf-8") == text, f"{path.relative_to(ROOT)} is out of date"


def test_each_game_with_a_table_of_its_own_has_its_types() -> None:
    names = {path.parent.name for path in SCRIPT["all_files"]() if path.name == "view.gen.ts"}
    declared = {name for name in alcove.games() if alcove.game(name).view.View is not None}
    assert names == {name for name in declared if (ROOT / "web" / "src" / "games" / name).is_dir()}
