"""The server's log: lines for people or JSON for programs, on standard error, and no secrets in either."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Any

from alcove.server.declare import HIDDEN
from alcove.server.holders import MAC_LETTERS, SECRET, TABLE_ID, TOKEN
from alcove.server.settings import Settings

SEAT_LINK = re.compile(rf"({TABLE_ID.pattern})\.([0-9]{{1,2}})\.[a-z2-7]{{{MAC_LETTERS}}}")
"""The link of a seat: who has it has the seat. What stays is the table and the seat."""
PASS_LINK = re.compile(rf"({TABLE_ID.pattern})\.[a-z2-7]{{{MAC_LETTERS}}}")
"""An invitation of the owner."""
BROWSER = re.compile(rf"(?<![A-Za-z0-9_-]){TOKEN.pattern}(?![A-Za-z0-9_-])")
PASSWORD = re.compile(r"(://[^:@/\s]*:)[^@\s]*@")
HOLDER = re.compile(r"\b[0-9a-f]{64}\b")
"""A browser as it stands in the database, and seeds' commitments."""

assert SECRET.pattern.startswith("(" + TABLE_ID.pattern), "the pattern of a seat's link has changed"


def fields(**values: object) -> dict[str, Any]:
    """What a line says beside its sentence: log.info("Opened", extra=fields(table=...))."""
    return {"fields": values}


def scrub(text: str) -> str:
    """A text without what nobody may read in a log."""
    text = SEAT_LINK.sub(rf"\1.\2.{HIDDEN}", text)
    text = PASS_LINK.sub(rf"\1.{HIDDEN}", text)
    text = PASSWORD.sub(rf"\1{HIDDEN}@", text)
    return HOLDER.sub(HIDDEN, BROWSER.sub(HIDDEN, text))


class Lines(logging.Formatter):
    """level, name, sentence, fields: one line, and what went wrong below it."""

    def format(self, record: logging.LogRecord) -> str:
        said = " ".join(f"{name}={value}" for name, value in getattr(record, "fields", {}).items())
        head = f"{record.levelname} {record.name}: {_one_line(record.getMessage())}" + (f" ({said})" if said else "")
        return scrub("\n".join([head, *_trouble(self, record)]))


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if trouble := _trouble(self, record):
            line["error"] = "\n".join(trouble)
        return scrub(json.dumps(line, ensure_ascii=False, default=str))


def _one_line(text: str) -> str:
    """What somebody sent must not look like a line of ours."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _trouble(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    return [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []


def configure(settings: Settings) -> None:
    """Write the log as the settings say. For the process that serves."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if settings.log_format == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    level = settings.log_level.upper()
    logging.getLogger("alcove").setLevel(level)
    logging.getLogger("uvicorn").setLevel(max(logging.WARNING, logging.getLevelName(level)))
