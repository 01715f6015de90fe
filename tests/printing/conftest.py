"""Each document is made once for all that is asked of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import alcove
from alcove.printing import compose
from tests.printing.poppler import Pdf

Made = Callable[..., Pdf]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("printed")
    known: dict[Path, Pdf] = {}

    def make(name: str, document: str, paper: compose.Paper = "a4", colour: bool = True, language: str = "en") -> Pdf:
        game, wish = alcove.game(name), compose.Wish(paper, colour, language)
        path = folder / wish.file_name(game, document)
        if path not in known:
            (wanted,) = (one for one in compose.documents(game, language) if one.name == document)
            path.write_bytes(compose.make(game, wanted, wish))
            known[path] = Pdf(path)
        return known[path]

    return make
