"""Time for what nobody waits for: when the event loop has little to do.

To pack a finished game and to judge its decisions takes the interpreter from those who play. A server at which many
games end together would else do it just then, and every move would wait for it.
"""

from __future__ import annotations

import asyncio
from time import monotonic, thread_time

BUSY = 0.5
"""The share of its time for which a busy event loop works."""
MOMENT_SECONDS = 0.02
"""The shortest time in which that can be told."""
LONGEST_SECONDS = 30.0
"""However busy the loop is, after so long there is time for a little."""


async def leave_time(seconds: float) -> None:
    """Let others have so much time, and more of it as long as they need it."""
    until = monotonic() + LONGEST_SECONDS
    while await _is_busy_for(max(seconds, MOMENT_SECONDS)) and monotonic() < until:
        pass


async def _is_busy_for(seconds: float) -> bool:
    began, worked = monotonic(), thread_time()
    await asyncio.sleep(seconds)
    return thread_time() - worked > BUSY * (monotonic() - began)
