"""What can be wrong with what a person, a client or a file says.

Every error has a code for programs and a sentence for people. None of them leaves anything half done.
"""

from __future__ import annotations

from alcove.kernel.text import Text, same


class AlcoveError(Exception):
    code = "error"

    def __init__(self, message: Text | str) -> None:
        self.text = message if isinstance(message, Text) else same(message)
        super().__init__(self.text.en)

    def say(self, language: str) -> str:
        return self.text.of(language)


class UnreadableError(AlcoveError):
    """The words are not in the notation: a move, a position or a record."""

    code = "unreadable"


class IllegalError(AlcoveError):
    """The words are clear, the rules forbid it; the clause says which one does."""

    code = "illegal"

    def __init__(self, clause: str, message: Text | str) -> None:
        super().__init__(message)
        self.clause = clause


class NotYourTurnError(AlcoveError):
    code = "not-your-turn"


class OverError(AlcoveError):
    """The game has ended."""

    code = "over"


class StaleError(AlcoveError):
    """The action answers a position that is no longer the current one."""

    code = "stale"


class UnknownGameError(AlcoveError):
    code = "unknown-game"


class OptionError(AlcoveError):
    """An option, a number of players or a seed that the game does not have."""

    code = "bad-option"


class TamperedError(AlcoveError):
    """A record contradicts itself: its seed, its actions or its result were changed."""

    code = "tampered"


class OtherRulesError(AlcoveError):
    """A record was made under another version of the rules, which this program does not have."""

    code = "other-rules"


class SealedError(AlcoveError):
    """A record cannot be followed because its seed is not revealed yet."""

    code = "sealed"
