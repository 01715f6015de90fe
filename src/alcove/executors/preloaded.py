"""What every worker on this machine needs: all games. It is imported once, before the workers are forked."""

from __future__ import annotations

from alcove.kernel.game import games

games()
