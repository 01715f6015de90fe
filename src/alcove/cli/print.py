"""`alcove print`: a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text
from alcove.terminal.console import out
from alcove.terminal.language import say, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alcove.kernel.game import Game
    from alcove.printing.sheets import Document

EXAMPLES = """\b
Examples:
  alcove print GAME
  alcove print GAME --paper letter --black-and-white
  alcove print GAME --only booklet --lang de
  alcove print GAME --only cards --cards FOLDER
  alcove print GAME --only cards --set cards.CARD.FIELD=VALUE
  alcove print GAME --list
"""
SHORT = "Make PDFs of a game: sheets to print and cut out, and its rulebook."

WRITTEN = Text("{path}: {title}", "{path}: {title}")
NO_DOCUMENT = Text(
    "{title} has no document {name}. There are: {names}.", "{title} hat kein Dokument {name}. Es gibt: {names}."
)
CANNOT_WRITE = Text("{path} cannot be written: {why}", "{path} kann nicht geschrieben werden: {why}")


def print_game(
    game: Annotated[str, typer.Argument(help="Which game; `alcove games` lists them.")],
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="One document; several times. Else all.")
    ] = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The size of the sheets.")] = "a4",
    black_and_white: Annotated[
        bool, typer.Option("--black-and-white", help="Without colour, and with little ink.")
    ] = False,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the files go.")] = Path(),
    cards: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Other tables of cards, as for the lab.")] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="One field of a card; several times.")
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="Tell what there is, and write nothing.")] = False,
    lang: Lang = None,
) -> None:
    """Write a game as PDFs: boards, cards with backs, sheets and pieces at their true size, and the rulebook."""
    import alcove
    from alcove.lab.changes import changed_game, read_changes
    from alcove.printing import compose

    chosen = alcove.game(game.lower())
    printed = changed_game(chosen.name, read_changes(chosen, cards, change or [])).components()
    wanted = _wanted(chosen, compose.documents(chosen, spoken(), printed), only)
    wish = compose.Wish(paper, not black_and_white, spoken())
    for document in wanted:
        if show:
            out().print(f"{document.name}: {document.title}", soft_wrap=True)
        else:
            path = to / wish.file_name(chosen, document.name)
            _write(path, compose.make(chosen, document, wish))
            out().print(say(WRITTEN, path=path, title=document.title), soft_wrap=True)


def _wanted(game: Game, there: Sequence[Document], only: Sequence[str] | None) -> list[Document]:
    known = {document.name: document for document in there}
    for name in only or ():
        if name not in known:
            raise OptionError(NO_DOCUMENT.fill(title=game.title, name=repr(name[:40]), names=", ".join(known)))
    return [known[name] for name in dict.fromkeys(only or known)]


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise OptionError(CANNOT_WRITE.fill(path=path, why=error.strerror)) from None
