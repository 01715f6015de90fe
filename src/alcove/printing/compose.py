"""A document as PDF: what a game has printed, on the paper that is wanted."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from alcove.printing import drawings, pages, rulebook
from alcove.printing.paper import PAPERS
from alcove.printing.sheets import Document

if TYPE_CHECKING:
    from alcove.kernel.game import Game

Paper = Literal["a4", "letter"]
FACES = "print.typ"
"""How a game's faces look, in its folder."""
TEMPLATES = resources.files("alcove.printing").joinpath("typ")
RULEBOOK, BOOKLET = "rulebook", "booklet"
PAGES = re.compile(rb"/Type/Pages/Count (\d+)")


@dataclass(frozen=True)
class Wish:
    """How a document is wanted."""

    paper: Paper = "a4"
    colour: bool = True
    language: str = "en"

    def file_name(self, game: Game, document: str) -> str:
        ink = "" if self.colour else "-bw"
        return f"{game.name}-{document}-{self.paper}{ink}-{self.language}.pdf"


def documents(game: Game, language: str, printed: Mapping[str, Any] | None = None) -> list[Document]:
    """What there is of a game. Every game has its rulebook."""
    own = game.print.documents(language, game.components() if printed is None else printed) if game.print else ()
    return [
        *own,
        Document(RULEBOOK, rulebook.TITLE.of(language), ()),
        Document(BOOKLET, rulebook.BOOKLET_TITLE.of(language), ()),
    ]


def make(game: Game, document: Document, wish: Wish) -> bytes:
    """The document as PDF, the same bytes for the same wish."""
    with tempfile.TemporaryDirectory(prefix="alcove-print-") as made:
        folder = Path(made)
        for template in TEMPLATES.iterdir():
            folder.joinpath(template.name).write_bytes(template.read_bytes())
        own = resources.files(game.package).joinpath(FACES)
        folder.joinpath("game.typ").write_bytes(own.read_bytes() if own.is_file() else b"")
        if document.name == BOOKLET:
            return _booklet(game, wish, folder)
        if document.name == RULEBOOK:
            return _rulebook(game, wish, folder)
        return _sheets(game, document, wish, folder)


def _sheets(game: Game, document: Document, wish: Wish, folder: Path) -> bytes:
    told = pages.job(document, wish.paper, wish.language)
    return _compiled("sheets", {**_common(game, wish), **told, "drawings": _drawings(game, wish, folder)}, folder)


def _rulebook(game: Game, wish: Wish, folder: Path) -> bytes:
    told = rulebook.job(game, wish.paper, wish.language)
    widths = {f["drawing"]: f["width"] for b in told["blocks"] if b["kind"] == "figures" for f in b["figures"]}
    known = _drawings(game, wish, folder, widths)
    for block in told["blocks"]:
        for figure in block.get("figures", ()):
            figure["drawing"] = figure["drawing"] if figure["drawing"] in known else None
    told["art"] = "art" if "art" in known else None
    return _compiled("rulebook", {**_common(game, wish), **told, "drawings": known}, folder)


def _booklet(game: Game, wish: Wish, folder: Path) -> bytes:
    folder.joinpath("rulebook.pdf").write_bytes(book := _rulebook(game, wish, folder))
    width, height = rulebook.page_size(wish.paper)
    told = {
        "subtitle": rulebook.BOOKLET_TITLE.of(wish.language),
        "width": width,
        "height": height,
        "sides": rulebook.sides(_count_pages(book)),
    }
    return _compiled("booklet", {**_common(game, wish), **told}, folder)


def _count_pages(pdf: bytes) -> int:
    counted = PAGES.search(pdf)
    assert counted, "Typst writes the tree of pages openly"
    return int(counted[1])


def _common(game: Game, wish: Wish) -> dict[str, Any]:
    across, down = PAPERS[wish.paper]
    title = game.title.of(wish.language)
    return {"title": title, "language": wish.language, "colour": wish.colour, "width": across, "height": down}


def _drawings(game: Game, wish: Wish, folder: Path, widths: Mapping[str, float] | None = None) -> dict[str, Any]:
    """The game's drawings as files, and how high and how finely printed each is for its width. Those whose width is
    known are made legible at it."""
    own = game.print.INK or {} if game.print else {}
    known = {}
    for name, drawn in drawings.drawings(game.name).items():
        svg = drawings.in_language(drawn, wish.language)
        if widths and name in widths:
            svg = drawings.legible(svg, widths[name])
        file = f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.svg"
        folder.joinpath(file).write_text(svg if wish.colour else drawings.saving_ink(svg, own), "utf-8")
        known[name] = {
            "path": f"/{file}",
            "height": drawings.height_for(svg, 1.0),
            "words": drawings.smallest_print(svg),
        }
    return known


def _compiled(template: str, job: Mapping[str, Any], folder: Path) -> bytes:
    import font_source_sans_pro
    import typst

    folder.joinpath("job.json").write_text(json.dumps(job), "utf-8")
    fonts = Path(font_source_sans_pro.__file__).parent
    made: bytes = typst.compile(
        folder / f"{template}.typ", root=folder, font_paths=[fonts], ignore_system_fonts=True, timestamp=0
    )
    return made
