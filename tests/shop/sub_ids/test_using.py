"""What a sub-id may do with what it was granted, and no more."""

from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.gateways import a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service, add_device, show_service
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.sub_ids import a_grant, a_sub_id, grant


async def tickets(conn: Connection, member: MemberId, number: int) -> None:
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
        VALUES (%(member)s, %(number)s, 'granted', now() + interval '1 year')
        """,
        member=member,
        number=number,
    )


async def a_desk(
    conn: Connection, *, devices: int = 1, changes: int = 0, sees_record: bool = False
) -> tuple[MemberId, MemberId, ServiceId, Headers]:
    """A member, their sub-id, the service that it was granted, and its login."""
    member = await a_member(conn)
    service, sub_id = await a_service(conn, member), await a_sub_id(conn, member)
    await a_grant(conn, sub_id, service, devices=devices, changes=changes, sees_record=sees_record)
    return member, sub_id, service, await a_login(conn, sub_id)


async def spent_keys(conn: Connection, service: ServiceId, sub_id: MemberId, number: int) -> None:
    """Devices that were made today, and removed."""
    await execute(
        conn,
        """
        INSERT INTO devices (service_id, made_by, name, public_key, gateway_id, tunnel_address, removed_at)
        SELECT %(service)s, %(sub_id)s, '-', lpad(n::text, 42, 'x') || 'A=', g.id, '10.9.9.9', now()
          FROM generate_series(1, %(number)s) n, gateways g
        """,
        service=service,
        sub_id=sub_id,
        number=number,
    )


async def change(client: Client, headers: Headers, service: int) -> Any:
    address = (await show_service(client, headers, service))["address"]
    return await client.post(
        f"/api/v1/services/{service}/ip-change", json={"address": address}, headers=headers
    )


async def test_it_sees_its_services_alone_with_its_rights_and_nothing_of_money(
    client: Client, conn: Connection
) -> None:
    member, _, service, desk = await a_desk(conn, devices=1, changes=2, sees_record=True)
    await a_service(conn, member)

    listed = (await client.get("/api/v1/services", headers=desk)).json()["data"]

    assert (listed["total"], [one["id"] for one in listed["items"]]) == (1, [service])
    shown = listed["items"][0]
    assert shown["rights"] == {"deviceLimit": 1, "changeLimit": 2, "changesLeft": 2, "seesRecord": True}
    assert (shown["mayRenew"], shown["subscriptionId"], shown["move"]) == (False, None, None)


async def test_a_device_belongs_to_who_made_it(client: Client, conn: Connection) -> None:
    member, sub_id, service, desk = await a_desk(conn)
    owner = await a_login(conn, member)
    own = (await add_device(client, desk, service, name="사무실")).json()["data"]["device"]["id"]
    theirs = (await add_device(client, owner, service, name="집")).json()["data"]["device"]["id"]
    path = f"/api/v1/services/{service}/devices"

    seen_by_desk = (await show_service(client, desk, service))["devices"]
    seen_by_owner = (await show_service(client, owner, service))["devices"]

    assert [(one["id"], one["madeBy"]) for one in seen_by_desk] == [(own, None)]
    assert [one["madeBy"] and one["madeBy"]["id"] for one in seen_by_owner] == [sub_id, None]
    foreign = await client.delete(f"{path}/{theirs}", headers=desk)
    # Else what is recorded as the sub-id's use could be its owner's.
    key_of_its = await client.put(f"{path}/{own}/key", json={"publicKey": a_key()}, headers=owner)
    removed = await client.delete(f"{path}/{own}", headers=owner)
    assert (foreign.status_code, key_of_its.status_code, removed.status_code) == (404, 404, 200)


async def test_it_has_its_share_of_devices_and_never_more_than_the_plan(
    client: Client, conn: Connection
) -> None:
    member, _, service, desk = await a_desk(conn, devices=2)
    await execute(conn, "UPDATE plans SET device_limit = 3")
    owner = await a_login(conn, member)

    added = [(await add_device(client, desk, service)).status_code for _ in range(2)]
    third = await add_device(client, desk, service)
    owners = [await add_device(client, owner, service) for _ in range(2)]

    assert (added, third.json()["code"]) == ([201, 201], "device_share_reached")
    assert [answer.status_code for answer in owners] == [201, 409]


async def test_its_keys_of_a_day_use_up_none_of_its_owners(client: Client, conn: Connection) -> None:
    member, sub_id, service, desk = await a_desk(conn)
    await spent_keys(conn, service, sub_id, 60)

    by_desk = await add_device(client, desk, service)
    by_owner = await add_device(client, await a_login(conn, member), service)

    assert (by_desk.status_code, by_desk.json()["code"]) == (429, "too_many_keys_today")
    assert by_owner.status_code == 201, by_owner.text


async def test_sub_ids_that_are_made_anew_gain_no_keys_without_end(client: Client, conn: Connection) -> None:
    member, sub_id, service, _ = await a_desk(conn)
    await spent_keys(conn, service, sub_id, 200)
    another = await a_sub_id(conn, member)
    await a_grant(conn, another, service)

    by_another = await add_device(client, await a_login(conn, another), service)
    by_owner = await add_device(client, await a_login(conn, member), service)

    assert (by_another.status_code, by_another.json()["code"]) == (429, "too_many_keys_today")
    assert by_owner.status_code == 201, by_owner.text


async def test_it_changes_the_address_with_tickets_of_its_owner_within_its_share(
    client: Client, conn: Connection
) -> None:
    member, sub_id, service, desk = await a_desk(conn, changes=1)
    await tickets(conn, member, 5)
    owner = await a_login(conn, member)

    first = await change(client, desk, service)
    second = await change(client, desk, service)

    assert (first.status_code, first.json()["data"]["ipTicket"]) == (200, 0)
    assert (second.status_code, second.json()["code"]) == (409, "ip_change_share_used_up")
    shown = (await client.get("/api/v1/member", headers=desk)).json()["data"]
    # Its last change is used, but the way to undo it stays.
    assert (shown["ipTicket"], shown["mayUndo"]) == (0, True)
    assert (await client.get("/api/v1/member", headers=owner)).json()["data"]["ipTicket"] == 4
    listed = (await client.get("/api/v1/ip-changes", headers=owner)).json()["data"]["items"]
    login_id = await fetch_one(conn, str, "SELECT login_id FROM members WHERE id = %(id)s", id=sub_id)
    assert [one["madeBy"] for one in listed] == [login_id]


async def test_what_it_undoes_gives_back_the_ticket_and_its_share(client: Client, conn: Connection) -> None:
    member, _, service, desk = await a_desk(conn, changes=1)
    await tickets(conn, member, 1)
    changed = (await change(client, desk, service)).json()["data"]

    undone = await client.post(
        f"/api/v1/ip-changes/{changed['id']}/undo", json={"address": changed["address"]}, headers=desk
    )

    assert (undone.status_code, undone.json()["data"]["ipTicket"]) == (200, 1)
    shown = (await client.get("/api/v1/member", headers=desk)).json()["data"]
    assert (shown["ipTicket"], "mayUndo" in shown) == (1, False)


async def test_a_change_that_is_final_leaves_nothing_to_undo(client: Client, conn: Connection) -> None:
    member, _, service, desk = await a_desk(conn, changes=1)
    await tickets(conn, member, 1)
    await change(client, desk, service)
    await execute(conn, "UPDATE ip_changes SET undo_until = now()")

    shown = (await client.get("/api/v1/member", headers=desk)).json()["data"]

    assert (shown["ipTicket"], "mayUndo" in shown) == (0, False)


async def test_its_devices_and_changes_stand_in_its_log(client: Client, conn: Connection) -> None:
    """Those of its owner do not, but that the owner removed one of its devices does."""
    member, sub_id, service, desk = await a_desk(conn, changes=1)
    owner = await a_login(conn, member)
    await tickets(conn, member, 2)
    old = (await show_service(client, desk, service))["address"]
    changed = (await change(client, desk, service)).json()["data"]
    await client.post(
        f"/api/v1/ip-changes/{changed['id']}/undo", json={"address": changed["address"]}, headers=desk
    )
    for name, maker, remover in (("사무실", desk, desk), ("창고", desk, owner), ("집", owner, owner)):
        device = (await add_device(client, maker, service, name=name)).json()["data"]["device"]["id"]
        path = f"/api/v1/services/{service}/devices/{device}"
        assert (await client.delete(path, headers=remover)).status_code == 200

    for path, headers in ((f"/api/v1/sub-ids/{sub_id}/events", owner), ("/api/v1/sub-id/events", desk)):
        told = (await client.get(path, headers=headers)).json()["data"]["items"]

        new = changed["address"]
        assert [(one["by"], one["what"], one["serviceId"], one["detail"]) for one in told] == [
            ("owner", "device_removed", service, {"name": "창고"}),
            ("sub_id", "device_added", service, {"name": "창고"}),
            ("sub_id", "device_removed", service, {"name": "사무실"}),
            ("sub_id", "device_added", service, {"name": "사무실"}),
            ("sub_id", "change_undone", service, {"from": new, "to": old, "state": "done"}),
            ("sub_id", "address_changed", service, {"from": old, "to": new, "state": "done"}),
        ]


async def test_changes_of_its_owner_are_not_its_to_see_or_undo(client: Client, conn: Connection) -> None:
    member, _, service, desk = await a_desk(conn, changes=1)
    await tickets(conn, member, 1)
    changed = (await change(client, await a_login(conn, member), service)).json()["data"]
    path = f"/api/v1/ip-changes/{changed['id']}"

    seen = await client.get(path, headers=desk)
    undone = await client.post(f"{path}/undo", json={"address": changed["address"]}, headers=desk)

    assert (seen.status_code, undone.status_code) == (404, 404)
    assert (await client.get("/api/v1/ip-changes", headers=desk)).json()["data"]["total"] == 0


@pytest.mark.parametrize(
    "path",
    ["ip-change", "usage", "sessions", "usage.csv", "sessions.csv", "addresses", "rotation", "plan"],
)
async def test_without_the_right_it_is_not_there(client: Client, conn: Connection, path: str) -> None:
    _, _, service, desk = await a_desk(conn, changes=0, sees_record=False)

    answer = await client.get(f"/api/v1/services/{service}/{path}", headers=desk)

    assert answer.status_code == 404, answer.text


async def test_it_sees_the_record_of_its_own_devices_and_its_owner_whose_they_are(
    client: Client, conn: Connection
) -> None:
    member, _, service, desk = await a_desk(conn, sees_record=True)
    await execute(conn, "UPDATE plans SET device_limit = 3")
    owner = await a_login(conn, member)
    for headers, name in ((desk, "사무실"), (owner, "집")):
        await add_device(client, headers, service, name=name)
    await execute(
        conn,
        """
        INSERT INTO device_usage (device_id, session_began_at, session_exit, first_handshake_at, last_handshake_at)
        SELECT id, now(), '203.0.113.7', now(), now() FROM devices
        """,
    )

    async def seen(headers: Headers) -> set[tuple[str, bool]]:
        answer = await client.get(f"/api/v1/services/{service}/sessions", headers=headers)
        assert answer.status_code == 200, answer.text
        return {(one["deviceName"], one["subId"] is not None) for one in answer.json()["data"]["items"]}

    assert await seen(desk) == {("사무실", False)}
    assert await seen(owner) == {("사무실", True), ("집", False)}
    csv = await client.get(f"/api/v1/services/{service}/sessions.csv", headers=desk)
    assert ("사무실" in csv.text, "집" in csv.text) == (True, False)


async def test_a_right_that_is_lowered_keeps_what_there_is(client: Client, conn: Connection) -> None:
    member, sub_id, service, desk = await a_desk(conn, devices=1, changes=3)
    await tickets(conn, member, 3)
    # In this order, because a gateway that is away could not be told of a change.
    await change(client, desk, service)
    await add_device(client, desk, service)

    answer = await grant(client, await a_login(conn, member), sub_id, service, devices=0, changes=2)

    granted = answer.json()["data"]["grants"][0]
    assert (granted["deviceLimit"], len(granted["devices"]), granted["changesLeft"]) == (0, 1, 1)


async def test_the_end_of_a_service_ends_what_a_sub_id_has_of_it(client: Client, conn: Connection) -> None:
    _, _, service, desk = await a_desk(conn, changes=1)
    await add_device(client, desk, service)
    await execute(
        conn,
        "UPDATE services SET starts_at = now() - interval '1 month', ends_at = now() - interval '1 second'",
    )

    added = await add_device(client, desk, service)
    changed = await change(client, desk, service)

    assert (added.json()["code"], changed.json()["code"]) == ("service_not_active", "service_not_active")
    assert (await show_service(client, desk, service))["state"] == "expired"
    served = await fetch_all(
        conn, str, "SELECT p.identity FROM endpoints p JOIN exits x ON x.id = p.exit_id AND x.until > now()"
    )
    assert served == []
