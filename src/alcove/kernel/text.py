"""Sentences in the languages the product speaks."""

from __future__ import annotations

from typing import NamedTuple

LANGUAGES = ("en", "de")


class Text(NamedTuple):
    """One sentence in every language."""

    en: str
    de: str

    def of(self, language: str) -> str:
        return self.de if language == "de" else self.en

    def fill(self, **values: object) -> Text:
        """Put values into the braces; a value that is a Text itself is put in by language."""
        english = {name: value.en if isinstance(value, Text) else value for name, value in values.items()}
        german = {name: value.de if isinstance(value, Text) else value for name, value in values.items()}
        return Text(self.en.format(**english), self.de.format(**german))


def same(text: str) -> Text:
    """A text that reads the same in every language: a name, a number, a move."""
    return Text(text, text)
