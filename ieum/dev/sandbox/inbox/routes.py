import re
from html import escape
from typing import Any

from litestar import MediaType, Response, delete, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from ieum.dev.sandbox.clock import KOREA
from ieum.dev.sandbox.html import HEADERS, POLICY, Markup, fill, page
from ieum.dev.sandbox.inbox.mailbox import Message
from ieum.dev.sandbox.world import World

CHANNELS = {"mail": "메일", "sms": "문자"}
MOST_SHOWN = 200
WEB_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
)
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


@get("/inbox/mails/{message:int}")
async def show_mail(world: NamedDependency[World], message: FromPath[int]) -> Response[str]:
    """A mail as a mail program shows it, and its plain text below."""
    found = find_mail(world, message)
    return page(
        "mail", title=found.subject, policy=f"{POLICY}; frame-src 'self'", **details(found), id=found.id
    )


@get("/inbox/mails/{message:int}/html")
async def show_html(world: NamedDependency[World], message: FromPath[int]) -> Response[str]:
    """The HTML of a mail, on its own: it may run nothing, load nothing, and open links only in a new tab."""
    headers = HEADERS | {"content-security-policy": MAIL_POLICY}
    return Response(find_mail(world, message).html, media_type=MediaType.HTML, headers=headers)


@delete("/inbox/messages")
async def clear_messages(world: NamedDependency[World]) -> None:
    world.mailbox.clear()


def find_mail(world: World, message: int) -> Message:
    """Find a mail. Raises NotFoundException if there is none, or if it has no HTML."""
    found = world.mailbox.find(message)
    if found is None or not found.html:
        raise NotFoundException("그런 메일이 없습니다.")
    return found


def card(message: Message) -> Markup:
    link = f'<p><a href="/inbox/mails/{message.id}">메일 화면 보기</a></p>' if message.html else ""
    return fill("message", **details(message), link=Markup(link))


def details(message: Message) -> dict[str, Any]:
    return {
        "channel": CHANNELS[message.channel],
        "received_at": message.received_at.isoformat(),
        "received_in_korea": f"{message.received_at.astimezone(KOREA):%Y-%m-%d %H:%M:%S}",
        "to": message.to,
        "sender": message.sender,
        "subject": message.subject,
        "text": with_links(message.text),
    }


def with_links(text: str) -> Markup:
    """Escape a text and turn its web addresses into links."""
    parts: list[str] = []
    end = 0
    for match in WEB_ADDRESS.finditer(text):
        address = escape(match[0])
        parts += [escape(text[end : match.start()]), f'<a href="{address}">{address}</a>']
        end = match.end()
    return Markup("".join([*parts, escape(text[end:])]))
