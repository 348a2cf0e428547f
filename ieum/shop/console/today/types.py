"""The first screen on the wire."""

from datetime import datetime
from typing import Literal, LiteralString

import msgspec

from ieum.shop.desk.permissions import Permission

type WaitingKind = Literal[
    "approvals",
    "incidents",
    "announced",
    "alarms",
    "backups",
    "refunds",
    "accounts",
    "inquiries",
    "charges",
    "deposits",
    "invoices",
    "pools",
    "gateways",
    "addresses",
    "outbox",
    "refused",
    "jobs",
]


class Watch(msgspec.Struct, frozen=True):
    """A kind of waiting: who may see it, and the SQL of the moments since when each waits, the oldest first.

    The query is not longer than an index; `LIMIT` is put behind it.
    """

    kind: LiteralString
    permission: Permission
    sql: LiteralString


class Waiting(msgspec.Struct, rename="camel"):
    """Number that waits, and since when the oldest does. `is_more`: there are more than `count`."""

    kind: WaitingKind
    count: int
    is_more: bool
    since: datetime | None


class Sales(msgspec.Struct, rename="camel"):
    """Won, VAT included, paid less given back, by the day of payment in Seoul. Kept every hour."""

    today: int
    yesterday: int
    month: int


type StepName = Literal[
    "business", "mail", "sms", "toss", "texts", "legal", "gateway", "addresses", "plan", "price", "sale"
]
type StepState = Literal["todo", "begun", "done"]


class OpeningStep(msgspec.Struct, frozen=True):
    """A step that a shop needs before it sells. `begun`: it is under way, as addresses being proven are."""

    name: StepName
    state: StepState


class Today(msgspec.Struct):
    """Only what whoever asks may see; `sales` is null without the permission for figures.

    `opening` is empty once the shop has had all that it needs, and for whoever may not see the settings.
    """

    opening: list[OpeningStep]
    waiting: list[Waiting]
    sales: Sales | None
