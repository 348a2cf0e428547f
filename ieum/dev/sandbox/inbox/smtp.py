"""An SMTP server that accepts every mail and puts it into the sandbox's mailbox."""

import asyncio
import base64
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP, Envelope, Session

from ieum.dev.sandbox.world import World


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
        text, html = text_of(mail), html_of(mail)
        sender = str(mail["from"] or envelope.mail_from or "")
        for to in envelope.rcpt_tos:
            self._world.mailbox.add("mail", to, sender, str(mail["subject"] or ""), text, html)
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


def html_of(mail: EmailMessage) -> str:
    """The HTML part, with the pictures that came with it in place of the names by which it calls them; "" for none."""
    body = mail.get_body(("html",))
    if body is None:
        return ""
    html = str(body.get_content())
    for part in mail.walk():
        if (name := part["content-id"]) and part.get_content_maintype() == "image":
            picture = base64.b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{name.strip('<>')}", f"data:{part.get_content_type()};base64,{picture}")
    return html


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
