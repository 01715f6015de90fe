"""What happened, told by comparing before and after; a drawing only to the one who drew it (ALLUV-13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alcove.games.alluvium import rules
from alcove.games.alluvium.notation import FORM_NAMES, scored_rounds
from alcove.games.alluvium.sheet import (
    BOXES,
    COVERED,
    FORM_OF,
    PASS,
    PLUG_FROM,
    box_name,
    largest_area,
)
from alcove.games.alluvium.table import (
    COLOURS,
    DUMMY,
    DUMMY_DRAWS,
    NONE,
    OTHERS,
    OWN,
    card_of_round,
    has_dummy,
    rounds,
    sheet_before,
    slots_filled,
    touched,
    way,
)
from alcove.kernel.ending import listed, tell_end
from alcove.kernel.position import Action, Position
from alcove.kernel.story import Line, about, moment, quiet
from alcove.kernel.text import Text, same

ROUND = Text("Round {n} of {of}", "Runde {n} von {of}")
THE_DUMMY = Text("The dummy", "Der Strohmann")
FIRST_DRAWN = Text("{who} has drawn the first form.", "{who} hat die erste Form gezeichnet.")
HAS_DRAWN = Text("{who} has drawn.", "{who} hat gezeichnet.")
CHANGED = Text("{who} draws something anew.", "{who} zeichnet etwas neu.")
DREW = Text("{who} draws {form}{sheet}: {boxes}.", "{who} zeichnet {form}{sheet}: {boxes}.")
PLUGGED = Text("{who} fills a hole{sheet}: {boxes}.", "{who} füllt ein Loch{sheet}: {boxes}.")
PASSED = Text("{who} passes: nothing can be drawn{sheet}.", "{who} passt: Es lässt sich nichts zeichnen{sheet}.")
FOR_DUMMY = Text(" for the dummy", " für den Strohmann")
SHEET_OF = Text(" on {owner}'s sheet", " auf dem Blatt von {owner}")
HELPS = Text(
    "It touches boxes of {owner}: {checks} on the Helper Track.",
    "Das berührt Kästchen von {owner}: {checks} auf der Helferleiste.",
)
NO_CHECK, ONE_CHECK = Text("no check", "kein Haken"), Text("one check", "ein Haken")
CHECKS = Text("{n} checks", "{n} Haken")
DRAFT = Text(
    "The two drawn before stand until the second form is drawn anew as well.",
    "Die beiden vorigen gelten, bis auch die zweite Form neu gezeichnet ist.",
)
DUMMY_CARD = Text(
    "The dummy's card shows {form}; everyone draws it on the own sheet.",
    "Die Karte des Strohmanns zeigt {form}; alle zeichnen das auf das eigene Blatt.",
)
MOVED = Text("The sheets move on, {way}.", "Die Blätter wandern weiter, {way}.")
RECEIVED = Text("{who} receives the sheet of {owner}.", "{who} bekommt das Blatt von {owner}.")
CLOCKWISE, COUNTER = Text("clockwise", "im Uhrzeigersinn"), Text("counterclockwise", "gegen den Uhrzeigersinn")
HOME = Text("Every sheet is home. Round {lap}: {scores}.", "Alle Blätter sind zu Hause. Runde {lap}: {scores}.")
TURNED = Text(
    "Round {lap}: the Direction card is turned, {way}. Revealed: {forms}.",
    "Runde {lap}: Die Richtungskarte wird gedreht, {way}. Aufgedeckt: {forms}.",
)
HELPERS = Text("Helpers of {owner}: {helpers}.", "Hilfe für {owner}: {helpers}.")
HELPER = Text("{rank}. {who}, {checks}, area {area}: {vp} VP", "{rank}. {who}, {checks}, Fläche {area}: {vp} SP")
TOTALS = Text("Final score: {scores}.", "Endstand: {scores}.")
TOTAL = Text("{who} {rounds} + {bonus} = {total}", "{who} {rounds} + {bonus} = {total}")

MOST_POINTS = Text(
    "After the last round {who} has the most points, {rounds} from the rounds and {bonus} as a helper.",
    "Nach der letzten Runde hat {who} die meisten Punkte, {rounds} aus den Runden und {bonus} als Hilfe.",
)
MORE_BONUS = Text(
    "{level} are level in points, and {who} has more bonus VP, {own} against {other}.",
    "{level} sind gleich nach Punkten, und {who} hat mehr Bonuspunkte, {own} gegen {other}.",
)
ALL_LEVEL = Text(
    "{level} are level in points and in bonus VP.", "{level} sind gleich nach Punkten und nach Bonuspunkten."
)


def tell(
    before: Position, after: Position, seat: int, action: Action, viewer: int | None, names: Sequence[Text]
) -> list[Text | Line]:
    told: list[Text | Line] = []
    if viewer == seat:
        told += _tell_drawing(before, after, seat, action.index, names)
    else:
        told.append(quiet(_tell_others(before, after, seat, names[seat]), seat))
    if slots_filled(before.state) != slots_filled(after.state):
        told += _tell_close(after, viewer, names)
    return told


def progress(position: Position) -> Text:
    return ROUND.fill(n=int(position.state.lap), of=int(rounds(position.state)))


def ending(position: Position, names: Sequence[Text]) -> Text:
    """ALLUV-5, 18: who has the most, of what, and what has decided between those who are level."""
    assert position.outcome is not None
    state, winners = position.state, position.outcome.winners
    if len(winners) > 1:
        return ALL_LEVEL.fill(level=listed([names[seat] for seat in winners]))
    [winner] = winners
    bonus = [int(rules.bonus(state, seat)) for seat in range(position.players)]
    level = [seat for seat in range(position.players) if position.scores[seat] == position.scores[winner]]
    if level == [winner]:
        rounds = int(rules.round_points(state, winner))
        return MOST_POINTS.fill(who=names[winner], rounds=rounds, bonus=bonus[winner])
    other = max(bonus[seat] for seat in level if seat != winner)
    called = listed([names[seat] for seat in level])
    return MORE_BONUS.fill(level=called, who=names[winner], own=bonus[winner], other=other)


def _colour_name(position: Position, colour: int, names: Sequence[Text]) -> Text:
    return THE_DUMMY if has_dummy(position.state) and colour == DUMMY else names[colour]


def _tell_others(before: Position, after: Position, seat: int, who: Text) -> Text:
    """Only that somebody draws: not what, not where, and not whether it was a pass."""
    if seat not in before.awaited:
        return CHANGED.fill(who=who)
    closed = slots_filled(before.state) != slots_filled(after.state)
    return (HAS_DRAWN if closed or seat not in after.awaited else FIRST_DRAWN).fill(who=who)


def _tell_drawing(before: Position, after: Position, seat: int, action: int, names: Sequence[Text]) -> list[Text]:
    state = before.state
    sheet = int(sheet_before(state, seat))
    who, elsewhere = names[seat], SHEET_OF.fill(owner=names[sheet]) if sheet != seat else same("")
    if state.stage == DUMMY_DRAWS:  # ALLUV-19: on one's own sheet
        elsewhere = FOR_DUMMY
    if action == PASS:
        return [PASSED.fill(who=who, sheet=elsewhere)]
    boxes = ", ".join(box_name(box) for box in COVERED[action])
    if action >= PLUG_FROM:
        told = [PLUGGED.fill(who=who, boxes=boxes, sheet=elsewhere)]
    else:
        told = [DREW.fill(who=who, form=FORM_NAMES[FORM_OF[action // BOXES]], boxes=boxes, sheet=elsewhere)]
    checks = int(touched(state, sheet, action))
    if checks and (sheet != seat or state.stage == DUMMY_DRAWS):
        told.append(HELPS.fill(owner=names[sheet], checks=_checks(checks)))
    if seat not in before.awaited and after.state.draft[seat] != NONE:
        told.append(DRAFT)
    return told


def _checks(number: int) -> Text:
    return (NO_CHECK, ONE_CHECK)[number] if number < 2 else CHECKS.fill(n=number)


def _listed(parts: Iterable[Text], joint: str = ", ") -> Text:
    chosen = list(parts)
    return Text(joint.join(part.en for part in chosen), joint.join(part.de for part in chosen))


def _tell_close(after: Position, viewer: int | None, names: Sequence[Text]) -> list[Text | Line]:
    """ALLUV-9, 14, 15, 19: the step closes, and the next one begins."""
    state = after.state
    if state.stage == DUMMY_DRAWS:
        return about(None, DUMMY_CARD.fill(form=FORM_NAMES[rules.form_to_draw(state, 0)]))
    if state.stage == OTHERS:
        told = about(None, MOVED.fill(way=_way(int(state.lap))))
        if viewer is not None:
            owner = names[int(sheet_before(state, viewer))]
            told += about(viewer, RECEIVED.fill(who=names[viewer], owner=owner))
        return told
    lap = scored_rounds(state)
    scores = [
        Text("{who} {n}", "{who} {n}").fill(who=names[seat], n=int(state.points[seat, lap - 1]))
        for seat in range(after.players)
    ]
    told = [moment(HOME.fill(lap=lap, scores=_listed(scores)))]
    if state.stage == OWN:
        turned = TURNED.fill(lap=int(state.lap), way=_way(int(state.lap)), forms=_forms(after, names))
        return [*told, *about(None, turned)]
    return [*told, *(moment(text) for text in _tell_end(after, names))]


def _way(lap: int) -> Text:
    return CLOCKWISE if way(lap) == 1 else COUNTER


def _forms(position: Position, names: Sequence[Text]) -> Text:
    """The forms that the players reveal in this round."""
    state, lap = position.state, int(position.state.lap)
    return _listed(
        Text("{who} {form}", "{who} {form}").fill(
            who=names[seat], form=FORM_NAMES[state.deck[seat, card_of_round(state, seat, lap)]]
        )
        for seat in range(position.players)
    )


def _tell_end(position: Position, names: Sequence[Text]) -> list[Text]:
    """ALLUV-16 to 18, 20: the bonus sheet by sheet, the totals, and why it ended so."""
    state = position.state
    told = []
    for sheet in range(position.players):
        helpers = sorted((int(rules.rank(state, sheet, colour)), colour) for colour in range(COLOURS))
        lines = [_helper(position, sheet, colour, rank, names) for rank, colour in helpers if rank]
        told.append(HELPERS.fill(owner=names[sheet], helpers=_listed(lines, "; ")))
    totals = [
        TOTAL.fill(
            who=names[seat],
            rounds=int(rules.round_points(state, seat)),
            bonus=int(rules.bonus(state, seat)),
            total=position.scores[seat],
        )
        for seat in range(position.players)
    ]
    told.append(TOTALS.fill(scores=_listed(totals)))
    assert position.outcome is not None
    return [*told, tell_end(position.outcome, position, names)]


def _helper(position: Position, sheet: int, colour: int, rank: int, names: Sequence[Text]) -> Text:
    state = position.state
    return HELPER.fill(
        rank=rank,
        who=_colour_name(position, colour, names),
        checks=_checks(int(state.checks[sheet, colour])),
        area=int(largest_area(state.land[sheet, colour, 0], state.land[sheet, colour, 1])),
        vp=int(rules.helper_points(state, sheet, colour)),
    )
