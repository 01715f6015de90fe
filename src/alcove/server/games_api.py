"""The HTTP calls under /api that are about games, and not about tables: what each is, its rules, lesson and puzzles."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping, Set
from datetime import UTC, datetime
from functools import cache
from typing import Any, cast

from litestar import MediaType, Response, get
from litestar.params import FromPath

from alcove.bots.levels import every_level_of, long_level
from alcove.bots.scale import elo_of
from alcove.kernel.game import Game, game, games
from alcove.kernel.text import LANGUAGES
from alcove.printing.compose import Wish
from alcove.puzzles import collection_of
from alcove.server import incoming, learning_shapes, lessons, puzzles, shapes
from alcove.server.asking import PACKED, Asked, hall_of, language_of, read_beside, written
from alcove.server.bodies import Colour, Jokes, LessonLine, Paper, Thing, Try, answers
from alcove.server.unhurried import offered
from alcove.server.visitors import visitor_of


@get("/games", sync_to_thread=False, responses=answers())
def list_games(request: Asked) -> Response[shapes.GameList]:
    """The games, and how far each is compiled."""
    language = language_of(request)
    progress = hall_of(request).preparation.progress
    seconds = offered(hall_of(request).workers.unhurried)
    ready = {name: shapes.Progress(one.done, one.of, one.failed) for name, one in progress.items()}
    listed = incoming.encode(shapes.GameList([_describe(game(name), language, seconds) for name in games()], ready))
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return written(listed)
    return Response(cast("Any", gzip.compress(listed, 5)), media_type=MediaType.JSON, headers=PACKED)


def _describe(one: Game, language: str, seconds: list[int]) -> shapes.Game:
    return shapes.Game(
        name=one.name,
        title=one.title.of(language),
        summary=one.summary.of(language),
        version=one.version,
        players=(one.players.start, one.players.stop - 1),
        options=[option.describe(language) for option in one.options],
        seat_names=[one.seat_name(seat).of(language) for seat in range(one.players.stop - 1)],
        reasons={code: text.of(language) for code, text in one.reasons.items()},
        colour=one.colour,
        secrets=one.rules.SECRETS,
        chance=one.rules.CHANCE,
        puzzles=len(collection_of(one).puzzles),
        levels=_levels(one, language, seconds),
        goal=None if one.goal is None else one.goal.of(language),
        minutes=one.minutes,
        weight=one.weight,
        lesson=None if one.lesson is None else one.lesson.minutes,
    )


def _levels(one: Game, language: str, seconds: list[int]) -> list[shapes.Level]:
    """The levels, the last of them only if there is a choice of seconds."""
    return [
        shapes.Level(
            number,
            level.title.of(language),
            level.about.of(language),
            seconds if number == long_level(one) else [],
            elo_of(one, number),
        )
        for number, level in every_level_of(one).items()
        if seconds or number != long_level(one)
    ]


@get("/games/{name:str}/rulebook", sync_to_thread=False, responses=answers())
def rulebook(request: Asked, name: FromPath[str]) -> shapes.Rulebook:
    language, one = language_of(request), game(name)
    return shapes.Rulebook(one.title.of(language), one.rulebook(language))


@get("/games/{name:str}/components", responses=answers())
async def components(request: Asked, name: FromPath[str], jokes: Jokes = True) -> Response[dict[str, Any]]:
    """What is printed on the cards and tiles that views name, in one language."""
    one, language = game(name), language_of(request)
    return await _fixed(request, lambda: _printed(one, language, jokes), lambda: _packed(one, language, jokes))


async def _fixed(request: Asked, plain: Callable[[], bytes], packed: Callable[[], bytes]) -> Response[Any]:
    """Something that never changes, made and packed when it is first asked for."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return written(await read_beside(request, plain))
    return Response(await read_beside(request, packed), media_type=MediaType.JSON, headers=PACKED)


@cache
def _printed(one: Game, language: str, jokes: bool) -> bytes:
    return incoming.encode(_in_one(one.components(), language, set() if jokes else {"joke"}))


@cache
def _packed(one: Game, language: str, jokes: bool) -> bytes:
    return gzip.compress(_printed(one, language, jokes), 9)


def _in_one(printed: Any, language: str, without: Set[str]) -> Any:
    """The same without the words of other languages, and without some fields."""
    if isinstance(printed, Mapping):
        if printed.keys() == set(LANGUAGES):
            return {language: printed[language]}
        return {key: _in_one(value, language, without) for key, value in printed.items() if key not in without}
    return [_in_one(value, language, without) for value in printed] if isinstance(printed, list) else printed


@get("/games/{name:str}/lesson", responses=answers(learning_shapes.Lesson))
async def lesson(request: Asked, name: FromPath[str]) -> Response[Any]:
    """The guided first game: its steps, each with the position that it begins in."""
    one, language = game(name), language_of(request)
    return await _fixed(request, lambda: lessons.written(one, language), lambda: lessons.packed(one, language))


@get("/games/{name:str}/lesson/{step:str}", responses=answers())
async def lesson_try(
    request: Asked, name: FromPath[str], step: FromPath[str], action: LessonLine
) -> learning_shapes.LessonAnswer:
    """What comes of the last of these actions, which began where the step begins. Nothing is kept."""
    one, language = game(name), language_of(request)
    answer: learning_shapes.LessonAnswer = await read_beside(
        request, lambda: lessons.judge(one, step, action, language)
    )
    return answer


@get("/games/{name:str}/explanations", sync_to_thread=False, responses=answers())
def explanations(request: Asked, name: FromPath[str], thing: Thing = None) -> learning_shapes.Explanations:
    """What the things on a table are, or one of them, each in a sentence."""
    language, one = language_of(request), game(name)
    things = {
        key: learning_shapes.Explanation(known.text.of(language), known.clause)
        for key, known in one.things.items()
        if thing in (None, key)
    }
    return learning_shapes.Explanations(things)


@get("/games/{name:str}/puzzles", sync_to_thread=False, responses=answers())
def list_puzzles(request: Asked, name: FromPath[str]) -> learning_shapes.PuzzleList:
    """The puzzles of a game, and the one of the day."""
    return puzzles.listed(game(name), language_of(request), datetime.now(UTC).date())


@get("/games/{name:str}/puzzles/{puzzle:str}", responses=answers())
async def show_puzzle(request: Asked, name: FromPath[str], puzzle: FromPath[str]) -> Response[learning_shapes.Puzzle]:
    one, language = puzzles.find(game(name), puzzle), language_of(request)
    return written(await read_beside(request, lambda: puzzles.described(one, language)))


@get("/games/{name:str}/puzzles/{puzzle:str}/why", responses=answers())
async def why_not(
    request: Asked, name: FromPath[str], puzzle: FromPath[str], wanted: Try
) -> learning_shapes.PuzzleReason:
    """Why something cannot be done in a puzzle. Nothing is kept."""
    one, language = puzzles.find(game(name), puzzle), language_of(request)
    answer: learning_shapes.PuzzleReason = await read_beside(request, lambda: puzzles.reason(one, wanted, language))
    return answer


@get("/games/{name:str}/print", responses=answers())
async def list_prints(request: Asked, name: FromPath[str]) -> shapes.PrintList:
    """What there is of a game to print."""
    found = await hall_of(request).prints.listed(visitor_of(request.scope), game(name), language_of(request))
    return shapes.PrintList([shapes.PrintDocument(one.name, one.title) for one in found])


@get("/games/{name:str}/print/{document:str}", responses=answers(), media_type="application/pdf")
async def print_document(
    request: Asked, name: FromPath[str], document: FromPath[str], paper: Paper = "a4", colour: Colour = True
) -> Response[bytes]:
    """One of these documents as PDF."""
    one, wish = game(name), Wish(paper, colour, language_of(request))
    made = await hall_of(request).prints.pdf(visitor_of(request.scope), one, document, wish)
    headers = {"content-disposition": f'attachment; filename="{wish.file_name(one, document)}"'}
    return Response(made, media_type="application/pdf", headers=headers)


HANDLERS = [
    list_games,
    rulebook,
    components,
    lesson,
    lesson_try,
    explanations,
    list_puzzles,
    show_puzzle,
    why_not,
    list_prints,
    print_document,
]
