"""Why an action is refused: the clause, and a sentence."""

from __future__ import annotations

from alcove.games.alvos.cave import (
    BY_ROLL,
    COLLECT_BOTH,
    COLLECT_UNUSED,
    DELIVER_FROM,
    EXTRA,
    FIRE,
    FIRST_PART,
    GIFT,
    GIFT_FROM,
    LOSE,
    LOSE_FROM,
    LOSE_WILD,
    SKIP,
    TAKE,
    TRIP,
    UNUSED,
)
from alcove.games.alvos.notation import dice_of, next_cogs, split_delivery
from alcove.games.alvos.sheet import at_sopavre, cooperative, current_unused, hex_of, wilds_held
from alcove.kernel.position import Position
from alcove.kernel.text import Text

Refusal = tuple[str, Text]

SKIPPED: Refusal = (
    "ALVOS-15",
    Text(
        "You had no cog to give to the Yvhada, so you skip this Resolution: pass.",
        "Du hattest kein Zahnrad für die Yvhada, also entfällt deine Auflösung: passe.",
    ),
)
CHOOSE_FIRE: Refusal = (
    "ALVOS-12",
    Text(
        "Choose the part that burns: one that matches a die you rolled.",
        "Wähle das Teil, das brennt: eines, zu dem ein gerollter Würfel passt.",
    ),
)
CHOOSE_STRIKE: Refusal = (
    "ALVOS-33",
    Text(
        "First choose where the Sopavre strike: a part that is not complete.",
        "Wähle erst, wo die Sopavre zuschlagen: ein Teil, das noch nicht fertig ist.",
    ),
)
CHOOSE_GIFT: Refusal = (
    "ALVOS-13",
    Text("First choose your windfall: a bolt or a cog.", "Wähle erst deinen Fund: eine Schraube oder ein Zahnrad."),
)
CHOOSE_LOSS = Text("First choose the cog that you lose.", "Wähle erst, welches Zahnrad du verlierst.")
NOT_HELD = Text("You hold no cog {kind}.", "Du hast kein Zahnrad {kind}.")
NO_WILD = Text("You have no wild cog.", "Du hast keinen Joker.")
CHOOSE_EXTRA: Refusal = (
    "ALVOS-34",
    Text(
        "The round is over; you are alone in your hex: take one more cog, or leave it.",
        "Die Runde ist zu Ende; du bist allein auf deinem Feld: nimm noch ein Zahnrad, oder lass es.",
    ),
)
NO_FIRE: Refusal = ("ALVOS-12", Text("There is no sabotage now.", "Gerade gibt es keine Sabotage."))
NO_GIFT: Refusal = ("ALVOS-13", Text("There is no windfall now.", "Gerade gibt es keinen Fund."))
NO_LOSS: Refusal = ("ALVOS-14", Text("You do not lose a cog now.", "Du verlierst gerade kein Zahnrad."))
NO_EXTRA: Refusal = (
    "ALVOS-34",
    Text(
        "One more cog is only for those who are alone at the end of a round, with five or six players.",
        "Noch ein Zahnrad gibt es nur am Ende einer Runde, wenn man allein steht, und nur zu fünft oder sechst.",
    ),
)
NOT_ROLLED = Text("You have rolled no {die}.", "Du hast keine {die} geworfen.")
SECTION_FULL = Text(
    "All 30 boxes for unused dice are written; the unused die cannot be replaced.",
    "Alle 30 Kästchen für freie Würfel sind beschrieben; der freie Würfel lässt sich nicht ersetzen.",
)
CAVED_IN: Refusal = (
    "ALVOS-21",
    Text("Hex 1 has caved in and cannot be chosen.", "Feld 1 ist eingestürzt und lässt sich nicht wählen."),
)
SUM_ELSEWHERE = Text(
    "{one} + {two} names hex {hex}; the engineer stands on {engineer}0.",
    "{one} + {two} nennt Feld {hex}; der Ingenieur steht auf {engineer}0.",
)
UNUSED_ELSEWHERE = Text(
    "Your unused die is {die}; the engineer stands on {engineer}0.",
    "Dein freier Würfel ist {die}; der Ingenieur steht auf {engineer}0.",
)
ROW_SHORT = Text(
    "Part {engineer}0 needs only {left} more.",
    "Teil {engineer}0 braucht nur noch {left}.",
)
LACKING = Text(
    "You hold no cog {kind}, and a wild cog is not in its place.",
    "Du hast kein Zahnrad {kind}, und kein Joker ersetzt es.",
)
FEW_WILDS = Text("You have {held} wild cogs; that takes {needed}.", "Du hast {held} Joker; das braucht {needed}.")
NO_BOLT: Refusal = ("ALVOS-26", Text("You hold no bolt.", "Du hast keine Schraube."))
NO_POINTS: Refusal = (
    "ALVOS-35",
    Text(
        "You play together without points; a bolt would double nothing.",
        "Ihr spielt zusammen und ohne Punkte; eine Schraube würde nichts verdoppeln.",
    ),
)


def refuse(position: Position, seat: int, action: int) -> Refusal:
    """The reason for an action that is not legal, given by the seat that has to decide."""
    stage = int(position.state.stage)
    if stage == SKIP:
        return SKIPPED
    if stage == FIRE:
        return CHOOSE_STRIKE if at_sopavre(position.state) else CHOOSE_FIRE
    if stage == GIFT:
        return CHOOSE_GIFT
    if stage == LOSE:
        return _refuse_loss(position, seat, action)
    if stage == EXTRA:
        return CHOOSE_EXTRA
    if action >= DELIVER_FROM:
        return _refuse_delivery(position, seat, action)
    if action <= COLLECT_BOTH:
        return _refuse_collect(position, seat, action)
    if action < GIFT_FROM:
        return NO_FIRE
    if action < LOSE_FROM:
        return NO_GIFT
    return NO_LOSS if action < TAKE else NO_EXTRA


def _refuse_loss(position: Position, seat: int, action: int) -> Refusal:
    clause = "ALVOS-14" if current_unused(position.state, seat) == TRIP else "ALVOS-15"
    if action == LOSE_WILD:
        return clause, NO_WILD
    if LOSE_FROM <= action < LOSE_WILD:
        return clause, NOT_HELD.fill(kind=action - LOSE_FROM + FIRST_PART)
    return clause, CHOOSE_LOSS


def _refuse_collect(position: Position, seat: int, action: int) -> Refusal:
    if action < COLLECT_BOTH:
        die = action - COLLECT_UNUSED + 1
        if die not in dice_of(position):
            return "ALVOS-19", NOT_ROLLED.fill(die=die)
        if position.state.written[seat] == UNUSED:
            return "ALVOS-19", SECTION_FULL
    return CAVED_IN


def _refuse_delivery(position: Position, seat: int, action: int) -> Refusal:
    state = position.state
    way, cogs, wilds, _ = split_delivery(action)
    one, two = dice_of(position)
    engineer, unused = int(state.engineer), int(current_unused(state, seat))
    if way == BY_ROLL:
        if hex_of(one + two) != engineer:
            return "ALVOS-23", SUM_ELSEWHERE.fill(one=one, two=two, hex=hex_of(one + two), engineer=engineer)
    elif unused != engineer:
        return "ALVOS-22", UNUSED_ELSEWHERE.fill(die=unused, engineer=engineer)
    elif way not in (one, two):
        return "ALVOS-22", NOT_ROLLED.fill(die=way)
    elif state.written[seat] == UNUSED:
        return "ALVOS-22", SECTION_FULL
    row = next_cogs(position)
    if cogs > len(row):
        return "ALVOS-24", ROW_SHORT.fill(engineer=engineer, left=len(row))
    for nth in range(cogs):
        if not wilds >> nth & 1 and state.cogs[seat, row[nth]] == 0:
            return "ALVOS-24", LACKING.fill(kind=row[nth])
    held = int(wilds_held(state, seat))
    if wilds.bit_count() > held:
        return "ALVOS-25", FEW_WILDS.fill(held=held, needed=wilds.bit_count())
    return NO_POINTS if cooperative(state) else NO_BOLT
