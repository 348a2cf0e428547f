"""The list of gateways."""

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Order
from ieum.shop.gateway_desk.filters import GatewayFilters, where_of
from ieum.shop.gateway_desk.types import GatewayLine
from ieum.shop.gateways.words import STATES, TONES

# Those that need somebody first: lost, then behind; then by name.
_NEEDED = Order(
    "g.state <> 'lost', g.revision <= g.acked_revision, g.name",
    """(g.state <> 'lost', g.revision <= g.acked_revision, g.name)
       > (%(cursor_0)s::boolean, %(cursor_1)s::boolean, %(cursor_2)s::text)""",
    width=3,
    cursor="(g.state <> 'lost')::text, (g.revision <= g.acked_revision)::text, g.name",
)
GATEWAYS = List(
    name="gateways",
    label="게이트웨이",
    permission="gateways.view",
    filters=GatewayFilters,
    where_of=where_of,
    search="이름, 접속 주소 찾기",
    key="g.id",
    counted="gateways g",
    # Addresses are read from what was counted, so that no screen counts them all.
    source="""
        gateways g
          LEFT JOIN LATERAL (
               SELECT sum(free + leased + held + resting + flagged + unproven)::bigint AS addresses,
                      sum(leased)::bigint AS leased, sum(free)::bigint AS free
                 FROM pool_counts WHERE gateway_id = g.id) c ON true
    """,
    orders={"needed": _NEEDED},
    row=GatewayLine,
    # They are few, and all of them are offered if one is chosen.
    size=200,
    columns=(
        Column("id", "번호", "g.id", on="row+file"),
        Column("name", "이름", "g.name"),
        Column("endpoint", "접속 주소", "g.endpoint", "own", is_extra=True),
        Column("state", "상태", "g.state", "state", words=STATES, tones=TONES),
        Column("last_error", "살펴볼 것", "coalesce(g.troubles, g.last_error)", "own", on="screen"),
        Column("last_seen_at", "마지막 연락", "g.last_seen_at", "when"),
        Column("lost_at", "응답이 끊긴 때", "g.lost_at", on="row+file"),
        Column("lag", "적용하지 않은 지시", "greatest(g.revision - g.acked_revision, 0)", on="row+file"),
        Column("own_error", "오류", "g.last_error", on="file"),
        Column("version", "버전", "g.agent", on="file"),
        Column("addresses", "IP", "coalesce(c.addresses, 0)", "number"),
        Column("leased", "사용 중", "coalesce(c.leased, 0)", "number"),
        Column("free", "남음", "coalesce(c.free, 0)", "number"),
        Column("agent", "버전", "g.agent", "own", on="screen"),
        Column("created_at", "등록일시", "g.created_at", on="file"),
        Column("wanted", "원하는 상태", "g.wanted", on="row"),
        Column("wanted_at", "원한 때", "g.wanted_at", on="row"),
        Column(
            "is_away",
            "응답 없음",
            "coalesce(g.last_seen_at < now() - make_interval(secs => %(away)s), true)",
            on="row",
        ),
        Column("is_enrolled", "등록", "g.public_key IS NOT NULL", on="row"),
        Column(
            "is_evacuated",
            "대피",
            """EXISTS (SELECT FROM evacuations v
                        WHERE v.gateway_id = g.id AND v.closed_at IS NULL AND v.service_id IS NULL)""",
            on="row",
        ),
    ),
)
