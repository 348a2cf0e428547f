"""How a message leaves the house."""

import asyncio
import smtplib
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

from ieum.shop.messaging.queries import Message


class MessageRefused(Exception):
    """The other side will not take this message, however often it is offered; `code` is its own word for why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Mailer(Protocol):
    async def send(self, message: Message, *, sender: str) -> None:
        """Hand the message over; raises where the other side did not take it.

        Raises MessageRefused where trying again is of no use.
        """
        ...


class Texter(Protocol):
    async def send(self, message: Message) -> None:
        """Hand an SMS to the carrier, as a mailer does."""
        ...

    async def close(self) -> None: ...


class SmtpMailer:
    """`smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the start."""

    def __init__(self, url: str) -> None:
        self.url = urlsplit(url)

    async def send(self, message: Message, *, sender: str) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, message.recipient, message.subject
        # The same message sent twice after a crash is seen to be the same by the receiver.
        mail["Message-ID"] = f"<message-{message.id}@{sender.rpartition('@')[2]}>"
        mail.set_content(message.body)
        await asyncio.to_thread(self._deliver, mail)

    def _deliver(self, mail: EmailMessage) -> None:
        implicit = self.url.scheme == "smtps"
        kind = smtplib.SMTP_SSL if implicit else smtplib.SMTP
        with kind(
            self.url.hostname or "localhost", self.url.port or (465 if implicit else 25), timeout=20
        ) as server:
            if not implicit and server.has_extn("starttls"):
                server.starttls()
            if self.url.username:
                server.login(unquote(self.url.username), unquote(self.url.password or ""))
            try:
                server.send_message(mail)
            except smtplib.SMTPRecipientsRefused as error:
                _tell_final(next(iter(error.recipients.values()))[0], error)
            except smtplib.SMTPDataError as error:
                _tell_final(error.smtp_code, error)


def _tell_final(code: int, error: smtplib.SMTPException) -> None:
    """5xx is the receiver's last word (RFC 5321, 4.2.1); of 4xx it says itself that it may pass."""
    if code >= 500:
        raise MessageRefused(f"SMTP_{code}") from error
    raise error
