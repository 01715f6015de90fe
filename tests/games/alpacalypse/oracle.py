"""The Alpacalypse, written a second time: a story told from dawn to dusk, with dicts and lists and no hurry.

These modules share no code with the fast engine, so the two can be compared: `alpacalypse_cards.py` reads the tables,
`alpacalypse_table.py` carries out what cards say, and here are the phases and the end. The ids in the comments
(ALPAC-7 and so on) name the clause that a line enforces.

The whole game is one generator. Where somebody has to choose, it yields a dict from seat to the texts of the choices,
and goes on when it is sent (seat, text). `Alpacalypse.asked` holds that dict, `Alpacalypse.play` sends the answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from tests.games.alpacalypse.oracle_cards import (
    AGES,
    CARDS,
    DAYS,
    DUMMY,
    KINDS,
    LAST_ROUND_OF_AGE,
    MARKET,
    MEMBERS,
    MOST_COINS,
    PRODUCES,
    ROUNDS,
    SPACES,
    TILES,
    TRACKS,
    TRIBES,
    Seat,
    Stall,
    number_and_name,
)
from tests.games.alpacalypse.oracle_table import Story, Table


class Alpacalypse(Table):
    """One game, from a set-up in which all members are at home: a New Day waits, or tribes are to be chosen."""

    def begin(self) -> None:
        self.over = False
        self.asked: dict[int, list[str]] = {}
        self.story = self.game()
        self.go_on(None)

    def play(self, seat: int, text: str) -> None:
        if text not in self.asked[seat]:
            raise ValueError(text)
        self.go_on((seat, text))

    def go_on(self, answer: Any) -> None:
        try:
            self.asked = self.story.send(answer)
        except StopIteration:
            self.over, self.asked = True, {}

    def game(self) -> Story:
        if self.phase == "tribes":
            yield from self.choose_tribes()
            self.round = 1
        while True:
            yield from self.event_phase()
            yield from self.market_phase()
            yield from self.action_phase()
            yield from self.resolution_phase()
            if self.round == ROUNDS:  # ALPAC-44
                break
            self.round += 1
            if self.round - 1 in LAST_ROUND_OF_AGE.values():
                self.new_age()
        self.third_age()
        self.phase = "over"

    def choose_tribes(self) -> Story:
        """ALPAC-10"""
        for seat in self.order():
            free = [name for name in TRIBES if name not in [other.tribe for other in self.seats]]
            text = yield from self.choose(seat, [f"tribe {name}" for name in free])
            self.take_tribe(seat, text.removeprefix("tribe "))

    def take_tribe(self, number: int, tribe: str) -> None:
        seat = self.seats[number]
        seat.tribe = tribe
        seat.built.append(TRIBES[tribe]["built"])
        for step in TRIBES[tribe]["blessing"].split("; "):
            amount, name = number_and_name(step.removeprefix("gain "))
            seat.goods[name] += amount

    def new_age(self) -> None:
        """ALPAC-43: what counts for a bonus is done within its age."""
        for seat in self.seats:
            seat.completed_in_age, seat.built_in_age, seat.passed_in_age = Counter(), 0, 0
            seat.pawns_before_age = dict(seat.pawns)

    # ---- Event phase ----

    def event_phase(self) -> Story:
        self.phase, self.met = "event", {}
        day = DAYS[self.days[self.round - 1]]
        for number in self.order():  # ALPAC-13
            seat = self.seats[number]
            if not any(CARDS[name].get("answers") == day["id"] for name in seat.completed):
                answer = yield from self.choose(number, ["send", "stay"])
                self.met[number] = answer == "send"
                if answer == "send":
                    seat.where[day["responder"]] = "event"
            else:
                self.met[number] = True
            if self.met[number]:
                seat.passed_in_age += 1
                self.check_age_bonus(number)
        for number in self.order():  # ALPAC-14
            if all(self.met.values()):
                yield from self.carry_out(number, day["bonus"])
            elif not self.met[number]:
                yield from self.penalty(number, day["fail"])

    def penalty(self, seat: int, fail: str) -> Story:
        """The Umbrella of Ages makes it smaller on each track."""
        for step in fail.split("; "):
            track, amount = step.split()
            yield from self.move(seat, track, min(0, int(amount) + self.seats[seat].power("ward")))

    # ---- Market phase ----

    def market_phase(self) -> Story:
        count = len(self.seats)
        begin = (self.round - 1) * count
        self.phase, self.token, self.bids, self.strengths = "bids", None, {}, {}
        self.stalls = [Stall(name) for name in self.market[begin : begin + count]]  # ALPAC-15
        while len(self.bids) < count:  # ALPAC-16
            seat, text = yield {seat: self.possible_bids(seat) for seat in range(count) if seat not in self.bids}
            letters, _, coins = text.removeprefix("bid ").partition("+")
            self.bids[seat] = ("", 0) if text == "no bid" else (letters, int(coins or 0))
        self.phase = "market"
        for seat in self.seats:
            letters, coins = self.bids[seat.number]
            seat.goods["coin"] -= coins
            for member in MEMBERS:
                if member[0].upper() in letters:
                    seat.where[member] = "market"
        self.strengths = {seat: self.strength(seat) for seat in range(count)}
        bidders = self.by_strength()
        for seat in bidders + bidders[:1]:  # ALPAC-17, 18
            yield from self.take_an_item(seat)
        self.phase = "clean-up"
        for seat in bidders:  # ALPAC-20: only now, in the order of the bids
            for stall in self.stalls:
                if stall.taker == seat:
                    yield from self.obtain(seat, stall.name)
        if self.token is not None:  # ALPAC-19
            self.first = self.token

    def possible_bids(self, number: int) -> list[str]:
        seat = self.seats[number]
        letters = [member[0].upper() for member in seat.free()]
        sets = ["".join(some) for size in range(1, 6) for some in combinations(letters, size)]
        coins = ["", *[f"+{n}" for n in range(1, min(seat.goods["coin"], MOST_COINS) + 1)]]
        return ["no bid", *[f"bid {members}{extra}" for members in sets for extra in coins]]

    def strength(self, number: int) -> int:
        seat, (letters, coins) = self.seats[number], self.bids[number]
        influence = sum(seat.influence(member) for member in MEMBERS if member[0].upper() in letters)
        return influence + coins + seat.power("bid") if letters else 0

    def by_strength(self) -> list[int]:
        """ALPAC-17: the Long Scarf of Justice wins ties, then the lower board number."""

        def rank(seat: int) -> tuple[int, bool, int]:
            tribe = TRIBES[self.seats[seat].tribe]
            return -self.strengths[seat], not self.seats[seat].power("tiebreak"), tribe["number"]

        return sorted((seat for seat, bid in self.bids.items() if bid[0]), key=rank)

    def take_an_item(self, seat: int) -> Story:
        left = [f"take {stall.name}" for stall in self.stalls if stall.taker is None]
        text = yield from self.choose(seat, left + (["take token"] if self.token is None else []))
        name = text.removeprefix("take ")
        if name == "token":
            self.token = seat
            return
        next(stall for stall in self.stalls if stall.name == name and stall.taker is None).taker = seat

    def obtain(self, seat: int, name: str) -> Story:
        """ALPAC-20"""
        if MARKET[name]["kind"] in ("resource", "prestige", "action-card", "wonder-tile"):
            yield from self.carry_out(seat, MARKET[name]["effect"])
        else:
            self.seats[seat].kept.append(name)

    # ---- Action phase ----

    def action_phase(self) -> Story:
        """ALPAC-21, 48"""
        self.phase, self.in_a_row = "action", (-1, 0)
        for seat in self.order() * 2:
            yield from self.take_turn(seat)
        while any(seat.bonus_actions for seat in self.seats):
            for seat in self.order():
                if self.seats[seat].bonus_actions:
                    self.seats[seat].bonus_actions -= 1
                    yield from self.take_turn(seat)

    def take_turn(self, number: int) -> Story:
        """ALPAC-34: it goes on after the action, as long as there is an ability to play."""
        seat = self.seats[number]
        self.actions_left = 1
        if self.in_a_row[0] != number:
            self.in_a_row = (number, 0)
        while True:
            may_act = self.actions_left > 0 and self.in_a_row[1] < 2
            abilities = self.abilities(number)
            if not abilities and not (may_act and self.at_hand(number)):
                break
            placements = self.placements(number) if may_act else []
            text = yield from self.choose(number, [*placements, *abilities, "pass"], secret=True)
            who, _, what = text.partition(" ")
            if who == "pass":
                break
            if who == "play":  # ALPAC-34
                seat.kept.remove(what)
                yield from self.carry_out(number, MARKET[what]["effect"])
                continue
            self.actions_left -= 1
            self.in_a_row = (number, self.in_a_row[1] + 1)
            if who == "assistant":
                self.place_assistant(seat, what)
            else:
                seat.where[who] = what
            if what == "trot":  # ALPAC-32
                seat.goods["coin"] += max(1, seat.power("trot"))
            else:
                yield from self.use_space(number, what)
        self.actions_left = 0

    def at_hand(self, number: int) -> int:
        """Free members and assistants."""
        seat = self.seats[number]
        return len(seat.free()) + len([name for name in seat.kept if MARKET[name]["kind"] == "assistant"])

    def placements(self, number: int) -> list[str]:
        seat, found = self.seats[number], []
        for member in seat.free():
            usable = [
                space
                for space in SPACES[member]
                if (not self.is_full(space) or seat.power("capacity")) and self.can_use(number, space)
            ]
            found += [f"{member} {space}" for space in usable] or [f"{member} trot"]  # ALPAC-32
        for name in seat.kept:  # ALPAC-33
            if MARKET[name]["kind"] == "assistant":
                spaces = SPACES[MARKET[name]["role"]]
                found += [f"assistant {space}" for space in spaces if self.can_use(number, space)]
        return found

    def abilities(self, number: int) -> list[str]:
        """ALPAC-34: no third action in a row, and none without anybody to take it."""
        seat = self.seats[number]
        held = [name for name in seat.kept if MARKET[name]["kind"] == "ability"]
        more = self.in_a_row[1] + self.actions_left < 2 and self.at_hand(number) > self.actions_left
        return [f"play {name}" for name in held if more or MARKET[name]["effect"] != "act"]

    def is_full(self, space: str) -> bool:
        """ALPAC-22"""
        members = [member for seat in self.seats for member in MEMBERS if seat.where[member] == space]
        helpers = [other for other, _ in self.assistants if other == space]
        return len(members) + len(helpers) >= (1 if len(self.seats) <= 3 else 2)

    def place_assistant(self, seat: Seat, space: str) -> None:
        """ALPAC-33: on a full space it takes no place."""
        role = next(member for member in MEMBERS if space in SPACES[member])
        seat.kept.remove(next(name for name in MARKET if name in seat.kept and MARKET[name].get("role") == role))
        if not self.is_full(space):
            self.assistants.append((space, seat.number))

    def can_use(self, seat: int, space: str) -> bool:
        """ALPAC-32: whether there is anything to do on a space."""
        if space == "scavenge":
            return any(self.discards.values())
        if space == "field-test":
            return any(self.can_draw(kind) for kind in KINDS)
        return space in ("resources", "diplomacy") or bool(self.work(seat, space))

    def work(self, seat: int, space: str) -> list[str]:
        """ALPAC-24, 26, 29: what a member can do on a space that completes cards or builds."""
        found = [f"acquire {space}"] if space in KINDS and self.can_draw(space) else []
        if space != "production":
            kinds = KINDS if space == "leadership" else [space]
            found += self.completions(seat, [*kinds, "starter"])  # ALPAC-31
        if space in ("production", "BP"):
            found += self.buildable(seat, 0)
        return found

    def use_space(self, number: int, space: str) -> Story:
        effects = {
            "scavenge": "scavenge",  # ALPAC-23
            "resources": "gain 2 any",  # ALPAC-25
            "field-test": "draw 2 different",  # ALPAC-27
            "diplomacy": "gain 2 cubes; draw 1 action; others gain 1 any",  # ALPAC-28
        }
        if space in effects:
            yield from self.carry_out(number, effects[space])
            return
        text = yield from self.choose(number, self.work(number, space), secret=space != "production")
        verb, _, what = text.partition(" ")
        if verb == "acquire":
            yield from self.acquire(number, what)
        elif verb == "complete":
            yield from self.complete(number, what)
        else:
            yield from self.build(number, what, 0)

    # ---- Resolution phase ----

    def resolution_phase(self) -> Story:
        self.phase = "resolution"
        for number in self.order():  # ALPAC-36
            track = TRIBES[self.seats[number].tribe]["wonder"].split()[0]
            if self.seats[number].has_wonder() and self.can_move(number, track):
                yield from self.move(number, track, 1)
            elif self.seats[number].has_wonder():
                yield from self.gain(number, "1 any")
        for number in self.order():  # ALPAC-37
            for name in TILES:
                if name in self.seats[number].tiles and self.seats[number].has_wonder():
                    yield from self.carry_out(number, TILES[name]["resolution"])
        for number in self.order():  # ALPAC-38
            owned = [CARDS[name] for name in CARDS if name in self.seats[number].completed]
            owned += [MARKET[name] for name in MARKET if name in self.seats[number].kept]
            for card in owned:
                if "resolution" in card:
                    yield from self.carry_out(number, card["resolution"])
        for seat in self.seats:
            seat.goods.update(PRODUCES[name] for name in seat.built)  # ALPAC-39
            seat.where = dict.fromkeys(MEMBERS, "home")  # ALPAC-40
        self.assistants = []

    # ---- The end ----

    def third_age(self) -> None:
        """ALPAC-43: the most of something, all that are tied; but some of it."""
        asked = AGES[self.age_tiles[3]]["most"]
        amounts = [self.asked_for(seat, asked) for seat in self.seats]
        for seat, amount in zip(self.seats, amounts, strict=True):
            if amount == max(amounts) > 0:
                seat.bonuses.add(3)

    def asked_for(self, seat: Seat, asked: str) -> int:
        """ALPAC-43: cards that were completed and buildings that were built in the age; anything else as it is held."""
        kind = asked.removeprefix("completed ")
        if asked == "production":
            return seat.built_in_age
        if kind == asked:
            return seat.count(asked)
        return seat.completed_in_age.total() if kind == "cards" else seat.completed_in_age[kind]

    def track_points(self, number: int, track: str) -> int:
        """ALPAC-45: tied pawns share the sum of their places, rounded up."""
        mine = self.seats[number].pawns[track]
        if mine <= 0:
            return mine
        pawns = [seat.pawns[track] for seat in self.seats] + ([DUMMY] if len(self.seats) == 2 else [])
        places = dict(enumerate((8, 4, 2)))
        begin, tied = sum(pawn > mine for pawn in pawns), pawns.count(mine)
        return -(-sum(places.get(place, 0) for place in range(begin, begin + tied)) // tied)

    def score(self, number: int) -> int:
        """ALPAC-45, 46"""
        seat = self.seats[number]
        printed = [CARDS[name] for name in seat.completed] + [MARKET[name] for name in seat.kept]
        printed += [TILES[name] for name in seat.tiles]
        return (
            sum(self.track_points(number, track) for track in TRACKS)
            + 4 * list(self.milestones.values()).count(number)
            + 3 * len(seat.bonuses)
            + 2 * seat.count("artifacts")
            + seat.count("heroes")
            + sum(card.get("vp", 0) for card in printed)
        )

    def winners(self) -> list[int]:
        """ALPAC-47"""
        standing = [(self.score(seat.number), seat.count("cards"), seat.count("tracks")) for seat in self.seats]
        return [seat.number for seat in self.seats if standing[seat.number] == max(standing)]


def dealt(players: int, rng: random.Random) -> Alpacalypse:
    """ALPAC-9 to 12: a game of its own, with everything shuffled by `rng`."""

    def shuffled(names: Iterable[str]) -> list[str]:
        names = list(names)
        return rng.sample(names, len(names))

    game = Alpacalypse([Seat(number) for number in range(players)], lambda _, discards: shuffled(discards))
    game.first, game.round, game.phase = rng.randrange(players), 1, "event"
    game.days = shuffled(DAYS)
    for age in (1, 2, 3):
        game.age_tiles[age] = rng.choice([name for name, tile in AGES.items() if tile["age"] == age])
        game.market += shuffled(
            name
            for name, card in MARKET.items()
            for copy in card.get("copies", [card])
            if copy["age"] == age and copy["players"] <= players
        )
    for kind in KINDS:
        cards = [name for name, card in CARDS.items() if card["kind"] == kind for _ in range(card.get("copies", 1))]
        game.decks[kind] = shuffled(cards)
    starters = shuffled(name for name, card in CARDS.items() if card["kind"] == "starter")
    for seat, tribe in zip(game.seats, shuffled(TRIBES), strict=False):
        game.take_tribe(seat.number, tribe)
        seat.hand.append(starters.pop())
    game.begin()
    return game


def random_game(rng: random.Random, players: int = 3) -> int:
    """Play uniformly random choices to the end; return how many there were."""
    game, choices = dealt(players, rng), 0
    while not game.over:
        seat = rng.choice(list(game.asked))
        game.play(seat, rng.choice(game.asked[seat]))
        choices += 1
    return choices
