"""Attacks on a member's login by somebody who only wants to keep the member out, and what passes all the same."""

from contextlib import ExitStack

import httpx
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.passwords import PER_NETWORK, reserve_place
from ieum.shop.members.security import throttle
from ieum.shop.members.types import MemberId
from tests.shop.builders.clients import a_client
from tests.shop.builders.hashing import QUICK
from tests.shop.builders.members import PASSWORD, a_login, a_member

LOGIN_ID = "hongkildong"
HASH = QUICK.hash(PASSWORD)
HOME, CAFE, ATTACKER = "203.0.113.7", "203.0.113.8", "198.51.100.66"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a refusal takes is of no account here."""
    monkeypatch.setattr(throttle, "PAUSE", 0.02)


@pytest.fixture(autouse=True)
async def member(conn: Connection) -> int:
    return await a_member(conn, login_id=LOGIN_ID, password_hash=HASH)


async def log_in(
    app: Litestar, address: str, password: str = PASSWORD, *, device: str = "", login_id: str = LOGIN_ID
) -> httpx.Response:
    async with a_client(app, address=address) as client:
        return await client.post(
            "/api/login",
            json={"mberId": login_id, "mberPw": password},
            headers={"Cookie": f"ieum_device={device}"} if device else {},
        )


def device_in(answer: httpx.Response) -> str:
    [line] = [one for one in answer.headers.get_list("set-cookie") if one.startswith("ieum_device=")]
    return line.partition("=")[2].partition(";")[0]


async def lock(app: Litestar, address: str = ATTACKER, *, device: str = "") -> None:
    for _ in range(5):
        assert (await log_in(app, address, "wrong", device=device)).status_code == 401
    assert (await log_in(app, address, device=device)).status_code == 429


async def forget_networks(conn: Connection) -> None:
    await execute(conn, "UPDATE login_sessions SET ip_address = '192.0.2.1'")


async def test_a_stranger_cannot_hold_a_member_out_of_their_own_network(app: Litestar) -> None:
    assert (await log_in(app, HOME)).status_code == 200
    await lock(app)

    assert (await log_in(app, HOME)).status_code == 200
    assert (await log_in(app, CAFE)).status_code == 429


async def test_a_stranger_cannot_hold_a_member_out_of_their_own_browser(
    app: Litestar, conn: Connection
) -> None:
    device = device_in(await log_in(app, HOME))
    await forget_networks(conn)
    await lock(app)

    assert (await log_in(app, CAFE)).status_code == 429
    assert (await log_in(app, CAFE, device=device)).status_code == 200


async def test_a_stranger_in_the_same_network_cannot_hold_the_browser_out(app: Litestar) -> None:
    """Thousands of subscribers of a mobile carrier share one address, and some of them guess."""
    device = device_in(await log_in(app, HOME))
    for number in range(20):
        await log_in(app, HOME, "wrong", login_id=f"member_{number}")
    assert (await log_in(app, HOME)).status_code == 429

    assert (await log_in(app, HOME, device=device)).status_code == 200


async def test_a_known_browser_and_a_known_network_have_five_guesses_of_their_own(
    app: Litestar, conn: Connection
) -> None:
    device = device_in(await log_in(app, HOME))

    await lock(app, HOME)
    await lock(app, CAFE, device=device)
    await forget_networks(conn)

    # Neither of them has used up anything of the account's.
    assert (await log_in(app, CAFE)).status_code == 200


async def test_a_browser_is_known_only_for_the_members_who_logged_in_there(
    app: Litestar, conn: Connection
) -> None:
    """An attacker with an account and a browser of their own gains nothing against others."""
    await a_member(conn, login_id="attacker", password_hash=HASH)
    device = device_in(await log_in(app, ATTACKER, login_id="attacker"))
    await lock(app)

    assert (await log_in(app, ATTACKER, device=device)).status_code == 429


async def test_a_network_from_which_a_session_was_ended_by_the_member_is_not_known(
    app: Litestar, conn: Connection
) -> None:
    """A thief's login must not earn their network anything."""
    await log_in(app, ATTACKER)
    await execute(conn, "UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'")
    await lock(app, CAFE)

    assert (await log_in(app, ATTACKER)).status_code == 429


async def test_a_network_is_known_for_thirty_days(app: Litestar, conn: Connection) -> None:
    await log_in(app, HOME)
    await execute(conn, "UPDATE login_sessions SET started_at = now() - interval '31 days'")
    await lock(app)

    assert (await log_in(app, HOME)).status_code == 429


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "name", {"mberNm": "홍길순", "currentPw": PASSWORD}),
        ("PUT", "password", {"mberPw": "another-horse-42", "currentPw": PASSWORD}),
        ("POST", "totp", {"currentPw": PASSWORD}),
    ],
)
async def test_a_stranger_in_the_same_network_cannot_keep_a_member_from_a_change(
    app: Litestar, conn: Connection, member: int, method: str, path: str, body: dict[str, str]
) -> None:
    """A logged-in member is asked for the password again and is counted alone: a thief may be at work meanwhile."""
    login = await a_login(conn, MemberId(member))
    for number in range(21):
        await log_in(app, HOME, "wrong", login_id=f"member_{number}")
    assert (await log_in(app, HOME)).status_code == 429

    with ExitStack() as flood:
        for _ in range(PER_NETWORK):
            flood.enter_context(reserve_place(HOME))
        async with a_client(app, address=HOME) as client:
            answer = await client.request(method, f"/api/v1/member/{path}", json=body, headers=login)

    assert answer.status_code in {200, 201}, answer.text
