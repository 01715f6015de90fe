"""Puzzles: found by search in games between bots, shipped as data in a game's folder, and read from there."""

from alcove.puzzles.collection import Collection, Puzzle, collection_of

__all__ = ["Collection", "Puzzle", "collection_of"]
