"""What happens to who leaves while something else of theirs is under way: real connections, real locks."""

import asyncio
from datetime import timedelta

import httpx
import pytest

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.members import queries as members
from ieum.shop.services import queries as services
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.leaving import leaving_paused
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import PASSWORD, SIGN_UP_AGREEMENTS, a_session, an_account, change, leave
from tests.shop.builders.orders import place
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Shop
from tests.shop.builders.sub_ids import a_grant, a_sub_id
from tests.shop.builders.wire import Wire
from tests.waiting import wait_until_async


async def test_a_member_who_leaves_in_several_windows_at_once_leaves_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn, points=1_000)

    answers = await asyncio.gather(*(leave(shop.client, account) for _ in range(3)))

    assert sorted(answer.status_code for answer in answers) == [200, 401, 401], [a.text for a in answers]
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT amount FROM point_entries ORDER BY id") == [1_000, -1_000]
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 1
        assert await fetch_all(conn, str, "SELECT what FROM destructions") == ["profile"]


async def test_a_payment_that_is_under_way_is_finished_and_its_service_keeps_the_member(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.transaction() as conn:
        account, plan = await an_account(conn), await a_plan(conn)
    order = (await place(shop.client, account.headers, plan)).json()["data"]
    brought = await pay_at_window(sandbox, order)
    wire.answers.clear()
    paying = asyncio.create_task(
        shop.client.post("/api/v1/payments/confirm", json=brought, headers=account.headers)
    )
    await wait_until_async(lambda: wire.count("confirm"), "the provider is not asked to confirm")

    meanwhile = await leave(shop.client, account)
    wire.answers.set()
    paid = await paying
    afterwards = await leave(shop.client, account)

    assert (meanwhile.status_code, meanwhile.json()["code"]) == (409, "order_in_progress")
    assert (paid.status_code, paid.json()["data"]["state"]) == (200, "paid")
    assert (afterwards.status_code, afterwards.json()["code"]) == (409, "services_in_use")


async def test_a_payment_confirmed_while_its_member_leaves_moves_no_money(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        account, plan = await an_account(conn), await a_plan(conn)
    order = (await place(shop.client, account.headers, plan)).json()["data"]
    brought = await pay_at_window(sandbox, order)

    async with leaving_paused(shop, account, monkeypatch):
        paying = asyncio.create_task(
            shop.client.post("/api/v1/payments/confirm", json=brought, headers=account.headers)
        )
        await until_one_waits_for_a_lock(shop.db)

    answer = await paying
    assert (answer.status_code, answer.json()["code"]) == (409, "order_closed")
    assert wire.count("confirm") == 0
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM orders") == ["cancelled"]


async def test_an_order_placed_while_its_member_leaves_is_refused(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        account, plan = await an_account(conn), await a_plan(conn)

    async with leaving_paused(shop, account, monkeypatch):
        placing = asyncio.create_task(place(shop.client, account.headers, plan))
        await until_one_waits_for_a_lock(shop.db)

    answer = await placing
    assert (answer.status_code, answer.json()["code"]) == (409, "order_in_progress")
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT id FROM orders") == []
        assert await fetch_all(conn, int, "SELECT id FROM leases") == []


async def test_a_login_under_way_while_its_member_leaves_opens_nothing(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)

    async with leaving_paused(shop, account, monkeypatch):
        logging_in = asyncio.create_task(
            shop.client.post("/api/login", json={"mberId": account.login_id, "mberPw": PASSWORD})
        )
        await until_one_waits_for_a_lock(shop.db)

    login = await logging_in
    tokens = {
        "Authorization": login.headers.get("authorization", ""),
        "etis-rt": login.headers.get("etis-rt", ""),
    }
    assert (await shop.client.get("/api/v1/member", headers=tokens)).status_code == 401
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM login_sessions WHERE ended_at IS NULL") == 0


async def test_a_second_factor_set_up_while_its_member_leaves_is_refused(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)

    async with leaving_paused(shop, account, monkeypatch, destroyed=True):
        beginning = asyncio.create_task(
            shop.client.post("/api/v1/member/totp", json={"currentPw": PASSWORD}, headers=account.headers)
        )
        await until_one_waits_for_a_lock(shop.db)

    assert (await beginning).status_code == 401


async def test_the_id_of_a_leaving_member_is_never_free(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
    form = {
        "mberId": account.login_id,
        "mberPw": PASSWORD,
        "mberNm": "임꺽정",
        "email": "other@example.com",
        "phone": "01098765432",
        "agreements": SIGN_UP_AGREEMENTS,
    }

    async with leaving_paused(shop, account, monkeypatch, destroyed=True):
        signing_up = asyncio.create_task(shop.client.post("/api/v1/user/sign-up", json=form))
        await until_one_waits_for_a_lock(shop.db)

    answer = await signing_up
    assert (answer.status_code, answer.json()["fields"][0]["code"]) == (422, "taken")


async def test_of_two_passwords_set_at_once_one_is_set(shop: Shop) -> None:
    """The one that is first ends the other's session: a thief who is shut out cannot change it back."""
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        elsewhere = account._replace(session=await a_session(conn, account.member))

    answers = await asyncio.gather(
        *(
            change(shop.client, device, "password", currentPw=PASSWORD, mberPw=f"battery-staple-{number}7")
            for number, device in enumerate((account, elsewhere))
        )
    )

    assert sorted(answer.status_code for answer in answers) == [200, 401], [a.text for a in answers]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 1
        assert await fetch_one(conn, int, "SELECT count(*) FROM login_sessions WHERE ended_at IS NULL") == 1


@pytest.mark.parametrize(
    ("hold", "refer"),
    [
        pytest.param(
            "UPDATE passkeys SET sign_count = 1",
            "INSERT INTO login_sessions (member_id, expires_at) SELECT id, now() + interval '1 day' FROM members",
            id="a login with a passkey",
        ),
        pytest.param(
            "SELECT 1 FROM refresh_tokens t JOIN login_sessions s ON s.id = t.session_id FOR UPDATE",
            """
            INSERT INTO messages (channel, recipient, body, reference, member_id)
            SELECT 'mail', email, '', 'token-reused', id FROM members
            """,
            id="a token that was used before",
        ),
    ],
)
async def test_a_transaction_that_locks_its_member_last_does_not_deadlock_with_leaving(
    shop: Shop, hold: str, refer: str
) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        await execute(
            conn,
            """
            INSERT INTO passkeys (member_id, credential_id, public_key, sign_count, name)
            VALUES (%(member)s, 'credential', 'key', 0, '휴대폰')
            """,
            member=account.member,
        )

    async with shop.db.transaction() as conn:
        await conn.execute(hold.encode())
        going = asyncio.create_task(leave(shop.client, account))
        await until_one_waits_for_a_lock(shop.db)
        await conn.execute(refer.encode())

    assert (await going).status_code == 200
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM login_sessions WHERE ended_at IS NULL") == 0
        assert await fetch_one(conn, int, "SELECT count(*) FROM passkeys") == 0


async def test_a_certificate_that_is_issued_while_its_member_leaves_does_not_deadlock_with_it(
    shop: Shop,
) -> None:
    """It locks the service and then the member; a sub-id still has a right to the service, which is over."""
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        service = await a_service(conn, account.member, starts=timedelta(days=-40))
        await a_grant(conn, await a_sub_id(conn, account.member), service)

    async with shop.db.transaction() as issuing:
        await services.hold_service(issuing, service, account.member)
        going = asyncio.create_task(leave(shop.client, account))
        await until_one_waits_for_a_lock(shop.db)
        assert await members.lock_member(issuing, account.member) is not None

    assert (await going).status_code == 200


async def test_a_login_with_a_password_that_is_being_changed_opens_nothing(shop: Shop) -> None:
    """Its session would be one that the change did not see and did not end."""
    async with shop.db.transaction() as conn:
        account = await an_account(conn)

    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE members SET password_hash = 'another'")
        logging_in = asyncio.create_task(
            shop.client.post("/api/login", json={"mberId": account.login_id, "mberPw": PASSWORD})
        )
        await until_one_waits_for_a_lock(shop.db)

    login = await logging_in
    assert (login.status_code, login.json()["code"]) == (401, "login_failed")
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM login_sessions") == 1
