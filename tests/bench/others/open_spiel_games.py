"""OpenSpiel's games in C++, played at random from Python by the quickest way that it offers.

Observations are written by an observer into an array that stays the same: `state.observation_tensor` makes a list of
Python's numbers, and a step that turns it into an array takes two to five times as long. A mask is what was quicker
for the game: OpenSpiel's own list, or an array of ours with the legal actions marked.
"""

from __future__ import annotations

from random import random

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation
from pace import Step, one_core, serve


def playing(name: str, looking: bool, own_mask: bool) -> Step:
    game = pyspiel.load_game(name)
    observer, mask = make_observation(game), np.zeros(game.num_distinct_actions(), np.bool_)
    place = [game.new_initial_state()]

    def step() -> int:
        state = place[0]
        for _ in range(100):
            actions = state.legal_actions()
            if looking:
                observer.set_from(state, state.current_player())
                if own_mask:
                    mask[:] = False
                    mask[actions] = True
                else:
                    state.legal_actions_mask()
            state.apply_action(actions[int(random() * len(actions))])
            if state.is_terminal():
                state = game.new_initial_state()
        place[0] = state
        return 100

    return step


if __name__ == "__main__":
    with one_core():
        serve(
            {
                "go alone": playing("go(board_size=9)", False, False),
                "go": playing("go(board_size=9)", True, False),
                "checkers alone": playing("checkers", False, False),
                "checkers": playing("checkers", True, True),
            }
        )
