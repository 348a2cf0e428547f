"""What the staff does with inquiries, and what members come to see of it."""

from pathlib import Path

import pytest
from psycopg.errors import RestrictViolation

from ieum.shop.inquiries import cli, desk
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from tests.shop.builders import commands
from tests.shop.builders.inquiries import INQUIRY, answered, asked, go_on, listed, read, uploaded
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.messages import outbox
from tests.shop.builders.shops import Client, Headers, Shop


async def typed(shop: Shop, *words: str) -> int:
    return await commands.typed(cli, shop, "--by", "김상담", *words)


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
    with pytest.raises(desk.AlreadyAnswered):
        await answered(conn, inquiry, "확인했습니다.", by="이상담")
    with pytest.raises(desk.SameReply):
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


async def test_the_commands_of_the_staff(
    shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
        (["take", inquiry], 0, "taken by 김상담"),
        (["list", "--state", "in-progress"], 0, "(김상담)"),
        ([*answer, str(seen + 1), "--file", str(reply)], 1, "모두 읽은 뒤 답변해 주세요"),
        ([*answer, str(seen), "--file", str(reply)], 0, "notified by mail and SMS"),
        ([*answer, str(seen), "--file", str(reply)], 1, "이미 답변한 문의입니다"),
        ([*answer, str(seen), "--file", str(tmp_path / "none")], 1, "No such file"),
        ([*answer, str(seen), "--further", "--file", str(tmp_path / "out.png")], 1, "not text in UTF-8"),
        (["take", inquiry], 1, "이미 답변한 문의입니다"),
        (["hide-image", str(image), "--reason", "주민등록번호"], 0, "destroyed"),
        (["show", "999"], 1, "문의를 찾을 수 없습니다"),
        (["list", "--state", "answered"], 0, "hong****"),
        (["list", "--page", "2"], 0, "No inquiries."),
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
