"""What the lab tells of Alvos."""

from __future__ import annotations

from alcove.lab import simulate


def test_quick_bots_beat_random_play_by_far() -> None:
    """Axel's lead is what a random player cannot catch up with."""
    wins = sum(bool(outcome.winners) for outcome in simulate("alvos", 1, games=300, seed=2).outcomes())
    assert wins > 200
