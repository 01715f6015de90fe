"""Documents to print: listed, made one at a time, kept, and refused with a code."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

import alcove
from alcove.printing import compose, drawings, kept
from tests.server.browser import Browser

PRINT = "/api/games/tollgate/print"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)
    return tmp_path


def test_what_there_is_to_print_is_told_in_the_reader_s_language(anna: Browser) -> None:
    listed = anna.get(PRINT, lang="de")["documents"]
    assert listed == [
        {"name": "cards", "title": "Karten"},
        {"name": "rulebook", "title": "Regelheft"},
        {"name": "booklet", "title": "Regelheft zum Falten"},
    ]


def test_a_document_comes_as_a_file_with_a_name(anna: Browser) -> None:
    answer = anna.http.get(f"{PRINT}/cards", params={"paper": "letter", "colour": "false", "lang": "de"})
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF-")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="tollgate-cards-letter-bw-de.pdf"'


@pytest.mark.parametrize(
    ("path", "refusal"),
    [
        ("/api/games/chess/print", (404, "unknown-game")),
        ("/api/games/chess/print/cards", (404, "unknown-game")),
        (f"{PRINT}/poster", (404, "not-found")),
        (f"{PRINT}/..%2Fcards", (404, "not-found")),
        (f"{PRINT}/cards?paper=a0", (400, "unreadable")),
        (f"{PRINT}/cards?colour=perhaps", (400, "unreadable")),
    ],
)
def test_what_there_is_not_is_refused(anna: Browser, path: str, refusal: tuple[int, str]) -> None:
    assert anna.refused(path) == refusal


def test_a_document_is_made_once(anna: Browser, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = anna.http.get(f"{PRINT}/cards").content
    monkeypatch.setattr(compose, "make", None)
    assert anna.http.get(f"{PRINT}/cards").content == first
    (path,) = own_cache.rglob("*.pdf")
    assert path.read_bytes() == first
    assert [*own_cache.rglob("*.part")] == []


def test_where_nothing_can_be_kept_it_is_made_anew(own_cache: Path) -> None:
    own_cache.joinpath("print").write_text("in the way")
    game = alcove.game("tollgate")
    (cards, *_) = compose.documents(game, "en")
    assert kept.kept(game, cards, compose.Wish()).startswith(b"%PDF-")


def test_another_game_s_folder_has_another_key(tmp_path: Path) -> None:
    assert kept.digest("tests.toys.tollgate") != kept.digest("alcove.games.alva")


def test_one_document_is_made_at_a_time_and_few_may_wait(
    anna: Browser, bruno: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one is made, an address has so many places in the line, and its next wish is refused at once."""
    begun, go_on = threading.Event(), threading.Event()
    at_once: list[int] = []
    running = 0

    def slowly(*_: Any) -> bytes:
        nonlocal running
        running += 1
        at_once.append(running)
        begun.set()
        assert go_on.wait(60)
        running -= 1
        return b"%PDF-"

    monkeypatch.setattr(compose, "make", slowly)
    wishes = [("cards", "a4"), *((name, paper) for name in ("rulebook", "booklet") for paper in ("a4", "letter"))]
    wishes += [(name, f"{paper}&colour=false") for name, paper in wishes]
    answers: list[int] = []
    asking = [
        threading.Thread(target=lambda wish=wish: answers.append(anna.http.get(wish).status_code))
        for wish in [f"{PRINT}/{name}?paper={paper}" for name, paper in wishes]
    ]
    for one in asking:
        one.start()
    assert begun.wait(60)
    while 429 not in answers:
        threading.Event().wait(0.01)
    go_on.set()
    for one in asking:
        one.join()
    assert at_once == [1] * len(at_once)
    assert answers.count(429) == 1, "one is made, eight wait, and there were ten"
    assert answers.count(200) == 9


def test_without_the_client_it_is_said_what_is_missing(
    anna: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "FOLDER", tmp_path / "none")
    drawings.drawings.cache_clear()
    assert anna.refused(f"{PRINT}/cards") == (503, "not-built")
    drawings.drawings.cache_clear()
