import re
from html import escape

from litestar import Response, delete, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from ieum.sandbox.clock import KOREA
from ieum.sandbox.html import Markup, fill, page
from ieum.sandbox.inbox.mailbox import Message
from ieum.sandbox.world import World

CHANNELS = {"mail": "메일", "sms": "문자"}
SHOWN = 200
WEB_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
REFRESH = '<meta http-equiv="refresh" content="5">'


@get("/inbox")
async def show_inbox(world: NamedDependency[World]) -> Response[str]:
    messages = world.mailbox.newest_first()
    cards = "".join(card(message) for message in messages[:SHOWN]) or fill("no_messages")
    return page("inbox", title="받은 편지함", head=REFRESH, count=len(messages), messages=Markup(cards))


@get("/inbox/messages")
async def list_messages(world: NamedDependency[World], to: FromQuery[str | None] = None) -> list[Message]:
    """Everything sent, or what was sent to one recipient, newest first."""
    return world.mailbox.newest_first(to)


@delete("/inbox/messages")
async def clear_messages(world: NamedDependency[World]) -> None:
    world.mailbox.clear()


def card(message: Message) -> Markup:
    return fill(
        "message",
        channel=CHANNELS[message.channel],
        received_at=message.received_at.isoformat(),
        received_in_korea=f"{message.received_at.astimezone(KOREA):%Y-%m-%d %H:%M:%S}",
        to=message.to,
        sender=message.sender,
        subject=message.subject,
        text=linked(message.text),
    )


def linked(text: str) -> Markup:
    """Escape it and make its web addresses clickable, so that a mailed link can be followed."""
    parts: list[str] = []
    end = 0
    for found in WEB_ADDRESS.finditer(text):
        address = escape(found[0])
        parts += [escape(text[end : found.start()]), f'<a href="{address}">{address}</a>']
        end = found.end()
    return Markup("".join([*parts, escape(text[end:])]))
