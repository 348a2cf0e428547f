"""The lists that can be exported: who may, by which filters, and what stands in each column.

A file holds what the list shows, and personal data in full where `is_personal`; such a list takes a second person.
"""

from collections.abc import Callable, Mapping
from typing import Any, LiteralString

import msgspec

from ieum.shop.console.addresses import filters as address_filters
from ieum.shop.console.gateways import filters as gateway_filters
from ieum.shop.console.gateways import queries as gateway_queries
from ieum.shop.desk.listing import AnyList
from ieum.shop.desk.lists import Where, read_filters
from ieum.shop.desk.permissions import Permission
from ieum.shop.gateways.words import STATES as GATEWAY_STATES
from ieum.shop.inquiries.desk import filters as inquiry_filters
from ieum.shop.inquiries.words import CATEGORIES
from ieum.shop.inquiries.words import STATES as INQUIRY_STATES
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.stock.words import STATES as ADDRESS_STATES


class Column(msgspec.Struct, frozen=True):
    """`sql` is the value; `words` are what its names are called, `shown` is how it is written otherwise."""

    label: str
    sql: LiteralString
    words: Mapping[Any, str] = {}
    shown: Callable[[Any], Cell] | None = None


class Source[F: msgspec.Struct](msgspec.Struct, frozen=True, kw_only=True):
    """`source` are the tables that filters and columns name; `counted` those that the filters alone need."""

    screen: str
    label: str
    permission: Permission
    filters: type[F]
    where_of: Callable[[F], Where]
    columns: tuple[Column, ...]
    source: LiteralString
    counted: LiteralString
    order: LiteralString
    is_personal: bool = False
    is_kept_here: bool = False

    @property
    def name(self) -> str:
        return self.screen

    @property
    def file_columns(self) -> tuple[Column, ...]:
        return self.columns

    def where(self, query: str) -> Where:
        """Read the filters of a query. Raises InvalidFields."""
        return self.where_of(read_filters(self.filters, query))

    def select(self, where: Where) -> LiteralString:
        columns = ", ".join(column.sql for column in self.columns)
        return f"SELECT {columns} FROM {self.source} WHERE {where.sql} ORDER BY {self.order}"


_ADDRESSES = Source(
    screen="addresses",
    label="IP 주소",
    permission="addresses.view",
    filters=address_filters.AddressFilters,
    where_of=address_filters.where_of,
    columns=(
        Column("IP", "host(e.address)"),
        Column("게이트웨이", "g.name"),
        Column("풀", "p.code"),
        Column("통신사", "p.carrier"),
        Column("지역", "p.region"),
        Column("상태", "a.state", ADDRESS_STATES),
        Column("그때부터", "a.since"),
        Column("다시 나가는 때", "e.available_at"),
        Column("서비스", "a.service_id"),
        Column("등록일시", "e.added_at"),
    ),
    source="""exit_addresses e JOIN gateways g ON g.id = e.gateway_id JOIN address_pools p ON p.id = e.pool_id
              CROSS JOIN LATERAL (SELECT state, since, service_id FROM address_states WHERE id = e.id) a""",
    counted="exit_addresses e",
    order="e.address",
)
_GATEWAYS = Source(
    screen="gateways",
    label="게이트웨이",
    permission="gateways.view",
    filters=gateway_filters.GatewayFilters,
    where_of=gateway_filters.where_of,
    columns=(
        Column("번호", "g.id"),
        Column("이름", "g.name"),
        Column("접속 주소", "g.endpoint"),
        Column("상태", "g.state", GATEWAY_STATES),
        Column("마지막 연락", "g.last_seen_at"),
        Column("응답이 끊긴 때", "g.lost_at"),
        Column("적용하지 않은 지시", "greatest(g.revision - g.acked_revision, 0)"),
        Column("오류", "g.last_error"),
        Column("버전", "g.agent"),
        Column("IP", "coalesce(c.addresses, 0)"),
        Column("사용 중", "coalesce(c.leased, 0)"),
        Column("남음", "coalesce(c.free, 0)"),
        Column("등록일시", "g.created_at"),
    ),
    source=gateway_queries.SOURCE,
    counted="gateways g",
    order="g.name",
)
_INQUIRIES = Source(
    screen="inquiries",
    label="문의",
    permission="inquiries.view",
    filters=inquiry_filters.InquiryFilters,
    where_of=inquiry_filters.where_of,
    columns=(
        Column("번호", "i.id"),
        Column("제목", "i.title"),
        Column("분류", "i.category", CATEGORIES),
        Column("상태", "i.state", INQUIRY_STATES),
        Column("접수일시", "i.created_at"),
        Column("마지막 글", "i.last_message_at"),
        Column("기다린 때부터", "i.waiting_since"),
        Column("회원번호", "i.member_id"),
        Column("아이디", "m.login_id"),
        Column("이름", "m.name"),
    ),
    source="inquiries i JOIN members m ON m.id = i.member_id AND m.left_at IS NULL",
    counted="inquiries i JOIN members m ON m.id = i.member_id AND m.left_at IS NULL",
    order="i.last_message_at DESC, i.id DESC",
    is_personal=True,
)
_ALL = (
    _ADDRESSES,
    _GATEWAYS,
    _INQUIRIES,
)
SOURCES: Mapping[str, Any] = {source.name: source for source in _ALL}


def with_sources(lists: Mapping[str, AnyList]) -> dict[str, Any]:
    """All lists of which files are made: those that are declared, and those above."""
    return {**SOURCES, **lists}
