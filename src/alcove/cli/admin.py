"""`alcove admin`: what the owner can do about tables and people, whether the server runs or not."""

from __future__ import annotations

import json
import re
import time
from contextlib import AbstractContextManager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alcove.cli.options import Lang, Yes
from alcove.cli.setting_flags import Config, Data, Database, found_with
from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text
from alcove.terminal.console import out, printable
from alcove.terminal.language import say

if TYPE_CHECKING:
    from alcove.server.archive import Archive

EXAMPLES = """\b
Examples:
  alcove admin tables --status over --older-than 90d
  alcove admin people --name anna
  alcove admin export 3f9a1c --out anna.json
  alcove admin delete 3f9a1c
  alcove admin prune --older-than 90d
  alcove admin token
  alcove admin invite "Chess club" --days 30 --uses 20
  alcove admin revoke u3k7 --members
"""
SHORT = "Tables and people: list, export, delete, prune, invite."
AGE = re.compile(r"(\d{1,5})([hdwy])")
HOURS = {"h": 1, "d": 24, "w": 7 * 24, "y": 365 * 24}
MAX_LISTED = 100_000

BAD_AGE = Text(
    "{text} is no age. It is a number and a letter: 12h, 90d, 8w, 2y.",
    "{text} ist kein Alter. Es ist eine Zahl mit Buchstabe: 12h, 90d, 8w, 2y.",
)
TABLES = (
    Text("table", "Tisch"),
    Text("game", "Spiel"),
    Text("status", "Stand"),
    Text("who", "wer"),
    Text("last", "zuletzt"),
    Text("actions", "Züge"),
)
PEOPLE = (Text("person", "Person"), Text("names", "Namen"), Text("seats", "Plätze"), Text("last", "zuletzt"))
OVER = Text("over", "beendet")
RUNNING = Text("running", "läuft")
NONE = Text("There is nothing.", "Da ist nichts.")
SURE_PRUNE = Text("Delete {count} tables for good?", "{count} Tische endgültig löschen?")
PRUNED = Text("{count} tables were deleted.", "{count} Tische wurden gelöscht.")
WOULD = Text("{count} tables would be deleted.", "{count} Tische würden gelöscht.")
SURE_DELETE = Text(
    "Delete {names} for good, with {seats} seats and all that was said there?",
    "{names} endgültig löschen, mit {seats} Plätzen und allem, was dort gesagt wurde?",
)
DELETED = Text(
    "Deleted. {alone} tables went as a whole; at {others} others the name and the chat are gone.",
    "Gelöscht. {alone} Tische sind ganz fort; an {others} anderen sind Name und Gespräch fort.",
)
PASSES = (
    Text("id", "Kennung"),
    Text("label", "für"),
    Text("made", "gemacht"),
    Text("until", "bis"),
    Text("left", "übrig"),
    Text("came", "gekommen"),
)
FOR_GOOD = Text("for good", "für immer")
ANY = Text("any", "beliebig")
REVOKED = Text("Revoked.", "Widerrufen.")
NOT_CLOSED = Text(
    "Everybody is let in as long as the setting invited_only is false.",
    "Eingelassen werden alle, solange die Einstellung invited_only auf false steht.",
)
EXPORTED = Text("Exported to {path}.", "Exportiert nach {path}.")


class Status(StrEnum):
    RUNNING = "running"
    OVER = "over"
    ALL = "all"


app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
Person = Annotated[
    str, typer.Argument(help="The beginning of an id from `alcove admin people`, or the link of a seat.")
]
OLDER_THAN = typer.Option(metavar="AGE", help="Nothing was done there for so long: 12h, 90d, 8w, 2y.")
Game = Annotated[str | None, typer.Option(help="Only tables of this game.")]
Most = Annotated[int, typer.Option(min=1, max=MAX_LISTED, help="How many are listed at most.")]


def _archive(config: Path | None, data: str | None, database: str | None) -> AbstractContextManager[Archive]:
    from alcove.server.archive import Archive

    return Archive.opened(found_with(config, data=data, database=database).settings)


def _before(age: str | None) -> float | None:
    if age is None:
        return None
    match = AGE.fullmatch(age)
    if match is None:
        raise OptionError(BAD_AGE.fill(text=age))
    return time.time() - int(match[1]) * HOURS[match[2]] * 3600


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))


@app.callback()
def admin() -> None:
    """What the owner can do about tables and people, whether the server runs or not.

    A person is a browser: there are no accounts. Names are what people have typed.
    """


@app.command()
def tables(
    status: Annotated[Status, typer.Option(help="Which tables.")] = Status.ALL,
    older_than: Annotated[str | None, OLDER_THAN] = None,
    game: Game = None,
    most: Most = 100,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """List tables, those first at which something was done last."""
    with _archive(config, data, database) as archive:
        lines = archive.tables(game, status.value, _before(older_than), most)
    rows = [
        [
            line.id,
            line.game,
            say(RUNNING if line.ended is None else OVER),
            ", ".join(seat.name or seat.kind for seat in line.seats),
            _day(line.touched),
            str(line.changes),
        ]
        for line in lines
    ]
    _print(TABLES, rows)


@app.command()
def people(
    name: Annotated[str | None, typer.Option(help="Only those who have called themselves so.")] = None,
    most: Most = 100,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """List people who hold seats, those first who were here last."""
    with _archive(config, data, database) as archive:
        lines = archive.people(name, most)
    rows = [[line.id[:12], ", ".join(line.names), str(line.tables), _day(line.touched)] for line in lines]
    _print(PEOPLE, rows)


@app.command()
def export(
    person: Person,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to; else it is printed.")] = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """All that is kept about somebody, as JSON."""
    with _archive(config, data, database) as archive:
        text = json.dumps(archive.export(archive.who(person)), ensure_ascii=False, indent=2)
    if out is None:
        print(text)
    else:
        out.touch(mode=0o600)
        out.write_text(text + "\n", "utf-8")
        print(say(EXPORTED, path=out))


@app.command()
def delete(
    person: Person,
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """Delete somebody: their hold on seats, their names, and what they said.

    Tables at which nobody else sat are deleted as a whole.
    """
    with _archive(config, data, database) as archive:
        who = archive.who(person)
        if not yes:
            lines = [line for line in archive.people(None, MAX_LISTED) if line.id in who]
            names = ", ".join(sorted({name for line in lines for name in line.names}))
            typer.confirm(
                say(SURE_DELETE, names=printable(names), seats=sum(line.tables for line in lines)), abort=True
            )
        alone, others = archive.delete_people(who)
    print(say(DELETED, alone=alone, others=others))


@app.command()
def prune(
    older_than: Annotated[str, OLDER_THAN],
    status: Annotated[Status, typer.Option(help="Which tables.")] = Status.OVER,
    game: Game = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many there are.")] = False,
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """Delete tables at which nothing was done for long."""
    with _archive(config, data, database) as archive:
        ids = [line.id for line in archive.tables(game, status.value, _before(older_than), None)]
        if dry_run:
            print(say(WOULD, count=len(ids)))
            return
        if ids and not yes:
            typer.confirm(say(SURE_PRUNE, count=len(ids)), abort=True)
        archive.delete_tables(ids)
    print(say(PRUNED, count=len(ids)))


@app.command()
def token(data: Data = None, database: Database = None, config: Config = None, lang: Lang = None) -> None:
    """Print the token that opens the owner's page (/owner) and /metrics."""
    from alcove.server.archive import Archive
    from alcove.server.holders import owner_token

    settings = found_with(config, data=data, database=database).settings
    with Archive.opened(settings) as archive:
        print(owner_token(archive.key(), settings.owner_token))


@app.command()
def invite(
    label: Annotated[str, typer.Argument(help="Whom it is for, to know it by.")] = "",
    days: Annotated[int | None, typer.Option(min=1, max=3650, help="For how long it is good.")] = None,
    uses: Annotated[int | None, typer.Option(min=1, max=1_000_000, help="For how many people.")] = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """Make an invitation to the server, and print its link.

    With the setting invited_only strangers see nothing but its entrance.
    """
    from alcove.server.archive import Archive

    settings = found_with(config, data=data, database=database).settings
    with Archive.opened(settings) as archive:
        link = archive.invite(label, days, uses)
    print((settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/") + link)
    if not settings.invited_only:
        print(say(NOT_CLOSED))


@app.command()
def invitations(data: Data = None, database: Database = None, config: Config = None, lang: Lang = None) -> None:
    """List the invitations to the server, and how many came by each."""
    with _archive(config, data, database) as archive:
        passes = archive.passes()
    rows = [
        [
            one.id,
            one.label,
            _day(one.made),
            say(FOR_GOOD) if one.until is None else _day(one.until),
            say(ANY) if one.uses is None else str(one.uses),
            str(one.members),
        ]
        for one in passes
    ]
    _print(PASSES, rows)


@app.command()
def revoke(
    invitation: Annotated[str, typer.Argument(help="The beginning of an id from `alcove admin invitations`.")],
    members: Annotated[bool, typer.Option("--members", help="Shut out those who came by it, too.")] = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """End an invitation. Whoever holds a seat keeps it."""
    with _archive(config, data, database) as archive:
        archive.revoke(invitation, members)
    print(say(REVOKED))


def _print(heads: tuple[Text, ...], rows: list[list[str]]) -> None:
    """A table without lines, of which every word can be cut out by other programs."""
    if not rows:
        print(say(NONE))
        return
    cells = [[say(head) for head in heads], *([printable(cell) for cell in row] for row in rows)]
    widths = [max(len(row[number]) for row in cells) for number in range(len(heads))]
    console = out()
    for row in cells:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        console.print(line.rstrip(), soft_wrap=True)
