import itertools
import re
from collections import deque
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct, field

from ieum.dev.sandbox.store import Store

MOST_MESSAGES = 1000


class Message(Struct, rename={"sender": "from", "received_at": "receivedAt"}, kw_only=True):
    id: int
    channel: Literal["mail", "sms"]
    to: str
    sender: str
    subject: str
    text: str
    # The HTML form of a mail; empty where it has none.
    html: str = ""
    received_at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Mailbox:
    """The messages that the shop sent, newest last. Only the last thousand are kept, to bound memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        kept = (message for _, message in store.all("message", Message))
        self._messages: deque[Message] = deque(kept, maxlen=MOST_MESSAGES)
        self._ids = itertools.count(self._messages[-1].id + 1 if self._messages else 1)

    def add(
        self, channel: Literal["mail", "sms"], to: str, sender: str, subject: str, text: str, html: str = ""
    ) -> None:
        message = Message(
            id=next(self._ids),
            channel=channel,
            to=to,
            sender=sender,
            subject=subject,
            text=text,
            html=html,
        )
        self._messages.append(message)
        self._store.put(("message", str(message.id), message))

    def find(self, message: int) -> Message | None:
        return next((each for each in self._messages if each.id == message), None)

    def newest_first(self, to: str | None = None) -> list[Message]:
        recipient = None if to is None else normalise(to)
        return [
            message
            for message in reversed(self._messages)
            if recipient is None or normalise(message.to) == recipient
        ]

    def clear(self) -> None:
        self._messages.clear()
        self._store.forget("message")


def normalise(recipient: str) -> str:
    """Lower-case a mail address; remove the hyphens of a phone number."""
    if "@" in recipient:
        return recipient.strip().lower()
    return re.sub(r"\D", "", recipient)
