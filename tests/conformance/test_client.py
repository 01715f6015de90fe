"""The client shows what it is told: it writes no notation, joins none and takes none apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "web" / "src"
NO_NOTATION = {"markdown.ts", "hyphens.ts", "words.ts", "words.en.ts", "words.de.ts"}
"""Sentences and rulebooks; drawings of rulebooks are read by their own files."""

CUT = r"split|slice|substring|substr|startsWith|endsWith|match|matchAll|replace|replaceAll|charAt|charCodeAt"
TAKEN_APART = re.compile(rf"\b(?:text|action|step|turn|power|hint|pending)(?: \?\? ''\))?[?!]?\.(?:{CUT})\(")
JOINED = re.compile(r"\b(?:line|turns|actions)(?:\.(?:slice|filter)\([^()]*\))?[?!]?\.join\(")
WRITTEN = re.compile(
    r"\b(?:act|why|reason)\(\s*[`'\"]"  # said right away
    r"|\bpress\([^\n,]*,[^\n,)]*`"
    r"|\b(?:play|ask|asked|action|written|text)\b[^\n`'\";{}]*(?:=>|[=:?])\s*`(?!action=)"
    r"|\breturn\b[^\n;]*`[^`\n]*\$\{[^`\n]*\}[-x@ ]+@?\$\{(?:anchor|opposing|around|space|point)"
    r"|[?:(,]\s*`(?:complete|build|play|track|plug|pay|gain|bid|deliver|fire|lose|take|tribe) \$\{"
)


def sources() -> Iterator[Path]:
    for path in sorted(WEB.rglob("*")):
        exempt = path.name in NO_NOTATION or "iagram" in path.name or path == WEB / "lib" / "i18n" / "index.ts"
        if path.suffix in {".ts", ".svelte"} and not exempt:
            yield path


@pytest.mark.parametrize("doing", [TAKEN_APART, JOINED, WRITTEN], ids=["takes apart", "joins", "writes"])
def test_no_source_of_the_client_handles_a_notation(doing: re.Pattern[str]) -> None:
    assert len(list(sources())) > 100
    for path in sources():
        found = doing.search(path.read_text("utf-8"))
        assert found is None, f"{path.relative_to(WEB)}: {found}"


@pytest.mark.parametrize(
    ("doing", "line"),
    [
        (TAKEN_APART, "Number(table.step.slice(6))"),
        (TAKEN_APART, "(part.power ?? '').split(' ')"),
        (TAKEN_APART, "choice.text.startsWith('plug')"),
        (JOINED, "hint.line.slice(1, 3).join(', ')"),
        (JOINED, "turns.join(' ')"),
        (WRITTEN, "return { do: 'why', action: `${selected}${moves.jumps.size ? 'x' : '-'}${point}` };"),
        (WRITTEN, "if (moves.jumps.size) return opposing ? `${point}x${opposing}` : point;"),
        (WRITTEN, "return tool.form === null ? `plug ${anchor}` : `${tool.form} r${turn} @${anchor}`;"),
        (WRITTEN, "desk.press(place, desk.mine ? `complete ${id}` : null, id)"),
        (WRITTEN, "const ask = (space: Space) => `${space.member} ${space.id}`;"),
        (WRITTEN, "own && desk.mine ? `play ${id}` : null"),
        (WRITTEN, "if (!resolving) return why('pass');"),
        (WRITTEN, "onpass={() => act('pass')}"),
    ],
)
def test_what_would_be_one_is_found(doing: re.Pattern[str], line: str) -> None:
    assert doing.search(line)
