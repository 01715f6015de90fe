"""The language the terminal speaks: what --lang says, else the locale's."""

from __future__ import annotations

import os
from enum import StrEnum

from alcove.kernel.text import Text


class Language(StrEnum):
    EN = "en"
    DE = "de"


def of_locale() -> Language:
    """Like gettext: the first of these variables that says anything decides."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := os.environ.get(variable):
            return Language.DE if spoken.lower().startswith("de") else Language.EN
    return Language.EN


_spoken = of_locale()


def choose(language: Language | None) -> Language:
    global _spoken
    _spoken = language or of_locale()
    return _spoken


def spoken() -> str:
    return _spoken.value


def say(text: Text, **values: object) -> str:
    """A sentence in the chosen language, with values in its braces."""
    return (text.fill(**values) if values else text).of(_spoken)
