"""How often one may be wrong."""

import asyncio
import math
from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.members import passwords
from ieum.shop.members.security import queries, rules, throttle
from ieum.shop.members.security.service import check_password
from ieum.shop.members.security.throttle import LoginLocked
from ieum.shop.members.security.types import Charge, Limit
from tests.conftest import RollingBack
from tests.shop.builders.members import a_member
from tests.shop.builders.shops import Shop

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ADDRESS = "203.0.113.7"


async def fail(conn: Connection, limit: Limit, *, times: int, at: datetime = NOW) -> datetime:
    """So many failures one after the other, each as soon as it is let through; when the next one may be."""
    for _ in range(times):
        charged = await queries.charge(conn, "key", limit, now=at)
        assert charged is not None
        at = charged.blocked_until or at
    return at


@pytest.mark.parametrize(
    ("times", "wait"),
    [(1, 0), (4, 0), (5, 30), (6, 60), (7, 120), (8, 300), (9, 900), (10, 900), (40, 900)],
)
async def test_each_failure_after_the_free_ones_means_a_longer_wait(
    conn: Connection, times: int, wait: int
) -> None:
    before = await fail(conn, rules.ACCOUNT, times=times - 1)

    after = await fail(conn, rules.ACCOUNT, times=1, at=before)

    assert after - before == timedelta(seconds=wait)


async def test_tries_during_a_wait_are_not_counted(conn: Connection) -> None:
    until = await fail(conn, rules.ACCOUNT, times=5)

    refused = [await queries.charge(conn, "key", rules.ACCOUNT, now=NOW) for _ in range(10)]

    assert refused == [None] * 10
    again = await queries.charge(conn, "key", rules.ACCOUNT, now=until)
    assert again is not None
    assert again.failures == 6


async def test_failures_are_forgotten_after_a_day(conn: Connection) -> None:
    await fail(conn, rules.ACCOUNT, times=9)

    after = await queries.charge(conn, "key", rules.ACCOUNT, now=NOW + timedelta(days=2))

    assert after is not None
    assert after.failures == 1


async def test_the_failures_of_an_account_last_a_day_and_those_of_a_network_fade(conn: Connection) -> None:
    await fail(conn, rules.ACCOUNT, times=4)
    still = await queries.charge(conn, "key", rules.ACCOUNT, now=NOW + timedelta(hours=1))
    await queries.forget_failures(conn, "key")
    await fail(conn, rules.NETWORK, times=15)
    faded = await queries.charge(conn, "key", rules.NETWORK, now=NOW + timedelta(minutes=30))

    assert still is not None
    assert still.failures == 5
    assert faded is not None
    assert math.isclose(faded.failures, 15 - 10 + 1)


async def test_a_try_that_succeeded_is_uncounted_together_with_its_wait(conn: Connection) -> None:
    await fail(conn, rules.ACCOUNT, times=4)
    fifth = await queries.charge(conn, "key", rules.ACCOUNT, now=NOW)
    assert fifth is not None

    await queries.give_back(conn, "key", fifth)

    again = await queries.charge(conn, "key", rules.ACCOUNT, now=NOW)
    assert again == fifth


async def test_of_a_hundred_tries_at_once_five_get_through(shop: Shop) -> None:
    async def one() -> bool:
        async with shop.db.connection() as conn:
            return await queries.charge(conn, "key", rules.ACCOUNT, now=datetime.now(UTC)) is not None

    let_through = await asyncio.gather(*(one() for _ in range(100)))

    assert sum(let_through) == 5


async def test_a_server_whose_clock_is_behind_counts_a_failure_too(conn: Connection) -> None:
    await fail(conn, rules.ACCOUNT, times=1)

    behind = await queries.charge(conn, "key", rules.ACCOUNT, now=NOW - timedelta(seconds=3))

    assert behind is not None
    assert behind.failures == 2


async def test_a_members_own_password_is_asked_for_with_patience(db: RollingBack, conn: Connection) -> None:
    member = await a_member(conn, password_hash=await passwords.hash_password("right"))
    for _ in range(4):
        with pytest.raises(InvalidFields) as refused:
            await check_password(db, member, "wrong", address=ADDRESS)
        assert [(field.name, field.code) for field in refused.value.fields or ()] == [
            ("currentPw", "wrong_password")
        ]

    await check_password(db, member, "right", address=ADDRESS)

    for _ in range(5):
        with pytest.raises(InvalidFields):
            await check_password(db, member, "wrong", address=ADDRESS)
    with pytest.raises(LoginLocked) as locked:
        await check_password(db, member, "right", address=ADDRESS)
    assert locked.value.detail == "비밀번호 확인 시도 횟수를 초과했습니다. 30초 후 다시 시도해 주세요."
    assert 28 <= (locked.value.retry_after or 0) <= 30


async def test_a_try_turned_away_by_a_full_queue_is_not_counted(db: RollingBack, conn: Connection) -> None:
    for _ in range(30):
        with pytest.raises(passwords.TooBusy):
            async with throttle.attempt(db, account_key="member:1", address=ADDRESS):
                raise passwords.TooBusy

    for key, limit in (("member:1", rules.ACCOUNT), (rules.network_key(ADDRESS), rules.NETWORK)):
        charged = await queries.charge(conn, key, limit, now=datetime.now(UTC))
        assert charged is not None
        assert charged.failures == 1


@pytest.mark.parametrize(
    ("failures", "under_way", "succeeded", "standing"),
    [
        pytest.param(1, 1, None, "new", id="never heard of"),
        pytest.param(3, 3, None, "new", id="three at once for the first time"),
        pytest.param(2, 1, None, "failed", id="failed a moment ago"),
        pytest.param(1.4, 1, None, "new", id="failed a while ago"),
        pytest.param(1, 1, timedelta(days=29), "known", id="was here before"),
        pytest.param(1, 1, timedelta(days=31), "new", id="was here long ago"),
        pytest.param(4, 1, timedelta(days=1), "failed", id="was here and guesses now"),
    ],
)
def test_which_queue_a_caller_waits_in(
    failures: float, under_way: int, succeeded: timedelta | None, standing: str
) -> None:
    network = Charge(failures, None, NOW - succeeded if succeeded else None)

    assert rules.reputation_of(network, under_way=under_way, now=NOW) == standing


async def test_a_network_is_known_once_somebody_got_in_from_it(db: RollingBack, conn: Connection) -> None:
    found: list[str] = []
    for _ in range(2):
        async with throttle.attempt(db, account_key="member:1", address=ADDRESS) as made:
            found.append(made.reputation)
            await throttle.succeed(conn, made)
    async with throttle.attempt(db, account_key="member:1", address=ADDRESS):
        pass  # not taken back: it failed
    async with throttle.attempt(db, account_key="member:2", address=ADDRESS) as made:
        found.append(made.reputation)

    assert found == ["new", "known", "failed"]
