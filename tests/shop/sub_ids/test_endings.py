"""Owners are told that sub-ids of theirs end: their devices then stand still, and nobody said a word."""

from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import sub_id_templates
from ieum.shop.sub_ids import endings, queries
from tests.shop.builders.members import a_member
from tests.shop.builders.sub_ids import a_sub_id


async def ends_in(conn: Connection, sub_id: MemberId, delay: timedelta) -> None:
    """As if the last day had been set long ago, and the clock had come so far."""
    await execute(
        conn,
        """
        WITH moved AS (UPDATE members SET access_ends_at = now() + %(delay)s, joined_at = now() - interval '1 year'
                        WHERE id = %(id)s RETURNING id, access_ends_at)
        UPDATE sub_id_ends_told t SET ends_at = access_ends_at FROM moved WHERE sub_id = moved.id
        """,
        delay=delay,
        id=sub_id,
    )


async def told(conn: Connection) -> list[str]:
    await endings.tell(conn, limit=100)
    return await fetch_all(
        conn,
        str,
        "SELECT channel || ' ' || subject FROM messages WHERE reference LIKE 'sub-ids-end:%%' ORDER BY id",
    )


SOON = "mail [이음] 서브 아이디 사용 기간이 곧 끝납니다"
TOMORROW = "mail [이음] 서브 아이디 사용 기간이 내일 끝납니다"
OVER = "mail [이음] 서브 아이디 사용 기간이 끝났습니다"


async def test_an_owner_is_told_a_week_before_a_day_before_and_at_the_end_each_once(conn: Connection) -> None:
    sub_id = await a_sub_id(conn, await a_member(conn))

    seen: list[list[str]] = []
    for days in (8, 7, 6, 1, 0.5, -0.1, -1):
        await ends_in(conn, sub_id, timedelta(days=days))
        seen.append(await told(conn))

    week, day, over = [SOON], [SOON, TOMORROW], [SOON, TOMORROW, OVER]
    assert seen == [[], week, week, day, day, over, over]


@pytest.mark.parametrize(
    ("days", "notices"), [(0.5, [TOMORROW]), (-2, [OVER]), (-8, [])], ids=["a day", "two days", "over a week"]
)
async def test_after_an_outage_of_the_worker_only_what_is_true_now_is_told(
    conn: Connection, days: float, notices: list[str]
) -> None:
    await ends_in(conn, await a_sub_id(conn, await a_member(conn)), timedelta(days=days))

    assert await told(conn) == notices


async def test_what_ends_on_one_day_stands_in_one_letter_and_a_text_message_if_agreed(
    conn: Connection,
) -> None:
    owner = await a_member(conn)
    await execute(conn, "UPDATE members SET sms_opt_in = true WHERE id = %(id)s", id=owner)
    sub_ids = [await a_sub_id(conn, owner, login_id=f"desk_{number:02}x") for number in range(12)]
    for one in sub_ids:
        await ends_in(conn, one, timedelta(hours=3))

    assert [one.split(" ")[0] for one in await told(conn)] == ["mail", "sms"]
    mail, sms = await fetch_all(conn, str, "SELECT body FROM messages ORDER BY id")
    assert "desk_00x, desk_01x" in mail
    assert "외 2개" in mail
    assert "desk_00x 외 11개" in sms


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE members SET suspended_at = now() WHERE owner_id IS NOT NULL",
        "UPDATE members SET blocked_at = now()",
        "UPDATE members SET joined_at = now() WHERE owner_id IS NOT NULL",
    ],
    ids=["suspended", "owner blocked", "made for less than a day"],
)
async def test_nobody_is_told_of_what_is_no_news(conn: Connection, change: str) -> None:
    await ends_in(conn, await a_sub_id(conn, await a_member(conn)), timedelta(hours=3))
    await execute(conn, change)  # pyright: ignore[reportArgumentType]

    assert await told(conn) == []


async def test_another_last_day_is_told_anew(conn: Connection) -> None:
    sub_id = await a_sub_id(conn, await a_member(conn))
    await ends_in(conn, sub_id, timedelta(hours=3))
    await told(conn)

    await execute(
        conn, "UPDATE members SET access_ends_at = now() + interval '5 days' WHERE id = %(id)s", id=sub_id
    )

    assert await told(conn) == [TOMORROW, SOON]


async def test_a_destroyed_sub_id_leaves_nothing_of_what_was_told(conn: Connection) -> None:
    sub_id = await a_sub_id(conn, await a_member(conn))
    await ends_in(conn, sub_id, timedelta(hours=3))
    await told(conn)

    await queries.forget(conn, [sub_id])

    assert await fetch_all(conn, int, "SELECT sub_id FROM sub_id_ends_told") == []


@pytest.mark.parametrize(("days", "said"), [(7, "그 뒤에는 로그인할 수 없고"), (0, "이제 로그인할 수 없고")])
def test_the_letter_says_what_is_still_to_come_and_what_is_so_already(days: int, said: str) -> None:
    letter = sub_id_templates.sub_ids_end(
        site="이음", name="홍길동", who=["kim_desk"], until="2026.12.01", days=days
    )

    assert said in letter.body
    assert "마지막 날: 2026.12.01 24시까지" in letter.body
