"""The games in OpenSpiel: `pyspiel.load_game("alcove_NAME(players=2,seed=7)")`. Needs `alcove[openspiel]`.

Chance is inside a state, and follows from the seed: to OpenSpiel a game is deterministic, and another seed is another
game. Seats that choose at the same time are asked one after the other, and none sees what the others have chosen.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from alcove.kernel import game as shelf
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.options import By, Option
from alcove.kernel.text import Text
from alcove.rl.single import LOWEST, Setup, rewards

USUAL = -1
"""A number that stands for whatever an option usually is, where that depends on another one."""
PREFIX = "alcove_"
SPECTATOR = -1

NO_SUCH_OBSERVER = Text(
    "An observer shows what is open, with what one player knows or with nothing private, and remembers nothing.",
    "Ein Beobachter zeigt, was offen liegt, mit dem Wissen einer Person oder ohne Geheimes, und merkt sich nichts.",
)
NO_PARAMETERS = Text("An observer has no parameters.", "Ein Beobachter hat keine Parameter.")


def register() -> None:
    """Put every game on OpenSpiel's shelf."""
    known = set(pyspiel.registered_names())
    for name in shelf.games():
        game = shelf.game(name)
        if game.observe is not None and PREFIX + name not in known:
            pyspiel.register_game(_type(game), _class_of(game))


def _type(game: Game) -> Any:
    open_to_all = not (game.rules.CHANCE or game.rules.SECRETS)
    for_two = len(game.players) == 1 and game.players.start == 2 and not game.together
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name,
        long_name=f"{game.title.en} (Alcove)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION if open_to_all else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if for_two else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1,
        min_num_players=game.players.start,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players.start,
            "seed": 0,
            **{option.name: _default(option) for option in game.options},
        },
    )


def _default(option: Option) -> Any:
    return USUAL if isinstance(option.default, By) else option.default


def _class_of(game: Game) -> type:
    """A class of its own for each game, to be found in this module by those who pickle it."""
    name = f"Game_{game.name}"
    globals()[name] = type(name, (SpielGame,), {"played": game, "__module__": __name__})
    made: type = globals()[name]
    return made


class SpielGame(pyspiel.Game):
    played: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, params = self.played, params or {}
        usual = _type(game).parameter_specification
        given = {**usual, **params}
        options = {option.name: given[option.name] for option in game.options if given[option.name] != USUAL}
        self.setup = Setup(game, given["players"], options)
        self.seed = int(given["seed"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.actions,
            max_chance_outcomes=0,
            num_players=self.setup.players,
            min_utility=LOWEST,
            max_utility=1.0,
            utility_sum=0.0 if _type(game).utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=game.rules.MAX_GAME_ACTIONS,
        )
        self.first = self.setup.start(self.seed)
        super().__init__(_type(game), info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What one player sees; for PrivateInfoType.NONE what a spectator sees. There are no other kinds."""
        private = pyspiel.PrivateInfoType
        if params:
            raise OptionError(NO_PARAMETERS)
        if iig_obs_type is None:
            return SpielObserver(self.setup, open_only=False)
        known = iig_obs_type.private_info in (private.SINGLE_PLAYER, private.NONE)
        if not known or iig_obs_type.perfect_recall or not iig_obs_type.public_info:
            raise OptionError(NO_SUCH_OBSERVER)
        return SpielObserver(self.setup, open_only=iig_obs_type.private_info == private.NONE)


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.first
        self._text: str | None = None

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.position.over else self.position.awaited[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_indices(player))

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play_legal(self.position.awaited[0], int(action))
        self._text = None

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action(player, action).text

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return rewards(self.position)

    def __str__(self) -> str:
        if self._text is None:  # OpenSpiel asks again and again
            self._text = str(self.position)
        return self._text


class SpielObserver:
    """What a player sees: numbers from -1 to 1, by feature in `dict`; the same as a string."""

    def __init__(self, setup: Setup, open_only: bool) -> None:
        self._setup, self._open_only = setup, open_only
        self.tensor = np.zeros(setup.layout.size, np.float32)
        self.dict = setup.layout.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._setup.observation(state.position, self._viewer(player))

    def string_from(self, state: SpielState, player: int) -> str:
        return self._setup.written(state.position, self._viewer(player))

    def _viewer(self, player: int) -> int:
        return SPECTATOR if self._open_only else player


register()
