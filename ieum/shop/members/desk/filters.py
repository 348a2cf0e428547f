"""Filters of the list of members, and the meaning of a word of a search. Pure."""

import re
import unicodedata
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Id, Person, Text, Where
from ieum.shop.kernel.phones import mobile_number
from ieum.shop.members.names import spellings, tidy_name
from ieum.shop.members.types import MemberState
from ieum.shop.members.words import STATES

_BEGINNING = re.compile(r"[a-z][a-z0-9_]{0,19}")
_LARGEST_ID = 2**63 - 1
_HAS_SERVICES = {"true": "이용 중인 서비스 있음", "false": "없음"}


class MemberFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    q: Text | None = None
    state: Annotated[MemberState, Meta(title="상태", extra_json_schema={"words": STATES})] | None = None
    joined_from: Annotated[datetime, Meta(title="가입일")] | None = None
    joined_to: datetime | None = None
    with_services: (
        Annotated[bool, Meta(title="서비스", extra_json_schema={"words": _HAS_SERVICES})] | None
    ) = None
    owner: Annotated[Id, Meta(title="만든 회원")] | None = None
    """The sub-ids of this member."""


def where_of(filters: MemberFilters) -> Where:
    """Conditions on `members` as `m`. Without a state and words, sub-ids are left out: they are their owners'."""
    where = Where()
    words = _tidy(filters.q)
    match filters.state:
        case "active":
            where.add("m.owner_id IS NULL AND m.left_at IS NULL AND m.blocked_at IS NULL")
        case "blocked":
            where.add("m.owner_id IS NULL AND m.blocked_at IS NOT NULL")
        case "left":
            where.add("m.owner_id IS NULL AND m.left_at IS NOT NULL")
        case "sub_id":
            where.add("m.owner_id IS NOT NULL AND m.left_at IS NULL")
        case None if not words and filters.owner is None:
            where.add("m.owner_id IS NULL")
        case None:
            pass
    if words:
        _add_words(where, words)
    where.add_if(filters.owner, "m.owner_id = %(owner)s", "owner")
    where.add_if(filters.joined_from, "m.joined_at >= %(joined_from)s", "joined_from")
    where.add_if(filters.joined_to, "m.joined_at < %(joined_to)s", "joined_to")
    if filters.with_services is not None:
        _add_services(where, filters, with_services=filters.with_services)
    return where


def begins_id(filters: MemberFilters) -> bool:
    """Tell whether the words begin an id: the list is then in the order of ids, by the index that finds them.

    In any other order, all members whose ids begin so would have to be sorted first.
    """
    return _BEGINNING.fullmatch(_tidy(filters.q)) is not None


def _tidy(words: str | None) -> str:
    return unicodedata.normalize("NFC", words or "").strip()


def _add_services(where: Where, filters: MemberFilters, *, with_services: bool) -> None:
    if filters.state == "left":
        # Who has a service in use cannot leave, see `leaving.service`: nobody's services are looked at.
        where.add("false" if with_services else "true")
    elif with_services:
        where.add(
            "EXISTS (SELECT FROM services s WHERE s.member_id = m.id AND s.state IN ('active', 'suspended'))"
        )
    else:
        where.add(
            "NOT EXISTS (SELECT FROM services s WHERE s.member_id = m.id AND s.state IN ('active', 'suspended'))"
        )


def _add_words(where: Where, words: str) -> None:
    """Add a condition with one index: a word is a mail, a number, an id's beginning or a name by its looks."""
    if "@" in words:
        where.add_person(Person("mail", words), "lower(m.email) = lower(%(words)s)", words=words)
    elif phone := mobile_number(words):
        # Ten digits may be a number without its 0, or a member's.
        where.add_person(
            Person("phone", phone),
            "(m.phone = %(words)s OR m.id = %(number)s)",
            words=phone,
            number=_number(words),
        )
    elif re.fullmatch(r"[0-9 -]+", words):
        _add_digits(where, re.sub(r"[ -]", "", words))
    elif _BEGINNING.fullmatch(words):
        # The end is above all characters that an id may have. A range, and not LIKE, uses the index in every plan.
        where.add(
            "m.login_id ~>=~ %(words)s AND m.login_id ~<~ %(beyond)s",
            words=words,
            beyond=f"{words}~",
        )
    else:
        where.add_person(Person("name", words), "m.name = ANY(%(words)s)", words=spellings(tidy_name(words)))


def _add_digits(where: Where, digits: str) -> None:
    if len(digits) == 4:
        where.add_person(
            Person("phone", digits),
            "(right(m.phone, 4) = %(words)s OR m.id = %(number)s)",
            words=digits,
            number=_number(digits),
        )
    else:
        where.add("m.id = %(number)s", number=_number(digits))


def _number(digits: str) -> int:
    """The number of a member that the digits may be; the largest that there is if they are no number."""
    return min(int(digits), _LARGEST_ID) if re.fullmatch(r"[0-9]{1,19}", digits) else _LARGEST_ID
