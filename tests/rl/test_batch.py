"""Batches play as positions do, whatever the number of threads, and nothing that is said to them corrupts them."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import alcove
from alcove.kernel.errors import OptionError, UnreadableError
from alcove.rl import Batch
from alcove.rl import crew as crew_module
from alcove.rl.arrays import ALIGNMENT
from alcove.rl.crew import (
    ASLEEP,
    BEHIND,
    FIRST,
    GIVEN,
    LEAVE,
    PATIENCE,
    STATE,
    TASK,
    WORDS,
    Crew,
    Work,
    more_work,
    share_out,
    take,
)
from alcove.rl.kernels import BLOCK, STEP
from tests.conformance.tables import Setup, setups
from tests.conformance.wall_checks import observed

SIZE = 4
SETUPS = [(name, setup) for name in alcove.games() for setup in setups(alcove.game(name))]
every_setup = pytest.mark.parametrize(
    ("name", "setup"), SETUPS, ids=[f"{name}-{setup.players}-{setup.options}" for name, setup in SETUPS]
)
SLOW = ("alva", "alpacalypse")
"""Games of more than so many turns."""


def batch_of(name: str, setup: Setup, seed: int, size: int = SIZE, **more: Any) -> Batch:
    return Batch(name, size, setup.players, seed, setup.options, **more)


def everything(batch: Batch) -> bytes:
    arrays = (batch.seats, batch.observations, batch.masks, batch.rewards, batch.ended, batch.illegal)
    return b"".join(array.tobytes() for array in arrays) + batch.save()


def expected_rewards(position: alcove.Position) -> list[float]:
    assert position.outcome is not None
    return [2 * share - 1 for share in position.outcome.shares]


def play_beside(batch: Batch, steps: int, rng: np.random.Generator, wrong: float) -> None:
    """Step a batch and its positions side by side."""
    positions = [batch.position(game) for game in range(batch.size)]
    for _ in range(steps):
        actions = batch.sample()
        for game, position in enumerate(positions):
            seat = position.awaited[0]
            legal = position.legal_indices(seat)
            assert batch.seats[game] == seat
            assert batch.legal(game).tolist() == legal
            assert np.flatnonzero(batch.masks[game]).tolist() == sorted(legal)
            assert batch.observations[game].tobytes() == observed(position, seat)
            assert actions[game] in legal
            if rng.random() < wrong:
                actions[game] = rng.choice([-1, 2**40, *(set(range(batch.game.rules.ACTIONS)) - {*legal})])
        batch.step(actions)
        for game, position in enumerate(positions):
            positions[game] = follow(batch, game, position, int(actions[game]))


def follow(batch: Batch, game: int, position: alcove.Position, action: int) -> alcove.Position:
    """The position after a step, compared with what the batch says about it."""
    seat = position.awaited[0]
    if action not in position.legal_indices(seat):
        assert batch.illegal[game]
        assert batch.ended[game]
        assert batch.rewards[game].tolist() == [-1.0 if other == seat else 0.0 for other in range(batch.players)]
        return batch.position(game)
    after = position.play_legal(seat, action)
    assert not batch.illegal[game]
    assert batch.ended[game] == after.over
    if after.over:
        assert batch.rewards[game] == pytest.approx(expected_rewards(after))
        return batch.position(game)
    assert not batch.rewards[game].any()
    assert bytes(batch.position(game)) == bytes(after)
    return after


@settings(max_examples=40)
@given(st.sampled_from(SETUPS), st.integers(0, 2**128 - 1), st.integers(1, 60), st.sampled_from([0.0, 0.0, 0.1]))
def test_a_batch_plays_as_positions_do(chosen: tuple[str, Setup], seed: int, steps: int, wrong: float) -> None:
    play_beside(batch_of(*chosen, seed), steps, np.random.default_rng(seed), wrong)


@every_setup
def test_a_game_of_every_set_up_ends_as_a_position_does(name: str, setup: Setup) -> None:
    batch = batch_of(name, setup, 1, size=1, observations=None, masks=False)
    position = batch.position(0)
    while not batch.ended[0]:
        assert batch.seats[0] == position.awaited[0]
        assert batch.legal(0).tolist() == position.legal_indices(position.awaited[0])
        actions = batch.sample()
        batch.step(actions)
        position = follow(batch, 0, position, int(actions[0]))
    assert not batch.illegal[0]
    assert batch.lengths[0] == 0
    assert bytes(position) == bytes(batch.position(0))


@pytest.mark.parametrize("name", alcove.games())
def test_whole_games_end_as_positions_do(name: str) -> None:
    batch = Batch(name, SIZE, seed=1)
    ended = 0
    while ended < SIZE:
        positions, seats = [batch.position(game) for game in range(SIZE)], batch.seats.tolist()
        actions = batch.sample()
        batch.step(actions)
        ended += int(batch.ended.sum())
        for game in np.flatnonzero(batch.ended):
            last = positions[game].play_legal(seats[game], int(actions[game]))
            assert batch.rewards[game] == pytest.approx(expected_rewards(last))
            assert batch.lengths[game] == 0
    assert not batch.illegal.any()


@pytest.mark.parametrize("name", ["alluvium", "tollgate"])
def test_a_game_is_the_same_in_a_batch_of_any_size(name: str) -> None:
    large, small = Batch(name, 2 * BLOCK + 3, seed=5), Batch(name, BLOCK - 1, seed=5)
    for _ in range(40):
        for array in ("seats", "observations", "masks", "rewards", "ended"):
            assert (getattr(large, array)[: small.size] == getattr(small, array)).all()
        for game in (BLOCK - 1, BLOCK, 2 * BLOCK, 2 * BLOCK + 2):
            position = large.position(game)
            assert large.seats[game] == position.awaited[0]
            assert large.legal(game).tolist() == position.legal_indices(position.awaited[0])
            assert large.observations[game].tobytes() == observed(position, position.awaited[0])
        large.step(large.sample())
        small.step(small.sample())


@pytest.mark.parametrize("name", alcove.games())
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_threads(name: str) -> None:
    batches = [Batch(name, 7, seed=5, threads=threads) for threads in (1, 2, 3)]
    for _ in range(40):
        assert len({everything(batch) for batch in batches}) == 1
        for batch in batches:
            batch.step(batch.sample())
    first = everything(batches[0].reset())
    assert first != everything(Batch(name, 7, seed=6))
    assert first == everything(Batch(name, 7, seed=5))
    assert everything(batches[1].reset(6)) == everything(Batch(name, 7, seed=6))
    for batch in batches:
        batch.close()


@pytest.mark.parametrize("name", alcove.games())
def test_a_batch_that_was_saved_goes_on_in_the_same_way(name: str) -> None:
    batch = Batch(name, 5, seed=5)
    for _ in range(30):
        batch.step(batch.sample())
    saved = batch.save()
    other = Batch(name, 5, seed=99, threads=2).restore(saved)
    for _ in range(60):
        assert everything(other) == everything(batch)
        batch.step(batch.sample())
        other.step(other.sample())
    with pytest.raises(UnreadableError):
        Batch(name, 6, seed=5).restore(saved)
    before = everything(batch)
    for broken in (b"", b"nonsense", saved[:-1], saved[: len(saved) // 2], saved[:10]):
        with pytest.raises(UnreadableError):
            batch.restore(broken)
    assert everything(batch) == before


@pytest.mark.parametrize("name", alcove.games())
def test_observations_are_normalised_and_for_whoever_asks(name: str) -> None:
    compact, normalised = Batch(name, SIZE, seed=3), Batch(name, SIZE, seed=3, observations="normalised")
    bare = Batch(name, SIZE, seed=3, observations=None, masks=False)
    assert bare.observations.size == bare.masks.size == 0
    assert (bare.observe(0) == compact.observe(0)).all()
    for _ in range(25):
        actions = compact.sample()
        assert_allclose(normalised.observations, compact.layout.normalised(compact.observations), rtol=1e-6)
        for viewer in (None, *range(compact.players)):
            rows = compact.observe(viewer)
            assert [row.tobytes() for row in rows] == [observed(compact.position(n), viewer) for n in range(SIZE)]
        for batch in (compact, normalised, bare):
            batch.step(actions)
        assert bare.save() != b""
        assert (bare.seats == compact.seats).all()


@pytest.mark.parametrize(("name", "opponents"), [*((name, "random") for name in alcove.games()), ("tollgate", "quick")])
def test_with_opponents_only_the_learner_is_asked(name: str, opponents: Any) -> None:
    batch = Batch(name, 6, seed=3, opponents=opponents)
    assert batch.learners.tolist() == [game % batch.players for game in range(6)]
    ended = 0
    for _ in range(60):
        assert (batch.seats == batch.learners).all()
        for game in range(batch.size):
            position = batch.position(game)
            assert batch.legal(game).tolist() == position.legal_indices(int(batch.seats[game]))
            assert int(batch.seats[game]) in position.awaited
        ended += int(batch.step(batch.sample()).ended.sum())
    assert not batch.illegal.any()
    assert ended or name in SLOW


def test_games_are_taken_over_from_another_batch_and_redrawn() -> None:
    for name in ("alva", "tollgate"):
        source, copy = Batch(name, 3, seed=3), Batch(name, 6, seed=4)
        for _ in range(5):
            source.step(source.sample())
        which = [0, 0, 1, 1, 2, 2]
        copy.copy_from(source, which)
        assert [bytes(copy.position(n)) for n in range(6)] == [bytes(source.position(n)) for n in which]
        copy.copy_from(source, which, redraw=True)
        assert (copy.observations == source.observations[which]).all()
        assert (copy.masks == source.masks[which]).all()
        if source.game.rules.CHANCE:
            assert bytes(copy.position(0)) != bytes(copy.position(1))
        with pytest.raises(UnreadableError):
            copy.copy_from(source, [3] * 6)
        with pytest.raises(UnreadableError):
            copy.copy_from(Batch(name, 3, opponents="random"), which)


def test_a_game_that_was_taken_over_has_nothing_behind_it() -> None:
    """What ended here before is not said of it, and the seat that is asked in it stays the same."""
    source, copy = (Batch("tollgate", 4, 3, seed, opponents="random") for seed in (3, 4))
    copy.step(np.full(4, -1))
    assert (copy.ended & copy.illegal).all()
    copy.copy_from(source, [1, 1, 2, 0])
    assert not (copy.ended | copy.illegal | copy.rewards.any(axis=1)).any()
    assert copy.seats.tolist() == copy.learners.tolist() == [1, 1, 2, 0]
    again = Batch("tollgate", 4, 3, 9, opponents="random").restore(copy.save())
    assert everything(again) == everything(copy)
    assert again.reset().learners.tolist() == [0, 1, 2, 0]


def test_after_a_wrong_action_another_game_begins() -> None:
    batch = Batch("tollgate", SIZE, seed=3)
    starts = [bytes(batch.position(game)) for game in range(SIZE)]
    batch.step(np.full(SIZE, -1))
    assert batch.illegal.all()
    assert all(bytes(batch.position(game)) != starts[game] for game in range(SIZE))


@pytest.mark.parametrize("observations", ["compact", "normalised"])
def test_the_arrays_are_read_only(observations: Any) -> None:
    batch = Batch("tollgate", SIZE, 3, 5, observations=observations, last=True)
    for array in (*shared(batch), batch.last_observations):
        assert array.size
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
        assert array.copy().flags.writeable


def test_what_is_written_into_their_memory_changes_no_game() -> None:
    """By way of DLPack: PyTorch knows no arrays that are read only."""
    one, two = Batch("tollgate", SIZE, 3, 5), Batch("tollgate", SIZE, 3, 5)
    seats, rewards, ended, illegal, masks = (
        np.from_dlpack(array) for array in (two.seats, two.rewards, two.ended, two.illegal, two.masks)
    )
    for _ in range(20):
        actions = one.sample()
        assert (two.sample() == actions).all()
        for array, nonsense in ((seats, 2), (rewards, 7), (ended, True), (illegal, True)):
            array[:] = nonsense
        masks[:] = True
        assert everything(one.step(actions))
        two.step(actions)
        assert (one.seats == two.seats).all()
        assert (one.rewards == two.rewards).all()
        assert (one.ended == two.ended).all()
        assert one.save() == two.save()
    assert everything(two.restore(one.save())) == everything(one)
    masks[:] = True
    assert everything(two.reset()) == everything(one.reset())


def test_actions_may_be_read_only() -> None:
    """As those that come from JAX. Code is compiled for arrays that can be written to."""
    one, two = Batch("tollgate", SIZE, 3, 5), Batch("tollgate", SIZE, 3, 5)
    actions, same = one.sample(), two.sample()
    same.flags.writeable = False
    before = compiled_for(two)
    assert everything(two.step(same)) == everything(one.step(actions))
    assert everything(two.step(two.seats)) == everything(one.step(one.seats.tolist()))
    assert compiled_for(two) == before


def compiled_for(batch: Batch) -> int:
    """How many kinds of arguments there is code for; none where nothing is compiled."""
    return len(getattr(batch._compiled.run, "overloads", ()))


def test_the_arrays_are_the_same_memory_for_others() -> None:
    """As PyTorch and JAX take them over: no copy, and each step is seen there."""
    batch = Batch(alcove.games()[0], 3)
    for array in (*shared(batch), batch.masks[:, 3:9:2]):
        taken = np.from_dlpack(array)
        assert np.shares_memory(taken, array)
        assert (taken.dtype, taken.strides) == (array.dtype, array.strides)
        array.__dlpack__()  # an older library asks without a version, and NumPy would refuse what is read only
    assert {array.ctypes.data % ALIGNMENT for size in range(1, 6) for array in shared(Batch("tollgate", size))} == {0}
    before = np.from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert (before == batch.observations).all()


def shared(batch: Batch) -> list[Any]:
    return [batch.seats, batch.observations, batch.masks, batch.rewards, batch.ended, batch.illegal]


def test_pytorch_shares_the_memory() -> None:
    torch = pytest.importorskip("torch")
    for array in shared(Batch("tollgate", 3)):
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data


def test_jax_shares_the_memory() -> None:
    jax = pytest.importorskip("jax")
    for array in shared(Batch("tollgate", 3)):
        assert jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data


def _note_once(done: list[int], result: Callable[[], int], control: Any) -> None:
    done.append(result())
    assert control[TASK] == STEP
    assert not more_work(control) or control[TASK] == LEAVE


@pytest.mark.parametrize("pause", [0.0, 0.01])
def test_threads_go_on_whether_they_look_for_work_or_sleep(pause: float) -> None:
    """Between steps there is a pause, or none, or something else to be done: nobody waits for ever."""
    batch, alone = (Batch("tollgate", 64, seed=9, threads=threads) for threads in (2, 1))
    worker = batch._crew._workers[0]
    states = set()
    for number in range(200 if not pause else 20):
        if number % 3 == 0:
            assert (batch.observe(None) == alone.observe(None)).all()
        batch.step(batch.sample())
        alone.step(alone.sample())
        assert worker.control[STATE] != GIVEN
        time.sleep(pause)
        states.add(int(worker.control[STATE]))
    assert everything(batch) == everything(alone)
    assert ASLEEP in states or not pause


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_thread_takes_its_own_share_first_and_then_what_the_others_have_left(threads: int) -> None:
    count, most, mine = 70, 8, threads - 1
    words = np.zeros(3 * WORDS, np.int64)
    share_out(words, count, threads)
    taken = []
    while take(words, mine, most):
        taken.append(range(words[mine * WORDS + FIRST], words[mine * WORDS + BEHIND]))
    assert taken[0].start == count * mine // threads
    assert max(map(len, taken)) == most
    assert sorted(game for piece in taken for game in piece) == list(range(count))
    assert not any(take(words, thread, most) for thread in range(3))


def test_threads_that_share_a_core_do_not_look_for_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "_cores", lambda: 2)
    small, large = Crew(1), Crew(2)
    assert [worker.control[PATIENCE] for worker in small._workers] == [crew_module.LOOKS]
    assert [worker.control[PATIENCE] for worker in large._workers] == [0, 0]
    small.stop()
    large.stop()


def test_threads_end_with_their_batch_and_tell_what_went_wrong() -> None:
    before = {*threading.enumerate()}
    batch, alone = (Batch("tollgate", 5, seed=3, threads=threads) for threads in (3, 1))
    mine = {*threading.enumerate()} - before
    assert len(mine) == 2
    crew, done = batch._crew, []

    def works(*results: Callable[[], int]) -> list[Work]:
        """Each does one task: the first on this thread, the others on theirs, and then they go back to sleep."""
        return [partial(_note_once, done, result) for result in results]

    with pytest.raises(ZeroDivisionError):
        crew.run(works(lambda: 0, lambda: 1, lambda: 1 // 0), 5, STEP)
    crew.run(works(lambda: 2), 5, STEP)
    assert sorted(done) == [0, 1, 2]
    batch.close()
    assert everything(batch.step(batch.sample())) == everything(alone.step(alone.sample()))
    forgotten = Batch("tollgate", 5, threads=2)
    mine |= {*threading.enumerate()} - before
    del forgotten
    gc.collect()
    for thread in mine:
        thread.join(60)
        assert not thread.is_alive()


def test_what_is_wrong_is_refused_with_a_sentence() -> None:
    name = alcove.games()[0]
    with pytest.raises(OptionError):
        Batch(name, 0)
    with pytest.raises(OptionError):
        Batch(name, 4, players=7)
    with pytest.raises(OptionError):
        Batch(name, 4, observations="wide")  # type: ignore[arg-type]
    batch = Batch(name, 4)
    for actions in ([0, 0, 0], [0.0] * 4, [[0] * 4], "abcd"):
        with pytest.raises(UnreadableError):
            batch.step(actions)
    with pytest.raises(UnreadableError):
        batch.observe(2)
