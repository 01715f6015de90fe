"""Alpha-beta: what it proves is true, and it does not matter in how many portions it thinks."""

from __future__ import annotations

import random
import threading
import time

import pytest

import alcove
from alcove import Position
from alcove.bots import Cancel, search
from alcove.bots import deepening as module
from alcove.bots.deepening import Character, Deepening
from alcove.bots.judge import judge

ALVA = alcove.game("alva")
CHAIN = "5/2b2/wb3/5/wb3 w 0-0 0-1 0"
"""White jumps a1xc1 for one piece, or the chain a3xc3xc5 for two. Nobody has anything left to place."""


def played(actions: int, seed: int, **options: int) -> Position:
    """A position after some random actions, or the last one before the end."""
    dice, position = random.Random(seed), ALVA.new(**options)
    for _ in range(actions):
        seat = position.awaited[0]
        after = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        if after.over:
            break
        position = after
    return position


class TooManyError(Exception):
    """Trying everything would take too long."""


def result(position: Position, seat: int, seen: dict[bytes, float]) -> float:
    """The share of the win that a seat gets if both play on perfectly, by trying everything."""
    if position.over:
        assert position.outcome is not None
        return position.outcome.shares[seat]
    if bytes(position) not in seen:
        if len(seen) > 3000:
            raise TooManyError
        mover = position.awaited[0]
        after = [result(position.play_legal(mover, index), seat, seen) for index in position.legal_indices(mover)]
        seen[bytes(position)] = max(after) if mover == seat else min(after)
    return seen[bytes(position)]


def end_of_game(seed: int) -> tuple[Position, float]:
    """The earliest position of a random game that everything can be tried in, and what it is worth."""
    dice, positions = random.Random(seed), [ALVA.new(size=5, pieces=2)]
    while not positions[-1].over:
        seat = positions[-1].awaited[0]
        positions.append(positions[-1].play_legal(seat, dice.choice(positions[-1].legal_indices(seat))))
    found = None
    for position in reversed(positions[:-1]):
        try:
            found = position, result(position, position.awaited[0], {})
        except TooManyError:
            break
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(8))
def test_what_is_proven_is_what_perfect_play_leads_to(seed: int) -> None:
    position, expected = end_of_game(seed)
    seat = position.awaited[0]
    thought = search(position, seat, simulations=6_000, seed=seed)
    assert thought.proven
    assert thought.value == expected
    assert result(position.play_legal(seat, thought.action.index), seat, {}) == expected


def test_nothing_is_proven_in_the_middle_of_a_game() -> None:
    thought = search(played(8, 3, size=7), 0, simulations=200)
    assert not thought.proven
    assert 0 < thought.value < 1


def test_portions_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played(9, 5, size=7)
    seat = position.awaited[0]
    whole = search(position, seat, simulations=400, seed=4)
    monkeypatch.setattr(module, "FIRST_PORTION", 7)
    monkeypatch.setattr(module, "PORTION", 11)
    assert search(position, seat, simulations=400, seed=4) == whole
    assert whole.simulations <= 400


def test_a_turn_of_several_actions_is_one_sides_turn() -> None:
    """ALVA-11: after a3xc3 White jumps again, and both jumps are White's gain."""
    thought = search(ALVA.read(CHAIN), 0, simulations=200)
    assert thought.line[:2] == ["a3xc3", "c3xc5"]
    assert (
        judge(ALVA.read(CHAIN), 0, thought.action.index, 200) == thought.value == 0.5
    )  # 3 to 3; a1xc1 loses by 1 to 3


def test_a_finished_game_is_judged_by_its_outcome() -> None:
    position = ALVA.new(size=5, pieces=1)
    position = position.play(0, "c3")
    index = next(action.index for action in position.legal(1) if action.text == "a1")
    assert judge(position, 1, index, 100) == 0.0  # ALVA-19: a piece on the edge is a point for White


def test_deeper_looks_cost_more_and_a_shallow_character_stops() -> None:
    position = played(10, 2, size=7)
    seat = position.awaited[0]
    counts = []
    for depth in (1, 2, 3):
        one = Deepening(position, seat, 1, 1 << 20, Character(depth=depth))
        one.think()
        assert one.depth == depth
        counts.append(one.nodes)
    assert counts == sorted(counts)
    assert counts[0] < counts[2]


def test_somebody_who_overlooks_every_reply_gives_pieces_away() -> None:
    """A lone black piece in the middle: placing next to it loses a piece, which only the blind do not see."""
    position = ALVA.read("9/9/9/9/4b4/9/9/9/9 w 34-33 0-0 0")
    blind = Character(depth=1, shake=0, blind=1024)
    hanging = {"e4", "e6", "d5", "f5"}
    seen = search(position, 0, simulations=250, seed=1, character=Character(depth=1, shake=0))
    assert not {text for text, value in seen.values.items() if value >= seen.value} & hanging
    unseen = search(position, 0, simulations=250, seed=1, character=blind)
    assert unseen.value >= seen.value


def test_several_threads_share_the_work_and_agree_with_themselves() -> None:
    position = played(9, 5, size=7)
    seat = position.awaited[0]
    first = search(position, seat, simulations=250, threads=2, seed=4)
    assert first == search(position, seat, simulations=250, threads=2, seed=4)
    assert first.simulations <= 250


def test_compiled_code_searches_without_the_interpreter_lock() -> None:
    one = Deepening(ALVA.new(), 0, 1, 300_000)
    one._compiled.begin(one.desk, 0, 9, -module.INFINITE, module.INFINITE)
    worker = threading.Thread(target=one._compiled.run, args=(one.desk, 300_000))
    worker.start()
    ticks = 0
    while worker.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert one.nodes == 300_000
    assert ticks > 20  # with the lock held it would be one or two


def test_a_cancelled_search_has_an_answer() -> None:
    cancel = Cancel()
    cancel.cancel()
    thought = search(ALVA.new(), 0, milliseconds=60_000, cancel=cancel)
    assert 0 < thought.simulations < 1000
