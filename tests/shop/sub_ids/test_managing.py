"""What an owner does with sub-ids, and that nobody else does."""

from datetime import UTC, date, datetime, timedelta

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.services import service as services
from ieum.shop.sub_ids.rules import CHANGES_AN_HOUR
from tests.shop.builders.members import PASSWORD, a_login, a_member, a_session
from tests.shop.builders.services import a_service, add_device, served_keys, show_service
from tests.shop.builders.shops import Client
from tests.shop.builders.sub_ids import (
    a_grant,
    a_sub_id,
    do,
    events,
    grant,
    make_sub_id,
    show,
    token_of,
    use_link,
)


async def log_in(client: Client, login_id: str, password: str = PASSWORD) -> int:
    answer = await client.post("/api/login", json={"mberId": login_id, "mberPw": password})
    return answer.status_code


async def test_a_sub_id_is_made_chooses_its_password_and_logs_in_by_the_same_form(
    client: Client, conn: Connection
) -> None:
    owner = await a_login(conn, await a_member(conn))

    made = await make_sub_id(client, owner, loginId="desk_kim", name=" 영업1팀  김대리 ")
    link = made.json()["data"]["link"]
    before = await log_in(client, "desk_kim", "battery-staple-7")
    used = await use_link(client, token_of(link["url"]))

    assert made.status_code == 201, made.text
    assert made.json()["data"]["name"] == "영업1팀 김대리"
    assert link["url"].partition("#")[0].endswith("/sub-id")
    assert (before, used.status_code) == (401, 200), used.text
    assert used.headers["authorization"].startswith("Bearer ")
    assert await log_in(client, "desk_kim", "battery-staple-7") == 200
    assert await events(client, owner, made.json()["data"]["id"]) == [
        "owner created",
        "sub_id password_set",
    ]


async def test_its_token_says_what_it_is_and_get_member_answers_with_the_contracts_fields(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn, points=5_000)
    service = await a_service(conn, member)
    sub_id = await a_sub_id(conn, member, login_id="desk_lee", name="2번 자리")
    await a_grant(conn, sub_id, service, changes=3)
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
        VALUES (%(member)s, 2, 'granted', now() + interval '1 year')
        """,
        member=member,
    )

    answer = await client.get("/api/v1/member", headers=await a_login(conn, sub_id))

    # Of its three changes the owner has tickets for two.
    assert answer.json()["data"] == {
        "mberId": "desk_lee",
        "mberNm": "2번 자리",
        "email": "",
        "phone": "",
        "smsRcvYn": "N",
        "mailRcvYn": "N",
        "point": 0,
        "ipTicket": 2,
        "useSvCnt": 1,
        "expSvCnt": 0,
        "kind": "sub_id",
    }


async def test_an_id_is_unique_among_members_and_sub_ids_and_never_given_again(
    client: Client, conn: Connection
) -> None:
    owner = await a_login(conn, await a_member(conn, login_id="hongkildong"))
    made = await make_sub_id(client, owner, loginId="desk_park")

    of_a_member = await make_sub_id(client, owner, loginId="hongkildong")
    again = await make_sub_id(client, owner, loginId="desk_park")
    checked = await client.post("/api/v1/user/check-id", json={"mberId": "desk_park"})
    removed = await client.delete(f"/api/v1/sub-ids/{made.json()['data']['id']}", headers=owner)
    after = await make_sub_id(client, owner, loginId="desk_park")

    refused = [answer.json()["fields"][0]["code"] for answer in (of_a_member, again, after)]
    assert refused == ["taken", "taken", "taken"]
    assert (checked.json()["data"]["available"], removed.status_code) == (False, 200)


async def test_no_more_than_the_shop_allows(client: Client, conn: Connection) -> None:
    await execute(conn, "UPDATE site_config SET sub_id_limit = 1")
    owner = await a_login(conn, await a_member(conn))
    first = await make_sub_id(client, owner)

    second = await make_sub_id(client, owner)
    await client.delete(f"/api/v1/sub-ids/{first.json()['data']['id']}", headers=owner)
    third = await make_sub_id(client, owner)

    assert (second.status_code, second.json()["code"], third.status_code) == (409, "too_many_sub_ids", 201)


async def test_a_suspended_one_is_logged_out_and_its_devices_are_off_until_it_is_resumed(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    service, owner = await a_service(conn, member), await a_login(conn, member)
    sub_id = await a_sub_id(conn, member, login_id="desk_choi")
    await a_grant(conn, sub_id, service)
    session = await a_session(conn, sub_id)
    added = await add_device(client, session.headers, service)
    key = added.json()["data"]["device"]["publicKey"]
    revision = await fetch_one(conn, int, "SELECT max(revision) FROM gateways")
    assert await served_keys(conn) == {key}

    suspended = await do(client, owner, sub_id, "suspend")

    assert suspended.json()["data"]["state"] == "suspended"
    assert await served_keys(conn) == set()
    assert await fetch_one(conn, int, "SELECT max(revision) FROM gateways") == revision + 1
    assert (await client.get("/api/v1/services", headers=session.headers)).status_code == 401
    assert await log_in(client, "desk_choi") == 403
    assert await log_in(client, "desk_choi", "wrong-password-1") == 401

    await do(client, owner, sub_id, "resume")

    assert await served_keys(conn) == {key}
    assert await log_in(client, "desk_choi") == 200
    assert (await events(client, owner, sub_id))[-2:] == ["owner suspended", "owner resumed"]


async def test_a_removed_one_is_gone_but_its_owner_still_reads_what_it_did(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    service, owner = await a_service(conn, member), await a_login(conn, member)
    sub_id = await a_sub_id(conn, member, login_id="desk_yoon")
    await a_grant(conn, sub_id, service)
    own = await a_login(conn, sub_id)
    await add_device(client, own, service)

    await client.delete(f"/api/v1/sub-ids/{sub_id}", headers=owner)
    again = await client.delete(f"/api/v1/sub-ids/{sub_id}", headers=owner)

    assert await served_keys(conn) == set()
    assert (await client.get("/api/v1/member", headers=own)).status_code == 401
    assert await log_in(client, "desk_yoon") == 401
    assert again.status_code == 404
    seen = await show(client, owner, sub_id)
    assert (seen["state"], seen["loginId"], seen["grants"]) == ("removed", "desk_yoon", [])
    listed = await client.get("/api/v1/sub-ids", headers=owner)
    assert listed.json()["data"]["items"] == []


async def test_after_its_last_day_it_can_do_nothing_and_may_be_given_more_days(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    service, owner = await a_service(conn, member), await a_login(conn, member)
    sub_id = await a_sub_id(conn, member, login_id="desk_song")
    await a_grant(conn, sub_id, service)
    own = await a_login(conn, sub_id)
    await add_device(client, own, service)
    today = datetime.now(SEOUL).date()
    path = f"/api/v1/sub-ids/{sub_id}"

    chosen = await client.put(path, json={"name": "자리", "lastDay": today.isoformat()}, headers=owner)
    past = await client.put(
        path, json={"name": "자리", "lastDay": (today - timedelta(days=1)).isoformat()}, headers=owner
    )
    assert (chosen.json()["data"]["lastDay"], past.status_code) == (today.isoformat(), 422)
    assert await fetch_one(
        conn,
        bool,
        """
        SELECT bool_and(expires_at < now() + interval '25 hours') FROM login_sessions WHERE member_id = %(id)s
        """,
        id=sub_id,
    )

    await execute(
        conn, "UPDATE members SET access_ends_at = now() - interval '1 second' WHERE id = %(id)s", id=sub_id
    )
    assert await log_in(client, "desk_song") == 403
    assert (await show(client, owner, sub_id))["state"] == "over"

    longer = await client.put(path, json={"name": "자리", "lastDay": None}, headers=owner)
    assert longer.json()["data"]["state"] == "active"
    assert await log_in(client, "desk_song") == 200


async def test_rights_are_of_running_services_of_the_owner_and_within_the_plan(
    client: Client, conn: Connection
) -> None:
    member, other = await a_member(conn), await a_member(conn)
    service, foreign = await a_service(conn, member), await a_service(conn, other)
    owner = await a_login(conn, member)
    sub_id = await a_sub_id(conn, member)

    granted = await grant(client, owner, sub_id, service, devices=1)
    of_another = await grant(client, owner, sub_id, foreign)
    too_many = await grant(client, owner, sub_id, service, devices=900)

    assert (granted.status_code, of_another.status_code, too_many.status_code) == (200, 404, 422)
    assert [one["serviceId"] for one in granted.json()["data"]["grants"]] == [service]


async def test_a_withdrawn_right_takes_its_devices_along_and_leaves_the_others(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    service, owner = await a_service(conn, member), await a_login(conn, member)
    sub_id = await a_sub_id(conn, member)
    await a_grant(conn, sub_id, service)
    own = await a_login(conn, sub_id)
    theirs = (await add_device(client, owner, service)).json()["data"]["device"]["publicKey"]
    await add_device(client, own, service)

    answer = await client.delete(f"/api/v1/sub-ids/{sub_id}/services/{service}", headers=owner)

    assert answer.json()["data"]["grants"] == []
    assert await served_keys(conn) == {theirs}
    assert (await client.get(f"/api/v1/services/{service}", headers=own)).status_code == 404
    assert len((await show_service(client, owner, service))["devices"]) == 1


async def test_a_file_makes_all_or_none_and_names_every_wrong_line(client: Client, conn: Connection) -> None:
    owner = await a_login(conn, await a_member(conn, login_id="hongkildong"))
    day = (datetime.now(UTC) + timedelta(days=30)).date()
    good = f"\ufeff아이디,이름,마지막 날\r\ndesk_001,영업 1\r\n\r\ndesk_002,영업 2,{day}\r\n"
    bad = (
        "desk_003,영업 3\nhongkildong,홍\nXX,영업 4\ndesk_003,영업 5\ndesk_006,영업 6,내일\ndesk_007\n"
        "desk_001,영업 8\n"
    )

    made = await client.post("/api/v1/sub-ids/import", json={"csv": good}, headers=owner)
    refused = await client.post("/api/v1/sub-ids/import", json={"csv": bad}, headers=owner)
    taken = await client.post(
        "/api/v1/sub-ids/import", json={"csv": "desk_004,영업 4\nhongkildong,영업 5\n"}, headers=owner
    )
    many = await client.post(
        "/api/v1/sub-ids/import",
        json={"csv": "".join(f"desk_9{number:02},자리 {number}\n" for number in range(51))},
        headers=owner,
    )

    assert [one["loginId"] for one in made.json()["data"]] == ["desk_001", "desk_002"], made.text
    assert [(field["name"], field["code"]) for field in refused.json()["fields"]] == [
        ("lines[2].name", "invalid"),
        ("lines[2].loginId", "taken"),
        ("lines[3].loginId", "invalid"),
        ("lines[4].loginId", "repeated"),
        ("lines[5].lastDay", "invalid"),
        ("lines[6]", "columns"),
        ("lines[7].loginId", "taken"),
    ]
    assert [field["name"] for field in taken.json()["fields"]] == ["lines[2].loginId"]
    assert many.json()["fields"][0]["code"] == "too_many"
    listed = await client.get("/api/v1/sub-ids", headers=owner)
    assert [one["loginId"] for one in listed.json()["data"]["items"]] == ["desk_002", "desk_001"]
    assert listed.json()["data"]["items"][0]["lastDay"] == date.isoformat(day)


async def test_a_line_repeats_no_line_that_is_wrong_and_lost_letters_are_named(
    client: Client, conn: Connection
) -> None:
    owner = await a_login(conn, await a_member(conn))
    csv = f"desk_031;영\ndesk_031;영업\ndesk_032;\ufffd\ufffd업\ndesk_033;{'가' * 60}\ndesk_034;{'가' * 61}\n"

    answer = await client.post("/api/v1/sub-ids/import", json={"csv": csv}, headers=owner)

    assert [(field["name"], field["code"]) for field in answer.json()["fields"]] == [
        ("lines[1].name", "invalid"),
        ("lines[3]", "lost"),
        ("lines[5].name", "invalid"),
    ]


async def test_a_file_with_odd_characters_is_refused_or_read_and_never_breaks(
    client: Client, conn: Connection
) -> None:
    owner = await a_login(conn, await a_member(conn))

    async def told(text: str) -> int:
        await execute(conn, "DELETE FROM request_counts")
        answer = await client.post("/api/v1/sub-ids/import", json={"csv": text}, headers=owner)
        return answer.status_code

    odd = [
        "",
        "a\rb",
        '"',
        "desk_1,\x00",
        "\x00,가나",
        "한,가나\nx",
        "desk_010,\x00가나",
        "desk_010,가\u202e나",
    ]
    odd += [
        "desk_010,\u200b\u200b",
        "desk_010,\u3164\u2800",
        "desk_010,\u200d\ufe0f",
        "desk_010,\U000e0041\u0301",
        "desk_010,가나,9999-12-31",
    ]
    assert [await told(text) for text in odd] == [422] * len(odd)
    assert await told("desk_010,자리 1\rdesk_011,자리 2\r") == 201


async def test_who_sends_files_to_learn_which_ids_are_taken_is_soon_stopped(
    client: Client, conn: Connection
) -> None:
    """Nothing is made of a file with a wrong line, and each line of it says whether its id is taken."""
    owner = await a_login(conn, await a_member(conn))
    other = await a_login(conn, await a_member(conn))
    wrong = {"csv": "x\n" + "\n".join(f"guess_{number},가나" for number in range(49))}

    answers = [await client.post("/api/v1/sub-ids/import", json=wrong, headers=owner) for _ in range(6)]

    assert [answer.status_code for answer in answers] == [422] * 5 + [429]
    assert int(answers[-1].headers["retry-after"]) <= 60
    assert (await client.post("/api/v1/sub-ids/import", json=wrong, headers=other)).status_code == 422


async def test_a_cell_with_a_line_break_is_refused_by_the_line_where_it_ends(
    client: Client, conn: Connection
) -> None:
    owner = await a_login(conn, await a_member(conn))

    answer = await client.post(
        "/api/v1/sub-ids/import", json={"csv": '"desk\n_21",가나\ndesk_22,x'}, headers=owner
    )

    assert answer.status_code == 422
    assert [field["name"] for field in answer.json()["fields"]] == ["lines[2]", "lines[3].name"]


async def test_a_file_that_is_wrong_throughout_is_named_wrong_a_hundred_times(
    client: Client, conn: Connection
) -> None:
    owner = await a_login(conn, await a_member(conn))

    answer = await client.post("/api/v1/sub-ids/import", json={"csv": "a\n" * 5000}, headers=owner)

    assert (answer.status_code, len(answer.json()["fields"])) == (422, 100)


async def test_the_list_is_searched_by_id_and_name_and_by_state(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    owner = await a_login(conn, member)
    for login_id, name in (("desk_aaa", "영업1팀"), ("desk_bbb", "지원팀"), ("office_c", "영업2팀")):
        await a_sub_id(conn, member, login_id=login_id, name=name)
    await a_sub_id(conn, await a_member(conn), login_id="desk_zzz", name="영업3팀")

    async def found(**query: str) -> list[str]:
        answer = await client.get("/api/v1/sub-ids", params=query, headers=owner)
        assert answer.status_code == 200, answer.text
        return [one["loginId"] for one in answer.json()["data"]["items"]]

    assert await found() == ["office_c", "desk_bbb", "desk_aaa"]
    assert await found(search="DESK") == ["desk_bbb", "desk_aaa"]
    assert await found(search=" 영업") == ["office_c", "desk_aaa"]
    assert await found(search="%") == []
    assert await found(state="suspended") == []
    assert await found(state="active", search="지원") == ["desk_bbb"]


async def test_a_right_that_is_put_again_as_it_is_is_no_event(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    owner, service, sub_id = (
        await a_login(conn, member),
        await a_service(conn, member),
        await a_sub_id(conn, member),
    )

    for changes in (1, 1, 2):
        await grant(client, owner, sub_id, service, changes=changes)

    assert await events(client, owner, sub_id) == ["owner granted", "owner granted"]


async def test_a_service_that_goes_on_serves_no_device_of_a_suspended_one(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    owner, service, sub_id = (
        await a_login(conn, member),
        await a_service(conn, member),
        await a_sub_id(conn, member),
    )
    await a_grant(conn, sub_id, service)
    await add_device(client, await a_login(conn, sub_id), service)
    [served] = await served_keys(conn)
    await services.suspend(conn, [service])
    while_unpaid = await served_keys(conn)

    await do(client, owner, sub_id, "suspend")
    await services.resume(conn, [service])
    once_paid = await served_keys(conn)
    await do(client, owner, sub_id, "resume")

    assert (while_unpaid, once_paid, await served_keys(conn)) == (set(), set(), {served})


async def test_who_switches_it_to_and_fro_is_stopped_for_the_hour_but_may_still_take_everything_away(
    client: Client, conn: Connection
) -> None:
    """Each change is noted for good, so that a machine could fill the log."""
    member = await a_member(conn)
    service, owner = await a_service(conn, member), (await a_session(conn, member)).headers
    sub_id = await a_sub_id(conn, member)
    path = f"/api/v1/sub-ids/{sub_id}"
    tomorrow = (datetime.now(SEOUL).date() + timedelta(days=1)).isoformat()
    assert (await grant(client, owner, sub_id, service)).status_code == 200
    await execute(
        conn,
        "UPDATE request_counts SET count = %(most)s WHERE what = 'sub-id-change'",
        most=CHANGES_AN_HOUR - 1,
    )

    last = await grant(client, owner, sub_id, service, devices=2)
    noted = await events(client, owner, sub_id)
    refused = [
        await grant(client, owner, sub_id, service, devices=1),
        await do(client, owner, sub_id, "act"),
        await client.put(path, json={"name": "다른 이름", "lastDay": tomorrow}, headers=owner),
    ]
    taken = [await do(client, owner, sub_id, "suspend")]
    refused.append(await do(client, owner, sub_id, "resume"))
    taken.append(await client.delete(f"{path}/services/{service}", headers=owner))
    taken.append(await client.delete(path, headers=owner))

    assert last.status_code == 200
    assert {answer.json()["code"] for answer in refused} == {"too_many_sub_id_changes"}
    assert [answer.status_code for answer in taken] == [200] * 3
    assert await events(client, owner, sub_id) == [
        *noted,
        "owner suspended",
        "owner withdrawn",
        "owner removed",
    ]
