"""E-mail, by the mail server that the owner has named."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from alcove.kernel.text import Text
from alcove.server.notifications.channels import Channel
from alcove.server.notifications.messages import Message
from alcove.server.notifications.refusals import NO_MAIL_ADDRESS, BadAddressError, Gone, Later, OurFault
from alcove.server.settings import Settings

ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@)(?=.{{6,254}}$){ATOM}(?:\.{ATOM})*@(?:{LABEL}\.)+[A-Za-z]{LABEL}")
SECONDS = 15.0
MAILBOX_IS_GONE = range(550, 554)

CODE_SUBJECT = Text("{code} is your code for Alcove", "{code} ist dein Code für Alcove")
CODE_TEXT = Text(
    "Type this code at Alcove to be told of your games by mail:\n\n    {code}\n\nIt is good for an hour. If you did "
    "not ask for it, do nothing: no other mail will come.\n",
    "Gib diesen Code bei Alcove ein, um per Mail von deinen Spielen zu erfahren:\n\n    {code}\n\nEr gilt eine Stunde. "
    "Wenn du ihn nicht angefordert hast, tu nichts: Es kommt keine weitere Mail.\n",
)
FOOTER = Text(
    "Of what you are told, and how, you decide here:\n{link}", "Was du erfährst und wie, bestimmst du hier:\n{link}"
)


def check_mail_address(text: str) -> None:
    if not ADDRESS.fullmatch(text):
        raise BadAddressError(NO_MAIL_ADDRESS)


def leave_token(key: bytes, channel: str) -> str:
    """With what a mail program can end the mails of a channel."""
    return f"{channel}.{hmac.digest(key, f'leave {channel}'.encode(), 'sha256').hex()[:32]}"


def read_leave_token(key: bytes, token: str) -> str | None:
    channel = token.partition(".")[0]
    return channel if hmac.compare_digest(leave_token(key, channel).encode(), token.encode()) else None


@dataclass(frozen=True)
class Mail:
    settings: Settings
    key: bytes

    async def send(self, channel: Channel, message: Message, now: float) -> None:
        footer = FOOTER.fill(link=f"{channel.origin}/notifications").of(channel.language)
        text = f"{message.text}\n\n{message.link(channel)}\n\n-- \n{footer}\n"
        mail = self._mail(channel, message.title, text, message.key, now)
        if channel.origin.startswith("https://"):
            leave = f"{channel.origin}/api/notifications/leave/{leave_token(self.key, channel.id)}"
            mail["List-Unsubscribe"] = f"<{leave}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self._deliver(mail)

    async def send_code(self, channel: Channel, code: str, now: float) -> None:
        """Nothing in it is what a stranger has typed: whoever gets it may not have asked for it."""
        subject = CODE_SUBJECT.fill(code=code).of(channel.language)
        key = hmac.digest(self.key, f"{channel.id} {code}".encode(), "sha256").hex()[:32]
        await self._deliver(self._mail(channel, subject, CODE_TEXT.fill(code=code).of(channel.language), key, now))

    def _mail(self, channel: Channel, subject: str, text: str, key: str, now: float) -> EmailMessage:
        sender = self.settings.smtp_from or ""
        domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, channel.address, " ".join(subject.split())
        mail["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
        mail["Message-ID"] = f"<{key}@{domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(text)
        return mail

    async def _deliver(self, mail: EmailMessage) -> None:
        import aiosmtplib

        one = self.settings
        try:
            await aiosmtplib.send(
                mail,
                hostname=one.smtp_host,
                port=one.smtp_port,
                username=one.smtp_user,
                password=one.smtp_password,
                use_tls=one.smtp_tls == "tls",
                start_tls=one.smtp_tls == "starttls",
                timeout=SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(refused.code in MAILBOX_IS_GONE for refused in error.recipients):
                raise Gone("mailbox-refused") from None
            raise Later("mailbox-refused") from None
        except aiosmtplib.SMTPResponseException as error:
            raise OurFault(f"mail-{error.code}") from None
        except (aiosmtplib.SMTPException, OSError):
            raise OurFault("mail-server") from None
