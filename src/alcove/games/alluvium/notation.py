"""How Alluvium is written: `Hook r90 @c4`, `plug e5`, `pass`, and a position in one line of key=value words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.redraw import drawings, rectangle_with
from alcove.games.alluvium.sheet import (
    ACTIONS,
    BOXES,
    COVERED,
    FORMS,
    ORIENTATION_NAMED,
    ORIENTATIONS,
    PASS,
    PLUG_FROM,
    box_name,
    box_named,
)
from alcove.games.alluvium.table import (
    DUMMY_DRAWS,
    MAX_CHANGES,
    NONE,
    OTHERS,
    OVER,
    OWN,
    STATE,
    State,
    has_dummy,
    put,
    rounds,
    slot_at,
    slots_filled,
)
from alcove.kernel.errors import IllegalError, UnreadableError
from alcove.kernel.position import Position
from alcove.kernel.text import Text
from alcove.kernel.words import bad, read_number, read_rng

if TYPE_CHECKING:
    from alcove.kernel.game import Game

FORM_NAMES = (
    Text("Bar", "Stange"),
    Text("Hook", "Haken"),
    Text("Step", "Stufe"),
    Text("Block", "Block"),
    Text("Corner", "Ecke"),
    Text("Cup", "Becher"),
)
FORM_READ = {name.lower(): form for form, name in enumerate(FORMS)}
DRAWING = re.compile(r"([a-z]+) r(0|90|180|270) ?@ ?([a-z][0-9]{1,2})", re.ASCII)
PLUG = re.compile(r"plug ([a-z][0-9]{1,2})", re.ASCII)
NOTHING = "-"
HIDDEN = "…"
KEYS = ["players", "round", "step", "decks", "sheets", "scores", "chosen", "changes", "rng"]
OFF_THE_SHEET = Text("{text} does not lie on the sheet.", "{text} liegt nicht ganz auf dem Blatt.")


def _text(action: int) -> str:
    if action == PASS:
        return "pass"
    if action >= PLUG_FROM:
        return f"plug {box_name(action - PLUG_FROM)}"
    orientation, anchor = divmod(action, BOXES)
    form, turn, _ = ORIENTATIONS[orientation]
    return f"{FORMS[form]} r{turn} @{box_name(anchor)}"


TEXTS = [_text(action) for action in range(ACTIONS)]
SHORT = [text.replace(" @", "@").replace(" ", "-") for text in TEXTS]
"""The same without blanks, for the line of a position."""
SHORT_READ = {text: action for action, text in enumerate(SHORT) if action == PASS or COVERED[action]}


def write_action(position: Position, seat: int, action: int) -> str:
    return TEXTS[action]


def public_text(position: Position, seat: int, action: int) -> str:
    """ALLUV-13: nobody learns what another player draws, nor where, nor whether it was a pass."""
    return HIDDEN


def read_action(position: Position, seat: int, text: str) -> int:
    word = " ".join(text.lower().split())
    if word == "pass":
        return PASS
    if (plug := PLUG.fullmatch(word)) and (box := _box(plug[1], text)) is not None:
        return PLUG_FROM + box
    if (drawing := DRAWING.fullmatch(word)) and drawing[1] in FORM_READ:
        orientation = ORIENTATION_NAMED[FORM_READ[drawing[1]], int(drawing[2])]
        if (box := _box(drawing[3], text)) is not None:
            return BOXES * orientation + box
    raise UnreadableError(
        Text(
            "Write a form, its rotation and its lowest left box, such as Hook r90 @c4; or plug e5; or pass.",
            "Schreibe Form, Drehung und unterstes linkes Kästchen, etwa Hook r90 @c4; oder plug e5; oder pass.",
        )
    )


def _box(name: str, text: str) -> int | None:
    box = box_named(name)
    if box is None:
        raise IllegalError("ALLUV-7", OFF_THE_SHEET.fill(text=text.strip()[:40]))
    return box


def join(actions: list[str]) -> str:
    return "; ".join(actions)


def split(turn: str) -> list[str]:
    return [part.strip() for part in turn.split(";") if part.strip()]


def other_step(hop: int) -> str:
    """The step in which everybody draws on the sheet that has moved so often."""
    return f"other-{hop}"


def step_name(state: State) -> str:
    """`own`, `dummy`, `other-1` and so on, `over`."""
    if state.stage == OTHERS:
        return other_step(int(state.hop))
    return "over" if state.stage == OVER else "dummy" if state.stage == DUMMY_DRAWS else "own"


def scored_rounds(state: State) -> int:
    return int(state.lap) if state.stage == OVER else int(state.lap) - 1


def write_position(position: Position) -> str:
    state = position.state
    seats, colours = range(position.players), range(position.players + has_dummy(state))
    filled = int(slots_filled(state))
    values = (
        position.players,
        state.lap,
        step_name(state),
        "/".join(",".join(FORMS[form] for form in state.deck[colour]) for colour in colours),
        "/".join(",".join(SHORT[action] for action in state.drawn[seat, :filled]) or NOTHING for seat in seats),
        "/".join(",".join(map(str, state.points[seat, : scored_rounds(state)])) or NOTHING for seat in seats),
        "/".join(",".join(_short(action) for action in _choice(state, seat)) for seat in seats),
        "/".join(str(state.changes[seat]) for seat in seats),
        f"{state.rng[0]:016x}.{state.rng[1]:016x}.{state.rng[2]}",
    )
    return " ".join(f"{key}={value}" for key, value in zip(KEYS, values, strict=True))


def _choice(state: State, seat: int) -> list[int]:
    """What a seat has drawn in this step: one drawing, in round 1 first, second and draft."""
    if rules.first_land(state):
        return [int(state.first[seat]), int(state.second[seat]), int(state.draft[seat])]
    return [int(state.first[seat])]


def _short(action: int) -> str:
    return NOTHING if action == NONE else SHORT[action]


def read_position(game: Game, text: str) -> Position:
    words = _words(text)
    row = np.zeros(1, dtype=STATE)
    state = row[0]
    state.players = read_number("players", words["players"], game.players.start, game.players.stop - 1)
    rules.setup(state, int(state.players), np.zeros(0, dtype=np.int64))
    state.lap = read_number("round", words["round"], 1, int(rounds(state)))
    _read_step(state, words["step"])
    _read_decks(state, words["decks"])
    _read_sheets(state, words["sheets"], words["scores"])
    _read_chosen(state, words["chosen"])
    _read_changes(state, words["changes"])
    state.rng[:] = read_rng(words["rng"])
    return Position(game, int(state.players), {}, row)


def _words(text: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in text.split()]
    if [key for key, _, _ in pairs] != KEYS:
        raise UnreadableError(
            Text("A position has the words {keys}.", "Eine Stellung hat die Wörter {keys}.").fill(keys=", ".join(KEYS))
        )
    return {key: value for key, _, value in pairs}


def _read_step(state: State, word: str) -> None:
    players, last_round = int(state.players), state.lap == rounds(state)
    steps = {"own": (OWN, 0)} | {other_step(hop): (OTHERS, hop) for hop in range(1, players)}
    if has_dummy(state):
        steps["dummy"] = (DUMMY_DRAWS, 0)
    if last_round:
        steps["over"] = (OVER, 0)
    if word not in steps:
        raise bad("step")
    state.stage, state.hop = steps[word]


def _read_decks(state: State, text: str) -> None:
    decks = [deck.split(",") for deck in text.split("/")]
    if len(decks) != state.players + has_dummy(state) or any(sorted(deck) != sorted(FORMS) for deck in decks):
        raise bad("decks")
    for colour, deck in enumerate(decks):
        state.deck[colour] = [FORMS.index(form) for form in deck]


def _read_sheets(state: State, text: str, scores: str) -> None:
    """Draw each sheet anew, slot by slot: every drawing must be allowed, and every round scored as it should be."""
    sheets, points = text.split("/"), scores.split("/")
    filled, scored = int(slots_filled(state)), scored_rounds(state)
    if len(sheets) != state.players:
        raise bad("sheets")
    if len(points) != state.players:
        raise bad("scores")
    ends = {int(slot_at(state, lap + 1, 0)): lap for lap in range(1, scored + 1)}
    for sheet in range(int(state.players)):
        names = [] if sheets[sheet] == NOTHING else sheets[sheet].split(",")
        values = [] if points[sheet] == NOTHING else points[sheet].split(",")
        if len(names) != filled or len(values) != scored:
            raise bad("sheets" if len(names) != filled else "scores")
        for slot, name in enumerate(names):
            if SHORT_READ.get(name, NONE) not in _allowed(state, sheet, slot):
                raise bad("sheets")
            put(state, sheet, slot, SHORT_READ[name])
            if (lap := ends.get(slot + 1)) is not None:
                state.points[sheet, lap - 1] = _score(values[lap - 1], int(rectangle_with(state, sheet, PASS)))


def _allowed(state: State, sheet: int, slot: int) -> list[int]:
    out = np.empty(rules.MAX_CHOICES, dtype=np.int32)
    found: list[int] = out[: drawings(state, sheet, slot, out)].tolist()
    return found


def _score(word: str, boxes: int) -> int:
    if word != str(boxes):  # ALLUV-15
        raise bad("scores")
    return boxes


def _read_chosen(state: State, text: str) -> None:
    chosen = [choice.split(",") for choice in text.split("/")]
    length = 3 if rules.first_land(state) else 1
    if len(chosen) != state.players or any(len(choice) != length for choice in chosen):
        raise bad("chosen")
    for seat, choice in enumerate(chosen):
        if any(name != NOTHING and name not in SHORT_READ for name in choice):
            raise bad("chosen")
        actions = [NONE if name == NOTHING else SHORT_READ[name] for name in choice]
        _choose(state, seat, actions)
    if state.stage != OVER and not rules.awaited(state):
        raise bad("chosen")  # the step would have closed


def _choose(state: State, seat: int, actions: list[int]) -> None:
    """Act for a seat, as it must have done to come to these choices."""
    out = np.empty(rules.MAX_CHOICES, dtype=np.int32)
    for action in actions:
        if action == NONE:
            continue
        if state.stage == OVER or action not in out[: rules.legal(state, seat, out)].tolist():
            raise bad("chosen")
        if rules.first_land(state):
            rules.draw_one_of_two(state, seat, action)
        else:
            state.first[seat] = action
    if _choice(state, seat) != actions:
        raise bad("chosen")


def _read_changes(state: State, text: str) -> None:
    """ALLUV-14: only who has drawn can have changed it, and a form drawn anew is a change."""
    numbers = text.split("/")
    if len(numbers) != state.players:
        raise bad("changes")
    for seat, word in enumerate(numbers):
        changes = read_number("changes", word, 0, MAX_CHANGES)
        drawn = state.stage != OVER and bool(rules.has_drawn(state, seat))
        half_changed = drawn and state.draft[seat] != NONE
        if (changes > 0 and not drawn) or (half_changed and changes in (0, MAX_CHANGES)):
            raise bad("changes")
        state.changes[seat] = changes
