"""The examples in the documentation run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

import alcove as package
from alcove.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^print\((.*)\) +# (.*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)\)")


def test_the_python_of_the_readme_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = PYTHON.findall((ROOT / "README.md").read_text("utf-8"))
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    promised = [comment for _, comment in COMMENT.findall(example)]
    for said, line in zip(promised[:3], printed, strict=False):
        assert said == line
    assert "ALVA-4" in printed[3]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


def test_the_commands_of_the_readme_exist() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    lines = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("alcove ")]
    assert len(lines) > 8
    for line in lines:
        words = shlex.split(re.split(r"  +", line)[0])
        if len(words) > 1:
            assert words[1] in commands, line


def test_every_game_has_a_page() -> None:
    for name in package.games():
        if package.game(name).package.startswith("alcove."):
            assert (ROOT / "docs" / "games" / f"{name}.md").is_file()
