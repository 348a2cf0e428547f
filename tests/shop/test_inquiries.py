"""Inquiries: asked by members, answered by the staff, kept for as long as the law says."""

import argparse
import asyncio
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import pytest
from psycopg.errors import RestrictViolation

from ieum.shop.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.profile import jobs as profile_jobs
from ieum.shop.support import cli, desk, rules
from ieum.shop.support.service import InquiryNotFound
from tests.shop.account import an_account, leave, told
from tests.shop.builders import a_login, a_member, a_plan, a_service
from tests.shop.conftest import Client, Shop
from tests.shop.inquiring import INQUIRY, answered, ask, asked, go_on, images_kept, listed, read, uploaded
from tests.shop.ordering import place
from tests.shop.test_jobs import context_of
from tests.shop.worker import run_jobs

type Headers = dict[str, str]


@pytest.fixture
async def headers(conn: Connection) -> Headers:
    return await a_login(conn, await a_member(conn))


async def typed(shop: Shop, *words: str) -> int:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    return await cli._run(parser.parse_args(["--by", "김상담", *words]), shop.app.state.settings)


async def actions(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', staff, action, inquiry_id, nullif(reason, '')) FROM inquiry_actions
         WHERE done_at IS NOT NULL ORDER BY id
        """,
    )


async def test_an_inquiry_is_listed_and_read_by_who_asked(client: Client, headers: Headers) -> None:
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


async def test_the_newest_stands_first_ten_on_a_page(
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
async def test_what_is_wrong_is_said_at_its_field(
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


async def test_text_is_kept_as_it_was_typed_but_for_what_cannot_be_seen(
    client: Client, headers: Headers
) -> None:
    body = "  첫 줄\r\n\r\n\t<b>둘째</b> 줄 👩\u200d💻\x00\u202e\ufeff 끝  "

    thread = await read(client, headers, await asked(client, headers, title="줄\n바꿈  제목", body=body))

    assert thread["title"] == "줄 바꿈 제목"
    assert thread["messages"][0]["body"] == "첫 줄\n\n\t<b>둘째</b> 줄 👩\u200d💻 끝"


# Zero width, Hangul fillers, a soft hyphen, marks of direction, a Braille cell without dots; joiners of emoji.
NOTHING_TO_SEE = (
    "\u200b\u200c\u2060\u2064\u00ad\u034f\u061c\u115f\u1160\u180e\u3164\uffa0\u2800\u200d\ufe0f\U000e0067"
)


@pytest.mark.parametrize("letter", NOTHING_TO_SEE, ids=lambda letter: f"{ord(letter):04x}")
async def test_words_that_cannot_be_seen_are_none(client: Client, headers: Headers, letter: str) -> None:
    answer = await ask(client, headers, title=f"{letter} {letter}", body=f"{letter}\n")

    assert [field["name"] for field in answer.json()["fields"]] == ["title", "body"]


def test_what_joins_letters_that_are_seen_stays() -> None:
    seen = "가\u200b나\u3164다 \u2764\ufe0f 👩\u200d💻 🏴\U000e0067\U000e0062\U000e007f 葛\U000e0100"

    assert rules.tidy_line(seen) == seen.replace("\u200b", "").replace("\u3164", "")
    assert rules.image_name(f"{NOTHING_TO_SEE}.png", "image/png") == "사진.png"


async def test_a_second_press_makes_no_second_inquiry(
    client: Client, conn: Connection, headers: Headers
) -> None:
    image = await uploaded(client, headers)

    first = await asked(client, headers, images=[image["id"]])
    second = await asked(client, headers, images=[image["id"]])
    await execute(conn, "UPDATE inquiries SET created_at = created_at - interval '11 minutes'")
    later = await asked(client, headers)

    assert first == second != later


async def test_a_second_press_adds_no_second_message(client: Client, headers: Headers) -> None:
    inquiry = await asked(client, headers)

    answers = [await go_on(client, headers, inquiry, "더 있습니다.") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert [one["body"] for one in answers[1].json()["data"]["messages"]] == [INQUIRY["body"], "더 있습니다."]


async def test_two_presses_at_once_make_one_inquiry(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))

    numbers = await asyncio.gather(*(asked(shop.client, headers) for _ in range(4)))

    assert len(set(numbers)) == 1
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_messages") == 1


async def test_ten_inquiries_a_day_are_enough(client: Client, conn: Connection, headers: Headers) -> None:
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


async def test_fifty_messages_a_day_and_three_hundred_in_a_thread_are_enough(
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


async def test_the_staff_takes_and_answers_and_the_member_goes_on(
    client: Client, conn: Connection, headers: Headers
) -> None:
    inquiry = await asked(client, headers)
    states: list[str] = []

    async def note() -> None:
        states.append((await read(client, headers, inquiry))["state"])

    await note()
    await desk.take(conn, inquiry, by="김상담")
    await note()
    await go_on(client, headers, inquiry, "급합니다.")
    await note()
    await answered(conn, inquiry, "확인했습니다.", by="김상담")
    await note()
    await go_on(client, headers, inquiry, "또 끊깁니다.")
    await note()
    with pytest.raises(InquiryNotFound):
        await desk.take(conn, 2**40, by="김상담")

    assert states == ["received", "in_progress", "in_progress", "answered", "received"]
    thread = await read(client, headers, inquiry)
    assert [one["author"] for one in thread["messages"]] == ["member", "member", "staff", "member"]
    assert "김상담" not in str(thread)
    assert await actions(conn) == [f"김상담 taken {inquiry}", f"김상담 answered {inquiry}"]


async def test_a_reply_is_new_until_it_was_seen(client: Client, conn: Connection, headers: Headers) -> None:
    inquiry = await asked(client, headers)
    first = await answered(conn, inquiry, "하나", by="김상담")
    second = await answered(conn, inquiry, "둘", by="김상담", further=True)
    path = f"/api/v1/inquiries/{inquiry}/seen"
    new: list[bool] = []

    for message in (0, first, 2**40, 0):
        new.append((await listed(client, headers))["items"][0]["hasNewReply"])
        seen = await client.put(path, json={"messageId": message}, headers=headers)
        assert seen.status_code == 200
    new.append((await listed(client, headers))["items"][0]["hasNewReply"])
    third = await answered(conn, inquiry, "셋", by="김상담", further=True)

    assert new == [True, True, True, False, False]
    assert first < second < third
    assert (await read(client, headers, inquiry))["hasNewReply"] is True


async def test_an_answer_is_told_by_mail_and_sms_once(
    client: Client, conn: Connection, headers: Headers
) -> None:
    inquiry = await asked(client, headers)

    reply = await answered(conn, inquiry, "확인했습니다.", by="김상담")
    with pytest.raises(desk.AlreadyAnswered):
        await answered(conn, inquiry, "확인했습니다.", by="이상담")
    with pytest.raises(desk.SameReply):
        await answered(conn, inquiry, "확인했습니다.\r\n", by="이상담", further=True)

    mail, sms = await told(conn)
    assert (mail.channel, mail.recipient, mail.reference) == (
        "mail",
        "hong@example.com",
        f"inquiry-reply:{reply}",
    )
    assert mail.subject == "[이음] 문의하신 내용에 답변이 등록되었습니다"
    assert INQUIRY["title"] in mail.body
    assert "확인했습니다" not in mail.body
    assert (sms.channel, sms.recipient, sms.reference) == ("sms", "01012345678", f"inquiry-reply:{reply}")
    assert not sms.body.startswith("(광고)")
    assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_messages WHERE author = 'staff'") == 1


async def test_two_of_the_staff_who_answer_at_once_give_one_answer(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    inquiry = await asked(shop.client, headers)

    async def answer(by: str) -> str:
        try:
            async with shop.db.transaction() as conn:
                await answered(conn, inquiry, f"{by}입니다.", by=by)
        except desk.AlreadyAnswered:
            return "refused"
        return "answered"

    assert sorted(await asyncio.gather(answer("김상담"), answer("이상담"))) == ["answered", "refused"]
    postman = await run_jobs(shop)
    assert sorted(message.channel for message in postman.delivered) == ["mail", "sms"]


async def test_what_was_said_and_done_is_not_rewritten(
    client: Client, conn: Connection, headers: Headers
) -> None:
    inquiry = await asked(client, headers)
    await desk.take(conn, inquiry, by="김상담")

    for change in ("UPDATE inquiry_messages SET body = '-'", "UPDATE inquiry_actions SET staff = '-'"):
        with pytest.raises(RestrictViolation):
            async with conn.transaction():
                await conn.execute(change.encode())


async def test_a_hidden_image_is_destroyed_and_the_member_sees_that_it_was(
    client: Client, conn: Connection, headers: Headers
) -> None:
    image = (await uploaded(client, headers, name="주민등록증 홍길동 900101-1234567.png"))["id"]
    waiting = (await uploaded(client, headers))["id"]
    inquiry = await asked(client, headers, images=[image])
    assert (await desk.image(conn, image, by="김상담")).media_type == "image/png"

    await desk.hide_image(conn, image, reason="주민등록번호가 보입니다.", by="김상담")

    [shown] = (await read(client, headers, inquiry))["messages"][0]["images"]
    assert (shown["id"], shown["name"], shown["hidden"]) == (image, "사진.png", True)
    answer = await client.get(f"/api/v1/inquiry-images/{image}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "image_not_found")
    answer = await client.get(f"/api/v1/inquiry-images/{image}/thumbnail", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "image_not_found")
    assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_images WHERE content IS NULL") == 1
    for gone in (image, waiting, 2**40):
        with pytest.raises(desk.ImageNotFound):
            await desk.image(conn, gone, by="김상담")
        with pytest.raises(desk.ImageNotFound):
            await desk.hide_image(conn, gone, reason="-", by="김상담")
    with pytest.raises(desk.InvalidFields):
        await desk.hide_image(conn, waiting, reason=" ", by="김상담")
    assert await actions(conn) == [
        f"김상담 image_shown {inquiry}",
        f"김상담 image_hidden {inquiry} 주민등록번호가 보입니다.",
    ]


async def test_the_staff_types_it_all(shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn, login_id="hongkildong"))
    image = (await uploaded(shop.client, headers, name="오류 화면.png"))["id"]
    inquiry = str(await asked(shop.client, headers, images=[image]))
    seen = (await read(shop.client, headers, int(inquiry)))["messages"][-1]["id"]
    answer = ["answer", inquiry, "--seen"]
    reply = tmp_path / "reply.txt"
    reply.write_text("\ufeff안녕하세요.\n확인했습니다.\n", encoding="utf-8")

    for words, code, said in (
        (["list"], 0, f"접수  {0}"),
        (["show", inquiry], 0, f"[사진 {image}] 오류 화면.png 40x30"),
        (["show", inquiry], 0, f"answer {inquiry} --seen {seen} --file"),
        (["image", str(image), str(tmp_path / "out.png")], 0, "image/png"),
        (["take", inquiry], 0, "in hand with 김상담"),
        (["list", "--state", "in-progress"], 0, "(김상담)"),
        ([*answer, str(seen + 1), "--file", str(reply)], 1, "모두 읽은 뒤 답변해 주세요"),
        ([*answer, str(seen), "--file", str(reply)], 0, "told by mail and SMS"),
        ([*answer, str(seen), "--file", str(reply)], 1, "이미 답변한 문의입니다"),
        ([*answer, str(seen), "--file", str(tmp_path / "none")], 1, "No such file"),
        ([*answer, str(seen), "--further", "--file", str(tmp_path / "out.png")], 1, "not a text in UTF-8"),
        (["take", inquiry], 1, "이미 답변한 문의입니다"),
        (["hide-image", str(image), "--reason", "주민등록번호"], 0, "destroyed"),
        (["show", "999"], 1, "문의를 찾을 수 없습니다"),
        (["list", "--state", "answered"], 0, "hong****"),
        (["list", "--page", "2"], 0, "Nothing here."),
    ):
        assert await typed(shop, *words) == code, words
        printed = capsys.readouterr()
        assert said.replace(f"  {0}", "") in (printed.err if code else printed.out), words
        assert "hongkildong" not in printed.out

    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
    thread = await read(shop.client, headers, int(inquiry))
    assert thread["messages"][-1]["body"] == "안녕하세요.\n확인했습니다."
    async with shop.db.connection() as conn:
        assert [one.split()[1] for one in await actions(conn)] == [
            "listed", "shown", "shown", "image_shown", "taken", "listed", "answered", "image_hidden", "listed",
            "listed",
        ]  # fmt: skip


async def test_who_leaves_takes_the_unsent_along_and_the_rest_is_kept_for_three_years(shop: Shop) -> None:
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
        assert [item.id for item in await desk.list_page(conn, "received", 1, by="김상담")] == [theirs]
        for step in (
            desk.show(conn, inquiry, by="김상담"),
            desk.answer(conn, inquiry, "-", seen=1, by="김상담"),
        ):
            with pytest.raises(InquiryNotFound):
                await step
        with pytest.raises(desk.ImageNotFound):
            await desk.image(conn, sent, by="김상담")
        await execute(
            conn,
            "UPDATE inquiries SET last_message_at = now() - interval '1097 days' WHERE id = %(inquiry)s",
            inquiry=inquiry,
        )
        await execute(
            conn, "UPDATE left_members SET left_at = now() - interval '4 years', destroy_at = now()"
        )

    await profile_jobs.destroy_due_records.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT id FROM inquiries") == [theirs]
        assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_messages") == 1
        assert await images_kept(conn) == 0
        assert await fetch_one(conn, int, "SELECT count(*) FROM left_members") == 0
        assert "inquiries" in await fetch_all(conn, str, "SELECT what FROM destructions")


async def test_what_was_talked_about_lately_is_kept_however_long_ago_it_began(shop: Shop) -> None:
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

    await profile_jobs.destroy_due_records.func(context_of(shop), 0)

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
