"""The listener that takes every mail and delivers none."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Protocol

from aiosmtpd.smtp import SMTP, Envelope, Session

from ieum.sandbox.inbox.mailbox import Mailbox


class HasMailbox(Protocol):
    """The world; asked anew for each mail, because a reset puts a new mailbox in it."""

    mailbox: Mailbox


class Filing:
    def __init__(self, world: HasMailbox) -> None:
        self._world = world

    async def handle_DATA(  # noqa: N802 - the name that aiosmtpd looks for
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content or b""
        raw = content.encode() if isinstance(content, str) else content
        mail = message_from_bytes(raw, policy=policy.default)
        text = readable(mail)
        sender = str(mail["from"] or envelope.mail_from or "")
        for to in envelope.rcpt_tos:
            self._world.mailbox.file("mail", to, sender, str(mail["subject"] or ""), text)
        return "250 OK"


def readable(mail: EmailMessage) -> str:
    """The plain part, else the HTML part without its tags."""
    body = mail.get_body(("plain", "html"))
    if body is None:
        return ""
    text = str(body.get_content())
    if body.get_content_subtype() == "html":
        text = re.sub(r"<[^>]+>", "", text)
    return text.strip()


@asynccontextmanager
async def listening(world: HasMailbox, host: str, port: int) -> AsyncGenerator[None]:
    loop = asyncio.get_running_loop()
    filing = Filing(world)

    def speak() -> SMTP:
        return SMTP(filing, hostname="sandbox.ieum.test", enable_SMTPUTF8=True, loop=loop)

    server = await loop.create_server(speak, host, port)
    try:
        yield
    finally:
        server.close()
