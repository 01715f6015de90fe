"""Questions to the database: answered to their end, whoever is still there to hear."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import event, text

from alcove.server.database import open_engines, read_url
from alcove.server.questions import Questions
from alcove.server.refusals import UnavailableError
from alcove.server.settings import Settings

SLOW = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT count(*) FROM n")


def test_a_question_that_nobody_waits_for_is_answered_and_gives_its_connection_back(
    tmp_path: Path, database: str | None
) -> None:
    """A driver that is stopped while it connects, or while it waits, leaves its connection open or has to break it."""
    settings = Settings(data=tmp_path, database=database)
    lost: list[str] = []

    async def ask_and_go(pause: float) -> None:
        engine, plain = open_engines(read_url(settings.database_url))
        opened: list[object] = []
        event.listen(engine.sync_engine, "connect", lambda connection, _: opened.append(connection))
        event.listen(engine.sync_engine, "invalidate", lambda *_: lost.append(f"broken after {pause}"))
        question = asyncio.create_task(Questions(engine).number(SLOW))
        await asyncio.sleep(pause)
        question.cancel()
        await asyncio.gather(question, return_exceptions=True)
        if len(opened) != 1:
            lost.append(f"not opened after {pause}")
        await engine.dispose()
        plain.dispose()

    for thousandth in range(1, 15):
        asyncio.run(ask_and_go(thousandth / 1000))
    assert not lost


def test_whoever_closes_waits_for_answers_and_later_questions_are_refused(tmp_path: Path, database: str | None) -> None:
    async def main() -> None:
        engine, plain = open_engines(read_url(Settings(data=tmp_path, database=database).database_url))
        questions = Questions(engine)
        asked = asyncio.create_task(questions.number(SLOW))
        await asyncio.sleep(0)
        await questions.close()
        assert await asked == 30_000
        with pytest.raises(UnavailableError):
            await questions.number(SLOW)
        plain.dispose()

    asyncio.run(main())
