"""What a bot does where its game says nothing better. Templates like `search.py`: a game's hooks may replace them.

`priors` guesses how good each choice is before anything is known (they add up to 1), and may put a cost on choices that
give something away for certain. `rollout` plays a state on to an
estimate and writes what each seat gets, from 0 to 1. `rewards` does so for a finished game.
"""

from __future__ import annotations

from typing import Any

from alcove.kernel.shares import share_of_win

rules_awaited: Any = None
rules_conceal: Any = None
rules_play: Any = None
rules_sample: Any = None
rules_winners: Any = None
rules_together: Any = None
bot_rewards: Any = None
bot_priors: Any = None
bot_rollout: Any = None


def priors(state: Any, seat: int, actions: Any, count: int, out: Any, costs: Any) -> None:
    for i in range(count):
        out[i] = 1.0 / count


def rewards(state: Any, out: Any) -> None:
    """The winners share one point, unless all play as one."""
    winners = rules_winners(state)
    share = share_of_win(winners, len(out), rules_together(state))
    for seat in range(len(out)):
        out[seat] = share if (winners >> seat) & 1 else 0.0


def rollout(state: Any, searcher: int, rng: Any, actions: Any, out: Any) -> None:
    """Random play to the end."""
    while True:
        awaited = rules_awaited(state)
        if awaited == 0:
            break
        seat = 0
        while not (awaited >> seat) & 1:
            seat += 1
        rules_play(state, seat, rules_sample(state, seat, rng))
    bot_rewards(state, out)


def guess(state: Any, seat: int, actions: Any, count: int, out: Any, costs: Any, mind: Any) -> None:
    """First guesses where nothing was learned."""
    bot_priors(state, seat, actions, count, out, costs)


def estimate(state: Any, searcher: int, rng: Any, actions: Any, out: Any, mind: Any) -> None:
    """What a state is worth where nothing was learned."""
    bot_rollout(state, searcher, rng, actions, out)


def seen(state: Any) -> int:
    """Nothing that chance has brought tells nodes apart."""
    return 0


def sight(state: Any, seat: int, mind: Any) -> int:
    """All seats share one tree, and this is not asked."""
    return 0


def imagine(state: Any, searcher: int, rng: Any, mind: Any) -> None:
    """A world that may be: all is drawn anew that the searching seat cannot know."""
    rules_conceal(state, searcher, rng)
