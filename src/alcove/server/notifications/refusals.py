"""What can be wrong with a channel, and what becomes of what was sent on it."""

from __future__ import annotations

from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text


class BadAddressError(AlcoveError):
    """Nothing can be, or may be, sent to that address."""

    code = "bad-address"


class NotDeliveredError(AlcoveError):
    """A test has not arrived."""

    code = "not-delivered"


class WrongCodeError(AlcoveError):
    code = "wrong-code"


class NotOfferedError(AlcoveError):
    """The server's owner does not offer that kind of channel."""

    code = "not-offered"


class Undelivered(Exception):  # noqa: N818  an outcome of sending, no error of ours
    """Something was not taken. `why` is a word for the log and the person."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Later(Undelivered):
    """It may be taken later, after so many seconds if the other side has said so."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


class Gone(Undelivered):
    """The other side has said that nobody is there any more."""


class OurFault(Later):
    """Nothing can be sent at all, to whomever: the channel is not to blame."""


NOT_AN_ADDRESS = Text("That is no address that something can be sent to.", "An diese Adresse lässt sich nichts senden.")
NO_MAIL_ADDRESS = Text("That is no e-mail address.", "Das ist keine E-Mail-Adresse.")
NO_HTTPS = Text("The address must begin with https://", "Die Adresse muss mit https:// beginnen.")
INSIDE = Text(
    "That address lies in a network that this server does not send to.",
    "Diese Adresse liegt in einem Netz, in das dieser Server nichts sendet.",
)
NO_SUCH_NAME = Text("There is no server of that name.", "Einen Server dieses Namens gibt es nicht.")
NO_SUCH_SERVICE = Text(
    "That chat service is not among those offered: {names}.", "Dieser Dienst ist nicht dabei. Es gibt: {names}."
)
NO_EXTRAS = Text(
    "Only the address itself is wanted, without settings after a question mark.",
    "Nur die Adresse selbst ist erwünscht, ohne Einstellungen nach einem Fragezeichen.",
)
BAD_KEYS = Text("That browser's keys cannot be used.", "Die Schlüssel dieses Browsers sind nicht zu gebrauchen.")
NOT_OFFERED = Text("This server does not offer that.", "Das bietet dieser Server nicht an.")
NO_CHANNEL = Text("There is no such channel.", "Diesen Weg gibt es nicht.")
TOO_MANY_CHANNELS = Text("You have enough channels: {most}.", "Mehr Wege gehen nicht: {most}.")
TOO_MANY_TESTS = Text(
    "That are enough tests for now. Try again in an hour.", "Das sind genug Tests. Versuch es in einer Stunde wieder."
)
WRONG_CODE = Text("That is not the code from the mail.", "Das ist nicht der Code aus der Mail.")
NO_CODE = Text(
    "That code counts no more. Have another one sent.", "Dieser Code gilt nicht mehr. Lass einen neuen senden."
)
UNCONFIRMED = Text("Confirm the address first.", "Bestätige zuerst die Adresse.")
NOT_DELIVERED = Text(
    "The test was not taken ({why}). Nothing was switched on.",
    "Der Test kam nicht an ({why}). Nichts ist eingeschaltet.",
)
