"""Counts what staff see of people: exact searches by personal data, unmasked data, and the shop as a member sees it.

A search that finds a person by a whole name, mail or number confirms what the list masks, so it is a read like
unmasking (decision 0151). `Where.person` marks such a condition, and its SQL can be read only after it was counted.
"""

from hashlib import sha256
from typing import Literal

import msgspec

from ieum.shop.desk.lists import Person, Where
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.types import Staff, StaffId
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.masking import mask_email, mask_name, mask_phone
from ieum.shop.kernel.sealing import Sealer

# Within an hour. Who may unmask searches as often as a busy desk does; each reason allows as many again.
SEARCHES, SEARCHES_OF_UNMASKERS = 60, 600
LOOKS = 60


class SearchNeedsReason(ShopError):
    status = 403
    code = "search_needs_reason"
    title = "사유를 적어 주세요"
    detail = "이름, 메일, 전화번호로 찾는 것은 한 시간에 정해진 횟수까지입니다. 사유를 적으면 이어서 찾을 수 있습니다."


class PersonSetNeedsRight(ShopError):
    status = 403
    code = "person_set_needs_right"
    title = "개인정보로 찾은 목록입니다"
    detail = "이름, 메일, 전화번호로 찾은 목록에 이 일을 하려면 ‘가린 개인정보 보기’ 권한이 있어야 합니다."


class LooksSpent(ShopError):
    status = 403
    code = "looks_spent"
    title = "한 시간에 볼 수 있는 횟수를 다 썼습니다"
    detail = (
        "개인정보를 보는 것은 한 시간에 60번까지입니다. 잠시 뒤에 다시 하거나 다른 직원에게 요청해 주세요."
    )


class Looker(msgspec.Struct):
    """Counts the searches of one reader, and records them under the request's id and address.

    Its `sealer` opens what a list shows a part of.
    """

    conn: Connection
    staff: Staff
    request_id: str
    address: str
    sealer: Sealer

    async def search(self, where: Where) -> Where:
        """Count a list that is narrowed to a person, and record it for who may not unmask. Raises SearchNeedsReason."""
        if where.person is not None:
            await self.search_person(where.person)
            where.is_counted = True
        return where

    async def search_person(self, person: Person) -> None:
        """Count a search once an hour, however often a page repeats it. Raises SearchNeedsReason."""
        words = sha256(f"{person.by}:{person.words}".encode()).digest()
        async with self.conn.transaction():
            await _hold(self.conn, self.staff.id)
            if await _has_searched(self.conn, self.staff.id, words):
                return
            may_unmask = self.staff.may("members.unmask")
            allowance = SEARCHES_OF_UNMASKERS if may_unmask else SEARCHES
            reasons = await count(self.conn, self.staff.id, "reason")
            if await count(self.conn, self.staff.id, "search") >= allowance * (1 + reasons):
                raise SearchNeedsReason
            await insert(self.conn, self.staff.id, "search", words)
            if not may_unmask:
                await record.append(self.conn, self._by(), [_note(person)])

    def _by(self) -> By:
        return By(
            role=self.staff.role_name,
            request_id=self.request_id,
            address=self.address,
            staff=self.staff.id,
            session=self.staff.session_id,
        )


def _note(person: Person) -> Note:
    words = _MASKS[person.by](person.words)
    return Note(
        action="members.search",
        object_kind="search",
        object_id=person.by,
        after={"by": person.by, "words": words},
    )


_MASKS = {"name": mask_name, "mail": mask_email, "phone": mask_phone}


def refuse_person(staff: Staff, where: Where) -> None:
    """Let a set that is narrowed to a person pass, which no list counts, only for who may unmask.

    Raises PersonSetNeedsRight.
    """
    if where.person is not None and not staff.may("members.unmask"):
        raise PersonSetNeedsRight
    where.is_counted = True


async def look(conn: Connection, staff: Staff, what: Literal["unmask", "look"]) -> None:
    """Count one member more whose data this person sees; the last one of an hour raises an alarm. Raises LooksSpent."""
    await _hold(conn, staff.id)
    used = await count(conn, staff.id, "unmask") + await count(conn, staff.id, "look")
    if used >= LOOKS:
        raise LooksSpent
    await insert(conn, staff.id, what)
    if used + 1 == LOOKS:
        await raise_alarm(
            conn,
            "looks_spent",
            reference=f"staff-{staff.id}",
            detail=f"직원 {staff.id}번이 한 시간에 회원 {LOOKS}명의 개인정보를 보았습니다.",
        )


async def _hold(conn: Connection, staff: StaffId) -> None:
    """Have this person's looks go one after the other, until the transaction ends."""
    await execute(
        conn,
        "SELECT pg_advisory_xact_lock(hashtextextended('looks:' || %(staff)s::bigint, 7231))",
        staff=staff,
    )


async def insert(conn: Connection, staff: StaffId, what: str, words: bytes | None = None) -> None:
    await execute(
        conn,
        "INSERT INTO staff_looks (staff_id, what, words) VALUES (%(staff)s, %(what)s, %(words)s)",
        staff=staff,
        what=what,
        words=words,
    )


async def _has_searched(conn: Connection, staff: StaffId, words: bytes) -> bool:
    return await any_row(
        conn,
        """
        SELECT FROM staff_looks
         WHERE staff_id = %(staff)s AND what = 'search' AND words = %(words)s AND at > now() - interval '1 hour'
        """,
        staff=staff,
        words=words,
    )


async def count(conn: Connection, staff: StaffId, what: str) -> int:
    """Count a person's reads of the last hour."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM staff_looks
         WHERE staff_id = %(staff)s AND what = %(what)s AND at > now() - interval '1 hour'
        """,
        staff=staff,
        what=what,
    )


async def delete_old(conn: Connection) -> None:
    """Delete what counts in no hour any more; the record keeps what was seen."""
    await execute(conn, "DELETE FROM staff_looks WHERE at < now() - interval '1 day'")
