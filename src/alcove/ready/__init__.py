"""Compile the games in processes of their own while they are being played already."""

from alcove.ready.preparation import HandOver, Preparation, Progress, begin_early

__all__ = ["HandOver", "Preparation", "Progress", "begin_early"]
