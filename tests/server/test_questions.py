"""Questions to the database: answered to their end, whoever is still there to hear."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest
from sqlalchemy import text

from alcove.server.database import open_engines, read_url
from alcove.server.questions import Questions
from alcove.server.settings import Settings


@pytest.mark.parametrize("pause", [0.0, 0.001, 0.004])
def test_a_question_that_nobody_waits_for_gives_its_connection_back(
    tmp_path: Path, database: str | None, pause: float
) -> None:
    """A driver that is stopped while it connects or waits would leave a connection open, and a warning is an error."""

    async def ask_and_go() -> None:
        engine, plain = open_engines(read_url(Settings(data=tmp_path, database=database).database_url))
        questions = Questions(engine)
        asked = [asyncio.create_task(questions.number(text("SELECT 7"))) for _ in range(8)]
        await asyncio.sleep(pause)
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        assert await questions.number(text("SELECT 7")) == 7
        await engine.dispose()
        plain.dispose()

    asyncio.run(ask_and_go())
    gc.collect()
