"""The table of the slow Alpacalypse: who is asked, cards, payment, effects step by step, and what they reach.

Effects are carried out straight from their words. All that may need a choice is a generator; see `alpacalypse.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import Any

from tests.games.alpacalypse.oracle_cards import (
    AGES,
    BOTTOM,
    CARDS,
    GOODS,
    KINDS,
    LAST_ROUND_OF_AGE,
    PRODUCES,
    RESOURCES,
    SHIELDS,
    TILES,
    TOP,
    TRACKS,
    TRIBES,
    Card,
    Cost,
    Seat,
    Stall,
    cost_of,
    number_and_name,
)

Story = Generator[dict[int, list[str]], tuple[int, str], Any]


class Table:
    """The board and all that lies around it, and what cards do to it.

    `shuffle` is handed the kind and the discards of a deck, and gives them back in the new order, the top card last.
    """

    def __init__(self, seats: list[Seat], shuffle: Callable[[str, list[str]], list[str]]) -> None:
        self.seats = seats
        self.shuffle = shuffle
        self.first = 0
        self.round = 0
        self.phase = "tribes"
        self.days: list[str] = []
        self.market: list[str] = []
        self.age_tiles: dict[int, str] = {}
        self.decks: dict[str, list[str]] = {}
        self.discards: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.milestones: dict[str, int] = {}
        self.met: dict[int, bool] = {}
        self.bids: dict[int, tuple[str, int]] = {}  # the members by their letters, and the coins
        self.strengths: dict[int, int] = {}
        self.stalls: list[Stall] = []
        self.token: int | None = None
        self.assistants: list[tuple[str, int]] = []  # those that fill a place: space and seat
        self.in_a_row: tuple[int, int] = (-1, 0)  # whose turn was the last, and how often it has acted in a row
        self.actions_left = 0

    def choose(self, seat: int, texts: Iterable[str], secret: bool = False) -> Story:
        """Ask one seat. A single choice is made by itself, unless that would tell others something about a hand."""
        texts = list(dict.fromkeys(texts))
        if len(texts) == 1 and not secret:
            return texts[0]
        answer = yield {seat: texts}
        return answer[1]

    def order(self, first: int | None = None) -> list[int]:
        """ALPAC-19: clockwise."""
        start = self.first if first is None else first
        return [(start + step) % len(self.seats) for step in range(len(self.seats))]

    def age(self) -> int:
        return min(age for age, last in LAST_ROUND_OF_AGE.items() if self.round <= last)

    # ---- Cards ----

    def can_draw(self, kind: str) -> bool:
        return bool(self.decks[kind] or self.discards[kind])

    def draw(self, kind: str) -> list[str]:
        """ALPAC-7: the top card, or none if there is none anywhere."""
        if not self.decks[kind]:
            self.decks[kind], self.discards[kind] = self.shuffle(kind, self.discards[kind]), []
        return [self.decks[kind].pop()] if self.decks[kind] else []

    def acquire(self, seat: int, kind: str) -> Story:
        """ALPAC-24: draw 3, keep 1."""
        drawn = self.draw(kind) + self.draw(kind) + self.draw(kind)
        text = yield from self.choose(seat, [f"keep {name}" for name in drawn], secret=len(drawn) > 1)
        kept = text.removeprefix("keep ")
        drawn.remove(kept)
        self.seats[seat].hand.append(kept)
        self.discards[kind] += drawn

    def discount(self, seat: int, card: Card) -> int:
        return self.seats[seat].power(f"discount {card['kind']}")

    def can_complete(self, number: int, name: str) -> bool:
        seat, card = self.seats[number], CARDS[name]
        if card.get("wonder") and seat.has_wonder():  # ALPAC-35
            return False
        return seat.can_pay(cost_of(card["cost"]), self.discount(number, card))

    def completions(self, seat: int, kinds: list[str]) -> list[str]:
        hand = [name for name in self.seats[seat].hand if CARDS[name]["kind"] in kinds]
        return [f"complete {name}" for name in hand if self.can_complete(seat, name)]

    def complete(self, number: int, name: str) -> Story:
        """ALPAC-30: pay, receive, lay the card down; only then it counts."""
        seat, card = self.seats[number], CARDS[name]
        seat.hand.remove(name)
        if name in seat.known:
            seat.known.remove(name)
        yield from self.pay(number, cost_of(card["cost"]), self.discount(number, card))
        if "effect" in card:
            yield from self.carry_out(number, card["effect"])
        seat.completed.append(name)
        if card["kind"] in KINDS:
            seat.completed_in_age[card["kind"]] += 1
            self.check_milestones(number)
            self.check_age_bonus(number)

    def buildable(self, number: int, less: int) -> list[str]:
        """ALPAC-26"""
        seat = self.seats[number]
        less += seat.power("discount production")
        left = [name for name in PRODUCES if name not in seat.built]
        costs = TRIBES[seat.tribe]["costs"]
        return [f"build {name}" for name in left if seat.can_pay(cost_of(costs[name]), less)]

    def build(self, number: int, name: str, less: int) -> Story:
        seat = self.seats[number]
        yield from self.pay(
            number, cost_of(TRIBES[seat.tribe]["costs"][name]), less + seat.power("discount production")
        )
        seat.built.append(name)
        seat.built_in_age += 1
        self.check_milestones(number)
        self.check_age_bonus(number)

    def pay(self, number: int, cost: Cost, less: int = 0) -> Story:
        """ALPAC-1: first what is spared, then cubes for what is missing, then own resources or cubes at will."""
        seat = self.seats[number]
        for left in range(less, 0, -1):
            kinds = [name for name in [*RESOURCES, "any"] if cost[name]]
            spared = [name for name in kinds if seat.can_pay(cost - Counter([name]), left - 1)]
            if spared:
                text = yield from self.choose(number, [f"less {name}" for name in spared])
                cost[text.removeprefix("less ")] -= 1
        for name in RESOURCES:
            missing = max(0, cost[name] - seat.goods[name])
            seat.goods["cube"] -= missing
            cost[name] -= missing
        while named := [name for name in RESOURCES if cost[name]]:
            cubes = [f"pay cube for {name}" for name in named if seat.goods["cube"]]
            text = yield from self.choose(number, ["pay own", *cubes])
            if text == "pay own":
                for name in named:
                    seat.goods[name] -= cost.pop(name)
            else:
                seat.goods["cube"] -= 1
                cost[text.removeprefix("pay cube for ")] -= 1
        while cost["any"]:
            if cost["any"] == seat.goods.total():  # all there is
                seat.goods.clear()
                return
            text = yield from self.choose(number, [f"pay {name}" for name in GOODS if seat.goods[name]])
            seat.goods[text.removeprefix("pay ")] -= 1
            cost["any"] -= 1

    # ---- Effects, step by step ----

    def carry_out(self, seat: int, effect: str) -> Story:
        drawn: list[str] = []
        for step in effect.split("; "):
            verb, _, rest = step.partition(" ")
            if verb in ("draw",):
                drawn = yield from self.draw_cards(seat, rest)
            elif step == "complete drawn":
                yield from self.may_complete(seat, drawn)
            elif verb in STEPS:
                yield from STEPS[verb](self, seat, rest)
            else:
                yield from self.prestige(seat, verb, rest)

    def times(self, seat: int, words: str) -> tuple[str, int]:
        """`+1 per BP max 3` is +1, as often as there are completed Building Plans."""
        found = re.fullmatch(r"(.*) per (\w+)(?: max (\d+))?", words)
        if not found:
            return words, 1
        count = self.seats[seat].count(found[2])
        return found[1], min(count, int(found[3] or count))

    def prestige(self, seat: int, tracks: str, words: str) -> Story:
        amount, times = self.times(seat, words)
        steps = int(amount) * times
        among = TRACKS if tracks == "track" else tracks.split("|")
        if len(among) > 1:
            among = [track for track in among if self.can_move(seat, track)]
        if among and steps:
            text = yield from self.choose(seat, [f"track {track}" for track in among])
            yield from self.move(seat, text.removeprefix("track "), steps)

    def can_move(self, number: int, track: str) -> bool:
        """Upwards. ALPAC-6: only one pawn on 12."""
        space = self.seats[number].pawns[track]
        return space < TOP - 1 or (space == TOP - 1 and all(seat.pawns[track] != TOP for seat in self.seats))

    def move(self, number: int, track: str, steps: int) -> Story:
        seat, shields = self.seats[number], 0
        for _ in range(abs(steps)):
            if not (self.can_move(number, track) if steps > 0 else seat.pawns[track] > BOTTOM):  # ALPAC-6
                break
            seat.pawns[track] += 1 if steps > 0 else -1
            shields += seat.pawns[track] in SHIELDS  # ALPAC-5
        self.check_milestones(number)
        self.check_age_bonus(number)
        yield from self.gain(number, f"{shields * (1 + seat.power('shield'))} any")

    def gain(self, number: int, words: str) -> Story:
        what, times = self.times(number, words)
        amount, name = number_and_name(what)
        names = RESOURCES if name == "any" else name.split("|")
        for _ in range(amount * times):
            text = yield from self.choose(number, [f"gain {name}" for name in names])
            self.seats[number].goods[text.removeprefix("gain ")] += 1

    def draw_cards(self, seat: int, words: str) -> Story:
        """`1 PC`, `1 MD|AT`, `1 action`, `2 different`"""
        number, _, what = words.partition(" ")
        kinds = KINDS if what in ("action", "different") else what.split("|")
        drawn: list[str] = []
        for _ in range(int(number)):
            texts = [f"draw {kind}" for kind in kinds if self.can_draw(kind)]
            if texts:
                text = yield from self.choose(seat, texts)
                kind = text.removeprefix("draw ")
                drawn += self.draw(kind)
                self.seats[seat].hand.append(drawn[-1])
                if what == "different":
                    kinds = [other for other in kinds if other != kind]
        return drawn

    def acquire_from(self, seat: int, words: str) -> Story:
        kinds = KINDS if words == "action" else words.split("|")
        texts = [f"acquire {kind}" for kind in kinds if self.can_draw(kind)]
        if texts:
            text = yield from self.choose(seat, texts)
            yield from self.acquire(seat, text.removeprefix("acquire "))

    def scavenge(self, seat: int, _: str) -> Story:
        """ALPAC-23, and ALPAC-8: everybody has seen the card."""
        piles = [name for kind in KINDS for name in self.discards[kind]]
        if piles:
            text = yield from self.choose(seat, [f"scavenge {name}" for name in piles])
            name = text.removeprefix("scavenge ")
            self.discards[CARDS[name]["kind"]].remove(name)
            self.seats[seat].hand.append(name)
            self.seats[seat].known.append(name)

    def may_complete(self, seat: int, names: list[str]) -> Story:
        """Asked even if nothing can be paid: who holds such cards shows their backs, but not what they cost."""
        if names:
            texts = [f"complete {name}" for name in names if self.can_complete(seat, name)]
            text = yield from self.choose(seat, [*texts, "pass"], secret=True)
            if text != "pass":
                yield from self.complete(seat, text.removeprefix("complete "))

    def complete_one(self, seat: int, words: str) -> Story:
        kinds = KINDS if words == "action" else words.split("|")
        yield from self.may_complete(seat, [name for name in self.seats[seat].hand if CARDS[name]["kind"] in kinds])

    def may_build(self, seat: int, words: str) -> Story:
        less = -int(words or 0)
        text = yield from self.choose(seat, [*self.buildable(seat, less), "pass"])
        if text != "pass":
            yield from self.build(seat, text.removeprefix("build "), less)

    def trade(self, seat: int, words: str) -> Story:
        price, _, reward = words.partition(": ")
        if self.seats[seat].can_pay(cost_of(price)):
            text = yield from self.choose(seat, ["trade", "pass"])
            if text == "trade":
                yield from self.pay(seat, cost_of(price))
                yield from self.carry_out(seat, reward)

    def others(self, seat: int, words: str) -> Story:
        for other in self.order(seat)[1:]:
            yield from self.carry_out(other, words)

    def bonus_action(self, seat: int, _: str) -> Story:
        """ALPAC-48: to be taken after the second turns."""
        self.seats[seat].bonus_actions += 1
        return
        yield

    def act_again(self, seat: int, _: str) -> Story:
        """ALPAC-34: one more action in this turn."""
        self.actions_left += 1
        return
        yield

    def take_tile(self, seat: int, _: str) -> Story:
        """ALPAC-20: any tile that nobody has."""
        left = [name for name in TILES if all(name not in other.tiles for other in self.seats)]
        if left:
            text = yield from self.choose(seat, [f"tile {name}" for name in left])
            self.seats[seat].tiles.append(text.removeprefix("tile "))

    # ---- Milestones, age bonuses, the end ----

    def check_milestones(self, number: int) -> None:
        """ALPAC-41: to the first tribe, for good."""
        seat = self.seats[number]
        reached = {
            **{f"3 {kind}": seat.count(kind) >= 3 for kind in KINDS},
            "1 of each": all(seat.count(kind) >= 1 for kind in KINDS),
            "12": TOP in seat.pawns.values(),
            "buildings": len(seat.built) == len(PRODUCES),
        }
        for name, yes in reached.items():
            if yes:
                self.milestones.setdefault(name, number)

    def check_age_bonus(self, number: int) -> None:
        """ALPAC-43: the goals of ages I and II, reached the moment they are true."""
        goal = AGES[self.age_tiles[self.age()]].get("goal")
        if goal and self.goal_reached(self.seats[number], goal):
            self.seats[number].bonuses.add(self.age())

    def goal_reached(self, seat: Seat, goal: str) -> bool:
        if goal.startswith("complete "):
            wanted = [part.split() for part in goal.removeprefix("complete ").split(", ")]
            done = seat.completed_in_age
            return all((done.total() if what == "cards" else done[what]) >= int(n) for n, what in wanted)
        number = int(re.findall(r"\d+", goal)[0])
        if goal.startswith("build "):
            return seat.built_in_age >= number
        if goal.startswith("pass "):
            return seat.passed_in_age >= number
        return sum(seat.pawns[track] > seat.pawns_before_age[track] for track in TRACKS) >= number


STEPS: dict[str, Callable[[Table, int, str], Story]] = {
    "gain": Table.gain,
    "acquire": Table.acquire_from,
    "scavenge": Table.scavenge,
    "complete": Table.complete_one,
    "build": Table.may_build,
    "trade": Table.trade,
    "others": Table.others,
    "bonus-action": Table.bonus_action,
    "act": Table.act_again,
    "wonder-tile": Table.take_tile,
}
