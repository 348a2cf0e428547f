"""The staff answers while the member writes on, or leaves: real connections, real locks."""

import asyncio

import pytest

from ieum.shop.inquiries import answering
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.kernel.db import fetch_all, fetch_one
from tests.shop.builders.inquiries import answered, asked, go_on, read
from tests.shop.builders.leaving import leaving_paused
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import a_login, a_member, an_account
from tests.shop.builders.shops import Shop
from tests.shop.builders.worker import run_jobs


async def answer(
    shop: Shop, inquiry: int, body: str = "확인했습니다.", *, seen: int, by: str = "김상담"
) -> None:
    async with shop.db.transaction() as conn:
        await answering.answer(conn, inquiry, body, seen=seen, by=by)


async def seen_by_the_staff(shop: Shop, inquiry: int) -> int:
    newest = "SELECT max(id) FROM inquiry_messages WHERE inquiry_id = %(inquiry)s"
    async with shop.db.connection() as conn:
        return await fetch_one(conn, int, newest, inquiry=inquiry)


async def test_an_answer_to_what_the_staff_has_not_read_is_refused(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    other = await asked(shop.client, headers, title="다른 문의")
    inquiry = await asked(shop.client, headers)
    seen = await seen_by_the_staff(shop, inquiry)
    await go_on(shop.client, headers, inquiry, "하나 더 여쭙니다.")
    unseen = (await read(shop.client, headers, inquiry))["messages"][-1]["id"]

    for number in (seen, 2**40, await seen_by_the_staff(shop, other)):
        with pytest.raises(answering.UnseenMessages):
            await answer(shop, inquiry, seen=number)
    waiting = (await read(shop.client, headers, inquiry))["state"]
    await answer(shop, inquiry, seen=unseen)

    assert (waiting, (await read(shop.client, headers, inquiry))["state"]) == ("received", "answered")


async def test_a_message_sent_while_the_staff_answers_is_not_overlooked(shop: Shop) -> None:
    """The answer waits for the inquiry, and only then counts what was read."""
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    inquiry = await asked(shop.client, headers)
    seen = await seen_by_the_staff(shop, inquiry)

    async with shop.db.transaction() as conn:
        await conn.execute(
            """
            WITH held AS (SELECT id FROM inquiries FOR NO KEY UPDATE)
            INSERT INTO inquiry_messages (inquiry_id, author, body) SELECT id, 'member', '급합니다.' FROM held
            """
        )
        replying = asyncio.create_task(answer(shop, inquiry, seen=seen))
        await until_one_waits_for_a_lock(shop.db)

    with pytest.raises(answering.UnseenMessages):
        await replying
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 0


async def test_a_member_who_leaves_while_the_staff_answers_gets_no_message(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
    inquiry = await asked(shop.client, account.headers)
    seen = await seen_by_the_staff(shop, inquiry)

    async with leaving_paused(shop, account, monkeypatch):
        replying = asyncio.create_task(answer(shop, inquiry, seen=seen))
        await until_one_waits_for_a_lock(shop.db)

    with pytest.raises(InquiryNotFound):
        await replying
    async with shop.db.connection() as conn:
        assert (
            await fetch_all(conn, str, "SELECT channel FROM messages WHERE reference LIKE 'inquiry-reply:%%'")
            == []
        )
        assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_messages WHERE author = 'staff'") == 0


async def test_two_of_the_staff_answering_at_once_give_one_answer(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    inquiry = await asked(shop.client, headers)

    async def answer(by: str) -> str:
        try:
            async with shop.db.transaction() as conn:
                await answered(conn, inquiry, f"{by}입니다.", by=by)
        except answering.AlreadyAnswered:
            return "refused"
        return "answered"

    assert sorted(await asyncio.gather(answer("김상담"), answer("이상담"))) == ["answered", "refused"]
    postman = await run_jobs(shop)
    assert sorted(message.channel for message in postman.delivered) == ["mail", "sms"]
