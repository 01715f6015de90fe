"""What every refusal must be."""

from __future__ import annotations

from alcove import AlcoveError

CODES = ("unreadable", "illegal", "not-your-turn", "over", "bad-option", "unknown-game", "tampered", "sealed")


def check_error(error: AlcoveError, *codes: str) -> None:
    """It has a code that fits and a sentence in both languages that can be sent."""
    assert error.code in (codes or CODES)
    for language in ("en", "de"):
        said = error.say(language)
        assert said.strip()
        assert len(said) < 500
        assert said.encode("utf-8")
