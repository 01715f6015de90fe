"""The built browser client, served from memory."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from alcove.server.asking import hall_of
from alcove.server.refusals import NO_PAGE, NotFoundError

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
COMPRESSED = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")
SMALL = 1024
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Alcove</title></head><body>
<h1>Alcove</h1>
<p>The server runs, but the browser client is not built yet.</p>
<p>Build it with <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>,
then load this page again.</p>
<p lang="de">Der Server läuft, aber die Oberfläche ist noch nicht gebaut. Baue sie im Ordner <code>web</code> mit
<code>npm ci</code> und <code>npm run build</code>, und lade diese Seite neu.</p>
</body></html>
"""
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class File:
    content: bytes
    packed: bytes | None
    kind: str
    tag: str


@lru_cache(maxsize=500)
def load(path: Path, changed: int) -> File:
    """A file and its compressed form, made once for each time it was changed."""
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(content, 9) if kind.startswith(COMPRESSED) and len(content) > SMALL else None
    return File(content, packed, kind, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def find(folder: Path, path: str) -> Path | None:
    """The file that belongs to a path, None if the folder has none."""
    if not path.isprintable():
        return None
    try:
        wanted = (folder / path.lstrip("/")).resolve()
        return wanted if wanted.is_relative_to(folder.resolve()) and wanted.is_file() else None
    except (OSError, ValueError):  # too long a name, or one that no file can have
        return None


async def answer(request: Request[Any, Any, Any], path: Path, caching: str) -> Response[bytes]:
    file = await asyncio.to_thread(load, path, path.stat().st_mtime_ns)
    headers = {"cache-control": caching, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, media_type=file.kind, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[Any]:
    """A file of the client; for every path of its own, the page itself."""
    path = str(request.path_params.get("path", "/"))
    folder = hall_of(request).settings.static
    found = find(folder, path)
    if found is not None:
        return await answer(request, found, FOREVER if path.startswith("/assets/") else ASK_AGAIN)
    if path.startswith("/api/") or ("." in path.rsplit("/", 1)[-1] and not _is_for_people(request)):
        raise NotFoundError(NO_PAGE)
    return await _index(request)


def _is_for_people(request: Request[Any, Any, Any]) -> bool:
    """Whether a browser wants a page, and no picture or script."""
    return "text/html" in request.headers.get("accept", "")


async def _index(request: Request[Any, Any, Any]) -> Response[Any]:
    index = find(hall_of(request).settings.static, "index.html")
    if index is None:
        return Response(NOT_BUILT, media_type="text/html", headers={"cache-control": ASK_AGAIN})
    return await answer(request, index, ASK_AGAIN)


@get(["/seat", "/seat/{secret:path}", "/enter/{secret:path}", "/lab"], include_in_schema=False)
async def seat_page(request: Request[Any, Any, Any]) -> Response[Any]:
    """The link of a seat, or an invitation, shows the client, which asks for it, or says that the link was cut off. And
    the lab's page: under its name there are files of another kind, its reports."""
    return await _index(request)
