"""`alcove print`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Alcove


def test_all_documents_of_a_game_are_written(alcove: Alcove, tmp_path: Path) -> None:
    answer = alcove("print", "Tollgate", "--to", tmp_path / "paper")
    assert answer.code == 0, answer.err
    names = {path.name for path in (tmp_path / "paper").iterdir()}
    assert names == {f"tollgate-{name}-a4-en.pdf" for name in ("cards", "rulebook", "booklet")}
    for name in names:
        assert name in answer.out
        assert (tmp_path / "paper" / name).read_bytes().startswith(b"%PDF-")


def test_one_document_as_it_is_wanted(alcove: Alcove, tmp_path: Path) -> None:
    wish = ("--paper", "letter", "--black-and-white", "--lang", "de")
    answer = alcove("print", "tollgate", "--only", "cards", *wish, "--to", tmp_path)
    assert answer.code == 0, answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["tollgate-cards-letter-bw-de.pdf"]
    assert answer.out.rstrip().endswith(": Karten")


def test_what_there_is_is_listed_and_nothing_written(alcove: Alcove, tmp_path: Path) -> None:
    answer = alcove("print", "tollgate", "--list", "--to", tmp_path)
    assert answer.out.splitlines() == ["cards: Cards", "rulebook: Rulebook", "booklet: Rulebook to fold"]
    assert [*tmp_path.iterdir()] == []


def test_what_there_is_not_is_refused(alcove: Alcove, tmp_path: Path) -> None:
    unknown = alcove("print", "tollgate", "--only", "poster", "--to", tmp_path)
    assert unknown.code == 2
    assert "There are: cards, rulebook, booklet. [bad-option]" in unknown.err
    assert alcove("print", "chess").code == 2
    assert alcove("print", "tollgate", "--paper", "a0").code == 2
    tmp_path.joinpath("file").write_text("in the way")
    blocked = alcove("print", "tollgate", "--only", "cards", "--to", tmp_path / "file")
    assert blocked.code == 2
    assert "cannot be written" in blocked.err


def test_a_card_that_is_changed_wrongly_is_refused(alcove: Alcove, tmp_path: Path) -> None:
    """A designer's afternoon prints one that is changed well."""
    wrong = alcove("print", "alpacalypse", "--set", "cards.torpedos.cost=3 llamas", "--to", tmp_path)
    assert wrong.code == 2
    assert "torpedos" in wrong.err
    assert alcove("print", "alva", "--cards", tmp_path, "--to", tmp_path).code == 2
