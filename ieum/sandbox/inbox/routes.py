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
MOST_SHOWN = 200
WEB_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
REFRESH = '<meta http-equiv="refresh" content="5">'


@get("/inbox")
async def show_inbox(world: NamedDependency[World]) -> Response[str]:
    messages = world.mailbox.newest_first()
    cards = "".join(card(message) for message in messages[:MOST_SHOWN]) or fill("no_messages")
    return page("inbox", title="받은 편지함", head=REFRESH, count=len(messages), messages=Markup(cards))


@get("/inbox/messages")
async def list_messages(world: NamedDependency[World], to: FromQuery[str | None] = None) -> list[Message]:
    """All messages, or those to one recipient, newest first."""
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
        text=with_links(message.text),
    )


def with_links(text: str) -> Markup:
    """Escape a text and turn its web addresses into links."""
    parts: list[str] = []
    end = 0
    for match in WEB_ADDRESS.finditer(text):
        address = escape(match[0])
        parts += [escape(text[end : match.start()]), f'<a href="{address}">{address}</a>']
        end = match.end()
    return Markup("".join([*parts, escape(text[end:])]))
