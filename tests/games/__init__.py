"""All tests of each game in its folder."""

NOT_OF_RULES = (
    "book",
    "bot",
    "browser",
    "foresight",
    "improving",
    "lab",
    "lesson",
    "levels",
    "oracle",
    "pictures",
    "race",
    "rivals",
    "terminal",
)
"""What the files `test_<one of these>.py` look at instead of the rules."""
TOO_LONG_AS_PLAIN_PYTHON = ("against_oracle", "narrate", "notation", "secrets")
"""The same, of what is not played as plain Python. That plain and compiled rules agree is checked in whole games
(`tests/conformance/digests.py`), and compiled ones are compared with a second implementation."""
