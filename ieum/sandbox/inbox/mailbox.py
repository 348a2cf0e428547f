import itertools
import re
from collections import deque
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct, field

KEPT = 1000


class Message(Struct, rename={"sender": "from", "received_at": "receivedAt"}, kw_only=True):
    id: int
    channel: Literal["mail", "sms"]
    to: str
    sender: str
    subject: str
    text: str
    received_at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Mailbox:
    """What the shop sent to anybody, newest last; the oldest fall out so that memory stays small."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._messages: deque[Message] = deque(maxlen=KEPT)

    def file(self, channel: Literal["mail", "sms"], to: str, sender: str, subject: str, text: str) -> Message:
        message = Message(
            id=next(self._ids), channel=channel, to=to, sender=sender, subject=subject, text=text
        )
        self._messages.append(message)
        return message

    def newest_first(self, to: str | None = None) -> list[Message]:
        wanted = None if to is None else comparable(to)
        return [
            message
            for message in reversed(self._messages)
            if wanted is None or comparable(message.to) == wanted
        ]

    def clear(self) -> None:
        self._messages.clear()


def comparable(recipient: str) -> str:
    """Addresses without case, phone numbers without hyphens."""
    if "@" in recipient:
        return recipient.strip().lower()
    return re.sub(r"\D", "", recipient)
