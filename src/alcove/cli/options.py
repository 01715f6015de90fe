"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from alcove.terminal.language import Language, choose

if TYPE_CHECKING:
    from alcove.executors import Workers

Lang = Annotated[
    Language | None,
    typer.Option("--lang", callback=choose, is_eager=True, help="The language of all sentences; else the locale's."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Threads = Annotated[int | None, typer.Option(min=1, max=4096, help="How many games at the same time; else one a core.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto for the one that runs here, or HOST:PORT."),
]


@contextmanager
def at_work(cluster: str | None, threads: int | None) -> Iterator[Workers]:
    """Whoever plays: so many on this machine, or of a cluster."""
    if cluster is None:
        yield threads
        return
    from alcove.executors.cluster import open_cluster

    with open_cluster(cluster, threads) as executor:
        yield executor
