"""What is said in one round of the event loop is written once for each socket, after all have spoken."""

from __future__ import annotations

import asyncio

from alcove.server.outbox import PORTION_BYTES, Outbox


class Spoken:
    def __init__(self, outbox: Outbox, name: str, written: list[str]) -> None:
        self._outbox, self._name, self._written = outbox, name, written
        self._unsent: list[str] = []
        self.unsent_bytes = 0

    def say(self, text: str) -> None:
        if not self._unsent:
            self._outbox.add(self)
        self._unsent.append(text)
        self.unsent_bytes += len(text)

    def flush(self) -> None:
        self._written.append(f"{self._name}: {' '.join(self._unsent)}")
        self._unsent.clear()
        self.unsent_bytes = 0


def test_everybody_is_written_to_once_a_round() -> None:
    async def talk() -> list[str]:
        written: list[str] = []
        outbox = Outbox()
        anna, bruno = Spoken(outbox, "Anna", written), Spoken(outbox, "Bruno", written)
        anna.say("one")
        bruno.say("two")
        anna.say("three")
        assert written == []
        await asyncio.sleep(0)
        bruno.say("four")
        await asyncio.sleep(0)
        return written

    assert asyncio.run(talk()) == ["Anna: one three", "Bruno: two", "Bruno: four"]


def test_much_goes_out_in_portions_and_keeps_nobody_waiting() -> None:
    async def talk() -> list[str]:
        written: list[str] = []
        outbox = Outbox()
        crowd = [Spoken(outbox, f"spectator {number}", written) for number in range(4)]
        for one in crowd:
            one.say("x" * (PORTION_BYTES // 2))
        Spoken(outbox, "Anna", written).say("one")
        await asyncio.sleep(0)
        Spoken(outbox, "Bruno", written).say("two")
        crowd[3].say("three")
        await asyncio.sleep(0)
        return [text.partition(":")[0] + text[-4:].removeprefix("xxxx") for text in written]

    assert asyncio.run(talk()) == [
        "Anna one",
        "spectator 0",
        "spectator 1",
        "Bruno two",
        "spectator 2",
        "spectator 3hree",
    ]
