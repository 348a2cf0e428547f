"""Exit addresses in the console: the list, a network at a glance, changes, imports, pools, and who had one."""

import asyncio
from datetime import UTC, datetime, timedelta
from time import process_time
from typing import Any

import pytest

from ieum.shop.address_desk import pools
from ieum.shop.gateways.queries import replace_network
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from tests.shop.builders import desk
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.locks import after_all_have_looked, until_so_many_wait_for_locks
from tests.shop.builders.members import a_member
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff

LIST = "/api/v1/console/addresses"


async def listed(client: Client, login: Login, query: str = "") -> list[Any]:
    answer = await client.get(f"{LIST}{query}", headers=login.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["items"]


async def body_of_import(client: Client, login: Login, **wish: Any) -> dict[str, Any]:
    """The body of a press after its preview."""
    seen = await client.post(f"{LIST}/import/preview", json=wish, headers=login.headers)
    assert seen.status_code == 200, seen.text
    digest = seen.json()["data"]["preview"]["digest"]
    return {"wish": wish, "key": a_press_key(), "digest": digest, "reason": "새 회선"}


async def import_lines(client: Client, login: Login, **wish: Any) -> Any:
    body = await body_of_import(client, login, **wish)
    return await client.post(f"{LIST}/import", json=body, headers=login.headers)


async def state_of(client: Client, login: Login, address: int) -> str:
    sheet = (await client.get(f"{LIST}/{address}", headers=login.headers)).json()["data"]
    return sheet["address"]["state"]


async def test_a_list_says_who_has_each_address_without_their_name(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view")
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, addresses=3))

    leased, *others = sorted(await listed(client, login), key=lambda row: row["state"] != "leased")

    assert (leased["serviceId"], leased["holder"]["id"]) == (service, member)
    assert "*" in leased["holder"]["name"]
    assert leased["holder"]["loginId"].endswith("****")
    assert {row["state"] for row in others} == {"free"}
    assert {row["holder"] for row in others} == {None}


async def test_each_state_lists_what_the_view_calls_by_it(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view")
    await a_service(conn, await a_member(conn), plan=await a_plan(conn, addresses=6))
    spare = await fetch_all(
        conn, int, "SELECT id FROM exit_addresses WHERE available_at IS NOT NULL ORDER BY id"
    )
    for address, change in zip(
        spare,
        (
            "withdrawn_at = now()",
            "flags = '{listed}', flagged_at = now()",
            "available_at = now() + interval '1 day'",
            "proven_at = NULL, proven_by = NULL",
        ),
        strict=False,
    ):
        await execute(conn, f"UPDATE exit_addresses SET {change} WHERE id = %(id)s", id=address)

    listed_by = {
        state: [row["state"] for row in await listed(client, login, f"?state={state}")]
        for state in ("leased", "withdrawn", "flagged", "resting", "unproven", "free")
    }

    assert listed_by == {state: [state] for state in listed_by}
    assert await listed(client, login, "?state=held") == []


async def test_words_are_an_address_a_network_or_the_beginning_of_one(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "addresses.view")
    await a_plan(conn, addresses=5)
    all_of = [row["address"] for row in await listed(client, login)]
    beginning = all_of[0].rpartition(".")[0]
    # The builder counts on from the test before, and may begin the next network meanwhile.
    there = sum(address.startswith(f"{beginning}.") for address in all_of)

    found = {
        words: len(await listed(client, login, f"?q={words}"))
        for words in (all_of[0], f"{beginning}.0/24", beginning, f"{beginning}.", "198.18", "nonsense")
    }

    assert found == {
        all_of[0]: 1,
        f"{beginning}.0/24": there,
        beginning: there,
        f"{beginning}.": there,
        "198.18": 0,
        "nonsense": 0,
    }


async def test_pages_follow_one_another_by_number(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view")
    await a_plan(conn, addresses=5)

    first = (await client.get(f"{LIST}?size=3", headers=login.headers)).json()["data"]
    second = (await client.get(f"{LIST}?size=3&after={first['next']}", headers=login.headers)).json()["data"]

    assert (len(first["items"]), len(second["items"]), second["next"]) == (3, 2, None)
    assert first["count"] == 5
    assert not {row["id"] for row in first["items"]} & {row["id"] for row in second["items"]}


async def test_the_sheet_has_the_history_of_leases_and_proofs(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view")
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, addresses=1))
    address = (await listed(client, login))[0]["id"]
    await execute(
        conn,
        "INSERT INTO address_evidence (address_id, kind, is_good) VALUES (%(id)s, 'call', true)",
        id=address,
    )

    sheet = (await client.get(f"{LIST}/{address}", headers=login.headers)).json()["data"]

    assert [(lease["serviceId"], lease["state"], lease["holder"]["id"]) for lease in sheet["leases"]] == [
        (service, "active", member)
    ]
    assert sheet["proofs"][0]["kind"] == "call"
    assert "홍길동" not in str(sheet)


async def test_a_network_shows_each_of_its_addresses(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view")
    await a_plan(conn, addresses=3)
    address = (await listed(client, login))[0]["address"]

    found = (await client.get(f"{LIST}/map?network={address}", headers=login.headers)).json()["data"]
    wrong = await client.get(f"{LIST}/map?network=nonsense", headers=login.headers)

    assert found["network"].endswith(".0/24")
    assert len(found["cells"]) == 3
    assert int(address.rpartition(".")[2]) in {cell["last"] for cell in found["cells"]}
    assert wrong.status_code == 422


async def test_an_address_is_withdrawn_returned_and_rested_with_a_reason(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "addresses.view", "addresses.change", "record.view")
    await a_plan(conn, addresses=2)
    address = (await listed(client, login))[0]["id"]

    states: list[str] = []
    for change, wish in (("rest", {"days": 3}), ("rest", {"days": 0}), ("withdraw", {}), ("return", {})):
        made = await desk.press(client, login, f"addresses.{change}", address, **wish)
        assert made.status_code == 200, made.text
        states.append(await state_of(client, login, address))
    again = await desk.preview(client, login, "addresses.return", address)
    wrong = [await desk.preview(client, login, "addresses.rest", address, days=days) for days in (-1, 366)]
    record = (await client.get("/api/v1/console/record?object=address", headers=login.headers)).json()["data"]

    assert states == ["resting", "free", "withdrawn", "unproven"]
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert [answer.status_code for answer in wrong] == [422, 422]
    assert [entry["action"] for entry in record["items"]] == [
        "addresses.return",
        "addresses.withdraw",
        "addresses.rest",
        "addresses.rest",
    ]
    assert record["items"][1]["before"]["state"] == "free"
    assert record["items"][1]["after"]["address"] == (await listed(client, login))[0]["address"]
    assert record["items"][3]["after"]["days"] == 3
    evidence = "SELECT detail FROM address_evidence WHERE kind = 'operator' ORDER BY id"
    assert await fetch_all(conn, str, evidence) == [
        "rests for 3 days: 고객 요청",
        "rests no more: 고객 요청",
        "withdrawn: 고객 요청",
        "returned: 고객 요청",
    ]


async def test_what_somebody_has_cannot_be_rested_but_withdrawn(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view", "addresses.change")
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, addresses=1))
    address = (await listed(client, login))[0]["id"]

    rest = await desk.preview(client, login, "addresses.rest", address, days=1)
    await desk.press(client, login, "addresses.withdraw", address)

    assert rest.status_code == 409
    withdrawn = (await listed(client, login))[0]
    assert (withdrawn["state"], withdrawn["serviceId"]) == ("withdrawn", service)


async def test_a_change_that_was_seen_otherwise_is_refused(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view", "addresses.change")
    plan = await a_plan(conn, addresses=1)
    address = (await listed(client, login))[0]["id"]
    body = await desk.body_of(client, login, "addresses.withdraw", address)
    await a_service(conn, await a_member(conn), plan=plan)

    answer = await client.post(desk.path_of("addresses.withdraw"), json=body, headers=login.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")


async def test_an_import_names_each_wrong_line_and_takes_all_or_none(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "addresses.import", "addresses.view")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    text = (
        "gateway,address,pool,carrier,region\n"
        f"{name},203.0.113.1,kt-seoul,KT,서울\n"
        f"{name},203.0.113.1,kt-seoul,KT,서울\n"
        f"{name},127.0.0.1,kt-seoul,KT,서울\n"
    )

    shown = (await client.post(f"{LIST}/import/preview", json={"text": text}, headers=login.headers)).json()[
        "data"
    ]
    refused = await import_lines(client, login, text=text)

    assert [(line["line"], line["wrong"]) for line in shown["lines"] if line["wrong"]] == [
        (3, "twice"),
        (4, "address"),
    ]
    assert (shown["good"], shown["bad"]) == (1, 2)
    assert (refused.status_code, refused.json()["code"]) == (422, "import_has_faults")
    assert await listed(client, login) == []


async def test_a_wrong_line_costs_no_more_among_many(client: Client, conn: Connection) -> None:
    """Each once searched for itself among all others: 20,000 took the shop's only process for eight seconds."""
    login = await a_staff(conn, "addresses.import")
    seconds: dict[int, list[float]] = {2_000: [], 20_000: []}
    for count in [*seconds] * 2:
        text = "\n".join(f"203.{n // 250}.{n % 250}.7" for n in range(count))
        wish = {"text": text, "gateway": "nowhere", "pool": "kt-seoul", "carrier": "KT", "region": "서울"}
        began = process_time()
        shown = await client.post(f"{LIST}/import/preview", json=wish, headers=login.headers)
        seconds[count].append(process_time() - began)
        assert (shown.json()["data"]["good"], shown.json()["data"]["bad"]) == (0, count)
        assert {line["address"] for line in shown.json()["data"]["lines"]} <= {*text.split()}

    # Ten times the lines: ten times the work, and a hundred times where each is searched for among all.
    few, many = (min(times) for times in seconds.values())
    assert many < 30 * few


async def test_an_address_within_a_gateways_tunnels_is_no_exit(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.import")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    await replace_network(conn, GatewayId(gateway), "198.18.0.0/16")
    text = "198.18.0.9\n203.0.113.9"
    wish = {"text": text, "gateway": name, "pool": "kt-seoul", "carrier": "KT", "region": "서울"}

    shown = await client.post(f"{LIST}/import/preview", json=wish, headers=login.headers)

    lines = shown.json()["data"]["lines"]
    assert [(line["address"], line["wrong"]) for line in lines] == [
        ("198.18.0.9", "tunnel"),
        ("203.0.113.9", None),
    ]


async def test_pasted_networks_are_imported_with_the_form_and_are_proven_before_they_are_sold(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "addresses.import", "addresses.view", "record.view")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    wish = {"text": "203.0.113.0/29\n\n203.0.113.200", "gateway": name, "pool": "kt-seoul"}

    incomplete = await client.post(f"{LIST}/import/preview", json=wish, headers=login.headers)
    imported = await import_lines(client, login, **wish, carrier="KT", region="서울")
    again = await client.post(
        f"{LIST}/import/preview", json={**wish, "carrier": "KT", "region": "서울"}, headers=login.headers
    )
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert incomplete.json()["data"]["lines"][0]["wrong"] == "columns"
    assert imported.json()["data"]["made"] == {"imported": 7}
    assert {row["state"] for row in await listed(client, login)} == {"unproven"}
    assert {(line["line"], line["wrong"]) for line in again.json()["data"]["lines"]} == {
        (1, "exists"),
        (3, "exists"),
    }
    assert (record[0]["action"], record[0]["after"]["count"]) == ("addresses.import", 7)


async def test_all_faults_of_an_import_are_told_at_once_and_as_they_were_written(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "addresses.import", "addresses.view")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    place = {"gateway": name, "pool": "kt-seoul", "carrier": "KT", "region": "서울"}
    await import_lines(client, login, text="203.0.113.10", **place)
    wish = {**place, "text": "hello\n203.0.113.10\n203.0.113.11"}

    shown = (await client.post(f"{LIST}/import/preview", json=wish, headers=login.headers)).json()["data"]

    assert [(line["address"], line["wrong"]) for line in shown["lines"]] == [
        ("hello", "address"),
        ("203.0.113.10", "exists"),
        ("203.0.113.11", None),
    ]
    assert (shown["good"], shown["bad"], shown["preview"]["count"]) == (1, 2, 1)


async def test_a_pool_lasts_what_is_free_by_the_net_of_leases_a_day(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.view")
    plan = await a_plan(conn, addresses=9)
    await pools.count(conn)
    await execute(conn, "UPDATE pool_days SET day = day - 2")
    for _ in range(4):
        await a_service(conn, await a_member(conn, login_id=None), plan=plan)
    await pools.count(conn)

    line = (await client.get(f"{LIST}/pools", headers=login.headers)).json()["data"]["items"][0]

    assert (line["free"], line["leased"]) == (5, 4)
    assert (line["netPerDay"], line["daysLeft"]) == (2.0, 2.5)


async def test_who_had_an_address_takes_two_and_only_these_see_the_answer(
    client: Client, conn: Connection
) -> None:
    await execute(conn, "UPDATE site_config SET officer_mail = 'officer@ieum.example'")
    asker = await a_staff(conn, "addresses.who", "addresses.view", name="김상담")
    second = await a_staff(conn, "addresses.who", "approvals.confirm", "record.view", name="이관리")
    third = await a_staff(conn, "addresses.who", "approvals.confirm", name="박다른")
    member = await a_member(conn)
    await a_service(conn, member, plan=await a_plan(conn, addresses=1))
    await execute(conn, "UPDATE leases SET active_at = now() - interval '3 hours'")
    address = (await listed(client, asker))[0]["address"]
    at = f"{datetime.now(UTC).astimezone(SEOUL) - timedelta(hours=1):%Y-%m-%d %H:%M}"

    body = await desk.body_of(client, asker, "addresses.who", None, address=address, at=at)
    path = desk.path_of("addresses.who")
    short = await client.post(path, json=body | {"reason": "민원 건"}, headers=asker.headers)
    asked = await client.post(path, json=body | {"reason": "민원 2026-11 확인"}, headers=asker.headers)
    approval = asked.json()["data"]["approvalId"]
    early = await client.post(f"{LIST}/who/{approval}/answer", headers=asker.headers)
    confirmed = await client.post(
        f"/api/v1/console/approvals/{approval}/confirmation",
        json={"digest": asked.json()["data"]["preview"]["digest"]},
        headers=second.headers,
    )
    answers = [
        await client.post(f"{LIST}/who/{approval}/answer", headers=login.headers)
        for login in (asker, second, third)
    ]
    record = (await client.get("/api/v1/console/record", headers=second.headers)).json()["data"]["items"]

    assert (short.status_code, short.json()["fields"][0]["name"]) == (422, "reason")
    assert asked.status_code == 202
    assert early.status_code == 404
    assert confirmed.status_code == 200, confirmed.text
    assert str(member) not in str(confirmed.json()["data"]["result"].keys())
    assert [answer.status_code for answer in answers] == [200, 200, 404]
    held = answers[0].json()["data"]["leases"]
    assert [one["holder"]["id"] for one in held] == [member]
    assert "*" in held[0]["holder"]["name"]
    assert [entry["action"] for entry in record].count("addresses.who_seen") == 2
    looked_up = next(entry for entry in record if entry["action"] == "addresses.who")
    assert (looked_up["objectKind"], looked_up["objectId"]) == ("address", address)
    assert looked_up["reason"] == "민원 2026-11 확인"
    assert {"lookup", "since"} <= looked_up["after"].keys()
    assert await fetch_all(conn, str, "SELECT asked_by FROM address_lookups") == [
        "김상담, 확인 이관리 (콘솔)"
    ]
    assert await fetch_one(
        conn, bool, "SELECT EXISTS (SELECT FROM messages WHERE reference LIKE 'lookup:%%')"
    )


async def test_a_question_of_the_future_or_without_an_officer_is_refused(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "addresses.who")
    past = {"address": "203.0.113.7", "at": "2026-01-02 14:05"}

    none = await desk.preview(client, login, "addresses.who", None, **past)
    await execute(conn, "UPDATE site_config SET officer_mail = 'officer@ieum.example'")
    future = await desk.preview(client, login, "addresses.who", None, **past | {"at": "2999-01-01 00:00"})

    assert (none.status_code, none.json()["code"]) == (409, "change_stays")
    assert "책임자의 메일" in none.json()["detail"]
    assert (future.status_code, future.json()["fields"][0]["name"]) == (422, "at")


async def test_a_line_is_no_duplicate_of_one_that_is_not_imported(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.import")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    text = (
        "gateway;address;pool;carrier;region\n"
        "nowhere;203.0.113.1;kt-seoul;KT;부산\n"
        f"{name};203.0.113.2;kt-seoul;KT;\ufffd\ufffd\n"
        f"{name};203.0.113.1;kt-seoul;KT;서울\n"
        f"{name};203.0.113.2;kt-seoul;KT;서울\n"
    )

    shown = (await client.post(f"{LIST}/import/preview", json={"text": text}, headers=login.headers)).json()[
        "data"
    ]

    assert {line["line"]: line["wrong"] for line in shown["lines"]} == {
        2: "gateway",
        3: "lost",
        4: None,
        5: None,
    }


async def test_good_lines_alone_are_imported_if_staff_say_so(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.import", "addresses.view", "record.view")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    place = {"gateway": name, "pool": "kt-seoul", "carrier": "KT", "region": "서울"}

    refused = await import_lines(client, login, text="127.0.0.1", **place, onlyGood=True)
    imported = await import_lines(client, login, text="127.0.0.1\n203.0.113.1", **place, onlyGood=True)
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert (refused.status_code, refused.json()["code"]) == (422, "import_has_faults")
    assert imported.json()["data"]["made"] == {"imported": 1}
    assert [row["address"] for row in await listed(client, login)] == ["203.0.113.1"]
    assert record[0]["after"]["left_out"] == 1


async def test_a_second_press_is_told_that_the_lines_have_changed(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.import")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    wish = {
        "text": "127.0.0.1\n203.0.113.1",
        "gateway": name,
        "pool": "kt",
        "carrier": "KT",
        "region": "서울",
    }
    body = await body_of_import(client, login, **wish, onlyGood=True)

    first, repeated, second = [
        await client.post(f"{LIST}/import", json=body | {"key": key}, headers=login.headers)
        for key in (body["key"], body["key"], a_press_key())
    ]

    assert [answer.json()["data"]["made"] for answer in (first, repeated)] == [{"imported": 1}] * 2
    assert (second.status_code, second.json()["code"]) == (409, "preview_changed")


async def test_an_import_of_many_lines_is_larger_than_other_changes_may_be(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "addresses.import")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    lines = "\n".join(f"203.{n // 250}.{n % 250}.7" for n in range(20_000))
    wish = {"text": lines, "gateway": name, "pool": "kt-seoul", "carrier": "KT", "region": "서울"}

    imported = await import_lines(client, login, **wish)
    small = await client.post(
        desk.path_of("addresses.import"),
        json={"target": None, "wish": wish, "key": a_press_key(), "digest": "0" * 32, "reason": "새 회선"},
        headers=login.headers,
    )

    assert imported.json()["data"]["made"] == {"imported": 20_000}
    assert small.status_code == 413


async def test_a_new_pool_has_one_carrier_though_two_import_it_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        logins = [await a_staff(conn, "addresses.import") for _ in range(2)]
        gateway = await a_gateway(conn)
        name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)

    async def seen_by(login: Login, carrier: str, address: str) -> dict[str, Any]:
        place = {"gateway": name, "pool": "new", "carrier": carrier, "region": "서울"}
        return await body_of_import(shop.client, login, text=address, **place)

    places = [("KT", "203.0.113.1"), ("SKT", "203.0.113.2")]
    forms = [await seen_by(login, *place) for login, place in zip(logins, places, strict=True)]
    answers = await after_all_have_looked(
        shop.db,
        "address_pools",
        *(
            shop.client.post(f"{LIST}/import", json=form, headers=login.headers)
            for login, form in zip(logins, forms, strict=True)
        ),
    )

    late = next(answer for answer in answers if answer.status_code != 200)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert late.json()["code"] == "preview_changed"
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM exit_addresses") == 1


@pytest.mark.parametrize("unseen", ["\u200d", "\u200c", "\ufe0f", "\U000e0041", "\u0301" * 9], ids=ascii)
async def test_no_pool_looks_like_another_by_what_is_not_seen(
    client: Client, conn: Connection, unseen: str
) -> None:
    login = await a_staff(conn, "addresses.import")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    wish = {"text": "203.0.113.1", "gateway": name, "pool": "kt", "carrier": f"K{unseen}T", "region": "서울"}

    shown = (await client.post(f"{LIST}/import/preview", json=wish, headers=login.headers)).json()["data"]

    assert [line["wrong"] for line in shown["lines"]] == ["place"]


async def test_a_pool_imported_with_lost_letters_is_corrected(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.change", "addresses.view", "record.view")
    await a_plan(conn, addresses=2)
    await a_plan(conn, addresses=1)
    pool, other = await fetch_all(conn, int, "SELECT id FROM address_pools ORDER BY id DESC LIMIT 2")
    await execute(
        conn, "UPDATE address_pools SET carrier = 'KT�', region = '����' WHERE id = %(id)s", id=pool
    )
    await execute(conn, "UPDATE address_checks SET look_up_at = now() + interval '1 day'")
    taken = await fetch_one(conn, str, "SELECT code FROM address_pools WHERE id = %(id)s", id=other)
    right = {"code": "skt-busan", "carrier": "SKT", "region": "부산"}

    async def refused(**wish: str) -> list[str]:
        answer = await desk.preview(client, login, "addresses.pool", pool, **right | wish)
        return [answer.json()["code"], *(field["name"] for field in answer.json()["fields"])]

    assert await refused(region="부\ufffd") == ["invalid_fields", "region"]
    assert await refused(code=taken) == ["invalid_fields", "code"]
    corrected = await desk.press(client, login, "addresses.pool", pool, **right)
    unchanged = await refused()
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert corrected.status_code == 200, corrected.text
    assert unchanged == ["invalid_fields", "code"]
    names = "SELECT jsonb_build_object('code', code, 'carrier', carrier, 'region', region) FROM address_pools"
    assert await fetch_one(conn, dict[str, str], f"{names} WHERE id = %(id)s", id=pool) == right
    assert (record[0]["action"], record[0]["objectKind"], record[0]["objectId"]) == (
        "addresses.pool",
        "pool",
        str(pool),
    )
    assert record[0]["after"] == right
    asked = await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM address_checks c JOIN exit_addresses e ON e.id = c.address_id"
        " WHERE look_up_at <= now() AND pool_id = %(id)s",
        id=pool,
    )
    assert asked == await fetch_one(
        conn, int, "SELECT count(*) FROM exit_addresses WHERE pool_id = %(id)s", id=pool
    )


async def test_a_colleagues_name_of_a_pool_stays(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.change")
    pool = await fetch_one(
        conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=await a_plan(conn)
    )
    await desk.press(client, login, "addresses.pool", pool, carrier="SKT")

    await desk.press(client, login, "addresses.pool", pool, region="부산")

    assert (
        await fetch_one(
            conn, str, "SELECT carrier || ' ' || region FROM address_pools WHERE id = %(id)s", id=pool
        )
        == "SKT 부산"
    )


async def test_an_address_that_is_sold_meanwhile_is_not_moved(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.change", "addresses.view")
    plan = await a_plan(conn, addresses=1)
    await a_plan(conn, addresses=1)
    rows = await listed(client, login)
    pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)
    to = next(row["pool"]["id"] for row in rows if row["pool"]["id"] != pool)
    address = next(row["address"] for row in rows if row["pool"]["id"] == pool)
    body = await desk.body_of(client, login, "addresses.move", pool, addresses=address, to=to)
    await a_service(conn, await a_member(conn), plan=plan)

    late = await client.post(desk.path_of("addresses.move"), json=body, headers=login.headers)

    assert late.status_code == 409
    assert (
        await fetch_one(
            conn, int, "SELECT pool_id FROM exit_addresses WHERE host(address) = %(a)s", a=address
        )
        == pool
    )


async def test_an_address_that_is_sold_during_the_press_is_not_moved(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        login = await a_staff(conn, "addresses.change")
        plan = await a_plan(conn, addresses=1)
        pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)
        other = await a_plan(conn, addresses=1)
        to = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=other)
        found = "SELECT host(address) FROM exit_addresses WHERE pool_id = %(pool)s"
        address = await fetch_one(conn, str, found, pool=pool)
    body = await desk.body_of(shop.client, login, "addresses.move", pool, addresses=address, to=to)

    async with shop.db.transaction() as buyer:
        await execute(
            buyer, "UPDATE exit_addresses SET available_at = NULL WHERE pool_id = %(pool)s", pool=pool
        )
        press = asyncio.create_task(
            shop.client.post(desk.path_of("addresses.move"), json=body, headers=login.headers)
        )
        await until_so_many_wait_for_locks(shop.db, 1)
    late = await press

    assert (late.status_code, late.json()["code"]) == (409, "preview_changed")
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, str, found, pool=pool) == address


async def test_addresses_that_nobody_has_move_to_another_pool(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.change", "addresses.view", "record.view")
    await a_service(conn, await a_member(conn), plan=await a_plan(conn, addresses=3))
    await a_plan(conn, addresses=1)
    rows = await listed(client, login)
    held = next(row for row in rows if row["state"] == "leased")
    to = next(row["pool"]["id"] for row in rows if row["pool"]["id"] != held["pool"]["id"])
    free = [row for row in rows if row["pool"]["id"] == held["pool"]["id"] and row is not held]

    pool = held["pool"]["id"]
    stays = await desk.preview(client, login, "addresses.move", pool, addresses=held["address"], to=to)
    nowhere = await desk.preview(client, login, "addresses.move", pool, addresses=held["address"], to=2**62)
    others = await desk.preview(client, login, "addresses.move", to, addresses=held["address"], to=pool)
    for one in free:
        moved = await desk.press(client, login, "addresses.move", pool, addresses=one["address"], to=to)
        assert moved.status_code == 200, moved.text
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    after = {row["address"]: row["pool"]["id"] for row in await listed(client, login)}
    assert (stays.status_code, stays.json()["code"]) == (409, "change_stays")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "pool_not_found")
    assert (others.status_code, others.json()["code"]) == (409, "change_stays")
    assert (record[0]["action"], record[0]["objectKind"], record[0]["objectId"]) == (
        "addresses.move",
        "pool",
        str(pool),
    )
    assert record[0]["after"] == {"addresses": free[-1]["address"], "count": 1, "pool": to}
    assert after[held["address"]] == held["pool"]["id"]
    assert {after[one["address"]] for one in free} == {to}


async def test_only_addresses_that_nobody_ever_had_are_deleted(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "addresses.change", "addresses.import", "addresses.view", "record.view")
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    place = {"gateway": name, "pool": "kt-seoul", "carrier": "KT", "region": "서울"}
    await import_lines(client, login, text="203.0.113.0/29", **place)
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, addresses=1))
    await execute(
        conn,
        """
        UPDATE leases l SET address_id = e.id, gateway_id = e.gateway_id, state = 'ended', ended_at = now()
          FROM exit_addresses e WHERE e.address = '203.0.113.2' AND l.service_id = %(service)s
        """,
        service=service,
    )
    await execute(
        conn,
        "INSERT INTO address_profits (month, address_id, pool_id, revenue, cost)"
        " SELECT '2026-10-01', id, pool_id, 0, 1000 FROM exit_addresses WHERE address = '203.0.113.1'",
    )

    pool = await fetch_one(conn, int, "SELECT id FROM address_pools WHERE code = 'kt-seoul'")
    gone = await desk.press(client, login, "addresses.remove", pool, addresses="203.0.113.0/24")
    stays = await desk.preview(client, login, "addresses.remove", pool, addresses="203.0.113.0/24")
    record = (await client.get("/api/v1/console/record", headers=login.headers)).json()["data"]["items"]

    assert gone.status_code == 200, gone.text
    assert stays.json()["code"] == "change_stays"
    assert [row["address"] for row in await listed(client, login, "?q=203.0.113.0/24")] == ["203.0.113.2"]
    assert (record[0]["action"], record[0]["after"]["count"]) == ("addresses.remove", 5)
    again = await import_lines(client, login, text="203.0.113.1", **place)
    assert again.json()["data"]["made"] == {"imported": 1}
