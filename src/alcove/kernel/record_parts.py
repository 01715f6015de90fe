"""What a record is made of, beside its actions."""

from __future__ import annotations

from typing import NamedTuple

RULES = "rules"
SEALED = "?"


class SeatChange(NamedTuple):
    """After so many actions a bot of a level took a seat whose person has left; with None the person came back."""

    at: int
    seat: int
    level: int | None


class EarlierPart(NamedTuple):
    """What was played under rules that were replaced while the game lasted, and where the next ones went on."""

    version: int
    lines: tuple[str, ...]
    """Turns, and who left and came back, as the record has them."""
    actions: int
    lost: tuple[int, ...]
    """How many actions of each seat came after the position, and could not be followed under the next rules."""
    position: str | None
    """Where the next part begins, as the rules of this one wrote it. None while it is sealed."""

    def goes_on(self, version: int) -> str:
        """The line that opens the next part."""
        lost = ",".join(map(str, self.lost))
        return f"{RULES} {version} after {self.actions} lost {lost} from {self.position or SEALED}"

    def ending_text(self) -> str:
        """What ended it, in one line: how many actions, what was lost, and where the next part begins."""
        return f"{self.actions} {','.join(map(str, self.lost))} {self.position}"


class LastPosition(NamedTuple):
    """Where so many actions of the last part have led, in words."""

    actions: int
    text: str
