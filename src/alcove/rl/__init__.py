"""For people who train agents: the games as arrays, thousands at once, and as environments of the usual libraries."""

from alcove.rl.batch import Batch

__all__ = ["Batch"]
