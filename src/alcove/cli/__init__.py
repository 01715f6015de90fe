"""The command line: `alcove`, `alcove play`, `alcove verify` and the rest, a file for each command."""
