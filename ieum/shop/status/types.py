"""The state of the shop as everybody may see it: nothing here names a host, a provider or a customer."""

from datetime import date, datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.kernel.errors import ShopError
from ieum.shop.site.types import Business

IncidentId = NewType("IncidentId", int)
PartName = Literal["shop", "payment", "messages", "gateways"]
# How bad it is, and how far the staff have come.
Level = Literal["notice", "degraded", "down"]
Progress = Literal["looking", "known", "watching", "over"]
PartState = Literal["ok", "degraded", "down"]
Product = Literal["static", "dynamic", "ticket"]
Title = Annotated[str, Meta(min_length=1, max_length=80)]
Words = Annotated[str, Meta(min_length=1, max_length=1000)]


class Part(msgspec.Struct, rename="camel"):
    """Of gateways there is one for each region."""

    key: PartName
    name: str
    state: PartState
    words: str = ""
    """What was measured to be wrong; empty where all is well, or where an incident says it."""


class Update(msgspec.Struct, rename="camel"):
    state: Progress
    words: str
    said_at: datetime


class Incident(msgspec.Struct, rename="camel"):
    """Updates are newest first."""

    id: IncidentId
    title: str
    parts: list[PartName]
    level: Level
    state: Progress
    began_at: datetime
    ended_at: datetime | None
    updates: list[Update]


class Day(msgspec.Struct, rename="camel"):
    """A calendar day in Seoul on which a part was told to be ill, and how ill at worst."""

    part: PartName
    day: date
    state: Literal["degraded", "down"]


class Status(msgspec.Struct, rename="camel"):
    """Incidents are those that go on or ended in 90 days, newest first; phone and mail are the support's."""

    shop: str
    home: str
    made_at: datetime
    parts: list[Part]
    incidents: list[Incident]
    phone: str = ""
    mail: str = ""
    days: list[Day] = []


class Frame(msgspec.Struct):
    """Contents of header and footer of the shop's pages. `home` is the shop's address, `logo` a PNG in base64."""

    home: str
    shop: str
    logo: str
    products: list[Product]
    """What is sold: the menu has no group for anything else."""
    remote_support: str
    support_hours: str
    business: Business


class Trouble(msgspec.Struct, rename="camel"):
    """Notice at the top of a page: an incident that goes on, as the staff tell of it."""

    parts: list[PartName]
    state: Literal["degraded", "down"]
    title: str
    words: str


class Measured(msgspec.Struct):
    """Figures that the database knows by itself."""

    payments_asked: int
    payments_open: int
    messages_late: int
    regions: list[str]
    regions_lost: list[str]
    regions_stopped: list[str]


class StatusUnknown(ShopError):
    status = 503
    code = "status_unknown"
    title = "서비스 상태를 확인하지 못했습니다"
    detail = "지금은 서비스 상태를 읽을 수 없습니다. 잠시 후 다시 확인해 주세요."


class IncidentNotFound(ShopError):
    status = 404
    code = "status_incident_not_found"
    title = "공지를 찾을 수 없습니다"
    detail = "이 번호의 상태 공지가 없습니다."


class IncidentOver(ShopError):
    code = "status_incident_over"
    title = "이미 끝난 공지입니다"
    detail = "끝난 공지에는 덧붙일 수 없습니다. 새 공지를 올려 주세요."
