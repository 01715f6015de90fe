"""A designer's afternoon: a card is changed, compared, given a better price by search, looked at, printed."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

import alcove
from alcove.cli.main import main
from tests.browser.visiting import Visit
from tests.printing.poppler import Pdf

CARDS = Path(alcove.__file__).parent / "games" / "alpacalypse" / "cards"
COST = 'id = "torpedos"'
AS_IT_WAS = "1 soldier, 1 material"


def change_the_cost(folder: Path, cost: str) -> None:
    """By hand, in the table of the cards."""
    shutil.copy(CARDS / "military.toml", folder)
    text = (folder / "military.toml").read_text("utf-8")
    card = text.index(COST)
    changed = text[:card] + re.sub(r'cost = "[^"]*"', f'cost = "{cost}"', text[card:], count=1)
    (folder / "military.toml").write_text(changed, "utf-8")


def test_a_designer_s_afternoon(visit: Visit, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = tmp_path / "cards"
    tables.mkdir()
    change_the_cost(tables, "3 llamas")
    compare = ["lab", "compare", "alpacalypse", "as-is", f"folder={tables}", "--players", "2", "--games", "250"]
    measured = ["--measure", "taken.completed.torpedos", "--measure", "score", "--threads", "1", "--lang", "en"]
    assert main([*compare, *measured]) == 2
    assert "military.toml: torpedos: cost: " in capsys.readouterr().err

    change_the_cost(tables, "9 soldiers")
    report, figures = tmp_path / "report.html", tmp_path / "figures.csv"
    assert main([*compare, *measured, "--to", str(report), "--to", str(figures)]) == 0
    lines = list(csv.DictReader(figures.read_text("utf-8").splitlines()))
    dearer = next(line for line in lines if line["column"] == "B − A" and "completed" in line["row"].lower())
    assert float(dearer["high"]) < 0, "whoever must pay nine soldiers completes it less often, and that is sure"

    search = ["lab", "search", "alpacalypse", "--players", "2", "--games", "60", "--trials", "2", "--threads", "1"]
    varied = ["--vary", f"cards.torpedos.cost=9 soldiers|{AS_IT_WAS}", "--goal", "taken.completed.torpedos=15..60"]
    study = ["--study", str(tmp_path / "study.db"), "--cards", str(tables), "--lang", "en", "--markdown"]
    capsys.readouterr()
    assert main([*search, *varied, *study]) == 0
    front = capsys.readouterr().out
    assert "| as it is |" in front
    assert f"| {AS_IT_WAS} |" in front, "the better price is on the front"

    page = visit("/")
    page.goto(report.as_uri())
    expect(page.get_by_role("heading", name="The lab: The Alpacalypse")).to_be_visible()
    expect(page.get_by_role("cell", name="Torpedos (Completed action cards): taken")).to_be_visible()
    page.get_by_label("Deutsch").check()
    expect(page.get_by_role("heading", name="Vergleich")).to_be_visible()
    assert page.locator("svg circle").count() == 1

    named = ["--set", "cards.torpedos.name.en=Rubber Ducks", "--set", f"cards.torpedos.cost={AS_IT_WAS}"]
    paper = ["print", "alpacalypse", "--only", "cards", "--lang", "en", "--to", str(tmp_path / "paper")]
    assert main([*paper, "--cards", str(tables), *named]) == 0
    [path] = (tmp_path / "paper").iterdir()
    if shutil.which("pdftotext"):
        read = Pdf(path).text("-raw")
        assert "Rubber Ducks" in read
        assert "Torpedos" not in read
