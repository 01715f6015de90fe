"""A whole position in one line of key=value words, written for people and read strictly.

Cards and tiles stand there by name. The stack is written frame by frame, the bottom first:
`turn:1:table:0.0.0.0.0.0/pay:1:torpedos.effect:1.0.0.1.0.0`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from typing import Any

import numpy as np

from alcove.games.alpacalypse.actions import MAX_BIDS
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    AGE_TILES,
    FIRST_OF_DECK,
    MARKET,
    MARKET_POWER,
    NEW_DAYS,
    POWER,
    PROGRAMS,
    SPACES,
    TRIBES,
    WONDER_TILES,
)
from alcove.games.alpacalypse.check import bad, check
from alcove.games.alpacalypse.frames import FIRST_FIELD, FRAME, FRAMES, OP, PROGRAM, SEAT
from alcove.games.alpacalypse.table import NONE, PHASES, ROUNDS, SEATS, STATE, State
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DECKS, MEMBERS
from alcove.kernel.errors import UnreadableError
from alcove.kernel.options import Options
from alcove.kernel.text import Text

NOTHING = "-"
WAYS = ("random", "chosen")
MET = ("-", "passed", "failed")
SPOTS = ("home", "event", "market", "trot", *SPACES)
PROGRAM_NAMES = tuple(f"{owner}.{part}" if owner else part for owner, part in PROGRAMS)
CARD_IDS, MARKET_IDS, DAY_IDS, TILE_IDS, AGE_IDS, TRIBE_IDS = (
    tuple(card.id for card in deck) for deck in (ACTION_CARDS, MARKET, NEW_DAYS, WONDER_TILES, AGE_TILES, TRIBES)
)
MAX_NUMBER = 9999


def _plain(numbers: Iterable[int]) -> list[int]:
    """A list, many times as quick to go through as an array."""
    return np.asarray(numbers).tolist()


def _names(names: tuple[str, ...], numbers: Iterable[int]) -> str:
    return ",".join(names[number] for number in _plain(numbers) if number != NONE) or NOTHING


def _counted(names: tuple[str, ...], counts: Iterable[int]) -> str:
    plain = _plain(counts)
    there = compress(zip(names, plain, strict=True), plain)  # few of many: quicker than to look at each
    return ",".join(name for name, count in there for _ in range(count)) or NOTHING


def _seats(numbers: Iterable[int]) -> str:
    """Seats from 1, or nobody."""
    return ",".join(NOTHING if number == NONE else str(number + 1) for number in _plain(numbers))


def _dotted(numbers: Iterable[int]) -> str:
    return ".".join(map(str, _plain(numbers)))


def _frame(frame: list[int]) -> str:
    seat, program = frame[SEAT] + 1, PROGRAM_NAMES[frame[PROGRAM]]
    return f"{FRAMES[frame[OP]]}:{seat}:{program}:{_dotted(frame[FIRST_FIELD:])}"


def write(state: State) -> str:
    players = int(state.players)
    return " ".join(f"{key}={part.write(state, players)}" for key, part in PARTS.items())


def read(text: str) -> tuple[Any, Options]:
    """The record, and the options that belong to it."""
    pairs = [word.partition("=") for word in text.split(" ")]
    if [key for key, _, _ in pairs] != list(PARTS):
        raise UnreadableError(
            Text("A position has the words {keys}.", "Eine Stellung hat die Wörter {keys}.").fill(keys=", ".join(PARTS))
        )
    row = np.zeros(1, dtype=STATE)
    state = row[0]
    for field in ("market_order", "deck", "taken", "bid", "milestone", "tile_owner", "tribe"):
        row[field] = NONE
    for key, _, value in pairs:
        try:
            PARTS[key].read(state, int(state.players), value)
        except (ValueError, IndexError) as error:
            raise bad(key) from error
    add_sums(state)
    check(state)
    return row, {"tribes": WAYS[state.chosen]}


def add_sums(state: State) -> None:
    """What follows from the cards: powers, and how many there are of each deck."""
    for deck in range(len(DECKS) + 1):
        cards = slice(FIRST_OF_DECK[deck], FIRST_OF_DECK[deck + 1])
        state.hand_size[:, deck] = state.hand[:, cards].sum(axis=1)
        if deck < len(DECKS):
            state.pile[deck] = state.discard[cards].sum()
            state.tally[:, deck] = state.done[:, cards].sum(axis=1)
    state.power[:] = state.done.astype(np.int64) @ POWER + state.kept.astype(np.int64) @ MARKET_POWER


# ---- Reading: every reader raises ValueError for what does not fit ----


def _number(word: str, least: int, most: int) -> int:
    digits = word.removeprefix("-")
    plain = digits.isascii() and digits.isdigit() and len(digits) <= 4 and str(int(digits)) == digits and word != "-0"
    if not plain or not least <= int(word) <= most:
        raise ValueError(word)
    return int(word)


def _numbers(text: str, between: str, count: int, least: int, most: int) -> list[int]:
    words = text.split(between)
    if len(words) != count:
        raise ValueError(text)
    return [_number(word, least, most) for word in words]


def _parts(text: str, between: str, count: int) -> list[str]:
    words = text.split(between)
    if len(words) != count:
        raise ValueError(text)
    return words


def _cards(names: tuple[str, ...], text: str) -> list[int]:
    return [] if text == NOTHING else [names.index(word) for word in text.split(",")]


def _count_into(row: Any, names: tuple[str, ...], text: str) -> None:
    """Cards in the order of the tables, copies one after the other."""
    cards = _cards(names, text)
    if cards != sorted(cards):
        raise ValueError(text)
    for card in cards:
        row[card] += 1


def _seat(word: str, players: int) -> int:
    return int(NONE) if word == NOTHING else _number(word, 1, players) - 1


class Part:
    """One word of a position: how it is written, and how it is read back into the record."""

    def __init__(self, write: Callable[[Any, int], object], read: Callable[[Any, int, str], None]) -> None:
        self.write = write
        self.read = read


def _scalar(field: str, least: int, most: int, shift: int = 0) -> Part:
    def read(state: Any, players: int, text: str) -> None:
        state[field] = _number(text, least, most) - shift

    return Part(lambda state, players: state[field] + shift, read)


def _one_of(field: str, names: tuple[str, ...]) -> Part:
    def read(state: Any, players: int, text: str) -> None:
        state[field] = names.index(text)

    return Part(lambda state, players: names[state[field]], read)


def _one_seat(field: str) -> Part:
    def read(state: Any, players: int, text: str) -> None:
        state[field] = _seat(text, players)

    return Part(lambda state, players: _seats([state[field]]), read)


def _each_seat(field: str, least: int, most: int) -> Part:
    """A number for each player."""

    def read(state: Any, players: int, text: str) -> None:
        state[field][:players] = _numbers(text, ",", players, least, most)

    return Part(lambda state, players: ",".join(map(str, _plain(state[field][:players]))), read)


def _rows(field: str, width: int, least: int, most: int) -> Part:
    """Some numbers for each player."""

    def read(state: Any, players: int, text: str) -> None:
        for seat, words in enumerate(_parts(text, "/", players)):
            state[field][seat] = _numbers(words, ".", width, least, most)

    return Part(lambda state, players: "/".join(_dotted(row) for row in state[field][:players]), read)


def _names_by_seat(field: str, names: tuple[str, ...]) -> Part:
    """Counted cards of each player."""

    def read(state: Any, players: int, text: str) -> None:
        for seat, words in enumerate(_parts(text, "/", players)):
            _count_into(state[field][seat], names, words)

    return Part(lambda state, players: "/".join(_counted(names, row) for row in state[field][:players]), read)


def _order(field: str, names: tuple[str, ...], count: Callable[[int], int]) -> Part:
    """Cards in their order."""

    def read(state: Any, players: int, text: str) -> None:
        cards = _cards(names, text)
        if len(cards) != count(players):
            raise ValueError(text)
        state[field][: len(cards)] = cards

    return Part(lambda state, players: _names(names, state[field]), read)


def _seats_of(field: str, count: Callable[[int], int]) -> Part:
    """A seat or nobody for each of some things."""

    def read(state: Any, players: int, text: str) -> None:
        state[field][: count(players)] = [_seat(word, players) for word in _parts(text, ",", count(players))]

    return Part(lambda state, players: _seats(state[field][: count(players)]), read)


def _read_tribe(state: State, players: int, text: str) -> None:
    for seat, word in enumerate(_parts(text, ",", players)):
        state.tribe[seat] = NONE if word == NOTHING else TRIBE_IDS.index(word)


def _read_decks(state: State, players: int, text: str) -> None:
    for deck, words in enumerate(_parts(text, "/", len(DECKS))):
        cards = _cards(CARD_IDS, words)
        state.deck[deck, : len(cards)] = cards
        state.deck_left[deck] = len(cards)


def _read_discard(state: State, players: int, text: str) -> None:
    _count_into(state.discard, CARD_IDS, text)


def _read_built(state: State, players: int, text: str) -> None:
    for seat, words in enumerate(_parts(text, "/", players)):
        _count_into(state.built[seat], BUILDINGS, words)
        if state.built[seat].max() > 1:
            raise ValueError(words)


def _read_members(state: State, players: int, text: str) -> None:
    for seat, words in enumerate(_parts(text, "/", players)):
        state.spot[seat] = [SPOTS.index(word) for word in _parts(words, ".", len(MEMBERS))]


def _write_helpers(state: State, players: int) -> str:
    return "/".join(_counted(SPACES, state.helper[:, seat]) for seat in range(players))


def _read_helpers(state: State, players: int, text: str) -> None:
    for seat, words in enumerate(_parts(text, "/", players)):
        _count_into(state.helper[:, seat], SPACES, words)


def _read_met(state: State, players: int, text: str) -> None:
    state.met[:players] = [MET.index(word) for word in _parts(text, ",", players)]


def _write_stack(state: State, players: int) -> str:
    return "/".join(_frame(frame) for frame in state.stack[: state.depth].tolist()) or NOTHING


def _read_stack(state: State, players: int, text: str) -> None:
    frames = [] if text == NOTHING else text.split("/")
    state.depth = len(frames)
    for at, words in enumerate(frames):
        op, seat, program, values = _parts(words, ":", 4)
        state.stack[at, OP] = FRAMES.index(op)
        state.stack[at, SEAT] = _number(seat, 1, players) - 1
        state.stack[at, PROGRAM] = PROGRAM_NAMES.index(program)
        state.stack[at, FIRST_FIELD:] = _numbers(values, ".", FRAME - int(FIRST_FIELD), -99, MAX_NUMBER)


def _read_rng(state: State, players: int, text: str) -> None:
    words = text.split(".")
    if len(words) != 3 or any(len(word) != 16 or not set(word) <= set("0123456789abcdef") for word in words):
        raise ValueError(text)
    state.rng[:] = [int(word, 16) for word in words]


PARTS: dict[str, Part] = {
    "players": _scalar("players", 2, SEATS),
    "tribes": _one_of("chosen", WAYS),
    "round": _scalar("lap", 0, ROUNDS),
    "phase": _one_of("phase", PHASES),
    "step": _scalar("step", 0, 5),
    "turn": _scalar("turn", 0, 99),
    "first": _one_seat("first"),
    "mover": _one_seat("mover"),
    "streak": _scalar("streak", 0, 2),
    "tribe": Part(
        lambda state, players: ",".join(NOTHING if t == NONE else TRIBE_IDS[t] for t in _plain(state.tribe[:players])),
        _read_tribe,
    ),
    "days": _order("day_order", DAY_IDS, lambda players: ROUNDS),
    "market": _order("market_order", MARKET_IDS, lambda players: ROUNDS * players),
    "taken": _seats_of("taken", lambda players: players),
    "token": _one_seat("token"),
    "ages": _order("age_tile", AGE_IDS, lambda players: 3),
    "tile-owners": _seats_of("tile_owner", lambda players: len(TILE_IDS)),
    "decks": Part(lambda state, players: "/".join(_names(CARD_IDS, deck) for deck in state.deck), _read_decks),
    "discards": Part(lambda state, players: _counted(CARD_IDS, state.discard), _read_discard),
    "hands": _names_by_seat("hand", CARD_IDS),
    "known": _names_by_seat("known", CARD_IDS),
    "completed": _names_by_seat("done", CARD_IDS),
    "kept": _names_by_seat("kept", MARKET_IDS),
    "goods": _rows("goods", 5, 0, MAX_NUMBER),
    "built": Part(
        lambda state, players: "/".join(_counted(BUILDINGS, row) for row in state.built[:players]), _read_built
    ),
    "wonders": _each_seat("wonder", 0, 1),
    "pawns": _rows("pawn", 4, -2, 12),
    "members": Part(
        lambda state, players: "/".join(".".join(SPOTS[at] for at in row) for row in state.spot[:players].tolist()),
        _read_members,
    ),
    "assistants": Part(_write_helpers, _read_helpers),
    "met": Part(lambda state, players: ",".join(MET[how] for how in _plain(state.met[:players])), _read_met),
    "bids": _each_seat("bid", -1, MAX_BIDS),
    "strengths": _each_seat("strength", 0, MAX_NUMBER),
    "bonus": _each_seat("bonus", 0, 9),
    "milestones": _seats_of("milestone", lambda players: 7),
    "bonuses": _rows("age_bonus", 3, 0, 1),
    "age-completed": _rows("age_done", 4, 0, 20),
    "age-built": _each_seat("age_built", 0, 4),
    "age-passed": _each_seat("age_passed", 0, 4),
    "age-pawns": _rows("age_pawn", 4, -2, 12),
    "stack": Part(_write_stack, _read_stack),
    "rng": Part(lambda state, players: ".".join(f"{word:016x}" for word in state.rng), _read_rng),
}
