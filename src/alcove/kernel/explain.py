"""What stands on a game's table, thing by thing: a sentence and its clause, as data in the game's folder.

The file is `explain.toml`. A client names a thing by its key. Words in braces are filled in by the client,
which sees the number that stands there.
"""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec

from alcove.kernel.text import Text

FILE = "explain.toml"


class Thing(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    en: str
    de: str
    clause: str | None = None

    @property
    def text(self) -> Text:
        return Text(self.en, self.de)


def load(package: str) -> dict[str, Thing]:
    """The things of a game, by key; none where nobody has written any."""
    file = resources.files(package).joinpath(FILE)
    if not file.is_file():
        return {}
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, Thing])
