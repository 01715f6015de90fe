"""Alvos, written a second time: dicts and lists, one rule after the other.

This module shares no code with the fast engine, so the two can be compared. The ids in the comments name the clause of
the rules that the line enforces. Dice come from outside: `roll` is a function that returns the next die.

An action is a text, such as `d5+u2→7 bolt`, `d3+d5→8 deliver 3 5* +bolt` or `lose cog 4`.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

ROWS = {20: [3, 5, 2, 4], 30: [4, 6, 3, 5], 40: [5, 2, 4, 6], 50: [6, 3, 5, 2], 60: [2, 4, 6, 3]}  # ALVOS-3, ALVOS-4
HEXES = [10, 20, 30, 40, 50, 60]  # ALVOS-2
POINTS = {1: 1, 2: 3, 3: 6, 4: 10}  # ALVOS-27
BOXES_BEFORE = {"easy": 3, "normal": 6, "hard": 9}  # ALVOS-35


def hex_named(total: int) -> int:
    """ALVOS-1: 1/7, 2/8, …, 6/12."""
    return total if total <= 6 else total - 6


def gift(inner: int) -> str:
    return "bolt" if inner == 1 else f"cog {inner}"  # ALVOS-4


class Alvo:
    """One player's sheet."""

    def __init__(self, first_die: int) -> None:
        self.hex: int | None = None
        self.health = 3  # ALVOS-5
        self.cogs: list[int] = []
        self.bolts = 0
        self.shaded = 0
        self.crossed = 0
        self.unused = [first_die]
        self.sneezed = False

    @property
    def alive(self) -> bool:
        return self.health > 0

    def shade(self) -> None:
        if self.shaded + self.crossed < 9:  # ALVOS-17
            self.shaded += 1

    def losable(self) -> list[str]:
        """ALVOS-14: every kind of cog, and a completed wild one."""
        return [f"cog {kind}" for kind in sorted(set(self.cogs))] + ["wild"] * (self.shaded >= 3)

    def lose(self, what: str) -> None:
        if what == "wild":
            self.shaded -= 3
            self.crossed += 3
        else:
            self.cogs.remove(int(what.split()[1]))

    def take(self, what: str) -> None:
        if what == "bolt":
            self.bolts += 1
        else:
            self.cogs.append(int(what.split()[1]))


class Alvos:
    def __init__(
        self,
        players: int,
        roll: Callable[[], int],
        mode: str = "versus",
        difficulty: str = "normal",
        solitaire: str = "axel",
    ) -> None:
        self.roll = roll
        self.options = (mode, difficulty, solitaire)
        self.mode = solitaire if players == 1 else mode
        self.boxes = dict.fromkeys(HEXES, 0)
        if self.mode == "cooperative":
            behind = itertools.cycle([10, 60, 50, 40, 30, 20])
            for outer in itertools.islice(behind, BOXES_BEFORE[difficulty]):
                self.boxes[outer] += 1
        self.delivered = dict.fromkeys(ROWS, 0)
        self.fires = dict.fromkeys(ROWS, 0)
        self.cave_ins = 0
        self.engineer = 20  # ALVOS-7
        self.track: dict[int, int | str] = {}
        self.round = 1
        self.last_rounds: int | None = None
        self.ending: str | None = None
        self.stage = ""
        self.dice = [0, 0]
        self.alvos = [Alvo(roll()) for _ in range(players)]
        self.first = self.turn = self.starter()
        self.begin_turn()
        self.go_on()

    def starter(self) -> int:
        """ALVOS-7: the highest roll; ties roll again, without writing that down."""
        rolls = {seat: alvo.unused[0] for seat, alvo in enumerate(self.alvos)}
        while True:
            tied = [seat for seat in rolls if rolls[seat] == max(rolls.values())]
            if len(tied) == 1:
                return tied[0]
            rolls = {seat: self.roll() for seat in tied}

    @property
    def me(self) -> Alvo:
        return self.alvos[self.turn]

    @property
    def over(self) -> bool:
        return self.ending is not None

    def end(self, ending: str) -> None:
        self.ending = ending
        self.stage = "over"

    # The beginning of a turn

    def begin_turn(self) -> None:
        """ALVOS-8"""
        self.dice = [self.roll(), self.roll()]
        self.stage = "resolve"
        total = sum(self.dice) + self.me.unused[-1]
        if total == 11:
            self.advance()
        if total == 10 and self.mode != "sopavre":  # ALVOS-33
            self.event()
        if self.stage == "resolve":
            self.begin_resolution()

    def begin_resolution(self) -> None:
        self.stage = "resolve"
        if self.dice[0] == self.dice[1]:
            self.me.shade()  # ALVOS-17

    def advance(self) -> None:
        """ALVOS-9"""
        visited = [self.engineer] if self.engineer < 60 else [60, 10]
        for outer in visited:
            self.boxes[outer] += 1
            if self.mode == "axel":  # ALVOS-32: each box is a move
                self.mark("axel", 1)
        if visited[-1] == 10:
            self.me.health += 1
            self.engineer = 20
        else:
            self.engineer += 10
        if self.mode == "sopavre" and sum(self.boxes.values()) > sum(self.delivered.values()):  # ALVOS-33
            self.stage = "fire"
            if len(self.incomplete()) == 1:
                self.stage = "resolve"
                self.strike(self.incomplete()[0])

    def incomplete(self) -> list[int]:
        return [part for part in ROWS if self.delivered[part] < 4]

    def strike(self, part: int) -> None:
        """ALVOS-33"""
        self.delivered[part] += 1
        self.burn(part)

    def burn(self, part: int) -> None:
        self.fires[part] += 1
        if self.fires[part] == 2:  # ALVOS-12
            self.end("machine-destroyed")

    def event(self) -> None:
        """ALVOS-10"""
        me = self.me
        event = me.unused[-1]
        if event == 1:  # ALVOS-11
            me.sneezed = True
            self.hurt_me()
        elif event == 2:  # ALVOS-12
            parts = sorted({10 * die for die in self.dice} & set(ROWS))
            if len(parts) == 1:
                self.burn(parts[0])
            elif parts:
                self.stage = "fire"
        elif event == 3:  # ALVOS-13
            me.shade()
            self.stage = "gift"
        elif event == 4:  # ALVOS-14: the loss first
            self.lose_cog()
            if self.stage == "resolve":
                me.shade()
        elif event == 5:  # ALVOS-15
            self.hurt_me()
            if self.stage == "resolve":
                if me.losable():
                    self.lose_cog()
                else:
                    self.stage = "skip"
        elif event == 6:  # ALVOS-16
            self.cave_ins += 1
            if self.cave_ins == 2:
                self.end("cave-fell")

    def lose_cog(self) -> None:
        losable = self.me.losable()
        if len(losable) > 1:
            self.stage = "lose"
        elif losable:
            self.me.lose(losable[0])

    def hurt_me(self) -> None:
        self.hurt(self.me, 1)  # ALVOS-30: this round is the first of two
        if not self.me.alive and not self.over:
            self.stage = "turn-done"

    def hurt(self, alvo: Alvo, rounds: int) -> None:
        """ALVOS-30: after the first elimination so many rounds follow this one."""
        alvo.health -= 1
        if alvo.alive:
            return
        alvo.hex = None
        alvo.cogs = []
        alvo.bolts = alvo.shaded = 0
        alvo.sneezed = False
        if self.last_rounds is None:
            self.last_rounds = rounds
        if not any(other.alive for other in self.alvos):
            self.end("all-eliminated")

    # What can be decided

    def legal(self) -> list[str]:
        me = self.me
        if self.stage == "over":
            return []
        if self.stage == "skip":
            return ["pass"]
        if self.stage == "fire" and self.mode == "sopavre":
            return [f"fire {part}" for part in self.incomplete()]
        if self.stage == "fire":
            return [f"fire {10 * die}" for die in self.dice if die != 1]
        if self.stage == "gift":
            return [f"gain {gift(kind)}" for kind in range(1, 7)]
        if self.stage == "lose":
            return [f"lose {what}" for what in me.losable()]
        if self.stage == "extra":
            assert me.hex is not None
            return [f"take {gift(me.hex)}", "leave"]
        return [*self.collections(), *self.deliveries(), "pass"]  # ALVOS-18

    def open_hex(self, total: int) -> bool:
        return not (hex_named(total) == 1 and self.cave_ins)  # ALVOS-21

    def collections(self) -> Iterator[str]:
        one, two = self.dice
        unused = self.me.unused[-1]
        if len(self.me.unused) < 30:  # ALVOS-19
            for die in sorted({one, two}):
                if self.open_hex(die + unused):
                    yield f"d{die}+u{unused}→{die + unused} {gift(hex_named(die + unused))}"
        if self.open_hex(one + two):  # ALVOS-20
            yield f"d{one}+d{two}→{one + two} {gift(hex_named(one + two))}"

    def deliveries(self) -> Iterator[str]:
        one, two = self.dice
        unused = self.me.unused[-1]
        for load in self.loads():
            if hex_named(one + two) * 10 == self.engineer:  # ALVOS-23
                yield f"d{one}+d{two}→{one + two} deliver {load}"
            if unused * 10 == self.engineer and len(self.me.unused) < 30:  # ALVOS-22
                for die in sorted({one, two}):
                    yield f"u{unused}→{self.engineer} deliver {load} keep {die}"

    def loads(self) -> Iterator[str]:
        """ALVOS-24 to 26"""
        needed = ROWS[self.engineer][self.delivered[self.engineer] :]
        for count in range(1, len(needed) + 1):
            for stars in itertools.product(["", "*"], repeat=count):
                real = [kind for kind, star in zip(needed, stars, strict=False) if not star]
                if stars.count("*") * 3 > self.me.shaded or any(kind not in self.me.cogs for kind in real):
                    continue
                load = " ".join(f"{kind}{star}" for kind, star in zip(needed, stars, strict=False))
                yield load
                if self.me.bolts and self.mode != "cooperative":
                    yield f"{load} +bolt"

    # Doing it

    def play(self, text: str) -> None:
        me = self.me
        words = text.split()
        if "deliver" in words:
            self.deliver(words)
        elif text == "pass":
            self.stage = "turn-done"
        elif words[0] == "fire":
            if self.mode == "sopavre":
                self.strike(int(words[1]))
            else:
                self.burn(int(words[1]))
            if not self.over:
                self.begin_resolution()
        elif words[0] == "gain":
            me.take(" ".join(words[1:]))
            self.begin_resolution()
        elif words[0] == "lose":
            me.lose(" ".join(words[1:]))
            if me.unused[-1] == 4:  # ALVOS-14: now the shard
                me.shade()
            self.begin_resolution()
        elif words[0] in ("take", "leave"):
            if words[0] == "take":
                me.take(" ".join(words[1:]))
            order = self.order()
            self.ask(order[order.index(self.turn) + 1 :])
        else:
            self.collect(words)
        self.go_on()

    def collect(self, words: list[str]) -> None:
        me = self.me
        total = int(words[0].split("→")[1])
        if "u" in words[0]:
            rest = list(self.dice)
            rest.remove(int(words[0][1]))
            me.unused.append(rest[0])
        me.hex = hex_named(total)  # ALVOS-21
        me.take(gift(me.hex))
        self.stage = "turn-done"

    def deliver(self, words: list[str]) -> None:
        me = self.me
        cogs = [word for word in words if word.strip("*").isdigit() and len(word.strip("*")) == 1]
        if "keep" in words:
            cogs.remove(words[-1])
            me.unused.append(int(words[-1]))  # ALVOS-22
        else:
            me.hex = self.engineer // 10  # ALVOS-23
        for cog in cogs:
            if cog.endswith("*"):
                me.shaded -= 3  # ALVOS-25
                me.crossed += 3
            else:
                me.cogs.remove(int(cog))
        self.delivered[self.engineer] += len(cogs)
        points = POINTS[len(cogs)]
        if "+bolt" in words:
            me.bolts -= 1
            points *= 2  # ALVOS-26
        if self.mode != "cooperative":
            self.mark(self.turn, points)
        self.stage = "turn-done"

    def marks(self, owner: int | str) -> list[int]:
        return sorted(space for space, whose in self.track.items() if whose == owner)

    def mark(self, owner: int | str, points: int) -> None:
        """ALVOS-27"""
        last = max(self.marks(owner), default=0)
        ahead = [space for space in range(last + 1, 20) if space not in self.track]
        if ahead:
            self.track[ahead[points - 1] if points <= len(ahead) else ahead[-1]] = owner

    # The end of a turn, of a round, of the game

    def order(self) -> list[int]:
        players = len(self.alvos)
        return [(self.first + nth) % players for nth in range(players)]

    def go_on(self) -> None:
        while self.stage in ("turn-done", "round-done"):
            if self.stage == "turn-done":
                self.end_turn()
            else:
                self.end_round()

    def end_turn(self) -> None:
        self.see_whether_it_ends()
        if self.over:
            return
        order = self.order()
        for seat in order[order.index(self.turn) + 1 :]:
            if self.alvos[seat].alive:
                self.turn = seat
                self.begin_turn()
                return
        self.turn = self.first
        self.sneezes_land()
        if not self.over:
            self.ask(order)

    def sneezes_land(self) -> None:
        """ALVOS-11: all of them at once."""
        losses = [0] * len(self.alvos)
        for sneezer in self.alvos:
            if sneezer.sneezed and sneezer.hex:
                neighbours = {sneezer.hex % 6 + 1, (sneezer.hex - 2) % 6 + 1}
                for seat, alvo in enumerate(self.alvos):
                    losses[seat] += alvo.hex in neighbours
        for alvo in self.alvos:
            alvo.sneezed = False
        for alvo, loss in zip(self.alvos, losses, strict=True):
            for _ in range(loss):
                if alvo.alive:
                    self.hurt(alvo, 2)

    def ask(self, seats: list[int]) -> None:
        """ALVOS-34"""
        hexes = [alvo.hex for alvo in self.alvos]
        for seat in seats:
            here = self.alvos[seat].hex
            if len(self.alvos) >= 5 and here not in (None, 1) and hexes.count(here) == 1:  # hex 1 gives no cog
                self.turn = seat
                self.stage = "extra"
                return
        self.stage = "round-done"

    def end_round(self) -> None:
        """ALVOS-30"""
        if self.last_rounds == 0:
            self.end("last-rounds")
            return
        if self.last_rounds is not None:
            self.last_rounds -= 1
        self.round += 1
        self.turn = next(seat for seat in self.order() if self.alvos[seat].alive)
        self.begin_turn()

    def see_whether_it_ends(self) -> None:
        """ALVOS-29"""
        if self.mode == "sopavre" and self.score(0) >= 20:  # ALVOS-33
            return self.end("twenty-points")
        full = all(checked == 3 for checked in self.boxes.values())
        complete = all(done == 4 for done in self.delivered.values())
        if not (full or complete or 19 in self.track):
            return None
        if self.mode == "sopavre":
            return self.end("too-few-points")
        if self.mode == "axel" and self.axel_score() > self.score(0):  # ALVOS-32
            return self.end("axel-ahead")
        if full:
            return self.end("three-rounds")
        if complete and self.mode == "cooperative":  # ALVOS-35
            return self.end("together" if all(len(a.cogs) <= 2 for a in self.alvos) else "too-many-cogs")
        return self.end("machine-complete" if complete else "nineteen")

    def axel_score(self) -> int:
        return 2 * len(self.marks("axel"))

    def score(self, seat: int) -> int:
        """ALVOS-28"""
        alvo, marks = self.alvos[seat], self.marks(seat)
        score = len(alvo.unused) // 5 - len(alvo.cogs) - 2 * alvo.bolts - alvo.shaded
        return score + (marks[-1] + 2 * (len(marks) - 1) if marks else 0)

    def scores(self) -> tuple[int, ...]:
        return tuple(0 if self.mode == "cooperative" else self.score(seat) for seat in range(len(self.alvos)))

    def winners(self) -> tuple[int, ...]:
        lost = ("machine-destroyed", "cave-fell", "all-eliminated", "axel-ahead", "too-few-points")
        if self.ending in lost or (self.mode == "cooperative" and self.ending != "together"):
            return ()
        alive = [seat for seat, alvo in enumerate(self.alvos) if alvo.alive]
        scores = self.scores()
        return tuple(seat for seat in alive if scores[seat] == max(scores[other] for other in alive))  # ALVOS-31

    def text(self) -> str:
        """The whole position as the engine writes it, without its generator."""

        def listed(values: object) -> str:
            return ",".join(str(value) for value in values)  # type: ignore[attr-defined]

        def owner(whose: int | str) -> str:
            return whose if isinstance(whose, str) else str(whose + 1)

        mode, difficulty, solitaire = self.options
        values = {
            "players": len(self.alvos),
            "mode": mode,
            "difficulty": difficulty,
            "solitaire": solitaire,
            "round": self.round,
            "first": self.first + 1,
            "turn": self.turn + 1,
            "stage": self.stage,
            "dice": listed(self.dice),
            "engineer": self.engineer,
            "boxes": listed(self.boxes.values()),
            "delivered": listed(self.delivered.values()),
            "fires": listed(self.fires.values()),
            "cave-ins": self.cave_ins,
            "track": ",".join(f"{space}:{owner(whose)}" for space, whose in sorted(self.track.items())) or "-",
            "alvos": listed(alvo.hex or "-" for alvo in self.alvos),
            "health": listed(alvo.health for alvo in self.alvos),
            "cogs": "/".join("".join(str(kind) for kind in sorted(alvo.cogs)) or "-" for alvo in self.alvos),
            "bolts": listed(alvo.bolts for alvo in self.alvos),
            "shards": listed(alvo.shaded for alvo in self.alvos),
            "spent": listed(alvo.crossed for alvo in self.alvos),
            "unused": "/".join("".join(str(die) for die in alvo.unused) for alvo in self.alvos),
            "sneezed": ",".join(str(seat + 1) for seat, alvo in enumerate(self.alvos) if alvo.sneezed) or "-",
            "last-rounds": "-" if self.last_rounds is None else self.last_rounds,
            "ending": self.ending or "-",
        }
        return " ".join(f"{key}={value}" for key, value in values.items())


def random_game(rng: random.Random, players: int = 1, **options: str) -> int:
    """Play at random; return the number of actions."""
    game = Alvos(players, lambda: rng.randint(1, 6), **options)
    actions = 0
    while not game.over:
        game.play(rng.choice(game.legal()))
        actions += 1
    return actions
