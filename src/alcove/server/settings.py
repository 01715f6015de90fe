"""How a server is set up: where it keeps things, and what it puts up with."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

STATIC = Path(__file__).parent / "static"
DATABASE_FILE = "alcove.sqlite3"


def data_folder() -> Path:
    """Where tables are kept: ALCOVE_DATA, or the user's data folder."""
    if chosen := os.environ.get("ALCOVE_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "alcove"


@dataclass(frozen=True)
class Limits:
    """What one browser, one address and all together may ask for."""

    message_bytes: int = 4096
    url_bytes: int = 4096
    head_bytes: int = 16_384
    """A request's first line and headers."""
    headers: int = 100
    body_bytes: int = 16_384
    head_seconds: float = 10.0
    """How long the head of a request may take to come."""
    body_seconds: float = 10.0
    """... and its body."""
    idle_seconds: int = 5
    """How long a connection stays open between requests."""
    reading_seconds: float = 30.0
    """How long an answer may wait to be read."""
    waiting_per_address: int = 200
    """Connections that we wait for: for a request, or that an answer is read. The oldest is cut for a new one."""
    waiting: int = 1000
    """... and in all."""
    requests_at_once: int = 2000
    """Connections that are no sockets, waited for or served."""
    ping_seconds: float = 4.0
    """How often a socket is asked whether anybody is there. After two pings without a sign of life it is gone."""
    messages_per_second: float = 50.0
    message_burst: int = 100
    """How many messages may come at once before they are refused."""
    address_messages_per_second: float = 400.0
    address_message_burst: int = 800
    address_work: float = 0.25
    """The share of the event loop's time that one address may use, after a burst of so many seconds:"""
    address_work_burst: float = 1.0
    refusals_before_close: int = 200
    requests_per_second: float = 50.0
    request_burst: int = 200
    address_requests_per_second: float = 100.0
    address_request_burst: int = 400
    """What all browsers of one address may ask for together."""
    returns_per_second: float = 1.0
    return_burst: int = 20
    """What somebody who sits at a table may ask for although their address has asked for too much."""
    tables_per_browser: int = 500
    """Tables a browser may have created."""
    tables_per_minute: int = 30
    """... and how many of them in a minute."""
    address_tables_per_minute: int = 60
    address_tables_per_day: int = 3000
    tables: int = 1_000_000
    browsers_per_seat: int = 30
    """Browsers that may hold one seat, by its link."""
    connections_per_browser: int = 40
    connections_per_address: int = 200
    connections: int = 4000
    connections_watching: int = 3000
    """... of which those may have who sit at no table. The rest is kept for players."""
    chat_length: int = 500
    chat_lines: int = 500
    """Lines of one person at one table."""
    chat_per_minute: int = 30
    undo_requests_per_minute: int = 6
    """How often one person may ask the others whether something may be taken back."""
    changes: int = 10_000
    """Actions and takings back at one table."""
    actions_in_a_row: int = 500
    """... of one seat before another one acts, where there are several."""
    outbox_bytes: int = 1_000_000
    """What may wait for a slow reader before it is cut off."""
    tables_in_memory: int = 1000
    readings_waiting: int = 16
    """Tables, records, proofs and portions of replays that may wait for one address."""
    replays_per_address: int = 4
    replays: int = 32
    """Replays that are made at once."""
    replay_bytes_kept: int = 32_000_000
    evaluations_per_address: int = 2
    evaluations: int = 16
    """FinishedTable games that are evaluated at once."""
    hints_at_once: int = 1


@dataclass(frozen=True)
class Settings:
    data: Path = field(default_factory=data_folder)
    database: str | None = None
    """A database URL; SQLite in the data folder by default."""
    static: Path = STATIC
    limits: Limits = field(default_factory=Limits)
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Threads that bots think in."""
    bot_pause: float = 0.5
    """Seconds between what was done last and a bot's answer, so that people can follow. Without any, the time a bot
    takes tells what it holds."""
    absent_after: float = 300.0
    """Seconds after which a bot may take the seat of somebody who is gone, if the others wish it."""
    names: tuple[str, ...] = ()
    """What browsers may call this server, beside this machine's names and the address it listens on."""
    public_url: str | None = None
    """The site's address as the world knows it, if a proxy stands before it: https://games.example.org"""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    warm: bool = True
    """Compile the games at the start, in the background."""
    ready_wait: float = 3.0
    """Seconds that a new table waits for its game to be compiled."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data / DATABASE_FILE}"
