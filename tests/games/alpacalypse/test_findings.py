"""What the comparison with the slow Alpacalypse has found: one test for each rule that was once read differently."""

from __future__ import annotations

from tests.games.alpacalypse.tables import Table, playing, texts


def test_the_wonder_stands_when_it_is_paid() -> None:
    """ALPAC-30, ALPAC-35: while its builder still chooses how to pay, there is no wonder."""
    start = Table().rich().goods(cube=1).hand("tribal-wonder").at_turn()
    paying = playing(start, "1 builder BP: complete tribal-wonder")
    assert "pay own" in texts(paying, 0)
    assert paying.view(None)["table"]["tribes"][0]["wonder"] is False
    assert playing(paying, "1 pay own").view(None)["table"]["tribes"][0]["wonder"] is True
