"""`alcove verify`: prove records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import AlcoveError, OtherRulesError, SealedError
from alcove.kernel.text import Text
from alcove.kernel.times import tell_control
from alcove.terminal.console import complain, out, printable
from alcove.terminal.files import read_text
from alcove.terminal.language import say, spoken

if TYPE_CHECKING:
    from alcove.kernel.outcome import Outcome
    from alcove.kernel.proof import Proof
    from alcove.kernel.record import Record

PROVEN, BROKEN, OPEN, OTHER = 0, 1, 3, 4
EXAMPLES = """\b
Examples:
  alcove verify evening.alcove
  alcove verify games/*.alcove
  curl -s https://example.org/api/tables/…/record | alcove verify -

Exit codes: 0 all proven; 1 one was changed or is unreadable; 3 one is sealed or unfinished;
4 one was made, or part of it, under rules of another version. Each part is proven by itself.
"""
SHORT = "Prove that records were not touched."

HOLDS = Text(
    "{path}: proven. {title}, {n} actions. The set-up and the seed are those committed to at the start, "
    "every action follows the rules, and the result follows from them. {result}",
    "{path}: bewiesen. {title}, {n} Aktionen. Aufbau und Startwert sind die zu Beginn festgelegten, "
    "jede Aktion folgt den Regeln, und das Ergebnis folgt daraus. {result}",
)
UNFINISHED = Text(
    "{path}: unfinished. {title}, {n} actions. All of it holds so far, and the game goes on. {result}",
    "{path}: unvollendet. {title}, {n} Aktionen. Bis hierher stimmt alles, und das Spiel geht weiter. {result}",
)

PARTLY = Text(
    "{path}: proven in part. {title}, {n} actions. The set-up and the seed are those committed to at the start. "
    "The rules changed while the game lasted: {parts} {result}",
    "{path}: zum Teil bewiesen. {title}, {n} Aktionen. Aufbau und Startwert sind die zu Beginn festgelegten. "
    "Die Regeln haben sich während des Spiels geändert: {parts} {result}",
)
PART_HOLDS = Text(
    "{n} actions under version {version} follow its rules.",
    "{n} Aktionen unter Fassung {version} folgen ihren Regeln.",
)
PART_OPEN = Text(
    "{n} actions under version {version} are not proven here: {why}.",
    "{n} Aktionen unter Fassung {version} sind hier nicht bewiesen: {why}.",
)


def verify(
    records: Annotated[list[str], typer.Argument(metavar="RECORD…", help="Files, or - for stdin.")],
    lang: Lang = None,
) -> None:
    """Prove that records were not touched: their seed, every action and the result."""
    from alcove.kernel.proof import prove

    console = out()
    codes = set()
    for path in records:
        try:
            proof = prove(read_text(path))
        except AlcoveError as error:
            sentence = error.say(spoken())
            complain(error.code, sentence if sentence.startswith(path) else f"{path}: {sentence}")
            codes.add(_code(error))
            continue
        console.print(printable(_sentence(path, proof)), soft_wrap=True)
        codes.add(OTHER if not proof.whole else PROVEN if proof.outcome is not None else OPEN)
    raise typer.Exit(BROKEN if BROKEN in codes else max(codes))


def _sentence(path: str, proof: Proof) -> str:
    told = PARTLY if not proof.whole else HOLDS if proof.outcome is not None else UNFINISHED
    record, outcome = proof.record, proof.outcome
    result = "" if record is None or outcome is None else say(_result(record, outcome))
    if record is not None and record.times is not None:
        result = f"{result} {say(tell_control(record.times.control))}".lstrip()
    parts = " ".join(
        say(PART_HOLDS if part.unproven is None else PART_OPEN, n=part.actions, version=part.version, why=part.unproven)
        for part in proof.parts
    )
    return say(told, path=path, title=proof.game.title, n=proof.actions, parts=parts, result=result).rstrip()


def _code(error: AlcoveError) -> int:
    if isinstance(error, OtherRulesError):
        return OTHER
    return OPEN if isinstance(error, SealedError) else BROKEN


def _result(record: Record, outcome: Outcome) -> Text:
    """How it ended, by the names in the record."""
    from alcove.kernel.ending import names_in, tell_end

    return tell_end(outcome, record.position(), names_in(record.game, record.names))
