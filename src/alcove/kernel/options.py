"""What can be chosen before a game begins: described well enough to draw a dialog from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text

Value = int | str
Options = dict[str, Value]


@dataclass(frozen=True)
class By:
    """A default that follows another option: By("size", {5: 10, 9: 34})."""

    option: str
    values: Mapping[Value, Value]


class OptionChoice(TypedDict):
    value: Value
    title: str


class DefaultBy(TypedDict):
    option: str
    values: list[tuple[Value, Value]]
    """What the other option is, and what this one is then."""


class GameOption(TypedDict):
    """An option for a dialog, in one language."""

    name: str
    title: str
    help: str
    clause: str
    choices: NotRequired[list[OptionChoice]]
    least: NotRequired[int]
    most: NotRequired[int]
    default: NotRequired[Value]
    default_by: NotRequired[DefaultBy]
    only: NotRequired[dict[str, list[Value]]]
    """Where it means something: values of other options, or numbers of `players`."""


@dataclass(frozen=True)
class Option:
    """A whole number from `least` to `most`, or one of `choices`."""

    name: str
    title: Text
    help: Text
    default: Value | By
    choices: Mapping[Value, Text] = field(default_factory=dict)
    least: int = 0
    most: int = 0
    clause: str = ""
    only: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """Where it means something: values of other options, or numbers of `players`. Elsewhere it changes nothing."""

    def default_with(self, chosen: Options) -> Value:
        if isinstance(self.default, By):
            return self.default.values[chosen[self.default.option]]
        return self.default

    def check(self, value: Any) -> Value:
        """The value in its proper type; text is accepted for a number, as it comes from a command line."""
        if self.choices:
            for choice in self.choices:
                if type(value) in (int, str) and value in (choice, str(choice)):
                    return choice
            allowed = ", ".join(str(choice) for choice in self.choices)
            raise OptionError(
                Text("{name} must be one of: {allowed}.", "{name} muss eines davon sein: {allowed}.").fill(
                    name=self.name, allowed=allowed
                )
            )
        number = _whole_number(value)
        if number is None or not self.least <= number <= self.most:
            raise OptionError(
                Text(
                    "{name} must be a whole number from {least} to {most}.",
                    "{name} muss eine ganze Zahl von {least} bis {most} sein.",
                ).fill(name=self.name, least=self.least, most=self.most)
            )
        return number

    def code(self, value: Value) -> int:
        """The number by which the rules know the value."""
        if isinstance(value, int):
            return value
        return list(self.choices).index(value)

    def describe(self, language: str) -> GameOption:
        described: GameOption = {
            "name": self.name,
            "title": self.title.of(language),
            "help": self.help.of(language),
            "clause": self.clause,
        }
        if self.choices:
            described["choices"] = [{"value": v, "title": t.of(language)} for v, t in self.choices.items()]
        else:
            described["least"], described["most"] = self.least, self.most
        if isinstance(self.default, By):
            values = list(self.default.values.items())
            described["default_by"] = {"option": self.default.option, "values": values}
        else:
            described["default"] = self.default
        if self.only:
            described["only"] = {name: list(values) for name, values in self.only.items()}
        return described


def _whole_number(value: Any) -> int | None:
    if isinstance(value, str) and len(value) <= 12 and value.isascii() and value.isdigit():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def complete(options: tuple[Option, ...], given: Mapping[str, Any]) -> Options:
    """All options of a game with their values: those given, checked, and the defaults of the rest."""
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            raise OptionError(
                Text("There is no option {name}.", "Es gibt keine Option {name}.").fill(name=repr(str(name)[:40]))
            )
    chosen: Options = {}
    for option in options:
        chosen[option.name] = option.check(given[option.name]) if option.name in given else option.default_with(chosen)
    return chosen


def write_options(chosen: Options) -> str:
    return " ".join(f"{name}={value}" for name, value in chosen.items())


def read_options(text: str) -> dict[str, str]:
    """What `write_options` wrote; the values are still to be checked."""
    pairs = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name in pairs:
            raise OptionError(
                Text("{word} is no option=value.", "{word} ist kein Option=Wert.").fill(word=repr(word[:40]))
            )
        pairs[name] = value
    return pairs
