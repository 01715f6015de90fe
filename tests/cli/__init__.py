"""The command line: what is typed, what is answered, and with which exit code."""
