"""What a server puts up with: every limit, with what is allowed and what it is for."""

from __future__ import annotations

from dataclasses import dataclass

from alcove.server.declare import setting

MANY = 1_000_000_000


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
    open_tables: int = setting(
        200,
        "Open tables in the lobby. Others can be joined by their links only.",
        "Offene Tische in der Übersicht. Zu weiteren kommt man nur durch ihre Links.",
        0,
        5000,
    )
    open_tables_per_browser: int = setting(5, "... of one browser.", "… eines Browsers.", 0, MANY)
    open_tables_per_address: int = setting(20, "... of one address.", "… einer Adresse.", 0, MANY)
    openings_per_minute: int = setting(
        10,
        "How often a browser may list tables in the lobby, or take them out, in a minute.",
        "Wie oft ein Browser in einer Minute Tische in die Übersicht stellen oder herausnehmen darf.",
        1,
        MANY,
    )
    password_tries: int = setting(
        10,
        "Passwords of tables that an address may try in a minute.",
        "Passwörter von Tischen, die eine Adresse in einer Minute versuchen darf.",
        1,
        MANY,
    )
    table_password_tries: int = setting(
        30, "... and all together at one table.", "… und alle zusammen an einem Tisch.", 1, MANY
    )
    reports_per_hour: int = setting(
        10,
        "Names and lines of chat that a browser may report to the owner in an hour.",
        "Namen und Zeilen, die ein Browser dem Betreiber in einer Stunde melden darf.",
        1,
        MANY,
    )
    address_reports_per_hour: int = setting(30, "... and an address.", "… und eine Adresse.", 1, MANY)
    reports_kept: int = setting(
        500, "Reports that are kept; older ones are forgotten.", "Meldungen, die bleiben; ältere vergehen.", 1, 100_000
    )
    invitations_per_hour: int = setting(
        30,
        "People whom a browser may invite to its tables in an hour.",
        "Leute, die ein Browser in einer Stunde an seine Tische einladen darf.",
        1,
        MANY,
    )
    address_invitations_per_hour: int = setting(100, "... and an address.", "… und eine Adresse.", 1, MANY)
    invitations_per_table: int = setting(
        20, "People who are invited to one table.", "Leute, die an einen Tisch eingeladen sind.", 0, MANY
    )
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
    watching_per_table: int = setting(200, "Spectators at one table.", "Zuschauer an einem Tisch.", 0, MANY)
    address_watching_per_table: int = setting(40, "... of one address.", "… von einer Adresse.", 0, MANY)
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
    prints_waiting: int = setting(
        8,
        "Documents on paper that may wait for one address.",
        "Dokumente auf Papier, die für eine Adresse warten dürfen.",
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
    person_changes_per_minute: int = setting(
        20,
        "Links to other devices, devices, passkeys and names that a person changes in a minute.",
        "Links für andere Geräte, Geräte, Passkeys und Namen, die eine Person in einer Minute ändert.",
        1,
        MANY,
    )
    address_person_changes_per_minute: int = setting(60, "... and an address.", "… und eine Adresse.", 1, MANY)
    tickets_per_minute: int = setting(
        30,
        "Links to other devices and answers of passkeys that an address may show in a minute.",
        "Links für andere Geräte und Antworten von Passkeys, die eine Adresse in einer Minute vorzeigen darf.",
        1,
        MANY,
    )
    devices_per_person: int = setting(30, "Devices of one person.", "Geräte einer Person.", 1, MANY)
    passkeys_per_person: int = setting(20, "Passkeys of one person.", "Passkeys einer Person.", 1, MANY)
    channels_per_person: int = setting(
        10, "Channels for notifications of one person.", "Wege für Mitteilungen an eine Person.", 0, MANY
    )
    channel_tests_per_hour: int = setting(
        12,
        "Tests of channels and codes by mail that a person may have sent in an hour.",
        "Tests von Wegen und Codes per Mail, die eine Person in einer Stunde senden lassen darf.",
        1,
        MANY,
    )
    address_channel_tests_per_hour: int = setting(
        40, "... and all browsers of one address.", "… und alle Browser einer Adresse.", 1, MANY
    )
    codes_per_mailbox: int = setting(
        4,
        "Codes that are sent to one mailbox in a day, whoever asks for them.",
        "Codes, die an ein Postfach an einem Tag gehen, wer auch immer sie verlangt.",
        1,
        MANY,
    )
    codes_per_hour: int = setting(
        200, "Codes that are sent by mail in an hour, in all.", "Codes, die in einer Stunde per Mail gehen.", 0, MANY
    )
    table_wishes: int = setting(
        500,
        "Tables for which a person may have chosen other notifications than usual.",
        "Tische, für die eine Person andere Mitteilungen als sonst gewählt haben darf.",
        0,
        MANY,
    )
    gather_seconds: float = setting(
        3.0,
        "How long notifications gather before they are sent as one.",
        "Wie lange sich Mitteilungen sammeln, bevor sie als eine gesendet werden.",
        0,
        3600,
    )
    notification_pause: float = setting(
        20.0,
        "Seconds between two notifications to the same channel; what happens meanwhile gathers.",
        "Sekunden zwischen zwei Mitteilungen auf demselben Weg; was inzwischen geschieht, sammelt sich.",
        0,
        86_400,
    )
    mail_pause: float = setting(120.0, "... and between two mails.", "… und zwischen zwei Mails.", 0, 86_400)
    downloads_per_hour: int = setting(
        6,
        "How often a person may download all of their data in an hour.",
        "Wie oft eine Person in einer Stunde alle ihre Daten herunterladen darf.",
        1,
        MANY,
    )
    address_downloads_per_hour: int = setting(60, "... and an address.", "… und eine Adresse.", 1, MANY)
    lab_games: int = setting(
        100_000,
        "Games that a study of the owner's lab may have.",
        "Spiele, die eine Studie im Labor des Betreibers haben darf.",
        1,
        10_000_000,
    )
    lab_minutes: int = setting(
        60, "Minutes that a study may take.", "Minuten, die eine Studie dauern darf.", 1, 100_000
    )
