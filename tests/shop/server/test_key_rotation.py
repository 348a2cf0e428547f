"""The rehearsal of a new IEUM_SECRET_KEY, in the steps of docs/security.md: nobody is logged out, nothing is lost."""

import asyncio
from base64 import b32decode
from datetime import UTC, datetime

import msgspec
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.secret_keys import SecretKey
from ieum.shop.members import tokens
from ieum.shop.members.security import rules as attempts
from ieum.shop.members.types import Identity, MemberId, SessionId
from ieum.shop.server.resealing import reseal
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import HOME
from tests.shop.builders.members import (
    PASSWORD,
    SIGN_UP_AGREEMENTS,
    a_login,
    a_member,
    a_session,
    an_account,
    leave,
    refusal,
)
from tests.shop.builders.orders import place
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.shops import Client, Configure, Shop
from tests.shop.builders.staff import PASSWORD as STAFF_PASSWORD
from tests.shop.builders.staff import a_staff
from tests.shop.builders.staff import code as staff_code
from tests.shop.builders.usage import a_used_device, line, report
from tests.shop.builders.verifications import a_code, confirm

NEW = "another-key-of-more-than-32-characters"
# What stands in IEUM_SECRET_KEY and IEUM_FORMER_KEYS during a change that was planned, and once it is over.
BEHIND, FIRST = {"IEUM_SECRET_KEY": f"{KEY},{NEW}"}, {"IEUM_SECRET_KEY": f"{NEW},{KEY}"}
OVER = {"IEUM_SECRET_KEY": NEW, "IEUM_FORMER_KEYS": KEY}


async def test_requests_that_run_while_the_key_changes_are_all_answered(shop: Shop) -> None:
    """By access tokens alone, so that no refresh hides a refusal."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        old = await a_session(conn, member)
    by_new = tokens.issue_access(Identity(member, old.id), key=NEW, now=datetime.now(UTC))
    answers: list[int] = []
    over = asyncio.Event()

    async def ask(access: str) -> None:
        answer = await shop.client.get("/api/v1/member", headers={"Authorization": f"Bearer {access}"})
        answers.append(answer.status_code)

    async def keep_asking() -> None:
        while not over.is_set():
            await ask(old.access)

    asking = [asyncio.create_task(keep_asking()) for _ in range(2)]
    for keys in ([KEY, NEW], [NEW, KEY]):
        shop.app.state.settings = msgspec.structs.replace(shop.app.state.settings, secret_key=SecretKey(keys))
        # Another server is one step ahead, and has made this token with the new key.
        for _ in range(10):
            await ask(by_new)
    over.set()
    await asyncio.gather(*asking)

    assert set(answers) == {200}


async def test_once_the_change_is_over_a_session_goes_on_and_a_token_of_the_old_key_proves_nothing(
    client: Client, conn: Connection, configure: Configure
) -> None:
    session = await a_session(conn, await a_member(conn))
    configure(**OVER)

    refused = await client.get("/api/v1/member", headers={"Authorization": f"Bearer {session.access}"})
    went_on = await client.get("/api/v1/member", headers=session.cookies)

    assert refused.status_code == 401
    assert went_on.status_code == 200
    assert len(went_on.headers.get_list("set-cookie")) == 2


async def test_a_code_and_a_quote_from_before_the_change_are_good_after_it(
    client: Client, conn: Connection, configure: Configure
) -> None:
    await execute(conn, "UPDATE site_config SET phone_verification = true")
    headers = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn)
    wanted = {"planId": plan, "months": 1, "quantity": 1, "points": 0, "paymentType": "normal"}
    quoted = (await client.post("/api/v1/orders/quote", json=wanted, headers=headers)).json()["data"]
    verification, code = await a_code(client, conn)
    configure(**FIRST)

    confirmed = await confirm(client, verification, code)
    placed = await place(client, headers, plan, **wanted, quote=quoted["quote"])

    assert confirmed.status_code == 200, confirmed.text
    assert placed.status_code == 201, placed.text


@pytest.mark.parametrize("after", [FIRST, OVER], ids=["both are accepted", "the old one is former"])
async def test_authenticators_work_through_the_change_and_are_resealed(
    client: Client, conn: Connection, configure: Configure, db: RollingBack, after: dict[str, str]
) -> None:
    headers = (account := await an_account(conn)).headers
    begun = await client.post("/api/v1/member/totp", json={"currentPw": PASSWORD}, headers=headers)
    secret = b32decode(begun.json()["data"]["secret"])
    on = await client.post(
        "/api/v1/member/totp/confirm", json={"code": staff_code(secret=secret)}, headers=headers
    )
    assert on.status_code == 200, on.text
    await execute(conn, "UPDATE totp_secrets SET last_step = 0")
    staff = await a_staff(conn)

    changed = configure(**after)
    before = await fetch_one(conn, bytes, "SELECT sealed_secret FROM totp_secrets")
    resealed = await reseal(db, SEALER, secret_key=changed.secret_key)
    configure(IEUM_SECRET_KEY=NEW)
    login = {"mberId": account.login_id, "mberPw": PASSWORD, "otp": staff_code(secret=secret)}
    member_in = await client.post("/api/login", json=login)
    staff_login = {"email": staff.email, "password": STAFF_PASSWORD, "code": staff_code()}
    staff_in = await client.post("/api/v1/console/session", json=staff_login, headers={"Origin": HOME})

    assert {resealed[f"authenticators of {whose}"].done for whose in ("members", "staff")} == {1}
    assert await fetch_one(conn, bytes, "SELECT sealed_secret FROM totp_secrets") != before
    assert (member_in.status_code, staff_in.status_code) == (200, 200), staff_in.text


async def test_an_authenticator_that_no_key_opens_is_named(
    conn: Connection, db: RollingBack, client: Client
) -> None:
    del client
    staff = await a_staff(conn)

    resealed = await reseal(db, SEALER, secret_key=NEW)

    assert resealed["authenticators of staff"].broken == [staff.staff]


async def test_the_id_of_a_member_who_left_under_the_old_key_stays_taken(
    client: Client, conn: Connection, configure: Configure
) -> None:
    account = await an_account(conn)
    await leave(client, account)
    configure(**OVER)

    asked = await client.post("/api/v1/user/check-id", json={"mberId": account.login_id})
    form = {
        "mberId": account.login_id,
        "mberPw": PASSWORD,
        "mberNm": "임꺽정",
        "email": "other@example.com",
        "phone": "01098765432",
        "agreements": SIGN_UP_AGREEMENTS,
    }
    joined = await client.post("/api/v1/user/sign-up", json=form)

    owner = await a_session(conn, await a_member(conn))
    named = {"loginId": account.login_id, "name": "임꺽정"}
    sub_id = await client.post("/api/v1/sub-ids", json=named, headers={"etis-rt": owner.refresh})

    assert asked.json()["data"]["available"] is False
    assert refusal(sub_id) == (422, "loginId", "taken")
    assert refusal(joined) == (422, "mberId", "taken")


async def test_a_session_of_use_runs_on_through_the_change(
    client: Client, conn: Connection, configure: Configure
) -> None:
    used = await a_used_device(conn)
    await report(client, line(used))
    began = await fetch_one(conn, datetime, "SELECT session_began_at FROM device_usage")
    configure(**OVER)

    await report(client, line(used, rxBytes=200))

    assert await fetch_one(conn, datetime, "SELECT session_began_at FROM device_usage") == began
    assert await fetch_one(conn, int, "SELECT count(*) FROM usage_sessions") == 0


def test_a_browser_that_an_older_key_knows_is_known() -> None:
    now = datetime.now(UTC)
    both = SecretKey([NEW, KEY])
    old = attempts.login_key("hongkildong", key=KEY)
    cookie = attempts.devices.remember("", old, key=KEY, now=now)

    assert attempts.recognise_browser(cookie, "hongkildong", key=both, now=now) is not None
    assert attempts.recognise_browser(cookie, "somebody", key=both, now=now) is None
    former = SecretKey([NEW], former=[KEY])
    assert attempts.recognise_browser(cookie, "hongkildong", key=former, now=now) is None


def test_a_forged_token_of_a_former_key_names_nobody() -> None:
    identity = Identity(MemberId(1), SessionId(1))
    forged = tokens.issue_access(identity, key=KEY, now=datetime.now(UTC))

    assert tokens.read_access(forged, key=SecretKey([NEW, KEY])) == identity
    assert tokens.read_access(forged, key=SecretKey([NEW], former=[KEY])) is None
