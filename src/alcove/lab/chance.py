"""How an action is carried out where chance brings things of its own: a template, used by games with `events`.

To forbid an event is to draw anew whenever it comes; to force it is to draw until it comes, once. So games in which it
came and games in which it did not differ in nothing else that a player has done.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.kernel.random import rekey
from alcove.lab.policy import FORCED, MAX_NAMED

rules_play: Any = None
lab_events: Any = None
first_event: Any = None
last_event: Any = None
FUNCTIONS = ("wrong", "carry_out")
INLINED = ("wrong",)
MAX_REDRAWS = 60


def wrong(before: Any, after: Any, taken: Any, who: Any, ways: Any, befell: Any, things: Any) -> bool:
    """Whether something came that is forbidden, or failed to come that is forced."""
    favour, restricted = ways[1], ways[2]
    found = lab_events(before, after, befell, things)
    for seat in range(len(who)):
        way = who[seat]
        if restricted[way]:
            for thing in range(first_event, last_event):
                came = False
                for nth in range(found):
                    came |= befell[nth] == seat and things[nth] == thing
                if came and favour[way, thing] == 0.0:
                    return True
                if not came and favour[way, thing] == FORCED and taken[seat, thing] == 0:
                    return True
    return False


def carry_out(
    rows: Any, number: int, spare: Any, seat: int, action: int, rng: Any, offered: Any, taken: Any, who: Any, ways: Any
) -> None:
    befell, things = np.empty(MAX_NAMED, np.int64), np.empty(MAX_NAMED, np.int64)
    kept = rng[0]
    before, first = spare[1:2], spare[2:3]
    before[0] = rows[number]
    rules_play(rows[number], seat, action)
    first[0] = rows[number]
    tries = 0
    while wrong(before[0], rows[number], taken, who, ways, befell, things) and tries < MAX_REDRAWS:
        rows[number] = before[0]
        rekey(rows[number].rng, rng)
        rules_play(rows[number], seat, action)
        tries += 1
    if tries == MAX_REDRAWS:  # it cannot come here
        rows[number] = first[0]
    rng[0] = kept  # bots choose as if nothing had been drawn anew
    for nth in range(lab_events(before[0], rows[number], befell, things)):
        offered[befell[nth], things[nth]] = 1
        taken[befell[nth], things[nth]] = 1
