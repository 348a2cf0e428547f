"""Plans and prices of the console on the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind, PlanId, PlanState, PlanTerms, RotationTerms
from ieum.shop.desk.access import Reason
from ieum.shop.kernel.texts import SAID_IN_A_LINE

_TEXT = r"^[^\x00]*$"

type Speed = Annotated[int, Meta(ge=1, le=10_000)] | None
type Digest = Annotated[str, Meta(max_length=64)]


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
    """One version of a price (`months`), or of a discount (`min_quantity`), and whether it counts."""

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


class RotationForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The timer's range is in minutes."""

    least_seconds: Annotated[int, Meta(ge=1, le=86_400)]
    a_day: Annotated[int, Meta(ge=1, le=100_000)]
    timer_least: Annotated[int, Meta(ge=1, le=1440)]
    timer_most: Annotated[int, Meta(ge=1, le=1440)]
    other_network: bool


class PlanForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """What a plan promises. `rotation` is asked for with a dynamic plan only."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=SAID_IN_A_LINE)]
    description: Annotated[str, Meta(max_length=500, pattern=_TEXT)] = ""
    device_limit: Annotated[int, Meta(ge=0, le=100)]
    connections: Annotated[int, Meta(ge=1, le=100)] = 1
    upload_mbit: Speed = None
    download_mbit: Speed = None
    position: Annotated[int, Meta(ge=0, le=10_000)] = 0
    rotation: RotationForm | None = None

    def terms(self) -> PlanTerms:
        return PlanTerms(
            name=self.name.strip(),
            description=self.description.strip(),
            device_limit=self.device_limit,
            connections=self.connections,
            upload_mbit=self.upload_mbit,
            download_mbit=self.download_mbit,
            position=self.position,
        )

    def rotates(self) -> RotationTerms | None:
        return None if self.rotation is None else RotationTerms(**msgspec.structs.asdict(self.rotation))


class NewPlanForm(PlanForm, kw_only=True):
    """`code` stands in the shop's addresses and files; `pool_id` is null for tickets only."""

    code: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{1,39}$")]
    kind: Kind
    pool_id: Annotated[int, Meta(ge=1, le=2**63 - 1)] | None = None


class NewPlanOrder(NewPlanForm, kw_only=True):
    digest: Digest


class PlanOrder(PlanForm, kw_only=True):
    digest: Digest
    reason: Reason


class StateForm(msgspec.Struct, forbid_unknown_fields=True):
    state: PlanState


class StateOrder(StateForm):
    digest: Digest
    reason: Reason


class PriceForm(msgspec.Struct, forbid_unknown_fields=True):
    months: Annotated[int, Meta(ge=1, le=36)]
    amount: Annotated[int, Meta(ge=100, le=100_000_000)]


class DiscountForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Zero percent ends a discount."""

    min_quantity: Annotated[int, Meta(ge=2, le=100)]
    percent: Annotated[int, Meta(ge=0, le=90)]


class PricesForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """Prices and discounts that begin together: at midnight in Seoul of a day to come, or now where `day` is null.

    Periods and steps that are not named stay as they are.
    """

    day: date | None = None
    prices: Annotated[list[PriceForm], Meta(max_length=12)] = []
    discounts: Annotated[list[DiscountForm], Meta(max_length=12)] = []


class PricesOrder(PricesForm, kw_only=True):
    digest: Digest
    reason: Reason


class WithdrawalForm(msgspec.Struct, forbid_unknown_fields=True):
    """`since` is the moment at which the prices and discounts were to begin that are withdrawn together."""

    since: datetime


class WithdrawalOrder(WithdrawalForm, forbid_unknown_fields=True):
    digest: Digest
    reason: Reason


class PricesBegun(msgspec.Struct, rename="camel"):
    """`approval_id` if the price falls, so that a second person has to confirm it first."""

    approval_id: int | None
