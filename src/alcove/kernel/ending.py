"""The sentence with which a game ends: who has won, with what, and why, by the names at the table."""

from __future__ import annotations

from collections.abc import Sequence

from alcove.kernel.game import Game
from alcove.kernel.outcome import ABANDONED, BESIDE_THE_RULES, OUT_OF_TIME, RESIGNED, Outcome
from alcove.kernel.position import Position
from alcove.kernel.text import Text, same

BESIDE = {
    RESIGNED: Text("{who} has resigned.", "{who} hat aufgegeben."),
    OUT_OF_TIME: Text("{who} has run out of time.", "{who} hat die Zeit überschritten."),
    ABANDONED: Text("The game was abandoned.", "Das Spiel wurde abgebrochen."),
}

TO = Text("{who} wins with {own} to {other}", "{who} gewinnt mit {own} zu {other}")
WINS = Text("{who} wins", "{who} gewinnt")
WIN = Text("{who} win", "{who} gewinnen")
SHARE = Text("{who} share the win", "{who} teilen sich den Sieg")
TOGETHER = Text("{who} win together", "{who} gewinnen zusammen")
DRAW = Text("A draw", "Unentschieden")
ALL_LOSE = Text("All have lost", "Alle haben verloren")
LOSES = Text("{who} has lost", "{who} hat verloren")
WITH = Text("{said} with {own}", "{said} mit {own}")
EACH = Text("{said} with {own} each", "{said} mit je {own}")
AND_OTHERS = Text("{said} ({others})", "{said} ({others})")
SCORE = Text("{who} {score}", "{who} {score}")
NUMBERED_SCORE = Text("{who}: {score}", "{who}: {score}")
AND = Text(" and ", " und ")
NO_MORE = Text("The game is over.", "Das Spiel ist zu Ende.")
BECAUSE = Text("{said}: {why}", "{said}: {why}")


def names_at(game: Game, called: Sequence[str | None]) -> list[Text]:
    """What the seats are called: people by their names, others by their seats. Two of a name are told apart."""
    seats = [game.seat_name(seat) for seat in range(len(called))]
    names = [same(name) if name else seats[seat] for seat, name in enumerate(called)]
    return [
        Text(f"{name.en} ({seat.en})", f"{name.de} ({seat.de})") if names.count(name) > 1 else name
        for name, seat in zip(names, seats, strict=True)
    ]


def names_in(game: Game, written: Sequence[str]) -> list[Text]:
    """What the seats of a record are called. Seats without a name of somebody's have their own, which is English."""
    return names_at(game, [None if name == game.seat_name(seat).en else name for seat, name in enumerate(written)])


def tell_end(outcome: Outcome, position: Position, names: Sequence[Text]) -> Text:
    """How a game ended in its last position: 'Black wins with 33 to 8: White's hand is empty.'"""
    game = position.game
    tell = game.narrate.ending if outcome.reason not in BESIDE_THE_RULES else None
    return end_sentence(outcome, names, tell(position, names) if tell else game.reasons.get(outcome.reason, NO_MORE))


def end_sentence(outcome: Outcome, names: Sequence[Text], why: Text) -> Text:
    """The same from the rules' reason. An end beside the rules has a reason of its own."""
    if outcome.reason == ABANDONED:
        return BESIDE[ABANDONED]
    if outcome.reason in BESIDE_THE_RULES and outcome.seat is not None:
        return _because(_who(outcome, names), BESIDE[outcome.reason].fill(who=names[outcome.seat]), names)
    return _because(_with_scores(outcome, names), why, names)


def _who(outcome: Outcome, names: Sequence[Text]) -> Text:
    """The result without its numbers."""
    winners = listed([names[seat] for seat in outcome.winners])
    if outcome.kind == "lost":
        return LOSES.fill(who=names[0]) if len(names) == 1 else ALL_LOSE
    if outcome.kind == "drawn":
        return DRAW
    if outcome.kind == "together":
        return (TOGETHER if len(outcome.winners) > 1 else WINS).fill(who=winners)
    if len(outcome.winners) == 1:
        return WINS.fill(who=winners)
    return (SHARE if outcome.seat is None else WIN).fill(who=winners)


def _with_scores(outcome: Outcome, names: Sequence[Text]) -> Text:
    said, scores, winners = _who(outcome, names), outcome.scores, outcome.winners
    if len(scores) == 1:
        return WITH.fill(said=said, own=_number(scores[0]))
    if outcome.together:
        return said  # there is no score of one's own
    if outcome.kind == "won" and len(scores) == 2:
        [winner] = winners
        return TO.fill(who=names[winner], own=_number(scores[winner]), other=_number(scores[1 - winner]))
    level = len({scores[seat] for seat in winners}) == 1
    if outcome.kind == "drawn" and level:
        return EACH.fill(said=said, own=_number(scores[0]))
    if level:
        said = (EACH if len(winners) > 1 else WITH).fill(said=said, own=_number(scores[winners[0]]))
    others = [seat for seat in range(len(scores)) if not level or seat not in winners]
    return AND_OTHERS.fill(said=said, others=_scores(others, outcome, names))


def _scores(seats: Sequence[int], outcome: Outcome, names: Sequence[Text]) -> Text:
    ranked = sorted(seats, key=lambda seat: -outcome.scores[seat])
    parts = [
        (NUMBERED_SCORE if names[seat].en[-1:].isdigit() else SCORE).fill(
            who=names[seat], score=_number(outcome.scores[seat])
        )
        for seat in ranked
    ]
    return Text(", ".join(part.en for part in parts), ", ".join(part.de for part in parts))


def _because(said: Text, why: Text, names: Sequence[Text]) -> Text:
    """English goes on with a small letter after a colon, unless it is a name's."""
    named = any(why.en.startswith(name.en) for name in names)
    cause = why if named else Text(why.en[:1].lower() + why.en[1:], why.de)
    return BECAUSE.fill(said=said, why=cause)


def _number(score: int) -> str:
    return str(score).replace("-", "−")


def listed(names: Sequence[Text]) -> Text:
    """'Anna, Bruno and Clara'."""
    if len(names) < 2:
        return names[0] if names else same("")
    spoken = zip(zip(*names, strict=True), AND, strict=True)
    return Text(*(f"{', '.join(said[:-1])}{last}{said[-1]}" for said, last in spoken))
