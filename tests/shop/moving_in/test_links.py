"""The link by which a moved member gets in: mailed at a rate, once more to who has not come, and used once."""

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.members import queries as member_queries
from ieum.shop.members.types import MemberId
from ieum.shop.moving_in import inviting, link_queries
from ieum.shop.moving_in.types import Counts
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.orders import required_of
from tests.shop.builders.other_shop import HONG, KIM, OtherShop
from tests.shop.builders.shops import Client, Shop

PASSWORD = "battery-staple-7"
URL = "https://shop.example"


@pytest.fixture
async def moved(db: Database, tmp_path: Path) -> OtherShop:
    """Two members have come; one of them gets advertising by SMS."""
    other = OtherShop(tmp_path)
    other.write(members=[HONG, KIM])
    await other.move(db)
    return other


async def send(db: Database, *, an_hour: int = 600) -> tuple[int, int]:
    sent = await inviting.start(db, an_hour=an_hour, public_url=URL)
    return sent.mailed, sent.left


async def token_of(conn: Connection, login_id: str) -> str:
    """From the newest mail to the member."""
    body = await fetch_one(
        conn,
        str,
        """
        SELECT body FROM messages JOIN members m ON m.id = member_id
         WHERE login_id = %(login_id)s ORDER BY messages.id DESC LIMIT 1
        """,
        login_id=login_id,
    )
    found = re.search(rf"{URL}/moving-in#([\w-]{{43}})\n", body)
    assert found, body
    return found[1]


async def agreements(client: Client, *also: str) -> list[dict[str, Any]]:
    documents = (await client.get("/api/v1/agreements?for=sign-up")).json()["data"]
    wanted = [{"key": one["key"], "version": one["version"]} for one in documents if one["key"] in also]
    return [*required_of(documents), *wanted]


async def use(client: Client, token: str, **changed: Any) -> httpx.Response:
    body = {"token": token, "mberPw": PASSWORD, "agreements": await agreements(client), **changed}
    return await client.post("/api/v1/moving-in/use", json=body)


@pytest.mark.usefixtures("moved")
async def test_nobody_gets_in_before_the_link_is_used(client: Client, conn: Connection, db: Database) -> None:
    for tried in ("", "-", PASSWORD):
        answer = await client.post("/api/login", json={"mberId": "hong_gd", "mberPw": tried or "x"})
        assert answer.status_code == 401
    await send(db)

    seen = await client.post("/api/v1/moving-in/look-up", json={"token": await token_of(conn, "hong_gd")})
    used = await use(client, await token_of(conn, "hong_gd"))
    client.cookies.clear()
    logged_in = await client.post("/api/login", json={"mberId": "hong_gd", "mberPw": PASSWORD})

    assert seen.json()["data"] | {"expiresAt": ""} == {
        "loginId": "hong_gd",
        "name": "홍길동",
        "expiresAt": "",
        "cameFrom": "",
    }
    assert (used.status_code, logged_in.status_code) == (200, 200)
    proven = "SELECT login_id FROM members WHERE email_verified_at IS NOT NULL"
    assert await fetch_all(conn, str, proven) == ["hong_gd"]
    # The answer to the link is a login of its own.
    me = await client.get("/api/v1/member", headers={"authorization": used.headers["authorization"]})
    assert me.json()["data"]["mberId"] == "hong_gd"


async def test_the_mail_and_the_link_name_the_other_shop_and_the_login_id(
    client: Client, conn: Connection, db: Database, tmp_path: Path
) -> None:
    other = OtherShop(tmp_path)
    other.write(members=[HONG])
    await other.move(db, came_from="옛가게")

    await send(db)

    token = await token_of(conn, "hong_gd")
    body = await fetch_one(conn, str, "SELECT body FROM messages WHERE body LIKE %(part)s", part=f"%{token}%")
    seen = await client.post("/api/v1/moving-in/look-up", json={"token": token})
    assert "이용하시던 옛가게의 회원 정보" in body
    assert "아이디: hong_gd\n" in body
    assert seen.json()["data"]["cameFrom"] == "옛가게"


@pytest.mark.usefixtures("moved")
async def test_what_was_agreed_to_is_recorded_and_earlier_advertising_stays(
    client: Client, conn: Connection, db: Database
) -> None:
    await send(db)

    await use(client, await token_of(conn, "hong_gd"))
    await use(client, await token_of(conn, "kim_ieum"), agreements=await agreements(client, "email"))

    recorded = """
        SELECT document_key FROM consents c JOIN members m ON m.id = member_id
         WHERE login_id = %(id)s AND agreed AND channel = 'web'
    """
    hong = await fetch_all(conn, str, recorded, id="hong_gd")
    kim = await fetch_all(conn, str, recorded, id="kim_ieum")
    assert {"age14", "terms", "privacy"}.issubset(hong)
    assert not {"sms", "email"}.intersection(hong)
    assert "email" in kim
    flags = "SELECT concat_ws(' ', sms_opt_in, mail_opt_in) FROM members WHERE login_id = %(id)s"
    assert await fetch_one(conn, str, flags, id="hong_gd") == "t f"
    assert await fetch_one(conn, str, flags, id="kim_ieum") == "f t"


@pytest.mark.usefixtures("moved")
async def test_required_documents_and_a_good_password_are_asked_for(
    client: Client, conn: Connection, db: Database
) -> None:
    await send(db)
    token = await token_of(conn, "hong_gd")

    without = await use(client, token, agreements=[])
    weak = await use(client, token, mberPw="hong_gd12345")

    assert (without.status_code, weak.status_code) == (422, 422)
    assert {field["name"] for field in without.json()["fields"]} >= {"agreements.terms"}
    assert (await use(client, token)).status_code == 200


@pytest.mark.usefixtures("moved")
async def test_a_link_works_once_and_says_why_it_does_not(
    client: Client, conn: Connection, db: Database
) -> None:
    await send(db)
    used, late = await token_of(conn, "hong_gd"), await token_of(conn, "kim_ieum")
    await use(client, used)
    await execute(conn, "UPDATE moving_links SET expires_at = now() - interval '1 s' WHERE used_at IS NULL")

    again, over, unknown = await use(client, used), await use(client, late), await use(client, "A" * 43)

    assert [answer.status_code for answer in (again, over, unknown)] == [404, 404, 404]
    assert "사용한" in again.json()["detail"]
    assert "기한이" in over.json()["detail"]
    assert "찾을 수 없습니다" in unknown.json()["detail"]


@pytest.mark.usefixtures("moved")
async def test_mails_go_out_at_a_rate_and_once_more_to_who_has_not_come(
    client: Client, conn: Connection, db: Database
) -> None:
    first, second, third = await send(db, an_hour=1), await send(db, an_hour=1), await send(db, an_hour=2)
    assert (first, second, third) == ((1, 1), (0, 1), (1, 0))
    await use(client, await token_of(conn, "hong_gd"))
    before = await token_of(conn, "kim_ieum")
    await execute(conn, "UPDATE moving_links SET mailed_at = now() - interval '15 days'")

    again = await send(db)
    await execute(conn, "UPDATE moving_links SET mailed_at = now() - interval '15 days'")
    never = await send(db)

    assert (again, never) == ((1, 0), (0, 0))
    # The newer link is in the place of the one before.
    assert (await use(client, before)).status_code == 404
    assert (await use(client, await token_of(conn, "kim_ieum"))).status_code == 200


@pytest.mark.usefixtures("moved")
async def test_the_text_with_the_link_is_not_kept(conn: Connection, db: Database) -> None:
    """A code's text is emptied once it is sent, and so is this."""
    await send(db)

    assert await fetch_all(
        conn,
        bool,
        "SELECT code_until IS NOT NULL AND button_path = '' FROM messages WHERE reference LIKE 'moving-in:%%'",
    ) == [True, True]


@pytest.mark.usefixtures("moved")
async def test_who_came_by_resetting_the_password_is_mailed_no_link(conn: Connection, db: Database) -> None:
    await execute(
        conn,
        """
        INSERT INTO login_sessions (member_id, expires_at)
        SELECT id, now() + interval '1 day' FROM members WHERE login_id = 'hong_gd'
        """,
    )

    assert await send(db) == (1, 0)


async def test_a_corrected_address_ends_the_link_that_went_to_the_wrong_one_and_is_mailed_another(
    client: Client, conn: Connection, db: Database, moved: OtherShop
) -> None:
    """Whoever has the mailbox of a wrong line would get in as the member."""
    await send(db)
    mailed_wrongly = await token_of(conn, "hong_gd")
    moved.write(members=[HONG.replace("hong@", "hong.gd@"), KIM.replace("김이음", "김이응")])
    await moved.move(db, update=True)

    refused = await use(client, mailed_wrongly)
    again = await send(db)

    assert refused.status_code == 404
    # Whose name alone was corrected keeps the link.
    assert again == (1, 0)
    assert await fetch_all(
        conn, str, "SELECT recipient FROM messages WHERE reference LIKE 'moving-in:%%' ORDER BY id"
    ) == ["hong@example.com", "kim@example.com", "hong.gd@example.com"]
    assert (await use(client, await token_of(conn, "kim_ieum"))).status_code == 200
    assert (await use(client, await token_of(conn, "hong_gd"))).status_code == 200


async def test_who_comes_while_an_import_corrects_them_stays_as_they_are(shop: Shop, tmp_path: Path) -> None:
    """The import has to wait for the link that is being used, and then finds that they have come."""
    other = OtherShop(tmp_path)
    other.write(members=[HONG])
    await other.move(shop.db)
    other.write(members=[HONG.replace("홍길동", "홍길순")])

    async with shop.db.transaction() as conn:
        [member] = await fetch_all(conn, MemberId, "SELECT member_id FROM moving_links")
        await member_queries.lock_member(conn, member)
        correcting = asyncio.create_task(other.move(shop.db, update=True))
        await until_one_waits_for_a_lock(shop.db)
        assert await link_queries.use(conn, member)
    counts = await correcting

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT name FROM members") == ["홍길동"]
    assert counts == Counts(changed=1)
