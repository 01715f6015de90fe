"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

NAME_HOLDERS = ("holder", "creator", "sender", "blocked")
"""What columns are called that say who somebody is. Two who become one are one in all of them."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # the version of the rules
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(40), nullable=False),
    Column("nonce", String(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seats", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("creator", String(64), nullable=False),
    Column("ended", Float),
    Column("outcome", Text),
    Column("rematch", String(16)),
    Column("stand_in", Integer, nullable=False, server_default="3"),  # the level of bots that take over
    Column("origin", Text),  # the game and the moment in it that this one was tried from
    Column("time", Text),  # what was agreed, where time counts
    Column("began", Float),  # since when it does: when the last seat was taken
    Column("password", Text),  # salted and hashed, where one is asked for
    Index("tables_creator", "creator"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("reveals", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

holders = Table(
    "holders",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Index("holders_table", "table_id"),
    sqlite_with_rowid=False,
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("accuracy", Text, nullable=False),  # by seat
    Column("found", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

processes = Table(  # servers that share the database, each with the end of its lease
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("machine", String(64), nullable=False),
    Column("door", Text, nullable=False),  # where others on the same machine hand it connections
    Column("until", Float, nullable=False),  # by the database's clock
)

owners = Table(  # which of them has a table; each that takes it counts its epoch up
    "owners",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("process", String(32), nullable=False),
    Column("epoch", Integer, nullable=False),
)

positions = Table(  # the last position of each table that is not over, in words
    "positions",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),  # the table's, when it was kept
    Column("rules", Integer, nullable=False),
    Column("actions", Integer, nullable=False),  # that led to it, since the rules have changed last
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

replays = Table(  # finished games as each viewer may see them, for when their rules are gone
    "replays",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),  # -1 for spectators
    Column("steps", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

notices = Table(  # what was changed from outside, for servers that run
    "notices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tables", Text, nullable=False),  # their ids; nothing for all of them
    Column("at", Float, nullable=False),
)

absences = Table(  # when the server was away, so that nobody's clock ran
    "absences",
    metadata,
    Column("table_id", String(16), primary_key=True),  # nothing for all of them
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
    sqlite_with_rowid=False,
)

signs = Table(  # the last sign of life of each server, while it has clocks to keep
    "signs",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

openings = Table(  # tables that wait for players and can be found in the lobby
    "openings",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when somebody who sits there was last at the table
    Column("here", Integer, nullable=False),  # whether somebody still was, then
    sqlite_with_rowid=False,
)

admitted = Table(  # who has said the password of a table
    "admitted",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("holder", String(64), primary_key=True),
    sqlite_with_rowid=False,
)

mutes = Table(  # seats whose people the host has silenced in the chat
    "mutes",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    sqlite_with_rowid=False,
)

reports = Table(  # names and lines of chat that somebody has reported to the owner
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

invitations = Table(  # to tables that wait
    "invitations",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("sender", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Index("invitations_table", "table_id"),
    sqlite_with_rowid=False,
)

blocks = Table(  # whose invitations somebody does not want
    "blocks",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("blocked", String(64), primary_key=True),
    sqlite_with_rowid=False,
)

passes = Table(  # the owner's invitations to the server
    "passes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("label", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("until", Float),
    Column("uses", Integer),  # how many people it lets in yet; any number if nothing is said
    sqlite_with_rowid=False,
)

members = Table(  # who has come by one of them
    "members",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("pass_id", String(16), nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

people = Table(  # those who use several devices, or a passkey
    "people",
    metadata,
    Column("id", String(64), primary_key=True),  # under which they hold seats
    Column("name", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("origin", String(64), unique=True),  # the browser that they were before
)

devices = Table(  # by the hash of its token, to whom a device belongs
    "devices",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("label", String(60), nullable=False),
    Column("since", Integer, nullable=False),  # days since 1970, as below
    Column("seen", Integer, nullable=False),
    Index("devices_person", "person"),
    sqlite_with_rowid=False,
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # a hash of the credential's
    Column("credential", LargeBinary, nullable=False),
    Column("person", String(64), nullable=False),
    Column("site", String(255), nullable=False),  # the name of the server that it is for
    Column("key", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),  # how often it was used, as far as it says so itself
    Column("name", Text, nullable=False),
    Column("since", Integer, nullable=False),
    Column("seen", Integer, nullable=False),
    Index("passkeys_person", "person"),
    sqlite_with_rowid=False,
)

tickets = Table(  # what is good once and for a short while: links, and questions to passkeys
    "tickets",
    metadata,
    Column("id", String(64), primary_key=True),  # a hash of what somebody was given
    Column("kind", String(8), nullable=False),
    Column("person", String(64), nullable=False),
    Column("device", String(64), nullable=False),  # the only one that may use it, nothing for any
    Column("until", Float, nullable=False),
    sqlite_with_rowid=False,
)

channels = Table(  # the ways on which somebody is told of their games
    "channels",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("digest", String(64), nullable=False),  # of kind and address
    Column("language", String(2), nullable=False),
    Column("origin", Text, nullable=False),  # by which address its person has come
    Column("state", String(8), nullable=False),  # new, on or off
    Column("why", String(16)),  # what has switched it off
    Column("code", String(64)),  # a hash of what was sent to it, until somebody has typed that
    Column("code_until", Float, nullable=False),
    Column("guesses", Integer, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("rests_until", Float, nullable=False),  # before that nothing is sent
    Column("busy_until", Float, nullable=False),  # a server sends something, or has been killed at it
    Column("changed", Float, nullable=False),
    Index("channels_holder", "holder"),
    Index("channels_digest", "digest"),
    Index("channels_changed", "changed"),
)

notification_wishes = Table(  # of what somebody wants to be told
    "notification_wishes",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("table_id", String(16), primary_key=True),  # nothing for all tables without wishes of their own
    Column("events", Text, nullable=False),
    Column("changed", Float, nullable=False),
    sqlite_with_rowid=False,
)

owed = Table(  # what is to be told on a channel, and the last of each kind that was
    "owed",
    metadata,
    Column("channel", String(16), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("event", String(8), primary_key=True),
    Column("mark", BigInteger, nullable=False),  # which of such events it is: later ones have larger marks
    Column("who", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("sent", Float),
    Index("owed_due", "sent", "due"),
    Index("owed_table", "table_id"),
    sqlite_with_rowid=False,
)

push_keys = Table(  # by which push services know this server
    "push_keys",
    metadata,
    Column("name", String(8), primary_key=True),
    Column("value", String(64), nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
)
