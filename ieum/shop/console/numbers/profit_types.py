"""Costs of pools and profits of addresses on the wire."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

type Month = Annotated[str, Meta(pattern=r"^20\d{2}-(0[1-9]|1[0-2])(?!\n)$")]


class AddressProfit(msgspec.Struct, rename="camel"):
    """`cost` and `profit` are null where the pool's cost of that month is not known."""

    id: int
    address: str
    month: date
    pool_id: int
    pool: str
    gateway: str
    revenue: int
    cost: int | None
    profit: int | None


class PoolCost(msgspec.Struct, rename="camel"):
    """Cost of an address of the pool this month, since when, and what it will cost from next month on."""

    pool_id: int
    code: str
    addresses: int
    won: int | None
    since: date | None
    next_won: int | None
    changes_next: bool
