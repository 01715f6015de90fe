"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from alcove.terminal.language import Language, choose

Lang = Annotated[
    Language | None,
    typer.Option("--lang", callback=choose, is_eager=True, help="The language of all sentences; else the locale's."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
