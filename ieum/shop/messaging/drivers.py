"""How a message leaves the house."""

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

from ieum.shop.messaging.queries import Message


class MessageRefused(Exception):
    """The other side will not take this message, however often it is offered; `code` is its own word for why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MessageDelayed(Exception):
    """The other side may take it later. Like a refusal it names nobody: what a job raises is written into a log."""


class TlsMissingError(Exception):
    """The mail server wants a password and offers no way to show it to nobody else."""


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
    """`smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the start.

    TLS wherever the server offers it. One that gets a password must offer it and prove its name; a relay that takes
    mail from anybody near it is met as it is, because many have a certificate that they signed themselves.
    """

    def __init__(self, url: str, *, tls: ssl.SSLContext | None = None) -> None:
        self.url = urlsplit(url)
        self.tls = tls or ssl.create_default_context()
        if self.url.scheme != "smtps" and not self.url.username:
            self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE

    async def send(self, message: Message, *, sender: str) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, message.recipient, message.subject
        # The same message sent twice after a crash is seen to be the same by the receiver.
        mail["Message-ID"] = f"<message-{message.id}@{sender.rpartition('@')[2]}>"
        mail.set_content(message.body)
        refused = await asyncio.to_thread(self._deliver, mail)
        # 5xx is the receiver's last word (RFC 5321, 4.2.1); of 4xx it says itself that it may pass.
        if refused is not None:
            raise (MessageRefused if refused >= 500 else MessageDelayed)(f"SMTP_{refused}")

    def _deliver(self, mail: EmailMessage) -> int | None:
        """What the server answered where it did not take the mail; it may have said so with the recipient's address."""
        with self._connect() as server:
            try:
                server.send_message(mail)
            except smtplib.SMTPRecipientsRefused as error:
                return next(iter(error.recipients.values()))[0]
            except smtplib.SMTPDataError as error:
                return error.smtp_code
        return None

    def _connect(self) -> smtplib.SMTP:
        host, port = self.url.hostname or "localhost", self.url.port
        if self.url.scheme == "smtps":
            server = smtplib.SMTP_SSL(host, port or 465, timeout=20, context=self.tls)
        else:
            server = smtplib.SMTP(host, port or 25, timeout=20)
        try:
            self._introduce(server)
        except BaseException:
            server.close()
            raise
        return server

    def _introduce(self, server: smtplib.SMTP) -> None:
        # What it offers is its answer to this.
        server.ehlo_or_helo_if_needed()
        if not isinstance(server, smtplib.SMTP_SSL):
            if server.has_extn("starttls"):
                server.starttls(context=self.tls)
            elif self.url.username:
                raise TlsMissingError(
                    f"{self.url.hostname} does not offer STARTTLS; IEUM_SMTP_URL has a password"
                )
        if self.url.username:
            server.login(unquote(self.url.username), unquote(self.url.password or ""))
