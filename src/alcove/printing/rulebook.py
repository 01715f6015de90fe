"""The rulebook as pages of half a sheet, and these in the order in which folded sheets need them: a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from alcove.kernel.text import Text
from alcove.printing import markdown
from alcove.printing.paper import PAPERS

if TYPE_CHECKING:
    from alcove.kernel.game import Game

TITLE = Text("Rulebook", "Regelheft")
BOOKLET_TITLE = Text("Rulebook to fold", "Regelheft zum Falten")
FOLD = Text(
    "As a booklet: print on both sides, turned over the short edge; fold all sheets together in the middle.",
    "Als Heft: beidseitig drucken, über die kurze Kante gewendet; alle Blätter zusammen in der Mitte falten.",
)
PLAYERS, PLAYER_RANGE = (
    Text("{n} players", "{n} Personen"),
    Text("{least} to {most} players", "{least} bis {most} Personen"),
)
MINUTES = Text("{least} to {most} minutes", "{least} bis {most} Minuten")
SIDE_MARGINS = 27.0
GUTTER = 3.0
DIAGRAM_WIDTH = 50.0
IN_A_ROW = 6
"""Small figures that follow each other stand side by side."""


def page_size(paper: str) -> tuple[float, float]:
    """Half a sheet, upright."""
    across, down = PAPERS[paper]
    return down / 2, across


def job(game: Game, paper: str, language: str) -> dict[str, Any]:
    """What the template is told of a game's rulebook."""
    width, height = page_size(paper)
    blocks = markdown.parse(game.rulebook(language))
    return {
        "subtitle": TITLE.of(language),
        "width": width,
        "height": height,
        "accent": game.colour,
        "summary": game.summary.of(language),
        "facts": " · ".join(fact.of(language) for fact in _facts(game)),
        "say": FOLD.of(language),
        "blocks": list(_together(game, _without_title(blocks), width - SIDE_MARGINS, language)),
    }


def _facts(game: Game) -> Iterator[Text]:
    least, most = game.players.start, game.players.stop - 1
    yield PLAYERS.fill(n=least) if least == most else PLAYER_RANGE.fill(least=least, most=most)
    if game.minutes:
        yield MINUTES.fill(least=game.minutes[0], most=game.minutes[1])


def _without_title(blocks: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The title stands on the cover."""
    return blocks[1:] if blocks and blocks[0]["kind"] == "heading" and blocks[0]["level"] == 1 else blocks


def _together(game: Game, blocks: Sequence[dict[str, Any]], room: float, language: str) -> Iterator[dict[str, Any]]:
    """The blocks, with the pictures that follow each other as one."""
    waiting: list[dict[str, Any]] = []
    for block in [*blocks, None]:
        if block is not None and block["kind"] == "fence":
            waiting.append(block)
            continue
        if waiting:
            yield _figures(game, waiting, room, language)
            waiting = []
        if block is not None:
            yield block


def _figures(game: Game, fences: Sequence[dict[str, Any]], room: float, language: str) -> dict[str, Any]:
    across = min(len(fences), IN_A_ROW)
    alone = game.print.DIAGRAM_WIDTH if game.print else DIAGRAM_WIDTH
    width = min(alone, (room - (across - 1) * GUTTER) / across)
    figures = [_figure(game, one, width, language) for one in fences]
    return {"kind": "figures", "across": across, "lone": across == 1 and width < room / 2, "figures": figures}


def _figure(game: Game, fence: dict[str, Any], width: float, language: str) -> dict[str, Any]:
    face = game.print.diagram(fence["lines"], language) if game.print and game.print.diagram else None
    return {
        "caption": fence["caption"],
        "width": width,
        "drawing": None if face else "\n".join(["diagram", *fence["lines"]]),
        "face": face and {"draw": face.draw, "told": dict(face.told)},
    }


def sides(pages: int) -> list[tuple[int | None, int | None]]:
    """Which pages stand beside each other on each side of the sheets, from the outermost sheet in."""
    whole = -(-pages // 4) * 4
    numbered = [number if number <= pages else None for number in range(1, whole + 1)]
    found = []
    for sheet in range(whole // 4):
        first, last = 2 * sheet, whole - 1 - 2 * sheet
        found += [(numbered[last], numbered[first]), (numbered[first + 1], numbered[last - 1])]
    return found
