"""The lists of services: of all, and of one member."""

from datetime import datetime

from ieum.shop.desk.listing import Column, List, NoFilters
from ieum.shop.desk.lists import Where, newest_id, oldest
from ieum.shop.kernel.masking import mask_login_id
from ieum.shop.members.holders import HOLDER, MaskedHolder
from ieum.shop.services.desk import queries
from ieum.shop.services.desk.filters import ServiceFilters, where_of
from ieum.shop.services.desk.types import PlaceOfService, PlanOfService
from ieum.shop.services.types import ListedServiceState
from ieum.shop.services.words import STAFF_STATES, STAFF_TONES

_NEWEST = newest_id("s.id")
_BY_END = oldest("s.ends_at", "s.id")
SERVICES = List(
    name="services",
    label="서비스",
    permission="services.view",
    filters=ServiceFilters,
    where_of=where_of,
    search="서비스·주문 번호, IP, 회원 아이디·이름·메일",
    key="s.id",
    counted="services s",
    source=queries.SOURCE,
    orders={"newest": _NEWEST, "ends": _BY_END},
    order_of=lambda filters: "ends" if filters.is_by_end else "newest",
    columns=(
        Column("id", "서비스", "s.id", "own", int),
        Column("plan", "상품", queries.PLAN, "own", PlanOfService, on="row"),
        Column("plan_name", "상품", "sold.name", on="file"),
        Column(
            "state", "상태", queries.STATE, "state", ListedServiceState, words=STAFF_STATES, tones=STAFF_TONES
        ),
        Column("holder", "회원", HOLDER, "own", MaskedHolder, on="screen"),
        Column("place", "IP", queries.PLACE, "own", PlaceOfService | None, on="screen"),
        Column("address", "IP", "host(e.address)", on="file"),
        Column("gateway", "게이트웨이", "g.name"),
        Column("ends_at", "만료", "s.ends_at", "when", datetime),
        Column("starts_at", "시작", "s.starts_at", "when", datetime, is_extra=True),
        Column("order_id", "주문번호", "s.order_id", on="file"),
        Column("subscription_id", "정기결제번호", "s.subscription_id", on="file"),
        Column("member_id", "회원번호", "s.member_id", on="file"),
        # Masked: who has which address is asked by the shop's log, by two people.
        Column("login_id", "아이디", "m.login_id", shown=mask_login_id, on="file"),
    ),
)
SERVICES_OF_MEMBER = List(
    name="member-services",
    below="members/{id:int}/services",
    label="회원의 서비스",
    permission="services.view",
    filters=NoFilters,
    where_of=lambda _: Where(),
    key="s.id",
    counted="services s",
    source="services s JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1",
    orders={"newest": _NEWEST},
    is_kept_here=True,
    columns=(
        Column("id", "서비스", "s.id", "number", int),
        Column("plan", "상품", "sold.name", type=str),
        Column(
            "state", "상태", queries.STATE, "state", ListedServiceState, words=STAFF_STATES, tones=STAFF_TONES
        ),
        Column("starts_at", "시작", "s.starts_at", "when", datetime),
        Column("ends_at", "만료", "s.ends_at", "when", datetime),
        Column("order_id", "주문번호", "s.order_id", type=str),
        Column("subscription_id", "정기결제번호", "s.subscription_id", "number"),
    ),
)
