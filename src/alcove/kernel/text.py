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
        return Text(*(self._filled(language, values) for language in LANGUAGES))

    def _filled(self, language: str, values: dict[str, object]) -> str:
        spoken = {k: v.of(language) if isinstance(v, Text) else v for k, v in values.items()}
        return self.of(language).format(**spoken)


def same(text: str) -> Text:
    """A text that reads the same in every language: a name, a number, a move."""
    return Text(text, text)
