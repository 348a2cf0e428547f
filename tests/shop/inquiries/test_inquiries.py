"""Inquiries as their members ask and read them, and for how long they are kept."""

from ipaddress import IPv4Address, IPv4Network
from typing import Any

import pytest

from ieum.shop.desk.listing import Pages
from ieum.shop.inquiries import answering, rules
from ieum.shop.inquiries.desk import queries as console
from ieum.shop.inquiries.desk.filters import InquiryFilters, without_words
from ieum.shop.inquiries.desk.listed import INQUIRIES
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.leaving import jobs as leaving_jobs
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.inquiries import INQUIRY, ask, asked, go_on, images_kept, listed, read, uploaded
from tests.shop.builders.members import a_login, a_member, an_account, leave
from tests.shop.builders.orders import place
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Headers, Shop
from tests.shop.builders.worker import context_of


async def test_an_inquiry_is_listed_and_read_by_its_member(client: Client, headers: Headers) -> None:
    inquiry = await asked(client, headers)

    page, thread = await listed(client, headers), await read(client, headers, inquiry)

    [item] = page["items"]
    assert (page["page"], page["pageSize"], page["total"]) == (1, 10, 1)
    assert {name: item[name] for name in ("id", "category", "title", "state", "hasNewReply")} == {
        "id": inquiry,
        "category": "connection",
        "title": INQUIRY["title"],
        "state": "received",
        "hasNewReply": False,
    }
    assert item["createdAt"] == item["lastMessageAt"]
    assert {name: thread[name] for name in item} == item
    assert (thread["service"], thread["order"]) == (None, None)
    assert [(one["author"], one["body"], one["images"]) for one in thread["messages"]] == [
        ("member", INQUIRY["body"], [])
    ]


async def test_inquiries_are_listed_newest_first_ten_to_a_page(
    client: Client, conn: Connection, headers: Headers
) -> None:
    first = await asked(client, headers)
    await execute(
        conn,
        """
        INSERT INTO inquiries (member_id, category, title)
        SELECT member_id, 'other', n::text FROM inquiries, generate_series(1, 11) n
        """,
    )

    newest, rest = await listed(client, headers), await listed(client, headers, 2)

    assert [item["title"] for item in newest["items"]] == [str(n) for n in range(11, 1, -1)]
    assert [item["id"] for item in rest["items"]][-1] == first
    assert (newest["total"], len(rest["items"])) == (12, 2)


async def test_an_inquiry_is_about_a_service_and_an_order_of_ones_own(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    plan = await a_plan(conn)
    service = await a_service(conn, member, plan=plan)
    order = (await place(client, headers, plan)).json()["data"]["orderId"]

    thread = await read(client, headers, await asked(client, headers, serviceId=service, orderId=order))

    assert (thread["service"]["id"], thread["service"]["planName"]) == (service, "KT 고정 IP")
    assert IPv4Address(thread["service"]["address"]) in IPv4Network("100.64.0.0/10")
    assert (thread["order"]["orderId"], thread["order"]["planName"]) == (order, "KT 고정 IP")


@pytest.mark.parametrize(
    ("changed", "field", "code"),
    [
        ({"title": " \u200e "}, "title", "required"),
        ({"title": "가" * 101}, "title", "too_long"),
        ({"body": "\n\x00\n"}, "body", "required"),
        ({"body": "가" * 5_001}, "body", "too_long"),
        ({"serviceId": 2**40}, "serviceId", "not_found"),
        ({"orderId": "20200101-ABCDEFGHJK"}, "orderId", "not_found"),
        ({"category": "else"}, "category", "invalid"),
        ({"serviceId": 2**63}, "serviceId", "invalid"),
        ({"orderId": "x\n"}, "orderId", "invalid"),
    ],
)
async def test_a_wrong_field_is_named(
    client: Client, conn: Connection, headers: Headers, changed: dict[str, Any], field: str, code: str
) -> None:
    answer = await ask(client, headers, **changed)

    assert answer.status_code == 422, answer.text
    [wrong] = answer.json()["fields"]
    assert (wrong["name"], wrong["code"]) == (field, code)
    assert await fetch_one(conn, int, "SELECT count(*) FROM inquiries") == 0


async def test_the_longest_text_in_hangul_fits_into_a_request(client: Client, headers: Headers) -> None:
    inquiry = await asked(client, headers, title="가" * 100, body="가\n" * 2_499 + "가")

    assert len((await read(client, headers, inquiry))["messages"][0]["body"]) == 4_999


async def test_text_is_stored_as_typed_without_invisible_characters(client: Client, headers: Headers) -> None:
    body = "  첫 줄\r\n\r\n\t<b>둘째</b> 줄 👩\u200d💻\x00\u202e\ufeff 끝  "

    thread = await read(client, headers, await asked(client, headers, title="줄\n바꿈  제목", body=body))

    assert thread["title"] == "줄 바꿈 제목"
    assert thread["messages"][0]["body"] == "첫 줄\n\n\t<b>둘째</b> 줄 👩\u200d💻 끝"


# Zero width, Hangul fillers, a soft hyphen, marks of direction, a Braille cell without dots; joiners of emoji.
NOTHING_TO_SEE = (
    "\u200b\u200c\u2060\u2064\u00ad\u034f\u061c\u115f\u1160\u180e\u3164\uffa0\u2800\u200d\ufe0f\U000e0067"
)


@pytest.mark.parametrize("letter", NOTHING_TO_SEE, ids=lambda letter: f"{ord(letter):04x}")
async def test_text_of_invisible_characters_counts_as_empty(
    client: Client, headers: Headers, letter: str
) -> None:
    answer = await ask(client, headers, title=f"{letter} {letter}", body=f"{letter}\n")

    assert [field["name"] for field in answer.json()["fields"]] == ["title", "body"]


def test_joiners_between_visible_letters_stay() -> None:
    seen = "가\u200b나\u3164다 \u2764\ufe0f 👩\u200d💻 🏴\U000e0067\U000e0062\U000e007f 葛\U000e0100"

    assert rules.tidy_line(seen) == seen.replace("\u200b", "").replace("\u3164", "")
    assert rules.image_name(f"{NOTHING_TO_SEE}.png", "image/png") == "사진.png"


async def test_a_member_may_ask_ten_inquiries_a_day(
    client: Client, conn: Connection, headers: Headers
) -> None:
    for number in range(rules.INQUIRIES_A_DAY):
        await asked(client, headers, title=f"문의 {number}")
    await execute(
        conn, "UPDATE inquiries SET created_at = now() - interval '23 hours' WHERE title = '문의 0'"
    )

    full = await ask(client, headers, title="하나 더")
    await execute(conn, "UPDATE inquiries SET created_at = created_at - interval '25 hours'")
    tomorrow = await ask(client, headers, title="하나 더")

    assert (full.status_code, full.json()["code"]) == (429, "too_many_inquiries_today")
    assert full.headers["retry-after"] == "3600"
    assert tomorrow.status_code == 201


async def test_a_member_may_send_fifty_messages_a_day_and_three_hundred_in_a_thread(
    client: Client, conn: Connection, headers: Headers
) -> None:
    inquiry = await asked(client, headers)
    add = """
        INSERT INTO inquiry_messages (inquiry_id, author, body, created_at)
        SELECT %(inquiry)s, 'member', n::text, now() - %(ago)s::interval FROM generate_series(1, %(count)s) n
        """
    await execute(conn, add, inquiry=inquiry, ago="1 minute", count=rules.MESSAGES_A_DAY)
    today = await go_on(client, headers, inquiry, "하나 더")
    await execute(conn, add, inquiry=inquiry, ago="3 days", count=rules.MESSAGES_IN_ALL)
    full = await go_on(client, headers, inquiry, "하나 더")

    assert (today.status_code, today.json()["code"]) == (429, "too_many_messages_today")
    assert today.headers["retry-after"] == str(24 * 3600 - 60)
    assert (full.status_code, full.json()["code"]) == (409, "inquiry_full")


async def test_leaving_deletes_unsent_images_and_keeps_inquiries_for_three_years(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        other = await a_login(conn, await a_member(conn))
    sent, _ = [(await uploaded(shop.client, account.headers))["id"] for _ in range(2)]
    inquiry = await asked(shop.client, account.headers, images=[sent])
    theirs = await asked(shop.client, other)

    assert (await leave(shop.client, account)).status_code == 200

    async with shop.db.transaction() as conn:
        assert await images_kept(conn) == 1
        assert await fetch_all(conn, str, "SELECT name FROM left_members") == ["홍길동"]
        # From the last word on, a moment before they left.
        kept = "SELECT left_at + interval '3 years' - destroy_at < interval '1 hour' FROM left_members"
        assert await fetch_one(conn, bool, kept)
        # Kept apart: nobody of the staff comes upon it any more, and nobody is told anything.
        queue = await Pages(INQUIRIES).fetch(
            conn, InquiryFilters(), without_words(InquiryFilters()), order=None, after=None, size=20
        )
        assert [item.id for item in queue.items] == [theirs]
        assert await console.find_thread(conn, inquiry) is None
        with pytest.raises(InquiryNotFound):
            await answering.answer(conn, inquiry, "-", seen=1, by="김상담")
        with pytest.raises(answering.ImageNotFound):
            await answering.image(conn, sent, by="김상담")
        await execute(
            conn,
            "UPDATE inquiries SET last_message_at = now() - interval '1097 days' WHERE id = %(inquiry)s",
            inquiry=inquiry,
        )
        await execute(
            conn, "UPDATE left_members SET left_at = now() - interval '4 years', destroy_at = now()"
        )

    await leaving_jobs.destroy_due_records.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT id FROM inquiries") == [theirs]
        assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_messages") == 1
        assert await images_kept(conn) == 0
        assert await fetch_one(conn, int, "SELECT count(*) FROM left_members") == 0
        assert "inquiries" in await fetch_all(conn, str, "SELECT what FROM destructions")


async def test_an_old_inquiry_with_a_recent_message_is_kept(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    inquiry = await asked(shop.client, headers)
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            """
            UPDATE inquiries SET created_at = now() - interval '5 years', last_message_at = now() - interval '1095 days'
            """,
        )

    await leaving_jobs.destroy_due_records.func(context_of(shop), 0)

    assert (await read(shop.client, headers, inquiry))["id"] == inquiry


async def test_both_lists_read_an_index_and_no_more_rows_than_they_show(conn: Connection) -> None:
    member = await a_member(conn)
    await execute(
        conn,
        """
        INSERT INTO inquiries (member_id, category, title, last_message_at)
        SELECT %(member)s, 'other', n::text, now() - n * interval '1 minute' FROM generate_series(1, 20000) n
        """,
        member=member,
    )
    await conn.execute("ANALYZE inquiries")
    for query in (
        f"SELECT id FROM inquiries WHERE member_id = {member} ORDER BY id DESC LIMIT 10",
        "SELECT id FROM inquiries WHERE state = 'received' ORDER BY last_message_at, id LIMIT 20",
        "SELECT id FROM inquiries WHERE state = 'answered' ORDER BY last_message_at DESC, id DESC LIMIT 20",
    ):
        cursor = await conn.execute(f"EXPLAIN {query}".encode())
        plan = "\n".join(row[0] for row in await cursor.fetchall())
        assert "Index" in plan, plan
        assert "Sort" not in plan, plan
