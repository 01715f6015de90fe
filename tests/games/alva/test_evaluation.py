"""What the bots of Alva have learned, and how it is looked up."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import alcove
from alcove import Position
from alcove.games.alva import evaluation, rules, weights

ALVA = alcove.game("alva")
TABLES = weights.tables()


def middle(seed: int, size: int, actions: int = 25) -> Position:
    """A position in which a turn begins."""
    dice, position = random.Random(seed), ALVA.new(size=size)
    while not position.over and (actions > 0 or int(position.state.shifted) or int(position.state.jumper) >= 0):
        seat = position.awaited[0]
        after = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        if after.over:
            break
        position, actions = after, actions - 1
    return position


def turned(position: Position, turn: Any) -> Position:
    """The same position with its board turned, mirrored or recoloured."""
    board, *rest = str(position).split(" ")
    rows = [list("".join("." * int(c) if c.isdigit() else c for c in row)) for row in board.split("/")]
    rows, rest = turn(np.array(rows), rest)
    words = ["".join(row) for row in rows]
    for run in range(9, 0, -1):
        words = [word.replace("." * run, str(run)) for word in words]
    return ALVA.read(" ".join(["/".join(words), *rest]))


def value(position: Position) -> int:
    row = position.copy_row()[0]
    return int(evaluation.evaluate(row, int(row.to_move), TABLES))


def recoloured(board: Any, rest: list[str]) -> tuple[Any, list[str]]:
    swapped = np.where(board == "w", "b", np.where(board == "b", "w", board))
    side, hands, captured, *more = rest
    return swapped, [
        "b" if side == "w" else "w",
        "-".join(hands.split("-")[::-1]),
        "-".join(captured.split("-")[::-1]),
        *more,
    ]


@pytest.mark.parametrize("size", weights.PLACES)
@pytest.mark.parametrize("seed", range(4))
def test_a_position_is_worth_the_same_from_all_sides_and_in_other_colours(size: int, seed: int) -> None:
    position = middle(seed, size)
    expected = value(position)
    for turn in (
        lambda board, rest: (board[::-1], rest),
        lambda board, rest: (board[:, ::-1], rest),
        lambda board, rest: (board.T, rest),
        recoloured,
    ):
        assert value(turned(position, turn)) == expected


@pytest.mark.parametrize("size", weights.PLACES)
def test_what_is_trained_is_what_is_looked_up(size: int) -> None:
    """The weights that training names add up to the value, but for rounding."""
    learned = np.random.default_rng(size).normal(0, 0.2, weights.WEIGHTS).astype(np.float32)
    tables = weights.make_tables(learned)
    rows = np.concatenate([middle(seed, size).copy_row() for seed in range(8)])
    features, known = weights.features(rows)
    added = weights.UNITS * (learned[features].sum(axis=1) + known)
    looked_up = [int(evaluation.evaluate(row, int(row.to_move), tables)) for row in rows]
    assert np.abs(added - looked_up).max() <= 2 * size + 3


@pytest.mark.parametrize("size", weights.PLACES)
@pytest.mark.parametrize("seed", range(3))
def test_guesses_of_placements_and_shifts_are_the_lines_they_lead_to(size: int, seed: int) -> None:
    """Hands and phases aside: pieces in hand are kept, and all is seen by the other side."""
    position = middle(seed + 10, size, 12)
    seat, start = position.awaited[0], position.copy_row()
    actions = np.zeros(rules.MAX_CHOICES, dtype=np.int32)
    count = rules.legal(start[0], seat, actions)
    guesses = np.zeros(rules.MAX_CHOICES, dtype=np.int32)
    evaluation.rank(start[0], seat, TABLES, actions, count, guesses)
    if actions[0] >= rules.JUMP_FROM:
        assert (guesses[:count] >= weights.UNITS).all()  # a jump takes a piece
        return
    best = max(guesses[n] for n in range(count) if actions[n] < rules.SHIFT_FROM)
    null = -int(evaluation.evaluate(start[0], 1 - seat, TABLES))
    for n in range(count):
        after = start.copy()
        rules.play(after[0], seat, int(actions[n]))
        after[0].hands[seat] = start[0].hands[seat]
        worth = -int(evaluation.evaluate(after[0], 1 - seat, TABLES))
        assert guesses[n] == (worth if actions[n] < rules.SHIFT_FROM else best + worth - null)


def test_keys_tell_positions_apart_and_forget_what_no_longer_matters() -> None:
    def key(text: str) -> int:
        return int(evaluation.key(ALVA.read(text).copy_row()[0]))

    quiet = "5/5/2w2/5/5 b 9-9 1-0 {}"
    assert key(quiet.format("1")) == key(quiet.format("0"))  # Black has nothing to capture
    texts = [f"5/5/2w2/5/5 {rest} 0" for rest in ("b 9-9 1-0", "w 9-9 1-0", "b 10-10 1-0", "b 9-8 2-0")]
    texts += [f"5/5/1bw2/5/5 b 9-8 1-0 {before}" for before in "01"]  # ALVA-14: here it matters
    assert len({key(text) for text in texts}) == len(texts)


def test_the_file_is_small_and_reads_back() -> None:
    learned = weights.start()
    data = weights.write(learned, 7)
    assert np.abs(weights.read(data) - learned).max() <= 1 / weights.UNITS
    shipped = alcove.game("alva").bot.tables
    assert shipped is not None
    assert (shipped() != weights.make_tables(weights.start())).any()  # something was learned
