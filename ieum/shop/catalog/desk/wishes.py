"""Wishes of staff about plans: the fields of their forms, with their limits."""

from datetime import date, datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ieum.shop.catalog.types import Kind, PlanState, PlanTerms, RotationTerms
from ieum.shop.catalog.words import KINDS
from ieum.shop.kernel.texts import SAID_IN_A_LINE

_TEXT = r"^[^\x00]*$"
_LINE_SPEED = "비우면 회선이 내는 만큼입니다."


def _begins(value: object) -> dict[str, Any]:
    """Set what the form begins with; nothing is assumed if the field is not sent."""
    return {"default": value}


Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=SAID_IN_A_LINE, title="이름")]
Description = Annotated[str, Meta(max_length=500, pattern=_TEXT, title="설명")]
Position = Annotated[int, Meta(ge=0, le=10_000, title="목록에서의 순서")]
DeviceLimit = Annotated[int, Meta(ge=0, le=100, title="기기 수")]
Connections = Annotated[int, Meta(ge=1, le=100, title="동시 접속 수")]
UploadMbit = Annotated[int, Meta(ge=1, le=10_000, title="올리는 속도 (Mbps)", description=_LINE_SPEED)]
DownloadMbit = Annotated[int, Meta(ge=1, le=10_000, title="내려받는 속도 (Mbps)", description=_LINE_SPEED)]
Pool = Annotated[
    int,
    Meta(
        ge=1,
        le=2**63 - 1,
        title="주소 풀",
        description="풀은 서비스·IP의 IP 주소에서 IP를 등록할 때 만들어집니다.",
        extra_json_schema={"options": "pools"},
    ),
]
LeastSeconds = Annotated[
    int, Meta(ge=1, le=86_400, title="교체 사이 최소 시간 (초)", extra_json_schema=_begins(60))
]
ADay = Annotated[int, Meta(ge=1, le=100_000, title="하루 교체 횟수", extra_json_schema=_begins(300))]
TimerLeast = Annotated[
    int, Meta(ge=1, le=1440, title="자동 교체, 가장 짧은 간격 (분)", extra_json_schema=_begins(1))
]
TimerMost = Annotated[
    int, Meta(ge=1, le=1440, title="자동 교체, 가장 긴 간격 (분)", extra_json_schema=_begins(1440))
]
OtherNetwork = Annotated[
    bool, Meta(title="다른 /24 대역의 주소를 먼저 줍니다", extra_json_schema=_begins(value=True))
]


class Terms(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """New terms of a plan; fields that are left out stay. Terms of rotation are for a dynamic plan only."""

    name: Name | UnsetType = UNSET
    position: Position | UnsetType = UNSET
    description: Description | UnsetType | None = UNSET
    device_limit: DeviceLimit | UnsetType = UNSET
    connections: Connections | UnsetType = UNSET
    upload_mbit: UploadMbit | UnsetType | None = UNSET
    download_mbit: DownloadMbit | UnsetType | None = UNSET
    least_seconds: LeastSeconds | UnsetType = UNSET
    a_day: ADay | UnsetType = UNSET
    timer_least: TimerLeast | UnsetType = UNSET
    timer_most: TimerMost | UnsetType = UNSET
    other_network: OtherNetwork | UnsetType = UNSET


class NewPlan(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """A new plan. `code` stands in the shop's addresses and files; tickets alone have no `pool`."""

    kind: Annotated[
        Kind,
        Meta(
            title="종류",
            extra_json_schema={
                "words": KINDS,
                **_begins("static"),
            },
        ),
    ]
    pool: Pool | UnsetType = UNSET
    code: Annotated[
        str,
        Meta(
            min_length=2,
            max_length=40,
            pattern=r"^[a-z0-9][a-z0-9-]{1,39}$",
            title="코드",
            description="영문 소문자, 숫자, 줄표 2자부터 40자까지이고 나중에 바꿀 수 없습니다. 예: kt-seoul",
        ),
    ]
    name: Name
    position: Position = 0
    description: Description = ""
    device_limit: DeviceLimit = 2
    connections: Connections = 2
    upload_mbit: UploadMbit | None = None
    download_mbit: DownloadMbit | None = None
    least_seconds: LeastSeconds | UnsetType = UNSET
    a_day: ADay | UnsetType = UNSET
    timer_least: TimerLeast | UnsetType = UNSET
    timer_most: TimerMost | UnsetType = UNSET
    other_network: OtherNetwork | UnsetType = UNSET


class Sale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    state: Annotated[
        PlanState,
        Meta(
            title="판매",
            extra_json_schema={"words": {"visible": "판매", "sold_out": "품절로 보이기", "hidden": "숨기기"}},
        ),
    ]


class NewPrice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    months: Annotated[int, Meta(ge=1, le=36)]
    amount: Annotated[int, Meta(ge=100, le=100_000_000)]


class NewDiscount(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Zero percent ends a discount."""

    min_quantity: Annotated[int, Meta(ge=2, le=100)]
    percent: Annotated[int, Meta(ge=0, le=90)]


class NewPrices(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Prices and discounts that begin together: at midnight in Seoul of a day to come, or now if `day` is null.

    Periods and steps that are not named stay as they are.
    """

    day: (
        Annotated[
            date,
            Meta(
                title="시작하는 날",
                description="비우면 지금부터, 날을 적으면 그날 0시(한국 시각)부터 새 가격입니다. "
                "예정 가격이 있는 날이면 그 가격을 바꿉니다.",
            ),
        ]
        | None
    ) = None
    prices: Annotated[list[NewPrice], Meta(max_length=12, title="가격 (기간과 원, 부가세 포함)")] = []
    discounts: Annotated[list[NewDiscount], Meta(max_length=12, title="여러 개를 살 때의 할인")] = []

    def amounts(self) -> list[tuple[int, int]]:
        """Won by months."""
        return [(price.months, price.amount) for price in self.prices]

    def steps(self) -> list[tuple[int, int]]:
        """Percent by least quantity."""
        return [(step.min_quantity, step.percent) for step in self.discounts]


class Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`since` is the moment at which the prices and discounts were to begin that are withdrawn together."""

    since: Annotated[datetime, Meta(title="시작하려던 때")]


def terms_of(wish: Terms | NewPlan, before: PlanTerms) -> PlanTerms:
    """The terms of a plan once the wish is done."""
    given = _given(wish, PlanTerms)
    for name in ("name", "description"):
        if name in given:
            given[name] = (given[name] or "").strip()
    return msgspec.structs.replace(before, **given)


def rotation_of(wish: Terms | NewPlan, before: RotationTerms) -> RotationTerms:
    return msgspec.structs.replace(before, **_given(wish, RotationTerms))


def is_about_rotation(wish: Terms | NewPlan) -> bool:
    return bool(_given(wish, RotationTerms))


def _given(wish: Terms | NewPlan, of: type[PlanTerms | RotationTerms]) -> dict[str, Any]:
    return {name: value for name in of.__struct_fields__ if (value := getattr(wish, name)) is not UNSET}
