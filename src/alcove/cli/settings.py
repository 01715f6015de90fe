"""`alcove settings`: every setting, what it is for, its value, and where that comes from."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from alcove.cli.options import Lang
from alcove.cli.setting_flags import FindSettings, takes_settings
from alcove.kernel.text import Text
from alcove.server.declare import Setting, default_words, shown
from alcove.server.settings import all_settings
from alcove.server.sources import CONFIG_VARIABLE, DEFAULT, SYSTEM_FILE, Found
from alcove.terminal.console import out, printable
from alcove.terminal.language import say, spoken

EXAMPLES = """\b
Examples:
  alcove settings                    every setting and limit, and where its value comes from
  alcove settings proxy              those whose name has the word
  alcove settings --toml > club.toml a file of all settings, to be changed
  alcove settings --config club.toml check a file
"""
SHORT = "List all settings, and where each value comes from."

FILE = Text("The file of settings is {path}.", "Die Einstellungen stehen in {path}.")
NO_FILE = Text(
    "There is no file of settings. It would be ~/.config/alcove/alcove.toml, {system}, or what --config names.",
    "Es gibt keine Datei mit Einstellungen. Sie wäre ~/.config/alcove/alcove.toml, {system} oder die von --config.",
)
FROM = Text("from {source}", "aus {source}")
NONE = Text("No setting has {word} in its name.", "Keine Einstellung hat {word} im Namen.")
VARIABLES = {
    "ALCOVE_CACHE": Text(
        "The folder of compiled code; ~/.cache/alcove by default. One that cannot be written to leaves the games slow.",
        "Der Ordner des übersetzten Codes, sonst ~/.cache/alcove. Ist er nicht beschreibbar, bleiben Spiele langsam.",
    ),
    CONFIG_VARIABLE: Text(
        "The file of settings, as with --config.", "Die Datei mit den Einstellungen, wie bei --config."
    ),
    "ALCOVE_EXTRA_GAMES": Text(
        "Modules of further games, with commas between them.", "Module weiterer Spiele, mit Kommas dazwischen."
    ),
    "ALCOVE_PLAIN_NUMBA": Text(
        "1 compiles with Numba as it comes: slower, for finding faults.",
        "1 übersetzt mit Numba, wie es ist: langsamer, zur Suche nach Fehlern.",
    ),
}
"""What is read before any file of settings, from the environment alone."""
UNSET = Text("not set", "nicht gesetzt")
TOML_HEAD = Text(
    "Settings of Alcove. A line without # is a value that differs from the default.",
    "Einstellungen von Alcove. Eine Zeile ohne # ist ein Wert, der von der Vorgabe abweicht.",
)


@takes_settings
def settings(
    found: FindSettings,
    word: Annotated[str, typer.Argument(metavar="[WORD]", help="Only those whose name has this in it.")] = "",
    toml: Annotated[bool, typer.Option("--toml", help="As a file to be changed, with everything explained.")] = False,
    lang: Lang = None,
) -> None:
    """List all settings: what each is for, its value, and where that comes from."""
    values = found()
    chosen = [
        one for one in all_settings() if any(word.lower() in name.lower() for name in (one.key, one.variable, one.flag))
    ]
    if toml:
        print(as_toml(values, chosen))
        return
    early = {name: about for name, about in VARIABLES.items() if word.lower() in name.lower()}
    if not chosen and not early:
        print(say(NONE, word=printable(word)))
        raise typer.Exit(1)
    console = out()
    for one in chosen:
        value = values.values[one.key]
        source = say(DEFAULT) if value.source is DEFAULT else say(FROM, source=value.source)
        console.print(f"{one.key} = {_value(one, values)}  ({source})", style="bold", soft_wrap=True)
        console.print(f"    {one.about.text.of(spoken())}", soft_wrap=True)
        console.print(f"    {_ways(one)}", style="dim", soft_wrap=True)
    for name, about in early.items():
        shown_now = printable(os.environ[name]) if name in os.environ else say(UNSET)
        console.print(f"{name}: {shown_now}", style="bold", soft_wrap=True)
        console.print(f"    {about.of(spoken())}", soft_wrap=True)
    console.print()
    path = values.file
    console.print(say(NO_FILE, system=SYSTEM_FILE) if path is None else say(FILE, path=path), soft_wrap=True)


def _value(one: Setting, values: Found) -> str:
    return printable(one.show(values.values[one.key].value))


def _ways(one: Setting) -> str:
    return f"{one.variable}  {one.flag}  ({one.allowed.of(spoken())}; {say(DEFAULT)} {default_words(one).of(spoken())})"


def as_toml(values: Found, chosen: list[Setting]) -> str:
    """A file that says the same; what is as by default is commented out. Secrets stand in it."""
    lines, group = [f"# {say(TOML_HEAD)}"], ""
    for one in chosen:
        if one.group != group:
            group = one.group
            lines += ["", f"[{group}]"]
        value = values.values[one.key]
        sign = "# " if value.source is DEFAULT or value.value is None else ""
        text = '""' if value.value is None else shown(value.value)
        lines += ["", f"# {one.about.text.of(spoken())} ({one.allowed.of(spoken())})", f"{sign}{one.name} = {text}"]
    return "\n".join(lines)
