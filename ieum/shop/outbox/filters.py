"""Filters of the outbox."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Id, Person, Text, Where
from ieum.shop.kernel.phones import mobile_number
from ieum.shop.messaging.queries import Channel
from ieum.shop.outbox.types import Standing
from ieum.shop.outbox.words import CHANNELS, STANDINGS


class MessageFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`q` is a whole mail address or phone number: the text of messages is not searched."""

    q: Text | None = None
    state: Annotated[Standing, Meta(title="상태", extra_json_schema={"words": STANDINGS})] | None = None
    channel: Annotated[Channel, Meta(title="종류", extra_json_schema={"words": CHANNELS})] | None = None
    since: Annotated[datetime, Meta(title="기간")] | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)
    member: Annotated[Id, Meta(title="회원")] | None = None


def where_of(filters: MessageFilters) -> Where:
    """Conditions on `messages o`."""
    where = Where()
    where.add_if(filters.channel, "o.channel = %(channel)s", "channel")
    if filters.state == "waiting":
        where.add("o.sent_at IS NULL AND o.given_up_at IS NULL")
    elif filters.state == "sent":
        where.add("o.sent_at IS NOT NULL")
    elif filters.state == "refused":
        where.add("o.given_up_at IS NOT NULL")
    if filters.q:
        words = filters.q.strip()
        where.add_person(
            Person("mail" if "@" in words else "phone", words),
            "o.recipient = ANY(%(q)s)",
            q=[words, mobile_number(words) or words],
        )
    where.add_if(filters.member, "o.member_id = %(member)s", "member")
    where.add_if(filters.since, "o.created_at >= %(since)s", "since")
    where.add_if(filters.until, "o.created_at < %(until)s", "until")
    return where
