"""What happened, told by comparing before and after: what was done, and how the next turn begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from alcove.games.alvos.cave import (
    ALL_ELIMINATED,
    AXEL_AHEAD,
    AXEL_OWNER,
    BOLT_HEX,
    BY_ROLL,
    COLLECT_BOTH,
    DELIVER_FROM,
    EXTRA,
    FIRE,
    FIRE_FROM,
    FIRST_PART,
    GIFT_FROM,
    LAST_PART,
    LAST_ROUNDS,
    LOSE_FROM,
    LOSE_WILD,
    MAX_COGS_LEFT,
    NINETEEN,
    OVER,
    PASS,
    REASONS,
    RESOLVE,
    ROW,
    SEATS,
    SHARDS,
    SHARDS_FOR_WILD,
    SKIP,
    SNEEZE,
    TAKE,
    THREE_ROUNDS,
    TOO_MANY_COGS,
    TRACK,
    TRIP,
    State,
)
from alcove.games.alvos.notation import next_cogs, split_delivery
from alcove.games.alvos.rules import sneeze_losses
from alcove.games.alvos.score import axel_score, last_mark
from alcove.games.alvos.sheet import at_sopavre, cogs_held, cooperative, current_unused, hex_of
from alcove.games.alvos.view import event_of
from alcove.kernel.ending import listed, tell_end
from alcove.kernel.position import Action, Position
from alcove.kernel.story import Line, about, moment
from alcove.kernel.text import Text, same

BOLT, COG = Text("a bolt", "eine Schraube"), Text("cog {kind}", "Zahnrad {kind}")
WILD = Text("a wild cog", "einen Joker")
COLLECTED = Text("{who} goes to hex {hex} and takes {what}.", "{who} geht auf Feld {hex} und nimmt {what}.")
KEPT = Text("The unused die is now {die}.", "Der freie Würfel ist nun {die}.")
DELIVERED = Text(
    "{who} delivers {cogs} to part {part}0{bolt}{mark}.", "{who} liefert {cogs} für Teil {part}0{bolt}{mark}."
)
ONE_COG, COGS = Text("one cog", "ein Zahnrad"), Text("{n} cogs", "{n} Zahnräder")
WITH_BOLT = Text(" with a bolt", " mit einer Schraube")
AND_MARKS = Text(" and marks {space}", " und markiert die {space}")
PART_DONE = Text("The part is complete.", "Das Teil ist fertig.")
PASSED = Text("{who} passes.", "{who} passt.")
SKIPPED = Text("{who} skips the Resolution.", "{who} setzt bei der Auflösung aus.")
BURNS = Text("{who} lets part {part}0 burn.", "{who} lässt Teil {part}0 brennen.")
CHOSE = Text("{who} chooses {what}.", "{who} wählt {what}.")
STRUCK = Text(
    "{who} lets the Sopavre strike part {part}0: it loses a cog and burns.",
    "{who} lässt die Sopavre auf Teil {part}0 los: Es verliert ein Zahnrad und brennt.",
)
LOST = Text("{who} gives up {what}.", "{who} gibt {what} ab.")
TOOK = Text("Alone in the hex, {who} takes one more: {what}.", "{who} steht allein und nimmt noch etwas: {what}.")
LEFT = Text("Alone in the hex, {who} takes nothing more.", "{who} steht allein und nimmt nichts mehr.")
ROUND = Text("Round {n}", "Runde {n}")
ROUND_OVER = Text("The round is over.", "Die Runde ist zu Ende.")
MAY_TAKE = Text(
    "{who} is alone on hex {hex} and may take one more cog.",
    "{who} steht allein auf Feld {hex} und darf noch ein Zahnrad nehmen.",
)
REACHED = Text("The sneezing reaches {who}: {n} health lost.", "Das Niesen erreicht {who}: {n} Gesundheit verloren.")
ELIMINATED = Text("{who} is eliminated.", "{who} scheidet aus.")
OUT_BY_SNEEZE = Text("{who} rolls a 10, sneezes, and is eliminated.", "{who} würfelt 10, niest und scheidet aus.")
OUT_BY_ATTACK = Text(
    "{who} rolls a 10, is attacked by the Yvhada, and is eliminated.",
    "{who} würfelt 10, wird von den Yvhada angegriffen und scheidet aus.",
)
ROLLED = Text("{who} rolls {one} and {two}.", "{who} würfelt {one} und {two}.")
ROLLED_TOTAL = Text(
    "{who} rolls {one} and {two}, with the unused {unused} that makes {total}: {what}",
    "{who} würfelt {one} und {two}, mit der freien {unused} sind das {total}: {what}",
)
MOVES = Text("the engineer moves on to {hex}0.", "der Ingenieur zieht weiter auf {hex}0.")
PASSES_TEN = Text(
    "the engineer passes 10 and comes to 20. {who} gains 1 health.",
    "der Ingenieur zieht über die 10 auf 20. {who} gewinnt 1 Gesundheit.",
)
AXEL_MARKS = Text("Axel marks {space}.", "Axel markiert die {space}.")
AXEL_MARKS_TWO = Text("Axel marks {one} and {two}.", "Axel markiert die {one} und die {two}.")
SOPAVRE = Text(
    "The Sopavre tear a cog out of part {part}0 and set it on fire.",
    "Die Sopavre reißen ein Zahnrad aus Teil {part}0 und legen Feuer.",
)
SOPAVRE_COME = Text(
    "The Sopavre strike: a part loses a cog and burns.",
    "Die Sopavre schlagen zu: Ein Teil verliert ein Zahnrad und brennt.",
)
HAPPENS = {
    "sneeze": Text(
        "a Seirina Sneeze. 1 health is lost, and the neighbours will feel it.",
        "ein Seirina-Niesen. Das kostet 1 Gesundheit, und die Nachbarn werden es spüren.",
    ),
    "sabotage": Text("Sopavre Sabotage.", "Sopavre-Sabotage."),
    "windfall": Text("a Windfall.", "ein Fund."),
    "trip": Text("a Trip.", "gestolpert."),
    "attack": Text("a Yvhada Attack. 1 health is lost.", "ein Yvhada-Angriff. Das kostet 1 Gesundheit."),
    "cave-in": Text("a Cave In. Hex 1 is closed.", "ein Einsturz. Feld 1 ist verschüttet."),
}
CATCHES_FIRE = Text("Part {part}0 catches fire.", "Teil {part}0 fängt Feuer.")
COG_GONE = Text("Cog {kind} is lost.", "Zahnrad {kind} ist verloren.")
WILD_GONE = Text("A wild cog is lost.", "Ein Joker ist verloren.")
NO_COG = Text("Without a cog to give, the Resolution is skipped.", "Ohne Zahnrad entfällt die Auflösung.")
SHARD = Text("A cog shard is shaded.", "Ein Zahnradsplitter wird schraffiert.")
DOUBLES = Text("Doubles bring a cog shard.", "Der Pasch bringt einen Zahnradsplitter.")
MARKED_19 = Text("{who} has marked 19.", "{who} hat die 19 markiert.")
AXEL_MARKED_19 = Text("The 19 is marked by Axel.", "Axel hat die 19 markiert.")
AXEL_HAS = Text("The game is over, and Axel has {n}.", "Das Spiel ist zu Ende, und Axel hat {n}.")
TOO_LATE = Text(
    "All boxes are checked before the machine is complete.",
    "Alle Kästchen sind abgehakt, bevor die Maschine fertig ist.",
)
HOLDS = Text(
    "The machine is complete, but {who} holds more than {n} cogs.",
    "Die Maschine ist fertig, aber {who} hat mehr als {n} Zahnräder übrig.",
)
HOLD = Text(
    "The machine is complete, but {who} hold more than {n} cogs.",
    "Die Maschine ist fertig, aber {who} haben mehr als {n} Zahnräder übrig.",
)


def tell(
    before: Position, after: Position, seat: int, action: Action, viewer: int | None, names: Sequence[Text]
) -> list[Text | Line]:
    told: list[Text | Line] = [*_tell_action(before, after, seat, action.index, names[seat])]
    if action.index <= PASS or action.index >= TAKE:
        told += _tell_round(before, after, seat, action.index, names)
        if after.state.stage == EXTRA:
            asked = int(after.state.to_move)
            told += about(None, ROUND_OVER) if before.state.stage != EXTRA else []
            told += about(asked, MAY_TAKE.fill(who=names[asked], hex=int(after.state.alvo[asked])))
        elif _began_a_turn(before, after):
            told += _tell_roll(before, after, _after_action(before, seat, action.index), names)
    else:
        shards = _trip_shard(before.state, seat) if LOSE_FROM <= action.index <= LOSE_WILD else 0
        told += [SHARD] * shards
        if _doubles_shard(before, after, seat, shards):
            told.append(DOUBLES)
    return [*told, *_tell_end(after, names)]


def progress(position: Position) -> Text:
    return ROUND.fill(n=int(position.state.lap))


def thing(kind: int) -> Text:
    return BOLT if kind == BOLT_HEX else COG.fill(kind=kind)


def _tell_action(before: Position, after: Position, seat: int, action: int, who: Text) -> list[Text]:
    if action >= DELIVER_FROM:
        return _tell_delivery(before, after, seat, action, who)
    if action <= COLLECT_BOTH:
        inner = _goes_to(before, seat, action)
        told = [COLLECTED.fill(who=who, hex=inner, what=thing(inner))]
        return told if action == COLLECT_BOTH else [*told, _kept(after, seat)]
    if action == PASS:
        return [(SKIPPED if before.state.stage == SKIP else PASSED).fill(who=who)]
    if action < GIFT_FROM:
        burns = STRUCK if at_sopavre(before.state) else BURNS
        return [burns.fill(who=who, part=action - FIRE_FROM + FIRST_PART)]
    if action < LOSE_FROM:
        return [CHOSE.fill(who=who, what=thing(action - GIFT_FROM + 1))]
    if action < TAKE:
        what = WILD if action == LOSE_WILD else thing(action - LOSE_FROM + FIRST_PART)
        return [LOST.fill(who=who, what=what)]
    return [TOOK.fill(who=who, what=thing(int(before.state.alvo[seat]))) if action == TAKE else LEFT.fill(who=who)]


def _kept(after: Position, seat: int) -> Text:
    return KEPT.fill(die=int(current_unused(after.state, seat)))


def _tell_delivery(before: Position, after: Position, seat: int, action: int, who: Text) -> list[Text]:
    way, cogs, _, bolt = split_delivery(action)
    part = int(before.state.engineer)
    space = int(last_mark(after.state, seat + 1))
    marked = space > last_mark(before.state, seat + 1)
    told = [
        DELIVERED.fill(
            who=who,
            cogs=ONE_COG if cogs == 1 else COGS.fill(n=cogs),
            part=part,
            bolt=WITH_BOLT if bolt else same(""),
            mark=AND_MARKS.fill(space=space) if marked else same(""),
        )
    ]
    if int(before.state.delivered[part]) + cogs == ROW:
        told.append(PART_DONE)
    return told if way == BY_ROLL else [*told, _kept(after, seat)]


def _goes_to(before: Position, seat: int, action: int) -> int:
    """Where an Alvo stands after an action."""
    state = before.state
    if action < COLLECT_BOTH:
        return int(hex_of(action + 1 + current_unused(state, seat)))
    if action == COLLECT_BOTH:
        return int(hex_of(state.dice.sum()))
    if action >= DELIVER_FROM and split_delivery(action)[0] == BY_ROLL:
        return int(state.engineer)
    return int(state.alvo[seat])


def _tell_round(before: Position, after: Position, seat: int, action: int, names: Sequence[Text]) -> list[Text | Line]:
    """Who is hit by sneezes at the end of a round, and who goes out when the dice of a turn are rolled."""
    old, new = before.state, after.state
    seats = range(before.players)
    died = [other for other in seats if old.health[other] > 0 and new.health[other] == 0]
    last_round_ended = new.stage == OVER and new.ending in (LAST_ROUNDS, ALL_ELIMINATED)
    round_ended = new.lap > old.lap or new.stage == EXTRA or last_round_ended
    told: list[Text | Line] = []
    if round_ended and old.stage != EXTRA:
        before_the_end = [o for o in died if (o - old.first) % before.players > (seat - old.first) % before.players]
        told += [_out_in_turn(new, other, names) for other in before_the_end]
        losses = _sneeze_losses(_after_action(before, seat, action), before_the_end)
        for other in [other for other in seats if losses[other]]:
            told += about(other, REACHED.fill(who=names[other], n=min(losses[other], int(old.health[other]))))
            if losses[other] >= old.health[other]:
                told += about(other, ELIMINATED.fill(who=names[other]))
        died = [other for other in died if other not in before_the_end and losses[other] < old.health[other]]
    return told + [_out_in_turn(new, other, names) for other in died]


def _out_in_turn(new: Any, other: int, names: Sequence[Text]) -> Line:
    how = OUT_BY_SNEEZE if current_unused(new, other) == SNEEZE else OUT_BY_ATTACK
    return Line(how.fill(who=names[other]), other)


def _after_action(before: Position, seat: int, action: int) -> Any:
    """Where the Alvos stand and what they hold once the action is done, before anything else happens."""
    row = before.copy_row()
    state = row[0]
    state.alvo[seat] = _goes_to(before, seat, action)
    if action <= COLLECT_BOTH or action == TAKE:
        if state.alvo[seat] != BOLT_HEX:
            state.cogs[seat, state.alvo[seat]] += 1
    elif action >= DELIVER_FROM:
        _, cogs, wilds, _ = split_delivery(action)
        for nth, kind in enumerate(next_cogs(before)[:cogs]):
            state.cogs[seat, kind] -= not wilds >> nth & 1
        state.spent[seat] += SHARDS_FOR_WILD * wilds.bit_count()
    return state


def _sneeze_losses(state: State, gone: list[int]) -> list[int]:
    state.alvo[gone] = 0
    losses = np.zeros(SEATS, dtype=np.int64)
    sneeze_losses(state, losses)
    return [int(loss) for loss in losses]


def _began_a_turn(before: Position, after: Position) -> bool:
    """Dice were rolled for somebody who is still there; they may have brought the end at once."""
    old, new = before.state, after.state
    if new.stage != OVER:
        return True
    struck = new.fires.sum() > old.fires.sum() or new.cave_ins > old.cave_ins
    return bool(struck)


def _tell_roll(before: Position, after: Position, held: Any, names: Sequence[Text]) -> list[Text | Line]:
    """How a turn begins; `held` is what everybody held just before. The engineer's move is a moment."""
    old, state = before.state, after.state
    seat = int(state.to_move)
    who = names[seat]
    one, two = state.dice.tolist()
    unused = int(current_unused(state, seat))
    event = event_of(state, seat)
    rolled = {"who": who, "one": one, "two": two}
    shards = 0
    if event is None:
        told = [ROLLED.fill(**rolled)]
    else:
        what = _tell_advance(old, state, who) if event == "advance" else [HAPPENS[event]]
        told = [ROLLED_TOTAL.fill(**rolled, unused=unused, total=one + two + unused, what=what[0]), *what[1:]]
        told += _tell_event(old, state, seat, event, held)
        shards = _shard_of_event(old, state, seat, event)
        told += [SHARD] * shards
    if _doubles_shard(before, after, seat, shards):
        told.append(DOUBLES)
    if event == "advance":
        return [*(moment(text, seat) for text in told)]
    return about(seat, *told)


def _tell_advance(old: Any, state: State, who: Text) -> list[Text]:
    passed = state.engineer == FIRST_PART
    told = [PASSES_TEN.fill(who=who) if passed else MOVES.fill(hex=int(state.engineer))]
    marked = [space for space, owner in enumerate(state.track) if owner == AXEL_OWNER and old.track[space] == 0]
    if len(marked) == 2:  # ALVOS-32
        told.append(AXEL_MARKS_TWO.fill(one=marked[0], two=marked[1]))
    elif marked:
        told.append(AXEL_MARKS.fill(space=marked[0]))
    if at_sopavre(state) and state.stage == FIRE:
        told.append(SOPAVRE_COME)
    burning = [part for part in range(FIRST_PART, LAST_PART + 1) if state.fires[part] > old.fires[part]]
    if at_sopavre(state) and burning:
        told.append(SOPAVRE.fill(part=burning[0]))
    return told


def _tell_event(old: Any, new: Any, seat: int, event: str, held: Any) -> list[Text]:
    told: list[Text] = []
    if event == "sabotage" and new.fires.sum() > old.fires.sum():
        told.append(CATCHES_FIRE.fill(part=int(new.dice[0])))
    if event in ("trip", "attack") and new.stage == RESOLVE:
        told += [COG_GONE.fill(kind=kind) for kind in range(7) if new.cogs[seat, kind] < held.cogs[seat, kind]]
        told += [WILD_GONE] if new.spent[seat] > held.spent[seat] else []
    if new.stage == SKIP:
        told.append(NO_COG)
    return told


def _trip_shard(old: Any, seat: int) -> int:
    """ALVOS-14: the shard of a Trip, which comes after the loss."""
    return int(current_unused(old, seat) == TRIP and old.shards[seat] + old.spent[seat] < SHARDS)


def _shard_of_event(old: Any, new: Any, seat: int, event: str) -> int:
    shades = event == "windfall" or (event == "trip" and new.stage == RESOLVE)
    return int(shades and old.shards[seat] + old.spent[seat] < SHARDS)


def _doubles_shard(before: Position, after: Position, seat: int, by_event: int) -> bool:
    """Whether doubles have brought a shard (ALVOS-17), beyond those of the event."""
    old, new = before.state, after.state
    if new.stage != RESOLVE or new.dice[0] != new.dice[1]:
        return False
    return bool(new.shards[seat] + new.spent[seat] > old.shards[seat] + old.spent[seat] + by_event)


def _tell_end(after: Position, names: Sequence[Text]) -> list[Line]:
    return [] if after.outcome is None else [moment(tell_end(after.outcome, after, names))]


def ending(position: Position, names: Sequence[Text]) -> Text:
    """Why it is over, where the names at the table tell more than the reason alone."""
    state, ending = position.state, int(position.state.ending)
    if ending == NINETEEN:
        owner = int(state.track[TRACK])
        return AXEL_MARKED_19 if owner == AXEL_OWNER else MARKED_19.fill(who=names[owner - 1])
    if ending == AXEL_AHEAD:  # ALVOS-32
        return AXEL_HAS.fill(n=int(axel_score(state)))
    if ending == THREE_ROUNDS and cooperative(state):  # ALVOS-35
        return TOO_LATE
    if ending == TOO_MANY_COGS:
        holding = [seat for seat in range(position.players) if cogs_held(state, seat) > MAX_COGS_LEFT]
        who = listed([names[seat] for seat in holding])
        return (HOLDS if len(holding) == 1 else HOLD).fill(who=who, n=MAX_COGS_LEFT)
    return position.game.reasons[REASONS[ending]]
