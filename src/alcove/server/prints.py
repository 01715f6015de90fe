"""Games on paper for browsers: one document is made at a time, for everybody, and kept."""

from __future__ import annotations

from alcove.kernel.game import Game
from alcove.printing import compose, kept
from alcove.printing.sheets import Document
from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.refusals import NO_DOCUMENT, NotFoundError
from alcove.server.workers import Workers


class Prints:
    def __init__(self, limits: Limits) -> None:
        self._printer = Workers(1, "printer", limits.prints_waiting)

    async def listed(self, visitor: Visitor, game: Game, language: str) -> list[Document]:
        found: list[Document] = await self._printer.do(visitor, lambda: compose.documents(game, language))
        return found

    async def pdf(self, visitor: Visitor, game: Game, name: str, wish: compose.Wish) -> bytes:
        made: bytes = await self._printer.do(visitor, lambda: _made(game, name, wish))
        return made

    def close(self) -> None:
        self._printer.close()


def _made(game: Game, name: str, wish: compose.Wish) -> bytes:
    for document in compose.documents(game, wish.language):
        if document.name == name:
            return kept.kept(game, document, wish)
    raise NotFoundError(NO_DOCUMENT)
