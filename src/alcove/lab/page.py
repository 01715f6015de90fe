"""A report as one page that needs nothing else: tables and plots, in both languages, light and dark, no script."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from alcove.kernel.packed import pack
from alcove.kernel.text import LANGUAGES, Text
from alcove.lab.export import TITLE
from alcove.lab.section import Cell, Download, Section, Value, say
from alcove.lab.svg import PLOT_STYLE, drawn

CONTENTS = Text("Contents", "Inhalt")
MADE_BY = Text("Made by", "Erzeugt mit")
LANGUAGE = Text("Language", "Sprache")
LOOK = Text("look at it", "ansehen")
HERE = "http://localhost:8642"
"""Where `alcove` serves on one's own machine, unless it is told otherwise."""

TYPED = re.compile("`([^`]+)`")

STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#f5eee1, #1c1713); --card: light-dark(#fdf9f0, #28211b);
  --ink: light-dark(#2a2018, #f2e8d9); --soft: light-dark(#675746, #bdac97); --line: light-dark(#e2d6c1, #41362b);
  --accent: light-dark(color-mix(in oklab, var(--game), #000 8%), color-mix(in oklab, var(--game), #ffe2bd 48%));
  --other: light-dark(#1f5fa8, #8fc3ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans Condensed', system-ui, sans-serif; }
h1, h2 { font-family: 'Iowan Old Style', 'Palatino Linotype', P052, Palatino, Georgia, serif; font-weight: 600; }
h1 { margin: 0.4em 0 0; } h2 { margin: 0 0 0.6rem; font-size: 1.3rem; }
a { color: var(--accent); }
.soft, caption { color: var(--soft); }
code { font: 0.85em ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
nav ul { columns: 14rem; padding-left: 1.2rem; margin: 0.3rem 0; }
nav li { padding: 0.15rem 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 0.7rem; margin: 1.2rem 0;
  padding: 1rem 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.6rem; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th { font-weight: 600; }
td span.interval { display: block; font-size: 0.82em; color: var(--soft); white-space: nowrap; }
td.marked { color: var(--accent); font-weight: 600; }
caption { caption-side: bottom; text-align: left; padding-top: 0.6rem; font-size: 0.9em; }
figure { margin: 0.4rem 0 1rem; }
svg { width: 100%; min-width: 34rem; height: auto; display: block; }
fieldset { border: 0; padding: 0; margin: 0.4rem 0; } fieldset label { padding: 0.6rem 0.9rem 0.6rem 0; }
legend { float: left; padding: 0 0.8rem 0 0; }
input:focus-visible, a:focus-visible { outline: 3px solid var(--other); outline-offset: 2px; }
:root:has(#en:checked) .de, :root:has(#de:checked) .en { display: none; }
"""


def style_of(colour: str) -> str:
    return f":root {{ --game: {colour}; }}{STYLE}{PLOT_STYLE}"


def policy_of(colour: str) -> str:
    """What a server says that this page may do: wear its own style, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(style_of(colour).encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def page(
    sections: Sequence[Section],
    title: Text,
    about: Text,
    command: str,
    colour: str,
    language: str,
    server: str = "",
) -> str:
    """The whole page; the language is what it begins with, and the server where its games are looked at."""
    heading = TITLE.fill(title=title)
    contents = "".join(f'<li><a href="#{one.key}">{_both(one.title)}</a></li>' for one in sections)
    return f"""<!doctype html>
{_opening(language)}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(heading.of(language))}</title>
<style>{style_of(colour)}</style>
</head>
<body>
<header>
<fieldset><legend>{_both(LANGUAGE)}</legend>{_switch(language)}</fieldset>
<h1>{_both(heading)}</h1>
<p class="soft">{_both(about)}</p>
<p class="soft">{_both(MADE_BY)} <code>{escape(command)}</code></p>
</header>
<nav aria-labelledby="contents"><h2 id="contents">{_both(CONTENTS)}</h2><ul>{contents}</ul></nav>
<main>
{"".join(_section(one, server) for one in sections)}
</main>
</body>
</html>
"""


def in_language(written: str, language: str) -> str:
    """A page that is there already, to begin with another language."""
    for one in LANGUAGES:
        for was in (True, False):
            written = written.replace(_choice(one, was), _choice(one, one == language), 1)
        written = written.replace(_opening(one), _opening(language), 1)
    return written


def _opening(language: str) -> str:
    return f'<html lang="{language}">'


def _switch(language: str) -> str:
    names = {"en": "English", "de": "Deutsch"}
    return "".join(f"<label>{_choice(one, one == language)} {names[one]}</label>" for one in LANGUAGES)


def _choice(language: str, chosen: bool) -> str:
    return f'<input type="radio" name="language" id="{language}"{" checked" if chosen else ""}>'


def _both(text: Text | str) -> str:
    if isinstance(text, str) or text.en == text.de:
        return _marked_up(text if isinstance(text, str) else text.en)
    return "".join(f'<span class="{one}" lang="{one}">{_marked_up(text.of(one))}</span>' for one in LANGUAGES)


def _marked_up(text: str) -> str:
    """What is typed stands between accents."""
    return TYPED.sub(r"<code>\1</code>", escape(text))


def _section(section: Section, server: str) -> str:
    figures = "".join(f'<figure class="wide" tabindex="0">{drawn(plot)}</figure>' for plot in section.plots)
    headings = "".join(f'<th scope="col">{_both(heading)}</th>' for heading in section.headings)
    rows = "".join(f"<tr>{''.join(_cell(cell, server) for cell in row)}</tr>" for row in section.rows)
    note = f"<caption>{_both(section.note)}</caption>" if section.note is not None else ""
    return f"""<section id="{section.key}" aria-labelledby="{section.key}-title">
<h2 id="{section.key}-title">{_both(section.title)}</h2>
{figures}<div class="wide" tabindex="0">
<table>{note}<thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table></div>
</section>
"""


def _cell(cell: Cell, server: str) -> str:
    if isinstance(cell, Download):
        address = f"data:text/plain;charset=utf-8,{quote(cell.content)}"
        look = f'<a href="{escape(server)}/replay#{pack(cell.content)}" target="_blank">{_both(LOOK)}</a>'
        return f'<td>{look} <a href="{address}" download="{escape(cell.name)}">{escape(cell.name)}</a></td>'
    if not isinstance(cell, Value):
        return f"<td>{_both(cell)}</td>"
    figures, intervals = (Text(*parts) for parts in zip(*(cell.parts(one) for one in LANGUAGES), strict=True))
    marked = ' class="marked"' if cell.marked else ""
    interval = f'<span class="interval">{_both(intervals)}</span>' if say(intervals, "en") else ""
    return f"<td{marked}>{_both(figures)}{interval}</td>"
