"""The desk: what waits, who has it, what is answered with which words, and what the record says of it."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.desk.permissions import Permission
from ieum.shop.inquiries.desk import word_queries
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import make, press, preview
from tests.shop.builders.exports import ask
from tests.shop.builders.inquiries import an_image, asked, go_on, read, uploaded
from tests.shop.builders.locks import until_one_waits_for_a_lock, until_so_many_wait_for_locks
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.messages import outbox
from tests.shop.builders.orders import an_order
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Headers, Shop
from tests.shop.builders.staff import Login, a_staff

DESK = "/api/v1/console/inquiries"
CANNED = f"{DESK}/canned"
NASTY = "<img src=x onerror=alert(1)>"


async def queue(client: Client, staff: Login, **filters: Any) -> dict[str, Any]:
    answer = await client.get(DESK, params=filters, headers=staff.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def ids(client: Client, staff: Login, **filters: Any) -> list[int]:
    return [item["id"] for item in (await queue(client, staff, **filters))["items"]]


async def thread(client: Client, staff: Login, inquiry: int) -> dict[str, Any]:
    answer = await client.get(f"{DESK}/{inquiry}", headers=staff.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def reply(client: Client, staff: Login, inquiry: int, body: str, **form: Any) -> Any:
    if "seen" not in form:
        form["seen"] = (await thread(client, staff, inquiry))["messages"][-1]["id"]
    return await make(client, staff, "inquiries.answer", inquiry, body=body, **form)


async def assign(client: Client, staff: Login, inquiry: int, to: int | None) -> Any:
    return await make(client, staff, "inquiries.assign", inquiry, to=to)


async def recorded(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', action, object_kind, nullif(reason, ''), before->>'state', after->>'state')
          FROM staff_record ORDER BY index
        """,
    )


async def age(conn: Connection, inquiry: int, hours: int) -> None:
    await execute(
        conn,
        """
        UPDATE inquiries SET waiting_since = waiting_since - %(hours)s * interval '1 hour',
               last_message_at = last_message_at - %(hours)s * interval '1 hour' WHERE id = %(inquiry)s
        """,
        inquiry=inquiry,
        hours=hours,
    )


async def test_who_waits_longest_is_first_and_writing_again_loses_no_place(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view")
    first, second, third = [await asked(client, headers, title=f"문의 {n}") for n in range(3)]
    for inquiry, hours in ((first, 30), (second, 20), (third, 10)):
        await age(conn, inquiry, hours)
    await go_on(client, headers, first, "아직인가요?")

    page = await queue(client, staff, size=2)
    rest = await queue(client, staff, size=2, after=page["next"])

    assert [item["id"] for item in page["items"]] == [first, second]
    assert [item["id"] for item in rest["items"]] == [third]
    assert (page["count"], rest["next"]) == (3, None)
    assert await ids(client, staff, olderHours=15) == [first, second]


async def test_the_queue_is_narrowed_by_state_assignee_category_and_words(
    client: Client, conn: Connection
) -> None:
    headers = await a_login(conn, await a_member(conn, login_id="hongkildong"))
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer")
    refund = await asked(
        client, headers, category="refund", title="환불해 주세요", body="이중으로 결제되었습니다."
    )
    mine = await asked(client, headers, title="접속 불가")
    done = await asked(client, headers, title="속도가 느립니다")
    await assign(client, staff, mine, staff.staff)
    await reply(client, staff, done, "확인했습니다.")

    found = [
        await ids(client, staff, **filters)
        for filters in (
            {"category": "refund"},
            {"assignee": staff.staff},
            {"assignee": 0},
            {"state": "answered"},
            {"state": "in_progress"},
            {"q": "환불"},
            {"q": "이중으로"},
            {"q": str(mine)},
            {"state": "all", "q": "hongkildong"},
            {"q": "?!%_'"},
        )
    ]

    assert found == [
        [refund],
        [mine],
        [refund],
        [done],
        [mine],
        [refund],
        [refund],
        [mine],
        [done, mine, refund],
        [],
    ]


async def test_a_word_that_many_have_finds_the_newest_and_says_that_there_are_more(
    client: Client, conn: Connection, headers: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = await a_staff(conn, "inquiries.view")
    old = await asked(client, headers, title="환불 하나")
    await execute(conn, "ALTER TABLE inquiries ALTER COLUMN id RESTART WITH 35000")
    new = await asked(client, headers, title="환불 둘")

    whole = await queue(client, staff, q="환불")
    monkeypatch.setattr(word_queries, "_SEEN", 1)
    cut = await queue(client, staff, q="환불")

    assert ([item["id"] for item in whole["items"]], whole["countIsMore"]) == ([old, new], False)
    assert ([item["id"] for item in cut["items"]], cut["countIsMore"]) == ([new], True)


async def test_members_are_masked_and_what_they_wrote_is_not_touched(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn, login_id="hongkildong")
    staff = await a_staff(conn, "inquiries.view")
    inquiry = await asked(
        client, await a_login(conn, member), title=NASTY, body=f"{NASTY}\n<script>1</script>"
    )

    [line] = (await queue(client, staff))["items"]
    shown = await thread(client, staff, inquiry)

    assert line["member"] == {"id": member, "loginId": "hong****", "name": "홍*동"}
    assert (line["title"], shown["title"]) == (NASTY, NASTY)
    assert shown["messages"][0]["body"] == f"{NASTY}\n<script>1</script>"
    assert "홍길동" not in str(shown)
    assert "hong@example.com" not in str(shown)


async def test_what_the_member_has_and_owes_is_shown_as_far_as_the_role_sees_it(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    service = await a_service(conn, member, plan=plan)
    soon = datetime.now(UTC) + timedelta(days=1)
    deposit = await an_order(
        conn, member, plan, state="awaiting_deposit", method="virtual_account", deposit_due_at=soon
    )
    inquiry = await asked(client, await a_login(conn, member))
    all_of_it = await a_staff(conn, "inquiries.view", "members.view", "services.view", "orders.view")
    none_of_it = await a_staff(conn, "inquiries.view")

    full = (await thread(client, all_of_it, inquiry))["beside"]
    bare = (await thread(client, none_of_it, inquiry))["beside"]

    assert [one["id"] for one in full["services"]] == [service]
    assert deposit in [one["id"] for one in full["orders"]]
    assert [(one["state"], one["orderId"]) for one in full["owes"]] == [("awaiting_deposit", deposit)]
    assert (full["points"], full["tickets"]) == (0, 0)
    assert {bare[name] for name in ("services", "orders", "owes", "points")} == {None}


async def test_an_answer_reaches_the_member_and_the_record_keeps_no_text(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer", name="박상담")
    inquiry = await asked(client, headers)

    answer = await reply(client, staff, inquiry, "재연결했습니다.")

    assert answer.status_code == 200
    seen = await read(client, headers, inquiry)
    assert (seen["state"], seen["messages"][-1]["body"]) == ("answered", "재연결했습니다.")
    assert "박상담" not in str(seen)
    assert [message.channel for message in await outbox(conn)] == ["mail", "sms"]
    shown = await thread(client, staff, inquiry)
    assert (shown["messages"][-1]["staff"], shown["assigneeId"]) == ("박상담", staff.staff)
    assert answer.json()["data"] == {"made": {"id": shown["messages"][-1]["id"]}}
    assert await recorded(conn) == ["inquiries.answer inquiry received answered"]
    noted = "SELECT concat(after->>'characters', after->>'assignee') FROM staff_record"
    assert await fetch_one(conn, str, noted) == "8박상담"
    assert "재연결" not in await fetch_one(conn, str, "SELECT string_agg(after::text, '') FROM staff_record")


async def test_an_answer_is_refused_where_the_member_has_written_since(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer")
    inquiry = await asked(client, headers)
    seen = (await thread(client, staff, inquiry))["messages"][-1]["id"]
    await go_on(client, headers, inquiry, "해결되었습니다. 감사합니다.")

    behind = await reply(client, staff, inquiry, "재부팅해 주세요.", seen=seen)
    closing = await press(client, staff, "inquiries.close", inquiry, seen=seen)
    after = await reply(client, staff, inquiry, "다행입니다.")
    twice = await reply(client, staff, inquiry, "다행입니다.")

    assert (behind.status_code, behind.json()["code"]) == (409, "unseen_messages")
    assert (closing.status_code, closing.json()["code"]) == (409, "unseen_messages")
    assert after.status_code == 200
    assert (twice.status_code, twice.json()["code"]) == (409, "already_answered")


async def test_two_who_answer_at_once_send_one_answer(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
        one = await a_staff(conn, "inquiries.view", "inquiries.answer", name="김상담")
        other = await a_staff(conn, "inquiries.view", "inquiries.answer", name="이상담")
    inquiry = await asked(shop.client, headers)
    seen = (await thread(shop.client, one, inquiry))["messages"][-1]["id"]

    async with shop.db.transaction() as conn:
        await execute(conn, "SELECT FROM inquiries WHERE id = %(id)s FOR UPDATE", id=inquiry)
        both = [
            asyncio.create_task(reply(shop.client, who, inquiry, f"답변 {who.staff}", seen=seen))
            for who in (one, other)
        ]
        await until_one_waits_for_a_lock(shop.db)
    answers = sorted([(await answer).status_code for answer in both])

    assert answers == [200, 409]
    async with shop.db.connection() as conn:
        count = "SELECT count(*) FROM inquiry_messages WHERE author = 'staff'"
        assert await fetch_one(conn, int, count) == 1


async def test_placeholders_are_filled_once_masked_on_the_screen_and_whole_for_the_member(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    await execute(conn, "UPDATE members SET name = '홍{상담원}동' WHERE id = %(member)s", member=member)
    headers = await a_login(conn, member)
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer", name="박상담")
    order = await an_order(conn, member, await a_plan(conn))
    inquiry = await asked(client, headers)
    text = '{이름} 님, 주문 {주문번호} 건을 확인했습니다. {"dns": "1.1.1.1"} – {상담원}'

    preview = await client.post(f"{DESK}/{inquiry}/answer/text", json={"body": text}, headers=staff.headers)
    await reply(client, staff, inquiry, text)

    sent = (await read(client, headers, inquiry))["messages"][-1]["body"]
    shown = (await thread(client, staff, inquiry))["messages"][-1]["body"]
    expected = f'{{}} 님, 주문 {order} 건을 확인했습니다. {{"dns": "1.1.1.1"}} – 박상담'
    assert sent == expected.replace("{}", "홍{상담원}동", 1)
    masked = expected.replace("{}", "홍*****동", 1)
    assert (preview.json()["data"]["text"], shown) == (masked, masked)


async def test_an_answer_with_a_placeholder_that_nothing_is_known_for_is_not_sent(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer")
    inquiry = await asked(client, headers)

    answers = [
        await reply(client, staff, inquiry, text)
        for text in ("{IP주소}가 바뀝니다.", "{없는항목}입니다.", " \n ")
    ]

    assert [answer.status_code for answer in answers] == [422, 422, 422]
    assert "{IP주소}" in answers[0].json()["fields"][0]["detail"]
    assert await outbox(conn) == []


async def test_an_inquiry_is_handed_to_a_colleague_who_may_answer_and_taken_back(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer", name="김상담")
    colleague = await a_staff(conn, "inquiries.answer", name="이상담")
    viewer = await a_staff(conn, "inquiries.view", name="열람자")
    inquiry = await asked(client, headers)

    async def state() -> tuple[str, str | None]:
        shown = await thread(client, staff, inquiry)
        return shown["state"], shown["takenBy"]

    names = (await client.get(f"{DESK}/colleagues", headers=viewer.headers)).json()["data"]["items"]
    refused = await assign(client, staff, inquiry, viewer.staff)
    await assign(client, staff, inquiry, colleague.staff)
    given = await state()
    await assign(client, staff, inquiry, None)
    released = await state()

    assert [one["name"] for one in names] == ["김상담", "이상담"]
    assert (refused.status_code, refused.json()["code"]) == (404, "colleague_not_found")
    assert (given, released) == (("in_progress", "이상담"), ("received", None))
    assert await recorded(conn) == [
        "inquiries.assign inquiry received in_progress",
        "inquiries.assign inquiry in_progress received",
    ]
    assigned = "SELECT concat(before->>'assignee', ':', after->>'assignee') FROM staff_record ORDER BY index"
    assert await fetch_all(conn, str, assigned) == [":이상담", "이상담:"]


async def test_a_closed_inquiry_waits_no_more_until_somebody_opens_it_or_the_member_writes(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer")
    inquiry = await asked(client, headers)
    seen = (await thread(client, staff, inquiry))["messages"][-1]["id"]
    steps: list[tuple[int, str, list[int]]] = []

    for name in ("close", "close", "reopen", "reopen", "close"):
        wish = {"seen": seen} if name == "close" else {}
        answer = await preview(client, staff, f"inquiries.{name}", inquiry, **wish)
        if answer.status_code == 200:
            answer = await press(client, staff, f"inquiries.{name}", inquiry, **wish)
        steps.append(
            (
                answer.status_code,
                (await read(client, headers, inquiry))["state"],
                await ids(client, staff),
            )
        )
    assert await outbox(conn) == []
    await go_on(client, headers, inquiry, "한 번 더 확인해 주세요.")

    assert steps == [
        (200, "closed", []),
        (409, "closed", []),
        (200, "received", [inquiry]),
        (409, "received", [inquiry]),
        (200, "closed", []),
    ]
    assert await ids(client, staff) == [inquiry]
    assert await recorded(conn) == [
        "inquiries.close inquiry 고객 요청 received closed",
        "inquiries.reopen inquiry 고객 요청 closed received",
        "inquiries.close inquiry 고객 요청 received closed",
    ]
    told = "SELECT array_agg(action || reason ORDER BY id) FROM inquiry_actions WHERE action = 'closed'"
    assert await fetch_one(conn, list[str], told) == ["closed고객 요청"] * 2


async def test_notes_are_for_colleagues_alone(client: Client, conn: Connection, headers: Headers) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer", name="박상담")
    inquiry = await asked(client, headers)

    body = f"장비 교체 예정 {NASTY}"
    written, empty = [
        await make(client, staff, "inquiries.note", inquiry, body=text) for text in (body, " \n ")
    ]

    assert (written.status_code, empty.status_code) == (200, 422)
    shown = await thread(client, staff, inquiry)
    assert [(one["staff"], one["body"]) for one in shown["notes"]] == [("박상담", f"장비 교체 예정 {NASTY}")]
    assert (await queue(client, staff))["items"][0]["hasNotes"] is True
    assert "장비 교체" not in str(await read(client, headers, inquiry))
    assert await recorded(conn) == ["inquiries.note inquiry"]


async def test_one_sees_who_else_has_it_open_until_they_leave_or_are_gone(
    client: Client, conn: Connection, headers: Headers
) -> None:
    one = await a_staff(conn, "inquiries.view", name="김상담")
    other = await a_staff(conn, "inquiries.view", name="이상담")
    inquiry = await asked(client, headers)

    async def look(who: Login, **form: bool) -> list[tuple[str, bool]]:
        answer = await client.post(
            f"{DESK}/{inquiry}/presence", json=form, headers=who.headers | {"X-Quiet": "1"}
        )
        assert answer.status_code == 200
        return [(present["name"], present["isWriting"]) for present in answer.json()["data"]["others"]]

    alone = await look(one)
    meets = await look(other, isWriting=True)
    met = await look(one)
    await look(other, isHere=False)
    left = await look(one)
    await look(other)
    await execute(conn, "UPDATE inquiry_presence SET seen_at = now() - interval '1 minute'")
    gone = await look(one)

    assert (alone, meets, met, left, gone) == ([], [("김상담", False)], [("이상담", True)], [], [])
    assert await recorded(conn) == []


async def test_next_leads_on_through_what_nobody_else_has(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer")
    colleague = await a_staff(conn, "inquiries.view", "inquiries.answer")
    oldest, open_elsewhere, theirs, youngest = [
        await asked(client, headers, title=f"문의 {n}") for n in range(4)
    ]
    for inquiry, hours in ((oldest, 40), (open_elsewhere, 30), (theirs, 20), (youngest, 10)):
        await age(conn, inquiry, hours)
    await assign(client, staff, theirs, colleague.staff)
    await client.post(f"{DESK}/{open_elsewhere}/presence", json={}, headers=colleague.headers)

    async def following(beyond: int | None) -> int | None:
        params = {} if beyond is None else {"beyond": beyond}
        answer = await client.get(f"{DESK}/next", params=params, headers=staff.headers)
        return answer.json()["data"]["id"]

    chain = [await following(None), await following(oldest), await following(youngest)]
    await reply(client, staff, oldest, "답변드립니다.")
    chain.append(await following(oldest))
    chain.append(await following(youngest))

    assert chain == [oldest, youngest, oldest, youngest, None]


async def test_images_are_shown_to_staff_and_each_look_is_logged(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer")
    image = (await uploaded(client, headers, an_image()))["id"]
    unsent = (await uploaded(client, headers, an_image(color=2)))["id"]
    await asked(client, headers, images=[image])
    path = f"{DESK}/images"

    full = await client.get(f"{path}/{image}", headers=staff.headers)
    small = await client.get(f"{path}/{image}/thumbnail", headers=staff.headers)
    not_sent = [
        await client.get(f"{path}/{unsent}{end}", headers=staff.headers) for end in ("", "/thumbnail")
    ]
    not_hidden = await preview(client, staff, "inquiries.hide_image", unsent)
    hidden = await press(client, staff, "inquiries.hide_image", image)
    again = await preview(client, staff, "inquiries.hide_image", image)
    after = await client.get(f"{path}/{image}", headers=staff.headers)

    assert (full.status_code, full.headers["content-type"]) == (200, "image/png")
    assert "sandbox" in full.headers["content-security-policy"]
    assert (small.status_code, small.headers["content-type"]) == (200, "image/jpeg")
    assert [answer.status_code for answer in not_sent] == [404, 404]
    assert (not_hidden.status_code, hidden.status_code, again.status_code, after.status_code) == (
        404,
        200,
        409,
        404,
    )
    assert await recorded(conn) == ["inquiries.hide_image inquiry_image 고객 요청"]
    assert await fetch_all(
        conn, str, "SELECT action FROM inquiry_actions WHERE image_id IS NOT NULL ORDER BY id"
    ) == ["image_shown", "image_hidden"]


async def test_canned_answers_are_kept_by_who_may_and_no_change_is_lost(
    client: Client, conn: Connection
) -> None:
    keeper = await a_staff(conn, "inquiries.view", "inquiries.canned", name="박상담")
    form = {"title": "속도 안내", "category": "connection", "body": "{이름} 님, 재연결해 주세요."}

    made = await make(client, keeper, "inquiries.canned", None, **form)
    [kept] = (await client.get(CANNED, headers=keeper.headers)).json()["data"]["items"]
    refused = [
        await make(client, keeper, "inquiries.canned", None, **form),
        await make(client, keeper, "inquiries.canned", None, **form | {"title": "다른", "body": "{이르믐}"}),
    ]
    edits = [
        await make(client, keeper, "inquiries.canned_edited", kept["id"], body=f"새 안내 {n}", version=1)
        for n in range(2)
    ]
    [edited] = (await client.get(CANNED, headers=keeper.headers)).json()["data"]["items"]
    removed = await press(client, keeper, "inquiries.canned_removed", kept["id"])
    gone = await preview(client, keeper, "inquiries.canned_removed", kept["id"])

    assert (made.json()["data"], kept["changedBy"], kept["version"]) == (
        {"made": {"id": kept["id"]}},
        "박상담",
        1,
    )
    assert [answer.json()["code"] for answer in refused] == ["canned_title_taken", "invalid_fields"]
    assert [answer.status_code for answer in edits] == [200, 409]
    assert edits[1].json()["code"] == "canned_answer_changed"
    assert edited | {"body": "", "changedAt": "", "version": 0} == kept | {
        "body": "",
        "changedAt": "",
        "version": 0,
    }
    assert (edited["body"], edited["version"]) == ("새 안내 0", 2)
    assert (removed.status_code, gone.status_code) == (200, 404)
    noted = await fetch_all(
        conn,
        str,
        "SELECT concat_ws(' ', action, object_id, before::text, after::text) FROM staff_record ORDER BY index",
    )
    rest = '"title": "속도 안내", "category": "connection"'
    number, body = kept["id"], form["body"]
    assert noted == [
        f'inquiries.canned {number} {{}} {{"body": "{body}", {rest}}}',
        f'inquiries.canned_edited {number} {{"body": "{body}"}} {{"body": "새 안내 0"}}',
        f'inquiries.canned_removed {number} {{"body": "새 안내 0", {rest}}} {{}}',
    ]


async def test_of_two_who_edit_a_canned_answer_at_once_one_is_told(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "inquiries.view", "inquiries.canned") for _ in range(2)]
    made = await make(shop.client, both[0], "inquiries.canned", None, title="안내", body="안내")
    answer = made.json()["data"]["made"]["id"]

    async with shop.db.transaction() as holder:
        await holder.execute("SELECT FROM canned_answers WHERE id = %s FOR UPDATE", [answer])
        pressed = [
            asyncio.create_task(
                make(shop.client, by, "inquiries.canned_edited", answer, body=f"{by.staff}", version=1)
            )
            for by in both
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(str(one.json().get("code")) for one in answers) == ["None", "canned_answer_changed"]


async def test_an_answer_that_is_sent_again_is_answered_as_the_first(
    client: Client, conn: Connection, headers: Headers
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer")
    inquiry = await asked(client, headers)
    seen = (await thread(client, staff, inquiry))["messages"][-1]["id"]
    key = a_press_key()

    first, again = [
        await make(client, staff, "inquiries.answer", inquiry, key=key, body="확인했습니다.", seen=seen)
        for _ in range(2)
    ]

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["data"] == again.json()["data"]
    assert len(await outbox(conn)) == 2


@pytest.mark.parametrize("after", ["nonsense", "WyJhIiwxXQ", "WyIyMDI2LTAxLTAxIiwiYSJd"])
async def test_a_cursor_that_is_none_is_refused(client: Client, conn: Connection, after: str) -> None:
    staff = await a_staff(conn, "inquiries.view")

    answer = await client.get(DESK, params={"after": after}, headers=staff.headers)

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, "after")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT id FROM inquiries i WHERE i.waiting_since IS NOT NULL ORDER BY i.waiting_since, i.id LIMIT 51",
        "SELECT id FROM inquiries i ORDER BY i.last_message_at DESC, i.id DESC LIMIT 51",
        "SELECT id FROM inquiries i WHERE state = 'answered' ORDER BY i.last_message_at DESC, i.id DESC LIMIT 51",
    ],
)
async def test_the_queue_reads_an_index(conn: Connection, query: str) -> None:
    member = await a_member(conn)
    await execute(
        conn,
        """
        INSERT INTO inquiries (member_id, category, title, last_message_at, state, last_reply_id, waiting_since)
        SELECT %(member)s, 'other', n::text, now() - n * interval '1 minute',
               CASE WHEN n %% 20 = 0 THEN 'received' ELSE 'answered' END, 1,
               CASE WHEN n %% 20 = 0 THEN now() - n * interval '1 minute' END
          FROM generate_series(1, 20000) n
        """,
        member=member,
    )
    await conn.execute("ANALYZE inquiries")

    cursor = await conn.execute(f"EXPLAIN {query}".encode())
    plan = "\n".join(row[0] for row in await cursor.fetchall())

    assert "Index" in plan, plan
    assert "Sort" not in plan, plan


async def test_a_title_and_a_note_say_no_more_of_the_member_than_the_thread_does(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "inquiries.view", "inquiries.answer", "members.view", "members.unmask")
    member = await a_member(conn)
    both = "SELECT ARRAY[phone, email] FROM members WHERE id = %(id)s"
    phone, email = await fetch_one(conn, list[str], both, id=member)
    written = f"{phone}, {email.upper()} 또는 02-123-4567로 연락 주세요"
    inquiry = await asked(client, await a_login(conn, member), title=written[:100])
    await make(client, staff, "inquiries.note", inquiry, body=written)

    [line] = (await queue(client, staff))["items"]
    shown = await thread(client, staff, inquiry)
    found = await client.get("/api/v1/console/search", params={"q": str(inquiry)}, headers=staff.headers)
    moments = await client.get(f"/api/v1/console/members/{member}/moments", headers=staff.headers)

    for text in (line["title"], shown["title"], shown["notes"][0]["body"], found.text, moments.text):
        assert phone not in text
        assert email.casefold() not in text.casefold()
    # Another number may be the one under which they ask to be called.
    for text in (line["title"], shown["title"], shown["notes"][0]["body"]):
        assert "02-123-4567" in text


HIDDEN = ["0101", "01012345678", "1234", "5678", "홍길", "홍길동", "hong", "hong@example.com"]
SHOWN = ["전화", "홍", "010", "ho", "접속 전화해"]


@pytest.mark.parametrize("narrowed", [False, True], ids=["in all", "of one member"])
async def test_words_that_the_desk_masks_find_nothing_by_their_beginnings(
    client: Client, conn: Connection, narrowed: bool
) -> None:
    """Otherwise whoever sees a masked number would find it digit by digit, in forty calls that nobody counts."""
    staff = await a_staff(conn, "inquiries.view")
    member = await a_member(conn)
    said = "접속이 안 되면 전화해 주세요. 홍길동입니다. 01012345678 또는 010 1234 5678, hong@example.com"
    inquiry = await asked(client, await a_login(conn, member), title="접속", body=said)
    filters = {"state": "all"} | ({"member": member} if narrowed else {})

    hidden = {q: await ids(client, staff, q=q, **filters) for q in HIDDEN}
    shown = {q: await ids(client, staff, q=q, **filters) for q in SHOWN}

    assert hidden == {q: [] for q in HIDDEN}
    assert shown == {q: [inquiry] for q in SHOWN}


async def test_another_persons_number_is_found_in_what_a_member_wrote(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "inquiries.view")
    inquiry = await asked(
        client, await a_login(conn, await a_member(conn)), body="01077776666으로 전화해 주세요."
    )

    assert await ids(client, staff, state="all", q="01077776666") == [inquiry]


@pytest.mark.parametrize("may", [True, False])
async def test_an_export_that_words_narrow_takes_the_right_to_unmask(
    client: Client, conn: Connection, may: bool
) -> None:
    """It says how many rows it has, and is not compared with what the desk masks."""
    unmask: list[Permission] = ["members.unmask"] if may else []
    staff = await a_staff(conn, "inquiries.view", "exports.make", "exports.personal", *unmask)

    answer = await ask(client, staff, "state=all&q=0101", screen="inquiries")

    assert answer.status_code == (202 if may else 403), answer.text
    if not may:
        assert answer.json()["code"] == "person_set_needs_right"


async def test_one_that_is_closed_while_its_words_are_looked_for_waits_no_more(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = await a_staff(conn, "inquiries.view")
    login = await a_login(conn, await a_member(conn))
    closed = await asked(client, login, title="접속 하나")
    waiting = await asked(client, login, title="접속 둘")
    find = word_queries.find

    async def find_and_be_late(*wanted: Any) -> Any:
        found = await find(*wanted)
        await execute(
            conn,
            "UPDATE inquiries SET state = 'closed', waiting_since = NULL WHERE id = %(id)s",
            id=closed,
        )
        return found

    monkeypatch.setattr(word_queries, "find", find_and_be_late)

    assert await ids(client, staff, q="접속") == [waiting]
