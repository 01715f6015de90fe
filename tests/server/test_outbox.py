"""What is said in one round of the event loop is written once for each socket, after all have spoken."""

from __future__ import annotations

import asyncio

from alcove.server.outbox import Outbox


class Spoken:
    def __init__(self, outbox: Outbox, name: str, written: list[str]) -> None:
        self._outbox, self._name, self._written = outbox, name, written
        self._unsent: list[str] = []

    def say(self, text: str) -> None:
        if not self._unsent:
            self._outbox.add(self)
        self._unsent.append(text)

    def flush(self) -> None:
        self._written.append(f"{self._name}: {' '.join(self._unsent)}")
        self._unsent.clear()


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
