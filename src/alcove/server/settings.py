"""How a server is set up: where it keeps things, and what it puts up with. Every field is declared with what is allowed
and what it is for; `sources.py` finds the values."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from alcove.kernel.text import Text
from alcove.server.addresses import read_network, read_origin
from alcove.server.declare import Setting, declared, setting
from alcove.server.refusals import BadSettingError

STATIC = Path(__file__).parent / "static"
DATABASE_FILE = "alcove.sqlite3"
MANY = 1_000_000_000
DAY_SECONDS = 86_400
TOKEN_LETTERS = 20
WEAK_TOKEN = Text(
    "That has at least {least} letters and digits, and no blanks.",
    "Nötig sind mindestens {least} Buchstaben und Ziffern, ohne Leerzeichen.",
)


def data_folder() -> Path:
    """Where tables are kept: ALCOVE_DATA, or the user's data folder."""
    if chosen := os.environ.get("ALCOVE_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "alcove"


def check_token(text: str) -> None:
    if len(text) < TOKEN_LETTERS or not text.isascii() or not text.isprintable() or " " in text:
        raise BadSettingError(WEAK_TOKEN.fill(least=TOKEN_LETTERS))


def cores() -> int:
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Limits:
    """What one browser, one address and all together may ask for."""

    message_bytes: int = setting(
        4096,
        "Bytes of a message over a WebSocket.",
        "Bytes einer Nachricht über einen WebSocket.",
        256,
        1_000_000,
    )
    url_bytes: int = setting(4096, "Bytes of a request's address.", "Bytes der Adresse einer Anfrage.", 256, 65_536)
    head_bytes: int = setting(
        16_384,
        "Bytes of a request's first line and headers.",
        "Bytes der ersten Zeile und der Kopfzeilen einer Anfrage.",
        1024,
        1_000_000,
    )
    headers: int = setting(100, "Headers of a request.", "Kopfzeilen einer Anfrage.", 10, 1000)
    body_bytes: int = setting(
        16_384, "Bytes of a request's body.", "Bytes des Inhalts einer Anfrage.", 1024, 10_000_000
    )
    head_seconds: float = setting(
        10.0,
        "How long the head of a request may take to come.",
        "Wie lange der Kopf einer Anfrage brauchen darf.",
        0.1,
        600,
    )
    body_seconds: float = setting(
        10.0,
        "How long the body of a request may take to come.",
        "Wie lange der Inhalt einer Anfrage brauchen darf.",
        0.1,
        600,
    )
    idle_seconds: int = setting(
        5,
        "How long a connection stays open between requests.",
        "Wie lange eine Verbindung zwischen Anfragen offen bleibt.",
        1,
        3600,
    )
    reading_seconds: float = setting(
        30.0,
        "How long an answer may wait to be read.",
        "Wie lange eine Antwort darauf warten darf, gelesen zu werden.",
        0.1,
        600,
    )
    waiting_per_address: int = setting(
        200,
        "Connections of one address that the server waits for: for a request, or until an answer is read. The oldest "
        "is cut for a new one.",
        "Verbindungen einer Adresse, auf die der Server wartet: auf eine Anfrage, oder bis eine Antwort gelesen ist. "
        "Die älteste weicht einer neuen.",
        1,
        MANY,
    )
    waiting: int = setting(
        1000,
        "Connections that the server waits for, in all.",
        "Verbindungen, auf die der Server wartet, insgesamt.",
        1,
        MANY,
    )
    requests_at_once: int = setting(
        2000,
        "Connections that are no WebSockets, waited for or served.",
        "Verbindungen, die keine WebSockets sind.",
        1,
        MANY,
    )
    ping_seconds: float = setting(
        4.0,
        "How often a WebSocket is asked whether anybody is there. After two questions without an answer it is gone.",
        "Wie oft ein WebSocket gefragt wird, ob jemand da ist. Nach zwei Fragen ohne Lebenszeichen gilt er als fort.",
        0.05,
        600,
    )
    messages_per_second: float = setting(
        50.0, "Messages of a browser in a second.", "Nachrichten eines Browsers in der Sekunde.", 0.1, MANY
    )
    message_burst: int = setting(
        100,
        "Messages of a browser at once before they are refused.",
        "Nachrichten eines Browsers auf einmal, bevor sie abgelehnt werden.",
        1,
        MANY,
    )
    address_messages_per_second: float = setting(
        400.0, "Messages of an address in a second.", "Nachrichten einer Adresse in der Sekunde.", 0.1, MANY
    )
    address_message_burst: int = setting(
        800, "Messages of an address at once.", "Nachrichten einer Adresse auf einmal.", 1, MANY
    )
    address_work: float = setting(
        0.25,
        "The share of the server's main thread that one address may use.",
        "Der Anteil am Hauptfaden des Servers, den eine Adresse verbrauchen darf.",
        0.001,
        1000,
    )
    address_work_burst: float = setting(
        1.0,
        "Seconds of the main thread that an address may use at once.",
        "Sekunden des Hauptfadens, die eine Adresse auf einmal verbrauchen darf.",
        0.01,
        MANY,
    )
    refusals_before_close: int = setting(
        200,
        "Messages of a WebSocket that are refused before it is cut off.",
        "Abgelehnte Nachrichten eines WebSockets, bevor er getrennt wird.",
        1,
        MANY,
    )
    requests_per_second: float = setting(
        50.0, "Requests of a browser in a second.", "Anfragen eines Browsers in der Sekunde.", 0.1, MANY
    )
    request_burst: int = setting(200, "Requests of a browser at once.", "Anfragen eines Browsers auf einmal.", 1, MANY)
    address_requests_per_second: float = setting(
        100.0,
        "Requests of all browsers of one address in a second.",
        "Anfragen aller Browser einer Adresse in der Sekunde.",
        0.1,
        MANY,
    )
    address_request_burst: int = setting(
        400, "Requests of an address at once.", "Anfragen einer Adresse auf einmal.", 1, MANY
    )
    returns_per_second: float = setting(
        1.0,
        "Requests in a second of somebody who sits at a table, although their address has asked for too much.",
        "Anfragen in der Sekunde von jemandem, der an einem Tisch sitzt, obwohl seine Adresse zu viel verlangt hat.",
        0.01,
        MANY,
    )
    return_burst: int = setting(20, "... and how many of them at once.", "… und wie viele davon auf einmal.", 1, MANY)
    tables_per_browser: int = setting(
        500, "Tables that a browser may have opened.", "Tische, die ein Browser eröffnet haben darf.", 1, MANY
    )
    tables_per_minute: int = setting(
        30, "Tables that a browser opens in a minute.", "Tische, die ein Browser in einer Minute eröffnet.", 1, MANY
    )
    address_tables_per_minute: int = setting(
        60, "Tables that an address opens in a minute.", "Tische, die eine Adresse in einer Minute eröffnet.", 1, MANY
    )
    address_tables_per_day: int = setting(
        3000, "Tables that an address opens in a day.", "Tische, die eine Adresse an einem Tag eröffnet.", 1, MANY
    )
    tables: int = setting(1_000_000, "Tables in all.", "Tische insgesamt.", 1, MANY)
    browsers_per_seat: int = setting(
        30, "Browsers that may hold one seat, by its link.", "Browser, die denselben Platz halten dürfen.", 1, MANY
    )
    connections_per_browser: int = setting(40, "WebSockets of a browser.", "WebSockets eines Browsers.", 1, MANY)
    connections_per_address: int = setting(200, "WebSockets of an address.", "WebSockets einer Adresse.", 1, MANY)
    connections: int = setting(4000, "WebSockets in all.", "WebSockets insgesamt.", 1, MANY)
    connections_watching: int = setting(
        3000,
        "... of which those may have who sit at no table. The rest is kept for players.",
        "… davon für die, die an keinem Tisch sitzen. Der Rest ist den Spielern vorbehalten.",
        0,
        MANY,
    )
    chat_length: int = setting(500, "Characters of a line of chat.", "Zeichen einer Zeile im Gespräch.", 1, 4000)
    chat_lines: int = setting(500, "Lines of one person at one table.", "Zeilen einer Person an einem Tisch.", 0, MANY)
    chat_per_minute: int = setting(30, "... and in a minute.", "… und in einer Minute.", 1, MANY)
    undo_requests_per_minute: int = setting(
        6,
        "How often one person may ask the others in a minute whether something may be taken back.",
        "Wie oft jemand die anderen in einer Minute bitten darf, etwas zurückzunehmen.",
        1,
        MANY,
    )
    changes: int = setting(
        10_000, "Actions and takings back at one table.", "Züge und Rücknahmen an einem Tisch.", 1, 1_000_000
    )
    actions_in_a_row: int = setting(
        500,
        "Actions of one seat before another one acts, where there are several.",
        "Züge eines Platzes, bevor ein anderer zieht, wo es mehrere gibt.",
        1,
        MANY,
    )
    outbox_bytes: int = setting(
        1_000_000,
        "What may wait for a slow reader before it is cut off, in bytes.",
        "Was auf einen langsamen Leser warten darf, bevor er getrennt wird, in Bytes.",
        10_000,
        MANY,
    )
    tables_in_memory: int = setting(
        1000,
        "Tables kept in memory while nobody is there.",
        "Tische, die im Speicher bleiben, wenn niemand da ist.",
        1,
        MANY,
    )
    readings_waiting: int = setting(
        16,
        "Tables, records, proofs and parts of replays that may wait for one address.",
        "Tische, Aufzeichnungen, Beweise und Teile von Wiederholungen, die für eine Adresse warten dürfen.",
        1,
        MANY,
    )
    replays_per_address: int = setting(
        4,
        "Replays that are made at once for an address.",
        "Wiederholungen, die zugleich für eine Adresse entstehen.",
        1,
        MANY,
    )
    replays: int = setting(32, "... and in all.", "… und insgesamt.", 1, MANY)
    replay_bytes_kept: int = setting(
        32_000_000, "Bytes of finished replays that are kept.", "Bytes fertiger Wiederholungen, die bleiben.", 0, MANY
    )
    evaluations_per_address: int = setting(
        2,
        "Finished games that are analysed at once because an address asks for them.",
        "Beendete Spiele, die zugleich ausgewertet werden, weil eine Adresse danach fragt.",
        1,
        MANY,
    )
    evaluations: int = setting(16, "... and in all.", "… und insgesamt.", 1, MANY)
    analyses_waiting: int = setting(
        200,
        "Finished games that wait to be analysed by themselves; with 0 only those that somebody asks for are.",
        "Beendete Spiele, die auf ihre Auswertung warten; bei 0 geschieht sie nur, wenn jemand danach fragt.",
        0,
        MANY,
    )


@dataclass(frozen=True)
class Settings:
    host: str = setting(
        "127.0.0.1",
        "The address to listen on; 0.0.0.0 lets others in.",
        "Die Adresse, auf der der Server hört; 0.0.0.0 lässt andere ein.",
    )
    port: int = setting(
        8642,
        "The port to listen on; 0 takes a free one.",
        "Der Port, auf dem der Server hört; 0 nimmt einen freien.",
        0,
        65_535,
    )
    data: Path = setting(
        data_folder,
        "The folder in which games are kept.",
        "Der Ordner, in dem die Spiele liegen.",
        by_default=Text("the user's data folder, ~/.local/share/alcove", "der Ordner für Daten, ~/.local/share/alcove"),
    )
    database: str | None = setting(
        None,
        "The address of a database; SQLite in the data folder by default.",
        "Die Adresse einer Datenbank; sonst SQLite im Ordner der Daten.",
        secret=True,
    )
    redis: str | None = setting(
        None,
        "The address of a Redis or Valkey, through which several servers that share a PostgreSQL talk to each other "
        "and to those that think for bots, such as redis://localhost",
        "Die Adresse eines Redis oder Valkey, über das mehrere Server, die sich ein PostgreSQL teilen, miteinander "
        "reden, und mit denen, die für Bots denken, etwa redis://localhost",
        secret=True,
    )
    worker_secret: str | None = setting(
        None,
        "What servers and those that think for their bots (alcove worker) sign with, so that only their own questions "
        "and answers count. Without it nobody is asked.",
        "Womit Server und jene unterschreiben, die für ihre Bots denken (alcove worker), damit nur ihre eigenen Fragen "
        "und Antworten gelten. Ohne es wird niemand gefragt.",
        check=check_token,
        secret=True,
    )
    workers: int = setting(
        1,
        "Processes that serve side by side. More than one need PostgreSQL.",
        "Prozesse, die nebeneinander bedienen. Mehr als einer braucht PostgreSQL.",
        1,
        256,
    )
    lease: float = setting(
        2.5,
        "Seconds after which another process may take over the tables of one that gives no sign of life.",
        "Sekunden, nach denen ein anderer Prozess die Tische eines Prozesses ohne Lebenszeichen übernehmen darf.",
        0.5,
        60,
    )
    names: tuple[str, ...] = setting(
        (),
        "What browsers may call this server, beside this machine's names and the address it listens on.",
        "Wie Browser diesen Server nennen dürfen, außer nach dieser Maschine und der Adresse, auf der er hört.",
        flag="name",
    )
    public_url: str | None = setting(
        None,
        "The site's address as the world knows it, if a proxy stands before it, such as https://games.example.org",
        "Die Adresse der Seite, wie die Welt sie kennt, wenn ein Proxy davorsteht, etwa https://spiele.example.org",
        check=read_origin,
    )
    trusted_proxies: tuple[str, ...] = setting(
        (),
        "Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.",
        "Adressen oder Netze von Proxys, deren X-Forwarded-For und X-Forwarded-Proto gelten.",
        check=read_network,
        flag="trusted_proxy",
    )
    bot_threads: int = setting(
        cores,
        "Threads that bots think in.",
        "Fäden, in denen Bots denken.",
        0,
        1024,
        by_default=Text("one for each core", "einer für jeden Kern"),
    )
    bot_pause: float = setting(
        0.5,
        "Seconds between what was done last and a bot's answer, so that people can follow. Without any, the time a bot "
        "takes tells what it holds.",
        "Sekunden zwischen dem letzten Zug und der Antwort eines Bots, damit Menschen folgen können. Ohne sie verrät "
        "die Zeit eines Bots, was er hat.",
        0,
        60,
    )
    position_seconds: float = setting(
        60.0,
        "How often the positions of tables that have changed are kept in words, for when their rules change.",
        "Wie oft die Stellungen veränderter Tische in Worten aufbewahrt werden, für den Fall, dass sich Regeln ändern.",
        0,
        DAY_SECONDS,
    )
    sleep_after: float = setting(
        900.0,
        "Seconds after which a table without anybody leaves the memory.",
        "Sekunden, nach denen ein Tisch, an dem niemand ist, den Speicher verlässt.",
        0,
        DAY_SECONDS,
    )
    absent_after: float = setting(
        300.0,
        "Seconds after which a bot may take the seat of somebody who is gone, if the others wish it.",
        "Sekunden, nach denen ein Bot für jemanden einspringen darf, der fort ist, wenn die anderen es wünschen.",
        0,
        DAY_SECONDS,
    )
    warm: bool = setting(
        True,
        "Compile the games at the start, in processes of their own; they are played as plain Python until then.",
        "Die Spiele beim Start in eigenen Prozessen übersetzen; bis dahin laufen sie als gewöhnliches Python.",
    )
    static: Path = setting(
        lambda: STATIC,
        "The folder of the built browser client.",
        "Der Ordner mit der gebauten Oberfläche für Browser.",
        by_default=Text("the one in the package", "der im Paket"),
    )
    log_level: str = setting(
        "warning",
        "What is logged: this and all that is graver.",
        "Was ins Protokoll kommt: dies und alles, was ernster ist.",
        one_of=("debug", "info", "warning", "error"),
    )
    log_format: str = setting(
        "text",
        "How it is logged, on standard error: as lines for people or as JSON for programs.",
        "Wie es auf der Standardfehlerausgabe steht: als Zeilen für Menschen oder als JSON für Programme.",
        one_of=("text", "json"),
    )
    owner_token: str | None = setting(
        None,
        "The token that opens the owner's page and /metrics. Without one it follows from the server's own key: "
        "alcove admin token",
        "Der Zugangsschlüssel zur Seite des Betreibers und zu /metrics. Ohne einen folgt er aus dem Schlüssel des "
        "Servers: alcove admin token",
        check=check_token,
        secret=True,
    )
    limits: Limits = field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data / DATABASE_FILE}"


def all_settings() -> list[Setting]:
    """The one list."""
    return declared(Settings) + declared(Limits, "limits")
