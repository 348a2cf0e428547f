"""What the staff does with inquiries, and what members come to see of it."""

import pytest
from psycopg.errors import RestrictViolation

from ieum.shop.inquiries import answering
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import Assignee
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from tests.shop.builders.inquiries import INQUIRY, answered, asked, go_on, listed, read, uploaded
from tests.shop.builders.messages import outbox
from tests.shop.builders.shops import Client, Headers


async def actions(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', staff, action, inquiry_id, nullif(reason, '')) FROM inquiry_actions
         WHERE done_at IS NOT NULL ORDER BY id
        """,
    )


async def test_the_staff_takes_and_answers_an_inquiry_and_the_member_writes_on(
    client: Client, conn: Connection, headers: Headers
) -> None:
    inquiry = await asked(client, headers)
    states: list[str] = []

    async def note() -> None:
        states.append((await read(client, headers, inquiry))["state"])

    await note()
    await answering.give(conn, inquiry, Assignee("김상담"), by="김상담")
    await note()
    await go_on(client, headers, inquiry, "급합니다.")
    await note()
    await answered(conn, inquiry, "확인했습니다.", by="김상담")
    await note()
    await go_on(client, headers, inquiry, "또 끊깁니다.")
    await note()
    with pytest.raises(InquiryNotFound):
        await answering.give(conn, 2**40, Assignee("김상담"), by="김상담")

    assert states == ["received", "in_progress", "in_progress", "answered", "received"]
    thread = await read(client, headers, inquiry)
    assert [one["author"] for one in thread["messages"]] == ["member", "member", "staff", "member"]
    assert "김상담" not in str(thread)
    assert await actions(conn) == [f"김상담 taken {inquiry}", f"김상담 answered {inquiry}"]


async def test_a_reply_is_marked_new_until_it_was_seen(
    client: Client, conn: Connection, headers: Headers
) -> None:
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


async def test_an_answer_is_announced_once_by_mail_and_sms(
    client: Client, conn: Connection, headers: Headers
) -> None:
    inquiry = await asked(client, headers)

    reply = await answered(conn, inquiry, "확인했습니다.", by="김상담")
    with pytest.raises(answering.AlreadyAnswered):
        await answered(conn, inquiry, "확인했습니다.", by="이상담")
    with pytest.raises(answering.SameReply):
        await answered(conn, inquiry, "확인했습니다.\r\n", by="이상담", further=True)

    mail, sms = await outbox(conn)
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


async def test_messages_and_actions_are_never_rewritten(
    client: Client, conn: Connection, headers: Headers
) -> None:
    inquiry = await asked(client, headers)
    await answering.give(conn, inquiry, Assignee("김상담"), by="김상담")

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
    assert (await answering.image(conn, image, by="김상담")).media_type == "image/png"

    await answering.hide_image(conn, image, reason="주민등록번호가 보입니다.", by="김상담")

    [shown] = (await read(client, headers, inquiry))["messages"][0]["images"]
    assert (shown["id"], shown["name"], shown["hidden"]) == (image, "사진.png", True)
    answer = await client.get(f"/api/v1/inquiry-images/{image}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "image_not_found")
    answer = await client.get(f"/api/v1/inquiry-images/{image}/thumbnail", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "image_not_found")
    assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_images WHERE content IS NULL") == 1
    for gone in (image, waiting, 2**40):
        with pytest.raises(answering.ImageNotFound):
            await answering.image(conn, gone, by="김상담")
        with pytest.raises(answering.ImageNotFound):
            await answering.hide_image(conn, gone, reason="-", by="김상담")
    with pytest.raises(answering.InvalidFields):
        await answering.hide_image(conn, waiting, reason=" ", by="김상담")
    assert await actions(conn) == [
        f"김상담 image_shown {inquiry}",
        f"김상담 image_hidden {inquiry} 주민등록번호가 보입니다.",
    ]
