"""Members as staff see them: found by half a memory, masked, with everything that happened to them."""

from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.desk.filters import MemberFilters, where_of
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import preview
from tests.shop.builders.inquiries import answered, asked
from tests.shop.builders.members import a_login, a_member, a_session, forget
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.subscriptions import subscribed

MEMBERS = "/api/v1/console/members"


async def found(client: Client, by: Login, **asked_for: Any) -> dict[str, Any]:
    answer = await client.get(MEMBERS, params=asked_for, headers=by.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def ids(client: Client, by: Login, **asked_for: Any) -> list[int]:
    return [line["id"] for line in (await found(client, by, **asked_for))["items"]]


async def moments(client: Client, by: Login, member: MemberId, **asked_for: Any) -> dict[str, Any]:
    answer = await client.get(f"{MEMBERS}/{member}/moments", params=asked_for, headers=by.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def a_person(conn: Connection, login_id: str, name: str, email: str, phone: str) -> MemberId:
    member = await a_member(conn, login_id=login_id)
    await execute(
        conn,
        "UPDATE members SET name = %(name)s, email = %(email)s, phone = %(phone)s WHERE id = %(member)s",
        member=member,
        name=name,
        email=email,
        phone=phone,
    )
    return member


@pytest.mark.parametrize(
    "words",
    ["namgung", "NamGung@Example.com", "남궁민수", "010-2222-7788", "+82 10-2222-7788", "7788", " 남궁민수 "],
)
async def test_a_member_is_found_by_what_is_remembered_of_them(
    client: Client, conn: Connection, words: str
) -> None:
    staff = await a_staff(conn, "members.view")
    member = await a_person(conn, "namgung_ms", "남궁민수", "namgung@example.com", "01022227788")
    await a_person(conn, "kim_cheolsu", "김철수", "kim@example.com", "01033334444")

    assert await ids(client, staff, q=words) == [member]
    assert await ids(client, staff, q="nobody_is_called_so") == []
    assert member in await ids(client, staff, q=str(member))


async def test_ids_that_begin_so_are_listed_in_their_order_page_by_page(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.view")
    two, three, one = [await a_member(conn, login_id=f"office_{end}") for end in ("b", "c_1", "a")]
    await a_member(conn, login_id="officer_1")

    first = await found(client, staff, q="office_", size=2)
    second = await found(client, staff, q="office_", size=2, after=first["next"])

    assert [line["id"] for line in first["items"] + second["items"]] == [one, two, three]
    assert (first["count"], second["next"]) == (3, None)


async def test_every_kind_of_search_has_an_index(conn: Connection) -> None:
    """With sequential scans priced out, a plan that still has one has no index to use."""
    await execute(conn, "SET LOCAL enable_seqscan = off")
    for words in ("namgung", "a@example.com", "남궁민수", "01022227788", "7788", "123456"):
        where = where_of(MemberFilters(q=words))
        where.is_counted = True
        plan = await fetch_all(
            conn, str, f"EXPLAIN SELECT id FROM members m WHERE {where.sql}", **where.params
        )
        assert "Seq Scan" not in "\n".join(plan), (words, plan)


async def test_the_list_masks_and_filters_and_pages(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.view")
    one, two, three = [await a_member(conn) for _ in range(3)]
    for age, member in enumerate((three, two, one)):
        await execute(
            conn,
            "UPDATE members SET joined_at = now() - %(age)s * interval '1 day' WHERE id = %(member)s",
            age=age,
            member=member,
        )
    await a_service(conn, two)
    sub_id = await a_sub_id(conn, one)
    await execute(conn, "UPDATE members SET blocked_at = now() WHERE id = %(member)s", member=three)

    first = await found(client, staff, size=2)
    second = await found(client, staff, size=2, after=first["next"])

    assert [line["id"] for line in first["items"] + second["items"]] == [three, two, one]
    assert (first["count"], second["next"]) == (3, None)
    assert first["items"][0]["name"] == "홍*동"
    assert (first["items"][0]["email"], first["items"][0]["phone"]) == (
        "ho******@example.com",
        "010-****-5678",
    )
    assert await ids(client, staff, state="blocked") == [three]
    assert await ids(client, staff, state="active") == [two, one]
    assert await ids(client, staff, state="sub_id") == [sub_id]
    assert await ids(client, staff, owner=one) == [sub_id]
    assert await ids(client, staff, owner=two) == []
    assert await ids(client, staff, withServices=True) == [two]
    assert await ids(client, staff, withServices=False) == [three, one]
    joined = first["items"][1]["joinedAt"]
    assert await ids(client, staff, joinedFrom=joined) == [three, two]
    assert await ids(client, staff, joinedTo=joined) == [one]


@pytest.mark.parametrize("after", ["bm90IGpzb24", "WyJ4Iiwxwf", "WyJub3QgYSBkYXkiLCAieCJd", "WzEsIDJd"])
async def test_a_cursor_that_somebody_wrote_by_hand_is_refused(
    client: Client, conn: Connection, after: str
) -> None:
    staff = await a_staff(conn, "members.view")

    answer = await client.get(MEMBERS, params={"after": after}, headers=staff.headers)

    assert answer.status_code == 422


async def test_one_member_shows_what_they_have_and_owe_and_what_can_be_done(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.view")
    one = await subscribed(conn, member=await a_member(conn, points=1_200))
    await a_session(conn, one.member)
    sub_id = await a_sub_id(conn, one.member)

    shown = (await client.get(f"{MEMBERS}/{one.member}", headers=staff.headers)).json()["data"]
    of_sub_id = (await client.get(f"{MEMBERS}/{sub_id}", headers=staff.headers)).json()["data"]
    nobody = await client.get(f"{MEMBERS}/999999999", headers=staff.headers)

    assert shown["member"]["name"] == "홍*동"
    assert "hong@example.com" not in str(shown)
    assert shown["holdings"] == {
        "points": 1_200,
        "tickets": 0,
        "servicesInUse": 1,
        "subscriptions": 1,
        "subscriptionAmount": 33_000,
        "pastDue": 0,
        "orders": 1,
        "paid": 33_000,
        "returned": 0,
        "inquiriesOpen": 0,
    }
    assert shown["rights"] == {
        "unmask": None,
        "points": None,
        "block": None,
        "unblock": "차단하지 않은 회원입니다.",
        "sessions": None,
        "resetFactors": "2단계 인증을 쓰지 않습니다.",
        "look": None,
    }
    assert of_sub_id["member"]["owner"]["id"] == one.member
    assert of_sub_id["rights"]["block"] == "서브 아이디를 만든 회원에게 할 수 있습니다."
    assert (nobody.status_code, nobody.json()["code"]) == (404, "member_not_found")


async def test_unmasking_takes_a_reason_and_is_on_record(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.unmask")
    member = await a_member(conn)
    url = f"{MEMBERS}/{member}/unmask"

    without = await client.post(url, json={"reason": "  "}, headers=staff.headers)
    answer = await client.post(url, json={"reason": "전화로 본인 확인"}, headers=staff.headers)

    assert without.status_code == 422
    assert answer.json()["data"] == {
        "name": "홍길동",
        "email": "hong@example.com",
        "phone": "01012345678",
    }
    record = await fetch_all(
        conn,
        str,
        "SELECT concat_ws('|', action, object_kind, object_id, reason, before, after) FROM staff_record",
    )
    assert record == [f"members.unmask|member|{member}|전화로 본인 확인"]


async def _with_a_past(client: Client, conn: Connection) -> MemberId:
    member = await a_member(conn, points=500)
    service = await a_service(conn, member)
    await a_device(conn, service)
    order = await an_order(conn, member, await a_plan(conn), state="paid")
    await a_payment(conn, order, method="카드")
    inquiry = await asked(
        client, await a_login(conn, member), body="홍길동입니다. 010-1234-5678로 연락 주세요."
    )
    await answered(conn, inquiry, "안내해 드립니다.")
    await execute(
        conn,
        """
        INSERT INTO messages (channel, recipient, subject, body, reference, member_id, code_until)
        VALUES ('mail', 'hong@example.com', '[이음] 안내', '홍길동 님, 안내드립니다.', 'm1', %(member)s, NULL),
               ('sms', '01012345678', '', '[이음] 인증번호는 424242입니다.', 'm2', %(member)s, now() + interval '3 min')
        """,
        member=member,
    )
    return member


async def test_the_timeline_has_everything_masked_and_pages_without_a_gap(
    client: Client, conn: Connection
) -> None:
    owner = await a_staff(conn, owner=True)
    member = await _with_a_past(client, conn)
    await client.post(f"{MEMBERS}/{member}/unmask", json={"reason": "본인 확인"}, headers=owner.headers)

    whole = await moments(client, owner, member, size=200)
    paged: list[dict[str, Any]] = []
    after = None
    while True:
        page = await moments(client, owner, member, size=3, **({"after": after} if after else {}))
        paged += page["items"]
        after = page["next"]
        if after is None:
            break

    assert paged == whole["items"]
    assert len({item["key"] for item in paged}) == len(paged)
    assert [item["at"] for item in paged] == sorted((item["at"] for item in paged), reverse=True)
    assert {item["kind"] for item in paged} == {
        "orders", "money", "points", "services", "devices", "inquiries", "messages", "logins", "staff"
    }  # fmt: skip
    text = str(paged)
    assert "424242" not in text
    assert "홍길동" not in text
    assert "010-1234-5678" not in text
    assert "홍*동입니다. 010-****-5678로 연락 주세요." in text
    staff_moment = next(item for item in paged if item["kind"] == "staff")
    assert (staff_moment["title"], staff_moment["by"]) == ("가린 개인정보 보기", "김운영")


async def test_the_timeline_shows_of_each_kind_only_who_may_see_it_elsewhere(
    client: Client, conn: Connection
) -> None:
    viewer = await a_staff(conn, "members.view", "orders.view")
    member = await _with_a_past(client, conn)

    seen = {item["kind"] for item in (await moments(client, viewer, member))["items"]}
    money = {item["kind"] for item in (await moments(client, viewer, member, kind=["money"]))["items"]}
    hidden = await moments(client, viewer, member, kind=["messages"])

    assert seen == {"orders", "money", "points", "logins"}
    assert money == {"money"}
    assert hidden["items"] == []


async def test_of_who_has_left_nothing_is_shown_or_changed(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, owner=True)
    member = await a_member(conn)
    await forget(conn, member)

    shown = await client.get(f"{MEMBERS}/{member}", headers=staff.headers)
    unmasked = await client.post(f"{MEMBERS}/{member}/unmask", json={"reason": "확인"}, headers=staff.headers)
    wishes: dict[str, dict[str, int]] = {
        "members.points": {"points": 100},
        "members.points_taken": {"points": 100},
        "members.tickets": {"tickets": 1},
        "members.tickets_taken": {"tickets": 1},
        "members.block": {},
        "members.unblock": {},
        "members.sessions": {},
        "members.reset_factors": {},
    }
    answers = [await preview(client, staff, name, member, **wish) for name, wish in wishes.items()]

    assert shown.json()["data"]["member"]["state"] == "left"
    assert unmasked.json()["code"] == "member_has_left"
    assert {(answer.status_code, answer.json()["detail"]) for answer in answers} == {
        (409, "탈퇴한 회원입니다.")
    }
    assert await fetch_one(conn, int, "SELECT count(*) FROM staff_record") == 0
