"""Play two worlds side by side, ask them everything, and compare what the viewer receives."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from alcove import Game
from alcove.server.hall import Hall
from alcove.server.site import Site
from tests.conformance.wall_checks import observed
from tests.wall.at_once import run, without_threads
from tests.wall.choices import Deals, Secrets, choose, dealt, looks
from tests.wall.far import Away
from tests.wall.worlds import KEY, Clock, World, known_records, settings_for, stopped_clock

MAX_STEPS = 14
WITH_BOTS = 0.2
IN_MEMORY = Path("/dev/shm")
TRIED = 0.1
"""How often a table goes on from a position that somebody has typed."""
TIMED = 0.3
"""How often clocks run."""
LEAVING, RETURNING = 0.15, 0.5
FAR, LOSING = 0.2, 0.3
"""How often the viewer has come to a process that does not have the table, and how often a message is lost then."""
OFTEN = 10
"""As often as each hidden choice of every game comes up in a test run, at the least."""
PAGES = ("", "/replay", "/replay", "/record", "/verify", "/analysis", "/analysis/1", "/links", "lobby", "try")
SEATED = ("", "/replay")
"""Pages that may be asked for as one seat sees them."""


class LeakError(AssertionError):
    """A viewer can tell two worlds apart."""


@dataclass
class Count:
    """What was compared."""

    trials: int = 0
    steps: int = 0
    differing: int = 0
    """Steps in which different actions were chosen in the two worlds."""
    changed: Counter[str] = field(default_factory=Counter)
    """How often somebody left, was replaced, or came back, and how often a message was lost on its way."""
    compared: Counter[str] = field(default_factory=Counter)
    secrets: Secrets = field(default_factory=Secrets)

    @property
    def comparisons(self) -> int:
        return self.compared.total()

    def never_compared(self, often: int = OFTEN) -> set[str]:
        """Public texts that hid a choice many times, and always looked different: does the view tell what they hide?"""
        return {text for text, times in self.secrets.chosen.items() if times >= often} - set(self.secrets.compared)


class Pair:
    """The two worlds of one game, for many trials."""

    def __init__(self, game: Game, worlds: tuple[World, World], clock: Clock) -> None:
        self.game, self.worlds, self.clock = game, worlds, clock
        self.count = Count()

    async def both(self, do: Callable[[World], Awaitable[object]]) -> None:
        for world in self.worlds:
            await do(world)

    async def trial(self, number: int, seed: int) -> None:
        self.clock.now += 100
        deal, rng = dealt(self.game, seed, number)
        if rng.random() < WITH_BOTS:
            bots = frozenset(range(deal.one.players)) - {deal.viewer}
        else:
            bots = frozenset()
        tried = rng.random() < TRIED
        far = rng.random() < FAR
        timed = random.Random(f"timed {seed} {number}").random() < TIMED  # what else is drawn does not depend on it
        self.count.changed["timed"] += timed
        for world, position in zip(self.worlds, (deal.one, deal.two), strict=True):
            await world.open(number, position, rng.getrandbits(64), bots, tried, timed)
        run = Run(self, rng, deal.viewer, bots, far, f"{self.game.name}, trial {number} of seed {seed}")
        try:
            await run.play(rng.choice([0.3, 0.8, 1.0]))
        except Exception as error:
            error.add_note(f"{run.name}, after {'; '.join(run.done)}")
            raise
        finally:
            await self.both(World.leave)
        self.count.trials += 1


class Run:
    """One trial."""

    def __init__(
        self, pair: Pair, rng: random.Random, viewer: int | None, bots: frozenset[int], far: bool, name: str
    ) -> None:
        self.pair, self.rng, self.viewer, self.bots, self.far = pair, rng, viewer, bots, far
        who = "a spectator" if viewer is None else f"seat {viewer}"
        self.name = f"{name}, seen by {who}{' from another machine' if far else ''}"
        self.one, self.two = pair.worlds
        self.count = pair.count
        self.done: list[str] = []

    async def play(self, differ: float) -> None:
        await self.pair.both(lambda world: world.enter(self.viewer, self.far))
        self.compare_lines()
        for _ in range(self.rng.randrange(2, MAX_STEPS)):
            if self.far and self.rng.random() < LOSING:
                self.lose_next()
            await self.probe()
            deal = Deals(self.viewer, self.one.position, self.two.position, self.bots | self.one.left)
            chosen = choose(self.rng, deal, differ, self.count.secrets)
            if chosen is None:
                return
            await self.act(*chosen)
            if self.one.position.over:
                return
            if self.rng.random() < 0.1:
                await self.take_back()
            if self.rng.random() < (RETURNING if self.one.left else LEAVING):
                await self.leave_or_return()
            if self.rng.random() < 0.03:
                self.done.append("a restart")
                await self.pair.both(lambda world: world.wake(self.viewer, self.far))
                self.compare_lines()

    async def act(self, seat: int, index: int, other: int) -> None:
        texts = [w.position.action(seat, i).text for w, i in ((self.one, index), (self.two, other))]
        self.done.append(f"seat {seat}: {' | '.join(dict.fromkeys(texts))}")
        self.pair.clock.now += 1
        await self.one.act(seat, index)
        await self.two.act(seat, other)
        self.count.steps += 1
        self.count.differing += index != other
        self.compare("observation", *(observed(world.position, self.viewer) for world in self.pair.worlds))
        if not self.one.position.over:
            self.compare_lines()

    async def take_back(self) -> None:
        """Somebody asks to take back; perhaps the others agree."""
        people = [seat for seat in range(self.one.position.players) if seat not in self.bots]
        if not people:
            return
        asker, answers = self.rng.choice(people), self.rng.random() < 0.7
        self.done.append(f"seat {asker} takes back")
        await self.say_alone(asker, b'{"t":"undo","v":%d}' % self.one.table.version)
        for seat in people:
            if seat != asker:
                yes = b"true" if answers else b"false"
                await self.say_alone(seat, b'{"t":"undo-answer","v":%d,"yes":%b}' % (self.one.table.version, yes))
        if looks(self.one.position, self.viewer) != looks(self.two.position, self.viewer):
            raise LeakError(f"{self.name}: undo leads to different views\n{self.story()}")

    async def leave_or_return(self) -> None:
        """Somebody leaves or is replaced, and a bot plays on; whoever has left comes back."""
        people = sorted({*range(self.one.position.players)} - self.bots)
        if self.one.left:
            [seat] = self.one.left
            await self.change_seat(seat, "return")
        elif len(people) > 1 and self.one.position.players > 2:
            seat, other = self.rng.sample(people, 2)
            gone = seat != self.viewer and seat in self.one.position.awaited and self.rng.random() < 0.5
            await self.change_seat(seat, "replace" if gone else "resign", other)

    async def change_seat(self, seat: int, how: str, by: int = 0) -> None:
        self.done.append(f"seat {seat}: {how}")
        for world in self.pair.worlds:
            if how == "replace":
                await world.be_replaced(seat, by)
            else:
                await world.say(seat, b'{"t":"%b","seat":%d}' % (how.encode(), seat))
        self.count.changed[how] += 1
        self.compare_lines()

    async def say_alone(self, seat: int, text: bytes) -> None:
        await self.pair.both(lambda world: world.say(seat, text))
        self.compare_lines()

    def lose_next(self) -> None:
        self.done.append("a letter is lost")
        self.count.changed["lost"] += 1
        for world in self.pair.worlds:
            world.away.lose_next()

    # Asking

    async def probe(self) -> None:
        """Ask some of all that a viewer can ask."""
        for page in self.rng.sample(PAGES, 2):
            await self.open_page(page)
        for ask in self.rng.sample([self.ask_why, self.act_wrongly, self.talk, self.ask_hint], 2):
            await ask()

    async def open_page(self, page: str) -> None:
        path = "/api/tables" if page in ("lobby", "try") else f"/api/tables/{self.one.table_id}{page}"
        query, packed = f"lang={self.rng.choice(['en', 'de'])}", self.rng.random() < 0.2
        if page in SEATED and self.rng.random() < 0.5:
            query += f"&seat={self.some_seat()}"
        say = self.trying() if page == "try" else None
        answers = [bytes(await w.viewer(self.viewer).ask(path, query, say, packed)) for w in self.pair.worlds]
        self.compare(page or "table", *answers)

    def trying(self) -> dict[str, Any]:
        """The wish to go on from a moment of this very game, which is not over."""
        seats = [{"kind": "me"}] * self.one.position.players
        start = {"from": "table", "table": self.one.table_id, "after": self.rng.randrange(3)}
        return {"game": self.pair.game.name, "players": len(seats), "seats": seats, "name": "I", "start": start}

    async def ask_why(self) -> None:
        for action in self.actions(6):
            seat = self.some_seat()
            said = msgspec.json.encode({"t": "why", "v": self.one.table.version, "seat": seat, "action": action})
            await self.say(said)

    async def act_wrongly(self) -> None:
        """What is not allowed, not mine, not now, or no action at all."""
        legal = [] if self.viewer is None else self.one.position.legal(self.viewer)
        allowed = {action.text for action in legal} | {action.index for action in legal}
        for action in self.actions(4):
            seat, late = self.some_seat(), self.rng.random() < 0.2
            if seat == self.viewer and action in allowed:
                continue
            version = self.rng.choice([0, 10_000]) if late else self.one.table.version
            await self.say(msgspec.json.encode({"t": "act", "v": version, "seat": seat, "action": action}))

    async def talk(self) -> None:
        """Whatever else can be said at a table."""
        seats = self.one.position.players
        sayings = [
            b'{"t":"chat","text":"Is it me?"}',
            b'{"t":"look","seat":%d}' % self.rng.randrange(seats),
            b'{"t":"look","seat":null}',
            b'{"t":"rematch"}',
            b'{"t":"undo-answer","v":%d,"yes":true}' % self.one.table.version,
            b'{"t":"undo","v":0}',
            b'{"t":"resign","seat":63}',
            b'{"t":"return","seat":%d}' % self.rng.randrange(seats),
            b'{"t":"replace","seat":%d}' % self.rng.randrange(seats),
            b"nonsense",
        ]
        await self.say(self.rng.choice(sayings))
        await self.say(b'{"t":"look","seat":%b}' % (b"null" if self.viewer is None else b"%d" % self.viewer))

    async def ask_hint(self) -> None:
        lines = [world.viewer(self.viewer).lines[0] for world in self.pair.worlds]
        version = self.one.table.version
        for world, line in zip(self.pair.worlds, lines, strict=True):
            await world.hint(line, version)
        self.compare_lines()

    async def say(self, text: bytes) -> None:
        number = len(self.one.browsers) - 1 if self.viewer is None else self.viewer
        await self.pair.both(lambda world: world.say(number, text))
        self.compare_lines()

    def some_seat(self) -> int:
        own = self.viewer is not None and self.rng.random() < 0.7
        return self.viewer if own and self.viewer is not None else self.rng.randrange(self.one.position.players)

    def actions(self, most: int) -> list[str | int]:
        """Of everybody in both worlds, as text and by number, and some that nobody has."""
        found: list[str | int] = ["nonsense", self.rng.randrange(self.pair.game.rules.ACTIONS)]
        for world in self.pair.worlds:
            for seat in world.position.actors:
                indices = world.position.legal_indices(seat)
                for index in self.rng.sample(indices, min(2, len(indices))):
                    found += [index, world.position.action(seat, index).text]
        return self.rng.sample(found, min(most, len(found)))

    # Comparing

    def compare_lines(self) -> None:
        """What the viewer's connections have heard: as many messages, in the same order, of the same bytes."""
        lines = [world.viewer(self.viewer).lines for world in self.pair.worlds]
        for mine, theirs in zip(*lines, strict=True):
            if len(mine.heard) != len(theirs.heard):
                kinds = [[text[:40] for text in line.heard] for line in (mine, theirs)]
                raise LeakError(
                    f"{self.name}: {len(mine.heard)} or {len(theirs.heard)} messages {kinds}\n{self.story()}"
                )
            for text, other in zip(mine.heard, theirs.heard, strict=True):
                self.compare(text[6:].partition(b'"')[0].decode(), text, other)
            mine.heard.clear()
            theirs.heard.clear()

    def compare(self, kind: str, one: bytes, two: bytes) -> None:
        self.count.compared[kind] += 1
        if one != two:
            raise LeakError(f"{self.name}: {kind} differs\n{difference(one, two)}\n{self.story()}")

    def story(self) -> str:
        return "\n".join(["after", *self.done, f"one: {self.one.record.deal}", f"two: {self.two.record.deal}"])


def difference(one: bytes, two: bytes) -> str:
    """Where two texts part, with what stands around it."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return "\n".join(f"  …{text[max(0, at - 120) : at + 160].decode(errors='replace')}…" for text in (one, two))


@asynccontextmanager
async def side_by_side(game: Game) -> AsyncIterator[Pair]:
    where = IN_MEMORY if IN_MEMORY.is_dir() else None
    async with AsyncExitStack() as stack:
        clock = stack.enter_context(stopped_clock())
        records = stack.enter_context(known_records())
        worlds = []
        for _ in range(2):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alcove-wall-", dir=where)))
            settings = settings_for(folder)
            hall = await stack.enter_async_context(Hall.opened(settings))
            without_threads(hall)
            hall.store.key = KEY
            site = Site(settings, "127.0.0.1")
            away = await stack.enter_async_context(Away.of(hall, site))
            worlds.append(World(hall, site, away, clock, records))
        yield Pair(game, (worlds[0], worlds[1]), clock)


def compare(
    game: Game,
    comparisons: int,
    seed: int = 0,
    report: Callable[[Count], None] = lambda count: None,
    until: float = float("inf"),
) -> Count:
    """Trials until that much was compared, or that time has come. Raises a LeakError with a way to see it again."""

    async def trials() -> Count:
        async with side_by_side(game) as pair:
            number = 0
            while pair.count.comparisons < comparisons and time.monotonic() < until:
                await pair.trial(number, seed)
                number += 1
                report(pair.count)
        return pair.count

    return run(trials())
