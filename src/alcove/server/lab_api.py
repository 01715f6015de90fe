"""`/lab`, for the owner of the server alone: begin a study, see how far it is, stop it, read its report."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody

from alcove.lab.page import in_language
from alcove.server import owner_shapes as shapes
from alcove.server.asking import language_of
from alcove.server.bodies import LANGUAGE, StrictRequest, answers, from_our_pages
from alcove.server.hall import Hall
from alcove.server.incoming import LabOrder, Nothing
from alcove.server.owner import owner_only
from alcove.server.refusals import NO_PAGE, NotFoundError


def _state(hall: Hall, language: str) -> shapes.LabState:
    run = hall.lab.run
    return shapes.LabState(
        run=None
        if run is None
        else shapes.LabRun(
            game=run.order.game,
            began=run.began,
            stage=run.stage.of(language),
            done=run.done,
            of=run.of,
            over=run.over,
            trouble=None if run.trouble is None else run.trouble.of(language),
            report=run.report,
        ),
        reports=[shapes.LabReport(key, one.game, one.made) for key, one in reversed(hall.lab.reports.items())],
        most=hall.settings.limits.lab_games,
    )


@get("/api/owner/lab", guards=[owner_only], responses=answers())
async def state(request: Request[Any, Any, Any]) -> shapes.LabState:
    """What the lab is doing, and the reports that it has made."""
    return _state(request.app.state.hall, language_of(request))


@post("/api/owner/lab", guards=[owner_only, from_our_pages], responses=answers(), status_code=200)
async def start(request: Request[Any, Any, Any], data: JSONBody[LabOrder]) -> shapes.LabState:
    """Begin a study, in a process of its own."""
    hall: Hall = request.app.state.hall
    await hall.lab.start(data, language_of(request))
    return _state(hall, language_of(request))


@post("/api/owner/lab/stop", guards=[owner_only, from_our_pages], responses=answers(), status_code=200)
async def stop(request: Request[Any, Any, Any], data: JSONBody[Nothing]) -> shapes.LabState:
    """Stop the study that goes on, if one does."""
    hall: Hall = request.app.state.hall
    hall.lab.cancel()
    return _state(hall, language_of(request))


@get("/lab/report/{key:str}", include_in_schema=False)
async def report(request: Request[Any, Any, Any], key: FromPath[str]) -> Response[str]:
    """A report, for whoever has its link. It begins with the language of whoever has asked for it."""
    found = request.app.state.hall.lab.reports.get(key)
    if found is None:
        raise NotFoundError(NO_PAGE)
    headers = {"content-security-policy": found.policy, "cache-control": "no-store"}
    written = in_language(found.page.decode(), language_of(request))
    return Response(written, media_type=MediaType.HTML, headers=headers)


router = Router(
    "/", parameters={"lang": LANGUAGE}, route_handlers=[state, start, stop, report], request_class=StrictRequest
)
