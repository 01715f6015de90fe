"""Every setting as a flag of a command, made from the one list."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from alcove.server.declare import Setting
from alcove.server.settings import all_settings
from alcove.server.sources import Found, find

FindSettings = Callable[[], Found]
METAVARS = {int: "NUMBER", float: "NUMBER", Path: "FOLDER"}
ALL_SETTINGS = "All settings and limits, each as a line of a file, a variable and a flag: alcove settings"
Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The file of settings, instead of ~/.config/alcove/alcove.toml", show_default=False
    ),
]

Data = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="The folder in which games are kept.", show_default=False)
]
Database = Annotated[
    str | None, typer.Option(metavar="TEXT", help="The address of a database, instead.", show_default=False)
]


def found_with(config: Path | None, **flags: str | None) -> Found:
    """The settings for a command that has few of them as flags."""
    return find(flags, config)


def takes_settings(command: Callable[..., None]) -> Callable[..., None]:
    """A command with a flag for each setting. Its own parameter `found` looks for all of them when it is called, so
    that nothing is complained about before it is needed."""
    settings = {one.key.replace(".", "_"): one for one in all_settings()}

    def run(**given: Any) -> None:
        flags = {one.key: given.pop(name) for name, one in settings.items()}
        config = given.pop("config")
        command(found=lambda: find(flags, config), **given)

    own = [one for name, one in inspect.signature(command, eval_str=True).parameters.items() if name != "found"]
    made = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
        for name, annotation in [*((name, _flag(one)) for name, one in settings.items()), ("config", Config)]
    ]
    # A parameter without a name for the keyboard, such as the context, stays where it is.
    keywords = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = inspect.Signature([*made, *keywords])  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in (*made, *keywords)}
    return run


def _flag(one: Setting) -> Any:
    hidden = bool(one.group)
    words = one.about.text.en
    if one.kind is bool:
        no = one.flag.replace("--", "--no-", 1)
        return Annotated[bool | None, typer.Option(f"{one.flag}/{no}", help=words, hidden=hidden, show_default=False)]
    kind = list[str] | None if one.many else str | None
    metavar = METAVARS.get(one.kind, "TEXT")
    return Annotated[kind, typer.Option(one.flag, metavar=metavar, help=words, hidden=hidden, show_default=False)]
