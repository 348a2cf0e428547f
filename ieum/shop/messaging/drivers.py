"""Drivers that send messages: the interfaces for mail and SMS, and mail over SMTP."""

import asyncio
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

from ieum.shop.messaging.queries import Message

DELIVERIES_AT_ONCE = 16


class MessageRefused(Exception):
    """The server or carrier will never accept this message; `code` is the reason in its own words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MessageDelayed(Exception):
    """The mail server may accept it later. Its text names no recipient, because a job's exceptions are logged."""


class CarrierUnavailableError(Exception):
    """The carrier gave no usable answer; the text is its code, or what became of the connection."""


class TlsMissingError(Exception):
    """The mail server wants a password but offers no TLS to protect it."""


class Mailer(Protocol):
    async def send(self, message: Message, *, sender: str) -> None:
        """Send a mail. Raises MessageRefused where a retry is useless, and other exceptions where it is not."""
        ...


class Texter(Protocol):
    async def send(self, message: Message) -> None:
        """Send an SMS. Raises as `Mailer.send` does."""
        ...

    async def balance(self) -> int:
        """Return for how many won messages can still be sent. Raises CarrierUnavailableError."""
        ...

    async def close(self) -> None: ...


class SmtpMailer:
    """Sends mail to `smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the start.

    TLS is used wherever the server offers it. A server that gets a password must offer TLS with a valid certificate;
    a relay without a password need not, because many local relays have a self-signed one.
    """

    def __init__(self, url: str, *, tls: ssl.SSLContext | None = None, patience: float = 20) -> None:
        """`patience`: how many seconds the server may take for each step."""
        self.url = urlsplit(url)
        self.patience = patience
        # Of its own: a server that does not answer must not keep the threads that everything else runs in.
        self._threads = ThreadPoolExecutor(DELIVERIES_AT_ONCE, thread_name_prefix="smtp")
        self.tls = tls or ssl.create_default_context()
        if self.url.scheme != "smtps" and not self.url.username:
            self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE

    async def send(self, message: Message, *, sender: str) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, message.recipient, message.subject
        # Always the same for a message, so that the receiver recognises one that was sent twice after a crash.
        mail["Message-ID"] = f"<message-{message.id}@{sender.rpartition('@')[2]}>"
        mail.set_content(message.body)
        if message.html:
            mail.add_alternative(message.html, subtype="html")
            if message.logo and (html := mail.get_body(("html",))) is not None:
                html.add_related(
                    message.logo, "image", "png", cid="<logo>", disposition="inline", filename="logo.png"
                )
        refused = await asyncio.get_running_loop().run_in_executor(self._threads, self._deliver, mail)
        # 5xx is final, 4xx is temporary (RFC 5321, 4.2.1).
        if refused is not None:
            raise (MessageRefused if refused >= 500 else MessageDelayed)(f"SMTP_{refused}")

    async def greet(self) -> None:
        """Say hello as for a mail, with TLS and the login, and send none. Raises what the connection does."""

        def greet() -> None:
            with self._connect():
                pass

        await asyncio.to_thread(greet)

    def _deliver(self, mail: EmailMessage) -> int | None:
        """Return the SMTP code of a refusal, or None; not its text, which may quote the recipient's address."""
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
            server = smtplib.SMTP_SSL(host, port or 465, timeout=self.patience, context=self.tls)
        else:
            server = smtplib.SMTP(host, port or 25, timeout=self.patience)
        try:
            self._introduce(server)
        except BaseException:
            server.close()
            raise
        return server

    def _introduce(self, server: smtplib.SMTP) -> None:
        # The answer lists the server's extensions.
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
