"""The lab: many games played by bots, and what can be counted in them."""

from alcove.lab.figures import Figures, Section, by_seat
from alcove.lab.simulate import FinishedGames, simulate

__all__ = ["Figures", "FinishedGames", "Section", "by_seat", "simulate"]
