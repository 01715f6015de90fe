"""Cards and numbers changed for a trial, without touching the game: from a folder of tables, or one field at a time."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from alcove.kernel import tables as files
from alcove.kernel.changed import Constant, changed
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game, game
from alcove.kernel.tables import TableError
from alcove.kernel.text import Text

CARDS, NUMBERS, FOLDER = "cards", "numbers", "folder"
MAX_TABLE = 1_000_000
NO_TABLES = Text("{title} has no tables of cards.", "{title} hat keine Kartentabellen.")
NOT_A_FOLDER = Text("There is no folder {path}.", "Es gibt keinen Ordner {path}.")
UNKNOWN_TABLE = Text(
    "{title} has no table {name}. It has: {known}.", "{title} hat keine Tabelle {name}. Es hat: {known}."
)
UNREADABLE = Text("{name}: {why}", "{name}: {why}")
NO_CARD = Text("There is no card {card}.", "Es gibt keine Karte {card}.")
NO_FIELD = Text("{card}: there is no field {field}.", "{card}: Es gibt kein Feld {field}.")
NO_NUMBER = Text("{title} has no number {name}. It has: {known}.", "{title} hat keine Zahl {name}. Es hat: {known}.")
OUT_OF_RANGE = Text("{name} is a number from {least} to {most}.", "{name} ist eine Zahl von {least} bis {most}.")
NO_CHANGE = Text(
    "{word} changes nothing. Write cards.CARD.FIELD=VALUE or numbers.NAME=VALUE.",
    "{word} ändert nichts. Schreibe cards.KARTE.FELD=WERT oder numbers.NAME=WERT.",
)


@dataclass(frozen=True)
class Changes:
    """What is changed, read and checked once: whole tables as JSON by their path, and constants of the rules."""

    tables: tuple[tuple[str, str], ...] = ()
    constants: tuple[Constant, ...] = ()
    told: tuple[str, ...] = ()
    """The same as somebody has typed it."""

    def __bool__(self) -> bool:
        return bool(self.tables or self.constants)


AS_IS = Changes()


@cache
def changed_game(name: str, changes: Changes) -> Game:
    """The game as it is, or changed. Whatever does not fit is told with its table, card and field."""
    if not changes:
        return game(name)
    try:
        return changed(game(name), {path: json.loads(text) for path, text in changes.tables}, changes.constants)
    except TableError as error:
        raise OptionError(UNREADABLE.fill(name=CARDS, why=str(error))) from error


def read_changes(chosen: Game, folder: Path | None = None, words: Sequence[str] = ()) -> Changes:
    """Changes from a folder of tables, and on top of it from words like `cards.torpedos.cost=3 soldiers`. Tables that
    are as they were in the end are no change: the game is compiled already."""
    told: list[str] = []
    constants: list[Constant] = []
    tables: dict[str, Any] = {}
    for word in words if folder is None else (f"{FOLDER}={folder}", *words):
        path, equals, value = word.partition("=")
        if equals and path == FOLDER:
            tables |= _tables_in(chosen, Path(value))
            told.append(word)
            continue
        parts = path.strip().split(".")
        if not equals or parts[0] not in (CARDS, NUMBERS) or len(parts) < 2:
            raise OptionError(NO_CHANGE.fill(word=repr(word[:60])))
        if parts[0] == NUMBERS:
            constants.append(_constant(chosen, ".".join(parts[1:]), value.strip()))
        else:
            _change_card(chosen, tables, parts[1:], value.strip().strip('"'))
        told.append(f"{path.strip()}={value.strip()}")
    other = {path: content for path, content in tables.items() if content != files.read(chosen.package, path)}
    written = tuple(sorted((path, json.dumps(content, sort_keys=True)) for path, content in other.items()))
    found = Changes(written, tuple(constants), tuple(told))
    changed_game(chosen.name, found)  # complain before anything is played
    return found


def _tables_in(chosen: Game, folder: Path) -> dict[str, Any]:
    known = _known_tables(chosen)
    if not folder.is_dir():
        raise OptionError(NOT_A_FOLDER.fill(path=repr(str(folder)[:80])))
    found = {}
    for path in sorted(folder.glob("*.toml")):
        if path.stem not in known:
            raise OptionError(UNKNOWN_TABLE.fill(title=chosen.title, name=repr(path.name[:40]), known=", ".join(known)))
        try:
            if path.stat().st_size > MAX_TABLE:
                raise ValueError("is too large for a table")
            found[f"{chosen.lab.TABLES}/{path.name}"] = tomllib.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:  # what is no TOML, or no text, is a ValueError
            raise OptionError(UNREADABLE.fill(name=path.name, why=str(error)[:200])) from error
    return found


def _known_tables(chosen: Game) -> list[str]:
    if chosen.lab.TABLES is None:
        raise OptionError(NO_TABLES.fill(title=chosen.title))
    return files.names(chosen.package, chosen.lab.TABLES)


def _change_card(chosen: Game, tables: dict[str, Any], path: list[str], value: str) -> None:
    """`torpedos.cost`, or deeper: `peru.costs.palace`."""
    known = _known_tables(chosen)
    if len(path) < 2:
        raise OptionError(NO_FIELD.fill(card=path[0][:40], field="''"))
    for table in known:
        file = f"{chosen.lab.TABLES}/{table}.toml"
        content = tables.get(file) or files.read(chosen.package, file)
        for card in content.get("card", []):
            if card.get("id") == path[0]:
                tables[file] = content
                inside = card
                for part in path[1:-1]:
                    inside = inside.get(part)
                    if not isinstance(inside, dict):
                        raise OptionError(NO_FIELD.fill(card=path[0], field=".".join(path[1:])[:60]))
                inside[path[-1]] = _read_value(value, inside.get(path[-1]))
                return
    raise OptionError(NO_CARD.fill(card=repr(path[0][:40])))


def _read_value(text: str, before: Any) -> Any:
    """A text where a text stood; else whatever TOML makes of it."""
    if isinstance(before, str):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _constant(chosen: Game, name: str, value: str) -> Constant:
    number = chosen.lab.NUMBERS.get(name)
    if number is None:
        known = ", ".join(chosen.lab.NUMBERS) or "–"
        raise OptionError(NO_NUMBER.fill(title=chosen.title, name=repr(name[:40]), known=known))
    if not value.lstrip("-").isdigit() or not number.least <= int(value) <= number.most:
        raise OptionError(OUT_OF_RANGE.fill(name=name, least=number.least, most=number.most))
    return Constant(number.file, number.constant, number.place, int(value))
