"""Services in the console: the list, the page of one, and what staff do with it."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from ieum.shop.evacuation import jobs
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.services import extensions
from ieum.shop.services import service as services
from ieum.shop.services.desk.listed import SERVICES
from ieum.shop.usage.desk import mask_client
from ieum.shop.usage.queries import place_of
from tests.shop.builders.catalog import a_dynamic_plan, a_plan
from tests.shop.builders.changes import a_holder
from tests.shop.builders.desk import body_of, path_of, press, preview
from tests.shop.builders.evacuations import a_place, a_resident, state_of_move
from tests.shop.builders.evacuations import press as press_move
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_renewal, a_service, served_keys
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.worker import job_context, worker_tools

LIST = "/api/v1/console/services"


async def listed(client: Client, login: Login, query: str = "") -> list[int]:
    answer = await client.get(f"{LIST}{query}", headers=login.headers)
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()["data"]["items"]]


async def shown(client: Client, login: Login, service: int) -> dict[str, Any]:
    return (await client.get(f"{LIST}/{service}", headers=login.headers)).json()["data"]


async def actions(client: Client, login: Login) -> list[str]:
    record = await client.get("/api/v1/console/record?object=service", headers=login.headers)
    return [entry["action"] for entry in record.json()["data"]["items"]]


def in_days(days: int) -> str:
    return f"{datetime.now(UTC).astimezone(SEOUL) + timedelta(days=days):%Y-%m-%d}"


async def ends_at(conn: Connection, service: int) -> datetime:
    return await fetch_one(conn, datetime, "SELECT ends_at FROM services WHERE id = %(id)s", id=service)


async def test_words_are_a_number_an_address_or_its_member(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "services.view")
    member = await a_member(conn, login_id="hongkildong")
    plan = await a_plan(conn)
    own, other = (
        await a_service(conn, member, plan=plan),
        await a_service(conn, await a_member(conn), plan=plan),
    )
    sheet = await shown(client, login, own)
    address, order = sheet["service"]["place"]["address"], sheet["orderId"]

    found = [
        await listed(client, login, f"?q={words}")
        for words in (own, address, "hongkildong", order, "nobody1")
    ]

    assert found == [[own], [own], [own], [own], []]
    assert await listed(client, login, "?q=hong@example.com") == [other, own]
    assert await listed(client, login, f"?member={member}") == [own]


async def test_filters_and_pages_by_the_end(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "services.view")
    place = await a_place(conn)
    residents = [(await a_resident(conn, place)).service for _ in range(3)]
    for number, service in enumerate(residents):
        await execute(
            conn,
            "UPDATE services SET ends_at = now() + make_interval(days => %(days)s) WHERE id = %(id)s",
            days=9 - number,
            id=service,
        )
    elsewhere = await a_service(conn, await a_member(conn), plan=await a_plan(conn))
    until = f"&to={(datetime.now(UTC) + timedelta(days=20)).isoformat().replace('+00:00', 'Z')}"

    first = (await client.get(f"{LIST}?size=2{until}", headers=login.headers)).json()["data"]
    second = await listed(client, login, f"?size=2&after={first['next']}{until}")

    assert [row["id"] for row in first["items"]] + second == residents[::-1]
    assert await listed(client, login, f"?gateway={place.old}") == residents[::-1]
    # A file and a bulk change read the conditions alone.
    where = SERVICES.where(f"gateway={place.old}")
    found = f"SELECT s.id FROM services s WHERE {where.sql} ORDER BY s.id DESC"
    assert await fetch_all(conn, int, found, **where.params) == residents[::-1]
    assert await listed(client, login, f"?plan={place.plan}&state=active") == residents[::-1]
    assert await listed(client, login, "?state=stopped") == []
    assert elsewhere in await listed(client, login)


async def test_a_page_says_all_of_a_service_and_nothing_of_keys_or_names(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "services.view")
    service = await a_service(conn, await a_member(conn))
    key = await a_device(conn, service)

    sheet = await client.get(f"{LIST}/{service}", headers=login.headers)
    events = await client.get(f"{LIST}/{service}/timeline", headers=login.headers)
    missing = await client.get(f"{LIST}/999999", headers=login.headers)

    data = sheet.json()["data"]
    assert [device["name"] for device in data["devices"]] == ["PC"]
    assert [lease["state"] for lease in data["leases"]] == ["active"]
    assert [period["orderId"] for period in data["periods"]] == [data["orderId"]]
    assert data["whyNot"]["extend"] is None
    assert data["whyNot"]["restart"] is not None
    assert {event["kind"] for event in events.json()["data"]["items"]} >= {"period", "address", "device"}
    assert (missing.status_code, missing.json()["code"]) == (404, "console_service_not_found")
    for answer in (sheet, events):
        assert key not in answer.text
        assert "홍길동" not in answer.text


async def test_sessions_hide_most_of_whence_they_came(
    client: Client, conn: Connection, settings: Settings
) -> None:
    login = await a_staff(conn, "services.view")
    service = await a_service(conn, await a_member(conn))
    await a_device(conn, service)
    device = await fetch_one(conn, int, "SELECT id FROM devices")
    client_address = Sealer(settings.sealing_keys).seal("203.0.113.77", of=place_of(device))
    await execute(
        conn,
        """
        INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at, session_began_at, session_exit,
                                  session_client, session_mark)
        SELECT id, now(), now(), now(), '192.0.2.1', %(client)s, uuid_send(gen_random_uuid())
          FROM devices WHERE service_id = %(service)s
        """,
        service=service,
        client=client_address,
    )

    answer = await client.get(f"{LIST}/{service}/sessions", headers=login.headers)

    sessions = answer.json()["data"]["items"]
    assert [(one["client"], one["endedAt"]) for one in sessions] == [("203.0.*.*", None)]
    assert "113.77" not in answer.text
    assert mask_client("2001:db8:1::7") == "2001:db8:*"


async def test_days_are_given_once_by_a_key_and_a_renewal_follows_them(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "services.extend", "services.view", "record.view")
    service = await a_service(conn, await a_member(conn))
    before = await ends_at(conn, service)

    body = await body_of(client, login, "services.extend", service, days=3)
    first, again = [
        await client.post(path_of("services.extend"), json=body, headers=login.headers) for _ in range(2)
    ]
    period = await services.prolong(
        conn,
        [services.ServiceId(service)],
        await a_renewal(conn, services.ServiceId(service)),
        1,
        now=datetime.now(UTC),
    )

    assert first.status_code == again.status_code == 200, again.text
    assert period is not None
    assert period.starts_at == before + timedelta(days=3)
    assert await ends_at(conn, service) == period.ends_at
    assert await actions(client, login) == ["services.extend"]


async def test_two_who_press_what_both_were_shown_give_the_days_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "services.view", "services.extend") for _ in range(2)]
        service = await a_service(conn, await a_member(conn))
    bodies = [await body_of(shop.client, by, "services.extend", service, days=3) for by in both]
    assert len({body["digest"] for body in bodies}) == 1

    async with shop.db.transaction() as holder:
        await holder.execute("SELECT FROM services WHERE id = %s FOR UPDATE", [service])
        pressed = [
            asyncio.create_task(shop.client.post(path_of("services.extend"), json=body, headers=by.headers))
            for by, body in zip(both, bodies, strict=True)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_days_that_were_given_survive_the_refund_of_a_renewal_but_not_of_all(
    conn: Connection,
) -> None:
    service = await a_service(conn, await a_member(conn))
    first = await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=service)
    before = await ends_at(conn, service)
    renewal = await a_renewal(conn, service)
    await services.prolong(conn, [service], renewal, 1, now=datetime.now(UTC))
    await extensions.extend(conn, [service], days=3, key="bulk:1")

    await services.take_back(conn, renewal)
    after_renewal = await ends_at(conn, service)
    await services.take_back(conn, first)

    assert after_renewal == before + timedelta(days=3)
    assert await fetch_one(conn, str, "SELECT state FROM services WHERE id = %(id)s", id=service) == "ended"


async def test_many_are_extended_at_once_and_it_is_undone_where_nothing_was_paid_since(
    conn: Connection,
) -> None:
    plan = await a_plan(conn, addresses=4)
    given, paid, over = [await a_service(conn, await a_member(conn), plan=plan) for _ in range(3)]
    await services.end(conn, [over])
    before = await ends_at(conn, given)

    extended = await extensions.extend(conn, [given, paid, over], days=5, key="bulk:7")
    once_more = await extensions.extend(conn, [given, paid, over], days=5, key="bulk:7")
    await services.prolong(conn, [paid], await a_renewal(conn, paid), 1, now=datetime.now(UTC))
    undone = await extensions.undo(conn, [given, paid, over], key="bulk:7")

    assert (sorted(extended), once_more, undone) == ([given, paid], [], [given])
    assert await ends_at(conn, given) == before
    assert await extensions.undo(conn, [given], key="bulk:7") == []


async def test_what_staff_have_stopped_is_not_served_whatever_is_paid(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "services.suspend", "services.view", "record.view")
    service = await a_service(conn, await a_member(conn))
    key = await a_device(conn, service)

    stopped = await press(client, login, "services.stop", service)
    await services.prolong(conn, [service], await a_renewal(conn, service), 1, now=datetime.now(UTC))
    await services.resume(conn, [service])
    served_while_stopped = await served_keys(conn)
    await press(client, login, "services.restart", service)

    assert stopped.status_code == 200, stopped.text
    assert served_while_stopped == set()
    assert (await shown(client, login, service))["service"]["state"] == "active"
    assert await served_keys(conn) == {key}
    assert await actions(client, login) == ["services.restart", "services.stop"]
    assert await fetch_all(
        conn,
        str,
        "SELECT split_part(reference, ':', 1) FROM messages WHERE reference LIKE 'staff-%%' ORDER BY id",
    ) == ["staff-stopped", "staff-active"]


async def test_what_is_stopped_ends_with_its_time_and_gives_its_address_back(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "services.suspend", "services.view")
    service = await a_service(conn, await a_member(conn), starts=timedelta(days=-40))
    await execute(
        conn, "UPDATE services SET ends_at = now() + interval '1 hour' WHERE id = %(id)s", id=service
    )
    await press(client, login, "services.stop", service)
    await execute(conn, "UPDATE services SET ends_at = now() WHERE id = %(id)s", id=service)

    expired = await services.expire_due(conn, limit=10)

    assert expired == 1
    assert (await shown(client, login, service))["service"]["state"] == "expired"
    assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state <> 'ended'") == 0


async def test_a_member_is_told_by_the_devices_call_that_staff_have_stopped_it(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "services.suspend")
    holder = await a_holder(conn)
    await press(client, login, "services.stop", holder.service)

    answer = await client.post(
        f"/api/v1/services/{holder.service}/devices",
        json={"name": "PC", "publicKey": "E" * 42 + "A="},
        headers=holder.headers,
    )

    assert answer.json()["code"] == "service_suspended"
    assert "운영자" in answer.json()["detail"]


async def test_an_address_is_replaced_without_a_ticket_and_its_member_is_mailed(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "services.replace", "services.view", "record.view")
    holder = await a_holder(conn, tickets=1)

    answer = await press(client, login, "services.replace", holder.service)

    assert answer.status_code == 200, answer.text
    assert (await shown(client, login, holder.service))["service"]["place"]["address"] != holder.address
    assert await fetch_one(conn, int, "SELECT sum(amount) FROM ticket_entries") == 1
    assert await actions(client, login) == ["services.replace"]
    mailed = await fetch_all(conn, str, "SELECT body FROM messages WHERE reference LIKE 'replaced:%%'")
    assert [holder.address in text for text in mailed] == [True]


async def test_what_cannot_be_replaced_says_why(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "services.replace")
    last = await a_service(conn, await a_member(conn), plan=await a_plan(conn, addresses=1))
    dynamic = await a_service(conn, await a_member(conn), plan=await a_dynamic_plan(conn))

    none = await press(client, login, "services.replace", last)
    refused = await preview(client, login, "services.replace", dynamic)

    assert (none.status_code, none.json()["code"]) == (409, "none_to_replace_with")
    assert (refused.status_code, refused.json()["code"]) == (409, "change_stays")


async def test_one_service_is_offered_a_move_that_its_member_makes(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "services.move", "services.view", "record.view")
    place = await a_place(conn)
    resident, neighbour = await a_resident(conn, place), await a_resident(conn, place)

    offered = await press(
        client, login, "services.move", resident.service, until=in_days(10), words="회선 품질 문제"
    )
    second = await preview(client, login, "services.move", resident.service, until=in_days(10), words="다시")
    moving = (await shown(client, login, resident.service))["move"]
    moved = await press_move(client, resident)

    assert offered.status_code == 200, offered.text
    assert moving is not None
    assert moving["isOwn"] is True
    assert second.status_code == 409
    assert moved.status_code == 200, moved.text
    assert (await shown(client, login, neighbour.service))["move"] is None
    assert (
        await fetch_one(conn, str, "SELECT state FROM gateways WHERE id = %(id)s", id=place.old) == "serving"
    )
    assert await actions(client, login) == ["services.move"]


async def test_a_move_that_nobody_has_pressed_is_taken_back(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "services.move", "services.view")
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await press(client, login, "services.move", resident.service, until=in_days(10), words="회선 품질 문제")

    cancelled = await press(client, login, "services.move_cancelled", resident.service)
    await jobs.go_on.func(job_context(worker_tools(db)))

    assert cancelled.status_code == 200
    assert await state_of_move(conn, resident) == "cancelled"
    assert (await shown(client, login, resident.service))["whyNot"]["move"] is None


async def test_a_move_without_room_elsewhere_changes_nothing(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "services.move")
    place = await a_place(conn, room=0)
    resident = await a_resident(conn, place)

    answer = await press(
        client, login, "services.move", resident.service, until=in_days(10), words="회선 문제"
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "no_room_elsewhere")
    assert await fetch_one(conn, int, "SELECT count(*) FROM evacuations") == 0
