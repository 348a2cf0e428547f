"""Lookups of the holder of an address at a time: two people ask, confirm and see them."""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.address_desk import lookup_queries
from ieum.shop.address_desk.refusals import LookupNotYours
from ieum.shop.address_desk.types import HeldThen, UsedThen, WhoAnswer
from ieum.shop.desk import access_queries
from ieum.shop.desk.acting import Act
from ieum.shop.desk.changes import Case, Change, Made, Shown, Thing
from ieum.shop.desk.noted import Noted
from ieum.shop.desk.types import ApprovalId, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.particles import with_particle
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.holders import MaskedHolder
from ieum.shop.site import queries as site
from ieum.shop.usage import who
from ieum.shop.usage.types import HeldLease, Question, UsedSession

SEEN = Noted("addresses.who_seen", "address")


class AskWho(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A minute in Seoul, `2026-11-02 14:05`, or a second of it."""

    address: Annotated[str, Meta(min_length=7, max_length=15, pattern=r"^[0-9.]+(?!\n)$", title="IP")]
    at: Annotated[
        str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?(?!\n)$", title="시각 (서울)")
    ]


class Officer(msgspec.Struct, frozen=True):
    """The privacy officer, who is mailed about each lookup."""

    mail: str | None


async def answer(act: Act, approval: ApprovalId) -> WhoAnswer:
    """The answer, to whoever asked or confirmed; each look is on record. Raises LookupNotYours."""
    lookup = await lookup_queries.find_lookup(act.conn, approval, act.staff.id)
    again = await who.look_again(act.conn, lookup) if lookup is not None else None
    if lookup is None or again is None:
        raise LookupNotYours
    SEEN.by(act, again.asked.address, after={"lookup": lookup})
    return WhoAnswer(
        approval_id=approval,
        lookup_id=lookup,
        address=again.asked.address,
        since=again.asked.since,
        until=again.asked.until,
        leases=[
            HeldThen(one.service_id, _holder(one), one.active_at, one.left_at, one.ended_at)
            for one in again.leases
        ],
        sessions=[
            UsedThen(one.service_id, _holder(one), one.device_id, one.sub_id, one.began_at, one.ended_at)
            for one in again.sessions
        ],
    )


def _holder(row: HeldLease | UsedSession) -> MaskedHolder:
    return MaskedHolder(row.member_id, row.login_id, row.name)


async def _find_officer(conn: Connection, _target: None) -> Officer:
    return Officer((await site.get_config(conn)).officer_mail)


def _question(wish: AskWho, *, by: str, reason: str) -> Question:
    """Check what is asked. Raises InvalidFields."""
    try:
        return who.question(
            wish.address, wish.at, by=by, reason=reason, opens_clients=False, now=datetime.now(UTC)
        )
    except who.RefusedError as refused:
        if "--reason" in str(refused):
            raise InvalidFields(Field("reason", "too_short", "사유를 다섯 글자 이상 적어 주세요.")) from None
        if "no IPv4" in str(refused):
            raise InvalidFields(Field("address", "invalid", "IPv4 주소를 넣어 주세요.")) from None
        detail = "서울 시각으로 지난 날짜와 시각을 넣어 주세요."
        raise InvalidFields(Field("at", "invalid", detail)) from None


def _why_not(officer: Officer, _wish: AskWho) -> str | None:
    if officer.mail:
        return None
    return (
        "IP 사용자 조회는 개인정보 보호책임자에게 메일로 알립니다. 설정에서 책임자의 메일을 먼저 넣어 주세요."
    )


def _preview(_officer: Officer, wish: AskWho) -> Shown:
    """Says what is asked, not what the answer is. Raises InvalidFields."""
    asked = _question(wish, by="직원", reason="아직 적지 않음")
    return Shown(
        title=f"{with_particle(str(asked.address), '을/를')} 쓴 사람을 조회합니다",
        rows=[
            Row("IP", asked.address),
            Row("시각", f"{seoul.second(asked.since)}부터 {seoul.second(asked.until)} 전까지 (서울)"),
        ],
        warnings=[
            "요청한 사람과 확인한 사람만 결과를 볼 수 있습니다.",
            "조회는 기록에 남고 개인정보 보호책임자에게 메일로 알립니다.",
        ],
    )


async def _look_up(conn: Connection, case: Case[None, Officer, AskWho]) -> Made:
    """Look it up for the two. The register has both names and the reason of the request."""
    if case.approval is None:
        raise RuntimeError("only a confirmation carries this out")
    asker, second = await access_queries.get_names(conn, case.asked_by, case.by)
    asked = _question(case.wish, by=f"{asker}, 확인 {second} (콘솔)", reason=case.reason)
    found = await who.ask(conn, asked, Sealer(case.settings.sealing_keys))
    await lookup_queries.insert_lookup(
        conn, case.approval, found.lookup, asked_by=case.asked_by, confirmed_by=case.by
    )
    return Made(
        id=asked.address,
        facts={"lookup": found.lookup, "since": seoul.second(asked.since)},
        answer={"lookup": found.lookup},
    )


WHO = Change(
    name="addresses.who",
    label="IP 사용자 조회",
    done="IP 사용자를 조회했습니다.",
    of=Thing(
        name="address",
        label="IP",
        screen="addresses",
        key="none",
        find=_find_officer,
        missing=LookupNotYours,
    ),
    permission="addresses.who",
    wish=AskWho,
    refuses=_why_not,
    preview=_preview,
    apply=_look_up,
    takes_two=lambda _officer, _wish: "누가 썼는지는 두 사람이 확인하고 봅니다.",
    # As the register of lookups has it.
    least_reason=5,
)
