"""An SMTP server that accepts every mail and puts it into the sandbox's mailbox."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP, Envelope, Session

from ieum.sandbox.world import World


class MailHandler:
    def __init__(self, world: World) -> None:
        # Not its mailbox, because a reset replaces that.
        self._world = world

    async def handle_DATA(  # noqa: N802 - the name that aiosmtpd looks for
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content or b""
        raw = content.encode() if isinstance(content, str) else content
        mail = message_from_bytes(raw, policy=policy.default)
        text = text_of(mail)
        sender = str(mail["from"] or envelope.mail_from or "")
        for to in envelope.rcpt_tos:
            self._world.mailbox.add("mail", to, sender, str(mail["subject"] or ""), text)
        return "250 OK"


def text_of(mail: EmailMessage) -> str:
    """The plain-text part, or else the HTML part without its tags."""
    body = mail.get_body(("plain", "html"))
    if body is None:
        return ""
    text = str(body.get_content())
    if body.get_content_subtype() == "html":
        text = re.sub(r"<[^>]+>", "", text)
    return text.strip()


@asynccontextmanager
async def smtp_listener(world: World, host: str, port: int) -> AsyncGenerator[None]:
    loop = asyncio.get_running_loop()
    handler = MailHandler(world)

    def protocol() -> SMTP:
        return SMTP(handler, hostname="sandbox.ieum.test", enable_SMTPUTF8=True, loop=loop)

    server = await loop.create_server(protocol, host, port)
    try:
        yield
    finally:
        server.close()
