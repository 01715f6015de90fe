"""How a server is set up: where it keeps things, and who it talks to. Every field is declared with what is allowed and
what it is for; `sources.py` finds the values. What it puts up with is in `limit_settings.py`."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path

from alcove.kernel.text import Text
from alcove.server.addresses import read_network, read_origin
from alcove.server.declare import Setting, declared, setting
from alcove.server.limit_settings import Limits
from alcove.server.notifications.events import KINDS
from alcove.server.refusals import BadSettingError

STATIC = Path(__file__).parent / "static"
DATABASE_FILE = "alcove.sqlite3"
DAY_SECONDS = 86_400
TOKEN_LETTERS = 20
WEAK_TOKEN = Text(
    "That has at least {least} letters and digits, and no blanks.",
    "Nötig sind mindestens {least} Buchstaben und Ziffern, ohne Leerzeichen.",
)

NO_KIND = Text("{text} is none of {kinds}.", "{text} ist keines von {kinds}.")
NO_SENDER = Text("{text} is no e-mail address.", "{text} ist keine E-Mail-Adresse.")


def data_folder() -> Path:
    """Where tables are kept: ALCOVE_DATA, or the user's data folder."""
    if chosen := os.environ.get("ALCOVE_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "alcove"


def check_token(text: str) -> None:
    if len(text) < TOKEN_LETTERS or not text.isascii() or not text.isprintable() or " " in text:
        raise BadSettingError(WEAK_TOKEN.fill(least=TOKEN_LETTERS))


def check_kind(text: str) -> None:
    if text not in KINDS:
        raise BadSettingError(NO_KIND.fill(text=text, kinds=", ".join(KINDS)))


def check_sender(text: str) -> None:
    if "@" not in parseaddr(text)[1] or not text.isprintable():
        raise BadSettingError(NO_SENDER.fill(text=text))


def cores() -> int:
    return os.cpu_count() or 1


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
    bot_seconds: int = setting(
        60,
        "How many seconds a bot of the last level may be told to think. Only one at a time does so, behind all else "
        "that the machine does. 0: there is no such level.",
        "Wie viele Sekunden ein Bot der letzten Stufe auf Wunsch denken darf. Das tut immer nur einer, hinter allem "
        "anderen, was die Maschine tut. 0: Diese Stufe gibt es nicht.",
        0,
        3600,
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
    open_away: float = setting(
        600.0,
        "Seconds after which an open table at which nobody is any more leaves the lobby.",
        "Sekunden, nach denen ein offener Tisch, an dem niemand mehr ist, aus der Übersicht verschwindet.",
        1,
        DAY_SECONDS,
    )
    open_away_correspondence: float = setting(
        7.0 * DAY_SECONDS,
        "... where time is by correspondence.",
        "… bei einer Fernpartie.",
        1,
        60 * DAY_SECONDS,
    )
    invited_only: bool = setting(
        False,
        "Let in only those who have come by an invitation of the owner (alcove admin invite), or who hold a seat.",
        "Nur einlassen, wer durch eine Einladung des Betreibers (alcove admin invite) kommt oder einen Platz hält.",
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
    notify: tuple[str, ...] = setting(
        KINDS,
        "On which ways people may be told of their games, if they wish: push (in browsers), mail (needs smtp_host and "
        "smtp_from), webhook, chat (needs alcove[chat]). An empty list in the file: on none.",
        "Auf welchen Wegen Leute von ihren Spielen erfahren können, wenn sie wollen: push (im Browser), mail (braucht "
        "smtp_host und smtp_from), webhook, chat (braucht alcove[chat]). Eine leere Liste in der Datei: auf keinem.",
        check=check_kind,
    )
    notify_inside: bool = setting(
        False,
        "Whether notifications may go to this machine and into its own network, also without HTTPS. Whoever plays here "
        "can then make the server send requests there.",
        "Ob Mitteilungen an diese Maschine und in ihr eigenes Netz gehen dürfen, auch ohne HTTPS. Wer hier spielt, "
        "kann den Server dann dorthin Anfragen senden lassen.",
    )
    smtp_host: str | None = setting(
        None, "The mail server that sends notifications.", "Der Mailserver, der Mitteilungen sendet."
    )
    smtp_port: int = setting(587, "Its port.", "Sein Port.", 1, 65_535)
    smtp_user: str | None = setting(None, "The name to log in with there.", "Der Name für die Anmeldung dort.")
    smtp_password: str | None = setting(None, "... and the password.", "… und das Passwort.", secret=True)
    smtp_from: str | None = setting(
        None,
        "Whom mails come from, such as alcove@example.org",
        "Von wem Mails kommen, etwa alcove@example.org",
        check=check_sender,
    )
    smtp_tls: str = setting(
        "starttls",
        "How the way to the mail server is encrypted: from its first byte (tls, mostly port 465), after a greeting "
        "(starttls, mostly port 587), or not at all.",
        "Wie der Weg zum Mailserver verschlüsselt ist: vom ersten Byte an (tls, meist Port 465), nach einer Begrüßung "
        "(starttls, meist Port 587) oder gar nicht.",
        one_of=("starttls", "tls", "none"),
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
