import itertools
import re
from collections import deque
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct, field

MOST_MESSAGES = 1000


class Message(Struct, rename={"sender": "from", "received_at": "receivedAt"}, kw_only=True):
    id: int
    channel: Literal["mail", "sms"]
    to: str
    sender: str
    subject: str
    text: str
    received_at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Mailbox:
    """The messages that the shop sent, newest last. Only the last thousand are kept, to bound memory."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._messages: deque[Message] = deque(maxlen=MOST_MESSAGES)

    def add(self, channel: Literal["mail", "sms"], to: str, sender: str, subject: str, text: str) -> None:
        self._messages.append(
            Message(id=next(self._ids), channel=channel, to=to, sender=sender, subject=subject, text=text)
        )

    def newest_first(self, to: str | None = None) -> list[Message]:
        recipient = None if to is None else normalise(to)
        return [
            message
            for message in reversed(self._messages)
            if recipient is None or normalise(message.to) == recipient
        ]

    def clear(self) -> None:
        self._messages.clear()


def normalise(recipient: str) -> str:
    """Lower-case a mail address; remove the hyphens of a phone number."""
    if "@" in recipient:
        return recipient.strip().lower()
    return re.sub(r"\D", "", recipient)
