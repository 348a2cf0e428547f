"""What a list of services may be narrowed by; bulk actions and exports read the same."""

from datetime import datetime
from typing import Annotated, LiteralString

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import NAMES_NOBODY, Person, Where
from ieum.shop.kernel.spans import span_of
from ieum.shop.members.names import spellings, tidy_name
from ieum.shop.services.desk.types import ListedServiceState

_Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]
_Text = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")]

_STATES: dict[ListedServiceState, LiteralString] = {
    "active": "s.state = 'active'",
    "stopped": "s.state = 'suspended' AND s.stopped_at IS NOT NULL",
    "suspended": "s.state = 'suspended' AND s.stopped_at IS NULL",
    "expired": "s.state = 'expired'",
    "ended": "s.state = 'ended'",
}
LONGEST_NUMBER = 18


class ServiceFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    q: _Text | None = None
    """The number of the service or its order, an address or a network, or its member's login id, name or mail."""
    member: _Id | None = None
    plan: _Id | None = None
    gateway: _Id | None = None
    state: ListedServiceState | None = None
    ends_from: datetime | None = None
    ends_to: datetime | None = None


def is_by_end(filters: ServiceFilters) -> bool:
    """A list of what ends in a time is in the order of the ends; any other, of the newest first."""
    return filters.ends_from is not None or filters.ends_to is not None


def where_of(filters: ServiceFilters) -> Where:
    """Over `services s`."""
    where = Where()
    if filters.q and filters.q.strip():
        _add_words(where, filters.q.strip())
    where.add_if(filters.member, "s.member_id = %(member)s", "member")
    where.add_if(filters.plan, "s.plan_id = %(plan)s", "plan")
    if filters.gateway is not None:
        _add_gateway(where, filters, filters.gateway)
    if filters.state:
        where.add(_STATES[filters.state])
    where.add_if(filters.ends_from, "s.ends_at >= %(ends_from)s", "ends_from")
    where.add_if(filters.ends_to, "s.ends_at < %(ends_to)s", "ends_to")
    return where


def _add_gateway(where: Where, filters: ServiceFilters, gateway: int) -> None:
    """A service that is over has given its address back: only those in use are on a gateway."""
    if filters.state in ("expired", "ended"):
        where.add("false")
    elif filters.plan is None and filters.state in (None, "active") and not is_by_end(filters):
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
