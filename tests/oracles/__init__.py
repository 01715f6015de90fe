"""Slow and obvious second implementations, used to check the fast ones."""
