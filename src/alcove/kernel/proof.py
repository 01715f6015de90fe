"""What can be proven of a record: each part under the rules of its own version, if they are at hand."""

from __future__ import annotations

from typing import NamedTuple

from alcove.kernel.errors import SealedError, TamperedError
from alcove.kernel.game import Game
from alcove.kernel.outcome import Outcome
from alcove.kernel.record import NOT_REVEALED, ORIGIN, Record
from alcove.kernel.record_reader import Reader, ToldPart
from alcove.kernel.text import Text

NOT_AT_HAND = Text(
    "this program has version {ours} of the rules of {title}",
    "dieses Programm kennt Fassung {ours} der Regeln von {title}",
)
LEADS_ELSEWHERE = Text(
    "The actions under version {version} of the rules do not lead to the position that the next part begins with.",
    "Die Aktionen unter Fassung {version} der Regeln führen nicht zu der Stellung, mit der der nächste Teil beginnt.",
)


class PartProof(NamedTuple):
    """What was played under one version of the rules."""

    version: int
    actions: int
    unproven: Text | None
    """Why it could not be proven, None if it was."""


class Proof(NamedTuple):
    game: Game
    parts: tuple[PartProof, ...]
    record: Record | None
    """The game as it can be followed, from the last change of the rules on; None if its last rules are not at hand."""
    outcome: Outcome | None

    @property
    def actions(self) -> int:
        return sum(part.actions for part in self.parts)

    @property
    def whole(self) -> bool:
        return all(part.unproven is None for part in self.parts)


def prove(text: str | bytes) -> Proof:
    """Prove what the rules at hand can prove. Raises what is wrong with the record, and OtherRulesError if no part
    follows these rules."""
    reader = Reader(text)
    reader.sort_lines()
    chosen, parts = reader.game(), reader.parts()
    followed = [number for number, part in enumerate(parts) if part.version == chosen.version]
    last = Record.read(text) if len(parts) - 1 in followed or not followed else None
    outcome = last.verify() if last is not None else None
    if last is None:
        if reader.sealed:
            raise SealedError(NOT_REVEALED)
        reader.check_without_rules()
    begins_with_position = ORIGIN in reader.fields
    for number in followed:
        if number < len(parts) - 1 and not (number == 0 and begins_with_position):
            _follow(reader.part(chosen, parts, number), parts[number + 1])
    return Proof(chosen, tuple(_told(chosen, parts, last)[begins_with_position:]), last, outcome)


def _follow(part: Record, following: ToldPart) -> None:
    """Prove that a part leads to where the next one begins."""
    error = TamperedError(LEADS_ELSEWHERE.fill(version=part.version))
    if len(part.actions) != following.after or str(part.position()) != following.start:
        raise error


def _told(chosen: Game, parts: list[ToldPart], last: Record | None) -> list[PartProof]:
    why = NOT_AT_HAND.fill(ours=chosen.version, title=chosen.title)
    counts = [part.after for part in parts[1:]]
    counts.append(_count(chosen, parts[-1]) if last is None else len(last.actions))
    return [
        PartProof(part.version, count, None if part.version == chosen.version else why)
        for part, count in zip(parts, counts, strict=True)
    ]


def _count(chosen: Game, part: ToldPart) -> int:
    """How many actions a part of other rules seems to have."""
    turns = [line.partition(" ")[2] for _, line in part.told if line[0].isdigit()]
    return sum(len(chosen.notation.split(turn)) for turn in turns)
