"""`python -m alcove.lab.child`: one study in a process of its own, for a server. It is told what to do on its standard
input, as JSON, and says how far it is on its standard output, a line of JSON each time."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import game
from alcove.kernel.text import Text
from alcove.lab.changes import read_changes
from alcove.lab.page import page
from alcove.lab.simulate import Report, set_up
from alcove.lab.study import Study, carry_out, told_of

EVERY = 0.3
"""Seconds between two lines."""


def say(**told: Any) -> None:
    print(json.dumps(told), flush=True)


def begin(stage: Text) -> Report:
    said = 0.0

    def report(done: int, of: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= EVERY or done == of:
            said = now
            say(stage=[stage.en, stage.de], done=done, of=of)

    say(stage=[stage.en, stage.de], done=0, of=0)
    return report


def main() -> None:
    asked = json.loads(sys.stdin.readline())
    os.nice(asked["nice"])
    try:
        chosen = game(asked["game"])
        changes = read_changes(chosen, None, asked["changes"])
        setup = set_up(chosen.name, asked["players"], asked["options"], asked["seed"], changes=changes)
        study = Study(
            setup, asked["games"], samples=True, worth=asked["worth"], drama=asked["drama"], ladder=asked["ladder"]
        )
        found = carry_out(study, 1, begin)
        text = page(found.sections, chosen.title, told_of(setup), asked["command"], chosen.colour, asked["language"])
        Path(asked["to"]).write_text(text, "utf-8")
        say(finished=True)
    except AlcoveError as error:
        say(refused=error.code, message=[error.text.en, error.text.de])


if __name__ == "__main__":
    main()
