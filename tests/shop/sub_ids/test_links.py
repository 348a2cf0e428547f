"""The link by which a sub-id chooses its password: opened as often as one likes, used once, within a day."""

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.members import PASSWORD, a_login, a_member
from tests.shop.builders.shops import Client
from tests.shop.builders.sub_ids import a_sub_id, events, make_sub_id, show, token_of, use_link


async def look_up(client: Client, token: str) -> tuple[int, str]:
    answer = await client.post("/api/v1/sub-id-links/look-up", json={"token": token})
    return answer.status_code, answer.json()["data"]["loginId"] if answer.is_success else answer.json()[
        "detail"
    ]


async def test_opening_it_is_recorded_once_and_uses_nothing_up(client: Client, conn: Connection) -> None:
    owner = await a_login(conn, await a_member(conn))
    made = (await make_sub_id(client, owner, loginId="desk_kim")).json()["data"]
    token = token_of(made["link"]["url"])
    assert (await show(client, owner, made["id"]))["link"]["openedAt"] is None

    seen = await client.post("/api/v1/sub-id-links/look-up", json={"token": token})
    await look_up(client, token)

    assert seen.json()["data"] | {"expiresAt": ""} == {
        "loginId": "desk_kim",
        "name": "영업1팀",
        "ownerName": "홍*동",
        "expiresAt": "",
        "resetsFactors": False,
        "isFirst": True,
    }
    shown = await show(client, owner, made["id"])
    assert (shown["state"], shown["link"]["openedAt"] is not None) == ("invited", True)
    assert await events(client, owner, made["id"]) == ["owner created", "sub_id link_opened"]


async def test_it_works_once_and_says_why_it_does_not(client: Client, conn: Connection) -> None:
    owner = await a_login(conn, await a_member(conn))
    used, replaced, late = [
        (await make_sub_id(client, owner)).json()["data"] for _ in ("used", "replaced", "late")
    ]
    await use_link(client, token_of(used["link"]["url"]))
    await client.post(f"/api/v1/sub-ids/{replaced['id']}/link", json={}, headers=owner)
    await execute(
        conn,
        "UPDATE sub_id_links SET expires_at = now() - interval '1 second' WHERE sub_id = %(id)s",
        id=late["id"],
    )

    said = [await look_up(client, token_of(one["link"]["url"])) for one in (used, replaced, late)]
    again = await use_link(client, token_of(used["link"]["url"]))
    unknown = await look_up(client, "A" * 43)

    assert [status for status, _ in said] == [404, 404, 404]
    assert ["사용한" in said[0][1], "새 링크로" in said[1][1], "하루" in said[2][1]] == [True, True, True]
    assert (again.status_code, unknown[0]) == (404, 404)


async def test_what_it_says_of_the_data_has_to_be_confirmed_and_is_kept_as_proof(
    client: Client, conn: Connection
) -> None:
    owner = await a_login(conn, await a_member(conn))
    made = (await make_sub_id(client, owner)).json()["data"]
    token = token_of(made["link"]["url"])

    texts = await client.get("/api/v1/agreements?for=sub-id")
    without = await use_link(client, token, agreements=[])
    weak = await use_link(client, token, "short")
    await use_link(client, token)

    assert [one["key"] for one in texts.json()["data"]] == ["sub-id-notice"]
    assert (without.status_code, without.json()["fields"][0]["name"]) == (422, "agreements.sub-id-notice")
    assert weak.json()["fields"][0]["name"] == "mberPw"
    kept = await fetch_all(
        conn, str, "SELECT document_key FROM consents WHERE member_id = %(id)s AND agreed", id=made["id"]
    )
    assert kept == ["sub-id-notice"]


@pytest.mark.parametrize("resets", [True, False])
async def test_a_new_link_ends_sessions_and_takes_factors_only_where_its_owner_says_so(
    client: Client, conn: Connection, resets: bool
) -> None:
    member = await a_member(conn)
    owner = await a_login(conn, member)
    sub_id = await a_sub_id(conn, member, login_id="desk_kim")
    own = await a_login(conn, sub_id)
    await execute(
        conn,
        "INSERT INTO totp_secrets (member_id, sealed_secret, confirmed_at) VALUES (%(id)s, '\\x00', now())",
        id=sub_id,
    )

    link = await client.post(f"/api/v1/sub-ids/{sub_id}/link", json={"resetsFactors": resets}, headers=owner)
    before = (await client.get("/api/v1/member", headers=own)).status_code
    used = await use_link(client, token_of(link.json()["data"]["url"]))

    assert (link.status_code, before) == (201, 200)
    # Whoever made the link knows it: alone it is no login where there is a second factor.
    assert used.json()["data"] == {"needsCode": not resets}
    assert ("authorization" in used.headers) == resets
    assert (await client.get("/api/v1/member", headers=own)).status_code == 401
    factors = await fetch_one(
        conn, int, "SELECT count(*) FROM totp_secrets WHERE member_id = %(id)s", id=sub_id
    )
    assert factors == (0 if resets else 1)


async def test_a_suspended_sub_id_cannot_use_it(client: Client, conn: Connection) -> None:
    owner = await a_login(conn, await a_member(conn))
    made = (await make_sub_id(client, owner)).json()["data"]
    await client.post(f"/api/v1/sub-ids/{made['id']}/suspend", headers=owner)

    answer = await use_link(client, token_of(made["link"]["url"]))

    assert (answer.status_code, answer.json()["code"]) == (403, "sub_id_withheld")


async def test_recovery_answers_as_for_nobody(client: Client, conn: Connection) -> None:
    await a_sub_id(conn, await a_member(conn, login_id="hongkildong"), login_id="desk_kim", name="홍길순")

    found = await client.post(
        "/api/v1/user/reset-password",
        json={"mberNm": "홍길순", "mberId": "desk_kim", "email": "hong@example.com"},
    )

    assert found.status_code == 200, found.text
    assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 0


async def test_its_security_mails_go_to_its_owner_and_use_up_none_of_theirs(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    sub_id = await a_sub_id(conn, member, login_id="desk_kim")

    answer = await client.put(
        "/api/v1/member/password",
        json={"mberPw": "battery-staple-7", "currentPw": PASSWORD},
        headers=await a_login(conn, sub_id),
    )

    assert answer.status_code == 200, answer.text
    sent = await fetch_all(conn, str, "SELECT concat_ws(' ', recipient, member_id, body) FROM messages")
    assert len(sent) == 1
    assert sent[0].startswith(f"hong@example.com {sub_id} ")
    assert "서브 아이디 desk_kim" in sent[0]
