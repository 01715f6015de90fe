"""`alcove backup` and `alcove restore`: the whole database in one file, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from alcove.cli.options import Lang, Yes
from alcove.cli.setting_flags import Config, Data, Database, found_with
from alcove.kernel.text import Text
from alcove.terminal.language import say

EXAMPLES = """\b
Examples:
  alcove backup                            into this folder, named after the time
  alcove backup evening.sqlite3
  alcove backup /var/backups/alcove --keep 14
"""
SHORT = "Copy the whole database into a file, while the server runs."
RESTORE_EXAMPLES = """\b
Examples:
  alcove restore evening.sqlite3
  alcove restore evening.sqlite3 --yes
"""
RESTORE_SHORT = "Put a backup in the place of the database."

DONE = Text("Backed up to {path} ({size} kB).", "Gesichert in {path} ({size} kB).")
RESTORED = Text("{path} is back in its place.", "{path} ist wieder an seinem Platz.")
SURE = Text(
    "All that was played since {path} was made will be lost. Go on?",
    "Alles, was seit {path} gespielt wurde, geht verloren. Weiter?",
)

Target = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="A file that is not there yet, with an ending, or a folder.")
]
Keep = Annotated[int | None, typer.Option(min=1, help="Delete older backups of the folder, but for so many.")]


def backup(
    file: Target = None,
    keep: Keep = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """Copy the whole database into a file, while the server runs.

    The file holds everything, secrets of running games included. It is readable by you alone.
    """
    from alcove.server.backups import back_up

    made = back_up(found_with(config, data=data, database=database).settings, file, keep)
    print(say(DONE, path=made, size=f"{made.stat().st_size / 1000:.0f}"))


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """Put a backup in the place of the database.

    A server that runs pauses meanwhile; everybody's browser comes back by itself.
    """
    from alcove.server.backups import restore as put_back

    settings = found_with(config, data=data, database=database).settings
    if not yes:
        typer.confirm(say(SURE, path=file), abort=True)
    put_back(settings, file)
    print(say(RESTORED, path=file))
