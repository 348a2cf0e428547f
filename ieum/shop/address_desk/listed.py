"""The list of exit addresses."""

from typing import LiteralString

from ieum.shop.address_desk.filters import AddressFilters, where_of
from ieum.shop.address_desk.types import ListedAddress
from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Order
from ieum.shop.members.holders import HOLDER
from ieum.shop.stock.words import STATES, TONES

STATE: LiteralString = (
    "CASE a.state WHEN 'new' THEN 'unproven' WHEN 'proven' THEN 'unproven' ELSE a.state END"
)
ADDRESSES = List(
    name="addresses",
    label="IP 주소",
    permission="addresses.view",
    filters=AddressFilters,
    where_of=where_of,
    search="IP, 네트워크 찾기",
    key="e.id",
    counted="exit_addresses e",
    source="""
        exit_addresses e
        JOIN gateways g ON g.id = e.gateway_id
        JOIN address_pools p ON p.id = e.pool_id
        CROSS JOIN LATERAL (SELECT state, since, service_id FROM address_states WHERE id = e.id) a
        LEFT JOIN services s ON s.id = a.service_id
        LEFT JOIN members m ON m.id = s.member_id
    """,
    orders={
        "address": Order("e.address", "e.address > %(cursor_0)s::text::inet", cursor="host(e.address)"),
    },
    row=ListedAddress,
    columns=(
        Column("id", "번호", "e.id", on="row"),
        Column("address", "IP", "host(e.address)", "own"),
        Column("gateway_name", "게이트웨이", "g.name", on="file"),
        Column("pool_code", "풀", "p.code", on="file"),
        Column("carrier", "통신사", "p.carrier", on="file"),
        Column("region", "지역", "p.region", on="file"),
        Column("state", "상태", STATE, "state", words=STATES, tones=TONES),
        Column("since", "언제부터", "a.since", "when", on="screen"),
        Column("since_then", "그때부터", "a.since", on="file"),
        Column("available_at", "다시 나가는 때", "e.available_at", "when", on="row+file"),
        Column("service_id", "서비스", "a.service_id", "own"),
        Column("added_at", "등록일시", "e.added_at", on="file"),
        Column("holder", "회원", f"CASE WHEN m.id IS NOT NULL THEN {HOLDER} END", "own", on="screen"),
        Column("gateway", "게이트웨이", "jsonb_build_object('id', g.id, 'name', g.name)", "own", on="screen"),
        Column(
            "pool",
            "풀",
            "jsonb_build_object('id', p.id, 'code', p.code, 'carrier', p.carrier, 'region', p.region)",
            "own",
            on="screen",
        ),
        Column("flags", "표시", "e.flags", on="row"),
        Column("proven_by", "확인", "e.proven_by", on="row"),
    ),
)
