"""`alcove lab`: tables on the screen and in files."""

from __future__ import annotations

import csv
from pathlib import Path

import pyarrow.parquet
import pytest

from alcove.cli.main import main
from tests.cli.conftest import Alcove


def test_the_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "alluvium", "--games", "20", "--players", "4", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert "Überblick" in shown
    assert "Woher die Punkte kommen" in shown


def test_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["lab", "simulate", "alvos", "--games", "20", "-o", "solitaire=sopavre", "--markdown", "--lang", "en"])
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert "### Overview" in lines
    assert "| games | 20 |" in lines


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / f"figures.{kind}" for kind in ("md", "csv", "parquet")]
    given = ["lab", "alvos", "--players", "3", "--games", "60", "--lang", "en", "--style", "courier"]
    assert main([*given, *(word for path in paths for word in ("--to", str(path)))]) == 0
    assert "### By turn order" in paths[0].read_text("utf-8")
    lines = list(csv.DictReader(paths[1].read_text("utf-8").splitlines()))
    wins = next(line for line in lines if line["section"] == "tested" and line["row"] == "wins")
    assert float(wins["low"]) < float(wins["value"]) < float(wins["high"])
    assert wins["count"] == "60"
    table = pyarrow.parquet.read_table(paths[2]).to_pylist()
    assert [line["text"] for line in table] == [line["text"] for line in lines]
    assert "figures.csv" in capsys.readouterr().out


def test_what_can_be_named_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "alvos", "--things", "--lang", "de"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  events.windfall  Glücksfall" in lines
    assert "--style courier  liefert sofort" in lines
    assert "numbers.health  Gesundheit zu Beginn (1–6)" in lines


def test_a_page(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert main(["lab", "alvos", "--games", "40", "--to", str(path), "--lang", "de"]) == 0
    assert path.read_text("utf-8").startswith('<!doctype html>\n<html lang="de">')
    assert main(["lab", "alvos", "--games", "40", "--to", str(tmp_path / "none" / "report.html")]) == 2


def test_two_settings_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["lab", "compare", "alvos", "as-is", "forbid=loads", "--players", "3", "--markdown", "--lang", "en"]
    assert main(given) == 0
    shown = capsys.readouterr().out
    assert "wins of the seat that is tested: lower with B." in shown
    assert "| measure | A: as-is | B: forbid=loads | B − A |" in shown


@pytest.mark.parametrize(
    "wrong",
    [
        ["compare", "alvos", "as-is", "nothing"],
        ["compare", "alvos", "as-is", "numbers.health=9"],
        ["compare", "alvos", "as-is", "forbid=pass", "--measure", "luck"],
        ["search", "alvos", "--vary", "numbers.health=1..3", "--goal", "luck"],
        ["search", "alvos", "--vary", "health", "--goal", "seats"],
        ["alvos", "--set", "cards.torpedos.cost=1"],
        ["alvos", "--cards", "nowhere"],
    ],
    ids=str,
)
def test_wrong_trials_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *wrong]) == 2
    assert "alcove: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--level", "9"],
        ["--players", "7"],
        ["-o", "mode=none"],
        ["--until", "much"],
        ["--until", "0%"],
        ["--to", "report.doc"],
        ["--forbid", "hexes.9"],
        ["--greedy", "cards"],
        ["--style", "lazy"],
    ],
    ids=str,
)
def test_what_is_wrong_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "alvos", *wrong]) == 2
    assert "alcove: " in capsys.readouterr().err


def test_a_plot_is_written_by_its_name(alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "tollgate-seats.svg"
    answer = alcove("lab", "tollgate", "--players", 2, "--games", 20, "--threads", 1, "--to", path, "--lang", "en")
    assert answer.code == 0, answer.err
    drawn = path.read_text("utf-8")
    assert drawn.startswith("<svg ")
    assert drawn.count("<circle") == 2, "a dot for each seat"
    wrong = alcove("lab", "tollgate", "--players", 2, "--games", 20, "--threads", 1, "--to", tmp_path / "luck.svg")
    assert wrong.code == 2
    assert "There are: course, seats" in wrong.err
