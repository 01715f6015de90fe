"""The small part of Markdown that the rulebooks use, as a tree for the pages. The client reads the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

FENCE = re.compile(r"```(\S*)\s*$")
HEADING = re.compile(r"(#{1,6})\s+(.*)$")
ITEM = re.compile(r"\s*(?:[-*]|(\d+)[.)])\s+(.*)$")
ROW = re.compile(r"\s*\|(.*)\|\s*$")
CLAUSE = re.compile(r"\*\*\[([A-Z0-9-]+)\]\*\*\s*")
CAPTION = re.compile(r"caption:\s*(.*)$")
INLINE = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`")
KINDS = ("strong", "em", "code")


def parse(markdown: str) -> list[dict[str, Any]]:
    lines = markdown.splitlines()
    blocks: list[dict[str, Any]] = []
    at = 0
    while at < len(lines):
        end = _end(lines, at)
        if lines[at].strip():
            blocks.append(_block(lines[at:end]))
        at = end
    return blocks


def _end(lines: Sequence[str], start: int) -> int:
    """Behind the last line of what begins at one."""
    if FENCE.match(lines[start]):
        return next((at + 1 for at in range(start + 1, len(lines)) if lines[at].startswith("```")), len(lines))
    if HEADING.match(lines[start]) or not lines[start].strip():
        return start + 1
    stops = (at for at in range(start + 1, len(lines)) if not lines[at].strip() or _stands_alone(lines[at]))
    return next(stops, len(lines))


def _stands_alone(line: str) -> bool:
    return bool(FENCE.match(line) or HEADING.match(line))


def _block(lines: Sequence[str]) -> dict[str, Any]:
    if fence := FENCE.match(lines[0]):
        return _fenced(fence[1], [line for line in lines[1:] if not line.startswith("```")])
    if heading := HEADING.match(lines[0]):
        return {"kind": "heading", "level": len(heading[1]), "content": inline(heading[2])}
    if ROW.match(lines[0]):
        head, _, *rows = [_cells(line) for line in lines]
        return {"kind": "table", "head": head, "rows": rows}
    if ITEM.match(lines[0]):
        return _list(lines)
    text = " ".join(lines)
    clause = CLAUSE.match(text)
    content = inline(text[clause.end() :] if clause else text)
    return {"kind": "paragraph", "clause": clause[1] if clause else None, "content": content}


def _fenced(language: str, lines: Sequence[str]) -> dict[str, Any]:
    caption = CAPTION.match(lines[0]) if lines else None
    return {
        "kind": "fence",
        "language": language,
        "caption": caption[1] if caption else "",
        "lines": list(lines[1:] if caption else lines),
    }


def _cells(line: str) -> list[list[dict[str, str]]]:
    row = ROW.match(line)
    return [inline(cell.strip()) for cell in (row[1] if row else line).split("|")]


def _list(lines: Sequence[str]) -> dict[str, Any]:
    items: list[str] = []
    first = ITEM.match(lines[0])
    for line in lines:
        if item := ITEM.match(line):
            items.append(item[2])
        else:
            items[-1] += f" {line.strip()}"
    return {"kind": "list", "ordered": bool(first and first[1]), "items": [inline(item) for item in items]}


def inline(text: str) -> list[dict[str, str]]:
    return [{"kind": kind, "text": said} for kind, said in _inline(text) if said]


def _inline(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    for found in INLINE.finditer(text):
        yield "text", text[at : found.start()]
        yield next((kind, said) for kind, said in zip(KINDS, found.groups(), strict=True) if said is not None)
        at = found.end()
    yield "text", text[at:]
