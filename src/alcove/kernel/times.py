"""The times of a game in its record: what was agreed, what each action took, and what was left at the end."""

from __future__ import annotations

from typing import NamedTuple

from alcove.kernel.text import Text, same
from alcove.kernel.time_control import TimeControl, clock_time

TIME, USED, LEFT = "time", "times", "left"
"""The fields of a record."""
LIVE = Text("Time: {time} for the game", "Bedenkzeit: {time} für das Spiel")
ADDED = Text("{said} and {added} more after each move", "{said} und {added} dazu nach jedem Zug")
EACH_MOVE = Text("Time: {time} for each move", "Bedenkzeit: {time} für jeden Zug")
ASLEEP = Text(
    "{said}; clocks stand from {begin} to {end} (UTC{offset})",
    "{said}; von {begin} bis {end} Uhr stehen die Uhren (UTC{offset})",
)
DAYS_OFF = Text("{said}; days off: {days}", "{said}; frei: {days}")
WEEK = (
    Text("Monday", "Montag"),
    Text("Tuesday", "Dienstag"),
    Text("Wednesday", "Mittwoch"),
    Text("Thursday", "Donnerstag"),
    Text("Friday", "Freitag"),
    Text("Saturday", "Samstag"),
    Text("Sunday", "Sonntag"),
)
UNITS = (
    (86_400, Text("1 day", "1 Tag"), Text("{n} days", "{n} Tage")),
    (3600, Text("1 hour", "1 Stunde"), Text("{n} hours", "{n} Stunden")),
    (60, Text("1 minute", "1 Minute"), Text("{n} minutes", "{n} Minuten")),
    (1, Text("1 second", "1 Sekunde"), Text("{n} seconds", "{n} Sekunden")),
)


class Times(NamedTuple):
    control: TimeControl
    used: tuple[int, ...]
    """Milliseconds for each action of the last part."""
    left: tuple[int, ...]
    """Milliseconds that each seat had left at last."""

    def footer(self) -> list[str]:
        return [f"{USED}: {' '.join(map(str, self.used))}".rstrip(), f"{LEFT}: {' '.join(map(str, self.left))}"]


def tell_control(control: TimeControl) -> Text:
    """A time control as a sentence."""
    time = tell_seconds(control.seconds)
    if control.kind == "live":
        said = LIVE.fill(time=time)
        if control.added:
            said = ADDED.fill(said=said, added=tell_seconds(control.added))
    else:
        said = EACH_MOVE.fill(time=time)
    if control.sleep is not None:
        begin, end = map(clock_time, control.sleep)
        offset = f"{'−' if control.offset < 0 else '+'}{clock_time(abs(control.offset))}"
        said = ASLEEP.fill(said=said, begin=begin, end=end, offset=offset)
    if control.days_off:
        days = [WEEK[day] for day in control.days_off]
        listed = Text(", ".join(day.en for day in days), ", ".join(day.de for day in days))
        said = DAYS_OFF.fill(said=said, days=listed)
    return Text(f"{said.en}.", f"{said.de}.")


def tell_seconds(seconds: int) -> Text:
    """'1 hour 30 minutes'."""
    parts: list[Text] = []
    for size, one, many in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(one if count == 1 else many.fill(n=count))
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts)) if parts else same("0")
