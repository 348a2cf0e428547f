"""Attacks on recovery: strangers who try to use up what a member may ask for, or to fill the member's mailbox."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.queries import update_member
from ieum.shop.members.recovery import jobs
from ieum.shop.members.security import devices
from ieum.shop.members.security.rules import login_key
from ieum.shop.members.types import MemberId
from tests.shop.builders.clients import a_client
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Shop
from tests.shop.builders.verifications import let_verifications_age, problem_of
from tests.shop.builders.worker import context_of, run_jobs

FIND, RESET = "/api/v1/user/find-id", "/api/v1/user/reset-password"
NAME, EMAIL = "홍길동", "hong@example.com"
HOME, CAFE = "203.0.113.7", "203.0.113.8"


@pytest.fixture
async def member(shop: Shop) -> MemberId:
    async with shop.db.transaction() as conn:
        return await a_member(conn, login_id="hongkildong")


async def ask(
    shop: Shop, address: str, name: str = NAME, path: str = FIND, *, device: str = ""
) -> httpx.Response:
    """Ask from this address, in a browser with this cookie, and let a minute pass."""
    body = {"mberNm": name, "email": EMAIL} | ({"mberId": "hongkildong"} if path == RESET else {})
    async with a_client(shop.app, address=address) as client:
        answer = await client.post(
            path, json=body, headers={"Cookie": f"ieum_device={device}"} if device else {}
        )
    async with shop.db.transaction() as conn:
        await let_verifications_age(conn, timedelta(seconds=61))
        await execute(conn, "DELETE FROM request_counts WHERE what LIKE 'code %%'")
    return answer


def device_of(login_id: str) -> str:
    """The cookie of a browser that this member has logged in from."""
    return devices.remember("", login_key(login_id, key=KEY), key=KEY, now=datetime.now(UTC))


async def log_in_from(conn: Connection, member: MemberId, address: str) -> None:
    session = await a_session(conn, member)
    await execute(
        conn, "UPDATE login_sessions SET ip_address = %(at)s WHERE id = %(id)s", at=address, id=session.id
    )


async def codes_mailed(shop: Shop) -> int:
    return sum("인증번호" in mail.body for mail in (await run_jobs(shop)).delivered)


@pytest.mark.usefixtures("member")
async def test_ten_requests_with_a_wrong_name_do_not_end_the_owners_recovery(shop: Shop) -> None:
    strangers = [await ask(shop, CAFE, name="김길동") for _ in range(11)]
    await run_jobs(shop)

    found = await ask(shop, HOME)
    reset = await ask(shop, HOME, path=RESET)

    assert Counter(answer.status_code for answer in strangers) == {200: 10, 429: 1}
    assert problem_of(strangers[-1]) == (429, "too_many_codes")
    assert (found.status_code, reset.status_code) == (200, 200)
    assert await codes_mailed(shop) == 2


@pytest.mark.usefixtures("member")
async def test_codes_for_a_sign_up_with_this_address_do_not_end_the_owners_recovery(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET mail_verification = true")
    for _ in range(10):
        async with a_client(shop.app, address=CAFE) as client:
            await client.post(
                "/api/v1/verifications", json={"channel": "mail", "target": EMAIL, "purpose": "sign-up"}
            )
        async with shop.db.transaction() as conn:
            await let_verifications_age(conn, timedelta(seconds=61))

    assert (await ask(shop, HOME)).status_code == 200


@pytest.mark.usefixtures("member")
async def test_a_mailbox_gets_ten_codes_a_day_however_many_networks_ask(shop: Shop) -> None:
    statuses, mailed = set[int](), 0
    for number in range(12):
        statuses.add((await ask(shop, f"198.51.100.{number}")).status_code)
        mailed += await codes_mailed(shop)

    assert statuses == {200}
    assert mailed == 10


async def test_the_owner_is_mailed_at_home_whatever_strangers_have_used_up(
    shop: Shop, member: MemberId
) -> None:
    async with shop.db.transaction() as conn:
        await log_in_from(conn, member, HOME)
    for number in range(12):
        await ask(shop, f"198.51.100.{number}")
        await run_jobs(shop)

    answer = await ask(shop, HOME, path=RESET)

    assert answer.status_code == 200
    assert await codes_mailed(shop) == 1


async def test_a_line_beside_the_owners_is_not_their_home(shop: Shop, member: MemberId) -> None:
    """Limits count a /48 as one network; a member's own network is the /64 of their line all the same."""
    async with shop.db.transaction() as conn:
        await log_in_from(conn, member, "2001:db8:1:1::1")
    for number in range(10):
        await ask(shop, f"198.51.100.{number}")
        await run_jobs(shop)

    await ask(shop, "2001:db8:1:2::1")
    mailed_next_door = await codes_mailed(shop)
    await ask(shop, "2001:db8:1:1::2")

    assert mailed_next_door == 0
    assert await codes_mailed(shop) == 1


async def test_an_account_with_the_owners_name_and_address_uses_up_nothing_of_theirs(
    shop: Shop, member: MemberId
) -> None:
    """Whoever signs up as somebody else has known networks, too, but they are not the owner's."""
    async with shop.db.transaction() as conn:
        await log_in_from(conn, member, HOME)
        impostor = await a_member(conn, login_id="impostor")
        for number in range(12):
            await log_in_from(conn, impostor, f"198.51.100.{number}")
    for number in range(12):
        await ask(shop, f"198.51.100.{number}")
        await run_jobs(shop)

    await ask(shop, HOME)
    await ask(shop, HOME, path=RESET)

    assert await codes_mailed(shop) == 2


@pytest.mark.usefixtures("member")
async def test_the_owners_browser_is_mailed_anywhere_whatever_strangers_have_used_up(shop: Shop) -> None:
    for number in range(12):
        await ask(shop, f"198.51.100.{number}")
        await run_jobs(shop)
    mine, of_another = device_of("hongkildong"), device_of("impostor")

    forged = await ask(shop, CAFE, path=RESET, device=of_another)
    mailed_to_others = await codes_mailed(shop)
    await ask(shop, CAFE, device=mine)
    answer = await ask(shop, CAFE, path=RESET, device=mine)

    assert (forged.status_code, answer.status_code) == (200, 200)
    assert mailed_to_others == 0
    assert await codes_mailed(shop) == 2


@pytest.mark.parametrize("device", ["x" * 5000, "a" * 22 + ".\u00e9", "가", '"', "a" * 22 + ".1-2.3"])
@pytest.mark.usefixtures("member")
async def test_a_cookie_of_any_form_is_no_error(shop: Shop, device: str) -> None:
    async with a_client(shop.app, address=CAFE) as client:
        answer = await client.post(
            FIND,
            json={"mberNm": NAME, "email": EMAIL},
            headers=[(b"Cookie", f"ieum_device={device}".encode())],
        )

    assert answer.status_code == 200
    assert await codes_mailed(shop) == 1


@pytest.mark.usefixtures("member")
async def test_one_browser_gets_ten_codes_a_day(shop: Shop) -> None:
    mine, mailed = device_of("hongkildong"), 0
    for number in range(10):
        await ask(shop, f"198.51.100.{number}")
        await run_jobs(shop)
    for number in range(12):
        await ask(shop, f"203.0.113.{number}", device=mine)
        mailed += await codes_mailed(shop)

    assert mailed == 10


async def test_accounts_and_browsers_without_end_do_not_flood_a_mailbox(shop: Shop, member: MemberId) -> None:
    """Twenty codes a day for each of the three accounts that have had the address longest, and ten for all others."""
    async with shop.db.transaction() as conn:
        await log_in_from(conn, member, HOME)
        for number in range(6):
            await a_member(conn, login_id=f"impostor_{number}")
    mailed = 0
    for account in range(6):
        for number in range(24):
            await ask(shop, f"198.51.{account}.{number}", device=device_of(f"impostor_{account}"))
            if number % 3 == 2:
                mailed += await codes_mailed(shop)

    await ask(shop, HOME)
    await ask(shop, CAFE, device=device_of("hongkildong"))

    assert mailed == 2 * 20 + 10
    assert await codes_mailed(shop) == 2


async def test_accounts_that_move_to_the_address_come_after_its_owner(shop: Shop, member: MemberId) -> None:
    """An attacker may have had accounts for years before the owner signed up."""
    async with shop.db.transaction() as conn:
        await execute(
            conn, "UPDATE members SET joined_at = now() - interval '1 day' WHERE id = %(id)s", id=member
        )
        old = [await a_member(conn, login_id=f"impostor_{number}") for number in range(3)]
        await execute(
            conn,
            """
            UPDATE members SET joined_at = now() - interval '9 days', email = 'other@example.com'
             WHERE id = ANY(%(ids)s)
            """,
            ids=old,
        )
        for impostor in old:
            await update_member(conn, impostor, email=EMAIL.upper())
    for number in range(10):
        await ask(shop, f"198.51.100.{number}")
        await run_jobs(shop)

    await ask(shop, CAFE, device=device_of("hongkildong"))

    assert await codes_mailed(shop) == 1


@pytest.mark.usefixtures("member")
async def test_the_cookie_is_erased_with_what_was_typed(shop: Shop) -> None:
    await ask(shop, CAFE, device=device_of("hongkildong"))
    await run_jobs(shop)

    async with shop.db.connection() as conn:
        kept = "SELECT count(*) FROM recovery_requests WHERE device IS NOT NULL OR name IS NOT NULL"
        assert await fetch_one(conn, int, kept) == 0


@pytest.mark.usefixtures("member")
async def test_who_asks_too_often_is_told_so_whether_or_not_there_is_such_a_member(shop: Shop) -> None:
    """Else the eleventh answer would tell a stranger who is a member."""
    statuses: list[list[int]] = []
    for address, name in ((HOME, NAME), (CAFE, "김길동")):
        statuses.append([])
        for number in range(11):
            statuses[-1].append((await ask(shop, address, name=name)).status_code)
            if number % 3 == 2:
                await run_jobs(shop)

    assert statuses[0] == statuses[1]


@pytest.mark.usefixtures("member")
@pytest.mark.parametrize("path", [FIND, RESET])
async def test_a_known_browser_is_not_held_up_by_others_in_its_network(shop: Shop, path: str) -> None:
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            """
            INSERT INTO verifications (channel, purpose, target, network, expires_at)
            SELECT 'mail', 'find-id', 'x' || n || '@example.com', %(network)s::cidr, now() + interval '10 minutes'
              FROM generate_series(1, 30) n
            """,
            network=HOME,
        )

    stranger = await ask(shop, HOME, path=path)
    owner = await ask(shop, HOME, path=path, device=device_of("hongkildong"))

    assert problem_of(stranger) == (429, "too_many_codes")
    assert owner.status_code == 200
    assert await codes_mailed(shop) == 1


@pytest.mark.usefixtures("member")
async def test_a_known_browser_asks_ten_times_an_hour_at_most(shop: Shop) -> None:
    browser = device_of("hongkildong")
    answers = [await ask(shop, HOME, device=browser) for _ in range(11)]

    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert problem_of(answers[-1]) == (429, "too_many_codes")


@pytest.mark.usefixtures("member")
async def test_a_known_browser_that_asks_again_at_once_is_told_to_wait(shop: Shop) -> None:
    cookie = {"Cookie": f"ieum_device={device_of('hongkildong')}"}
    async with a_client(shop.app, address=HOME) as client:
        answers = [
            await client.post(FIND, json={"mberNm": NAME, "email": EMAIL}, headers=cookie) for _ in range(3)
        ]

    # A minute of the clock's may begin between two of them.
    assert problem_of(answers[-1]) == (429, "code_resend_too_soon")


@pytest.mark.usefixtures("member")
async def test_the_known_browsers_of_a_network_share_a_limit_five_times_that_of_a_network(shop: Shop) -> None:
    """The attack: one free account has earned thirty cookies, each with a limit of its own, in two seconds."""
    first = await ask(shop, CAFE, device=device_of("impostor"))
    async with shop.db.transaction() as conn:
        await execute(
            conn, "UPDATE request_counts SET count = %(n)s WHERE what = 'codes-known'", n=5 * 30 - 1
        )

    last = await ask(shop, CAFE, device=device_of("impostor"))
    refused = await ask(shop, CAFE, device=device_of("impostor"))
    elsewhere = await ask(shop, HOME, device=device_of("hongkildong"))

    assert (first.status_code, last.status_code, elsewhere.status_code) == (200, 200, 200)
    assert problem_of(refused) == (429, "too_many_codes")


async def look_up(shop: Shop, requests: list[str]) -> int:
    """Run the job of each request once; returns how many codes were put into the outbox until now."""
    for request in requests:
        await jobs.look_up.func(context_of(shop), request=request)
    async with shop.db.connection() as conn:
        return await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE body LIKE '%%인증번호%%'")


async def request_of(shop: Shop, address: str, path: str = FIND, *, device: str = "") -> str:
    """Ask, and return the id of the request; no minute passes."""
    body = {"mberNm": NAME, "email": EMAIL} | ({"mberId": "hongkildong"} if path == RESET else {})
    async with a_client(shop.app, address=address) as client:
        answer = await client.post(path, json=body, headers={"Cookie": f"ieum_device={device}"})
    assert answer.status_code == 200, answer.text
    request: str = answer.json()["data"]["verificationId"]
    return request


@pytest.mark.usefixtures("member")
async def test_strangers_with_known_browsers_have_a_mailbox_mailed_once_a_minute(shop: Shop) -> None:
    """The attack: ten mails went out at once. They wait for one another, and the owner's browser for none of them."""
    asked = [await request_of(shop, CAFE, device=device_of("impostor")) for _ in range(12)]

    mailed = [await look_up(shop, asked)]
    owners = [await request_of(shop, CAFE, path, device=device_of("hongkildong")) for path in (FIND, RESET)]
    mailed.append(await look_up(shop, owners))
    mailed.append(await look_up(shop, asked))
    for _ in range(9):
        async with shop.db.transaction() as conn:
            await execute(
                conn, "UPDATE recovery_requests SET looked_up_at = looked_up_at - interval '1 minute'"
            )
        mailed.append(await look_up(shop, asked))

    assert mailed == [1, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    async with shop.db.connection() as conn:
        later = await fetch_all(
            conn,
            int,
            """
            SELECT extract(epoch FROM scheduled_at - now())::integer FROM procrastinate_jobs
             WHERE task_name LIKE '%%look_up' AND scheduled_at IS NOT NULL
            """,
        )
        # Whoever comes behind so many that the code would have run out is answered like a stranger.
        unanswered = "SELECT count(*) FROM recovery_requests WHERE looked_up_at IS NULL OR name IS NOT NULL"
        assert await fetch_one(conn, int, unanswered) == 0
    assert min(later) <= 60
    assert 0 < max(later) < 600
