"""Bots: search written once for every game, levels of strength, and the arena that measures them."""

from alcove.bots.engine import random_games, search, warm
from alcove.bots.levels import LEVELS, Level, think, think_long
from alcove.bots.thought import Cancel, Thought

__all__ = ["LEVELS", "Cancel", "Level", "Thought", "random_games", "search", "think", "think_long", "warm"]
