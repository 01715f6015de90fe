"""The lab: many games played by bots, and what can be counted in them."""

from alcove.lab.simulate import QUICK, FinishedGames, Player, Setup, Simulated, play_games, set_up, simulate
from alcove.lab.sums import Sums

__all__ = [
    "QUICK",
    "FinishedGames",
    "Player",
    "Setup",
    "Simulated",
    "Sums",
    "play_games",
    "set_up",
    "simulate",
]
