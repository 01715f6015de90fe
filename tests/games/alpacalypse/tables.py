"""Tables of The Alpacalypse, set as a test needs them: every card that is put somewhere is taken from its deck.

A table begins without goods and with the members at home. The tribes are Peru, Kenya, Iceland, Mongolia and New Zealand
in the order of the seats; the first seat is the first player unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.games.alpacalypse import cards, frames, position_text, score, table
from alcove.games.alpacalypse.vocabulary import BUILDINGS, CUBE, DECKS, MEMBERS, RESOURCES, TRACKS

ALPACALYPSE = alcove.game("alpacalypse")
GOODS = (*RESOURCES, CUBE)
SEATED = ("peru", "kenya", "iceland", "mongolia", "new-zealand")
CARD = {card.id: number for number, card in enumerate(cards.ACTION_CARDS)}
ITEM = {card.id: number for number, card in enumerate(cards.MARKET)}
DAY = {card.id: number for number, card in enumerate(cards.NEW_DAYS)}
AGE_TILE = {card.id: number for number, card in enumerate(cards.AGE_TILES)}
TILE = {card.id: number for number, card in enumerate(cards.WONDER_TILES)}
TRIBE = {tribe.id: number for number, tribe in enumerate(cards.TRIBES)}


class Table:
    """A record that is still being set."""

    def __init__(self, players: int = 2, lap: int = 2) -> None:
        self.players = players
        self.row = ALPACALYPSE.new(players, seed=1).copy_row()
        self.state = state = self.row[0]
        state.tribe[:players] = [TRIBE[name] for name in SEATED[:players]]
        state.goods[:], state.built[:], state.stack[:] = 0, 0, 0
        for seat in range(players):
            state.built[seat, cards.FIRST_BUILDING[state.tribe[seat]]] = 1
        state.lap, state.first, state.depth, state.met[:] = lap, 0, 0, table.PASSED
        self.ages("good-citizens", "busy-years", "last-banner-standing")

    def ages(self, *tiles: str) -> Table:
        self.state.age_tile[:] = [AGE_TILE[name] for name in tiles]
        return self

    def goods(self, seat: int = 0, **held: int) -> Table:
        for name, number in held.items():
            self.state.goods[seat, GOODS.index(name)] = number
        return self

    def rich(self, seat: int = 0, each: int = 9) -> Table:
        self.state.goods[seat, : len(RESOURCES)] = each
        return self

    def pawns(self, seat: int = 0, **spaces: int) -> Table:
        for name, space in spaces.items():
            self.state.pawn[seat, TRACKS.index(name)] = self.state.age_pawn[seat, TRACKS.index(name)] = space
        return self

    def _from_deck(self, name: str) -> int:
        """Take a card out of its deck."""
        card = CARD[name]
        deck = int(cards.DECK[card])
        if deck < cards.STARTER:
            left = self.state.deck[deck, : self.state.deck_left[deck]].tolist()
            left.remove(card)
            self._set_deck(deck, left)
        return card

    def _set_deck(self, deck: int, order: list[int]) -> None:
        self.state.deck[deck] = table.NONE
        self.state.deck[deck, : len(order)] = order
        self.state.deck_left[deck] = len(order)

    def hand(self, *names: str, seat: int = 0, known: bool = False) -> Table:
        for name in names:
            card = self._from_deck(name)
            self.state.hand[seat, card] += 1
            self.state.known[seat, card] += known
        return self

    def starter(self, name: str, seat: int = 0) -> Table:
        """This starter instead of the one that was dealt."""
        begin = cards.FIRST_OF_DECK[cards.STARTER]
        for other in range(self.players):
            self.state.hand[other, begin:] = 0
        for other, card in enumerate([n for n in range(begin, cards.CARDS) if n != CARD[name]][: self.players]):
            self.state.hand[other, card] = other != seat
        self.state.hand[seat, CARD[name]] = 1
        return self

    def done(self, *names: str, seat: int = 0) -> Table:
        for name in names:
            self.state.done[seat, self._from_deck(name)] += 1
            self.state.wonder[seat] |= cards.IS_WONDER[CARD[name]]
        return self

    def discards(self, *names: str) -> Table:
        for name in names:
            self.state.discard[self._from_deck(name)] += 1
        return self

    def top(self, *names: str) -> Table:
        """The next cards of a deck, the first one on top."""
        deck = int(cards.DECK[CARD[names[0]]])
        rest = self.state.deck[deck, : self.state.deck_left[deck]].tolist()
        for name in names:
            rest.remove(CARD[name])
        self._set_deck(deck, rest + [CARD[name] for name in reversed(names)])
        return self

    def all_discarded(self, deck: str) -> Table:
        """An empty deck; its cards lie in the discard pile."""
        number = DECKS.index(deck)
        for card in self.state.deck[number, : self.state.deck_left[number]].tolist():
            self.state.discard[card] += 1
        self._set_deck(number, [])
        return self

    def gone(self, deck: str, seat: int = 1) -> Table:
        """Neither deck nor discards: another seat holds them all."""
        number = DECKS.index(deck)
        for card in self.state.deck[number, : self.state.deck_left[number]].tolist():
            self.state.hand[seat, card] += 1
        self._set_deck(number, [])
        return self

    def kept(self, *names: str, seat: int = 0) -> Table:
        for name in names:
            self.state.kept[seat, ITEM[name]] += 1
        return self

    def built(self, *names: str, seat: int = 0) -> Table:
        self.state.built[seat] = [name in names for name in BUILDINGS]
        return self

    def busy(self, *names: str, seat: int = 0) -> Table:
        for name in names:
            self.state.spot[seat, MEMBERS.index(name)] = table.AT_MARKET
        return self

    def on(self, space: str, seat: int = 1) -> Table:
        """A member of a seat stands on a space."""
        number = cards.SPACES.index(space)
        self.state.spot[seat, number // 2] = table.ON_SPACE + number
        return self

    def market(self, *names: str) -> Table:
        begin = (int(self.state.lap) - 1) * self.players
        self.state.market_order[begin : begin + self.players] = [ITEM[name] for name in names]
        return self

    def day(self, name: str) -> Table:
        order = [card for card in self.state.day_order.tolist() if card != DAY[name]]
        order.insert(int(self.state.lap) - 1, DAY[name])
        self.state.day_order[:] = order
        return self

    def first(self, seat: int) -> Table:
        """Another first player."""
        self.state.first = seat
        return self

    def position(self) -> Position:
        position_text.add_sums(self.state)
        start = ALPACALYPSE.new(self.players, seed=1)
        return Position(ALPACALYPSE, self.players, start.options, self.row)

    def _ask(self, phase: Any, op: Any, seat: int, turn: int, actions: int = 0) -> Position:
        state = self.state
        state.phase, state.turn, state.depth = phase, turn, 1
        state.stack[0, frames.OP], state.stack[0, frames.SEAT], state.stack[0, frames.FIRST_FIELD] = op, seat, actions
        return self.position()

    def at_dawn(self) -> Position:
        """The first player answers the New Day."""
        self.state.met[:] = table.OPEN
        return self._ask(table.EVENT, frames.DAY, int(self.state.first), 1)

    def at_bids(self) -> Position:
        state = self.state
        state.phase, state.turn, state.bid[:], state.taken[:], state.token = table.BIDS, 0, -1, -1, -1
        return self.position()

    def at_turn(self, seat: int = 0, second: bool = False) -> Position:
        """The first or the second turn of a seat."""
        self.state.mover = seat
        turn = (seat - int(self.state.first)) % self.players + self.players * second
        return self._ask(table.ACTION, frames.TURN, seat, turn, actions=1)


def texts(position: Position, seat: int) -> set[str]:
    return {action.text for action in position.legal(seat)}


def playing(position: Position, *turns: str) -> Position:
    """`1 warrior MD: acquire MD, keep torpedos`: seats are counted from 1."""
    for turn in turns:
        seat, _, words = turn.partition(" ")
        position = position.play_turn(int(seat) - 1, words)[-1][1]
    return position


def told(position: Position) -> dict[str, Any]:
    """What everybody sees."""
    return position.view(None)["table"]


def passing(position: Position) -> Position:
    """All pass their turns."""
    while not position.over and told(position)["choice"]["kind"] == "turn":
        position = position.play(position.awaited[0], "pass")
    return position


def goods(position: Position, seat: int = 0) -> dict[str, int]:
    """What a seat has; what it has none of is left out."""
    held = zip(GOODS, position.state.goods[seat].tolist(), strict=True)
    return {name: number for name, number in held if number}


def hand(position: Position, seat: int = 0) -> list[str]:
    """The action cards in a hand."""
    return named(position.state.hand[seat, : cards.FIRST_OF_DECK[cards.STARTER]])


def named(counts: Iterable[int]) -> list[str]:
    return [name for name, count in zip(CARD, counts, strict=False) for _ in range(int(count))]


def pawns(position: Position, seat: int = 0) -> dict[str, int]:
    return dict(zip(TRACKS, position.state.pawn[seat].tolist(), strict=True))


def parts(position: Position, seat: int = 0) -> dict[str, int]:
    """Where the points of a seat come from; parts without points are left out."""
    out = np.zeros(len(score.PARTS), dtype=np.int64)
    score.breakdown(position.state, seat, out)
    return {name: int(number) for name, number in zip(score.PARTS, out, strict=True) if number}
