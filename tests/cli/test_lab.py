"""`alcove lab`: tables on the screen and in Markdown."""

from __future__ import annotations

import pytest

from alcove.cli.main import main


def test_the_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "alluvium", "--games", "20", "--players", "4", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert "Überblick" in shown
    assert "Woher die Punkte kommen" in shown


def test_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "alvos", "--games", "20", "-o", "solitaire=sopavre", "--markdown", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "### Overview" in lines
    assert "| games | 20 |" in lines


@pytest.mark.parametrize("wrong", [["--level", "9"], ["--players", "7"], ["-o", "mode=none"]], ids=str)
def test_what_is_wrong_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "alvos", *wrong]) == 2
    assert "alcove: " in capsys.readouterr().err
