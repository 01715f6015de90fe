"""Why a drawing is refused: the clause, and a sentence."""

from __future__ import annotations

from alcove.games.alluvium import rules
from alcove.games.alluvium.notation import FORM_NAMES, TEXTS
from alcove.games.alluvium.sheet import (
    BOXES,
    COVERED,
    FORM_OF,
    PASS,
    PLUG_FROM,
    SOLID,
    box_name,
    neighbours,
)
from alcove.games.alluvium.table import DUMMY_DRAWS, MAX_CHANGES, NONE, OTHERS, OWN, State, sheet_before
from alcove.kernel.position import Position
from alcove.kernel.text import Text

Reason = tuple[str, Text]

MUST_DRAW = Text(
    "{form} still fits on this sheet, so it must be drawn.",
    "{form} passt noch auf dieses Blatt, also musst du zeichnen.",
)
MUST_ACT = Text(
    "You can still draw {form} or fill a hole here, so you cannot pass.",
    "Du kannst hier noch {form} zeichnen oder ein Loch füllen, also darfst du nicht passen.",
)
NO_PLUG_AT_HOME = Text(
    "On your own sheet you draw your form; single boxes are for the sheets of others.",
    "Auf deinem eigenen Blatt zeichnest du deine Form; einzelne Kästchen gibt es nur auf fremden Blättern.",
)
NO_PLUG_FOR_DUMMY = Text("The dummy never fills a single box.", "Der Strohmann füllt nie ein einzelnes Kästchen.")
ON_THE_EDGE = Text("{box} lies on the edge of the sheet.", "{box} liegt am Rand des Blatts.")
ALREADY_COLOURED = Text("{box} is coloured already.", "{box} ist schon gefärbt.")
NOT_ENCLOSED = Text("{box} has an empty neighbour: {near}.", "{box} hat ein leeres Nachbarkästchen: {near}.")
ANOTHER_FORM = Text("You have to draw {form}, not {other}.", "Du musst {form} zeichnen, nicht {other}.")
OFF = Text("{text} does not lie wholly on the sheet.", "{text} liegt nicht ganz auf dem Blatt.")
OVERLAP = Text("{box} is coloured already; forms never overlap.", "{box} ist schon gefärbt; Formen überlappen nie.")
NOT_SOLID = Text(
    "In the first round each form must cover one of the solid boxes, {solid}.",
    "In der ersten Runde muss jede Form eines der festen Kästchen bedecken, {solid}.",
)
OVER_THE_OTHER = Text(
    "{box} belongs to the other form you are drawing.", "{box} gehört zur anderen Form, die du gerade zeichnest."
)
FIRST_FORM_FIRST = Text(
    "Draw {form} first, the form of your open card.", "Zeichne zuerst {form}, die Form deiner offenen Karte."
)
SECOND_FORM_NOW = Text(
    "Now draw {form}, the form of your secret card. Then you may change both.",
    "Zeichne jetzt {form}, die Form deiner geheimen Karte. Danach darfst du beide ändern.",
)
CHANGED_ENOUGH = Text(
    "You have changed this drawing {n} times; now it stays until the step closes.",
    "Du hast diese Zeichnung {n}-mal geändert; nun bleibt sie, bis der Schritt endet.",
)


def waiting(position: Position, seat: int) -> Reason | None:
    """Why a seat cannot act now, if it is not for want of a turn."""
    if position.over or position.state.changes[seat] < MAX_CHANGES:
        return None
    return "ALLUV-14", CHANGED_ENOUGH.fill(n=MAX_CHANGES)


def refuse(position: Position, seat: int, action: int) -> Reason:
    """The reason for an action that is not legal, given by a seat that may act."""
    state = position.state
    if action == PASS:
        return _refuse_pass(state, seat)
    if action >= PLUG_FROM:
        return _refuse_plug(state, seat, action - PLUG_FROM)
    return _refuse_form(state, seat, action)


def _refuse_pass(state: State, seat: int) -> Reason:
    form = FORM_NAMES[rules.form_to_draw(state, seat)]
    if state.stage == OTHERS:
        return "ALLUV-9", MUST_ACT.fill(form=form)
    return ("ALLUV-19" if state.stage == DUMMY_DRAWS else "ALLUV-7"), MUST_DRAW.fill(form=form)


def _coloured(state: State, sheet: int, box: int) -> bool:
    return bool(int(state.filled[sheet, box // (BOXES // 2)]) >> (box % (BOXES // 2)) & 1)


def _refuse_plug(state: State, seat: int, box: int) -> Reason:
    if state.stage == OWN:
        return "ALLUV-9", NO_PLUG_AT_HOME
    if state.stage == DUMMY_DRAWS:
        return "ALLUV-19", NO_PLUG_FOR_DUMMY
    sheet, name = int(sheet_before(state, seat)), box_name(box)
    if _coloured(state, sheet, box):
        return "ALLUV-11", ALREADY_COLOURED.fill(box=name)
    if len(neighbours(box)) < 4:
        return "ALLUV-11", ON_THE_EDGE.fill(box=name)
    empty = next(near for near in neighbours(box) if not _coloured(state, sheet, near))
    return "ALLUV-11", NOT_ENCLOSED.fill(box=name, near=box_name(empty))


def _refuse_form(state: State, seat: int, action: int) -> Reason:
    form, due = int(FORM_OF[action // BOXES]), int(rules.form_to_draw(state, seat))
    secret = int(state.deck[seat, 1]) if rules.first_land(state) else NONE
    if form not in (due, secret):
        clause = {OWN: "ALLUV-6", OTHERS: "ALLUV-10", DUMMY_DRAWS: "ALLUV-19"}[int(state.stage)]
        return clause, ANOTHER_FORM.fill(form=FORM_NAMES[due], other=FORM_NAMES[form])
    if not COVERED[action]:
        return "ALLUV-7", OFF.fill(text=TEXTS[action])
    if form == secret and not rules.may_draw_second(state, seat):
        return "ALLUV-8", FIRST_FORM_FIRST.fill(form=FORM_NAMES[due])
    if form == due and not rules.may_draw_first(state, seat):
        return "ALLUV-8", SECOND_FORM_NOW.fill(form=FORM_NAMES[secret])
    sheet = int(sheet_before(state, seat))
    for box in COVERED[action]:
        if _coloured(state, sheet, box):
            return "ALLUV-7", OVERLAP.fill(box=box_name(box))
    if secret != NONE and not set(COVERED[action]) & set(SOLID):
        return "ALLUV-8", NOT_SOLID.fill(solid=", ".join(box_name(box) for box in SOLID))
    other = int(state.first[seat] if state.draft[seat] == NONE else state.draft[seat])
    return "ALLUV-7", OVER_THE_OTHER.fill(box=box_name(next(b for b in COVERED[action] if b in COVERED[other])))
