"""How Tollgate is written: `s7`, `m12`, `bank`, `draw`, and a position in one line of key=value words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from alcove.kernel.errors import UnreadableError
from alcove.kernel.position import Position
from alcove.kernel.text import Text
from alcove.kernel.words import bad, read_number, read_rng
from tests.toys.tollgate import rules

if TYPE_CHECKING:
    from alcove.kernel.game import Game

SUITS = "sm"
MODES = ("race", "together")
STAGES = ("choose", "decide", "over")
NONE = "-"
FACE_DOWN = "card"

CARD_NAMES = [f"{suit}{number}" for suit in SUITS for number in range(1, rules.NUMBERS + 1)]
ACTION_NAMES = [*CARD_NAMES, "bank", "draw"]
KEYS = [
    "players",
    "mode",
    "cards",
    "target",
    "round",
    "stage",
    "die",
    "pot",
    "points",
    "dummy",
    "hands",
    "chosen",
    "shown",
    "dummy-card",
    "deck",
    "rng",
]


def write_action(position: Position, seat: int, action: int) -> str:
    return ACTION_NAMES[action]


def public_text(position: Position, seat: int, action: int) -> str:
    """TOLL-4: a card is laid face down. Decisions are open."""
    return FACE_DOWN if action < rules.CARDS else ACTION_NAMES[action]


def read_action(position: Position, seat: int, text: str) -> int:
    word = text.strip().lower()
    if word not in ACTION_NAMES:
        raise UnreadableError(
            Text(
                "Write a card such as s7 or m12, or bank, or draw.",
                "Schreibe eine Karte wie s7 oder m12, oder bank, oder draw.",
            )
        )
    return ACTION_NAMES.index(word)


def join(actions: list[str]) -> str:
    return " ".join(actions)


def split(turn: str) -> list[str]:
    return turn.split()


def card_name(card: int) -> str:
    return CARD_NAMES[card] if card >= 0 else NONE


def hand(state: rules.State, seat: int) -> list[str]:
    return [CARD_NAMES[card] for card in range(rules.CARDS) if state.place[card] == seat]


def write_position(position: Position) -> str:
    state = position.state
    seats = range(position.players)
    values = (
        position.players,
        MODES[state.mode],
        state.dealt,
        state.target,
        state.lap,
        STAGES[state.stage],
        state.die,
        state.pot,
        ",".join(str(state.points[seat]) for seat in seats),
        state.points[rules.DUMMY],
        "/".join(",".join(hand(state, seat)) or NONE for seat in seats),
        ",".join(card_name(state.chosen[seat]) for seat in seats),
        ",".join(card_name(state.shown[seat]) for seat in seats),
        card_name(state.shown[rules.DUMMY]),
        ",".join(CARD_NAMES[card] for card in state.deck[: state.deck_left]) or NONE,
        f"{state.rng[0]:016x}.{state.rng[1]:016x}.{state.rng[2]}",
    )
    return " ".join(f"{key}={value}" for key, value in zip(KEYS, values, strict=True))


def read_position(game: Game, text: str) -> Position:
    words = _Words(text)
    row = np.zeros(1, dtype=rules.STATE)
    state = row[0]
    players = state.players = words.number("players", 1, rules.SEATS)
    state.mode = words.one_of("mode", MODES)
    state.dealt = words.number("cards", 2, rules.MAX_DEALT)
    state.target = words.number("target", 1, rules.MAX_TARGET)
    state.lap = words.number("round", 1, int(state.dealt))
    state.stage = words.one_of("stage", STAGES)
    state.die = words.number("die", 1, 6)
    state.pot = words.number("pot", 0, 6 * int(state.lap))
    state.points[:players] = words.numbers("points", players, 6 * int(state.lap))
    state.points[rules.DUMMY] = words.number("dummy", 0, 6 * int(state.lap) if players == 1 else 0)
    state.chosen[:] = state.shown[:] = state.deck[:] = -1
    state.place[:] = rules.PLAYED
    _read_hands(state, words)
    _read_deck(state, words)
    state.chosen[:players] = words.cards("chosen", players)
    state.shown[:players] = words.cards("shown", players)
    state.shown[rules.DUMMY] = words.cards("dummy-card", 1)[0]
    state.rng[:] = words.rng()
    _check_counts(state)
    _check_stage(state)
    options = {"mode": MODES[state.mode], "cards": int(state.dealt), "target": int(state.target)}
    return Position(game, players, options, row)


def _read_hands(state: rules.State, words: _Words) -> None:
    hands = words.value("hands").split("/")
    if len(hands) != state.players:
        raise bad("hands")
    for seat, held in enumerate(hands):
        for card in words.pile("hands", held):
            if state.place[card] != rules.PLAYED:
                raise bad("hands")
            state.place[card] = seat


def _read_deck(state: rules.State, words: _Words) -> None:
    cards = words.pile("deck", words.value("deck"))
    for at, card in enumerate(cards):
        if state.place[card] != rules.PLAYED:
            raise bad("deck")
        state.place[card] = rules.DECK
        state.deck[at] = card
    state.deck_left = len(cards)


def _check_counts(state: rules.State) -> None:
    """Cards are never lost: what was dealt, drawn and played adds up, and so do the points."""
    players, revealed = int(state.players), int(state.lap) - (state.stage == rules.CHOOSE)
    sizes = [int((state.place == seat).sum()) for seat in range(players)]
    drawn = [size - int(state.dealt) + revealed for size in sizes]
    if min(drawn) < 0 or sum(drawn) > revealed - (state.stage == rules.DECIDE):
        raise bad("hands")
    shows = players + (players == 1)
    if (state.place == rules.PLAYED).sum() != shows * revealed:
        raise bad("deck")
    shown = [int(card) for card in state.shown if card >= 0]
    lies_open = all(state.place[card] == rules.PLAYED for card in shown)
    if (
        len(set(shown)) != (shows if revealed else 0)
        or not lies_open
        or (players > 1 and state.shown[rules.DUMMY] >= 0)
    ):
        raise bad("shown")
    if state.points.sum() + state.pot > 6 * state.lap:
        raise bad("pot")


def _check_stage(state: rules.State) -> None:
    if state.stage == rules.DECIDE and not 0 <= rules.highest_single(state) < rules.DUMMY:
        raise bad("stage")
    if state.stage != rules.OVER and (rules.target_reached(state) or state.pot < state.die):
        raise bad("stage")
    if state.stage == rules.OVER and state.lap < state.dealt and not rules.target_reached(state):
        raise bad("stage")
    chosen = [seat for seat in range(int(state.players)) if state.chosen[seat] >= 0]
    if any(state.place[state.chosen[seat]] != seat for seat in chosen) or len(chosen) == state.players:
        raise bad("chosen")
    if chosen and state.stage != rules.CHOOSE:
        raise bad("chosen")


class _Words:
    """The words of a position text, each key once and in order."""

    def __init__(self, text: str) -> None:
        pairs = [word.partition("=") for word in text.split()]
        if [key for key, _, _ in pairs] != KEYS:
            raise UnreadableError(
                Text("A position has the words {keys}.", "Eine Stellung hat die Wörter {keys}.").fill(
                    keys=", ".join(KEYS)
                )
            )
        self.values = {key: value for key, _, value in pairs}

    def value(self, key: str) -> str:
        return self.values[key]

    def number(self, key: str, least: int, most: int) -> int:
        return read_number(key, self.values[key], least, most)

    def numbers(self, key: str, count: int, most: int) -> list[int]:
        words = self.values[key].split(",")
        if len(words) != count:
            raise bad(key)
        return [read_number(key, word, 0, most) for word in words]

    def one_of(self, key: str, names: tuple[str, ...]) -> int:
        if self.values[key] not in names:
            raise bad(key)
        return names.index(self.values[key])

    def cards(self, key: str, count: int) -> list[int]:
        """One card or none for each of `count` places."""
        words = self.values[key].split(",")
        if len(words) != count or any(word != NONE and word not in CARD_NAMES for word in words):
            raise bad(key)
        return [-1 if word == NONE else CARD_NAMES.index(word) for word in words]

    def pile(self, key: str, text: str) -> list[int]:
        """Any number of cards."""
        words = [] if text == NONE else text.split(",")
        if any(word not in CARD_NAMES for word in words):
            raise bad(key)
        return [CARD_NAMES.index(word) for word in words]

    def rng(self) -> Any:
        return read_rng(self.values["rng"])
