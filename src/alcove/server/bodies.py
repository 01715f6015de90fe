"""How requests are taken: what they may carry, and who may send it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from alcove.kernel.position import MAX_ACTION_TEXT
from alcove.kernel.text import LANGUAGES
from alcove.printing.compose import Paper as PaperName
from alcove.server import incoming, shapes
from alcove.server.refusals import BAD_ORIGIN, STATUS, BadOriginError

MAX_LINE = 16
"""The most actions of a step of a lesson."""
HeldSeat = Annotated[int | None, QueryParameter(ge=0, le=63, description="A held seat to look through.")]
Begin = Annotated[bool, QueryParameter(description="Whether work that was not asked for yet begins now.")]
Jokes = Annotated[bool, QueryParameter(description="Whether what is printed only for fun comes along.")]
Paper = Annotated[PaperName, QueryParameter(description="The size of the sheets.")]
Colour = Annotated[bool, QueryParameter(description="In colour; else black and white, with little ink.")]
Thing = Annotated[
    str | None, QueryParameter(max_length=MAX_ACTION_TEXT, description="The only thing whose explanation is wanted.")
]
LessonLine = Annotated[
    list[Annotated[str, msgspec.Meta(max_length=MAX_ACTION_TEXT)]],
    QueryParameter(min_items=1, max_items=MAX_LINE, description="The actions since the step began."),
]
Try = Annotated[
    str, QueryParameter(name="action", max_length=MAX_ACTION_TEXT, description="What somebody would like to do.")
]
LANGUAGE = QueryParameter(
    name="lang",
    annotation=str,
    default="en",
    required=False,
    description=f"The language of all sentences, {' or '.join(LANGUAGES)}; any other word means en.",
)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is read strictly as what its handler takes: no other fields, and no text for a number."""

    async def json(self) -> Any:
        wanted = self.route_handler.parsed_data_field
        return incoming.read_body(await self.body(), Any if wanted is None else wanted.annotation)


def from_our_pages(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Whatever changes something must be asked for by our own pages."""
    if connection.app.state.site.sender(connection.headers) != "ours":
        raise BadOriginError(BAD_ORIGIN)


def answers(kind: Any = None) -> dict[int, ResponseSpec]:
    """What a call may answer, for the document: all refusals, and an answer that its return type does not tell."""
    codes: dict[int, list[str]] = {}
    for code, number in STATUS.items():
        codes.setdefault(number, []).append(code)
    specs = {
        number: ResponseSpec(shapes.Refusal, generate_examples=False, description=f"Refused: {', '.join(names)}.")
        for number, names in codes.items()
    }
    if kind is not None:
        specs[200] = ResponseSpec(kind, generate_examples=False, description="The whole answer.")
    return specs
