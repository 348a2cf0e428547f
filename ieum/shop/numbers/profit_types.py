"""Costs of pools on the wire, and months of profits."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

type Month = Annotated[str, Meta(pattern=r"^20\d{2}-(0[1-9]|1[0-2])(?!\n)$")]


class PoolCost(msgspec.Struct, rename="camel"):
    """Cost of an address of the pool this month, since when, and what it will cost from next month on."""

    pool_id: int
    code: str
    addresses: int
    won: int | None
    since: date | None
    next_won: int | None
    changes_next: bool
