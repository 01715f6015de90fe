"""What a server refuses, each with a code, a sentence and an HTTP status."""

from __future__ import annotations

from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text


class NotFoundError(AlcoveError):
    code = "not-found"


class NotYoursError(AlcoveError):
    code = "not-yours"


class TakenError(AlcoveError):
    code = "taken"


class TooLargeError(AlcoveError):
    code = "too-large"


class TooFastError(AlcoveError):
    code = "too-fast"


class TooSlowError(AlcoveError):
    code = "too-slow"


class TooManyError(AlcoveError):
    code = "too-many"


class BadOriginError(AlcoveError):
    code = "bad-origin"


class BadHostError(AlcoveError):
    code = "bad-host"


class BadSettingError(AlcoveError):
    """How the server was set up. It does not start."""

    code = "bad-setting"


class CannotStartError(AlcoveError):
    code = "cannot-start"


class NotHostError(AlcoveError):
    code = "not-host"


class LockedError(AlcoveError):
    code = "locked"


class WrongPasswordError(AlcoveError):
    code = "wrong-password"


class MutedError(AlcoveError):
    code = "muted"


class NotInvitedError(AlcoveError):
    code = "not-invited"


class NotOwnerError(AlcoveError):
    code = "not-owner"


class NoSocketError(AlcoveError):
    code = "no-socket"


class NotReadyError(AlcoveError):
    code = "not-ready"


class UnavailableError(AlcoveError):
    code = "unavailable"


class InTimeError(AlcoveError):
    code = "in-time"


class SpentError(AlcoveError):
    """What was good once, and for a while."""

    code = "spent"


class SignedOutError(AlcoveError):
    code = "signed-out"


class TwoHandsError(AlcoveError):
    """Two seats of a game with secrets would come into one hand."""

    code = "two-hands"


class SamePersonError(AlcoveError):
    code = "same-person"


class LastDeviceError(AlcoveError):
    code = "last-device"


class BadPasskeyError(AlcoveError):
    code = "bad-passkey"


class PerhapsSavedError(UnavailableError):
    """The line to the database broke in the moment of storing: nobody knows which side of it."""


STATUS = {
    "unreadable": 400,
    "bad-option": 400,
    "bad-address": 400,
    "wrong-code": 403,
    "not-offered": 404,
    "not-delivered": 502,
    "illegal": 409,
    "not-your-turn": 409,
    "over": 409,
    "stale": 409,
    "taken": 409,
    "in-time": 409,
    "two-hands": 409,
    "same-person": 409,
    "last-device": 409,
    "sealed": 409,
    "tampered": 409,
    "other-rules": 409,
    "unknown-game": 404,
    "not-found": 404,
    "not-yours": 403,
    "not-host": 403,
    "not-invited": 403,
    "locked": 403,
    "wrong-password": 403,
    "muted": 403,
    "bad-passkey": 403,
    "not-owner": 401,
    "signed-out": 401,
    "spent": 410,
    "bad-origin": 403,
    "bad-host": 421,
    "too-large": 413,
    "too-slow": 408,
    "no-socket": 426,
    "too-fast": 429,
    "too-many": 429,
    "not-ready": 503,
    "not-built": 503,
    "unavailable": 503,
}
"""The HTTP status of each code."""

NO_TABLE = Text("There is no such table.", "Diesen Tisch gibt es nicht.")
NO_LESSON = Text("There is no such lesson.", "Diese Lektion gibt es nicht.")
NO_DOCUMENT = Text("There is no such document.", "Dieses Dokument gibt es nicht.")
NO_PAGE = Text("There is nothing here.", "Hier ist nichts.")
NOT_YOUR_SEAT = Text("That seat is not yours.", "Dieser Platz gehört dir nicht.")
NO_SEAT_HELD = Text("You only watch this table.", "An diesem Tisch siehst du nur zu.")
SEAT_TAKEN = Text("That seat is taken.", "Dieser Platz ist besetzt.")
UNREADABLE = Text("That message cannot be read.", "Diese Nachricht ist nicht lesbar.")
TOO_LARGE = Text("That message is too long.", "Diese Nachricht ist zu lang.")
TOO_FAST = Text("That was too fast. Wait a moment.", "Das war zu schnell. Warte einen Moment.")
TOO_SLOW = Text("That took too long to arrive.", "Das kam zu langsam an.")
BAD_ORIGIN = Text("This request comes from another site.", "Diese Anfrage kommt von einer anderen Seite.")
BAD_HOST = Text(
    "This server is not called {host}. If it should be: alcove serve --name {host}",
    "Dieser Server heißt nicht {host}. Wenn er so heißen soll: alcove serve --name {host}",
)
NOT_THE_OWNER = Text(
    "This is for the server's owner, who has its token: alcove admin token",
    "Das ist für den Betreiber des Servers, der den Zugangsschlüssel hat: alcove admin token",
)
NO_SOCKET = Text(
    "A table needs a WebSocket, and the proxy before this server does not pass it on.",
    "Ein Tisch braucht einen WebSocket, und der Proxy vor diesem Server reicht ihn nicht weiter.",
)
TOO_MANY_TABLES = Text("There are too many tables already.", "Es gibt schon zu viele Tische.")
TOO_MANY_OF_YOURS = Text("You have opened too many tables.", "Du hast zu viele Tische eröffnet.")
NOT_HOST = Text("Only whoever has opened this table may do that.", "Das darf nur, wer diesen Tisch eröffnet hat.")
LOCKED = Text("This table asks for a password.", "Dieser Tisch fragt nach einem Passwort.")
WRONG_PASSWORD = Text("That is not the password.", "Das ist nicht das Passwort.")
MUTED = Text("The host has silenced you at this table.", "Der Gastgeber hat dich an diesem Tisch stummgeschaltet.")
NOBODY_SITS = Text("Nobody else sits there.", "Dort sitzt niemand anderes.")
BEGUN = Text(
    "The game has begun. Whoever is gone can be replaced by a bot.",
    "Das Spiel hat begonnen. Wer fort ist, kann durch einen Bot ersetzt werden.",
)
FROM_POSITION = Text(
    "This game goes on from a position with secrets. Its seats stay with their people.",
    "Dieses Spiel geht von einer Stellung mit Geheimnissen aus. Seine Plätze bleiben vergeben.",
)
NAMED_ALREADY = Text("You have said your name already.", "Deinen Namen hast du schon gesagt.")
NOBODY_CALLED_SO = Text("Nobody here is called so.", "Hier heißt niemand so.")
NO_SUCH_LINE = Text("Nobody has said that.", "Das hat niemand gesagt.")
NO_REPORT = Text("There is no such report.", "Diese Meldung gibt es nicht.")
NO_COMPANION = Text("You have not played with them.", "Mit dieser Person hast du nicht gespielt.")
NO_INVITATION = Text("You are not invited there any more.", "Dorthin bist du nicht mehr eingeladen.")
SITS_ALREADY = Text("They sit at this table already.", "Diese Person sitzt schon an diesem Tisch.")
TOO_MANY_INVITED = Text("Enough people are invited to this table.", "Zu diesem Tisch sind genug Leute eingeladen.")
NOT_INVITED = Text(
    "This server lets in only those whom its owner has invited.",
    "Dieser Server lässt nur ein, wen sein Betreiber eingeladen hat.",
)
NO_PASS = Text("This invitation is not valid any more.", "Diese Einladung gilt nicht mehr.")
TOO_MANY_PASSES = Text(
    "There are too many invitations. Revoke one first.", "Es gibt zu viele Einladungen. Widerruf erst eine."
)
NO_FREE_SEAT = Text("An open table needs a free seat.", "Ein offener Tisch braucht einen freien Platz.")
LOBBY_FULL = Text(
    "There are too many open tables already. Yours can be joined by its link.",
    "Es gibt schon zu viele offene Tische. Zu deinem kommt man durch seinen Link.",
)
TOO_MANY_OPEN = Text(
    "Too many of your tables are open already. Close one of them first.",
    "Zu viele deiner Tische sind schon offen. Schließ erst einen davon.",
)
TOO_MANY_CONNECTIONS = Text("Too many connections.", "Zu viele Verbindungen.")
TOO_MANY_DEVICES = Text(
    "This seat is held by too many browsers already.", "Diesen Platz halten schon zu viele Browser."
)
TOO_MUCH_AT_ONCE = Text("That is too much at once. Wait a moment.", "Das ist zu viel auf einmal. Warte einen Moment.")
LAB_BUSY = Text(
    "The lab is at work. Wait until it is done, or stop it.",
    "Das Labor arbeitet. Warte, bis es fertig ist, oder brich ab.",
)
LAB_TOO_MUCH = Text("A study has at most {most} games.", "Eine Studie hat höchstens {most} Spiele.")
TOO_MANY_HINTS = Text("One hint at a time.", "Ein Tipp nach dem anderen.")
CHAT_FULL = Text("You have talked enough at this table.", "Du hast an diesem Tisch genug geredet.")
TABLE_FULL = Text(
    "Too much has happened at this table. It can only be resigned.",
    "An diesem Tisch ist zu viel geschehen. Er lässt sich nur noch aufgeben.",
)
TOO_MANY_IN_A_ROW = Text(
    "That were too many actions in a row. It is somebody else's turn to act.",
    "Das waren zu viele Aktionen hintereinander. Jetzt ist jemand anderes dran.",
)
CHAT_TOO_LONG = Text("That is too long. At most {most} characters.", "Das ist zu lang. Höchstens {most} Zeichen.")
CHAT_EMPTY = Text("There is nothing in that line.", "In dieser Zeile steht nichts.")
GAME_NOT_READY = Text(
    "{title} is still being prepared. Try again in a moment.",
    "{title} wird noch vorbereitet. Versuch es gleich noch einmal.",
)
WAITS_FOR_PLAYERS = Text("The table still waits for players.", "Der Tisch wartet noch auf Mitspieler.")
MOVED_ON = Text("The table has moved on in the meantime.", "Am Tisch ging es inzwischen weiter.")
GAME_OVER = Text("The game is over.", "Das Spiel ist zu Ende.")
NO_DECISION = Text("Nothing is known of that decision.", "Zu dieser Entscheidung ist nichts bekannt.")
NOT_OVER = Text("The game is not over yet.", "Das Spiel ist noch nicht zu Ende.")
NOTHING_TO_UNDO = Text("There is nothing that can be taken back.", "Es gibt nichts, was zurückgenommen werden kann.")
BOT_PLAYS = Text(
    "A bot plays in your seat. Come back to it first.", "Auf deinem Platz spielt ein Bot. Komm erst zurück."
)
NOT_LEFT = Text("Nobody has left that seat.", "Diesen Platz hat niemand verlassen.")
NOT_ABSENT = Text(
    "A bot takes over only for somebody who is awaited and has been away for a while, or has run out of time.",
    "Ein Bot springt nur für jemanden ein, auf den alle warten und der seit einer Weile fort ist oder keine Zeit mehr "
    "hat.",
)
IN_TIME = Text("That seat has time left.", "Auf diesem Platz ist noch Zeit übrig.")
OWN_TIME = Text("Only the other player can claim that.", "Das kann nur der andere Spieler beanspruchen.")
NO_CLAIM = Text(
    "Time wins a game only for two against each other. Here a bot can go on in the seat.",
    "Durch die Zeit gewinnt man nur zu zweit gegeneinander. Hier kann ein Bot auf dem Platz weiterspielen.",
)
NOT_ALONE = Text(
    "A game ends without a result only if nobody else is there who plays in it.",
    "Ein Spiel endet nur dann ohne Ergebnis, wenn niemand sonst da ist, der mitspielt.",
)
LINK_SPENT = Text(
    "This link has been used, or its time is over. Make a new one on the other device.",
    "Dieser Link ist verbraucht oder abgelaufen. Mach auf dem anderen Gerät einen neuen.",
)
SIGNED_OUT = Text("This device was signed out.", "Dieses Gerät wurde abgemeldet.")
TWO_HANDS = Text(
    "At a table of {game} that is not over both hold different seats, and neither may know the other's secrets. End "
    "that game first.",
    "An einem laufenden Tisch von {game} haben beide verschiedene Plätze, und keiner darf die Geheimnisse des anderen "
    "kennen. Beende erst dieses Spiel.",
)
SAME_PERSON = Text("This device is yours already.", "Dieses Gerät gehört schon dazu.")
LAST_DEVICE = Text(
    "This is your last device, and you have no passkey: nobody could come back to your seats.",
    "Das ist dein letztes Gerät, und du hast keinen Passkey: Niemand käme mehr an deine Plätze.",
)
QUESTION_SPENT = Text(
    "That took too long, or was answered already. Try again.",
    "Das hat zu lange gedauert oder ist schon beantwortet. Versuch es noch einmal.",
)
BAD_PASSKEY = Text(
    "This server does not know that passkey, or its answer does not hold.",
    "Diesen Passkey kennt der Server nicht, oder seine Antwort gilt nicht.",
)
NEEDS_A_NAME = Text(
    "Passkeys are kept for names: open this server by its name and HTTPS, or on its own machine as localhost.",
    "Passkeys gehören zu Namen: Öffne diesen Server über seinen Namen und HTTPS, oder auf seiner eigenen Maschine als "
    "localhost.",
)
NO_PASSKEY = Text("You have no such passkey.", "So einen Passkey hast du nicht.")
TOO_MANY_PASSKEYS = Text("You have too many passkeys already.", "Du hast schon zu viele Passkeys.")
NO_DEVICE = Text("You have no such device.", "So ein Gerät hast du nicht.")
TOO_MANY_OF_A_PERSON = Text("You have too many devices already.", "Du hast schon zu viele Geräte.")
JUST_CHANGED = Text(
    "This browser has just been given another key. Load the page again.",
    "Dieser Browser hat gerade einen neuen Schlüssel bekommen. Lade die Seite neu.",
)
NOTHING_TO_DECIDE = Text("You have nothing to decide now.", "Du hast jetzt nichts zu entscheiden.")
NO_HINTS = Text("No hints while other people play along.", "Keine Vorschläge, solange andere Menschen mitspielen.")
NOBODY_ASKED = Text("Nobody has asked for that.", "Danach hat niemand gefragt.")
NOT_SAVED = Text(
    "That could not be saved, so it did not happen.", "Das ließ sich nicht speichern und ist nicht geschehen."
)
PERHAPS_SAVED = Text(
    "The database does not answer, and whether that was saved will show in a moment.",
    "Die Datenbank antwortet nicht, und ob das gespeichert ist, zeigt sich gleich.",
)
SHUTTING_DOWN = Text("The server is closing.", "Der Server wird beendet.")
RULES_GONE = Text(
    "This game was played under rules that have changed since.",
    "Dieses Spiel folgte Regeln, die sich seither geändert haben.",
)
TABLE_UNREADABLE = Text("This table is damaged on the disk.", "Dieser Tisch ist auf der Platte beschädigt.")
RECORD_AFTER_END = Text(
    "This game has secrets: its record can be had when it is over.",
    "Dieses Spiel hat Geheimnisse: Die Aufzeichnung gibt es, wenn es zu Ende ist.",
)
PAUSED = Text(
    "The server's data are being replaced. It goes on in a moment.",
    "Die Daten des Servers werden gerade ersetzt. Gleich geht es weiter.",
)
IN_USE = Text(
    "Another server keeps its tables in {path}. End it, or choose another folder: --data FOLDER",
    "Ein anderer Server hat seine Tische in {path}. Beende ihn oder wähle einen anderen Ordner: --data ORDNER",
)
NOT_WRITABLE = Text(
    "Tables cannot be kept in {path}: {reason}. Another folder: --data FOLDER",
    "In {path} lassen sich keine Tische aufbewahren: {reason}. Ein anderer Ordner: --data ORDNER",
)
ELSEWHERE = Text(
    "This table is in another process, which cannot be reached.",
    "Dieser Tisch ist in einem anderen Prozess, der nicht zu erreichen ist.",
)
NOT_HEARD = Text(
    "The other servers cannot be reached just now. Say that again in a moment.",
    "Die anderen Server sind gerade nicht zu erreichen. Versuch es gleich noch einmal.",
)
NO_ANSWER = Text(
    "The database at {path} cannot be used: {reason}.", "Die Datenbank unter {path} ist nicht zu gebrauchen: {reason}."
)
NO_DATABASE_NOW = Text(
    "The database does not answer. Try again in a moment.",
    "Die Datenbank antwortet nicht. Versuch es gleich noch einmal.",
)
DAMAGED = Text(
    "{path} is damaged, or no database: {reason}. Put it aside, or take another folder: --data FOLDER",
    "{path} ist beschädigt oder keine Datenbank: {reason}. Leg sie beiseite oder nimm einen anderen: --data ORDNER",
)
FOREIGN = Text(
    "{path} is the database of another program. Choose another folder: --data FOLDER",
    "{path} ist die Datenbank eines anderen Programms. Wähle einen anderen Ordner: --data ORDNER",
)
NEWER = Text(
    "{path} was written by a newer Alcove (schema {version}). Start that one, or choose another folder: --data FOLDER",
    "{path} stammt von einem neueren Alcove (Schema {version}). Starte dieses, oder nimm einen anderen: --data ORDNER",
)
WENT_WRONG = Text("Something went wrong here.", "Hier ist etwas schiefgegangen.")
