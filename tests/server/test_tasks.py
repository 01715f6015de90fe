"""Work beside what is asked for."""

from __future__ import annotations

import asyncio

from alcove.server.tasks import Tasks


def test_nothing_begins_once_the_end_has_come() -> None:
    done: list[str] = []

    async def work(name: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            done.append(name)
        finally:
            tasks.do(work(f"after {name}", 0))

    async def main() -> set[asyncio.Task[None]]:
        tasks.do(work("short", 0))
        tasks.do(work("long", 60))
        await asyncio.sleep(0.01)
        await tasks.end()
        tasks.do(work("late", 0))
        await asyncio.sleep(0.01)
        return asyncio.all_tasks() - {asyncio.current_task()}  # type: ignore[arg-type]

    tasks = Tasks()
    assert asyncio.run(main()) == set()
    assert "short" in done
    assert not {"long", "after long", "late"} & set(done)
