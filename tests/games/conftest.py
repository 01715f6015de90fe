"""The command line, for tests of what a game shows there."""

from tests.cli.conftest import alcove

__all__ = ["alcove"]
