"""A person's own page."""

from __future__ import annotations

from tests.server.browser import ME, Browser, bot, local


def test_somebody_sees_their_own_finished_games_and_nobody_elses(anna: Browser, bruno: Browser) -> None:
    lost = anna.create(ME, bot(2), size=5, pieces=2)
    white = anna.enter(lost)
    white.say("resign", seat=0)
    white.hear("table")
    both = anna.create(ME, local("Bruno"), size=5, pieces=1)
    screen = anna.enter(both)
    screen.act("a1", seat=0)
    screen.act("e5", seat=1)
    anna.create(ME, bot(1))  # not over
    games = anna.get("/api/me")["games"]
    assert [one["id"] for one in games] == [both, lost]
    assert [one["result"] for one in games] == [None, "lost"]
    assert (games[1]["levels"], games[1]["people"], games[1]["tried"]) == ([2], 0, False)
    assert bruno.get("/api/me")["games"] == []
