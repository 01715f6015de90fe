"""The lab: many games played by bots, and what can be counted in them."""

from alcove.lab.figures import Figures, Section, by_seat
from alcove.lab.simulate import Finished, simulate

__all__ = ["Figures", "Finished", "Section", "by_seat", "simulate"]
