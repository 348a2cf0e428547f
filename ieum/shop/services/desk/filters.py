"""Filters of the list of services."""

from datetime import datetime
from typing import Annotated, LiteralString

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import NAMES_NOBODY, Id, Person, Text, Where
from ieum.shop.kernel.spans import span_of
from ieum.shop.members.names import spellings, tidy_name
from ieum.shop.services.types import ListedServiceState
from ieum.shop.services.words import STAFF_STATES

_STATES: dict[ListedServiceState, LiteralString] = {
    "active": "s.state = 'active'",
    "stopped": "s.state = 'suspended' AND s.stopped_at IS NOT NULL",
    "suspended": "s.state = 'suspended' AND s.stopped_at IS NULL",
    "expired": "s.state = 'expired'",
    "ended": "s.state = 'ended'",
}
LONGEST_NUMBER = 18
# Of all that is on a gateway, no service has to be looked at to say which they are, however many the gateway has.
_ON_GATEWAY: LiteralString = """
    (SELECT DISTINCT service_id AS id, NULL::timestamptz AS ends_at FROM leases
      WHERE gateway_id = %(gateway)s AND state IN ('active', 'leaving')) s
"""


class ServiceFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    q: Text | None = None
    state: (
        Annotated[ListedServiceState, Meta(title="상태", extra_json_schema={"words": STAFF_STATES})] | None
    ) = None
    since: Annotated[datetime, Meta(title="만료")] | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)
    gateway: Annotated[Id, Meta(title="게이트웨이", extra_json_schema={"options": "gateways"})] | None = None
    plan: Annotated[Id, Meta(title="상품", extra_json_schema={"options": "plans"})] | None = None
    member: Annotated[Id, Meta(title="회원")] | None = None

    @property
    def is_by_end(self) -> bool:
        """A list of what ends in a time is in the order of the ends; any other, of the newest first."""
        return self.since is not None or self.until is not None


def where_of(filters: ServiceFilters) -> Where:
    """Over `services s`."""
    where = Where()
    if filters.gateway is not None and filters == ServiceFilters(gateway=filters.gateway):
        where.instead_of = _ON_GATEWAY
    if filters.q and filters.q.strip():
        _add_words(where, filters.q.strip())
    where.add_if(filters.member, "s.member_id = %(member)s", "member")
    where.add_if(filters.plan, "s.plan_id = %(plan)s", "plan")
    if filters.gateway is not None:
        _add_gateway(where, filters, filters.gateway)
    if filters.state:
        where.add(_STATES[filters.state])
    where.add_if(filters.since, "s.ends_at >= %(since)s", "since")
    where.add_if(filters.until, "s.ends_at < %(until)s", "until")
    return where


def _add_gateway(where: Where, filters: ServiceFilters, gateway: int) -> None:
    """A service that is over has given its address back: only those in use are on a gateway."""
    if filters.state in ("expired", "ended"):
        where.add("false")
    elif filters.plan is None and filters.state in (None, "active") and not filters.is_by_end:
        # Nearly all of these are listed: each is looked up, where a join would first read those of all other gateways.
        where.add(
            """s.id = ANY(ARRAY(SELECT service_id FROM leases
                                 WHERE gateway_id = %(gateway)s AND state IN ('active', 'leaving')))""",
            gateway=gateway,
        )
    else:
        # Two indexes have both in the order of services.
        where.add(
            """s.id IN (SELECT service_id FROM leases
                        WHERE gateway_id = %(gateway)s AND state IN ('active', 'leaving'))
               AND s.state IN ('active', 'suspended')""",
            gateway=gateway,
        )


def _add_words(where: Where, words: str) -> None:
    if words.isascii() and words.isdigit() and len(words) <= LONGEST_NUMBER:
        where.add("s.id = %(number)s::bigint", number=int(words))
    elif (span := span_of(words)) is not None:
        where.add(
            """s.id IN (SELECT l.service_id FROM exit_addresses e
                          JOIN leases l ON l.address_id = e.id AND l.state IN ('active', 'leaving', 'tail')
                         WHERE e.address BETWEEN %(first)s::inet AND %(last)s::inet)""",
            first=span.first,
            last=span.last,
        )
    elif "@" in words:
        where.add_person(
            Person("mail", words),
            "s.member_id IN (SELECT id FROM members WHERE lower(email) = lower(%(words)s))",
            words=words,
        )
    elif NAMES_NOBODY.fullmatch(words):
        where.add(
            """s.id IN (SELECT id FROM services WHERE order_id = %(words)s
                         UNION ALL
                        SELECT o.id FROM members w JOIN services o ON o.member_id = w.id
                         WHERE w.login_id = %(words)s)""",
            words=words,
        )
    else:
        where.add_person(
            Person("name", words),
            "s.member_id IN (SELECT id FROM members WHERE name = ANY(%(names)s))",
            names=spellings(tidy_name(words)),
        )
