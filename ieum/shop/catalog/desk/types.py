"""Plans and prices of the console on the wire."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.catalog.types import Kind, PlanId, PlanState, RotationTerms


class PoolChoice(msgspec.Struct):
    """A pool of addresses that a plan may sell; `free` could be sold now."""

    id: int
    code: str
    carrier: str
    region: str
    free: int


class SoldPrice(msgspec.Struct):
    """Won for so many months, VAT included."""

    months: int
    amount: int


class SoldPlan(msgspec.Struct, rename="camel", kw_only=True):
    """A plan in the list. `free` is null for tickets, whose stock is not counted; `prices` are those of now."""

    id: PlanId
    code: str
    kind: Kind
    state: PlanState
    name: str
    carrier: str
    region: str
    free: int | None
    is_switched_on: bool
    """Whether the shop sells this kind at all (`site_config`)."""
    prices: list[SoldPrice] = []


class PlanVersion(msgspec.Struct, rename="camel"):
    """A version of a price (`months`), or of a discount (`min_quantity`), and whether it counts."""

    months: int | None
    min_quantity: int | None
    figure: int
    effective_from: datetime
    state: Literal["past", "present", "coming"]


class PlanPage(SoldPlan, kw_only=True):
    """Everything about one plan; `subscriptions` are those running."""

    description: str
    device_limit: int
    connections: int
    upload_mbit: int | None
    download_mbit: int | None
    position: int
    rotation: RotationTerms | None
    subscriptions: int
    versions: list[PlanVersion] = []
