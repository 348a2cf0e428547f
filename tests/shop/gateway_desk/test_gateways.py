"""Gateways in the console: how they are, enrolling, draining, evacuating."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from ieum.shop.address_desk import pools
from ieum.shop.evacuation import jobs
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from tests.shop.builders import desk
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.evacuations import a_place, a_resident, state_of_move
from tests.shop.builders.exports import ask, make, take
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service, add_device
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff, code
from tests.shop.builders.worker import job_context, worker_tools

LIST = "/api/v1/console/gateways"


async def press(
    client: Client, login: Login, change: str, gateway: int | None, **wish: Any
) -> httpx.Response:
    """Look at the preview, and press; or what the preview was refused with."""
    seen = await desk.preview(client, login, f"gateways.{change}", gateway, **wish)
    if seen.status_code != 200:
        return seen
    return await desk.press(client, login, f"gateways.{change}", gateway, **wish)


async def sheet_of(client: Client, login: Login, gateway: int) -> Any:
    return (await client.get(f"{LIST}/{gateway}", headers=login.headers)).json()["data"]


def in_days(days: int) -> str:
    return f"{datetime.now(UTC).astimezone(SEOUL) + timedelta(days=days):%Y-%m-%d}"


async def test_who_is_lost_or_behind_stands_first(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "gateways.view")
    fine, behind, lost = [await a_gateway(conn, token=f"gw_{name}", public_key=a_key()) for name in "abc"]
    await execute(conn, "UPDATE gateways SET last_seen_at = now() WHERE id = %(id)s", id=fine)
    await execute(conn, "UPDATE gateways SET revision = 7, acked_revision = 5 WHERE id = %(id)s", id=behind)
    await execute(conn, "UPDATE gateways SET lost_at = now() WHERE id = %(id)s", id=lost)

    items = (await client.get(LIST, headers=login.headers)).json()["data"]["items"]

    assert [item["id"] for item in items] == [lost, behind, fine]
    assert [(item["state"], item["lag"], item["isAway"]) for item in items] == [
        ("lost", 0, True),
        ("serving", 2, True),
        ("serving", 0, False),
    ]


async def test_the_list_is_narrowed_paged_and_exported_just_as_narrowed(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "gateways.view", "exports.make")
    fine, behind, lost, new = [
        await a_gateway(conn, token=f"gw_{name}", public_key=None if name == "d" else a_key())
        for name in "abcd"
    ]
    await execute(conn, "UPDATE gateways SET last_seen_at = now(), name = 'seoul-' || lpad(id::text, 9, '0')")
    await execute(conn, "UPDATE gateways SET revision = 7, acked_revision = 5 WHERE id = %(id)s", id=behind)
    await execute(conn, "UPDATE gateways SET lost_at = now(), name = 'busan' WHERE id = %(id)s", id=lost)

    async def found(query: str) -> list[int]:
        answer = await client.get(f"{LIST}?{query}", headers=login.headers)
        return [item["id"] for item in answer.json()["data"]["items"]]

    narrowed = {
        query: await found(query) for query in ("q=BUS", "state=lost", "needs=nobody", "needs=somebody")
    }
    pages, page, after = list[int](), dict[str, Any](), ""
    for _ in range(4):
        page = (await client.get(f"{LIST}?size=1{after}", headers=login.headers)).json()["data"]
        pages += [item["id"] for item in page["items"]]
        after = f"&after={page['next']}"
    asked = await ask(client, login, "needs=somebody&q=seoul", screen="gateways")
    export = asked.json()["data"]["made"]["exportId"]
    await make(db, export)
    file = (await take(client, login, export)).text.splitlines()

    assert narrowed == {
        "q=BUS": [lost],
        "state=lost": [lost],
        "needs=nobody": [fine],
        "needs=somebody": [lost, behind, new],
    }
    assert pages == [lost, behind, fine, new]
    assert page["next"] is None
    assert [line.split(",")[1] for line in file[1:]] == [f"seoul-{behind:09}", f"seoul-{new:09}"]


async def test_the_page_of_a_gateway_says_what_runs_there_and_what_it_has(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "gateways.view")
    place = await a_place(conn)
    await a_resident(conn, place)
    await pools.count(conn)

    sheet = (await client.get(f"{LIST}/{place.old}", headers=login.headers)).json()["data"]
    missing = await client.get(f"{LIST}/999999", headers=login.headers)

    assert (sheet["gateway"]["leased"], sheet["devices"]) == (1, 1)
    assert [(pool["leased"], pool["free"]) for pool in sheet["pools"]] == [(1, 2)]
    assert (sheet["gateway"]["addresses"], sheet["evacuation"]) == (3, None)
    assert (missing.status_code, missing.json()["code"]) == (404, "gateway_not_found")


async def test_a_new_gateway_is_given_a_code_that_one_host_may_use(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "gateways.change", "record.view")
    wish = {"name": "seoul-9", "endpoint": "vpn9.example.com:51820"}

    body = await desk.body_of(client, login, "gateways.add", None, **wish)
    added, repeated = [
        await client.post(desk.path_of("gateways.add"), json=body, headers=login.headers) for _ in range(2)
    ]
    again = await desk.preview(client, login, "gateways.add", None, **wish)
    made = added.json()["data"]["made"]
    code = made["code"]
    host = {"code": code, "token": "gw_" + "t" * 43, "publicKey": a_key()}
    enrolled = await client.post("/gateway/v1/enrol", json=host)
    second = await client.post("/gateway/v1/enrol", json={**host, "token": "gw_" + "u" * 43})
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert added.status_code == 200
    assert f"--code {code}" in made["command"]
    assert repeated.json()["data"]["made"] == {"id": made["id"]}
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert (enrolled.status_code, second.status_code) == (200, 401)
    assert (record[0]["action"], record[0]["objectKind"], record[0]["objectId"]) == (
        "gateways.add",
        "gateway",
        str(made["id"]),
    )
    assert record[0]["after"] == wish | {"tunnelNetwork": "10.64.0.0/10"}
    kept = await fetch_all(conn, str, "SELECT made::text FROM staff_presses")
    assert code not in str([record, kept])


async def test_what_no_host_could_use_is_refused_field_by_field(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "gateways.change")

    wish = {"name": "Seoul 9", "endpoint": "nowhere", "tunnelNetwork": "8.8.8.0/24"}
    answer = await desk.preview(client, login, "gateways.add", None, **wish)

    assert answer.status_code == 422
    assert {field["name"] for field in answer.json()["fields"]} == {"name", "endpoint", "tunnelNetwork"}


async def test_a_code_for_a_host_that_takes_over_ends_the_one_before(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "gateways.change")
    gateway = await a_gateway(conn, public_key=None)

    first, second = [
        (await press(client, login, "code", gateway)).json()["data"]["made"]["code"] for _ in range(2)
    ]
    answers = [
        await client.post(
            "/gateway/v1/enrol", json={"code": code, "token": "gw_" + "t" * 43, "publicKey": a_key()}
        )
        for code in (first, second)
    ]

    assert [answer.status_code for answer in answers] == [401, 200]


async def test_a_gateway_is_drained_and_takes_new_services_again(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "gateways.change", "gateways.view", "record.view")
    place = await a_place(conn)
    await a_resident(conn, place)

    states: list[str] = []
    for wanted in ("draining", "serving", "maintenance"):
        await press(client, login, wanted, place.old)
        states.append((await sheet_of(client, login, place.old))["gateway"]["state"])
    twice = await desk.preview(client, login, "gateways.maintenance", place.old)
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert states == ["draining", "serving", "maintenance"]
    assert (twice.status_code, twice.json()["code"]) == (409, "change_stays")
    assert [(entry["action"], entry["before"]["wanted"]) for entry in record] == [
        ("gateways.maintenance", "serving"),
        ("gateways.serving", "draining"),
        ("gateways.draining", "serving"),
    ]
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=place.old)
    assert record[0]["after"] == {"wanted": "maintenance", "name": name}


async def test_an_evacuation_says_how_many_it_moves_and_offers_each_a_place(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "gateways.change", "gateways.view", "record.view")
    place = await a_place(conn, room=1)
    first, second = await a_resident(conn, place), await a_resident(conn, place)
    await pools.count(conn)
    wish = {"until": in_days(10), "words": "통신사 회선 교체"}

    seen = await desk.preview(client, login, "gateways.evacuate", place.old, **wish)
    begun = await press(client, login, "evacuate", place.old, **wish)
    await jobs.plan.func(job_context(worker_tools(db)))
    sheet = await sheet_of(client, login, place.old)
    serving = await desk.preview(client, login, "gateways.serving", place.old)
    again = await desk.preview(client, login, "gateways.evacuate", place.old, **wish)
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert seen.json()["data"]["count"] == 2
    assert any("모자랍니다" in warning for warning in seen.json()["data"]["warnings"])
    assert begun.status_code == 200, begun.text
    assert sheet["gateway"]["state"] == "draining"
    assert record[0]["action"] == "gateways.evacuate"
    assert (record[0]["before"]["wanted"], record[0]["after"]) == (
        "serving",
        {"wanted": "draining", "isEvacuated": True, "name": sheet["gateway"]["name"]} | wish,
    )
    assert (sheet["evacuation"]["offered"], sheet["evacuation"]["left"]) == (1, 1)
    assert await state_of_move(conn, first) == "offered"
    assert second.service != first.service
    assert (serving.status_code, serving.json()["code"]) == (409, "change_stays")
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")


async def test_an_evacuation_is_called_off_and_who_was_offered_a_place_stays(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "gateways.change", "gateways.view")
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await press(client, login, "evacuate", place.old, until=in_days(10), words="회선 교체")
    await jobs.plan.func(job_context(worker_tools(db)))

    await press(client, login, "evacuation_cancelled", place.old)
    sheet = await sheet_of(client, login, place.old)
    await jobs.go_on.func(job_context(worker_tools(db)))
    none = await desk.preview(client, login, "gateways.evacuation_cancelled", place.old)

    assert sheet["evacuation"] is None
    assert await state_of_move(conn, resident) == "cancelled"
    assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state = 'coming'") == 0
    assert (none.status_code, none.json()["code"]) == (409, "change_stays")


async def test_a_day_on_which_members_could_not_answer_is_refused(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "gateways.change")
    gateway = await a_gateway(conn)

    answers = [
        await desk.preview(client, login, "gateways.evacuate", gateway, until=day, words="회선 교체")
        for day in (in_days(0), in_days(400), "9999-12-31")
    ]

    assert [answer.status_code for answer in answers] == [422, 422, 422]


async def test_a_sealed_copy_of_the_key_is_handed_out_with_a_reason_on_record(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "gateways.view", "gateways.change", "record.view")
    gateway = await a_gateway(conn)
    for sealed in (bytes([1] * 92), bytes([2] * 92)):
        await execute(
            conn,
            "INSERT INTO gateway_key_backups (gateway_id, sealed) VALUES (%(gateway)s, %(sealed)s)",
            gateway=gateway,
            sealed=sealed,
        )

    sheet = await sheet_of(client, login, gateway)
    taken, missing, none = [await press(client, login, "key_copy", gateway, number=one) for one in (2, 3, 0)]
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert [copy["number"] for copy in sheet["keyCopies"]] == [1, 2]
    sealed = taken.json()["data"]["made"]["sealed"]
    assert base64.b64decode(sealed) == bytes([1] * 92)
    assert (missing.status_code, missing.json()["code"]) == (409, "change_stays")
    assert none.status_code == 422
    assert [(entry["action"], entry["reason"], entry["after"]["number"]) for entry in record] == [
        ("gateways.key_copy", "고객 요청", 2)
    ]
    kept = await fetch_all(conn, str, "SELECT made::text FROM staff_presses")
    assert sealed not in str([record, kept])


async def test_a_host_with_another_key_enrols_once_the_former_key_is_forgotten(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "gateways.change", "gateways.view")
    gateway = await a_gateway(conn)
    asked = await press(client, login, "code", gateway)
    host = {"code": asked.json()["data"]["made"]["code"], "token": "gw_" + "t" * 43, "publicKey": a_key()}

    refused = await client.post("/gateway/v1/enrol", json=host)
    forgotten = await press(client, login, "forget_key", gateway)
    sheet = await sheet_of(client, login, gateway)
    again = await desk.preview(client, login, "gateways.forget_key", gateway)
    enrolled = await client.post("/gateway/v1/enrol", json=host)

    assert (refused.status_code, refused.json()["code"]) == (409, "gateway_key_changed")
    assert (forgotten.status_code, sheet["gateway"]["isEnrolled"]) == (200, False)
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert enrolled.status_code == 200


async def test_the_network_of_tunnels_changes_while_no_device_is_in_it(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "gateways.change")
    gateway = await a_gateway(conn)

    changed = await press(client, login, "network", gateway, tunnelNetwork="172.20.0.0/16")
    wrong = await press(client, login, "network", gateway, tunnelNetwork="8.8.8.0/24")
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway))
    await a_device(conn, service)
    refused = await press(client, login, "network", gateway, tunnelNetwork="10.64.0.0/10")

    assert changed.status_code == 200
    assert (wrong.status_code, refused.status_code) == (422, 409)
    assert refused.json()["code"] == "change_stays"
    assert await fetch_all(
        conn, str, "SELECT host(tunnel_address) || ' ' || tunnel_network FROM devices, gateways"
    ) == ["172.20.0.2 172.20.0.0/16"]


async def hear_of(conn: Connection, gateway: int, *, minutes_ago: int = 0) -> None:
    await execute(
        conn,
        "UPDATE gateways SET last_seen_at = now() - make_interval(mins => %(ago)s) WHERE id = %(gateway)s",
        ago=minutes_ago,
        gateway=gateway,
    )


async def ask_for_code(client: Client, login: Login, gateway: int) -> Any:
    """Ask for a second person if the sheet says so, else for the code itself."""
    takes_two = (await sheet_of(client, login, gateway))["codeTakesTwo"]
    return await press(client, login, "take_over" if takes_two else "code", gateway)


async def agree(client: Client, login: Login, asked: Any, **more: str) -> Any:
    return await client.post(
        f"/api/v1/console/approvals/{asked['approvalId']}/confirmation",
        json={"digest": asked["preview"]["digest"]} | more,
        headers=login.headers,
    )


async def test_a_code_for_a_running_gateway_takes_two_people_and_everybody_hears_of_it(
    client: Client, conn: Connection
) -> None:
    """One person took a running gateway over, and the true host was refused without a word."""
    asker = await a_staff(conn, "gateways.change", "gateways.view")
    second = await a_staff(conn, "gateways.change", "gateways.view", "approvals.confirm")
    uninvolved = await a_staff(conn, "orders.view")
    await execute(conn, "UPDATE site_config SET officer_mail = 'officer@ieum.example'")
    gateway = await a_gateway(conn, public_key=None)
    await hear_of(conn, gateway)

    first = await ask_for_code(client, asker, gateway)
    early = await ask_for_code(client, asker, gateway)
    confirmed = await agree(client, second, first.json()["data"])
    others = await ask_for_code(client, second, gateway)
    by_hand = await press(client, second, "code", gateway)
    made = await ask_for_code(client, asker, gateway)
    again = await ask_for_code(client, asker, gateway)

    statuses = [answer.status_code for answer in (first, early, confirmed, others, made, again)]
    assert statuses == [202, 202, 200, 202, 200, 202]
    assert (by_hand.status_code, by_hand.json()["code"]) == (409, "change_stays")
    assert "code" not in confirmed.text.replace("take_over", "")
    permits = "SELECT after ->> 'staff' FROM staff_record WHERE action = 'gateways.take_over'"
    assert await fetch_all(conn, str, permits) == [str(asker.staff)]
    told = await fetch_all(
        conn,
        str,
        "SELECT recipient FROM messages WHERE subject LIKE '%%등록 코드가 만들어졌습니다' ORDER BY 1",
    )
    assert told == sorted(["officer@ieum.example", *(one.email for one in (asker, second, uninvolved))])

    token = {"code": made.json()["data"]["made"]["code"], "token": "gw_" + "t" * 43, "publicKey": a_key()}
    enrolled = await client.post("/gateway/v1/enrol", json=token)

    assert enrolled.status_code == 200
    assert "gateway_taken_over" in await fetch_all(conn, str, "SELECT kind FROM alarms")


async def test_an_owner_alone_has_a_code_for_a_running_gateway_by_their_authenticator(
    client: Client, conn: Connection
) -> None:
    owner, gateway = await a_staff(conn, owner=True), await a_gateway(conn)
    await hear_of(conn, gateway)
    asked = (await ask_for_code(client, owner, gateway)).json()["data"]

    bare = await agree(client, owner, asked)
    early = await ask_for_code(client, owner, gateway)
    alone = await agree(client, owner, asked, code=code(), reason="혼자 일합니다")
    made = await ask_for_code(client, owner, gateway)

    assert [answer.status_code for answer in (bare, early, alone, made)] == [422, 202, 200, 200]


async def test_a_code_for_a_gateway_that_is_silent_is_made_at_once(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "gateways.change", "gateways.view")
    gateway = await a_gateway(conn, public_key=None)
    await hear_of(conn, gateway, minutes_ago=6)

    made = await ask_for_code(client, login, gateway)
    token = {"code": made.json()["data"]["made"]["code"], "token": "gw_" + "t" * 43, "publicKey": a_key()}
    await client.post("/gateway/v1/enrol", json=token)

    assert made.status_code == 200
    assert await fetch_all(conn, str, "SELECT kind FROM alarms") == []


async def test_a_code_that_one_person_made_of_a_silent_gateway_ends_when_it_is_heard_of(
    client: Client, conn: Connection
) -> None:
    """The attack: wait for an outage of five minutes, make the code, and take the gateway over when it is back."""
    gateway = await a_gateway(conn, public_key=None)
    login = await a_staff(conn, "gateways.change", "gateways.view")
    made = await ask_for_code(client, login, gateway)
    host = {"code": made.json()["data"]["made"]["code"], "token": "gw_" + "t" * 43, "publicKey": a_key()}
    await hear_of(conn, gateway)

    refused = await client.post("/gateway/v1/enrol", json=host)
    await execute(conn, "UPDATE gateways SET last_seen_at = now() - interval '6 minutes'")
    enrolled = await client.post("/gateway/v1/enrol", json=host)

    assert (refused.status_code, refused.json()["code"]) == (409, "gateway_running")
    assert enrolled.status_code == 200


async def test_a_permit_lasts_an_hour(client: Client, conn: Connection) -> None:
    asker = await a_staff(conn, "gateways.change", "gateways.view")
    second = await a_staff(conn, "gateways.change", "gateways.view", "approvals.confirm")
    gateway = await a_gateway(conn, public_key=None)
    await hear_of(conn, gateway)
    await agree(client, second, (await ask_for_code(client, asker, gateway)).json()["data"])
    await execute(conn, "UPDATE enrolment_permits SET until = now() - interval '1 second'")

    assert (await ask_for_code(client, asker, gateway)).status_code == 202


async def test_the_largest_packet_of_a_gateway_is_told_it_and_stands_in_new_settings(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "gateways.change", "gateways.view")
    gateway = await a_gateway(conn)
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, gateway=gateway))
    before = await fetch_one(conn, int, "SELECT revision FROM gateways WHERE id = %(id)s", id=gateway)

    changed = await press(client, login, "mtu", gateway, mtu=1280)
    again = await press(client, login, "mtu", gateway, mtu=1280)
    wrong = [await press(client, login, "mtu", gateway, mtu=mtu) for mtu in (1279, 1421, None)]
    sheet = await client.get(f"{LIST}/{gateway}", headers=login.headers)
    added = await add_device(client, await a_login(conn, member), service)

    assert changed.status_code == 200
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert [answer.status_code for answer in wrong] == [422] * 3
    assert sheet.json()["data"]["mtu"] == 1280
    assert added.json()["data"]["tunnel"]["mtu"] == 1280
    told = "SELECT whole_since > %(before)s AND whole_since <= revision FROM gateways WHERE id = %(id)s"
    assert await fetch_one(conn, bool, told, before=before, id=gateway)
