"""A notice to many members on the wire."""

from datetime import datetime
from typing import Annotated, NewType

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ieum.shop.broadcasts.words import HOLDINGS, BroadcastState, Holding
from ieum.shop.desk.lists import Id
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.texts import SAID
from ieum.shop.messaging.queries import Channel
from ieum.shop.outbox.words import CHANNELS

BroadcastId = NewType("BroadcastId", int)


class Audience(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Members who fulfil all that is set. Sub-ids and who has left are never among them.

    `gateway` are members with an address on it, `with_devices` those with a device, on that gateway if one is named.
    `incident` are those who were frozen as affected by it.
    """

    holds: Annotated[Holding, Meta(title="받는 회원", extra_json_schema={"words": HOLDINGS})] | None = None
    plan: Annotated[Id, Meta(title="상품", extra_json_schema={"options": "plans"})] | None = None
    gateway: Annotated[Id, Meta(title="게이트웨이", extra_json_schema={"options": "gateways"})] | None = None
    ends_within_days: (
        Annotated[int, Meta(title="며칠 안에 끝나는 서비스가 있는 회원", ge=1, le=365)] | None
    ) = None
    with_devices: Annotated[bool, Meta(title="기기를 등록한 회원만")] = False
    incident: Annotated[Id, Meta(title="사고의 영향을 받은 회원")] | None = None


class BroadcastForm(Audience, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Broadcast as staff write it. To an advertisement the shop adds what the law wants around it.

    A mail has a subject, and an advertisement the free number (080) by which one refuses more of them.
    """

    channel: Annotated[Channel, Meta(title="종류", extra_json_schema={"words": CHANNELS})]
    is_advertising: Annotated[bool, Meta(title="할인이나 새 상품을 알리는 광고입니다")] = False
    refusal_phone: (
        Annotated[
            str,
            Meta(
                title="무료수신거부 번호",
                description="080으로 시작하는 번호입니다. 광고는 수신에 동의한 회원에게만 가고, "
                "(광고) 표시와 이 번호를 붙여 보냅니다.",
                max_length=20,
                pattern=r"^[0-9-]*$",
            ),
        ]
        | UnsetType
    ) = UNSET
    subject: Annotated[str, Meta(title="제목", max_length=100, pattern=r"^[^\x00-\x1f]*$")] | UnsetType = (
        UNSET
    )
    body: Annotated[
        str,
        Meta(
            title="내용",
            description="문자는 90바이트(한글 45자)가 넘으면 LMS로 나갑니다.",
            min_length=2,
            max_length=10_000,
            pattern=SAID,
        ),
    ]


class Broadcast(msgspec.Struct, rename="camel", kw_only=True):
    """`written` are those whom the job has come to; `sent` and `refused` are counted on one broadcast alone."""

    id: BroadcastId
    channel: Channel
    is_advertising: bool
    subject: str
    body: str
    audience: str
    recipients: int
    written: int
    state: BroadcastState
    made_by: StaffId
    made_by_name: str
    made_at: datetime
    ended_at: datetime | None


class BroadcastCounts(msgspec.Struct, rename="camel"):
    """Number of messages so far, by outcome."""

    sent: int
    refused: int
    withdrawn: int
    waiting: int


class BroadcastSeen(msgspec.Struct):
    broadcast: Broadcast
    counts: BroadcastCounts
