"""Filters of the list of recurring payments."""

import re
import unicodedata
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import NAMES_NOBODY, Id, Person, Text, Where
from ieum.shop.kernel.phones import mobile_number
from ieum.shop.members.names import spellings, tidy_name
from ieum.shop.subscriptions.desk.types import Rise
from ieum.shop.subscriptions.desk.words import RISES
from ieum.shop.subscriptions.types import SubscriptionState
from ieum.shop.subscriptions.words import STATES

_LARGEST_ID = 2**63 - 1
_DUNNING = {"true": "밀림", "false": "밀리지 않음"}
_STOPPING = {"true": "해지 예정", "false": "계속"}


class SubscriptionFilters(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True
):
    """`q` is a number of ours, an order, or a whole mail address, phone number or name of the member."""

    state: Annotated[SubscriptionState, Meta(title="상태", extra_json_schema={"words": STATES})] | None = None
    dunning: Annotated[bool, Meta(title="밀린 결제", extra_json_schema={"words": _DUNNING})] | None = None
    stopping: Annotated[bool, Meta(title="해지", extra_json_schema={"words": _STOPPING})] | None = None
    rise: Annotated[Rise, Meta(title="가격 인상", extra_json_schema={"words": RISES})] | None = None
    due_from: Annotated[datetime, Meta(title="결제 예정일")] | None = None
    due_to: datetime | None = None
    plan: Annotated[Id, Meta(title="상품", extra_json_schema={"options": "plans"})] | None = None
    member: Annotated[Id, Meta(title="회원")] | None = None
    q: Text | None = None

    @property
    def by_due(self) -> bool:
        """Tell whether the list is read by day, as a span of days is."""
        return self.due_from is not None or self.due_to is not None


def where_of(filters: SubscriptionFilters) -> Where:
    """Conditions on `subscriptions s`."""
    where = Where()
    where.add_if(filters.state, "s.state = %(state)s", "state")
    where.add_if(filters.plan, "s.plan_id = %(plan)s", "plan")
    where.add_if(filters.member, "s.member_id = %(member)s", "member")
    if filters.by_due:
        where.add("s.state <> 'ended' AND s.due_at IS NOT NULL")
    where.add_if(filters.due_from, "s.due_at >= %(due_from)s", "due_from")
    where.add_if(filters.due_to, "s.due_at < %(due_to)s", "due_to")
    if filters.dunning is not None:
        dunned = "s.state IN ('past_due', 'suspended')"
        where.add(dunned if filters.dunning else "s.state NOT IN ('past_due', 'suspended')")
    if filters.stopping is not None:
        stops = "s.stop_requested_at IS NOT NULL AND s.state <> 'ended'"
        where.add(stops if filters.stopping else "(s.stop_requested_at IS NULL OR s.state = 'ended')")
    if filters.rise is not None:
        _add_rise(where, filters.rise)
    words = unicodedata.normalize("NFC", filters.q or "").strip()
    if words:
        _add_words(where, words)
    return where


def _add_rise(where: Where, rise: Rise) -> None:
    """A question stands until its period is charged: those of long ago are not read at all."""
    where.add(
        """
        s.state = 'active' AND s.id IN (
            SELECT c.subscription_id FROM price_consents c
             WHERE c.charge_at > now() - interval '31 days' AND c.period = s.period + 1
               AND c.agreed IS NOT DISTINCT FROM %(agreed)s::boolean)
        """,
        agreed={"asked": None, "agreed": True, "declined": False}[rise],
    )


def _add_words(where: Where, words: str) -> None:
    """Build one condition with one index: what was typed is understood by its looks."""
    digits = re.sub(r"[\s-]", "", words)
    if "@" in words:
        where.add_person(
            Person("mail", words),
            "s.member_id IN (SELECT id FROM members WHERE lower(email) = lower(%(words)s))",
            words=words,
        )
    elif (phone := mobile_number(words)) and not digits.startswith("1"):
        where.add_person(
            Person("phone", phone),
            "s.member_id IN (SELECT id FROM members WHERE phone = %(words)s)",
            words=phone,
        )
    elif phone:
        # Ten digits may be a number without its 0, or a subscription's.
        where.add_person(
            Person("phone", phone),
            "(s.id = %(number)s OR s.member_id IN (SELECT id FROM members WHERE phone = %(words)s))",
            words=phone,
            number=int(digits),
        )
    elif re.fullmatch(r"[0-9]+", digits):
        where.add("s.id = %(words)s", words=min(int(digits), _LARGEST_ID))
    elif NAMES_NOBODY.fullmatch(words):
        where.add("s.id = (SELECT subscription_id FROM orders WHERE id = %(words)s)", words=words)
    else:
        where.add_person(
            Person("name", words),
            "s.member_id IN (SELECT id FROM members WHERE name = ANY(%(names)s))",
            names=spellings(tidy_name(words)),
        )
