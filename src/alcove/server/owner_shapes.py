"""What the owner's page is told of the server's own state."""

from __future__ import annotations

from typing import Literal

import msgspec


class Latency(msgspec.Struct):
    step: str
    count: int
    half: float | None
    """Seconds below which half of them lie; None if that is not known."""
    most: float | None
    """Seconds below which 99 of 100 lie."""


class GameState(msgspec.Struct):
    name: str
    title: str
    done: int
    of: int
    failed: bool


class DatabaseState(msgspec.Struct):
    kind: str
    bytes: int
    seconds: float
    """How long it took to answer."""
    failures: int
    """Changes that could not be stored."""


class Disk(msgspec.Struct):
    free: int
    total: int


class Report(msgspec.Struct):
    """A name or a line of chat that somebody has reported."""

    id: str
    table: str
    seat: int | None
    kind: Literal["chat", "name", "watcher"]
    name: str
    text: str
    """What was said; empty for a name."""
    at: float
    """Unix seconds."""


class ReportList(msgspec.Struct):
    reports: list[Report]
    """The newest first."""


class Pass(msgspec.Struct):
    """An invitation of the owner to the server."""

    id: str
    label: str
    made: float
    until: float | None
    """Unix seconds, both; null for good."""
    uses: int | None
    """How many people it lets in yet; null for any number."""
    members: int
    """How many came by it."""
    link: str


class PassList(msgspec.Struct):
    closed: bool
    """Whether the server lets in only who was invited, or holds a seat."""
    passes: list[Pass]


class Entered(msgspec.Struct):
    entered: bool = True


class ServerState(msgspec.Struct):
    """How the server is, for its owner. Names nobody."""

    version: str
    python: str
    process: str
    processes: int
    """How many share the database. What follows is of this one, but for the tables and the database."""
    now: float
    started: float
    """Unix seconds, both."""
    tables: int
    running: int
    in_memory: int
    sockets: int
    watching: int
    moves: dict[str, int]
    """By who acts: person or bot."""
    latencies: list[Latency]
    thinking: int
    waiting: int
    threads: int
    games: list[GameState]
    database: DatabaseState
    disk: Disk | None
    memory: int | None
    cpu: float
    advice: list[str]
    reports: int


class LabRun(msgspec.Struct):
    """A study of the lab that goes on, or the last one."""

    game: str
    began: float
    """Unix seconds."""
    stage: str
    done: int
    of: int
    """0 while that is not known."""
    over: bool
    trouble: str | None
    """Why there is no report."""
    report: str | None
    """The key of its report: /lab/report/KEY."""


class LabReport(msgspec.Struct):
    key: str
    game: str
    made: float
    """Unix seconds."""


class LabState(msgspec.Struct):
    run: LabRun | None
    reports: list[LabReport]
    """The newest first."""
    most: int
    """Games that a study may have."""
