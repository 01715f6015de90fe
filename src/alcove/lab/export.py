"""Sections as files for other programs: Markdown, CSV and Parquet."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text
from alcove.lab.section import Section, Value, say

TITLE = Text("The lab: {title}", "Das Labor: {title}")
COLUMNS = ("section", "row", "column", "text", "value", "low", "high", "count")
NO_PARQUET = Text(
    "Parquet needs pyarrow: pip install 'alcove[parquet]'.", "Für Parquet fehlt pyarrow: pip install 'alcove[parquet]'."
)


def markdown(sections: Sequence[Section], language: str) -> str:
    return "\n".join(_markdown(section, language) for section in sections)


def document(sections: Sequence[Section], title: Text, about: Text, command: str, language: str) -> str:
    """The same with a heading, and with the command that made it."""
    heading = TITLE.fill(title=title).of(language)
    return f"# {heading}\n\n{about.of(language)}\n\n```\n{command}\n```\n\n{markdown(sections, language)}"


def _markdown(section: Section, language: str) -> str:
    lines = [f"### {say(section.title, language)}", ""]
    lines.append("| " + " | ".join(say(heading, language) for heading in section.headings) + " |")
    lines.append("|" + "---|" * len(section.headings))
    lines += ["| " + " | ".join(say(cell, language) for cell in row) + " |" for row in section.rows]
    if section.note is not None:
        lines += ["", section.note.of(language)]
    return "\n".join([*lines, ""])


def cells(sections: Sequence[Section], language: str) -> Iterator[tuple[Any, ...]]:
    """One line for every cell, with its number and interval where it has one."""
    for section in sections:
        for row in section.rows:
            about = say(row[0], language)
            for heading, cell in zip(section.headings[1:], row[1:], strict=True):
                numbers = _numbers(cell) if isinstance(cell, Value) else (None, None, None, None)
                yield section.key, about, say(heading, language), say(cell, language), *numbers


def _numbers(cell: Value) -> tuple[float | None, float | None, float | None, int]:
    value, low, high, count = cell.estimate
    return _finite(value), _finite(low), _finite(high), count


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def comma_separated(sections: Sequence[Section], language: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(cells(sections, language))
    return text.getvalue()


def write_parquet(sections: Sequence[Section], language: str, path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise OptionError(NO_PARQUET) from None
    kinds = [*[pyarrow.string()] * 4, *[pyarrow.float64()] * 3, pyarrow.int64()]
    columns = list(zip(*cells(sections, language), strict=True)) or [()] * len(COLUMNS)
    arrays = [pyarrow.array(column, kind) for column, kind in zip(columns, kinds, strict=True)]
    pyarrow.parquet.write_table(pyarrow.table(dict(zip(COLUMNS, arrays, strict=True))), path)
