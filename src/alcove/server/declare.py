"""What a setting is: its type, its default, what is allowed, and what it is for. File, variable and flag, the list of
all settings and their page in the documentation follow from that."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from math import isfinite
from pathlib import Path
from typing import Any, get_type_hints

from alcove.kernel.text import Text, same
from alcove.server.refusals import BadSettingError

ENVIRONMENT = "ALCOVE_"
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
HIDDEN = "***"
PASSWORD = re.compile(r"(?<=://)([^:@/]*:).*(?=@)|(password=)[^&]*")

WHOLE = Text("a whole number", "eine ganze Zahl")
NUMBER = Text("a number", "eine Zahl")
BETWEEN = Text("{kind} from {least} to {most}", "{kind} von {least} bis {most}")
TRUE_OR_FALSE = Text("true or false", "true oder false")
ONE_OF = Text("one of {words}", "eines von {words}")
WORD = Text("a text", "ein Text")
WORDS = Text("a list of texts", "eine Liste von Texten")
PATH = Text("a path", "ein Pfad")
NOT_ALLOWED = Text(
    "{where}: {value} is not allowed. It must be {allowed}.", "{where}: {value} geht nicht. Nötig ist {allowed}."
)
NO_VALUE = Text("{where}: {why}", "{where}: {why}")


@dataclass(frozen=True)
class About:
    """What is declared of a setting beside its type and its default."""

    text: Text
    least: float | None = None
    most: float | None = None
    one_of: tuple[str, ...] = ()
    check: Callable[[str], object] | None = None
    """Raises a BadSettingError for a text that is no value."""
    flag: str = ""
    """The flag's name where it is not the setting's: a list is given one by one."""
    secret: bool = False
    """Whether its value is shown to nobody."""
    by_default: Text | None = None
    """The default in words, where it depends on the machine."""


def setting(default: Any, en: str, de: str, least: float | None = None, most: float | None = None, **more: Any) -> Any:
    """A field of a class of settings. A default that is a function is asked when it is needed."""
    metadata = {"about": About(Text(en, de), least, most, **more)}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Setting:
    name: str
    group: str
    """Its section in the file; empty for none."""
    kind: Any
    default: Any
    about: About

    @property
    def key(self) -> str:
        return f"{self.group}.{self.name}" if self.group else self.name

    @property
    def variable(self) -> str:
        return ENVIRONMENT + self.key.replace(".", "_").upper()

    @property
    def flag(self) -> str:
        name = self.about.flag or self.name
        return "--" + (f"{self.group}-{name}" if self.group else name).replace("_", "-")

    @property
    def many(self) -> bool:
        return bool(self.kind == tuple[str, ...])

    @property
    def allowed(self) -> Text:
        about = self.about
        if about.one_of:
            return ONE_OF.fill(words=", ".join(about.one_of))
        if self.kind is bool:
            return TRUE_OR_FALSE
        if self.kind in (int, float):
            kind = WHOLE if self.kind is int else NUMBER
            return (
                kind
                if about.least is None
                else BETWEEN.fill(kind=kind, least=shown(about.least), most=shown(about.most))
            )
        return WORDS if self.many else PATH if self.kind is Path else WORD

    def read(self, text: str, where: str) -> Any:
        """A value from a variable or a flag."""
        if self.many:
            return self.take(text.replace(",", " ").split(), where)
        value: Any = text
        if self.kind is bool and text.lower() in YES + NO:
            value = text.lower() in YES
        elif self.kind in (int, float):
            try:
                value = self.kind(text)
            except ValueError:
                raise self.wrong(text, where) from None
        return self.take(value, where)

    def take(self, value: Any, where: str) -> Any:
        """A value from a file, which has types of its own; refused with a sentence if it is not allowed."""
        if not self._fits(value):
            raise self.wrong(value, where)
        for text in value if self.many else [value]:
            self._check(text, where)
        return tuple(value) if self.many else Path(value).expanduser() if self.kind is Path else value

    def _fits(self, value: Any) -> bool:
        about = self.about
        if self.kind is bool:
            return isinstance(value, bool)
        if self.kind in (int, float):
            typed = isinstance(value, int if self.kind is int else int | float) and not isinstance(value, bool)
            return typed and isfinite(value) and (about.least is None or about.least <= value <= (about.most or 0))
        if self.many:
            return isinstance(value, list | tuple) and all(isinstance(one, str) and one for one in value)
        return isinstance(value, str) and bool(value) and (not about.one_of or value in about.one_of)

    def _check(self, value: Any, where: str) -> None:
        if self.about.check is None:
            return
        try:
            self.about.check(value)
        except BadSettingError as error:
            raise BadSettingError(NO_VALUE.fill(where=where, why=error.text)) from None

    def wrong(self, value: Any, where: str) -> BadSettingError:
        return BadSettingError(NOT_ALLOWED.fill(where=where, value=self.show(value), allowed=self.allowed))

    def show(self, value: Any) -> str:
        """The value for somebody's eyes: of a secret only what is none."""
        if not self.about.secret or value is None:
            return shown(value)
        return shown(PASSWORD.sub(rf"\1\2{HIDDEN}", str(value))) if "://" in str(value) else HIDDEN


def shown(value: Any) -> str:
    """A value as it would stand in the file; a dash for none."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(shown(one) for one in value)}]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def declared(kind: type[Any], group: str = "") -> list[Setting]:
    """The settings that a class declares, in their order."""
    hints = get_type_hints(kind)
    return [
        Setting(one.name, group, _plain(hints[one.name]), _default(one), one.metadata["about"])
        for one in fields(kind)
        if "about" in one.metadata
    ]


def _plain(kind: Any) -> Any:
    return str if kind == str | None else kind


def _default(one: Field[Any]) -> Any:
    return one.default_factory() if one.default_factory is not MISSING else one.default


def default_words(one: Setting) -> Text:
    return one.about.by_default or same(shown(one.default))
