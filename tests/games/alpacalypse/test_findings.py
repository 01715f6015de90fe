"""What the comparison with the slow Alpacalypse has found: one test for each rule that was once read differently."""

from __future__ import annotations

from tests.games.alpacalypse.tables import Table, playing, texts

RESOURCES = "financier resources: gain coin, gain coin"


def test_turns_that_others_pass_do_not_part_two_actions() -> None:
    """ALPAC-34: no third action in a row, whether the others pass, have nobody left, or have used up their turns."""
    first = playing(Table(3).kept("two-at-a-time").at_turn(), f"1 {RESOURCES}")
    passed = playing(first, "2 pass", "3 pass")
    assert passed.awaited == (0,)
    assert "play two-at-a-time" not in texts(passed, 0)
    refusal = passed.why_not(0, "play two-at-a-time")
    assert refusal is not None
    assert refusal.clause == "ALPAC-34"
    set_up = Table(3).kept("two-at-a-time")
    for seat in (1, 2):
        set_up.busy("warrior", "financier", "builder", "researcher", "leader", seat=seat)
    alone = playing(set_up.at_turn(), f"1 {RESOURCES}")
    assert alone.awaited == (0,)
    assert "play two-at-a-time" not in texts(alone, 0)


def test_an_action_of_another_tribe_parts_them() -> None:
    """ALPAC-34"""
    first = playing(Table(3).kept("two-at-a-time").at_turn(), f"1 {RESOURCES}")
    acted = playing(first, "2 leader diplomacy: draw MD", "3 gain coin", "1 gain coin", "3 pass")
    assert "play two-at-a-time" in texts(acted, 0)


def test_an_own_turn_that_was_passed_is_no_action() -> None:
    """ALPAC-34: who has passed the first turn may act twice in the second."""
    position = playing(Table().kept("two-at-a-time").at_turn(), "1 pass", "2 pass", "1 play two-at-a-time")
    position = playing(position, f"1 {RESOURCES}")
    assert position.awaited == (0,)


def test_the_wonder_stands_when_it_is_paid() -> None:
    """ALPAC-30, ALPAC-35: while its builder still chooses how to pay, there is no wonder."""
    start = Table().rich().goods(cube=1).hand("tribal-wonder").at_turn()
    paying = playing(start, "1 builder BP: complete tribal-wonder")
    assert "pay own" in texts(paying, 0)
    assert paying.view(None)["table"]["tribes"][0]["wonder"] is False
    assert playing(paying, "1 pay own").view(None)["table"]["tribes"][0]["wonder"] is True
