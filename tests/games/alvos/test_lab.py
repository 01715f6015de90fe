"""What the lab tells of Alvos."""

from __future__ import annotations

import numpy as np
import pytest

import alcove
from alcove.games.alvos import lab
from alcove.games.alvos.score import score_of
from alcove.lab import FinishedGames, play_games, set_up, simulate
from alcove.lab.figures import figures
from alcove.lab.things import first_of, things_named


@pytest.fixture(scope="module")
def finished() -> FinishedGames:
    return play_games(set_up("alvos", 4, seed=3), range(200))


def test_quick_bots_beat_random_play_by_far() -> None:
    """Axel's lead is what a random player cannot catch up with."""
    assert simulate(set_up("alvos", 1, seed=2), 300).sums.of("won").total > 200


def test_the_parts_add_up_to_the_scores(finished: FinishedGames) -> None:
    """ALVOS-28"""
    parts = np.zeros((200, 4, len(lab.SOURCE_NAMES)), np.int64)
    lab.add_up(finished.rows, parts)
    scores = [[score_of(row, seat) for seat in range(4)] for row in finished.rows]
    assert parts.sum(axis=2).tolist() == scores


def test_the_groups_are_numbered_as_the_actions_say() -> None:
    game = alcove.game("alvos")
    assert first_of(game, "kept") == lab.KEPT_FROM
    assert first_of(game, "loads") == lab.LOADS_FROM
    assert first_of(game, "events") == lab.EVENTS_FROM
    assert things_named(game, "pass") == range(lab.PASS_AT, lab.PASS_AT + 1)


def test_what_a_choice_names() -> None:
    """ALVOS-19, 21, 22: a die with the unused one, a hex; the other die is kept."""
    position = alcove.game("alvos").new(2, seed=5)
    out = np.empty(8, np.int64)
    seat, state = position.awaited[0], position.state
    unused = int(state.unused[seat, state.written[seat] - 1])
    for action in position.legal(seat):
        named = out[: lab.things(state, seat, action.index, out)].tolist()
        if action.index < 6:
            die = action.index + 1
            other = int(state.dice[1] if die == state.dice[0] else state.dice[0])
            assert named[0] == (die + unused - 1) % 6
            assert named[1] == lab.KEPT_FROM + other - 1
            assert named[2] == lab.OPENING_FROM + named[0]


def test_alvos_tells_of_the_cave_in_every_mode() -> None:
    for players, options in ((4, {}), (1, {"solitaire": "sopavre"}), (3, {"mode": "cooperative"})):
        sections = {section.key: section for section in figures(simulate(set_up("alvos", players, options), 60))}
        assert ("sources" in sections) == ("mode" not in options)
        assert len(sections["cave"].rows) == 10
        assert ("events" in sections) == (options.get("solitaire") != "sopavre")
