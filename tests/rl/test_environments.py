"""The libraries' own tests, over every game, number of players and mode."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from numpy.testing import assert_allclose
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import alcove
from alcove.kernel.errors import OptionError
from alcove.rl import gymnasium as in_gymnasium
from alcove.rl import openspiel as in_openspiel  # noqa: F401  puts the games on the shelf
from alcove.rl import pettingzoo as in_pettingzoo
from tests.conformance.tables import Setup, setups
from tests.conformance.wall_checks import observed

CYCLES = 8
SETUPS = [(name, setup) for name in alcove.games() for setup in setups(alcove.game(name))]
every_setup = pytest.mark.parametrize(
    ("name", "setup"), SETUPS, ids=[f"{name}-{setup.players}-{setup.options}" for name, setup in SETUPS]
)
every_game = pytest.mark.parametrize("name", alcove.games())
with_masks = pytest.mark.filterwarnings(  # PettingZoo has a list of its own games that may have masks
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


def choose(masks: Any) -> Any:
    return np.array([np.flatnonzero(mask)[-1] for mask in masks])


# ---- PettingZoo ----


@with_masks
@every_setup
def test_pettingzoo_s_own_tests_pass(name: str, setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    how = {"players": setup.players, "options": setup.options}
    api_test(in_pettingzoo.env(name, **how), num_cycles=CYCLES)
    parallel_api_test(in_pettingzoo.parallel_env(name, **how), num_cycles=CYCLES)
    seed_test(lambda: in_pettingzoo.env(name, **how), num_cycles=CYCLES)
    parallel_seed_test(lambda: in_pettingzoo.parallel_env(name, **how), num_cycles=CYCLES)

    def with_luck(**more: Any) -> Any:
        """Actions are drawn from these spaces; with others a very short game may well be over too soon."""
        env = in_pettingzoo.parallel_env(name, **how, **more)
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(number)
        return env

    max_cycles_test(SimpleNamespace(parallel_env=with_luck, env=lambda **more: parallel_to_aec(with_luck(**more))))


@every_setup
def test_pettingzoo_renders(name: str, setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **more: in_pettingzoo.env(name, players=setup.players, options=setup.options, **more))
    assert capsys.readouterr().out.count("\n") > 10


@every_setup
def test_seat_by_seat_is_cut_short_after_so_many_actions(name: str, setup: Setup) -> None:
    env = in_pettingzoo.env(name, players=setup.players, options=setup.options, max_cycles=2)
    for _ in range(2):
        env.reset(seed=3)
        counted = 0
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            assert not over
            assert cut == (counted >= 2)
            env.step(None if cut else choose([seen["action_mask"]])[0])
            counted += not cut
            if counted == 2:
                assert not any(env.rewards[agent] for agent in env.agents)
        assert counted == 2


@every_setup
def test_all_at_once_plays_the_same_from_the_same_seed(name: str, setup: Setup) -> None:
    """PettingZoo's own check draws wrong actions for the most part, which do nothing here."""
    envs = [in_pettingzoo.parallel_env(name, players=setup.players, options=setup.options) for _ in range(2)]
    starts = [env.reset(seed=5) for env in envs]
    assert data_equivalence(*starts)
    seen, before = starts[0][0], envs[0].position
    for _ in range(CYCLES):
        if envs[0].agents:
            actions = {agent: choose([seen[agent]["action_mask"]])[0] for agent in envs[0].agents}
            one, two = (env.step(actions) for env in envs)
            assert data_equivalence(one, two)
            assert not any(one[4].values())
            seen = one[0]
    assert envs[0].position == envs[1].position != before


@every_game
def test_seat_by_seat_is_the_game_itself(name: str) -> None:
    env, position = in_pettingzoo.env(name), alcove.game(name).new(seed=11)
    env.reset(seed=11)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        seat = int(agent.rpartition("_")[2])
        assert not cut
        if over:
            assert reward == pytest.approx(2 * position.outcome.shares[seat] - 1)
            env.step(None)
            continue
        assert seat == position.awaited[0]
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(position.legal_indices(seat))
        numbers = np.frombuffer(observed(position, seat), np.int8)
        assert_allclose(seen["observation"], env.setup.layout.normalised(numbers), rtol=1e-6)
        action = position.legal_indices(seat)[-1]
        env.step(action)
        position = position.play_legal(seat, action)
    assert position.over


@every_game
def test_a_wrong_action_ends_the_game_for_its_seat(name: str) -> None:
    env = in_pettingzoo.env(name)
    env.reset(seed=1)
    seat = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(seat)["action_mask"] == 0)[0])
    env.step(wrong)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == seat else 0.0 for agent in env.possible_agents}
    assert env.infos[seat] == {"illegal": True}


@every_game
def test_all_at_once_wrong_actions_and_no_ops_change_nothing(name: str) -> None:
    env = in_pettingzoo.parallel_env(name)
    seen, _ = env.reset(seed=1)
    before = env.position
    awaited = [f"seat_{seat}" for seat in before.awaited]
    for agent, one in seen.items():
        assert one["action_mask"][env.no_op] == (agent not in awaited)
        assert one["action_mask"].sum() == 1 or agent in awaited
    wrong = {agent: int(np.flatnonzero(seen[agent]["action_mask"] == 0)[0]) for agent in env.agents}
    _, got, over, _, infos = env.step(wrong)
    assert env.position == before
    assert not any(got.values())
    assert not any(over.values())
    assert [agent for agent in infos if infos[agent]] == awaited
    for nonsense in (None, "x", 0.5, [1], 2**70):
        _, _, over, _, infos = env.step(dict.fromkeys(env.agents, nonsense))
        assert (env.position, any(over.values())) == (before, False)
        assert [agent for agent in infos if infos[agent]] == awaited
    for _ in range(CYCLES):
        if env.agents:
            env.step({agent: choose([seen[agent]["action_mask"]])[0] for agent in env.agents})
            seen = env._observed(env.possible_agents)


# ---- Gymnasium ----


@every_setup
def test_gymnasium_s_own_check_passes(name: str, setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    how: dict[str, Any] = {"players": setup.players, "options": setup.options, "seat": setup.players - 1}
    env = gymnasium.make(f"alcove.rl.gymnasium:{in_gymnasium.env_id(alcove.game(name))}", **how)
    check_env(env.unwrapped, skip_render_check=bool(setup.options))
    _, info = env.reset(seed=5)
    over, steps = False, 0
    while not over and steps < CYCLES:
        seen, reward, over, cut, info = env.step(choose([info["action_mask"]])[0])
        assert env.observation_space.contains(seen)
        assert not cut
        assert over or reward == 0
        steps += 1
    env.reset(seed=5)
    wrong = int(np.flatnonzero(env.unwrapped._seen()[1]["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(ResetNeeded):
        env.unwrapped.step(choose([info["action_mask"]])[0])
    env.reset(seed=5)


@every_setup
def test_gymnasium_makes_many_games_at_once(name: str, setup: Setup) -> None:
    how: dict[str, Any] = {"players": setup.players, "options": setup.options}
    env_id = in_gymnasium.env_id(alcove.game(name))
    envs = [gymnasium.make_vec(env_id, num_envs=3, opponents=who, **how) for who in ("random", "random", None)]
    assert envs[0].metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    starts = [env.reset(seed=3) for env in envs]
    infos = [info for _, info in starts]
    assert (starts[0][0] == starts[1][0]).all()
    for _ in range(CYCLES):
        actions = choose(infos[0]["action_mask"])
        one, two = envs[0].step(actions), envs[1].step(actions)
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one[:4], two[:4], strict=True))
        assert envs[0].observation_space.contains(one[0])
        assert (one[4]["seat"] == np.arange(3) % setup.players).all()
        infos[0] = one[4]
        acting = infos[2]["seat"]
        _, reward, _, _, infos[2] = envs[2].step(choose(infos[2]["action_mask"]))
        assert (reward == infos[2]["rewards"][np.arange(3), acting]).all()
    for env in envs:
        env.close()


@every_game
def test_a_vector_environment_tells_how_a_game_ended(name: str) -> None:
    """As Gymnasium's own do that begin anew in the same step: the last observation, and the info that goes with it."""
    env = in_gymnasium.ManyGames(2, name, opponents=None)
    _, info = env.reset(seed=3)
    ended = np.zeros(2, np.bool_)
    while not ended.all():
        actions = env.batch.sample()
        info = step_with_last_observations(env, actions, info["seat"])
        ended |= info.get("_final_obs", False)
    info = step_with_last_observations(env, np.array([-1, env.batch.sample()[1]]), info["seat"])
    assert info["final_info"]["illegal"][0]
    env.close()


def step_with_last_observations(env: in_gymnasium.ManyGames, actions: Any, acting: Any) -> dict[str, Any]:
    positions = [env.batch.position(game) for game in range(env.num_envs)]
    _, got, over, _, info = env.step(actions)
    assert ("final_obs" in info) == ("final_info" in info) == over.any()
    if not over.any():
        return info
    final = info["final_info"]
    for where in (info["_final_obs"], info["_final_info"], final["_seat"], final["_rewards"], final["_illegal"]):
        assert (where == over).all()
    assert [one is not None for one in info["final_obs"]] == over.tolist()
    for game in np.flatnonzero(over):
        last, seat, action = positions[game], int(acting[game]), int(actions[game])
        assert final["illegal"][game] == (action < 0)
        if action >= 0:
            last = last.play_legal(seat, action)
        row = np.frombuffer(observed(last, seat), np.int8)
        assert_allclose(info["final_obs"][game], env.batch.layout.normalised(row), rtol=1e-6)
        assert final["seat"][game] == seat
        assert final["rewards"][game][seat] == got[game]
    return info


# ---- OpenSpiel ----


@every_setup
def test_open_spiel_s_own_tests_pass(name: str, setup: Setup) -> None:
    game = pyspiel.load_game(f"alcove_{name}", {"players": setup.players, "seed": 7, **setup.options})
    assert game.num_players() == setup.players
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    np.random.seed(7)  # what their test draws from
    games_sim_test.GamesSimTest().sim_game(game)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for other in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(other) == str(state)
        assert other.history() == state.history()
        other.apply_action(other.legal_actions()[0])
        assert str(other) != str(state)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), str(same)) == (str(game), str(state))


@every_game
def test_an_observer_sees_what_the_seat_sees(name: str) -> None:
    game = pyspiel.load_game(f"alcove_{name}(seed=3)")
    observer, state = game.make_py_observer(), game.new_initial_state()
    for _ in range(CYCLES):
        player = max(0, state.current_player())
        observer.set_from(state, player)
        numbers = np.frombuffer(observed(state.position, player), np.int8)
        assert_allclose(observer.tensor, numbers * game.setup.layout.scale, rtol=1e-6)
        assert {*observer.dict} == {*game.setup.layout.places}
        assert observer.string_from(state, player).count("=") == sum(part.any() for part in observer.dict.values())
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[0])


@every_game
def test_an_observer_shows_what_is_open_and_nothing_that_it_cannot(name: str) -> None:
    game, kind = pyspiel.load_game(f"alcove_{name}(seed=3)"), pyspiel.IIGObservationType
    private = pyspiel.PrivateInfoType
    observer = game.make_py_observer(kind(perfect_recall=False, private_info=private.NONE))
    own = game.make_py_observer(kind(perfect_recall=False))
    state = game.new_initial_state()
    for _ in range(CYCLES):
        numbers = np.frombuffer(observed(state.position, None), np.int8)
        for player in range(game.num_players()):
            observer.set_from(state, player)
            assert_allclose(observer.tensor, numbers * game.setup.layout.scale, rtol=1e-6)
            assert observer.string_from(state, player) == observer.string_from(state, 0)
            own.set_from(state, player)
            mine = np.frombuffer(observed(state.position, player), np.int8)
            assert_allclose(own.tensor, mine * game.setup.layout.scale, rtol=1e-6)
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[0])
    for other in (
        kind(perfect_recall=True),
        kind(perfect_recall=False, public_info=False),
        kind(perfect_recall=False, private_info=private.ALL_PLAYERS),
    ):
        with pytest.raises(OptionError):
            game.make_py_observer(other)
    with pytest.raises(OptionError):
        game.make_py_observer(None, {"colour": 1})


def test_another_seed_is_another_game() -> None:
    starts = {str(pyspiel.load_game(f"alcove_tollgate(seed={seed})").new_initial_state()) for seed in range(5)}
    assert len(starts) == 5
