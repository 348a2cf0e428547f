"""The outbox as staff see it, and notices to many members: whom they reach, what they say, and how they stop."""

import asyncio
from typing import Any

import pytest

from ieum.shop.broadcasts import jobs, rules
from ieum.shop.broadcasts.rules import written
from ieum.shop.broadcasts.types import BroadcastForm, BroadcastId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders import desk
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import HOME
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_member
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.sub_ids import a_sub_id

CONSOLE = "/api/v1/console"
NOTICE = {"channel": "sms", "isAdvertising": False, "body": "오늘 밤 2시에 점검합니다."}
AD = {
    "channel": "sms",
    "isAdvertising": True,
    "body": "고정 IP 할인을 시작했습니다.",
    "refusalPhone": "080-123-4567",
}
SEND = "messages.broadcast"


async def a_message(
    conn: Connection, member: int | None, *, standing: str = "sent", code: bool = False
) -> int:
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO messages (channel, recipient, subject, body, reference, member_id, sent_at, given_up_at, refusal,
                              code_until)
        SELECT 'mail', 'hong@example.com', '[이음] 안내', E'홍길동 님, 안내드립니다.\n메일: hong@example.com',
               gen_random_uuid()::text, %(member)s, CASE WHEN %(standing)s = 'sent' THEN now() END,
               CASE WHEN %(standing)s = 'refused' THEN now() END, CASE WHEN %(standing)s = 'refused' THEN '550' END,
               CASE WHEN %(code)s THEN now() + interval '3 minutes' END
        RETURNING id
        """,
        member=member,
        standing=standing,
        code=code,
    )


async def preview(client: Client, by: Login, form: dict[str, Any]) -> Any:
    return await desk.preview(client, by, SEND, None, **form)


async def order(client: Client, by: Login, form: dict[str, Any]) -> Any:
    return await desk.press(client, by, SEND, None, **form)


async def begin(client: Client, by: Login, form: dict[str, Any]) -> int:
    return (await order(client, by, form)).json()["data"]["made"]["broadcastId"]


async def write(conn: Connection, broadcast: int, *, limit: int = 200) -> list[str]:
    """Have the job go through all its batches, and return to whom it wrote."""
    while await jobs.write_some(conn, BroadcastId(broadcast), limit=limit) == limit:
        pass
    return await fetch_all(
        conn, str, "SELECT body FROM messages WHERE reference LIKE 'broadcast:%%' ORDER BY member_id"
    )


async def test_two_who_press_what_both_were_shown_write_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "messages.broadcast") for _ in range(2)]
        await a_member(conn)
    form = {"channel": "mail", "subject": "안내", "body": "점검합니다.", "isAdvertising": False}
    bodies = [await desk.body_of(shop.client, by, SEND, None, **form) for by in both]

    async with shop.db.transaction() as holder:
        # Reading goes on: both have looked again before either writes.
        await holder.execute("LOCK TABLE broadcasts IN EXCLUSIVE MODE")
        pressed = [
            asyncio.create_task(shop.client.post(desk.path_of(SEND), json=body, headers=by.headers))
            for by, body in zip(both, bodies, strict=True)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_the_outbox_masks_whoever_a_message_goes_to_and_its_text(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.view")
    message = await a_message(conn, await a_member(conn))

    listed = await client.get(f"{CONSOLE}/messages?q=hong@example.com", headers=staff.headers)
    seen = await client.get(f"{CONSOLE}/messages/{message}", headers=staff.headers)

    assert [line["id"] for line in listed.json()["data"]["items"]] == [message]
    assert listed.json()["data"]["items"][0]["recipient"] == "ho******@example.com"
    assert seen.json()["data"]["body"] == "홍*동 님, 안내드립니다.\n메일: ho******@example.com"
    assert "hong@" not in listed.text + seen.text


async def test_the_outbox_is_narrowed_by_what_became_of_a_message_and_paged(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.view")
    member = await a_member(conn)
    sent = [await a_message(conn, member) for _ in range(3)]
    refused = await a_message(conn, member, standing="refused")
    await a_message(conn, member, standing="waiting")

    async def ids(query: str) -> tuple[list[int], str | None]:
        data = (await client.get(f"{CONSOLE}/messages?{query}", headers=staff.headers)).json()["data"]
        return [line["id"] for line in data["items"]], data["next"]

    first, following = await ids("state=sent&size=2")
    assert first == sent[:0:-1]
    assert await ids(f"state=sent&size=2&after={following}") == ([sent[0]], None)
    assert await ids("state=refused") == ([refused], None)


async def test_the_text_of_a_message_with_a_code_is_shown_to_nobody(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "messages.view", "messages.send")
    message = await a_message(conn, await a_member(conn), standing="waiting", code=True)

    seen = await client.get(f"{CONSOLE}/messages/{message}", headers=staff.headers)
    again = await desk.preview(client, staff, "messages.send", message)

    assert seen.json()["data"]["body"] == ""
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")


async def test_a_message_is_sent_again_once_however_often_it_is_pressed(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.send")
    message = await a_message(conn, await a_member(conn), standing="refused")

    shown = await desk.preview(client, staff, "messages.send", message)

    first, second = [await desk.press(client, staff, "messages.send", message) for _ in range(2)]

    again = first.json()["data"]["made"]["messageId"]
    assert second.json()["code"] == "change_stays"
    # To read a message takes another permission.
    assert [word for word in ("hong", "홍길동", "안내드립니다") if word in shown.text] == []
    assert await fetch_all(conn, str, "SELECT action FROM staff_record") == ["messages.send"]
    assert await fetch_one(conn, str, "SELECT recipient FROM messages WHERE id = %(id)s", id=again) == (
        "hong@example.com"
    )


async def test_a_message_of_a_notice_that_was_stopped_is_not_sent_again(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.broadcast", "messages.send")
    await a_member(conn)
    broadcast = await begin(client, staff, NOTICE)
    await write(conn, broadcast)
    await desk.press(client, staff, "messages.stop", broadcast)
    message = await fetch_one(conn, int, "SELECT id FROM messages WHERE refusal = 'withdrawn'")

    again = await desk.preview(client, staff, "messages.send", message)

    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert "멈춘 보내기" in again.json()["detail"]


@pytest.mark.parametrize("agrees", [True, False])
async def test_an_advertisement_is_sent_again_to_who_still_agrees(
    client: Client, conn: Connection, *, agrees: bool
) -> None:
    staff = await a_staff(conn, "messages.broadcast", "messages.send")
    member = await a_member(conn)
    await execute(conn, "UPDATE members SET sms_opt_in = true WHERE id = %(id)s", id=member)
    await write(conn, await begin(client, staff, AD))
    message = await fetch_one(conn, int, "SELECT id FROM messages WHERE member_id = %(id)s", id=member)
    await execute(conn, "UPDATE messages SET given_up_at = now(), refusal = '550'")
    await execute(
        conn, "UPDATE members SET sms_opt_in = %(agrees)s WHERE id = %(id)s", agrees=agrees, id=member
    )

    again = await desk.preview(client, staff, "messages.send", message)

    assert again.status_code == (200 if agrees else 409), again.text


async def test_a_notice_reaches_members_and_says_who_sends_it(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "messages.broadcast", "messages.view")
    members = [await a_member(conn) for _ in range(3)]
    await a_sub_id(conn, members[0])
    await execute(conn, "UPDATE site_config SET site_name = '이음'")

    broadcast = await begin(client, staff, NOTICE)

    assert await write(conn, broadcast, limit=2) == ["[이음]\n오늘 밤 2시에 점검합니다."] * 3
    seen = await client.get(f"{CONSOLE}/broadcasts/{broadcast}", headers=staff.headers)
    assert seen.json()["data"]["broadcast"]["state"] == "done"
    assert seen.json()["data"]["counts"] == {"sent": 0, "refused": 0, "withdrawn": 0, "waiting": 3}


async def test_advertising_goes_to_who_agreed_and_still_agrees_when_their_turn_comes(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    agreed, changes_mind, _ = [await a_member(conn) for _ in range(3)]
    await execute(
        conn, "UPDATE members SET sms_opt_in = true WHERE id = ANY(%(ids)s)", ids=[agreed, changes_mind]
    )

    shown = (await preview(client, staff, AD)).json()["data"]
    broadcast = await begin(client, staff, AD)
    await execute(conn, "UPDATE members SET sms_opt_in = false WHERE id = %(id)s", id=changes_mind)
    texts = await write(conn, broadcast)

    assert (shown["count"], shown["rows"][1]["value"]) == (2, "광고 수신에 동의하지 않은 1명")
    assert len(texts) == 1
    assert texts[0].startswith("(광고)")
    assert texts[0].endswith("무료수신거부 080-123-4567")


@pytest.mark.parametrize(
    ("differs", "field"),
    [
        ({"refusalPhone": "02-123-4567"}, "refusalPhone"),
        ({"refusalPhone": ""}, "refusalPhone"),
        ({"channel": "mail"}, "subject"),
        ({"body": "가" * 1000}, "body"),
        ({"plan": 1099511627776}, "plan"),
    ],
    ids=["no free number", "no number", "mail without subject", "too long", "no such plan"],
)
async def test_what_the_law_or_the_channel_wants_is_asked_for(
    client: Client, conn: Connection, differs: dict[str, Any], field: str
) -> None:
    staff = await a_staff(conn, "messages.broadcast")

    answer = await preview(client, staff, AD | differs)

    assert (answer.status_code, [each["name"] for each in answer.json()["fields"]]) == (
        422,
        [f"wish.{field}"],
    )


async def test_more_than_a_hundred_take_a_second_person_who_sees_who_was_frozen(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "ALONE_UP_TO", 1)
    staff = await a_staff(conn, "messages.broadcast")
    second = await a_staff(conn, "messages.broadcast", "approvals.confirm")
    for _ in range(2):
        await a_member(conn)

    made = (await order(client, staff, NOTICE)).json()["data"]
    await a_member(conn)
    broadcast = await fetch_one(conn, int, "SELECT id FROM broadcasts")
    before = await write(conn, broadcast)
    approval = f"{CONSOLE}/approvals/{made['approvalId']}"
    shown = (await client.get(approval, headers=second.headers)).json()["data"]["preview"]
    answer = await client.post(
        f"{approval}/confirmation", json={"digest": shown["digest"]}, headers=second.headers
    )

    assert (before, shown["count"], answer.status_code) == ([], 2, 200)
    assert len(await write(conn, broadcast)) == 2
    assert answer.json()["data"]["result"] == {"broadcastId": broadcast}


@pytest.mark.parametrize("is_stopped", [False, True], ids=["on its way", "stopped"])
async def test_the_same_notice_goes_to_the_same_members_once_an_hour(
    client: Client, conn: Connection, is_stopped: bool
) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    await a_member(conn)
    first = await begin(client, staff, NOTICE)
    if is_stopped:
        await desk.press(client, staff, "messages.stop", first)

    again = await preview(client, staff, NOTICE)
    other = await preview(client, staff, NOTICE | {"body": "점검을 마쳤습니다."})
    await execute(
        conn,
        """
        UPDATE broadcasts SET state = CASE state WHEN 'stopped' THEN state ELSE 'done' END,
               made_at = made_at - interval '61 minutes', ended_at = now() - interval '61 minutes'
        """,
    )
    later = await preview(client, staff, NOTICE)

    if is_stopped:
        assert (again.status_code, other.json()["data"]["warnings"][1:]) == (200, [])
    else:
        assert (again.status_code, again.json()["code"]) == (409, "broadcast_repeated")
        assert "에 보낸 안내가 있습니다" in other.json()["data"]["warnings"][1]
    assert later.status_code == 200


async def test_a_notice_about_a_gateway_reaches_who_has_an_address_or_a_device_there(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    connected, without, never, elsewhere = [await a_member(conn) for _ in range(4)]
    plan = await a_plan(conn, addresses=3)
    await a_service(conn, never, plan=plan)
    await a_device(conn, await a_service(conn, connected, plan=plan))
    removed = await a_device(conn, await a_service(conn, without, plan=plan))
    await execute(conn, "UPDATE devices SET removed_at = now() WHERE public_key = %(key)s", key=removed)
    for member in (without, elsewhere):
        await a_device(conn, await a_service(conn, member))
    gateway = await fetch_one(conn, int, "SELECT gateway_id FROM exit_addresses ORDER BY id LIMIT 1")

    async def reached(audience: dict[str, Any]) -> list[int]:
        made = await begin(client, staff, NOTICE | audience)
        return await fetch_all(
            conn,
            int,
            "SELECT member_id FROM broadcast_recipients WHERE broadcast_id = %(id)s ORDER BY member_id",
            id=made,
        )

    assert await reached({"gateway": gateway, "withDevices": True}) == [connected]
    assert await reached({"gateway": gateway}) == [connected, without, never]
    assert await reached({"withDevices": True}) == [connected, without, elsewhere]
    await execute(conn, "UPDATE devices SET removed_at = now()")
    nobody = await preview(client, staff, NOTICE | {"withDevices": True})
    assert nobody.json()["code"] == "nobody_to_write_to"


async def test_a_press_that_arrives_twice_sends_one_notice(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    await a_member(conn)
    body = await desk.body_of(client, staff, SEND, None, **NOTICE)

    first, second = [
        await client.post(desk.path_of(SEND), json=body, headers=staff.headers) for _ in range(2)
    ]
    other = await client.post(desk.path_of(SEND), json=body | {"key": a_press_key()}, headers=staff.headers)

    assert first.json()["data"] == second.json()["data"]
    assert (other.status_code, other.json()["code"]) == (409, "broadcast_repeated")
    assert await fetch_one(conn, int, "SELECT count(*) FROM broadcasts") == 1


@pytest.mark.parametrize("way", ["refusal", "withdrawal"])
async def test_a_notice_that_nobody_confirms_is_over(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(rules, "ALONE_UP_TO", 0)
    staff = await a_staff(conn, "messages.broadcast", "messages.view")
    second = await a_staff(conn, "messages.broadcast", "approvals.confirm")
    await a_member(conn)
    made = (await order(client, staff, NOTICE)).json()["data"]

    answer = await client.post(
        f"{CONSOLE}/approvals/{made['approvalId']}/{way}",
        json={"reason": "문구가 틀림"} if way == "refusal" else {},
        headers=(second if way == "refusal" else staff).headers,
    )

    assert answer.status_code in {200, 201}, answer.text
    assert await fetch_one(conn, str, "SELECT state FROM broadcasts") == "stopped"


async def test_what_is_stopped_writes_to_nobody_else_and_withdraws_what_waits(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    for _ in range(3):
        await a_member(conn)
    broadcast = await begin(client, staff, NOTICE)
    await jobs.write_some(conn, BroadcastId(broadcast), limit=2)

    stopped = await desk.press(client, staff, "messages.stop", broadcast)
    again = await desk.preview(client, staff, "messages.stop", broadcast)

    assert (stopped.status_code, again.json()["code"]) == (200, "change_stays")
    assert len(await write(conn, broadcast)) == 2
    assert await fetch_all(conn, str, "SELECT refusal FROM messages") == ["withdrawn", "withdrawn"]
    assert await fetch_all(conn, str, "SELECT action FROM staff_record ORDER BY index") == [
        "messages.broadcast",
        "messages.stop",
    ]


async def test_a_preview_that_says_something_else_by_now_is_shown_again(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    await a_member(conn)
    body = await desk.body_of(client, staff, SEND, None, **NOTICE)
    await a_member(conn)

    answer = await client.post(desk.path_of(SEND), json=body, headers=staff.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")


async def test_what_it_costs_is_said_once_the_price_is_written_down(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "messages.broadcast", "messages.view", "settings.change")
    for _ in range(2):
        await a_member(conn)
    unknown = (await preview(client, staff, NOTICE)).json()["data"]

    name, target = "messages.prices", "message_prices"
    await desk.press_plain(client, staff, name, target, sms=18.5)
    known = (await preview(client, staff, NOTICE)).json()["data"]

    assert (unknown["amount"], known["amount"]) == (None, 37)
    prices = await client.get(f"{CONSOLE}/message-prices", headers=staff.headers)
    assert prices.json()["data"] == {"sms": 18.5, "lms": None}
    await desk.press_plain(client, staff, name, target, lms=40)
    await desk.press_plain(client, staff, name, target, sms=None)
    wrong = await desk.press_plain(client, staff, name, target, lms=10_001)
    prices = await client.get(f"{CONSOLE}/message-prices", headers=staff.headers)
    assert (wrong.status_code, prices.json()["data"]) == (422, {"sms": None, "lms": 40})
    noted = (
        "SELECT before::text || after::text FROM staff_record WHERE action = 'messages.prices' ORDER BY index"
    )
    assert await fetch_all(conn, str, noted) == [
        '{"sms": null}{"sms": 18.5}',
        '{"lms": null}{"lms": 40.0}',
        '{"sms": 18.5}{"sms": null}',
    ]


def test_an_advertising_mail_says_so_in_its_subject_and_how_to_refuse() -> None:
    form = BroadcastForm(
        channel="mail", is_advertising=True, subject="할인", body="할인합니다.", refusal_phone="080-123-4567"
    )

    text = written(form, site="이음", phone="02-1234-5678", mail="help@example.com")

    assert text.subject == "(광고) 할인"
    assert "080-123-4567(무료)" in text.body
    assert "연락처: 02-1234-5678" in text.body


async def test_every_text_of_the_shop_can_be_read_with_its_size(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "messages.view")

    texts = (await client.get(f"{CONSOLE}/message-texts", headers=staff.headers)).json()["data"]["items"]

    code = next(text for text in texts if text["name"] == "templates.code_sms")
    assert (code["kind"], code["bytes"] <= 90) == ("sms", True)
    assert {text["kind"] for text in texts} == {"mail", "sms", "lms"}


async def test_a_mail_can_be_seen_as_its_reader_sees_it_and_an_sms_cannot(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "messages.view")
    texts = (await client.get(f"{CONSOLE}/message-texts", headers=staff.headers)).json()["data"]["items"]
    number = next(at for at, text in enumerate(texts) if text["name"] == "subscription_templates.suspended")
    sms = next(at for at, text in enumerate(texts) if text["kind"] == "sms")

    mail = await client.get(f"{CONSOLE}/message-texts/{number}/look", headers=staff.headers)
    refused = [
        (await client.get(f"{CONSOLE}/message-texts/{at}/look", headers=staff.headers)).json()["code"]
        for at in (sms, len(texts))
    ]

    assert mail.headers["content-type"].startswith("text/html")
    assert "sandbox" in mail.headers["content-security-policy"]
    assert "<h1" in mail.text
    assert f'href="{HOME}/mypage/payment-method-management"' in mail.text
    assert refused == ["sample_not_found"] * 2
