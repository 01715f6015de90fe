"""Alluvium, written a second time: sets and dicts, one rule after the other.

This module shares no code with the fast engine, so the two can be compared. The ids in the comments (ALLUV-7 and so
on) name the clause of the rules that the line enforces.

A box is a pair (column, row), both from 1. A drawing is a frozenset of boxes; an empty one is a pass. Colours are the
seats 0 to 4; the dummy is "dummy".
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

Box = tuple[int, int]
Drawing = frozenset[Box]
Colour = int | str

DUMMY = "dummy"
PASS: Drawing = frozenset()
COLUMNS = "abcdefghij"
SIZE = 10  # ALLUV-1
SOLID = {(4, 4), (7, 7)}  # ALLUV-1: d4 and g7

# ALLUV-2, drawn with the top row first.
FORMS = {
    "Bar": ["xxxx"],
    "Hook": ["x.", "x.", "xx"],
    "Step": [".xx", "xx."],
    "Block": ["xx", "xx", "x."],
    "Corner": ["x..", "x..", "xxx"],
    "Cup": ["x.x", "xxx"],
}


def name_of(box: Box) -> str:
    return f"{COLUMNS[box[0] - 1]}{box[1]}"


def boxes_of(form: str) -> Drawing:
    rows = FORMS[form]
    return frozenset((x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "x")


def turned(boxes: Drawing) -> Drawing:
    """A quarter turn clockwise: right becomes down."""
    return frozenset((y, -x) for x, y in boxes)


def rotations(form: str) -> list[Drawing]:
    """ALLUV-3: four turns, no mirror image."""
    found = [boxes_of(form)]
    for _ in range(3):
        found.append(turned(found[-1]))
    return found


ROTATIONS = {form: rotations(form) for form in FORMS}
EVERY_BOX = frozenset(product(range(1, SIZE + 1), repeat=2))


def everywhere(form: str) -> set[Drawing]:
    """All ways to lay a form on an empty sheet."""
    found = set()
    for boxes in ROTATIONS[form]:
        for right, up in product(range(-SIZE, 2 * SIZE), repeat=2):
            moved = frozenset((x + right, y + up) for x, y in boxes)
            if moved <= EVERY_BOX:
                found.add(moved)
    return found


EVERYWHERE = {form: everywhere(form) for form in FORMS}


def beside(box: Box) -> set[Box]:
    x, y = box
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & EVERY_BOX


def text_of(form: str, drawing: Drawing) -> str:
    """Form, rotation and the leftmost box of the lowest row; the first rotation that gives these boxes."""
    if not drawing:
        return "pass"
    anchor = min(drawing, key=lambda box: (box[1], box[0]))
    if len(drawing) == 1:
        return f"plug {name_of(anchor)}"
    for turn, boxes in enumerate(ROTATIONS[form]):
        low = min(boxes, key=lambda box: (box[1], box[0]))
        if {(x - low[0], y - low[1]) for x, y in boxes} == {(x - anchor[0], y - anchor[1]) for x, y in drawing}:
            return f"{form} r{90 * turn} @{name_of(anchor)}"
    raise ValueError(form)


@dataclass
class Sheet:
    owner: int
    colours: dict[Box, Colour] = field(default_factory=dict)
    checks: dict[Colour, int] = field(default_factory=dict)

    def places(self, form: str) -> set[Drawing]:
        """ALLUV-7: on empty boxes only."""
        return {drawing for drawing in EVERYWHERE[form] if not drawing & self.colours.keys()}

    def holes(self) -> set[Drawing]:
        """ALLUV-11: empty, four neighbours, all coloured."""
        found = set()
        for box in EVERY_BOX - self.colours.keys():
            if len(beside(box)) == 4 and beside(box) <= self.colours.keys():
                found.add(frozenset([box]))
        return found

    def touched(self, drawing: Drawing) -> set[Box]:
        """ALLUV-12: the owner's boxes beside a drawing."""
        near = {other for box in drawing for other in beside(box)}
        return {box for box in near if self.colours.get(box) == self.owner}

    def draw(self, colour: Colour, drawing: Drawing) -> None:
        if colour != self.owner:
            self.checks[colour] = self.checks.get(colour, 0) + len(self.touched(drawing))
        for box in drawing:
            self.colours[box] = colour

    def rectangle(self) -> int:
        """ALLUV-15: try every rectangle."""
        best = 0
        for left, low in product(range(1, SIZE + 1), repeat=2):
            for right, high in product(range(left, SIZE + 1), range(low, SIZE + 1)):
                size = (right - left + 1) * (high - low + 1)
                if size > best and all(
                    (x, y) in self.colours for x in range(left, right + 1) for y in range(low, high + 1)
                ):
                    best = size
        return best

    def area(self, colour: Colour) -> int:
        """ALLUV-17: the largest connected area of a colour."""
        left = {box for box, painted in self.colours.items() if painted == colour}
        best = 0
        while left:
            part, border = set(), {left.pop()}
            while border:
                box = border.pop()
                part.add(box)
                border |= beside(box) & left
                left -= border
            best = max(best, len(part))
        return best

    def ranks(self, helpers: list[Colour]) -> dict[Colour, int]:
        """ALLUV-16: 1, 2, 2, 4; without checks one is ranked too."""
        order = sorted((self.checks.get(helper, 0) for helper in helpers), reverse=True)
        return {helper: order.index(self.checks.get(helper, 0)) + 1 for helper in helpers}


class Alluvium:
    """One game. `decks` holds the forms of each colour from the top, the dummy's last with three players."""

    def __init__(self, players: int, decks: list[list[str]]) -> None:
        self.players = players
        self.decks = {seat: list(decks[seat]) for seat in range(players)}
        self.dummy_deck = list(decks[players]) if players == 3 else []
        self.rounds = 3 if players == 5 else 4  # ALLUV-5
        self.sheets = [Sheet(seat) for seat in range(players)]
        self.lies_at = list(range(players))  # which sheet lies before each seat
        self.scores: list[list[int]] = [[] for _ in range(players)]
        self.round = 0
        self.clockwise = False
        self.over = False
        self.step = ""
        self.begin_round()

    def begin_round(self) -> None:
        self.round += 1
        self.clockwise = not self.clockwise  # ALLUV-4: clockwise first, then turned each time
        self.step = "own"
        self.moved = 0
        self.open_card = {seat: self.decks[seat].pop(0) for seat in range(self.players)}  # ALLUV-6
        self.secret_card = {seat: self.decks[seat].pop(0) for seat in range(self.players)} if self.round == 1 else {}
        self.dummy_card = ""

    def sheet_of(self, seat: int) -> Sheet:
        return self.sheets[self.lies_at[seat]]

    def form(self, seat: int) -> str:
        return self.dummy_card if self.step == "dummy" else self.open_card[seat]

    def choices(self, seat: int, first: Drawing | None = None) -> set[Drawing]:
        """What a seat may draw; with `first`, what it may draw with the secret card beside it."""
        sheet = self.sheet_of(seat)
        if self.step == "own" and self.round == 1:  # ALLUV-8
            form = self.form(seat) if first is None else self.secret_card[seat]
            return {d for d in sheet.places(form) if d & SOLID and not (first and d & first)}
        found = sheet.places(self.form(seat))  # ALLUV-6, 10, 19
        if self.step == "others":
            found |= sheet.holes()  # ALLUV-9
        return found or {PASS}

    def close(self, drawings: list[list[Drawing]]) -> None:
        """All seats have drawn: for each a list, of two in the first step of the game."""
        for seat in range(self.players):
            for drawing in drawings[seat]:
                self.sheet_of(seat).draw(DUMMY if self.step == "dummy" else seat, drawing)
        if self.step == "own" and self.players == 3:  # ALLUV-19
            self.step, self.dummy_card = "dummy", self.dummy_deck.pop(0)
            return
        self.step = "others"
        step = -1 if self.clockwise else 1
        self.lies_at = [self.lies_at[(seat + step) % self.players] for seat in range(self.players)]  # ALLUV-9
        self.moved += 1
        if self.moved == self.players:  # home again: ALLUV-15
            assert self.lies_at == list(range(self.players))
            for seat in range(self.players):
                self.scores[seat].append(self.sheets[seat].rectangle())
            if self.round == self.rounds:
                self.over = True
            else:
                self.begin_round()

    def bonus(self, seat: int) -> int:
        """ALLUV-17, 20"""
        total = 0
        for sheet in self.sheets:
            helpers: list[Colour] = [other for other in range(self.players) if other != sheet.owner]
            if self.players == 3:
                helpers.append(DUMMY)
            rank = sheet.ranks(helpers).get(seat) if seat != sheet.owner else None
            shares = {1: 1, 2: 2, 3: 4} if self.players == 5 else {1: 1, 2: 2}
            if rank in shares:
                total += sheet.area(seat) // shares[rank]
        return total

    def totals(self) -> list[int]:
        return [sum(self.scores[seat]) + self.bonus(seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """ALLUV-18"""
        standing = [(total, self.bonus(seat)) for seat, total in enumerate(self.totals())]
        return [seat for seat in range(self.players) if standing[seat] == max(standing)]


def shuffled_decks(players: int, rng: random.Random) -> list[list[str]]:
    return [rng.sample(sorted(FORMS), len(FORMS)) for _ in range(players + (players == 3))]


def steps(game: Alluvium, rng: random.Random) -> Iterator[list[list[Drawing]]]:
    """Random drawings for step after step, until the game is over."""
    while not game.over:
        chosen = []
        for seat in range(game.players):
            drawings = [rng.choice(sorted(game.choices(seat), key=sorted))]
            if game.round == 1 and game.step == "own":
                drawings.append(rng.choice(sorted(game.choices(seat, drawings[0]), key=sorted)))
            chosen.append(drawings)
        yield chosen
        game.close(chosen)


def random_game(rng: random.Random, players: int = 3) -> int:
    """Play uniformly random drawings to the end; return how many there were."""
    game = Alluvium(players, shuffled_decks(players, rng))
    return sum(len(drawings) for chosen in steps(game, rng) for drawings in chosen)
